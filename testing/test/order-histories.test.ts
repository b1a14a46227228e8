// Laws and races of the merchant's side: whatever is done with orders, at once and in whatever order, no unit and no cent is made or lost.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import type { Order } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import fc from 'fast-check'
import { type Buyer, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { testSections } from '../src/shop.ts'

let shop: TestPlatform
let stockItem: readonly TestProduct[]
let app: ReturnType<typeof newApp>
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

before(async () => {
  shop = await startTestPlatform()
  const { platform, site, clock } = shop
  stockItem = [
    await addProduct(platform, { site, name: 'Morning Mug', price: 2600, stock: 2000 }, clock.now()),
    await addProduct(platform, { site, name: 'Evening Bowl', price: 1999, stock: 2000 }, clock.now()),
  ]
  app = newApp()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
afterEach(() => holding(false))

const holding = (held: boolean) =>
  writeSettings(
    shop.platform.database,
    shop.site,
    'commerce',
    { ...testSections.commerce, ...(held && { delayedCapture: {} }) },
    shop.clock.now(),
  )
const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const orderOf = async (id: string) => (await app.orders.getOrder({ id })).order
const transactionsOf = async (orderId: string) =>
  (await app.orderTransactions.listTransactionsForSingleOrder({ orderId })).orderTransactions
const shipmentsOf = async (orderId: string) =>
  (await app.orderFulfillments.listFulfillmentsForSingleOrder({ orderId })).orderWithFulfillments.fulfillments ?? []
const cents = (price: { readonly amount: string } | undefined): number => Math.round(Number(price?.amount ?? 0) * 100)

/** Three mugs and two bowls, ordered and paid, or held, with a card. */
async function placed(number?: string): Promise<{ buyer: Buyer; orderId: string; actionUrl: string | undefined }> {
  const buyer = newBuyer(shop)
  const id = await toCheckout(buyer, [
    { product: stockItem[0]!, quantity: 3 },
    { product: stockItem[1]!, quantity: 2 },
  ])
  const { orderId, actionUrl } = await buyer.payments.placeOrder({
    id,
    paymentToken: await card(buyer, number),
    returnUrl: `${shop.url}/back`,
  })
  return { buyer, orderId, actionUrl }
}

interface Units {
  readonly quantity: number
  readonly moved: number
}
async function stockItems(): Promise<readonly Units[]> {
  return shop.platform.database.query<Units>(sql`
    select quantity, (select coalesce(sum(m.quantity), 0)::bigint from stock_movement m
      where m.site = s.site and m.product_id = s.product_id and m.variant_id = s.variant_id) as moved
    from stock s where site = ${shop.site} order by product_id`)
}
/** How many units of an order are taken from stock. */
async function outOf(orderId: string): Promise<number> {
  const [row] = await shop.platform.database.query<{ out: number }>(
    sql`select coalesce(-sum(quantity), 0)::bigint as out from stock_movement where site = ${shop.site} and order_id = ${orderId}`,
  )
  return row!.out
}

/** Whether everything that is said of an order agrees: its units, its payments, its books, and the bank's. */
async function lawful(orderId: string): Promise<Order> {
  const order = await orderOf(orderId)
  const what = JSON.stringify({ status: order.status, paymentStatus: order.paymentStatus, story: order.activities.map(({ type }) => type) })
  const { payments, refunds } = await transactionsOf(orderId)

  const sold = order.lineItems.reduce((all, { quantity }) => all + quantity, 0)
  const back = order.lineItems.reduce((all, { restockQuantity = 0 }) => all + restockQuantity, 0)
  for (const { quantity, restockQuantity = 0, refundQuantity = 0 } of order.lineItems)
    assert.ok(restockQuantity <= quantity && refundQuantity <= quantity, what)
  assert.equal(await outOf(orderId), order.status === 'REJECTED' ? 0 : sold - back, what)
  for (const { lineItems = [] } of [{ lineItems: [] as { quantity?: number | undefined }[] }, ...(await shipmentsOf(orderId))])
    for (const line of lineItems) assert.ok((line.quantity ?? 0) <= sold, what)

  let [paid, held, refunded] = [0, 0, 0]
  for (const payment of payments) {
    const { authorizationDetails, offlinePayment } = payment.regularPaymentDetails!
    const captures = authorizationDetails?.captures?.filter(({ status }) => status === 'SUCCEEDED') ?? []
    const voided = authorizationDetails?.void?.status === 'SUCCEEDED'
    assert.ok(captures.length + (voided ? 1 : 0) <= 1, what)
    const took = ['APPROVED', 'REFUNDED', 'PARTIALLY_REFUNDED'].includes(payment.status)
      ? captures.length > 0
        ? cents(captures[0]!.amount)
        : cents(payment.amount)
      : 0
    const back = refunds
      .flatMap(({ transactions = [] }) => transactions)
      .filter(({ paymentId, refundStatus }) => paymentId === payment.id && refundStatus === 'SUCCEEDED')
    const sum = (some: typeof back) => some.reduce((all, { amount }) => all + cents(amount), 0)
    const gone = sum(back)
    const throughTheBank = sum(back.filter(({ externalRefund }) => !externalRefund))
    assert.ok(gone <= took && took <= cents(payment.amount), what)
    paid += took
    refunded += gone
    if (payment.status === 'AUTHORIZED') held += cents(payment.amount)
    if (!offlinePayment) await agreesWithTheBank(payment.id!, { took, gone: throughTheBank, held: payment.status === 'AUTHORIZED' }, what)
  }
  const books = order.balanceSummary
  assert.deepEqual(
    [books?.paid, books?.authorized, books?.refunded, books?.pending, books?.pendingRefund].map(cents),
    [paid, held, refunded, 0, 0],
    what,
  )
  assert.ok(paid + held <= cents(order.priceSummary?.total), what)
  assert.equal(cents(books?.balance), cents(order.priceSummary?.total) - paid, what)
  if (order.status === 'CANCELED') assert.equal(held, 0, what)
  const said = order.activities.map(({ type }) => type)
  for (const once of ['ORDER_PLACED', 'ORDER_CANCELED', 'ORDER_REJECTED'] as const)
    assert.ok(said.filter((type) => type === once).length <= 1, what)
  assert.equal(said.includes('ORDER_CANCELED'), order.status === 'CANCELED', what)
  return order
}

async function agreesWithTheBank(
  paymentId: string,
  ours: { readonly took: number; readonly gone: number; readonly held: boolean },
  what: string,
): Promise<void> {
  const [charge] = await shop.platform.database.query<{ state: string; taken: number; refunded: number }>(sql`
    select state, coalesce(captured, amount) as taken, refunded from sandbox_charge where site = ${shop.site} and payment_id = ${paymentId}`)
  assert.equal(charge?.state === 'APPROVED' ? charge.taken : 0, ours.took, what)
  assert.equal(charge?.refunded ?? 0, ours.gone, what)
  assert.equal(charge?.state === 'AUTHORIZED', ours.held, what)
}

/** Lets everything come to its end: what the bank has to tell, what the clock has to do. */
async function settled(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    shop.clock.advance(31_000)
    await shop.platform.tellBank()
    await shop.platform.everyMinute()
  }
}

const money = fc.integer({ min: 1, max: 13_000 }).map((n) => (n / 100).toFixed(2))
const units = fc.integer({ min: 1, max: 3 })
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('capture' as const), amount: fc.option(money) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('void' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      amount: fc.option(money),
      byHand: fc.boolean(),
      lines: fc.array(fc.record({ line: fc.nat(1), quantity: units }), { maxLength: 2 }),
      restock: fc.constantFrom('NO_ITEMS' as const, 'ALL_ITEMS' as const, 'SOME_ITEMS' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), restock: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fulfil' as const), line: fc.nat(1), quantity: units }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hand' as const), amount: money }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('ask' as const), amount: money, card: fc.constantFrom('4242', '9995', '0408') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('time' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const cards = { '4242': '4242 4242 4242 4242', '9995': '4000 0000 0000 9995', '0408': '4000 0000 0000 0408' }

async function take(orderId: string, one: Step): Promise<string> {
  const { payments } = await transactionsOf(orderId)
  const { lineItems } = await orderOf(orderId)
  const paymentId = payments.at(-1)?.id ?? crypto.randomUUID()
  switch (one.do) {
    case 'capture':
      return codeOf(
        app.orders.captureAuthorizedPayments({
          ecomOrderId: orderId,
          payments: [{ paymentId, ...(one.amount && { amount: { amount: one.amount } }) }],
        }),
      )
    case 'void':
      return codeOf(app.orders.voidAuthorizedPayments({ ecomOrderId: orderId, paymentIds: [paymentId] }))
    case 'refund': {
      const lines = one.lines.map(({ line, quantity }) => ({ lineItemId: lineItems[line % lineItems.length]!.id, quantity }))
      return codeOf(
        app.orders.triggerRefund({
          ecomOrderId: orderId,
          payments: [{ paymentId, externalRefund: one.byHand, ...(one.amount && { amount: { amount: one.amount } }) }],
          details: { lineItems: lines },
          sideEffects: { restockInfo: { type: one.restock, ...(one.restock === 'SOME_ITEMS' && { items: lines }) } },
        }),
      )
    }
    case 'cancel':
      return codeOf(app.orders.cancelOrder({ id: orderId, restockAllItems: one.restock }))
    case 'fulfil':
      return codeOf(
        app.orderFulfillments.createFulfillment({
          orderId,
          fulfillment: { lineItems: [{ id: lineItems[one.line % lineItems.length]!.id, quantity: one.quantity }] },
        }),
      )
    case 'hand':
      return codeOf(app.orders.recordManuallyCollectedPayment({ orderId, amount: { amount: one.amount } }))
    case 'ask': {
      const [refused, asked] = await attempt(app.orders.preparePaymentCollection({ ecomOrderId: orderId, amount: { amount: one.amount } }))
      if (refused) return refused.code
      const payer = newBuyer(shop)
      const paymentToken = await card(payer, cards[one.card as '4242'])
      return codeOf(payer.payments.payCollection({ id: asked.paymentGatewayOrderId, paymentToken, returnUrl: `${shop.url}/back` }))
    }
    case 'time':
      shop.clock.advance(7000)
      await shop.platform.tellBank()
      await shop.platform.everyMinute()
      return 'done'
  }
}

/** What a call may say when the order is not as its caller thinks; anything else is a fault. */
const foreseen = new Set([
  'done',
  'FULFILLMENT_EXCEEDS_ORDER',
  'INVALID_ARGUMENT',
  'INVALID_AMOUNT',
  'ORDER_CANCELED',
  'ORDER_ALREADY_PAID',
  'ORDER_HAS_AUTHORIZED_TRANSACTION',
  'NO_ASSOCIATED_ECOM_ORDER',
  'NOT_REGULAR_ONLINE_PAYMENT',
  'PAYMENT_ALREADY_CAPTURED',
  'PAYMENT_ALREADY_IN_PROGRESS',
  'PAYMENT_ALREADY_VOIDED',
  'PAYMENT_ERROR',
  'PAYMENT_HAS_PENDING_CAPTURE',
  'PAYMENT_NOT_AUTHORIZED',
  'PAYMENTS_NOT_FOUND',
  'REFUND_NOT_AVAILABLE',
])

test('over random histories, alone and at once: stock is conserved, refunds ≤ captures ≤ authorised ≤ total, and all books agree', async () => {
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      async (held, rounds) => {
        await holding(held)
        const { orderId } = await placed()
        await holding(false)
        for (const round of rounds) {
          const codes = await Promise.all(round.map((one) => take(orderId, one)))
          for (const code of codes) {
            assert.ok(foreseen.has(code), code)
            seen.set(code, (seen.get(code) ?? 0) + 1)
          }
        }
        await settled()
        await lawful(orderId)
        for (const { quantity, moved } of await stockItems()) assert.ok(quantity === moved && quantity >= 0)
      },
    ),
    { numRuns: Number(process.env.LAW_RUNS ?? 30), seed: Number(process.env.LAW_SEED ?? 20261121) },
  )
  assert.ok((seen.get('done') ?? 0) > 40, 'the histories do something')
})

describe('races end in one legal state', () => {
  const rounds = 6

  test('a cancellation against a shipment: no shipment leaves an order that was cancelled before', async () => {
    for (let i = 0; i < rounds; i++) {
      const { orderId } = await placed()
      const { lineItems } = await orderOf(orderId)
      const all = lineItems.map(({ id, quantity }) => ({ id, quantity }))
      const [canceled, sent] = await Promise.all([
        codeOf(app.orders.cancelOrder({ id: orderId, restockAllItems: true })),
        codeOf(app.orderFulfillments.createFulfillment({ orderId, fulfillment: { lineItems: all } })),
      ])
      assert.equal(canceled, 'done')
      assert.ok(['done', 'ORDER_CANCELED', 'INVALID_ARGUMENT'].includes(sent), sent)
      const order = await lawful(orderId)
      const shipments = await shipmentsOf(orderId)
      assert.equal(shipments.length, sent === 'done' ? 1 : 0)
      assert.equal(order.fulfillmentStatus, sent === 'done' ? 'FULFILLED' : 'NOT_FULFILLED')
      const said = order.activities.map(({ type }) => type)
      if (sent === 'done') assert.ok(said.indexOf('ORDER_FULFILLED') < said.indexOf('ORDER_CANCELED'))
    }
  })

  test('a cancellation against a capture and a void: held money is never kept by a cancelled order', async () => {
    for (let i = 0; i < rounds; i++) {
      await holding(true)
      const { orderId } = await placed()
      const paymentId = (await transactionsOf(orderId)).payments[0]!.id!
      const [canceled, captured, voided] = await Promise.all([
        codeOf(app.orders.cancelOrder({ id: orderId, restockAllItems: true })),
        codeOf(app.orders.captureAuthorizedPayments({ ecomOrderId: orderId, payments: [{ paymentId }] })),
        codeOf(app.orders.voidAuthorizedPayments({ ecomOrderId: orderId, paymentIds: [paymentId] })),
      ])
      assert.equal([captured, voided].filter((code) => code === 'done').length, 1, `${canceled} ${captured} ${voided}`)
      await settled()
      await lawful(orderId)
    }
  })

  test('the bank’s late word against a cancellation and the clock: the money is the order’s, or goes back', async () => {
    for (let i = 0; i < rounds; i++) {
      const { order } = await app.orders.createOrder({
        order: {
          channelInfo: { type: 'BACKOFFICE_MERCHANT' },
          lineItems: [
            {
              productName: { original: 'Morning Mug' },
              catalogReference: stockItem[0]!.reference(),
              quantity: 1,
              price: { amount: '26.00' },
              itemType: { preset: 'PHYSICAL' },
            },
          ],
          priceSummary: {},
        },
      })
      const { paymentGatewayOrderId: id } = await app.orders.preparePaymentCollection({
        ecomOrderId: order.id!,
        amount: { amount: '26.00' },
      })
      const payer = newBuyer(shop)
      const paymentToken = await card(payer, cards['0408'])
      assert.equal((await payer.payments.payCollection({ id, paymentToken, returnUrl: `${shop.url}/back` })).status, 'PENDING')
      shop.clock.advance(31_000)
      const [canceled] = await Promise.all([
        codeOf(app.orders.cancelOrder({ id: order.id!, restockAllItems: true })),
        shop.platform.tellBank(),
        shop.platform.everyMinute(),
      ])
      assert.ok(['done', 'ORDER_HAS_AUTHORIZED_TRANSACTION'].includes(canceled), canceled)
      await settled()
      const after = await lawful(order.id!)
      if (after.status === 'CANCELED') {
        const said = after.activities.map(({ type }) => type)
        const paidBefore = said.includes('ORDER_PAID') && said.indexOf('ORDER_PAID') < said.indexOf('ORDER_CANCELED')
        assert.equal(after.balanceSummary?.paid?.amount, paidBefore ? '26.00' : '0.00', said.join())
      }
    }
  })

  test('the bank’s word against the buyer’s return and the clock: paid once, told once', async () => {
    for (let i = 0; i < rounds; i++) {
      const { buyer, orderId, actionUrl } = await placed('4000 0000 0000 3220')
      const { resultToken } = await buyer.payments.answerSandboxAuthentication({ id: actionUrl!.split('/').at(-1)!, answer: 'CONFIRM' })
      shop.clock.advance(31_000)
      const confirm = () => codeOf(buyer.payments.confirmPayment({ id: orderId, resultToken }))
      const codes = await Promise.all([confirm(), shop.platform.everyMinute(), confirm(), shop.platform.tellBank(), confirm()])
      assert.deepEqual(
        codes.filter((code) => typeof code === 'string'),
        ['done', 'done', 'done'],
      )
      const order = await lawful(orderId)
      assert.equal(order.paymentStatus, 'PAID')
      assert.equal(order.activities.filter(({ type }) => type === 'ORDER_PAID').length, 1)
    }
    const { orderId } = await placed('4000 0000 0000 0507')
    await settled()
    const order = await lawful(orderId)
    assert.equal(order.activities.filter(({ type }) => type === 'ORDER_PAID').length, 1, 'a bank that tells twice')
  })

  test('refunds that restock units, at once and against a cancellation: no unit is restocked twice', async () => {
    for (let i = 0; i < rounds; i++) {
      const { orderId } = await placed()
      const paymentId = (await transactionsOf(orderId)).payments[0]!.id!
      const { lineItems } = await orderOf(orderId)
      const refund = (quantity: number) =>
        codeOf(
          app.orders.triggerRefund({
            ecomOrderId: orderId,
            payments: [{ paymentId }],
            details: { lineItems: [{ lineItemId: lineItems[0]!.id, quantity }] },
            sideEffects: { restockInfo: { type: 'SOME_ITEMS', items: [{ lineItemId: lineItems[0]!.id, quantity }] } },
          }),
        )
      const [two, more, one] = await Promise.all([
        refund(2),
        refund(2),
        refund(1),
        codeOf(app.orders.cancelOrder({ id: orderId, restockAllItems: i % 2 === 0 })),
      ])
      const order = await lawful(orderId)
      const done = (two === 'done' ? 2 : 0) + (more === 'done' ? 2 : 0) + (one === 'done' ? 1 : 0)
      assert.ok(done <= 3)
      assert.equal(order.lineItems[0]!.refundQuantity ?? 0, done)
      if (i % 2 === 1) assert.equal(done, 3, 'two of them and the one always fit')
    }
  })
})
