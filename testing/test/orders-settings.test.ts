import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import * as modules from '@vitrine/client'
import { apiKey, attempt, createClient, inMemory, visitor } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { type Buyer, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'

let shop: TestPlatform
const made = () =>
  createClient({
    baseUrl: shop.url,
    auth: apiKey(shop.apiKey),
    modules: { ...backOffice, orders: modules.orders, orderTransactions: modules.orderTransactions },
  })
let admin: ReturnType<typeof made>
before(async () => {
  shop = await startTestPlatform()
  admin = made()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const returnUrl = 'http://localhost/back'
const threeDSecure = '4000000000003220'
const offline = { id: 'transfer', name: 'Bank transfer', predefined: 'BANK_TRANSFER' as const }
const minutes = 60_000

type Settings = Parameters<typeof admin.shopSettings.updateOrdersSettings>[0]['ordersSettings']
const settle = (ordersSettings: Settings) => admin.shopSettings.updateOrdersSettings({ ordersSettings })
const lamp = (stock: number): Promise<TestProduct> =>
  addProduct(shop.platform, { site: shop.site, name: 'Lamp', price: 8000, stock }, shop.clock.now())
const stockOf = async ({ id }: TestProduct): Promise<number> =>
  (
    await shop.platform.database.query<{ quantity: number }>(
      sql`select quantity from stock where site = ${shop.site} and product_id = ${id}`,
    )
  )[0]!.quantity
const orderOf = async (id: string) => (await admin.orders.getOrder({ id })).order
const paymentsOf = async (orderId: string) =>
  (await admin.orderTransactions.listTransactionsForSingleOrder({ orderId })).orderTransactions.payments.map(
    ({ regularPaymentDetails }) => regularPaymentDetails?.status,
  )

/** Somebody who was sent to confirm the payment at the bank. */
async function atTheBank(product: TestProduct): Promise<{ buyer: Buyer; checkoutId: string; orderId: string; confirm(): Promise<void> }> {
  const buyer = newBuyer(shop)
  const checkoutId = await toCheckout(buyer, [{ product }])
  const paymentToken = await card(buyer, threeDSecure)
  const { orderId, actionUrl } = await buyer.payments.placeOrder({ id: checkoutId, paymentToken, returnUrl })
  const id = actionUrl!.split('/').at(-1)!
  return {
    buyer,
    checkoutId,
    orderId,
    async confirm() {
      await buyer.payments.answerSandboxAuthentication({ id, answer: 'CONFIRM' })
      // The shop asks the bank in its turn.
      shop.clock.advance(31_000)
      await shop.platform.everyMinute()
    },
  }
}

async function buys(product: TestProduct, by: { paymentMethodId?: string; paymentToken?: string } = {}) {
  const buyer = newBuyer(shop)
  const id = await toCheckout(buyer, [{ product }])
  const paid = by.paymentMethodId === undefined ? { paymentToken: by.paymentToken ?? (await card(buyer)) } : by
  return buyer.payments.placeOrder({ id, ...paid, returnUrl })
}

beforeEach(async () => {
  await settle({ inventoryUpdateTrigger: null, createInvoice: null })
  await admin.paymentSettings.updatePaymentSettings({ paymentSettings: { offlineMethods: [offline] } })
})

describe('what is said', () => {
  test('200: what is sent is changed, null is as at the beginning, and a mask says what is meant', async () => {
    const first = await admin.shopSettings.getOrdersSettings({})
    assert.deepEqual([first.ordersSettings.inventoryUpdateTrigger, first.ordersSettings.createInvoice], ['ON_ORDER_PLACED', false])
    const { ordersSettings } = await settle({ inventoryUpdateTrigger: 'ON_ORDER_PAID' })
    assert.deepEqual([ordersSettings.inventoryUpdateTrigger, ordersSettings.createInvoice], ['ON_ORDER_PAID', false])
    const masked = await admin.shopSettings.updateOrdersSettings({
      ordersSettings: { inventoryUpdateTrigger: 'ON_ORDER_PLACED', createInvoice: true },
      fieldMask: 'createInvoice',
    })
    assert.deepEqual([masked.ordersSettings.inventoryUpdateTrigger, masked.ordersSettings.createInvoice], ['ON_ORDER_PAID', true])
    const read = await admin.shopSettings.getOrdersSettings({})
    assert.deepEqual(read, masked)
    assert.equal(Date.parse(read.ordersSettings.updatedDate!), shop.clock.now().getTime())
    const { ordersSettings: again } = await settle({ inventoryUpdateTrigger: null, createInvoice: null })
    assert.deepEqual([again.inventoryUpdateTrigger, again.createInvoice], ['ON_ORDER_PLACED', false])
  })
  test('400 and 403: no other trigger, and nobody but the merchant', async () => {
    assert.equal(await codeOf(settle({ inventoryUpdateTrigger: 'NEVER' as 'ON_ORDER_PAID' })), 'INVALID_ARGUMENT')
    const shopper = createClient({ baseUrl: shop.url, auth: visitor({ clientId: shop.clientId, tokens: inMemory() }), modules: backOffice })
    assert.equal(await codeOf(shopper.shopSettings.updateOrdersSettings({ ordersSettings: { createInvoice: true } })), 'PERMISSION_DENIED')
    assert.equal((await admin.shopSettings.getOrdersSettings({})).ordersSettings.createInvoice, false)
  })
  test('who changed them stands in the log, and it can be undone', async () => {
    await settle({ createInvoice: true })
    const { entries } = await admin.audit.queryAudit({ query: { filter: { kind: 'ordersSettings' } } })
    assert.deepEqual([entries[0]!.first?.path, entries[0]!.first?.after], [['createInvoice'], true])
    await admin.audit.revertAuditEntry({ id: entries[0]!.id })
    assert.equal((await admin.shopSettings.getOrdersSettings({})).ordersSettings.createInvoice, false)
  })
})

describe('stock goes with the order', () => {
  test('an order that waits for its payment holds its units', async () => {
    const product = await lamp(1)
    await atTheBank(product)
    assert.equal(await stockOf(product), 0)
  })
})

describe('stock goes with the payment', () => {
  beforeEach(() => settle({ inventoryUpdateTrigger: 'ON_ORDER_PAID' }))

  test('an order that waits holds nothing; paid, it has its units', async () => {
    const product = await lamp(3)
    const { orderId, confirm } = await atTheBank(product)
    assert.equal(await stockOf(product), 3)
    await confirm()
    assert.deepEqual([(await orderOf(orderId)).paymentStatus, await stockOf(product)], ['PAID', 2])
  })

  test('whoever pays first gets the last unit; the other payment goes back', async () => {
    const product = await lamp(1)
    const slow = await atTheBank(product)
    const quick = await buys(product)
    assert.deepEqual([quick.status, await stockOf(product)], ['APPROVED', 0])
    await slow.confirm()
    assert.deepEqual(await paymentsOf(slow.orderId), ['VOIDED'])
    const [row] = await shop.platform.database.query<{ status: string }>(sql`
      select status from orders where site = ${shop.site} and id = ${slow.orderId}`)
    assert.deepEqual([row!.status, await stockOf(product)], ['INITIALIZED', 0])
  })

  test('a card that is declined and an order that is given up put nothing back that was not taken', async () => {
    const product = await lamp(2)
    const [declined] = await attempt(buys(product, { paymentToken: await card(newBuyer(shop), '4000000000000002') }))
    assert.equal(declined?.code, 'PAYMENT_ERROR')
    assert.equal(await stockOf(product), 2)
    const { orderId } = await atTheBank(product)
    shop.clock.advance(31 * minutes)
    await shop.platform.everyMinute()
    const [row] = await shop.platform.database.query<{ status: string }>(sql`
      select status from orders where site = ${shop.site} and id = ${orderId}`)
    assert.deepEqual([row!.status, await stockOf(product)], ['CANCELED', 2])
  })

  test('an order to be paid by hand stands with the promise, and takes its units then', async () => {
    const product = await lamp(1)
    const placed = await buys(product, { paymentMethodId: 'transfer' })
    assert.deepEqual([placed.status, await stockOf(product)], ['APPROVED', 0])
    const cancelled = await admin.orders.cancelOrder({ id: placed.orderId, restockAllItems: true })
    assert.deepEqual([cancelled.order.status, await stockOf(product)], ['CANCELED', 1])
  })

  test('one that began by card and ends by hand takes its units once', async () => {
    const product = await lamp(2)
    const { buyer, checkoutId, orderId } = await atTheBank(product)
    const placed = await buyer.payments.placeOrder({ id: checkoutId, paymentMethodId: 'transfer', returnUrl })
    assert.deepEqual([placed.orderId, placed.status, await stockOf(product)], [orderId, 'APPROVED', 1])
  })

  test('what is sold out when the order is made is refused as ever', async () => {
    const product = await lamp(1)
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product }])
    await buys(product)
    const paymentToken = await card(buyer)
    assert.equal(await codeOf(buyer.payments.placeOrder({ id, paymentToken, returnUrl })), 'FULL_OUT_OF_STOCK')
  })
})

describe('invoices', () => {
  const invoicesOf = async (orderId: string) => {
    await shop.platform.jobs.settle()
    return (await admin.orderInvoices.listInvoicesForMultipleOrders({ orderIds: [orderId] })).invoicesForOrder[0]?.invoicesInfo ?? []
  }

  test('an order that is paid online gets one by itself, where the shop wants it', async () => {
    const product = await lamp(9)
    assert.deepEqual(await invoicesOf((await buys(product)).orderId), [])
    await settle({ createInvoice: true })
    const { orderId } = await buys(product)
    assert.equal((await invoicesOf(orderId)).length, 1)
    assert.ok((await orderOf(orderId)).activities?.some(({ type }) => type === 'INVOICE_ADDED'))
    assert.equal(await codeOf(admin.orderInvoices.generateInvoice({ orderId })), 'INVOICE_ALREADY_EXISTS')
  })

  test('one that is paid by hand gets none by itself, neither when promised nor when the money came', async () => {
    await settle({ createInvoice: true })
    const { orderId } = await buys(await lamp(1), { paymentMethodId: 'transfer' })
    assert.deepEqual(await invoicesOf(orderId), [])
    await admin.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: orderId })
    assert.equal((await orderOf(orderId)).paymentStatus, 'PAID')
    assert.deepEqual(await invoicesOf(orderId), [])
  })
})
