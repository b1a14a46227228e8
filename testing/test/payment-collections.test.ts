import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient, inMemory, visitor } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { type Buyer, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { testSections } from '../src/shop.ts'

let shop: TestPlatform
let mug: TestProduct
let app: ReturnType<typeof newApp>
let links: ReturnType<typeof newLinks>
const newLinks = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice }).paymentLinks
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

before(async () => {
  shop = await startTestPlatform()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 100 }, shop.clock.now())
  app = newApp()
  links = newLinks()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
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
  const checkoutId = await toCheckout(buyer, [{ product: mug, quantity: 2 }])
  // Only the shop decides when money is taken.
  const by = options.delayCapture ? app : buyer
  const { orderId, paymentGatewayOrderId } = await by.checkout.createOrder({ id: checkoutId, ...options })
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
      currency: 'EUR',
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

describe('the link to pay at', () => {
  const tokenIn = (url: string) => new URL(url).searchParams.get('token')!
  const emailsTo = async (to: string) => {
    await shop.platform.jobs.settle()
    const { messages } = await app.inbox.listMessages({ limit: 100 })
    return messages.filter((email) => email.to.includes(to))
  }

  test('shows whoever has it what is paid for, and nobody’s name; without its token only the amount is told', async () => {
    const { orderId, id } = await asked('4.00')
    const { url } = await links.getPaymentLink({ id })
    assert.ok(url.startsWith(`${shop.url}/pay/${id}?token=`))
    const payer = newBuyer(shop)
    const shown = async (token?: string) =>
      (await payer.payments.getPaymentCollection({ id, ...(token !== undefined && { token }) })).paymentCollection
    const { order, amount } = await shown(tokenIn(url))
    assert.equal(amount.amount, '4.00')
    assert.equal(order?.lineItems[0]?.productName?.original, 'A jar')
    assert.equal(order?.priceSummary?.total?.amount, '10.00')
    assert.doesNotMatch(JSON.stringify(order), /ada@example/)
    assert.equal((await shown()).order, undefined)
    const other = await asked()
    assert.equal((await shown(tokenIn((await links.getPaymentLink({ id: other.id })).url))).order, undefined, 'of another')
    assert.equal((await shown(`${tokenIn(url)}x`)).order, undefined)
    await pay(payer, id)
    assert.equal((await shown(tokenIn(url))).order?.balanceSummary?.paid?.amount, '4.00')
    assert.equal((await orderOf(orderId)).paymentStatus, 'PARTIALLY_PAID')
  })

  test('goes out by email, and another when it has been paid; each once', async () => {
    const { orderId, id } = await asked()
    const { number } = await orderOf(orderId)
    const { url, sentTo } = await links.sendPaymentLink({ id, customMessage: 'The jar is ready.\n\nShall we send it?' })
    assert.equal(sentTo, 'ada@example.com')
    const about = async () => (await emailsTo('ada@example.com')).filter(({ subject }) => subject.includes(String(number)))
    const [email] = (await about()).filter(({ subject }) => subject === `€10.00 to pay for order ${number}`)
    assert.ok(email)
    const { message } = await app.inbox.getMessage({ id: email.id })
    assert.ok(message.text.includes(url), message.text)
    assert.match(message.text, /The jar is ready\./)
    assert.ok(
      (await orderOf(orderId)).activities.some(({ merchantComment }) =>
        merchantComment?.message?.includes('asked for by email to ada@example.com'),
      ),
    )
    await pay(newBuyer(shop), id)
    const received = (await about()).filter(({ subject }) => subject === `€10.00 for order ${number} is with us`)
    assert.equal(received.length, 1)
  })

  test('goes to whoever is named, also where the order has no e-mail', async () => {
    const { orderId, id } = await asked()
    await app.orders.updateOrder({ order: { id: orderId, buyerInfo: { email: 'late@example.com' } } })
    assert.equal((await links.sendPaymentLink({ id, email: 'accounts@example.org' })).sentTo, 'accounts@example.org')
    assert.equal((await emailsTo('accounts@example.org')).length, 1)
    const { order } = await app.orders.createOrder({
      order: {
        channelInfo: { type: 'POS' },
        lineItems: [{ productName: { original: 'A cup' }, quantity: 1, price: { amount: '8' }, itemType: { preset: 'PHYSICAL' } }],
        priceSummary: {},
      },
    })
    const { paymentGatewayOrderId } = await app.orders.preparePaymentCollection({ ecomOrderId: order.id!, amount: { amount: '8' } })
    assert.equal(await codeOf(links.sendPaymentLink({ id: paymentGatewayOrderId })), 'INVALID_ARGUMENT')
    assert.equal((await links.sendPaymentLink({ id: paymentGatewayOrderId, email: 'guest@example.org' })).sentTo, 'guest@example.org')
    assert.equal((await emailsTo('guest@example.org')).length, 1)
  })

  test('404 PAYMENT_COLLECTION_NOT_FOUND; 409 PAYMENT_ALREADY_APPROVED, ORDER_ALREADY_PAID, ORDER_CANCELED, ORDER_IS_REJECTED; 400 INVALID_AMOUNT; 403 to buyers', async () => {
    const none = { id: crypto.randomUUID() }
    assert.equal(await codeOf(links.getPaymentLink(none)), 'PAYMENT_COLLECTION_NOT_FOUND')
    assert.equal(await codeOf(links.sendPaymentLink(none)), 'PAYMENT_COLLECTION_NOT_FOUND')
    const paid = await asked()
    await pay(newBuyer(shop), paid.id)
    assert.equal(await codeOf(links.sendPaymentLink({ id: paid.id })), 'PAYMENT_ALREADY_APPROVED')
    const byHand = await asked()
    await app.orders.recordManuallyCollectedPayment({ orderId: byHand.orderId, amount: { amount: '4' } })
    assert.equal(await codeOf(links.sendPaymentLink({ id: byHand.id })), 'INVALID_AMOUNT')
    await app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: byHand.orderId })
    assert.equal(await codeOf(links.sendPaymentLink({ id: byHand.id })), 'ORDER_ALREADY_PAID')
    const off = await asked()
    await app.orders.cancelOrder({ id: off.orderId })
    assert.equal(await codeOf(links.sendPaymentLink({ id: off.id })), 'ORDER_CANCELED')
    const { order: waiting } = await app.orders.createOrder({
      order: {
        channelInfo: { type: 'POS' },
        status: 'PENDING',
        lineItems: [{ productName: { original: 'A cup' }, quantity: 1, price: { amount: '8' }, itemType: { preset: 'PHYSICAL' } }],
        priceSummary: {},
      },
    })
    const { paymentGatewayOrderId: refusedId } = await app.orders.preparePaymentCollection({
      ecomOrderId: waiting.id!,
      amount: { amount: '8' },
    })
    await app.orders.updateOrderStatus({ orderId: waiting.id!, status: 'REJECTED' })
    assert.equal(await codeOf(links.sendPaymentLink({ id: refusedId, email: 'guest@example.org' })), 'ORDER_IS_REJECTED')
    const buyer = createClient({ baseUrl: shop.url, auth: visitor({ clientId: shop.clientId, tokens: inMemory() }), modules: backOffice })
    assert.equal(await codeOf(buyer.paymentLinks.getPaymentLink({ id: byHand.id })), 'PERMISSION_DENIED')
    assert.equal(await codeOf(buyer.paymentLinks.sendPaymentLink({ id: byHand.id })), 'PERMISSION_DENIED')
  })

  test('opened twice and paid from both windows at once it is paid once, also where one of them goes through the bank', async () => {
    for (const other of ['4242 4242 4242 4242', '4000 0000 0000 3220']) {
      const { orderId, id } = await asked()
      const [one, two] = [newBuyer(shop), newBuyer(shop)]
      await Promise.all([attempt(pay(one, id)), attempt(pay(two, id, other))])
      const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
      const waiting = orderTransactions.payments.filter(({ status }) => status === 'PENDING')
      for (const { id: paymentId } of waiting) {
        const [refused, said] = await attempt(one.payments.answerSandboxAuthentication({ id: paymentId!, answer: 'CONFIRM' }))
        if (!refused) await attempt(one.payments.confirmCollection({ id, resultToken: said.resultToken }))
      }
      const after = await orderOf(orderId)
      assert.equal(after.balanceSummary?.paid?.amount, '10.00')
      assert.equal(after.paymentStatus, 'PAID')
      assert.equal(await stateOf(id), 'PAID')
    }
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

  test('releases its units when the card is refused, and takes them again for the next', async () => {
    const before = await stock()
    const { buyer, id } = await ordered()
    assert.equal(await stock(), before - 2)
    assert.equal(await codeOf(pay(buyer, id, '4000 0000 0000 0002')), 'PAYMENT_ERROR')
    assert.equal(await stock(), before)
    await pay(buyer, id)
    assert.equal(await stock(), before - 2)
  })

  test('409 FULL_OUT_OF_STOCK where others bought its units meanwhile', async () => {
    const rare = await addProduct(shop.platform, { site: shop.site, name: 'The last one', price: 1000, stock: 1 }, shop.clock.now())
    const buyer = newBuyer(shop)
    const made = await buyer.checkout.createOrder({ id: await toCheckout(buyer, [{ product: rare }]) })
    assert.equal(await codeOf(pay(buyer, made.paymentGatewayOrderId!, '4000 0000 0000 0002')), 'PAYMENT_ERROR')
    const quicker = newBuyer(shop)
    const id = await toCheckout(quicker, [{ product: rare }])
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
