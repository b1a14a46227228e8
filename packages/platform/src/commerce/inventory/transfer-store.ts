import type { CursorQuery } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { type Db, plannedEachTime, type Sql, sql } from '../../kernel/db/sql.ts'
import type { Fields } from '../../kernel/query/filter.ts'
import { readKeyset } from '../../kernel/query/keyset.ts'
import { unitsAt } from './allocation-sql.ts'
import type { StoredLine, StoredTransfer, Units } from './transfer-rules.ts'
import { variantFact } from './variant-facts.ts'

const columns = (row: Sql): Sql => sql`${row}.id, ${row}.number, ${row}.status, ${row}.from_location as "fromLocationId",
  ${row}.to_location as "toLocationId", ${row}.reference, ${row}.note, ${row}.expected_at as "expectedAt", ${row}.actor_kind as "actorKind",
  ${row}.actor_id as "actorId", ${row}.sent_at as "sentAt", ${row}.closed_at as "closedAt", ${row}.revision, ${row}.created_at as "createdAt",
  ${row}.updated_at as "updatedAt"`

const transfer = sql`transfer`

const nameOfActor = (site: string, row: Sql): Sql => sql`case ${row}."actorKind"
  when 'STAFF' then (select name from staff where staff.site = ${site} and staff.id::text = ${row}."actorId")
  when 'API_KEY' then (select name from api_key where api_key.site = ${site} and api_key.id::text = ${row}."actorId") end as "actorName"`

const id = sql`transfer.id`
const fields: Fields = {
  id: { kind: 'id', column: id },
  number: { kind: 'number', column: sql`transfer.number`, sort: sql`transfer.number`, places: 0 },
  status: { kind: 'text', column: sql`transfer.status` },
  fromLocationId: { kind: 'id', column: sql`transfer.from_location` },
  toLocationId: { kind: 'id', column: sql`transfer.to_location` },
  createdDate: { kind: 'instant', column: sql`transfer.created_at`, sort: sql`transfer.created_at` },
  expectedDate: { kind: 'instant', column: sql`transfer.expected_at`, nullable: true },
}

export interface SummaryRow extends StoredTransfer {
  readonly actorName: string | null
  readonly lineCount: number
  readonly quantity: number
  readonly received: number
}

/**
 * A page of transfers, the newest first.
 * @throws Unreadable
 */
export async function findTransfers(db: Db, site: string, query: CursorQuery) {
  const keyset = readKeyset(query, { fields, id, usual: [{ fieldName: 'createdDate', order: 'DESC' }], root: 'query' })
  const rows = await db.query<SummaryRow & { readonly keys: readonly string[] }>(
    plannedEachTime(sql`
      select page.*, ${nameOfActor(site, sql`page`)}, lines.count as "lineCount", lines.quantity, lines.received
      from (
        select ${columns(transfer)}, ${keyset.keys} from stock_transfer transfer
        where transfer.site = ${site} and ${keyset.where} ${keyset.tail}
      ) page cross join lateral (
        select count(*)::integer as count, coalesce(sum(line.quantity), 0)::bigint as quantity, coalesce(sum(line.received), 0)::bigint as received
        from stock_transfer_line line where line.site = ${site} and line.transfer_id = page.id
      ) lines`),
  )
  return keyset.page(rows)
}

/** Holds a transfer until the transaction ends. */
export async function holdTransfer(db: Db, site: string, transferId: string): Promise<StoredTransfer | undefined> {
  const [row] = await db.query<StoredTransfer>(sql`
    select ${columns(transfer)} from stock_transfer transfer where transfer.site = ${site} and transfer.id = ${transferId} for update`)
  return row
}

export const findLines = (db: Db, site: string, transferId: string): Promise<StoredLine[]> =>
  db.query<StoredLine>(sql`
    select product_id as "productId", variant_id as "variantId", quantity, received, missing from stock_transfer_line
    where site = ${site} and transfer_id = ${transferId} order by position`)

export interface ShownLine extends StoredLine {
  readonly name: string | null
  readonly choices: Readonly<Record<string, string>> | null
  readonly sku: string | null
  readonly image: string | null
  readonly available: number | null
}

/** A transfer as people read it, with what its products are called. */
export async function findTransfer(db: Db, site: string, transferId: string) {
  const [[row], lines] = await Promise.all([
    db.query<StoredTransfer & { actorName: string | null }>(sql`
      select page.*, ${nameOfActor(site, sql`page`)}
      from (select ${columns(transfer)} from stock_transfer transfer where transfer.site = ${site} and transfer.id = ${transferId}) page`),
    db.query<ShownLine>(sql`
      select line.product_id as "productId", line.variant_id as "variantId", line.quantity, line.received, line.missing, product.name,
        ${variantFact('choices', { facts: sql`product.facts`, variantId: sql`line.variant_id` })} as choices, stock.sku,
        coalesce(${variantFact('image', { facts: sql`product.facts`, variantId: sql`line.variant_id` })}->>'id',
          product.facts->'image'->>'id') as image,
        case when stock.tracked then ${unitsAt(site, sql`stock`, sql`transfer.from_location`)} end as available
      from stock_transfer_line line
      join stock_transfer transfer on transfer.site = ${site} and transfer.id = line.transfer_id
      left join product on product.site = ${site} and product.id = line.product_id
      left join stock on stock.site = ${site} and stock.product_id = line.product_id and stock.variant_id = line.variant_id
      where line.site = ${site} and line.transfer_id = ${transferId} order by line.position`),
  ])
  return row && { ...row, lines }
}

/** Gives the next number; locations are held, so nobody gives it twice. */
export async function insertTransfer({ db, site }: Context, given: Omit<StoredTransfer, 'number'>): Promise<void> {
  await db.query(sql`
    insert into stock_transfer (site, id, number, status, from_location, to_location, reference, note, expected_at, actor_kind, actor_id,
      revision, created_at, updated_at)
    select ${site}::uuid, ${given.id}::uuid, coalesce(max(number), 0) + 1, ${given.status}, ${given.fromLocationId}::uuid, ${given.toLocationId}::uuid,
      ${given.reference}, ${given.note}, ${given.expectedAt}::timestamptz, ${given.actorKind}, ${given.actorId}, ${given.revision}::bigint,
      ${given.createdAt}::timestamptz, ${given.updatedAt}::timestamptz
    from stock_transfer where site = ${site}`)
}

export async function saveTransfer({ db, site, now }: Context, given: StoredTransfer): Promise<void> {
  await db.query(sql`
    update stock_transfer set status = ${given.status}, from_location = ${given.fromLocationId}, to_location = ${given.toLocationId},
      reference = ${given.reference}, note = ${given.note}, expected_at = ${given.expectedAt}, sent_at = ${given.sentAt},
      closed_at = ${given.closedAt}, revision = revision + 1, updated_at = ${now}
    where site = ${site} and id = ${given.id}`)
}

/** All lines of a draft. */
export async function writeLines(db: Db, site: string, transferId: string, lines: readonly Units[]): Promise<void> {
  await db.query(sql`delete from stock_transfer_line where site = ${site} and transfer_id = ${transferId}`)
  const rows = lines.map((line, position) => ({ ...line, position }))
  await db.query(sql`
    insert into stock_transfer_line (site, transfer_id, product_id, variant_id, position, quantity, received, missing)
    select ${site}, ${transferId}, "productId", "variantId", position, quantity, 0, 0
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given ("productId" uuid, "variantId" uuid, position integer, quantity bigint)`)
}

/** What of its lines has arrived and is missing. */
export async function saveLines(db: Db, site: string, transferId: string, lines: readonly StoredLine[]): Promise<void> {
  await db.query(sql`
    update stock_transfer_line line set received = given.received, missing = given.missing
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as given ("productId" uuid, "variantId" uuid, received bigint, missing bigint)
    where line.site = ${site} and line.transfer_id = ${transferId} and line.product_id = given."productId" and line.variant_id = given."variantId"`)
}
