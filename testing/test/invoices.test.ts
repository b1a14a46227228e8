import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as modules from '@vitrine/client'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Paper } from '@vitrine/platform/commerce/invoices/paper'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { type Buyer, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

let shop: TestPlatform
let mug: TestProduct
let app: ReturnType<typeof newApp>
const newApp = () =>
  createClient({
    baseUrl: shop.url,
    auth: apiKey(shop.apiKey),
    modules: { orders: modules.orders, orderInvoices: backOffice.orderInvoices },
  })

before(async () => {
  shop = await startTestPlatform()
  const now = shop.clock.now()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 500 }, now)
  await writeSettings(
    shop.platform.database,
    shop.site,
    'invoices',
    { prefix: 'RE-', firstNumber: 501, taxIds: [{ name: 'VAT', value: 'DE 123' }], thanks: 'Thank you.' },
    now,
  )
  app = newApp()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

async function placed(buyer: Buyer = newBuyer(shop)): Promise<string> {
  const id = await toCheckout(buyer, [{ product: mug, quantity: 2 }])
  return (await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })).orderId
}
const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const storyOf = async (id: string) => (await app.orders.getOrder({ id })).order.activities.map(({ activityType }) => activityType)
async function fetched(link: string, method = 'GET') {
  const { pathname, search } = new URL(link)
  return shop.platform.invoices({ site: shop.site, method, path: pathname + search })
}
const numbers = async () =>
  (
    await shop.platform.database.query<{ number: number }>(
      sql`select number from invoice where site = ${shop.site} and number is not null order by number`,
    )
  ).map(({ number }) => Number(number))
async function paperOf(orderId: string): Promise<Paper> {
  const [row] = await shop.platform.database.query<{ document: Paper }>(
    sql`select document from invoice where site = ${shop.site} and order_id = ${orderId} and number is not null`,
  )
  return row!.document
}

describe('making one', () => {
  test('says what was sold, under the shop’s next number, and is told to the order', async () => {
    const orderId = await placed()
    const { invoiceId } = await app.orderInvoices.generateInvoice({ orderId })
    const { invoice } = await app.orderInvoices.getInvoice({ id: invoiceId })
    assert.deepEqual([invoice.orderId, invoice.number, invoice.issuedDate], [orderId, 'RE-501', shop.clock.now().toISOString()])
    const paper = await paperOf(orderId)
    assert.deepEqual(paper.buyer, { lines: ['Ada Lovelace', 'Testweg 2', '10115 Berlin', 'Germany'], email: 'ada@example.com' })
    assert.deepEqual(
      paper.lines.map(({ name, quantity, price, amount, taxPercent }) => [name, quantity, price, amount, taxPercent]),
      [['Morning Mug', 2, 2600, 5200, '19']],
    )
    const { taxes, ...sums } = paper.sums
    assert.deepEqual(sums, {
      pieces: 5200,
      discounts: [],
      delivery: { title: 'Standard', amount: 490 },
      fees: [],
      taxIncluded: true,
      total: 5690,
    })
    assert.deepEqual(taxes, [{ name: 'VAT', percent: '19', net: 4782, tax: 908 }])
    assert.deepEqual([paper.due, paper.paidBy], [0, 'Paid by Visa ending 4242 on 21 November 2026.'])
    assert.equal((await storyOf(orderId)).filter((type) => type === 'INVOICE_ADDED').length, 1)
    const { invoicesForOrder } = await app.orderInvoices.listInvoicesForMultipleOrders({ orderIds: [orderId] })
    assert.deepEqual(
      invoicesForOrder.map(({ invoicesInfo }) => invoicesInfo?.map(({ id }) => id)),
      [[invoiceId]],
    )
  })

  test('409 INVOICE_ALREADY_EXISTS, GENERATE_INVOICE_NOT_SUPPORTED; 404 for none; 403 to buyers', async () => {
    const buyer = newBuyer(shop)
    const orderId = await placed(buyer)
    await app.orderInvoices.generateInvoice({ orderId })
    assert.equal(await codeOf(app.orderInvoices.generateInvoice({ orderId })), 'INVOICE_ALREADY_EXISTS')
    assert.equal(await codeOf(app.orderInvoices.generateInvoice({ orderId: crypto.randomUUID() })), 'ORDER_NOT_FOUND')
    const waiting = await buyer.checkout.createOrder({ id: await toCheckout(buyer, [{ product: mug }]) })
    assert.equal(await codeOf(app.orderInvoices.generateInvoice({ orderId: waiting.orderId })), 'GENERATE_INVOICE_NOT_SUPPORTED')
    assert.equal(await codeOf(app.orderInvoices.getInvoice({ id: crypto.randomUUID() })), 'INVOICE_NOT_FOUND')
  })

  test('400 MISSING_CONTACT where nobody is known to make it out to', async () => {
    const orderId = await placed()
    await shop.platform.database.query(
      sql`update orders set email = '', document = document - 'billingInfo' - 'recipientInfo' where site = ${shop.site} and id = ${orderId}`,
    )
    assert.equal(await codeOf(app.orderInvoices.generateInvoice({ orderId })), 'MISSING_CONTACT')
  })

  test('of many at once no number is left out and none given twice, whatever is refused between them', async () => {
    const orders = await Promise.all(Array.from({ length: 8 }, () => placed()))
    const before = await numbers()
    const asked = [...orders, ...orders, crypto.randomUUID(), ...orders.slice(0, 3)]
    const codes = await Promise.all(asked.map((orderId) => codeOf(app.orderInvoices.generateInvoice({ orderId }))))
    assert.equal(codes.filter((code) => code === 'done').length, 8)
    const { results, bulkActionMetadata } = await app.orderInvoices.bulkGenerateInvoices({
      orderIds: [await placed(), orders[0]!, await placed()],
    })
    assert.deepEqual(bulkActionMetadata, { totalSuccesses: 2, totalFailures: 1, undetailedFailures: 0 })
    assert.deepEqual(
      results.map(({ itemMetadata, item }) => [itemMetadata.error?.code, item !== undefined]),
      [
        [undefined, true],
        ['INVOICE_ALREADY_EXISTS', false],
        [undefined, true],
      ],
    )
    const after = await numbers()
    assert.equal(after.length, before.length + 10)
    assert.deepEqual(
      after,
      after.map((_, i) => 501 + i),
    )
  })
})

test('one of another app is put to its order once', async () => {
  const orderId = await placed()
  const invoiceInfo = { id: 'X-1', appId: 'books' }
  await app.orderInvoices.addInvoiceToOrder({ orderId, invoiceInfo })
  const { orderInvoices } = await app.orderInvoices.addInvoiceToOrder({ orderId, invoiceInfo })
  assert.deepEqual(orderInvoices, [invoiceInfo])
  assert.equal((await storyOf(orderId)).filter((type) => type === 'INVOICE_ADDED').length, 1)
  assert.equal(await codeOf(app.orderInvoices.addInvoiceToOrder({ orderId: crypto.randomUUID(), invoiceInfo })), 'ORDER_NOT_FOUND')
})

describe('the paper', () => {
  test('is a buyer’s by a link, made when it is first asked for, and the same ever after', async () => {
    const buyer = newBuyer(shop)
    const orderId = await placed(buyer)
    const link = (await buyer.orders.getOrderStatus({ id: orderId })).order.details!.invoiceLink!
    const [one, two] = await Promise.all([fetched(link), fetched(link)])
    for (const { status, headers, body } of [one, two]) {
      assert.deepEqual([status, headers['content-type'], headers['cache-control']], [200, 'application/pdf', 'private, no-store'])
      assert.match(body!.subarray(0, 8).toString(), /^%PDF-1\.7/)
      assert.match(body!.toString('latin1'), /\/Lang/)
    }
    assert.equal((await paperOf(orderId)).number, /filename="(.*)\.pdf"/.exec(one.headers['content-disposition']!)![1])
    assert.equal((await storyOf(orderId)).filter((type) => type === 'INVOICE_ADDED').length, 1)
    const { paper } = { paper: await paperOf(orderId) }
    await app.orders.updateOrder({ order: { id: orderId, billingInfo: { contactDetails: { lastName: 'Byron' } } } })
    await fetched(link)
    assert.deepEqual(await paperOf(orderId), paper)
  })

  // attack: Other people's data | an invoice link without its key, of another order, or a day later | 404
  test('is nobody’s without the key, with another order’s, or a day later', async () => {
    const [one, two] = [newBuyer(shop), newBuyer(shop)]
    const orderId = await placed(one)
    const other = await placed(two)
    const link = (await one.orders.getOrderStatus({ id: orderId })).order.details!.invoiceLink!
    for (const wrong of [link.replace(orderId, other), link.replace(/\?.*/, ''), link.replace(/key=.*/, 'key=x')])
      assert.equal((await fetched(wrong)).status, 404)
    assert.equal((await fetched(link, 'POST')).status, 405)
    assert.equal((await fetched(link, 'HEAD')).body, null)
    shop.clock.advance(24 * 3600 * 1000 + 1000)
    assert.equal((await fetched(link)).status, 404)
  })

  test('there is none as long as nothing was paid', async () => {
    const buyer = newBuyer(shop)
    const { orderId } = await buyer.checkout.createOrder({ id: await toCheckout(buyer, [{ product: mug }]) })
    assert.equal((await buyer.orders.getOrderStatus({ id: orderId })).order.details!.invoiceLink, undefined)
  })
})
