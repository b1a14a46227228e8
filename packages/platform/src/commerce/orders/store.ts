import type { OrderActivity } from '@vitrine/contract'
import type { Between } from '../../kernel/clock/between.ts'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { mostListed } from '../../kernel/db/rows.ts'
import { type Db, join, lastly, lastlyTelling, raw, type Sql, sql } from '../../kernel/db/sql.ts'
import { fold } from '../../kernel/query/fold.ts'
import { columnsOf } from './found-by.ts'
import { type StoredOrder } from './stored-order.ts'

const columns = sql`id, number, checkout_id as "checkoutId", checkout_revision as "checkoutRevision", owner, guests, email, status,
  payment_status as "paymentStatus", fulfillment_status as "fulfillmentStatus", currency, total, holds_stock as "holdsStock", stock_items as "stockItems", revision, tracking_numbers as "trackingNumbers",
  document, created_at as "createdAt", updated_at as "updatedAt"`

export async function findOrder(db: Db, site: string, id: string): Promise<StoredOrder | undefined> {
  const [row] = await db.query<StoredOrder>(sql`select ${columns} from orders where site = ${site} and id = ${id}`)
  return row
}

/** Orders without what happened to them, as far as they are there. */
export async function findStoredOrders(db: Db, site: string, ids: readonly string[]): Promise<readonly StoredOrder[]> {
  return db.query<StoredOrder>(sql`select ${columns} from orders where site = ${site} and id = any(${ids}::uuid[])`)
}

/** Orders with things of other apps that were written since their services were last told what they hold. */
export async function findElsewhereDue(db: Db, site: string): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(
    sql`select id from orders where site = ${site} and elsewhere_due order by id limit ${mostListed}`,
  )
  return rows.map(({ id }) => id)
}

/** The order was compared with what their services were told; while it is locked. */
export async function noteElsewhere(db: Db, site: string, id: string): Promise<void> {
  await db.query(sql`update orders set elsewhere_due = false where site = ${site} and id = ${id}`)
}

/** The units that an order holds while it waits for its payment. */
export async function findHeldStock(db: Db, site: string, id: string): Promise<StoredOrder['stockItems']> {
  const [row] = await db.query<Pick<StoredOrder, 'stockItems'>>(sql`
    select stock_items as "stockItems" from orders where site = ${site} and id = ${id} and status = 'INITIALIZED' and holds_stock`)
  return row?.stockItems ?? []
}

/** Whose these orders are, as far as they are there. */
export async function findOwners(db: Db, site: string, ids: readonly string[]): Promise<Pick<StoredOrder, 'id' | 'owner' | 'guests'>[]> {
  return db.query(sql`select id, owner, guests from orders where site = ${site} and id = any(${ids}::uuid[])`)
}

export interface ToldOrder extends StoredOrder {
  readonly activities: readonly OrderActivity[]
}

/** Orders with what happened to them, both as they were at one moment. */
export async function findOrders(db: Db, site: string, ids: readonly string[]): Promise<readonly ToldOrder[]> {
  return db.query<ToldOrder>(sql`
    select ${columns}, coalesce(told.activities, '[]') as activities
    from orders left join (
      select order_id, json_agg(order_activity.document order by order_activity.id) as activities from order_activity
      where order_activity.site = ${site} and order_id = any(${ids}::uuid[]) group by order_id
    ) told on told.order_id = orders.id
    where site = ${site} and id = any(${ids}::uuid[])`)
}

/** Reads an order to change it: nobody else does until the transaction ends. */
export async function lockOrder(db: Db, site: string, id: string): Promise<StoredOrder | undefined> {
  const [row] = await db.query<StoredOrder>(sql`select ${columns} from orders where site = ${site} and id = ${id} for update`)
  return row
}

function insertion(site: string, order: Omit<StoredOrder, 'number'>, firstNumber: number): Sql {
  const o = order
  const found = columnsOf(order)
  return sql`
    insert into orders (site, id, number, checkout_id, checkout_revision, owner, guests, email, status, payment_status, fulfillment_status,
      currency, total, holds_stock, stock_items, revision, document, created_at, updated_at, changed, ${namesOf(found)})
    values (${site}, ${o.id}, next_order_number(${site}, ${firstNumber}), ${o.checkoutId}, ${o.checkoutRevision}, ${o.owner}, ${o.guests}, ${o.email}, ${o.status}, ${o.paymentStatus},
      ${o.fulfillmentStatus}, ${o.currency}, ${o.total}, ${o.holdsStock},
      ${JSON.stringify(o.stockItems)}::jsonb, ${o.revision}, ${JSON.stringify(o.document)}::jsonb, ${o.createdAt}, ${o.updatedAt}, pg_current_xact_id(), ${valuesOf(found)})`
}

/** Writes a new order down under the shop's next number, which is the answer. Late, because everybody who orders waits for the numbers. */
export async function insertOrder(db: Db, site: string, order: Omit<StoredOrder, 'number'>, firstNumber: number): Promise<number> {
  const [row] = await db.query<{ number: number }>(sql`${insertion(site, order, firstNumber)} returning number`)
  return row!.number
}

/** As `insertOrder`, at the end of the write; `hear` is called with the number once the order is inserted. */
export function insertOrderLastly(
  db: Db,
  site: string,
  order: Omit<StoredOrder, 'number'>,
  firstNumber: number,
  hear: (number: number) => void,
): void {
  lastlyTelling(db, insertion(site, order, firstNumber), 'number', (number) => hear(number as number))
}

function update(site: string, order: StoredOrder): Sql {
  const o = order
  const found = columnsOf(order)
  return sql`
    update orders
    set checkout_revision = ${o.checkoutRevision}, guests = ${o.guests}, email = ${o.email}, status = ${o.status}, payment_status = ${o.paymentStatus},
      fulfillment_status = ${o.fulfillmentStatus}, currency = ${o.currency}, total = ${o.total}, holds_stock = ${o.holdsStock}, stock_items = ${JSON.stringify(o.stockItems)}::jsonb, revision = ${o.revision},
      document = ${JSON.stringify(o.document)}::jsonb, updated_at = ${o.updatedAt},
      changed = pg_current_xact_id(), (${namesOf(found)}) = row (${valuesOf(found)})
    where site = ${site} and id = ${o.id} and revision = ${o.revision - 1}`
}

export async function saveOrder(db: Db, site: string, order: StoredOrder): Promise<void> {
  await meet(db, update(site, order), order)
}

/** Writes what is locked, so that it has to be there as it was read. */
async function meet(db: Db, change: Sql, { id }: StoredOrder): Promise<void> {
  const rows = await db.query(sql`${change} returning id`)
  if (rows.length === 0) throw new Error(`order ${id} was changed while it was locked`)
}

/** As `saveOrder`, where nothing reads or changes the order before its transaction ends. */
export async function saveOrderLastly(db: Db, site: string, order: StoredOrder): Promise<void> {
  await lastly(db, update(site, order), 1)
}

type Columns = Readonly<Record<string, unknown>>

const namesOf = (found: Columns): Sql =>
  join(
    Object.keys(found).map((name) => raw(name)),
    ', ',
  )
const valuesOf = (found: Columns): Sql =>
  join(
    Object.values(found).map((value) => sql`${value}`),
    ', ',
  )

/** Whether somebody with this email address has ordered since then, and the order stands. */
export async function hasBoughtSince(db: Db, site: string, email: string, since: Date): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from orders
    where site = ${site} and status <> 'INITIALIZED' and email_key = ${fold(email)} and status in ('APPROVED', 'PENDING') and created_at > ${since} limit 1`)
  return rows.length > 0
}

const pageSize = 200

/** Orders that nobody has paid for since then, the oldest first: all of them, page after page. */
export async function* findUnpaid(db: Db, site: string, before: Date): AsyncGenerator<string> {
  for (let after = { id: '00000000-0000-0000-0000-000000000000', createdAt: new Date(0) }; ; ) {
    const rows: (typeof after)[] = await db.query<typeof after>(sql`
      select id, created_at as "createdAt" from orders
      where site = ${site} and status = 'INITIALIZED' and created_at < ${before} and (created_at, id) > (${after.createdAt}, ${after.id})
      order by created_at, id limit ${pageSize}`)
    for (const { id } of rows) yield id
    if (rows.length < pageSize) return
    after = rows.at(-1)!
  }
}

export type NewActivity = Omit<OrderActivity, 'id' | 'createdDate'>

interface ActivityRow {
  readonly id: string
  readonly document: OrderActivity
}

const rowsOf = (activities: readonly NewActivity[], now: Date): ActivityRow[] =>
  activities.map((activity) => {
    const id = newId()
    return { id, document: { ...activity, id, createdDate: now.toISOString() } }
  })

const addition = (site: string, orderId: string, rows: readonly ActivityRow[]): Sql =>
  rows.length > mostListed
    ? sql`
        insert into order_activity (site, id, order_id, document)
        select ${site}, id, ${orderId}, document from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, document jsonb)`
    : sql`
        insert into order_activity (site, id, order_id, document)
        values ${join(
          rows.map(({ id, document }) => sql`(${site}, ${id}, ${orderId}, ${JSON.stringify(document)}::jsonb)`),
          ', ',
        )}`

/** What happened, where nothing reads it before the transaction ends. */
export async function addActivities(db: Db, site: string, orderId: string, now: Date, activities: readonly NewActivity[]): Promise<void> {
  if (activities.length > 0) await lastly(db, addition(site, orderId, rowsOf(activities, now)))
}

/** What happened and who of the staff did it, to be read at once; the answer has its ids. */
export async function addActivitiesNow(
  { db, site, now, author }: Context,
  orderId: string,
  activities: readonly NewActivity[],
): Promise<readonly string[]> {
  if (activities.length === 0) return []
  const authorEmail = await author?.(db)
  const rows = rowsOf(authorEmail ? activities.map((activity) => ({ authorEmail, ...activity })) : activities, now)
  await db.query(addition(site, orderId, rows))
  return rows.map(({ id }) => id)
}

export async function findActivity(db: Db, site: string, orderId: string, id: string): Promise<OrderActivity | undefined> {
  const [row] = await db.query<{ document: OrderActivity }>(
    sql`select document from order_activity where site = ${site} and order_id = ${orderId} and id = ${id}`,
  )
  return row?.document
}

export async function saveActivity(
  db: Db,
  site: string,
  orderId: string,
  activity: OrderActivity & { readonly id: string },
): Promise<void> {
  await db.query(sql`
    update order_activity set document = ${JSON.stringify(activity)}::jsonb
    where site = ${site} and order_id = ${orderId} and id = ${activity.id}`)
}

export async function deleteActivity(db: Db, site: string, orderId: string, id: string): Promise<void> {
  await db.query(sql`delete from order_activity where site = ${site} and order_id = ${orderId} and id = ${id}`)
}

/** What happened, once under this id: told again it stays as it was. */
export async function addActivityOnce(db: Db, site: string, orderId: string, id: string, now: Date, activity: NewActivity): Promise<void> {
  const document = { ...activity, id, createdDate: now.toISOString() }
  await db.query(sql`
    insert into order_activity (site, id, order_id, document) values (${site}, ${id}, ${orderId}, ${JSON.stringify(document)}::jsonb)
    on conflict (site, id) do nothing`)
}

export async function findActivities(db: Db, site: string, orderId: string): Promise<readonly OrderActivity[]> {
  const rows = await db.query<{ document: OrderActivity }>(
    sql`select document from order_activity where site = ${site} and order_id = ${orderId} order by id`,
  )
  return rows.map(({ document }) => document)
}

/** An order that was placed, by the number that its buyer knows. */
export async function findPlacedByNumber(db: Db, site: string, number: number): Promise<Pick<StoredOrder, 'id' | 'email'> | undefined> {
  const [row] = await db.query<Pick<StoredOrder, 'id' | 'email'>>(
    sql`select id, email from orders where site = ${site} and number = ${number} and status <> 'INITIALIZED'`,
  )
  return row
}

/** The numbers of orders, by their ids. */
export async function findNumbers(db: Db, site: string, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<{ id: string; number: number }>(
    sql`select id, number from orders where site = ${site} and id = any(${ids}::uuid[])`,
  )
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** Orders for which nobody has paid, and that are given up between two moments. */
export async function givenUpBetween(db: Db, site: string, { after, until, limit }: Between, unpaidMinutes: number) {
  const [from, to] = [after, until].map((at) => new Date(at.getTime() - unpaidMinutes * 60_000))
  const rows = await db.query<{ orderId: string; createdAt: Date; amount: number; currency: string }>(sql`
    select id as "orderId", created_at as "createdAt", total as amount, currency from orders
    where site = ${site} and status = 'INITIALIZED' and created_at > ${from} and created_at <= ${to} order by created_at limit ${limit}`)
  return rows.map(({ createdAt, ...order }) => ({
    ...order,
    type: 'ORDER_GIVEN_UP' as const,
    at: new Date(createdAt.getTime() + unpaidMinutes * 60_000),
  }))
}
