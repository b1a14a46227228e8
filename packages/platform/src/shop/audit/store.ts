import type { AuditAct, AuditActor, AuditField } from '@vitrine/contract'
import { type Db, lastly, plannedEachTime, type Sql, sql } from '../../kernel/db/sql.ts'
import type { App, User } from '../../kernel/http/caller.ts'
import type { Json } from './difference.ts'

/** How things looked, by `kind id`. */
export type Pictures = { readonly [key: string]: Json }

/** What changed of one thing. */
export interface Change {
  readonly kind: string
  readonly id: string
  readonly name?: string
  /** Whether there was one before, and is one now. */
  readonly was: boolean
  readonly is: boolean
  readonly fields: readonly AuditField[]
}

/** Where a call came from. */
export interface Origin {
  readonly address: string | null
  readonly agent: string | null
  readonly requestId: string
}

export interface NewEntry extends Origin {
  readonly id: string
  readonly at: Date
  readonly act: AuditAct
  readonly operation: string
  readonly inSteps: boolean
  readonly kind: string | null
  readonly entityId: string | null
  readonly name: string | null
  readonly first: AuditField | null
  readonly changes: readonly Change[]
  readonly reverts: string | null
  readonly words: readonly string[]
}

export interface StoredEntry extends Omit<NewEntry, 'changes' | 'words'> {
  readonly actor: AuditActor
  readonly unfinished: boolean
  readonly entities: number
  readonly fields: number
}

/** Who did it, with the name that they have just now. */
const whoOf = (site: string, caller: User | App): Sql =>
  caller.kind === 'user'
    ? sql`select 'STAFF' as kind, ${caller.userId}::text as id, ${caller.role}::text as role,
        (select name from staff where site = ${site} and id = ${caller.userId}) as name`
    : sql`select 'API_KEY' as kind, ${caller.appId}::text as id, null as role,
        (select name from api_key where site = ${site} and id = ${caller.appId}) as name`

const wordsWith = (words: readonly string[]): Sql => sql`${words}::text[] || coalesce(regexp_split_to_array(lower(who.name), ' +'), '{}')`

const fieldsOf = (changes: readonly Change[]): number => changes.reduce((sum, { fields }) => sum + fields.length, 0)

const columnsOf = sql`(site, id, at, actor_kind, actor_id, actor_name, actor_role, act, operation, unfinished, in_steps, kind, entity_id, name,
  entity_ids, entities, fields, first, changes, before, reverts, address, agent, request_id, words)`

/** An entry by whoever is told by `who`, a statement of one row: kind, id, role, name. */
function insertion(site: string, who: Sql, entry: NewEntry & { readonly entities?: number }, before: Pictures | undefined): Sql {
  const e = entry
  const entities = e.entities ?? e.changes.length
  return sql`
    insert into audit_entry ${columnsOf}
    select ${site}, ${e.id}, ${e.at}, who.kind, who.id, who.name, who.role, ${e.act}, ${e.operation}, ${before !== undefined}, ${e.inSteps},
      ${e.kind}, ${e.entityId}, ${e.name}, ${e.changes.map(({ id }) => id)}::text[], ${entities}::integer, ${fieldsOf(e.changes)}::integer,
      ${e.first && JSON.stringify(e.first)}::jsonb, ${JSON.stringify(e.changes)}::jsonb, ${before === undefined ? null : JSON.stringify(before)}::jsonb,
      ${e.reverts}, ${e.address}, ${e.agent}, ${e.requestId}, ${wordsWith(e.words)}
    from (${who}) who`
}

/** Writes an entry down with the write that it tells of. */
export const keepEntry = (db: Db, site: string, caller: User | App, entry: NewEntry): Promise<void> =>
  lastly(db, insertion(site, whoOf(site, caller), entry, undefined))

/** Writes down that a write begins which takes steps, and how things were. Where it began before, how they were then is the answer. */
export async function beginEntry(db: Db, site: string, caller: User | App, entry: NewEntry, before: Pictures): Promise<Pictures> {
  const [row] = await db.query<{ before: Pictures | null }>(sql`
    ${insertion(site, whoOf(site, caller), entry, before)}
    on conflict (site, id) do update set request_id = excluded.request_id returning before`)
  return row?.before ?? before
}

export async function endEntry(db: Db, site: string, entry: NewEntry): Promise<void> {
  const e = entry
  await lastly(
    db,
    sql`
      update audit_entry
      set unfinished = false, before = null, act = ${e.act}, kind = ${e.kind}, entity_id = ${e.entityId}, name = ${e.name},
        entity_ids = ${e.changes.map(({ id }) => id)}::text[], entities = ${e.changes.length}, fields = ${fieldsOf(e.changes)},
        first = ${e.first && JSON.stringify(e.first)}::jsonb, changes = ${JSON.stringify(e.changes)}::jsonb,
        words = (select array_agg(distinct word) from unnest(words || ${e.words}::text[]) as word)
      where site = ${site} and id = ${e.id}`,
  )
}

export const dropEntry = (db: Db, site: string, id: string): Promise<void> =>
  lastly(db, sql`delete from audit_entry where site = ${site} and id = ${id} and unfinished`)

const asStaff = (site: string, staffId: string | null): Sql =>
  sql`select 'STAFF' as kind, id::text, role, name from staff where site = ${site} and id = ${staffId}`

/** What one of the staff did to themselves. */
export async function keepOwn(db: Db, site: string, staffId: string, entry: NewEntry): Promise<void> {
  await db.query(insertion(site, asStaff(site, staffId), entry, undefined))
}

/** Somebody who came, left, or did not get in; `staffId` where it is known whose account it was. */
export async function keepVisit(
  db: Db,
  site: string,
  staffId: string | undefined,
  entry: Pick<NewEntry, 'id' | 'at' | 'act' | keyof Origin>,
): Promise<void> {
  const who =
    entry.act === 'SIGN_IN_FAILED'
      ? sql`select 'UNAUTHENTICATED' as kind, ${staffId ?? null}::text as id, null as role,
          (select name from staff where site = ${site} and id = ${staffId ?? null}) as name`
      : asStaff(site, staffId ?? null)
  const words = ['sign', 'in', 'out', entry.requestId.toLowerCase()]
  const rest = { operation: '', inSteps: false, kind: null, entityId: null, name: null, first: null, changes: [], reverts: null, words }
  await db.query(insertion(site, who, { ...entry, ...rest }, undefined))
}

/** Rows about people that somebody has read within an hour; under the id of an entry that is there they are added to it. */
export async function keepRead(
  db: Db,
  site: string,
  caller: User | App,
  rows: number,
  entry: Pick<NewEntry, 'id' | 'at' | 'operation' | 'kind' | keyof Origin>,
): Promise<void> {
  const words = ['read', ...(entry.kind === null ? [] : [entry.kind.toLowerCase()]), entry.requestId.toLowerCase()]
  const rest = { act: 'READ' as const, inSteps: false, entityId: null, name: null, first: null, changes: [], reverts: null, words }
  await db.query(sql`
    ${insertion(site, whoOf(site, caller), { ...entry, ...rest, entities: rows }, undefined)}
    on conflict (site, id) do update set
      entities = audit_entry.entities + excluded.entities, at = excluded.at, address = excluded.address, agent = excluded.agent`)
}

const columns = sql`id, at, actor_kind as "actorKind", actor_id as "actorId", actor_name as "actorName", actor_role as "actorRole", act, operation,
  unfinished, in_steps as "inSteps", kind, entity_id as "entityId", name, entities, fields, first, reverts, address, agent, request_id as "requestId"`

interface Row extends Omit<StoredEntry, 'actor'> {
  readonly actorKind: AuditActor['kind']
  readonly actorId: string | null
  readonly actorName: string | null
  readonly actorRole: string | null
}

const entryOf = <R extends Row>({ actorKind: kind, actorId: id, actorName: name, actorRole: role, ...row }: R) => ({
  ...row,
  actor: { kind, ...(id !== null && { id }), ...(name !== null && { name }), ...(role !== null && { role }) },
})

export async function pageOfEntries(
  db: Db,
  site: string,
  { keys, where, tail }: { readonly keys: Sql; readonly where: Sql; readonly tail: Sql },
): Promise<readonly (StoredEntry & { readonly keys: readonly string[] })[]> {
  const rows = await db.query<Row & { readonly keys: readonly string[] }>(
    plannedEachTime(sql`select ${columns}, ${keys} from audit_entry where site = ${site} and ${where} ${tail}`),
  )
  return rows.map(entryOf)
}

export async function findEntry(
  db: Db,
  site: string,
  id: string,
): Promise<(StoredEntry & { readonly changes: readonly Change[] }) | undefined> {
  const [row] = await db.query<Row & { changes: readonly Change[] }>(
    sql`select ${columns}, changes from audit_entry where site = ${site} and id = ${id}`,
  )
  return row && entryOf(row)
}

/** The last entry that took this one back. */
export async function findReverting(db: Db, site: string, id: string): Promise<StoredEntry | undefined> {
  const [row] = await db.query<Row>(sql`
    select ${columns} from audit_entry where site = ${site} and reverts = ${id} and reverts is not null order by at desc, id desc limit 1`)
  return row && entryOf(row)
}

const mostActors = 500

/** Whoever can have changed something. */
export async function findActors(db: Db, site: string): Promise<readonly AuditActor[]> {
  return db.query<AuditActor>(sql`
    (select 'STAFF' as kind, id::text, name, role from staff where site = ${site} order by name limit ${mostActors})
    union all
    (select 'API_KEY', id::text, name, null from api_key where site = ${site} order by created_at limit ${mostActors})`)
}
