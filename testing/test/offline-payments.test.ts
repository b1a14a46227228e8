import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { apiKey, attempt, createClient, inMemory, visitor } from '@vitrine/client'
import { paymentSettings } from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { attack } from '../src/attack.ts'
import { type Buyer, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

let shop: TestPlatform
let mug: TestProduct
let app: ReturnType<typeof newApp>
let office: ReturnType<typeof newOffice>
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { paymentSettings } })

const returnUrl = 'http://localhost/back'
const transfer = {
  id: 'transfer',
  name: 'Bank transfer',
  hint: 'We send when it has come.',
  instructions: 'IBAN DE02 1203 0000 0000 2020 51\nSay your order’s number.',
  predefined: 'BANK_TRANSFER' as const,
  onlyFor: 'SHIPPING' as const,
}
const counter = { id: 'counter', name: 'At the counter', onlyFor: 'PICKUP' as const }

before(async () => {
  shop = await startTestPlatform()
  app = newApp()
  office = newOffice()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Mug', price: 2000, stock: 1000 }, shop.clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
beforeEach(() =>
  office.paymentSettings.updatePaymentSettings({
    paymentSettings: { providers: [{ id: 'sandbox', offered: true }], offlineMethods: [transfer, counter] },
  }),
)

const stockOf = async () =>
  (
    await shop.platform.database.query<{ quantity: number }>(
      sql`select quantity from stock where site = ${shop.site} and product_id = ${mug.id}`,
    )
  )[0]!.quantity
const orderOf = async (id: string) => (await app.orders.getOrder({ id })).order
const paymentsOf = async (orderId: string) =>
  (await app.orderTransactions.listTransactionsForSingleOrder({ orderId })).orderTransactions.payments.map(
    ({ amount, regularPaymentDetails: details }) => [details?.status, amount?.amount, details?.paymentMethodName?.buyerLanguageName],
  )

/** The email of an order. */
async function emailAbout(number: string): Promise<string> {
  await shop.platform.jobs.settle()
  const { messages } = await app.inbox.listMessages({ limit: 20 })
  const { id } = messages.find(({ subject }) => subject.includes(number))!
  return (await app.inbox.getMessage({ id })).message.text
}

async function promised(buyer: Buyer = newBuyer(shop), paymentMethodId = 'transfer', code = 'standard'): Promise<string> {
  const id = await toCheckout(buyer, [{ product: mug }], code)
  const placed = await buyer.payments.placeOrder({ id, paymentMethodId, returnUrl })
  assert.equal(placed.status, 'APPROVED')
  return placed.orderId
}

const usual = { capture: { held: false }, savesCards: false, mode: 'SANDBOX', hasSandbox: true }
const sandbox = (offered: boolean) => ({ id: 'sandbox', offered, name: 'Sandbox', mode: 'TEST' })

describe('the settings', () => {
  test('say what is offered and what is not; what is absent stays', async () => {
    const { paymentSettings } = await office.paymentSettings.getPaymentSettings()
    assert.deepEqual(paymentSettings, { ...usual, providers: [sandbox(true)], offlineMethods: [transfer, counter] })
    const off = await office.paymentSettings.updatePaymentSettings({ paymentSettings: { providers: [{ id: 'sandbox', offered: false }] } })
    assert.deepEqual(off.paymentSettings, { ...usual, providers: [sandbox(false)], offlineMethods: [transfer, counter] })
    const none = await office.paymentSettings.updatePaymentSettings({ paymentSettings: { offlineMethods: [] } })
    assert.deepEqual(none.paymentSettings, { ...usual, providers: [sandbox(false)], offlineMethods: [] })
  })

  test('400 INVALID_ARGUMENT names the field: an id twice, one of a provider’s, a provider that is not set up; 403 to buyers', async () => {
    const fieldOf = async (paymentSettings: Parameters<typeof office.paymentSettings.updatePaymentSettings>[0]['paymentSettings']) => {
      const [refused] = await attempt(office.paymentSettings.updatePaymentSettings({ paymentSettings }))
      return refused?.code === 'INVALID_ARGUMENT' && refused.fieldViolations[0]?.field
    }
    assert.equal(await fieldOf({ offlineMethods: [counter, counter] }), 'paymentSettings.offlineMethods[1].id')
    assert.equal(await fieldOf({ offlineMethods: [{ ...counter, id: 'sandbox' }] }), 'paymentSettings.offlineMethods[0].id')
    assert.equal(await fieldOf({ providers: [{ id: 'stripe', offered: true }] }), 'paymentSettings.providers[0].id')
    const auth = visitor({ clientId: shop.clientId, tokens: inMemory() })
    const buyer = createClient({ baseUrl: shop.url, auth, modules: { paymentSettings } })
    assert.equal((await attempt(buyer.paymentSettings.getPaymentSettings()))[0]?.status, 403)
    assert.equal((await attempt(buyer.paymentSettings.updatePaymentSettings({ paymentSettings: {} })))[0]?.status, 403)
  })

  test('hold the money of new orders, say what becomes of it, and keep cards', async () => {
    const change = async (choice: Parameters<typeof office.paymentSettings.updatePaymentSettings>[0]['paymentSettings']) =>
      (await office.paymentSettings.updatePaymentSettings({ paymentSettings: choice })).paymentSettings
    const held = await change({ capture: { held: true, action: 'CAPTURE', afterDays: 5 }, savesCards: true })
    assert.deepEqual([held.capture, held.savesCards], [{ held: true, action: 'CAPTURE', afterDays: 5 }, true])
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl })
    const [payment] = (await app.orderTransactions.listTransactionsForSingleOrder({ orderId })).orderTransactions.payments
    assert.equal(payment?.regularPaymentDetails?.status, 'AUTHORIZED')
    assert.deepEqual((await change({ capture: { held: true } })).capture, { held: true })
    assert.deepEqual((await change({ capture: { held: false }, savesCards: false })).capture, { held: false })
    const [refused] = await attempt(change({ capture: { held: true, afterDays: 3 } }))
    assert.equal(refused?.code, 'INVALID_ARGUMENT')
  })

  test('keep the words of a way to pay that is laid by, which is offered to nobody', async () => {
    const { paymentSettings } = await office.paymentSettings.updatePaymentSettings({
      paymentSettings: { offlineMethods: [{ ...transfer, active: false }, counter] },
    })
    assert.deepEqual(paymentSettings.offlineMethods, [{ ...transfer, active: false }, counter])
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const { paymentMethods } = await buyer.payments.listPaymentMethods({ id })
    assert.deepEqual(
      paymentMethods.map((method) => method.id),
      ['sandbox'],
    )
  })

  test('say when a provider last told something', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    await buyer.payments.placeOrder({ id, paymentToken: await card(buyer, '4000000000000408'), returnUrl })
    shop.clock.advance(3_600_000)
    await shop.platform.tellBank()
    const { paymentSettings } = await office.paymentSettings.getPaymentSettings()
    assert.equal(paymentSettings.providers[0]?.lastHeardDate, shop.clock.now().toISOString())
  })
})

describe('at the checkout', () => {
  test('each delivery has its own ways to pay', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const offered = async () => (await buyer.payments.listPaymentMethods({ id })).paymentMethods.map((method) => method.id)
    assert.deepEqual(await offered(), ['sandbox', 'transfer'])
    await buyer.checkout.updateCheckout({ checkout: { id, shippingInfo: { selectedCarrierServiceOption: { code: 'pickup' } } } })
    assert.deepEqual(await offered(), ['sandbox', 'counter'])
    const [refused] = await attempt(buyer.payments.placeOrder({ id, paymentMethodId: 'transfer', returnUrl }))
    assert.equal(refused?.code, 'PAYMENT_METHOD_NOT_AVAILABLE')
  })

  test('what is switched off is 409 PAYMENT_METHOD_NOT_AVAILABLE; where nothing is left, 409 SITE_NOT_ACCEPTING_PAYMENTS', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const paymentToken = await card(buyer)
    await office.paymentSettings.updatePaymentSettings({ paymentSettings: { providers: [{ id: 'sandbox', offered: false }] } })
    const before = await stockOf()
    assert.equal((await attempt(buyer.payments.placeOrder({ id, paymentToken, returnUrl })))[0]?.code, 'PAYMENT_METHOD_NOT_AVAILABLE')
    await office.paymentSettings.updatePaymentSettings({ paymentSettings: { offlineMethods: [] } })
    assert.equal((await attempt(buyer.payments.placeOrder({ id, paymentToken, returnUrl })))[0]?.code, 'SITE_NOT_ACCEPTING_PAYMENTS')
    assert.equal(await stockOf(), before)
  })

  test('the order stands at once, NOT_PAID, and its buyer reads how to pay: on the page and in the email', async () => {
    const buyer = newBuyer(shop)
    const before = await stockOf()
    const orderId = await promised(buyer)
    const order = await orderOf(orderId)
    assert.deepEqual([order.status, order.paymentStatus, order.balanceSummary?.balance?.amount], ['APPROVED', 'NOT_PAID', '24.90'])
    assert.deepEqual(await paymentsOf(orderId), [['PENDING', '24.90', 'Bank transfer']])
    const { details } = (await buyer.orders.getOrderStatus({ id: orderId })).order
    assert.deepEqual(details?.toPay, { name: transfer.name, instructions: transfer.instructions, onCollection: false })
    assert.equal((await attempt(buyer.currentCart.getCurrentCart()))[0]?.code, 'OWNED_CART_NOT_FOUND', 'the bag is empty')

    const text = await emailAbout(order.number)
    assert.match(text, /As soon as the payment by bank transfer is with us/)
    assert.match(text, /How to pay\nIBAN DE02 1203 0000 0000 2020 51\nSay your order/)

    shop.clock.advance(3 * 3600_000)
    await shop.platform.everyMinute()
    assert.deepEqual(await paymentsOf(orderId), [['PENDING', '24.90', 'Bank transfer']], 'no bank is asked about it')
    assert.equal((await orderOf(orderId)).status, 'APPROVED')
    assert.equal(await stockOf(), before - 1)
  })

  test('sent again, also many times at once, it is one order and one promise', async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    const before = await stockOf()
    const idempotencyKey = crypto.randomUUID()
    const ends = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        attempt(buyer.payments.placeOrder({ id, paymentMethodId: 'transfer', returnUrl }, i < 3 ? { idempotencyKey } : {})),
      ),
    )
    const orders = new Set(ends.flatMap(([, placed]) => (placed ? [placed.orderId] : [])))
    assert.equal(orders.size, 1)
    for (const [refused] of ends)
      if (refused) assert.ok(['CHECKOUT_ALREADY_PAID', 'IDEMPOTENCY_IN_PROGRESS'].includes(refused.code), refused.code)
    assert.equal((await paymentsOf([...orders][0]!)).length, 1)
    assert.equal(await stockOf(), before - 1)
  })

  test('after a declined card it is still a way to pay, and the stock is taken once', async () => {
    const buyer = newBuyer(shop)
    const before = await stockOf()
    const id = await toCheckout(buyer, [{ product: mug }], 'pickup')
    const paymentToken = await card(buyer, '4000 0000 0000 0002')
    assert.equal((await attempt(buyer.payments.placeOrder({ id, paymentToken, returnUrl })))[0]?.code, 'PAYMENT_ERROR')
    const { orderId } = await buyer.payments.placeOrder({ id, paymentMethodId: 'counter', returnUrl })
    assert.deepEqual(
      (await paymentsOf(orderId)).map(([status]) => status),
      ['DECLINED', 'PENDING'],
    )
    assert.equal((await buyer.orders.getOrderStatus({ id: orderId })).order.details?.toPay?.onCollection, true)
    assert.equal(await stockOf(), before - 1)
  })
})

describe('when the money comes', () => {
  test('the promise is the payment: PAID, once, whoever notes it', async () => {
    const orderId = await promised()
    const ends = await Promise.all(
      Array.from({ length: 4 }, () => attempt(app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: orderId }))),
    )
    assert.equal(ends.filter(([refused]) => !refused).length, 1)
    for (const [refused] of ends) assert.ok(!refused || refused.code === 'ORDER_ALREADY_PAID')
    assert.equal((await orderOf(orderId)).paymentStatus, 'PAID')
    assert.deepEqual(await paymentsOf(orderId), [['APPROVED', '24.90', 'Bank transfer']])
  })

  test('in parts, each is a payment, and what is promised shrinks', async () => {
    const orderId = await promised()
    await app.orders.recordManuallyCollectedPayment({
      orderId,
      amount: { amount: '4.90' },
      userDefinedPaymentMethodName: { predefined: 'CASH' },
    })
    assert.deepEqual(await paymentsOf(orderId), [
      ['PENDING', '20.00', 'Bank transfer'],
      ['APPROVED', '4.90', 'Cash'],
    ])
    assert.equal((await orderOf(orderId)).paymentStatus, 'PARTIALLY_PAID')
    await app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: orderId })
    assert.deepEqual(await paymentsOf(orderId), [
      ['APPROVED', '20.00', 'Bank transfer'],
      ['APPROVED', '4.90', 'Cash'],
    ])
    assert.equal((await orderOf(orderId)).paymentStatus, 'PAID')
  })

  test('it goes back by hand only, and never more than came', async () => {
    const orderId = await promised()
    await app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: orderId })
    const { refundabilities } = await app.orders.getRefundabilityStatus({ ecomOrderId: orderId })
    const { paymentId, refundabilityStatus } = refundabilities[0]!
    assert.equal(refundabilityStatus, 'MANUAL')
    const back = (amount: string) =>
      attempt(app.orders.triggerRefund({ ecomOrderId: orderId, payments: [{ paymentId, externalRefund: true, amount: { amount } }] }))
    assert.equal((await back('30.00'))[0]?.code, 'INVALID_AMOUNT')
    assert.equal((await back('24.90'))[0], undefined)
    assert.equal((await orderOf(orderId)).paymentStatus, 'FULLY_REFUNDED')
  })

  test('nobody waits for it any more once the order is cancelled', async () => {
    const buyer = newBuyer(shop)
    const before = await stockOf()
    const orderId = await promised(buyer)
    await app.orders.cancelOrder({ id: orderId, restockAllItems: true })
    assert.deepEqual(await paymentsOf(orderId), [['CANCELED', '24.90', 'Bank transfer']])
    assert.equal((await buyer.orders.getOrderStatus({ id: orderId })).order.details?.toPay, undefined)
    assert.equal((await attempt(app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: orderId })))[0]?.code, 'ORDER_CANCELED')
    assert.equal(await stockOf(), before)
  })

  test('a cancellation against a payment that is noted: one legal end, and what came is in the books', async () => {
    for (let round = 0; round < 4; round++) {
      const orderId = await promised()
      const [noted] = await Promise.all([
        attempt(app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: orderId })),
        attempt(app.orders.cancelOrder({ id: orderId })),
      ])
      const order = await orderOf(orderId)
      assert.equal(order.status, 'CANCELED')
      const [[status]] = (await paymentsOf(orderId)) as [[string]]
      assert.equal(status, noted[0] ? 'CANCELED' : 'APPROVED')
      assert.equal(order.balanceSummary?.paid?.amount, noted[0] ? '0.00' : '24.90')
    }
  })
})

describe('an order whose money does not come', () => {
  const days = async (count: number) => {
    shop.clock.advance(count * 24 * 3600_000)
    await shop.platform.everyMinute()
    await shop.platform.jobs.settle()
  }
  const emailSubjects = async (number: string) =>
    (await app.inbox.listMessages({ limit: 100 })).messages.map(({ subject }) => subject).filter((subject) => subject.includes(number))

  test(
    attack({
      area: 'Money',
      tries: 'somebody orders by bank transfer again and again, and never pays, to hold the stock',
      answer: 'after 14 days the orders are cancelled, the stock is back, and the buyer is told',
    }),
    async () => {
      // Those of the tests before are over, too.
      await days(15)
      const before = await stockOf()
      const ids = [await promised(), await promised()]
      assert.equal(await stockOf(), before - 2)
      await days(13)
      assert.equal((await orderOf(ids[0]!)).status, 'APPROVED')
      await days(1)
      for (const id of ids) {
        const order = await orderOf(id)
        assert.deepEqual([order.status, order.paymentStatus], ['CANCELED', 'NOT_PAID'])
        assert.deepEqual(await paymentsOf(id), [['CANCELED', '24.90', 'Bank transfer']])
        const told = order.activities.map(({ type, merchantComment }) => merchantComment?.message ?? type)
        assert.ok(told.includes('ORDER_CANCELED'))
        assert.ok(told.includes('Cancelled automatically: the payment (Bank transfer) has not come in time.'))
        assert.equal((await emailSubjects(order.number)).length, 2, 'the confirmation, and that it is cancelled')
      }
      assert.equal(await stockOf(), before)
      await days(1)
      assert.equal(await stockOf(), before)
    },
  )

  test('waits as long as the shop says; 0 and cash wait for ever; 400 INVALID_ARGUMENT beyond a year', async () => {
    const short = { ...transfer, expiresAfterDays: 2 }
    const never = { ...transfer, id: 'never', expiresAfterDays: 0 }
    const cash = { id: 'cash', name: 'Cash on delivery', predefined: 'CASH' as const }
    const { paymentSettings } = await office.paymentSettings.updatePaymentSettings({
      paymentSettings: { offlineMethods: [short, never, cash] },
    })
    assert.deepEqual(paymentSettings.offlineMethods, [short, never, cash])
    const [refused] = await attempt(
      office.paymentSettings.updatePaymentSettings({ paymentSettings: { offlineMethods: [{ ...transfer, expiresAfterDays: 366 }] } }),
    )
    assert.equal(refused?.code, 'INVALID_ARGUMENT')
    const ids = [await promised(), await promised(newBuyer(shop), 'never'), await promised(newBuyer(shop), 'cash')]
    await days(2)
    assert.deepEqual(
      (await Promise.all(ids.map(orderOf))).map(({ status }) => status),
      ['CANCELED', 'APPROVED', 'APPROVED'],
    )
    await days(400)
    assert.deepEqual(
      (await Promise.all(ids.map(orderOf))).map(({ status }) => status),
      ['CANCELED', 'APPROVED', 'APPROVED'],
    )
  })

  test('stays where the money came, where some of it came, and where it is sent already', async () => {
    const [paid, part, sent] = [await promised(), await promised(), await promised()]
    await app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: paid })
    await app.orders.recordManuallyCollectedPayment({ orderId: part, amount: { amount: '5.00' } })
    const [line] = (await orderOf(sent)).lineItems
    await app.orderFulfillments.createFulfillment({ orderId: sent, fulfillment: { lineItems: [{ id: line!.id }] } })
    await days(20)
    for (const id of [paid, part, sent]) assert.equal((await orderOf(id)).status, 'APPROVED')
  })
})
