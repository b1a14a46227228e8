import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { sql } from '@vitrine/platform/db/sql'
import { writeSettings } from '@vitrine/platform/settings/settings'
import { type Buyer, card, newBuyer, toTheTill } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { testSections } from '../src/shop.ts'

let shop: TestPlatform
let mug: TestProduct
let app: ReturnType<typeof newApp>
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

before(async () => {
  shop = await startTestPlatform()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 100 }, shop.clock.now())
  app = newApp()
})
after(async () => {
  assert.deepEqual(shop.faults, [])
  await shop[Symbol.asyncDispose]()
})
const commerce = (more: object = {}) =>
  writeSettings(shop.platform.database, shop.site, 'commerce', { ...testSections.commerce, ...more }, shop.clock.now())
afterEach(() => commerce())

const back = () => `${shop.url}/paid`
const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const orderOf = async (id: string) => (await app.orders.getOrder({ id })).order
const storyOf = async (id: string) => (await orderOf(id)).activities.map(({ activityType }) => activityType)
const pay = async (payer: Buyer, id: string, number?: string) =>
  payer.payments.payCollection({ id, paymentToken: await card(payer, number), returnUrl: back() })
const stateOf = async (id: string) => (await newBuyer(shop).payments.getPaymentCollection({ id })).paymentCollection.status
const stock = async (): Promise<number> => {
  const [row] = await shop.platform.database.query<{ quantity: number }>(
    sql`select quantity from stock where site = ${shop.site} and product_id = ${mug.id}`,
  )
  return row!.quantity
}

/** Something for 10.00 that was agreed by telephone, and what is asked for it. */
async function asked(amount = '10.00', more: object = {}): Promise<{ orderId: string; id: string }> {
  const { order } = await app.orders.createOrder({
    order: {
      channelInfo: { type: 'BACKOFFICE_MERCHANT' },
      lineItems: [{ productName: { original: 'A jar' }, quantity: 1, price: { amount: '10' }, itemType: { preset: 'PHYSICAL' } }],
      priceSummary: {},
      buyerInfo: { email: 'ada@example.com' },
    },
  })
  const { paymentGatewayOrderId: id } = await app.orders.preparePaymentCollection({ ecomOrderId: order.id!, amount: { amount }, ...more })
  return { orderId: order.id!, id }
}

/** Two mugs and their delivery at the till, ordered and not paid: 56.90. */
async function ordered(
  options: { delayCapture?: boolean } = {},
): Promise<{ buyer: Buyer; orderId: string; id: string; checkoutId: string }> {
  const buyer = newBuyer(shop)
  const checkoutId = await toTheTill(buyer, [{ product: mug, quantity: 2 }])
  const { orderId, paymentGatewayOrderId } = await buyer.checkout.createOrder({ id: checkoutId, ...options })
  return { buyer, orderId, id: paymentGatewayOrderId!, checkoutId }
}

describe('what was asked for', () => {
  test('is read by whoever has its id, and paid by anybody, with or without the order', async () => {
    const { orderId, id } = await asked('4.00', { redirectUrls: { successUrl: 'https://shop.example/thanks', cancelUrl: null } })
    const friend = newBuyer(shop)
    const { paymentCollection } = await friend.payments.getPaymentCollection({ id })
    const { number } = await orderOf(orderId)
    assert.deepEqual(paymentCollection, {
      id,
      orderId,
      orderNumber: number,
      shop: 'Test shop',
      amount: { amount: '4.00', formattedAmount: '€4.00' },
      status: 'OPEN',
      paymentMethods: [{ id: 'sandbox', kind: 'CARD', name: 'Card' }],
      redirectUrls: { successUrl: 'https://shop.example/thanks' },
    })
    assert.equal(await codeOf(friend.orders.getOrder({ id: orderId })), 'ORDER_NOT_FOUND', 'the id shows no more than that')
    const paid = await pay(friend, id)
    assert.equal(paid.status, 'APPROVED')
    assert.equal(paid.orderNumber, number)
    assert.equal((await orderOf(orderId)).paymentStatus, 'PARTIALLY_PAID')
    assert.equal((await orderOf(orderId)).balanceSummary?.balance?.amount, '6.00')
    assert.equal(await stateOf(id), 'PAID')
    assert.equal(await codeOf(pay(friend, id)), 'PAYMENT_ALREADY_APPROVED')
    const rest = await app.orders.preparePaymentCollection({ ecomOrderId: orderId, amount: { amount: '6.00' } })
    await pay(friend, rest.paymentGatewayOrderId)
    assert.equal((await orderOf(orderId)).paymentStatus, 'PAID')
    assert.deepEqual(await storyOf(orderId), ['ORDER_PLACED', 'ORDER_PARTIALLY_PAID', 'ORDER_PAID'])
  })

  test('402 PAYMENT_ERROR, and another card pays', async () => {
    const { orderId, id } = await asked()
    const payer = newBuyer(shop)
    assert.equal(await codeOf(pay(payer, id, '4000 0000 0000 9995')), 'PAYMENT_ERROR')
    assert.equal(await stateOf(id), 'OPEN')
    await pay(payer, id)
    assert.deepEqual(await storyOf(orderId), ['ORDER_PLACED', 'PAYMENT_DECLINED', 'ORDER_PAID'])
  })

  test('3-D Secure leads to the bank and back, for a payer who cannot see the order', async () => {
    const { orderId, id } = await asked()
    const payer = newBuyer(shop)
    const waiting = await pay(payer, id, '4000 0000 0000 3220')
    assert.equal(waiting.status, 'REQUIRES_ACTION')
    assert.equal(await stateOf(id), 'OPEN', 'another card may still be tried')
    const { resultToken } = await payer.payments.answerSandboxAuthentication({
      id: waiting.actionUrl!.split('/').at(-1)!,
      answer: 'CONFIRM',
    })
    assert.equal((await payer.payments.confirmCollection({ id, resultToken })).status, 'APPROVED')
    assert.equal((await payer.payments.confirmCollection({ id, resultToken })).status, 'APPROVED', 'once more is the same')
    assert.equal((await orderOf(orderId)).paymentStatus, 'PAID')
    const other = await asked()
    assert.equal(await codeOf(payer.payments.confirmCollection({ id: other.id, resultToken })), 'PAYMENT_TOKEN_INVALID')
  })

  test('a payer who comes back from the bank with another card pays once', async () => {
    const { orderId, id } = await asked()
    const payer = newBuyer(shop)
    const waiting = await pay(payer, id, '4000 0000 0000 3220')
    await pay(payer, id)
    const late = payer.payments.answerSandboxAuthentication({ id: waiting.actionUrl!.split('/').at(-1)!, answer: 'CONFIRM' })
    assert.equal(await codeOf(late), 'PAYMENT_NOT_WAITING')
    const order = await orderOf(orderId)
    assert.equal(order.balanceSummary?.paid?.amount, '10.00')
    assert.deepEqual(await storyOf(orderId), ['ORDER_PLACED', 'PAYMENT_CANCELED', 'ORDER_PAID'])
  })

  test('a bank that thinks about it keeps others waiting: 409 PAYMENT_ALREADY_IN_PROGRESS, until it has decided', async () => {
    const { orderId, id } = await asked()
    const payer = newBuyer(shop)
    assert.equal((await pay(payer, id, '4000 0000 0000 0408')).status, 'PENDING')
    assert.equal(await stateOf(id), 'PENDING')
    assert.equal(await codeOf(pay(payer, id)), 'PAYMENT_ALREADY_IN_PROGRESS')
    for (let i = 0; i < 3; i++) {
      shop.clock.advance(6000)
      await shop.platform.tellBank()
    }
    assert.equal(await stateOf(id), 'PAID')
    assert.deepEqual(await storyOf(orderId), ['ORDER_PLACED', 'PAYMENT_PENDING', 'ORDER_PAID'])
  })

  test('is held first where that was asked for, and the clock takes it or lets it go', async () => {
    for (const actionType of ['CAPTURE', 'VOID'] as const) {
      const { orderId, id } = await asked('10.00', {
        delayedCaptureSettings: { scheduledAction: { actionType }, delayDuration: { count: 2, unit: 'HOURS' } },
      })
      await pay(newBuyer(shop), id)
      const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
      assert.deepEqual(orderTransactions.payments[0]?.regularPaymentDetails?.authorizationDetails?.scheduledAction, {
        actionType,
        executionDate: new Date(shop.clock.now().getTime() + 2 * 3_600_000).toISOString(),
      })
      assert.equal((await orderOf(orderId)).balanceSummary?.authorized?.amount, '10.00')
      shop.clock.advance(2 * 3_600_000)
      await shop.platform.everyMinute()
      assert.equal((await orderOf(orderId)).paymentStatus, actionType === 'CAPTURE' ? 'PAID' : 'NOT_PAID')
    }
  })

  test('404 PAYMENT_COLLECTION_NOT_FOUND, 400 PAYMENT_TOKEN_INVALID and REDIRECT_URI_NOT_ALLOWED', async () => {
    const { id } = await asked()
    const payer = newBuyer(shop)
    const nothing = crypto.randomUUID()
    assert.equal(await codeOf(payer.payments.getPaymentCollection({ id: nothing })), 'PAYMENT_COLLECTION_NOT_FOUND')
    assert.equal(await codeOf(pay(payer, nothing)), 'PAYMENT_COLLECTION_NOT_FOUND')
    assert.equal(await codeOf(payer.payments.confirmCollection({ id: nothing, resultToken: 'x' })), 'PAYMENT_COLLECTION_NOT_FOUND')
    assert.equal(await codeOf(payer.payments.payCollection({ id, paymentToken: 'x', returnUrl: back() })), 'PAYMENT_TOKEN_INVALID')
    assert.equal(await codeOf(payer.payments.payCollection({ id, returnUrl: back() })), 'INVALID_ARGUMENT')
    assert.equal(
      await codeOf(payer.payments.payCollection({ id, paymentMethodId: 'eggs', returnUrl: back() })),
      'PAYMENT_METHOD_NOT_AVAILABLE',
    )
    const elsewhere = payer.payments.payCollection({ id, paymentToken: await card(payer), returnUrl: 'https://evil.example/' })
    assert.equal(await codeOf(elsewhere), 'REDIRECT_URI_NOT_ALLOWED')
  })

  test('409 ORDER_CANCELED and ORDER_ALREADY_PAID, 400 INVALID_AMOUNT: what nobody is owed any more is closed', async () => {
    const payer = newBuyer(shop)
    const gone = await asked()
    await app.orders.cancelOrder({ id: gone.orderId })
    assert.equal(await codeOf(pay(payer, gone.id)), 'ORDER_CANCELED')
    assert.equal(await stateOf(gone.id), 'CLOSED')
    const done = await asked()
    await app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: done.orderId })
    assert.equal(await codeOf(pay(payer, done.id)), 'ORDER_ALREADY_PAID')
    const less = await asked()
    await app.orders.recordManuallyCollectedPayment({ orderId: less.orderId, amount: { amount: '1.00' } })
    assert.equal(await codeOf(pay(payer, less.id)), 'INVALID_AMOUNT')
  })

  test('by five at once it is paid once, and by two keys too', async () => {
    const { orderId, id } = await asked()
    await Promise.all(Array.from({ length: 5 }, async () => attempt(pay(newBuyer(shop), id))))
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
    assert.equal(orderTransactions.payments.filter(({ status }) => status === 'APPROVED').length, 1)
    assert.equal((await orderOf(orderId)).balanceSummary?.paid?.amount, '10.00')
  })

  test('two halves and a whole at once come to no more than is due', async () => {
    const { orderId, id } = await asked()
    const halves = await Promise.all(
      [0, 1].map(() => app.orders.preparePaymentCollection({ ecomOrderId: orderId, amount: { amount: '5.00' } })),
    )
    const all = [id, ...halves.map(({ paymentGatewayOrderId }) => paymentGatewayOrderId)]
    await Promise.all(all.map(async (each) => attempt(pay(newBuyer(shop), each))))
    const { balanceSummary } = await orderOf(orderId)
    assert.equal(balanceSummary?.paid?.amount, '10.00')
  })
})

describe('an order of the checkout that waits for its money', () => {
  test('is paid by its paymentGatewayOrderId: it stands, and its cart is empty', async () => {
    const { buyer, orderId, id } = await ordered()
    assert.equal((await pay(buyer, id)).status, 'APPROVED')
    const order = await orderOf(orderId)
    assert.equal(order.status, 'APPROVED')
    assert.equal(order.paymentStatus, 'PAID')
    assert.equal(await codeOf(buyer.currentCart.getCurrentCart({})), 'OWNED_CART_NOT_FOUND')
  })

  test('with delayCapture its money is held, and the clock does with it what the shop has arranged', async () => {
    const { buyer, orderId, id } = await ordered({ delayCapture: true })
    await pay(buyer, id)
    assert.equal((await orderOf(orderId)).balanceSummary?.authorized?.amount, '56.90')
    await commerce({ delayedCapture: { action: 'CAPTURE', afterMs: 60_000 } })
    const later = await ordered()
    await pay(later.buyer, later.id)
    assert.equal((await orderOf(later.orderId)).paymentStatus, 'PENDING')
    shop.clock.advance(60_000)
    await shop.platform.everyMinute()
    assert.equal((await orderOf(later.orderId)).paymentStatus, 'PAID')
    assert.equal((await orderOf(orderId)).paymentStatus, 'PENDING', 'nothing was arranged for the first')
  })

  test('gives its pieces back when the card is refused, and takes them again for the next', async () => {
    const before = await stock()
    const { buyer, id } = await ordered()
    assert.equal(await stock(), before - 2)
    assert.equal(await codeOf(pay(buyer, id, '4000 0000 0000 0002')), 'PAYMENT_ERROR')
    assert.equal(await stock(), before)
    await pay(buyer, id)
    assert.equal(await stock(), before - 2)
  })

  test('409 FULL_OUT_OF_STOCK where others took its pieces meanwhile', async () => {
    const rare = await addProduct(shop.platform, { site: shop.site, name: 'The last one', price: 1000, stock: 1 }, shop.clock.now())
    const buyer = newBuyer(shop)
    const made = await buyer.checkout.createOrder({ id: await toTheTill(buyer, [{ product: rare }]) })
    assert.equal(await codeOf(pay(buyer, made.paymentGatewayOrderId!, '4000 0000 0000 0002')), 'PAYMENT_ERROR')
    const quicker = newBuyer(shop)
    const id = await toTheTill(quicker, [{ product: rare }])
    await quicker.payments.placeOrder({ id, paymentToken: await card(quicker), returnUrl: back() })
    assert.equal(await codeOf(pay(buyer, made.paymentGatewayOrderId!)), 'FULL_OUT_OF_STOCK')
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId: made.orderId })
    assert.deepEqual(
      orderTransactions.payments.map(({ status }) => status),
      ['DECLINED'],
      'no bank was asked',
    )
  })

  test('400 INVALID_AMOUNT when it was ordered anew at another price; money confirmed for the old one goes back', async () => {
    const { buyer, orderId, id, checkoutId } = await ordered()
    const waiting = await pay(buyer, id, '4000 0000 0000 3220')
    const { checkout } = await buyer.checkout.getCheckout({ id: checkoutId })
    await buyer.checkout.updateLineItemsQuantity({ id: checkoutId, lineItems: [{ id: checkout.lineItems[0]!.id!, quantity: 1 }] })
    const anew = await buyer.checkout.createOrder({ id: checkoutId })
    assert.equal(anew.orderId, orderId)
    assert.equal(await codeOf(pay(buyer, id)), 'INVALID_AMOUNT')
    assert.equal(await stateOf(id), 'CLOSED')
    await attempt(buyer.payments.answerSandboxAuthentication({ id: waiting.actionUrl!.split('/').at(-1)!, answer: 'CONFIRM' }))
    await shop.platform.everyMinute()
    assert.equal((await orderOf(orderId)).status, 'INITIALIZED')
    assert.equal((await pay(buyer, anew.paymentGatewayOrderId!)).status, 'APPROVED')
    assert.equal((await orderOf(orderId)).balanceSummary?.paid?.amount, '30.90')
  })
})
