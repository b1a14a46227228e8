import {
  importPartBytes,
  type ProductImport,
  type ProductImportCounts,
  type ProductImportSettings,
  type ProductImportState,
} from '@vitrine/contract'
import { type Db, type Sql, sql } from '../../../kernel/db/sql.ts'
import type { App, User } from '../../../kernel/http/caller.ts'

/** Who an import is done for. */
export type Actor =
  | { readonly kind: 'user'; readonly userId: string; readonly role: User['role'] }
  | { readonly kind: 'app'; readonly appId: string }

export const actorOf = (caller: User | App): Actor =>
  caller.kind === 'user' ? { kind: 'user', userId: caller.userId, role: caller.role } : { kind: 'app', appId: caller.appId }

export type EditedCells = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A collection that was not there before an import named it. */
export interface MadeCollection {
  readonly id: string
  readonly name: string
}

export interface StoredImport {
  readonly id: string
  readonly state: ProductImportState
  readonly fileName: string
  readonly bytes: number
  readonly received: number
  readonly settings: ProductImportSettings | null
  readonly columns: ProductImport['columns']
  readonly counts: ProductImportCounts
  /** Cells that were edited in the preview, by row and column. */
  readonly edited: EditedCells
  readonly failure: string | null
  readonly staged: boolean
  readonly place: number
  readonly actor: Actor
  /** Whether its file is the sample that comes with Vitrine. */
  readonly sample: boolean
  /** What it made beside products. */
  readonly collections: readonly MadeCollection[]
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  readonly expiresAt: Date
}

export const noCounts: ProductImportCounts = {
  rows: 0,
  products: 0,
  new: 0,
  changed: 0,
  unchanged: 0,
  skipped: 0,
  errors: 0,
  guessed: 0,
  pictures: 0,
  newHidden: 0,
  fields: [],
  processed: 0,
  done: 0,
  failed: 0,
  conflicts: 0,
}

/** Imports of earlier versions count less. */
const columns = sql`id, state, file_name as "fileName", bytes, received, settings, columns, ${JSON.stringify(noCounts)}::jsonb || counts as counts, edited, failure, staged, place, actor, sample, collections,
  created_at as "createdAt", started_at as "startedAt", ended_at as "endedAt", expires_at as "expiresAt"`

const mostListed = 50

export const findImports = (db: Db, site: string): Promise<StoredImport[]> =>
  db.query<StoredImport>(sql`select ${columns} from product_import where site = ${site} order by id desc limit ${mostListed}`)

export async function findImport(db: Db, site: string, id: string): Promise<StoredImport | undefined> {
  const [row] = await db.query<StoredImport>(sql`select ${columns} from product_import where site = ${site} and id = ${id}`)
  return row
}

/** Holds it until the transaction ends. */
export async function takeImport(db: Db, site: string, id: string): Promise<StoredImport | undefined> {
  const [row] = await db.query<StoredImport>(sql`select ${columns} from product_import where site = ${site} and id = ${id} for update`)
  return row
}

/** Holds it, unless somebody else does or it is in another state by now. */
export async function takeOpen(db: Db, site: string, id: string, state: ProductImportState): Promise<StoredImport | undefined> {
  const [row] = await db.query<StoredImport>(sql`
    select ${columns} from product_import where site = ${site} and id = ${id} and state = ${state} for update skip locked`)
  return row
}

export const openImports = (db: Db, site: string): Promise<{ id: string; state: ProductImportState }[]> =>
  db.query(sql`
    select id, state from product_import where site = ${site} and state in ('CHECKING', 'RUNNING', 'UNDOING') order by created_at limit 10`)

export async function createImport(
  db: Db,
  site: string,
  {
    id,
    fileName,
    bytes,
    actor,
    sample,
    now,
    expiresAt,
  }: Pick<StoredImport, 'id' | 'fileName' | 'bytes' | 'actor' | 'sample' | 'expiresAt'> & { readonly now: Date },
): Promise<void> {
  await db.query(sql`
    insert into product_import (site, id, state, file_name, bytes, received, columns, counts, staged, place, actor, sample, created_at, expires_at)
    values (${site}, ${id}, 'UPLOADING', ${fileName}, ${bytes}, 0, '[]'::jsonb, ${JSON.stringify(noCounts)}::jsonb, false, 0,
      ${JSON.stringify(actor)}::jsonb, ${sample}, ${now}, ${expiresAt})`)
}

export type ImportChange = Partial<Omit<StoredImport, 'id' | 'fileName' | 'bytes' | 'sample' | 'createdAt'>>

const columnOf: { readonly [K in keyof Required<ImportChange>]: (value: NonNullable<ImportChange[K]> | null) => Sql } = {
  state: (value) => sql`state = ${value}`,
  received: (value) => sql`received = ${value}`,
  settings: (value) => sql`settings = ${JSON.stringify(value)}::jsonb`,
  columns: (value) => sql`columns = ${JSON.stringify(value)}::jsonb`,
  counts: (value) => sql`counts = ${JSON.stringify(value)}::jsonb`,
  edited: (value) => sql`edited = ${JSON.stringify(value)}::jsonb`,
  failure: (value) => sql`failure = ${value}`,
  staged: (value) => sql`staged = ${value}`,
  place: (value) => sql`place = ${value}`,
  collections: (value) => sql`collections = ${JSON.stringify(value)}::jsonb`,
  actor: (value) => sql`actor = ${JSON.stringify(value)}::jsonb`,
  startedAt: (value) => sql`started_at = ${value}`,
  endedAt: (value) => sql`ended_at = ${value}`,
  expiresAt: (value) => sql`expires_at = ${value}`,
}

export async function changeImport(db: Db, site: string, id: string, change: ImportChange): Promise<void> {
  const parts = Object.entries(change).map(([name, value]) => columnOf[name as keyof ImportChange](value as never))
  const all = parts.reduce((before, part) => sql`${before}, ${part}`)
  await db.query(sql`update product_import set ${all} where site = ${site} and id = ${id}`)
}

export async function savePart(db: Db, site: string, id: string, number: number, bytes: Buffer): Promise<number> {
  await db.query(sql`
    insert into product_import_part (site, import_id, number, bytes) values (${site}, ${id}, ${number}, ${bytes})
    on conflict (site, import_id, number) do update set bytes = excluded.bytes`)
  const [row] = await db.query<{ received: number }>(sql`
    select coalesce(sum(length(bytes)), 0)::bigint as received from product_import_part where site = ${site} and import_id = ${id}`)
  return row!.received
}

/** The bytes of the file, a part at a time. */
export async function* fileParts(db: Db, site: string, id: string, bytes: number): AsyncGenerator<Uint8Array> {
  for (let number = 0; number * importPartBytes < bytes; number++) {
    const [part] = await db.query<{ bytes: Buffer }>(sql`
      select bytes from product_import_part where site = ${site} and import_id = ${id} and number = ${number}`)
    if (!part) return
    yield part.bytes
  }
}

/** Imports that are over, with their files and reports. */
export const sweepImports = async (db: Db, now: Date): Promise<void> => {
  await db.query(sql`delete from product_import where expires_at <= ${now} and state not in ('CHECKING', 'RUNNING', 'UNDOING')`)
}

export const shownImport = (found: StoredImport): ProductImport => ({
  id: found.id,
  state: found.state,
  fileName: found.fileName,
  bytes: found.bytes,
  receivedBytes: found.received,
  ...(found.settings && { settings: found.settings }),
  columns: found.columns,
  counts: found.counts,
  ...(found.failure !== null && { failure: found.failure }),
  createdDate: found.createdAt.toISOString(),
  ...(found.startedAt && { startedDate: found.startedAt.toISOString() }),
  ...(found.endedAt && { endedDate: found.endedAt.toISOString() }),
  expiresDate: found.expiresAt.toISOString(),
  sample: found.sample,
})
