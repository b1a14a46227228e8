import type { CursorQuery } from '@vitrine/contract'
import { type Db, plannedEachTime, type Sql, sql, textOf } from '../../kernel/db/sql.ts'
import { Prepared } from '../../kernel/http/wire.ts'
import type { Fields } from '../../kernel/query/filter.ts'
import { Unreadable } from '../../kernel/query/filter.ts'
import { type Page, readKeyset } from '../../kernel/query/keyset.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import type { CachedOrders, Found } from './cached-orders.ts'
import { isNarrow, mentions, orderFields, orderId, usualSort } from './fields.ts'
import { showOrder } from './show.ts'
import { findOrders } from './store.ts'

const fieldsOf = new Map<number, Fields>()

export type FoundOrder = Found & { readonly keys: readonly string[] }

/**
 * A page of orders, by id and revision; of one buyer's own where a name is given. What still waits for its first payment is found only by its
 * status. What the shop has found before is found again as long as no order of its was written meanwhile.
 */
export async function searchOrders(
  db: Db,
  site: string,
  buyer: string | undefined,
  query: CursorQuery,
  places: number,
  saved?: Pick<CachedOrders, 'finding' | 'keepFinding'>,
): Promise<Page<FoundOrder> | Refusal<'INVALID_ARGUMENT'>> {
  let fields = fieldsOf.get(places)
  if (!fields) fieldsOf.set(places, (fields = orderFields(places)))
  try {
    const { filter, condition, keys, where, tail, page } = readKeyset(query, { fields, id: orderId, usual: usualSort, root: 'search' })
    const whose =
      buyer === undefined ? sql`` : sql`and (orders.owner = ${buyer} or (orders.guests <> '{}' and orders.guests @> ${[buyer]}::text[]))`
    const visible = mentions(filter, 'status') ? sql`` : sql`and orders.status <> 'INITIALIZED'`
    const finding = (among: Sql) => sql`
      select json_agg(json_build_array(id, revision, keys))::text as found, pg_current_snapshot()::text as seen
      from (select id, revision, ${keys} from orders where orders.site = ${site} ${whose} ${visible} ${among} and ${where} ${tail}) page`
    const statement = finding(sql``)
    const question = buyer === undefined && !admitsWaiting(filter) ? `${textOf(statement)} ${JSON.stringify(statement.values)}` : undefined
    const before = question === undefined ? undefined : saved?.finding(question)
    if (before && !(await wasWrittenSince(db, site, before.seen))) return page(before.rows)
    // All orders, or those with certain words, in the order of one index, or the few that have an id: the best plan hangs on no value.
    const plain = buyer === undefined && (condition.values.length === 0 || isNarrow(filter))
    const few = mentions(filter, 'words') ? await findFew(db, sql`orders.site = ${site} ${whose} ${visible} and ${condition}`) : undefined
    const asked = few ? finding(sql`and orders.id = any(${few.ids}::uuid[])`) : statement
    const [row] = await db.query<{ found: string | null; seen: string }>(plain ? asked : plannedEachTime(asked))
    const rows = readFound(row!.found)
    if (question !== undefined) saved?.keepFinding(question, { rows, seen: few?.seen ?? row!.seen })
    return page(rows)
  } catch (error) {
    if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
    throw error
  }
}

const mostFew = 500

/**
 * Those that a text finds, where they are few. How many a word has the database does not know before it looks: it would rather go through all
 * orders in their order until it has found a page, and through all of them for a word that hardly any has.
 */
async function findFew(db: Db, condition: Sql): Promise<{ readonly ids: readonly string[]; readonly seen: string } | undefined> {
  const [row] = await db.query<{ ids: string[]; seen: string }>(
    plannedEachTime(sql`
      select coalesce(array_agg(id), '{}') as ids, pg_current_snapshot()::text as seen
      from (select id from orders where ${condition} limit ${mostFew + 1}) found`),
  )
  return row!.ids.length > mostFew ? undefined : row
}

/** Whether an order of the shop was written by a transaction that this snapshot of the database had not seen the end of. */
async function wasWrittenSince(db: Db, site: string, seen: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from orders
    where site = ${site} and status <> 'INITIALIZED' and changed >= pg_snapshot_xmin(${seen}::pg_snapshot)
      and not pg_visible_in_snapshot(changed, ${seen}::pg_snapshot)
    order by changed desc limit 1`)
  return rows.length > 0
}

/** Whether a filter may find orders that still wait for their first payment: of those nothing tells that they were written. */
function admitsWaiting(filter: Readonly<Record<string, unknown>>): boolean {
  const { status, ...others } = filter
  return (typeof status === 'string' ? status === 'INITIALIZED' : status !== undefined) || mentions(others, 'status')
}

/** The whole page in one text: reading fifty rows one by one costs more than finding them. */
const readFound = (text: string | null): FoundOrder[] =>
  text === null ? [] : (JSON.parse(text) as [string, number, string[]][]).map(([id, revision, keys]) => ({ id, revision, keys }))

const [opening, comma] = ['{"orders":[', ','].map((text) => Buffer.from(text)) as [Buffer, Buffer]

/** The answer with a page of orders: those that were read lately are there already, the others come out of the database. */
export async function pageAnswer(db: Db, site: string, saved: CachedOrders, { rows, metadata }: Page<FoundOrder>): Promise<Prepared> {
  const ending = `],"metadata":${JSON.stringify(metadata)}}`
  const state = `${site} ${rows.map(({ id, revision }) => `${id} ${revision}`).join()} ${ending}`
  const before = saved.page(state)
  if (before) return new Prepared(before)
  const wires = new Map(rows.map((found) => [found.id, saved.take(site, found)]))
  const missing = rows.filter(({ id }) => !wires.get(id))
  let asFound = true
  if (missing.length > 0) {
    const ids = missing.map(({ id }) => id)
    const orders = await findOrders(db, site, ids)
    for (const { activities, ...order } of orders) wires.set(order.id, saved.put(site, order, showOrder(order, activities)))
    const now = new Map(orders.map(({ id, revision }) => [id, revision]))
    asFound = missing.every(({ id, revision }) => now.get(id) === revision)
  }
  const parts: Buffer[] = [opening]
  for (const { id } of rows) {
    const wire = wires.get(id)
    if (!wire) continue
    if (parts.length > 1) parts.push(comma)
    parts.push(wire)
  }
  const answer = Buffer.concat([...parts, Buffer.from(ending)])
  // An order that was changed between the two looks is there as it is now, and the page is not that of the state that was found.
  if (asFound) saved.keepPage(state, answer)
  return new Prepared(answer)
}

/** Whether a filter may speak of amounts, which are in major units there: only then it matters how many decimals the currency has. */
export const mayMentionAmounts = ({ filter, cursorPaging }: CursorQuery): boolean =>
  Boolean(cursorPaging?.cursor) || (filter !== undefined && JSON.stringify(filter).includes('.amount'))
