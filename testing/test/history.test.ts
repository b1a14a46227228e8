import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import {
  abandonedCheckouts,
  dashboard,
  draftAdmin,
  draftOrders,
  memberWishlists,
  orderBilling,
  orderReturns,
  reviewManagement,
  waitingList,
} from '@vitrine/client/back-office'
import { createClient as createWith } from '@vitrine/client/modular'
import { type DraftOverview, FulfillmentStatus, Order, type OrderTransactions, PaymentStatus } from '@vitrine/contract'
import { demoOwnerId, demoSite, seedDemo } from '@vitrine/demo'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { findSeed } from '@vitrine/platform/kernel/sites/directory'
import { registerApiKey } from '@vitrine/platform/people/identity/store'
import { insertPerson } from '@vitrine/platform/people/staff/store'
import { minor, parseDecimal, sum } from '@vitrine/pricing'
import { newBuyer } from '../src/buyer.ts'
import { testDatabase } from '../src/database.ts'
import { startTestPlatform, type TestPlatform, testApiKey, testClock } from '../src/platform.ts'

/** A Tuesday afternoon before Christmas. */
const now = '2026-12-08T15:20:00.000Z'

let home: Awaited<ReturnType<typeof testDatabase>>
let shop: TestPlatform
let orders: Order[]

const merchant = () =>
  createWith({
    baseUrl: shop.url,
    auth: apiKey(testApiKey),
    modules: { dashboard, draftAdmin, draftOrders, orderBilling, abandonedCheckouts, memberWishlists, reviewManagement, waitingList },
  })
const pricing = () => createClient({ baseUrl: shop.url, auth: apiKey(testApiKey) })

before(async () => {
  home = await testDatabase()
  shop = await startTestPlatform({ databaseUrl: home.url, clock: testClock(now) })
  await seedDemo({
    database: shop.platform.database,
    originals: shop.platform.originals,
    now: shop.clock.now(),
    history: { origin: shop.url },
  })
  await registerApiKey(shop.platform.database, demoSite, 'Tests', testApiKey, shop.clock.now())
  orders = await allOrders()
})
after(async () => {
  await shop?.[Symbol.asyncDispose]()
  await home?.[Symbol.asyncDispose]()
})

test('the shop says later that it was filled as the demo shop', async () => {
  assert.equal(await findSeed(shop.platform.database), 'demo')
})

async function allOrders(): Promise<Order[]> {
  const all: Order[] = []
  let cursor: string | undefined
  do {
    const { orders: page, metadata } = await pricing().orders.searchOrders({
      search: cursor
        ? { cursorPaging: { limit: 100, cursor } }
        : { cursorPaging: { limit: 100 }, sort: [{ fieldName: 'number', order: 'ASC' }] },
    })
    all.push(...page)
    cursor = metadata.hasNext ? metadata.cursors.next : undefined
  } while (cursor)
  return all
}

const amount = (price: { readonly amount: string } | undefined) => parseDecimal(price?.amount ?? '0', 'EUR')
const sumOf = (prices: readonly ({ readonly amount: string } | undefined)[]) => sum(prices.map(amount))
const orderWhere = (is: (order: Order) => boolean): Order & { readonly id: string } => {
  const found = orders.findLast(is)
  assert.ok(found?.id)
  return { ...found, id: found.id }
}

test('the demo shop has a year and a half behind it, with a season: more in December than in July, more this year than last', () => {
  const within = (from: string, to: string) => orders.filter(({ createdDate }) => createdDate! >= from && createdDate! < to).length
  assert.ok(orders.length > 2000, String(orders.length))
  assert.ok(orders[0]!.createdDate! < '2025-06-15')
  assert.ok(orders.at(-1)!.createdDate! > '2026-12-08')
  assert.ok(within('2025-12-01', '2026-01-01') > 2 * within('2025-07-01', '2025-08-01'))
  assert.ok(within('2026-06-08', '2026-12-08') > 1.2 * within('2025-06-08', '2025-12-08'))
})

test('orders stand in every state that the days bring, numbered in their turn', () => {
  const payment = new Set(orders.map(({ paymentStatus }) => paymentStatus))
  const fulfilment = new Set(orders.map(({ fulfillmentStatus }) => fulfillmentStatus))
  for (const status of ['PAID', 'NOT_PAID', 'PENDING', 'DECLINED', 'PARTIALLY_REFUNDED', 'FULLY_REFUNDED'] as const)
    assert.ok(payment.has(PaymentStatus.parse(status)), status)
  for (const status of ['NOT_FULFILLED', 'PARTIALLY_FULFILLED', 'FULFILLED'] as const)
    assert.ok(fulfilment.has(FulfillmentStatus.parse(status)), status)
  assert.deepEqual(new Set(orders.map(({ status }) => status)), new Set(['APPROVED', 'CANCELED']))
  assert.deepEqual(
    orders.map(({ number }) => Number(number)),
    orders.map((_, i) => 10_001 + i),
  )
})

test('each of them is an order as the contract has it, and its sums come out', () => {
  for (const order of orders) {
    Order.parse(order)
    const { priceSummary: sums, lineItems, balanceSummary: balance } = order
    assert.equal(
      amount(sums?.total),
      amount(sums?.subtotal) +
        amount(sums?.shipping) +
        amount(sums?.totalAdditionalFees) -
        amount(sums?.discount) +
        (order.taxIncludedInPrices ? 0 : amount(sums?.tax)),
      order.number,
    )
    assert.equal(
      lineItems.reduce((sum, { price, quantity }) => sum + amount(price) * quantity, 0),
      amount(sums?.subtotal),
      order.number,
    )
    assert.equal(amount(balance?.balance), amount(sums?.total) - amount(balance?.paid), order.number)
    const happened = order.activities.map(({ createdDate }) => createdDate!)
    assert.deepEqual(happened, [...happened].sort(), order.number)
    assert.ok(
      happened.every((at) => at <= now),
      order.number,
    )
  }
})

test('their payments and shipments say the same as they do', async () => {
  const some = orders.filter((_, i) => i % 7 === 0 || i > orders.length - 120)
  for (let from = 0; from < some.length; from += 100) {
    const portion = some.slice(from, from + 100)
    const ids = portion.map(({ id }) => id!)
    const { orderTransactions } = await pricing().orderTransactions.listTransactionsForMultipleOrders({ orderIds: ids })
    const { ordersWithFulfillments } = await pricing().orderFulfillments.listFulfillmentsForMultipleOrders({ orderIds: ids })
    for (const order of portion) {
      const { payments, refunds } = orderTransactions.find(({ orderId }) => orderId === order.id) as OrderTransactions
      const came = payments.filter(({ status }) => ['APPROVED', 'REFUNDED', 'PARTIALLY_REFUNDED'].includes(status))
      assert.equal(sumOf(came.map((one) => one.amount)), amount(order.balanceSummary?.paid), order.number)
      assert.equal(sumOf(refunds.map(({ summary }) => summary?.refunded)), amount(order.balanceSummary?.refunded), order.number)
      const shipments = ordersWithFulfillments.find(({ orderId }) => orderId === order.id)?.fulfillments ?? []
      const sent = shipments.flatMap(({ lineItems }) => lineItems).reduce((all, { quantity = 0 }) => all + quantity, 0)
      const units = order.lineItems.reduce((all, { quantity }) => all + quantity, 0)
      if (order.fulfillmentStatus === 'FULFILLED') assert.equal(sent, units, order.number)
      else assert.ok(sent < units, order.number)
    }
  }
})

test('the admin is alive: sales against the period before, duties, checkouts that were left and won back', async () => {
  const {
    now: sold,
    before: earlier,
    top,
  } = await merchant().dashboard.getSales({
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-12-01T00:00:00.000Z',
    before: '2026-10-01T00:00:00.000Z',
    parts: 30,
  })
  const november = orders.filter(
    ({ createdDate, status }) => createdDate! >= '2026-11-01' && createdDate! < '2026-12-01' && status === 'APPROVED',
  )
  assert.equal(sold.orders, november.length)
  assert.equal(amount({ amount: sold.sales }), sumOf(november.map(({ priceSummary }) => priceSummary?.total)))
  assert.ok(sold.checkouts > sold.bought && earlier.orders > 0 && top.length > 3)
  const { duties } = await merchant().dashboard.getDuties({})
  assert.ok(duties.toFulfill > 3 && duties.late > 0 && duties.held > 0, JSON.stringify(duties))
})

async function allDrafts(): Promise<DraftOverview[]> {
  const all: DraftOverview[] = []
  let cursor: string | undefined
  do {
    const { drafts, pagingMetadata } = await merchant().draftAdmin.searchDrafts({
      search: { cursorPaging: { limit: 50, ...(cursor && { cursor }) } },
    })
    all.push(...drafts)
    cursor = pagingMetadata.hasNext ? pagingMetadata.cursors.next : undefined
  } while (cursor)
  return all
}

test('drafts lie on the admin: of those who called these days, and of each order by telephone the one that it was', async () => {
  const { database } = shop.platform
  const mira = { id: demoOwnerId, email: 'mira@morrow.example', name: 'Mira Lindqvist', role: 'OWNER', passwordHash: '' } as const
  await insertPerson(database, demoSite, mira, shop.clock.now())
  const [stockItems] = await database.query<{ moved: number }>(
    sql`select count(*)::int as moved from stock_movement where order_id in (select id from draft_order)`,
  )
  assert.equal(stockItems?.moved, 0)

  const drafts = await allDrafts()
  const byPhone = orders.filter(({ channelInfo }) => channelInfo?.type === 'BACKOFFICE_MERCHANT')
  assert.deepEqual(
    drafts.map(({ number }) => number),
    drafts.map((_, i) => byPhone.length + 6 - i),
    'the newest first, numbered in their turn',
  )
  assert.deepEqual(new Set(drafts.map(({ createdBy }) => createdBy.name)), new Set(['Mira Lindqvist']))

  const open = drafts.filter(({ status }) => status === 'DRAFT')
  assert.deepEqual(
    open.map(({ name, units, note, couponCode, heldUntil }) => [name !== '', units, note !== undefined, couponCode, heldUntil]),
    [
      [true, 5, false, undefined, undefined],
      [false, 2, true, undefined, undefined],
      [true, 1, false, undefined, undefined],
      [true, 3, false, 'SLOWSUNDAY', undefined],
      [true, 20, false, undefined, undefined],
      [true, 16, true, undefined, undefined],
    ],
  )
  assert.equal(open[0]!.createdDate.slice(0, 10), '2026-12-08', 'one was begun today')
  for (const { id, number, total, images } of open) {
    const { calculatedDraftOrder: calculated, stockItems: there } = await merchant().draftAdmin.getDraft({ id })
    const { draftOrder, calculationErrors } = calculated
    assert.deepEqual([draftOrder.priceSummary?.total, calculationErrors], [total, undefined], `D-${number}`)
    assert.ok(amount(total) > 0 && images.length > 0, `D-${number}`)
    for (const { lineItem } of draftOrder.lineItems) {
      const available = there.find(({ lineItemId }) => lineItemId === lineItem.id)?.available
      assert.ok(available !== undefined && available >= lineItem.quantity, `D-${number}, ${lineItem.productName?.original}`)
    }
  }
  const took = await Promise.all(
    open.map(async ({ id }) => {
      const { draftOrder } = (await merchant().draftAdmin.getDraft({ id })).calculatedDraftOrder
      return [draftOrder.discounts.some(({ applied }) => applied), draftOrder.shippingInfo !== undefined]
    }),
  )
  assert.deepEqual(took, [
    [false, false],
    [false, false],
    [false, true],
    [true, false],
    [true, true],
    [true, true],
  ])

  const placed = drafts.filter(({ status }) => status === 'COMMITTED')
  assert.deepEqual(new Set(placed.map((draft) => draft.order?.number)), new Set(byPhone.map(({ number }) => number)))
  for (const { number, total, order, email, placed: how } of placed) {
    const became = byPhone.find(({ id }) => id === order?.id)
    assert.ok(how === 'LINK' || how === 'LATER', `D-${number}`)
    assert.deepEqual([total.amount, email], [became?.priceSummary?.total?.amount, became?.buyerInfo?.email], `D-${number}`)
  }
})

test('nobody is written to about what is past', async () => {
  await shop.platform.everyMinute()
  await shop.platform.jobs.settle()
  assert.deepEqual((await pricing().inbox.listMessages()).messages, [])
})

test('people wait for what is sold out, watch prices, left, and bought after an email; the member who can be signed in as waits, too', async () => {
  const { waitingList: list } = merchant()
  const { items, totals } = await list.listItems({ limit: 100 })
  assert.deepEqual(
    items.map(({ name, choices, waiting, available }) => [name, choices, waiting, available]),
    [
      ['Morning Mug', 'Clay, Large, 360 ml', 22, 0],
      ['Slow Bowl', 'Clay', 19, 0],
      ['Round Teapot', 'Oat', 12, 0],
      ['Morning Blend', '1 kg, Espresso', 4, 0],
      ['Dome Pendant', 'Sage', 3, 0],
      ['Incense Holder', 'Chalk', 2, 0],
    ],
  )
  assert.equal(totals.left, 22)
  assert.ok(items.some(({ weeks }) => weeks.filter((count) => count > 0).length > 3))
  const { outcomes } = await list.readOutcomes({})
  assert.ok(
    outcomes.told > 90 && outcomes.bought > 5 && outcomes.bought < outcomes.told && Number(outcomes.sales) > 300,
    JSON.stringify(outcomes),
  )
  assert.ok((await list.listWatchedItems({})).totals.people > 15)
  const [own] = await shop.platform.database.query<{ alerts: number; lists: number; reviews: number }>(sql`
    select (select count(*)::int from back_in_stock_request request where request.member_id = credential.member_id) as alerts,
      (select count(*)::int from wishlist where wishlist.member_id = credential.member_id) as lists,
      (select count(*)::int from review where review.member_id = credential.member_id) as reviews
    from member_credential credential`)
  assert.ok(own!.alerts > 1 && own!.lists === 3 && own!.reviews > 0, JSON.stringify(own))
  await shop.platform.everyMinute()
  assert.deepEqual((await list.listItems({ limit: 100 })).totals.people, totals.people, 'nobody is told of what is not there')
})

test('members have wish lists, and have said what they think of what they bought, with pictures and replies', async () => {
  const { products, totals } = await merchant().memberWishlists.listProductsOnWishlists({ limit: 100 })
  assert.ok(totals.people === 26 && totals.wishlists > 28 && products.length > 12, JSON.stringify(totals))
  assert.ok(products[0]!.people > 5 && products.some(({ bought }) => bought > 0) && products.some(({ moved }) => moved > 0))
  const [said] = await shop.platform.database.query<{ reviews: number; pictures: number; replies: number; unproved: number }>(sql`
    select count(*)::int as reviews, count(*) filter (where media_count > 0)::int as pictures, count(*) filter (where reply is not null)::int as replies,
      count(*) filter (where not exists (select from orders where orders.id = review.order_id and orders.member_id = review.member_id
        and orders.item_ids @> array[review.entity_id]))::int as unproved
    from review where site = ${demoSite} and member_id is not null`)
  assert.ok(said!.reviews > 20 && said!.pictures > 8 && said!.replies > 4, JSON.stringify(said))
  assert.equal(said!.unproved, 0)
})

test('work goes on with them: a held payment is captured, a shipment sent, a refund made, an order cancelled', async () => {
  const { orders: dashboard, orderTransactions, orderFulfillments } = pricing()
  const held = orderWhere(({ paymentStatus, status }) => paymentStatus === 'PENDING' && status === 'APPROVED')
  const [payment] = (await orderTransactions.listTransactionsForSingleOrder({ orderId: held.id })).orderTransactions.payments
  await merchant().orderBilling.captureAuthorizedPayments({ orderId: held.id, payments: [{ paymentId: payment!.id! }] })
  assert.equal((await dashboard.getOrder({ id: held.id })).order.paymentStatus, 'PAID')

  const waiting = orderWhere(({ fulfillmentStatus, paymentStatus }) => fulfillmentStatus === 'NOT_FULFILLED' && paymentStatus === 'PAID')
  await orderFulfillments.createFulfillment({
    orderId: waiting.id,
    fulfillment: { lineItems: waiting.lineItems.map(({ id, quantity }) => ({ id, quantity })) },
  })
  assert.equal((await dashboard.getOrder({ id: waiting.id })).order.fulfillmentStatus, 'FULFILLED')

  const done = orderWhere(
    ({ paymentStatus, fulfillmentStatus, balanceSummary }) =>
      paymentStatus === 'PAID' && fulfillmentStatus === 'FULFILLED' && !balanceSummary?.chargeback,
  )
  const { orderTransactions: paid } = await orderTransactions.listTransactionsForSingleOrder({ orderId: done.id })
  const byCard = paid.payments[0]!
  await merchant().orderBilling.refundPayments({
    orderId: done.id,
    paymentRefunds: [{ paymentId: byCard.id!, amount: { amount: '1.00' } }],
    sideEffects: { notifications: { sendCustomerEmail: false } },
  })
  const after = (await dashboard.getOrder({ id: done.id })).order
  assert.equal(after.paymentStatus, 'PARTIALLY_REFUNDED')
  assert.equal(amount(after.balanceSummary?.refunded), minor(100))

  const unpaid = orderWhere(({ paymentStatus, status }) => paymentStatus === 'NOT_PAID' && status === 'APPROVED')
  await dashboard.cancelOrder({ id: unpaid.id, sendOrderCanceledEmail: false, restockAllItems: true })
  assert.equal((await dashboard.getOrder({ id: unpaid.id })).order.status, 'CANCELED')
})

test('the next order has the next number', async () => {
  const [{ id: clientId } = { id: '' }] = await shop.platform.database.query<{ id: string }>(
    sql`select id from oauth_app where name = 'Headless'`,
  )
  const buyer = newBuyer({ url: shop.url, clientId })
  const { products } = await buyer.products.queryProducts({ query: { filter: { slug: 'tea-towel' } } })
  const { checkout } = await buyer.checkout.createCheckout({
    channelType: 'WEB',
    lineItems: [
      {
        quantity: 1,
        catalogReference: {
          appId: '215238eb-22a5-4c36-9e7b-e7c08025e04e',
          catalogItemId: products[0]!.id,
          options: { variantId: products[0]!.variants.find(({ stock }) => stock?.inStock)!.id },
        },
      },
    ],
    checkoutInfo: { buyerInfo: { email: 'next@example.com' }, shippingInfo: { shippingDestination: { address: { country: 'DE' } } } },
  })
  await buyer.checkout.updateCheckout({
    checkout: { id: checkout.id!, shippingInfo: { selectedCarrierServiceOption: { code: 'standard' } } },
  })
  const { orderId } = await buyer.checkout.createOrder({ id: checkout.id! })
  const [next] = await shop.platform.database.query<{ number: number }>(sql`select number from orders where id = ${orderId}`)
  assert.equal(Number(next?.number), 10_001 + orders.length)
  assert.deepEqual(shop.faults, [])
})

test('those who bought most have accounts with their orders, and one can be signed in as', async () => {
  const { database } = shop.platform
  const [found] = await database.query<{ members: number; waiting: number; orders: number; withPassword: number }>(sql`
    select (select count(*)::int from member) as members, (select count(*)::int from member where status = 'PENDING') as waiting,
      (select count(*)::int from orders join member on member.id = orders.member_id and orders.owner = 'member:' || member.id) as orders,
      (select count(*)::int from member_credential) as "withPassword"`)
  assert.deepEqual([found!.members, found!.waiting, found!.withPassword], [32, 3, 1])
  assert.ok(found!.orders > 60, `${found!.orders} orders are theirs`)
})

test('a draft of the past is found by whom it is for, and work goes on with it', async () => {
  const [draft] = (await allDrafts()).filter(({ couponCode, status }) => couponCode && status === 'DRAFT')
  assert.ok(draft)
  const found = async (expression: string) =>
    (await merchant().draftAdmin.searchDrafts({ search: { search: { expression } } })).drafts.map(({ id }) => id)
  for (const words of [draft.name, draft.email ?? '', `D-${draft.number}`]) assert.ok((await found(words)).includes(draft.id), words)
  const { order } = await merchant().draftAdmin.placeDraft({ id: draft.id, payment: 'LATER', expectedTotal: draft.total.amount })
  const { order: became } = await pricing().orders.getOrder({ id: order.id })
  assert.equal(became.priceSummary?.total?.amount, draft.total.amount)
  await pricing().orders.cancelOrder({ id: order.id, sendOrderCanceledEmail: false, restockAllItems: true })
  const last = Math.max(...(await allDrafts()).map(({ number }) => number ?? 0))
  const { calculatedDraftOrder } = await merchant().draftOrders.createEmptyDraftOrder({})
  const id = calculatedDraftOrder.draftOrder.id!
  assert.equal((await merchant().draftAdmin.updateDraft({ id, note: 'By telephone.' })).draft.number, last + 1)
})

test('returns stand in each state, those that were refunded are what their orders’ refunds were for', async () => {
  const office = createWith({ baseUrl: shop.url, auth: apiKey(testApiKey), modules: { orderReturns } })
  const { returns } = await office.orderReturns.searchReturns({ limit: 50 })
  assert.deepEqual([...new Set(returns.map(({ status }) => status))].sort(), [
    'APPROVED',
    'CANCELED',
    'CHECKED',
    'RECEIVED',
    'REFUNDED',
    'REFUSED',
    'REQUESTED',
  ])
  for (const { status, refund, history, lines } of returns) {
    assert.equal(history.at(-1)?.status, status)
    assert.ok(history.every(({ date }) => date < shop.clock.now().toISOString()))
    assert.ok(lines.every(({ amount }) => Number(amount.amount) > 0))
    if (status === 'REFUNDED') assert.equal(refund?.status, 'SUCCEEDED')
  }
})
