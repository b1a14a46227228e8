import { gunzipSync } from 'node:zlib'
import type { Database } from '@vitrine/platform/kernel/db/pool'
import { join, raw, type Sql, sql } from '@vitrine/platform/kernel/db/sql'
import { type Answer, type Connection, openConnection, type RequestParts } from './connection.ts'
import { merchantKey } from './merchant-key.ts'
import type { Work } from './rounds.ts'
import { asFetch, purchase } from './scenarios.ts'
import { analyse, type Thing } from './shop.ts'

export interface OrderScenario {
  readonly name: string
  readonly atMost?: number
  /** How often it is done before it is measured: until every list was seen. */
  readonly warmUpWorks?: number
  readonly begin: (connection: Connection, nth: number) => Work
}

/** Lists of 20, as the merchant's pages show them: what stands first, what is looked for, and what is sorted by something else. */
export const orderScenarios: readonly OrderScenario[] = [
  { name: 'orders, the first page', atMost: 6, begin: (connection) => searching(connection, 0, [{}]) },
  {
    name: 'orders, unpressed',
    atMost: 6,
    begin: (connection) => searching(connection, 0, [{}], {}),
  },
  {
    name: 'orders, filtered',
    atMost: 6,
    warmUpWorks: 2000,
    begin: (connection, nth) =>
      searching(
        connection,
        nth,
        range(16).flatMap((i) => [
          { filter: { fulfillmentStatus: 'NOT_FULFILLED', paymentStatus: i % 2 ? 'NOT_PAID' : 'PAID' } },
          { filter: { fulfillmentStatus: { $ne: 'FULFILLED' }, archived: false } },
          { filter: { number: String(100_100 + i) } },
          { filter: { 'buyerInfo.email': `ada${100 + i}@example.com` } },
          { filter: { 'billingInfo.contactDetails.lastName': `Lovelace ${i}` } },
          { filter: { 'tags.tags.tagIds': { $hasSome: [`tag-${i}`] } } },
          { filter: { createdDate: { $gte: hoursAgo(i + 2), $lt: hoursAgo(i + 1) } } },
          { filter: { 'billingInfo.contactDetails.lastName': { $contains: `lace ${i}` } } },
          { filter: { archived: false, 'shippingInfo.title': { $ne: 'Express' } } },
          { filter: { words: `sku${1000 + i}` } },
          { filter: { words: `jjd0000${1000 + i}` } },
          { filter: { words: `lovelace ada${100 + i}` } },
          { filter: { words: 'love' } },
        ]),
      ),
  },
  {
    name: 'orders, sorted',
    atMost: 6,
    begin: (connection, nth) =>
      searching(
        connection,
        nth,
        [
          ['priceSummary.total.amount', 'DESC'],
          ['priceSummary.total.amount', 'ASC'],
          ['updatedDate', 'DESC'],
          ['createdDate', 'ASC'],
          ['number', 'ASC'],
          ['billingInfo.contactDetails.lastName', 'ASC'],
          ['buyerInfo.email', 'ASC'],
          ['paymentStatus', 'ASC'],
          ['fulfillmentStatus', 'DESC'],
          ['status', 'ASC'],
          ['shippingInfo.title', 'ASC'],
          ['taxInfo.totalTax.amount', 'DESC'],
        ].map(([fieldName, order]) => ({ sort: [{ fieldName, order }] })),
      ),
  },
  { name: 'orders, page after page', begin: turning },
]

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()

const asking = (search: object, headers: Readonly<Record<string, string>>): RequestParts => ({
  method: 'POST',
  path: '/ecom/v1/orders/search',
  headers: { ...headers, authorization: merchantKey },
  body: { search },
})

/** Asks for these lists in turn. An answer without an order is none: the first of each is unpacked and looked at, the others only weighed. */
function searching(
  connection: Connection,
  nth: number,
  searches: readonly object[],
  headers: Readonly<Record<string, string>> = asFetch,
): Work {
  const requests = searches.map((search) => connection.ready(asking({ ...search, cursorPaging: { limit: 20 } }, headers)))
  const seen = new Set<number>()
  let turn = nth * 7
  return async () => {
    const asked = turn++ % requests.length
    const answer = await requests[asked]!()
    if (!seen.has(asked) && pageOf(answer).orders.length === 0) throw new Error(`nothing is found by ${JSON.stringify(searches[asked])}`)
    if (answer.status !== 200 || answer.body.length < 500) throw new Error(`${answer.status} with ${answer.body.length} bytes`)
    seen.add(asked)
  }
}

interface OrdersPage {
  readonly orders: readonly object[]
  readonly metadata: { readonly cursors: { readonly next?: string } }
}

function pageOf({ status, body }: Answer): OrdersPage {
  const text = (body[0] === 0x1f ? gunzipSync(body) : body).toString()
  const page = status === 200 ? (JSON.parse(text) as OrdersPage) : undefined
  if (!page) throw new Error(`${status} ${text.slice(0, 300)}`)
  return page
}

/** Turns orders over, everybody from another day on: in a large shop hardly a page was looked at before. */
function turning(connection: Connection, nth: number): Work {
  let from = nth * 100
  let cursor: string | undefined
  return async () => {
    const begun = { filter: { createdDate: { $lt: hoursAgo(from) } }, cursorPaging: { limit: 20 } }
    const { orders, metadata } = pageOf(await connection.ready(asking(cursor ? { cursorPaging: { limit: 20, cursor } } : begun, asFetch))())
    if (orders.length === 0) from /= 2
    cursor = metadata.cursors.next
  }
}

const bought = 24
const portion = 5000

/** Fills a shop with so many orders: some are bought, the others are like them, a minute apart, each of a buyer and with a total of its own. */
export async function addOrders(
  database: Database,
  url: string,
  port: number,
  things: readonly Thing[],
  orders: number,
  say: (line: string) => void,
): Promise<void> {
  const [there] = await database.query<{ count: number }>(sql`select count(*) as count from orders`)
  if (there!.count >= orders) return
  const startedAt = performance.now()
  const connection = await openConnection(port)
  for (const thing of things.slice(0, bought)) await purchase(connection, thing, `http://localhost:${port}`)
  connection.close()
  const copies = orders - bought
  for (let from = 1; from <= copies; from += portion) await addCopies(database, from, Math.min(copies, from + portion - 1))
  await analyse(url)
  say(`  ${orders} orders written in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
}

async function addCopies(database: Database, from: number, to: number): Promise<void> {
  await database.query(sql`
    insert into orders (${await columnsOf(database, {})})
    select ${await columnsOf(database, {
      id: sql`copy.id`,
      number: sql`100000 + n`,
      checkout_id: sql`null::uuid`,
      email: sql`'ada' || n || '@example.com'`,
      email_key: sql`'ada' || n || '@example.com'`,
      words: sql`template.words || array_to_tsvector(array['ada' || n, 'lovelace', 'sku' || n % 5000, 'jjd' || lpad(n::text, 9, '0')])`,
      last_name: sql`'Lovelace ' || n % 1000`,
      last_name_key: sql`'lovelace ' || n % 1000`,
      payment_status: sql`case when n % 50 = 0 then 'NOT_PAID' else 'PAID' end`,
      fulfillment_status: sql`case when n % 20 = 0 then 'NOT_FULFILLED' else 'FULFILLED' end`,
      total: sql`template.total + n % 9973`,
      tags: sql`array['tag-' || n % 1000]`,
      stockItems: sql`'[]'::jsonb`,
      created_at: sql`copy.at`,
      updated_at: sql`copy.at`,
      purchased_at: sql`copy.at`,
    })}
    from generate_series(${from}::int, ${to}::int) as n
    cross join lateral (select ${uuidAt(sql`now() - n * interval '1 minute'`)} as id, now() - n * interval '1 minute' as at) as copy
    join (select *, row_number() over (order by id) as nth from orders where number < 100000) as template on template.nth = 1 + n % ${bought}::int`)
  await database.query(sql`
    insert into order_activity (site, id, order_id, document)
    select site, ${uuidAt(sql`created_at`)}, id, jsonb_build_object('id', id, 'type', type, 'activityType', type, 'createdDate',
      to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from orders cross join unnest(array['ORDER_PLACED', 'ORDER_PAID']) as type where number between ${100_000 + from} and ${100_000 + to}`)
}

/** An id as the platform makes them, of a moment. */
const uuidAt = (at: Sql): Sql => sql`(
  lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15)
)::uuid`

/** The columns of an order, some of them with other values. */
async function columnsOf(database: Database, others: Readonly<Record<string, Sql>>): Promise<Sql> {
  const columns = await database.query<{ name: string }>(sql`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = 'orders' and is_generated = 'NEVER' order by ordinal_position`)
  const from = Object.keys(others).length > 0 ? 'template.' : ''
  return join(
    columns.map(({ name }) => others[name] ?? raw(from + name)),
    ', ',
  )
}
