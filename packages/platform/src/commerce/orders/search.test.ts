import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CursorQuery } from '@vitrine/contract'
import { type ConnectedDatabase, connectedDatabase, connectTo, openSite } from '@vitrine/testing/connected'
import pg from 'pg'
import { newId } from '../../kernel/db/id.ts'
import { type Db, Sql, sql, textOf } from '../../kernel/db/sql.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { cachedOrders } from './cached-orders.ts'
import { countOrders } from './count.ts'
import { orderFields } from './fields.ts'
import { countWaiting } from './sales.ts'
import { searchOrders } from './search.ts'
import { findOrders, saveOrder } from './store.ts'
import { type StoredOrder } from './stored-order.ts'
import { addOrders, exampleOrder, now } from './test/example.ts'

let db: ConnectedDatabase
let site: string
const orders = Array.from({ length: 60 }, (_, n) => exampleOrder(n))
const visible = orders.filter(({ status }) => status !== 'INITIALIZED')

before(async () => {
  db = await connectedDatabase()
  site = await openSite(db)
  await addOrders(db, site, orders)
  await addOrders(db, await openSite(db), [exampleOrder(0)])
})
after(() => db?.close())

async function search(query: CursorQuery, buyer?: string) {
  const found = await searchOrders(db, site, buyer, query, 2)
  assert.ok(!(found instanceof Refusal), JSON.stringify(found))
  const orders = new Map(
    (
      await findOrders(
        db,
        site,
        found.rows.map(({ id }) => id),
      )
    ).map((order) => [order.id, order]),
  )
  return { ...found, rows: found.rows.map(({ id }) => orders.get(id)!) }
}
const numbersOf = (those: readonly Pick<StoredOrder, 'number'>[]) => those.map(({ number }) => number)
const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)
const found = async (filter: CursorQuery['filter']) => sorted(numbersOf((await search({ filter, cursorPaging: { limit: 100 } })).rows))
const expected = (matches: (order: StoredOrder) => boolean, among = visible) => sorted(numbersOf(among.filter(matches)))

test('without anything said: the newest first, those that wait for their first payment left out', async () => {
  const { rows, metadata } = await search({})
  assert.deepEqual(numbersOf(rows), numbersOf(visible).slice(0, 50))
  assert.equal(metadata.count, 50)
  assert.equal(metadata.hasNext, true)
})

test('INITIALIZED orders are found by their status, however deep it is asked for', async () => {
  assert.deepEqual(
    await found({ status: 'INITIALIZED' }),
    expected(({ status }) => status === 'INITIALIZED', orders),
  )
  assert.deepEqual(
    await found({ $or: [{ $not: { status: { $nin: ['INITIALIZED'] } } }, { number: '10001' }] }),
    expected(({ status, number }) => status === 'INITIALIZED' || number === 10_001, orders),
  )
})

const isGift = (o: StoredOrder) => o.document.tags?.tags?.tagIds.includes('gift') === true
const cases: readonly [name: string, filter: NonNullable<CursorQuery['filter']>, matches: (order: StoredOrder) => boolean][] = [
  ['paymentStatus $eq', { paymentStatus: 'NOT_PAID' }, (o) => o.paymentStatus === 'NOT_PAID'],
  ['paymentStatus $in', { paymentStatus: { $in: ['NOT_PAID', 'PARTIALLY_REFUNDED'] } }, (o) => o.paymentStatus !== 'PAID'],
  ['fulfillmentStatus $ne', { fulfillmentStatus: { $ne: 'FULFILLED' } }, (o) => o.fulfillmentStatus !== 'FULFILLED'],
  ['status $nin', { status: { $nin: ['CANCELED', 'INITIALIZED'] } }, (o) => o.status === 'APPROVED'],
  ['channelInfo.type', { 'channelInfo.type': 'POS' }, (o) => o.document.channelInfo?.type === 'POS'],
  ['shippingInfo.title', { 'shippingInfo.title': { $in: ['Express'] } }, (o) => o.document.shippingInfo?.title === 'Express'],
  [
    'shippingInfo.region.name',
    { 'shippingInfo.region.name': { $ne: 'Germany' } },
    (o) => o.document.shippingInfo?.region?.name !== 'Germany',
  ],
  ['number as text', { number: '10007' }, (o) => o.number === 10_007],
  ['number between', { number: { $gte: 10_010, $lt: '10020' } }, (o) => o.number >= 10_010 && o.number < 10_020],
  ['number $startsWith', { number: { $startsWith: '1004' } }, (o) => String(o.number).startsWith('1004')],
  ['createdDate', { createdDate: { $gt: '2026-11-20T09:00:00.000Z' } }, (o) => o.createdAt > new Date('2026-11-20T09:00:00.000Z')],
  ['updatedDate', { updatedDate: { $lte: '2026-11-20T09:00:00.000Z' } }, (o) => o.updatedAt <= new Date('2026-11-20T09:00:00.000Z')],
  ['purchasedDate', { purchasedDate: { $gte: now.toISOString() } }, (o) => new Date(o.document.purchasedDate!) >= now],
  ['priceSummary.total.amount', { 'priceSummary.total.amount': { $gte: '30.00', $lt: 45.5 } }, (o) => o.total >= 3000 && o.total < 4550],
  ['taxInfo.totalTax.amount', { 'taxInfo.totalTax.amount': { $lt: '5' } }, (o) => Math.round(o.total * 0.19) < 500],
  ['taxInfo.totalExempt.amount', { 'taxInfo.totalExempt.amount': { $gt: 0 } }, () => false],
  ['balanceSummary.authorized.amount', { 'balanceSummary.authorized.amount': { $eq: '0' } }, () => true],
  ['buyerInfo.email', { 'buyerInfo.email': 'buyer3@example.com' }, (o) => o.email === 'buyer3@example.com'],
  ['buyerInfo.email $startsWith, any case', { 'buyerInfo.email': { $startsWith: 'BUYER1' } }, (o) => o.email === 'buyer1@example.com'],
  [
    'buyerInfo.memberId',
    { 'buyerInfo.memberId': '0199d0e5-7c1e-7b33-8f5e-000000000002' },
    (o) => o.document.buyerInfo?.memberId?.endsWith('2') === true,
  ],
  [
    'buyerInfo.memberId $ne finds those without one',
    { 'buyerInfo.memberId': { $ne: '0199d0e5-7c1e-7b33-8f5e-000000000002' } },
    (o) => !o.document.buyerInfo?.memberId?.endsWith('2'),
  ],
  [
    'billingInfo.contactDetails.firstName without accents',
    { 'billingInfo.contactDetails.firstName': { $startsWith: 'emi' } },
    (o) => o.document.billingInfo?.contactDetails?.firstName === 'Émile',
  ],
  [
    'billingInfo.contactDetails.firstName $exists',
    { 'billingInfo.contactDetails.firstName': { $exists: false } },
    (o) => o.document.billingInfo?.contactDetails?.firstName === undefined,
  ],
  [
    'billingInfo.contactDetails.lastName',
    { 'billingInfo.contactDetails.lastName': { $eq: 'Zola' } },
    (o) => o.document.billingInfo?.contactDetails?.lastName === 'Zola',
  ],
  ['archived', { archived: true }, (o) => o.document.archived === true],
  ['seenByAHuman $ne', { seenByAHuman: { $ne: true } }, (o) => o.document.seenByAHuman !== true],
  ['imported', { imported: true }, () => false],
  ['demo', { demo: false }, () => true],
  [
    'catalogItemId $hasSome',
    { 'lineItems.catalogReference.catalogItemId': { $hasSome: ['item-1', 'item-5'] } },
    (o) => /[15]$/.test(o.document.lineItems[0]!.catalogReference!.catalogItemId),
  ],
  [
    'productName $hasAll',
    { 'lineItems.productName.original': { $hasAll: ['Moon Vase'] } },
    (o) => o.document.lineItems[0]!.productName?.original === 'Moon Vase',
  ],
  ['subscriptionInfo.id $ne', { 'lineItems.subscriptionInfo.id': { $ne: 'x' } }, () => true],
  [
    'fulfillmentStatusesAggregate.statuses',
    { 'fulfillmentStatusesAggregate.statuses': { $hasSome: ['NOT_FULFILLED'] } },
    (o) => o.fulfillmentStatus === 'NOT_FULFILLED',
  ],
  ['tags', { 'tags.tags.tagIds': { $hasAll: ['gift', 'rush'] } }, (o) => o.document.tags?.tags?.tagIds.length === 2],
  [
    'private tags',
    { 'tags.privateTags.tagIds': { $hasSome: ['vip'] } },
    (o) => o.document.tags?.privateTags?.tagIds.includes('vip') === true,
  ],
  [
    'fulfillmentStatusesAggregate.statuses $hasAll of two finds none: there is one',
    { 'fulfillmentStatusesAggregate.statuses': { $hasAll: ['NOT_FULFILLED', 'FULFILLED'] } },
    () => false,
  ],
  ['tags $hasAll of none finds all', { 'tags.tags.tagIds': { $hasAll: [] } }, () => true],
  [
    'externalOrderId',
    { 'channelInfo.externalOrderId': 'pos-11' },
    (o) => (o.document.channelInfo as { externalOrderId?: string } | undefined)?.externalOrderId === 'pos-11',
  ],
  ['externalOrderId, where there is none', { 'channelInfo.externalOrderId': '' }, (o) => o.document.channelInfo?.type !== 'POS'],
  ['archived $ne', { archived: { $ne: true } }, (o) => o.document.archived !== true],
  ['paymentStatus $nin', { paymentStatus: { $nin: ['PAID', 'NOT_PAID'] } }, (o) => o.paymentStatus === 'PARTIALLY_REFUNDED'],
  ['deliveryTimeSlot.from $exists', { 'shippingInfo.logistics.deliveryTimeSlot.from': { $exists: true } }, () => false],
  ['checkoutId null', { checkoutId: null }, (o) => o.checkoutId === null],
  ['words: a SKU', { words: 'MV-107/XL' }, (o) => o.number === 10_008],
  ['words: a SKU, its parts written in one', { words: 'mv107x' }, (o) => o.number === 10_008],
  [
    'words: a name of goods, in its other number',
    { words: 'moon vases' },
    (o) => o.document.lineItems[0]!.productName?.original === 'Moon Vase',
  ],
  ['words: a tracking number, spaced otherwise', { words: 'JJD00 014007' }, (o) => o.number === 10_008],
  ['words: the beginning of a tracking number', { words: 'jjd 0001' }, (o) => o.fulfillmentStatus === 'FULFILLED'],
  [
    'words: of the buyer and the goods together, without accents',
    { words: 'emile morn' },
    (o) =>
      o.document.billingInfo?.contactDetails?.firstName === 'Émile' && o.document.lineItems[0]!.productName?.original === 'Morning Mug',
  ],
  ['words: an email', { words: 'buyer3@example.com' }, (o) => o.email === 'buyer3@example.com'],
  ['words: a tag, beside another filter', { words: 'gift', paymentStatus: 'PAID' }, (o) => isGift(o) && o.paymentStatus === 'PAID'],
  ['words: none of a tag', { $not: { words: 'gift' } }, (o) => !isGift(o)],
  ['words: no letters, no condition', { words: ' /- ' }, () => true],
  [
    'several fields, and, or, not',
    { paymentStatus: 'PAID', $or: [{ archived: true }, { $not: { fulfillmentStatus: 'FULFILLED' } }] },
    (o) => o.paymentStatus === 'PAID' && (o.document.archived === true || o.fulfillmentStatus !== 'FULFILLED'),
  ],
]
for (const [name, filter, matches] of cases) test(`filter: ${name}`, async () => assert.deepEqual(await found(filter), expected(matches)))

test('every field of the capabilities can be filtered, and those of both kinds sorted, from end to end and back without gap or double', async () => {
  const fields = orderFields(2)
  for (const fieldName of Object.keys(fields).filter((name) => fields[name]!.sort)) {
    for (const order of ['ASC', 'DESC'] as const) {
      const sort = [{ fieldName, order }]
      const pages: number[][] = []
      let page = await search({ sort, cursorPaging: { limit: 17 } })
      pages.push(numbersOf(page.rows))
      while (page.metadata.cursors.next) {
        page = await search({ cursorPaging: { limit: 17, cursor: page.metadata.cursors.next } })
        pages.push(numbersOf(page.rows))
      }
      assert.equal(page.metadata.hasNext, false)
      assert.deepEqual(
        sorted(pages.flat()),
        expected(() => true),
        `${fieldName} ${order}`,
      )
      const back: number[][] = [pages.at(-1)!]
      while (page.metadata.cursors.prev) {
        page = await search({ cursorPaging: { limit: 17, cursor: page.metadata.cursors.prev } })
        assert.equal(page.metadata.hasNext, true)
        back.unshift(numbersOf(page.rows))
      }
      assert.deepEqual(back, pages, `${fieldName} ${order} backwards`)
    }
  }
})

test('four sorts that go different ways, paged', async () => {
  const sort = [
    { fieldName: 'paymentStatus', order: 'DESC' as const },
    { fieldName: 'billingInfo.contactDetails.lastName', order: 'ASC' as const },
    { fieldName: 'priceSummary.total.amount', order: 'DESC' as const },
    { fieldName: 'number', order: 'ASC' as const },
  ]
  const order = (a: StoredOrder, b: StoredOrder): number => {
    const last = (o: StoredOrder) => o.document.billingInfo!.contactDetails!.lastName!
    return -compare(a.paymentStatus, b.paymentStatus) || compare(last(a), last(b)) || b.total - a.total || a.number - b.number
  }
  const all: number[] = []
  let cursor: string | undefined
  do {
    const page = await search(cursor ? { cursorPaging: { limit: 7, cursor } } : { sort, cursorPaging: { limit: 7 } })
    all.push(...numbersOf(page.rows))
    cursor = page.metadata.cursors.next
  } while (cursor)
  assert.deepEqual(all, numbersOf([...visible].sort(order)))
})
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

test('a page stays where it is when orders come in before it', async () => {
  const first = await search({ cursorPaging: { limit: 5 } })
  const another = exampleOrder(900, { createdAt: new Date(now.getTime() + 1000), status: 'APPROVED' })
  await addOrders(db, site, [another])
  const second = await search({ cursorPaging: { limit: 5, cursor: first.metadata.cursors.next! } })
  assert.deepEqual(numbersOf(second.rows), numbersOf(visible).slice(5, 10))
  await db.query(sql`delete from orders where site = ${site} and id = ${another.id}`)
})

test('400 for what cannot be read, with its place: fields, operators, sorts, cursors that are none', async () => {
  const refusedAt = async (query: CursorQuery) => {
    const refused = await searchOrders(db, site, undefined, query, 2)
    assert.ok(refused instanceof Refusal)
    return refused.data.fieldViolations[0]!.field
  }
  const cursorOf = (place: unknown) => ({ cursorPaging: { cursor: Buffer.from(JSON.stringify(place)).toString('base64url') } })
  assert.equal(await refusedAt({ filter: { secret: 1 } }), 'search.filter.secret')
  assert.equal(await refusedAt({ filter: { status: { $gt: 'A' } } }), 'search.filter.status.$gt')
  assert.equal(await refusedAt({ filter: { archived: 'yes' } }), 'search.filter.archived')
  assert.equal(await refusedAt({ sort: [{ fieldName: 'archived' }] }), 'search.sort[0].fieldName')
  for (const cursor of ['x', 'bm90aGluZw', '{}']) assert.equal(await refusedAt({ cursorPaging: { cursor } }), 'search.cursorPaging.cursor')
  const created = { filter: {}, sort: [{ fieldName: 'createdDate', order: 'DESC' }] }
  for (const beside of [[], ['1'], ['1; drop', newId()], ['1', 'x'], [1, newId()], undefined, ['9'.repeat(40), newId()]])
    assert.equal(await refusedAt(cursorOf({ ...created, beside })), 'search.cursorPaging.cursor')
  assert.equal(await refusedAt(cursorOf({ filter: { owner: 'x' }, sort: [], beside: ['1', newId()] })), 'search.filter.owner')
})

test('what was found is found again as long as nothing was written, whoever writes', async () => {
  const shop = await openSite(db)
  const [first, second] = [exampleOrder(1), exampleOrder(2)]
  await addOrders(db, shop, [first, second])
  const saved = cachedOrders(1_000_000)
  await using elsewhere = connectTo(db.url)
  const query: CursorQuery = { filter: { paymentStatus: { $ne: 'FULLY_REFUNDED' } }, sort: [{ fieldName: 'shippingInfo.title' }] }
  const asked: string[] = []
  const watching: Db = {
    query(statement) {
      asked.push(textOf(statement))
      return db.query(statement)
    },
  }
  const look = async (those = query) => {
    asked.length = 0
    const found = await searchOrders(watching, shop, undefined, those, 2, saved)
    assert.ok(!(found instanceof Refusal))
    return found.rows.map(({ id, revision }) => `${id} ${revision}`)
  }
  const searched = () => asked.filter((text) => text.includes('json_agg')).length
  const save = (to: Db, order: StoredOrder) => saveOrder(to, shop, order)
  const before = await look()
  assert.equal(before.length, 2)
  assert.deepEqual(await look(), before)
  assert.deepEqual([searched(), asked.length], [0, 1])

  const waiting = exampleOrder(3, { status: 'INITIALIZED' })
  await addOrders(elsewhere, shop, [waiting])
  await addOrders(elsewhere, await openSite(db), [exampleOrder(4)])
  assert.deepEqual(await look(), before)
  assert.equal(searched(), 0, 'neither an order that waits for its payment nor one of another shop matters')
  await look({ ...query, filter: { status: { $ne: 'REJECTED' } } })
  assert.equal((await look({ ...query, filter: { status: { $ne: 'REJECTED' } } })).length, 3)
  assert.equal(searched(), 1, 'but where those that wait are asked for, too')

  await elsewhere.transact((tx) => save(tx, { ...waiting, status: 'APPROVED', revision: 2 }))
  assert.equal((await look()).length, 3)
  assert.equal(searched(), 1)
  await look()
  assert.equal(searched(), 0)

  let during: readonly string[] = []
  await elsewhere.transact(async (tx) => {
    await save(tx, { ...first, paymentStatus: 'FULLY_REFUNDED', revision: 2 })
    await db.transact((other) => save(other, { ...second, revision: 2 }))
    during = await look()
  })
  assert.equal(during.length, 3, 'a write that is not kept yet is not seen')
  assert.equal((await look()).length, 2, 'and is seen when it is, though others ended before it')
  assert.equal(searched(), 1)
})

test('a buyer finds their own alone, also through another’s cursor', async () => {
  const mine = visible[20]!
  assert.deepEqual(numbersOf((await search({}, mine.owner)).rows), [mine.number])
  const { metadata } = await search({ cursorPaging: { limit: 5 } })
  assert.deepEqual(numbersOf((await search({ cursorPaging: { cursor: metadata.cursors.next! } }, mine.owner)).rows), [mine.number])
})

test('whoever was let in by the checkout’s link finds the order too', async () => {
  const guest = `visitor:${newId()}`
  const shared = exampleOrder(40, { guests: [guest], status: 'APPROVED' })
  await addOrders(db, site, [shared])
  assert.deepEqual(
    (await search({}, guest)).rows.map(({ id }) => id),
    [shared.id],
  )
  await db.query(sql`delete from orders where site = ${site} and id = ${shared.id}`)
})

/** Copies the shop's only order 30,000 times, by a client that waits for as long as that takes on a machine that is busy. */
async function fillWithOrders(shop: string): Promise<void> {
  const client = new pg.Client({ connectionString: db.url })
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(
      `insert into orders (site, id, number, owner, email, email_key, last_name, last_name_key, status, payment_status, fulfillment_status, currency, total, revision,
        document, holds_stock, stock_items, created_at, updated_at, purchased_at, item_ids, tags)
      select site, gen_random_uuid(), 20000 + n, 'visitor:' || n, 'b' || n || '@example.com', 'b' || n || '@example.com', 'name' || n % 5000, 'name' || n % 5000, 'APPROVED',
        case when n % 400 = 0 then 'PENDING' else 'PAID' end, case when n % 300 = 0 then 'NOT_FULFILLED' else 'FULFILLED' end, 'EUR', n, 1, document, true, '[]',
        created_at - n * interval '1 minute', updated_at - n * interval '1 minute', purchased_at - n * interval '1 minute', array['item-' || n % 900],
        case when n % 500 = 0 then array['gift'] else '{}' end
      from orders, generate_series(1, 30000) as n where site = $1 and number = 10001`,
      [shop],
    )
    await client.query('vacuum analyze orders')
  } finally {
    await client.end()
  }
}

test('among 30,000 orders no usual page is found by reading them all', async () => {
  const crowd = await openSite(db)
  await addOrders(db, crowd, [exampleOrder(0)])
  await fillWithOrders(crowd)
  const statements: Sql[] = []
  const watching = {
    query<Row>(statement: Sql): Promise<Row[]> {
      statements.push(statement)
      return db.query<Row>(statement)
    },
  }
  const usual: CursorQuery[] = [
    {},
    { sort: [{ fieldName: 'createdDate', order: 'ASC' }] },
    { sort: [{ fieldName: 'purchasedDate', order: 'DESC' }] },
    { sort: [{ fieldName: 'updatedDate', order: 'DESC' }] },
    { sort: [{ fieldName: 'priceSummary.total.amount', order: 'DESC' }] },
    { sort: [{ fieldName: 'number', order: 'DESC' }] },
    { sort: [{ fieldName: 'billingInfo.contactDetails.lastName', order: 'ASC' }] },
    { filter: { number: '25000' } },
    { filter: { 'buyerInfo.email': 'b777@example.com' } },
    { filter: { 'buyerInfo.email': { $startsWith: 'b777' } } },
    { filter: { paymentStatus: 'PENDING' } },
    { filter: { fulfillmentStatus: 'NOT_FULFILLED' } },
    { filter: { 'lineItems.catalogReference.catalogItemId': { $hasSome: ['item-7'] } } },
    { filter: { 'tags.tags.tagIds': { $hasSome: ['gift'] } } },
    { filter: { createdDate: { $gte: '2026-11-20T00:00:00.000Z' } } },
    { sort: [{ fieldName: 'paymentStatus', order: 'ASC' }] },
    { sort: [{ fieldName: 'fulfillmentStatus', order: 'DESC' }] },
    { sort: [{ fieldName: 'taxInfo.totalExempt.amount', order: 'DESC' }] },
    { sort: [{ fieldName: 'number', order: 'ASC' }] },
    { filter: { 'fulfillmentStatusesAggregate.statuses': { $hasSome: ['NOT_FULFILLED'] } } },
    { filter: { 'tags.privateTags.tagIds': { $hasSome: ['nobody'] } } },
    { filter: { status: 'CANCELED' } },
    { filter: { status: { $in: ['CANCELED', 'REJECTED'] } } },
    { filter: { 'channelInfo.type': 'EBAY' } },
    { filter: { archived: true } },
    { filter: { seenByAHuman: { $ne: true } } },
    { filter: { 'buyerInfo.memberId': newId() } },
    { filter: { 'buyerInfo.contactId': newId() } },
    { filter: { 'channelInfo.externalOrderId': 'none' } },
    { filter: { 'lineItems.subscriptionInfo.id': 'none' } },
    { filter: { paymentStatus: 'PENDING', createdDate: { $lt: '2026-11-20T00:00:00.000Z' } } },
  ]
  for (const query of usual) {
    statements.length = 0
    const page = await searchOrders(watching, crowd, undefined, query, 2)
    assert.ok(!(page instanceof Refusal))
    if (page.metadata.cursors.next)
      await searchOrders(watching, crowd, undefined, { cursorPaging: { cursor: page.metadata.cursors.next } }, 2)
    for (const statement of statements) {
      const most = await mostRead(statement)
      assert.ok(most <= 1500, `${JSON.stringify(query)} read ${most} rows: ${textOf(statement)}`)
    }
  }
})

test('what leaves today is found and counted among 30,000 orders, most of which wait, without reading those of other days', async () => {
  const crowd = await openSite(db)
  await addOrders(db, crowd, [exampleOrder(0)])
  await fillWithOrders(crowd)
  const client = new pg.Client({ connectionString: db.url })
  await client.connect()
  // A third of them leaves within a month, each tenth of these without a day of its own.
  await client.query(
    `update orders set fulfillment_status = case when number % 2 = 0 then 'NOT_FULFILLED' else 'PARTIALLY_FULFILLED' end,
      ship_by = case when number % 10 = 3 then null else $2::timestamptz + number % 400 * interval '2 hours' end,
      slot_from = $2::timestamptz + number % 400 * interval '2 hours'
    where site = $1 and number % 3 = 0`,
    [crowd, now],
  )
  await client.query('vacuum analyze orders')
  await client.end()
  const tomorrow = new Date(now.getTime() + 12 * 3_600_000)
  const due = {
    status: 'APPROVED',
    fulfillmentStatus: { $in: ['NOT_FULFILLED', 'PARTIALLY_FULFILLED'] },
    'shippingInfo.logistics.shipByDate': { $lt: tomorrow.toISOString() },
  }
  const statements: Sql[] = []
  const watching = {
    query<Row>(statement: Sql): Promise<Row[]> {
      statements.push(statement)
      return db.query<Row>(statement)
    },
  }
  const sort = [{ fieldName: 'shippingInfo.logistics.shipByDate', order: 'ASC' as const }]
  const page = await searchOrders(watching, crowd, undefined, { filter: due, sort, cursorPaging: { limit: 100 } }, 2)
  assert.ok(!(page instanceof Refusal))
  const counts = await countOrders(watching, crowd, [due], 2, 10_000)
  const waiting = await countWaiting(watching, crowd, { now, tomorrow }, 10_000)
  assert.deepEqual(counts, [150])
  assert.equal(waiting.dueToday, 150)
  const at = page.rows.map(({ keys }) => keys[0]!)
  assert.deepEqual(at, [...at].sort())
  for (const statement of statements.slice(0, 2)) {
    const most = await mostRead(statement)
    assert.ok(most <= 400, `read ${most} rows: ${textOf(statement)}`)
  }
})

/** The most rows that a statement reads in one step. */
async function mostRead(statement: Sql): Promise<number> {
  const explain = new Sql([`explain (analyze, format json) ${statement.strings[0]}`, ...statement.strings.slice(1)], statement.values, true)
  const [row] = await db.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain)
  return rowsRead(row!['QUERY PLAN'][0].Plan)
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}
const rowsRead = (plan: Plan): number =>
  Math.max(plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0), ...(plan.Plans ?? []).map(rowsRead))
