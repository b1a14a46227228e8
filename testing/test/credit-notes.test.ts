import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as modules from '@vitrine/client'
import { apiKey, attempt, createClient, inMemory, visitor } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
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
    modules: {
      orders: modules.orders,
      orderInvoices: backOffice.orderInvoices,
      orderBilling: backOffice.orderBilling,
      orderTransactions: modules.orderTransactions,
    },
  })

before(async () => {
  shop = await startTestPlatform()
  const now = shop.clock.now()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 500 }, now)
  await writeSettings(shop.platform.database, shop.site, 'invoices', { prefix: 'RE-', firstNumber: 501 }, now)
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
async function refund(orderId: string, amount: string, lineItemId?: string) {
  const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
  await app.orderBilling.refundPayments({
    orderId,
    paymentRefunds: [{ paymentId: orderTransactions.payments[0]!.id!, amount: { amount } }],
    ...(lineItemId && { refundItems: { lineItems: [{ lineItemId, quantity: 1 }] } }),
  })
  await shop.platform.jobs.settle()
}
const documentsOf = async (orderId: string) => (await app.orderInvoices.searchInvoices({ orderId })).invoices
const notesOf = async (orderId: string) => (await documentsOf(orderId)).filter(({ kind }) => kind === 'CREDIT_NOTE')
const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'

describe('credit notes', () => {
  test('a refund of an invoiced order is credited with its lines and taxes, by a number of its own series', async () => {
    const buyer = newBuyer(shop)
    const orderId = await placed(buyer)
    await app.orderInvoices.generateInvoice({ orderId })
    const { order } = await app.orders.getOrder({ id: orderId })
    await refund(orderId, '26.00', order.lineItems[0]!.id)
    const [note, invoice] = await documentsOf(orderId)
    assert.deepEqual([note?.kind, note?.number, note?.amount.amount], ['CREDIT_NOTE', 'CN-1001', '26.00'])
    assert.deepEqual(note?.refersTo, [invoice?.number])
    assert.deepEqual([note?.tax.amount, invoice?.tax.amount], ['4.15', '9.08'])
    assert.deepEqual([invoice?.refersTo, invoice?.isCredited], [['CN-1001'], false])
    const { document, invoice: paper } = await app.orderInvoices.getInvoice({ id: note.id })
    assert.deepEqual(
      document.lines.map(({ name, quantity, amount }) => [name, quantity, amount.amount]),
      [['Morning Mug', 1, '26.00']],
    )
    assert.deepEqual(
      document.taxes.map(({ percent, net, tax }) => [percent, net.amount, tax.amount]),
      [['19', '21.85', '4.15']],
    )
    const { pathname, search } = new URL(paper.link)
    const pdf = await shop.platform.invoices({ site: shop.site, method: 'GET', path: pathname + search })
    assert.deepEqual([pdf.status, pdf.headers['content-disposition']], [200, 'inline; filename="CN-1001.pdf"'])
    const wrong = await shop.platform.invoices({ site: shop.site, method: 'GET', path: `${pathname}?key=nonsense` })
    assert.equal(wrong.status, 404)
    const { order: seen } = await buyer.orders.getOrderStatus({ id: orderId })
    assert.deepEqual(
      seen.details?.creditNotes.map(({ number }) => number),
      ['CN-1001'],
    )
  })

  test('an invoice that is made after a refund gets its credit note at once, and no refund gets two', async () => {
    const orderId = await placed()
    await refund(orderId, '10.00')
    assert.deepEqual(await documentsOf(orderId), [])
    await app.orderInvoices.generateInvoice({ orderId })
    assert.deepEqual(
      (await notesOf(orderId)).map(({ amount }) => amount.amount),
      ['10.00'],
    )
    await refund(orderId, '5.00')
    assert.deepEqual(
      (await notesOf(orderId)).map(({ amount }) => amount.amount),
      ['5.00', '10.00'],
    )
  })

  test('a canceled order is credited for what is left of its invoice, and for no more afterwards', async () => {
    const orderId = await placed()
    await app.orderInvoices.generateInvoice({ orderId })
    await refund(orderId, '10.00')
    await app.orders.cancelOrder({ id: orderId })
    await shop.platform.jobs.settle()
    await refund(orderId, '46.90')
    const documents = await documentsOf(orderId)
    assert.deepEqual(
      documents.filter(({ kind }) => kind === 'CREDIT_NOTE').map(({ amount }) => amount.amount),
      ['46.90', '10.00'],
    )
    assert.equal(documents.find(({ kind }) => kind === 'INVOICE')!.isCredited, true)
  })

  test('refunds of many orders at once leave no number out and give none twice', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => placed()))
    await Promise.all(orders.map((orderId) => app.orderInvoices.generateInvoice({ orderId })))
    await Promise.all(orders.map((orderId) => refund(orderId, '1.00')))
    const { invoices } = await app.orderInvoices.searchInvoices({ kind: 'CREDIT_NOTE', limit: 100 })
    const numbers = invoices.map(({ number }) => Number(number.slice('CN-'.length))).toSorted((one, other) => one - other)
    assert.deepEqual(
      numbers,
      numbers.map((_, i) => 1001 + i),
    )
    for (const orderId of orders) assert.equal((await notesOf(orderId)).length, 1)
  })
})

describe('the list', () => {
  test('the newest first, page by page, each paper once', async () => {
    const all = (await app.orderInvoices.searchInvoices({ limit: 100 })).invoices
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await app.orderInvoices.searchInvoices({ limit: 2, ...(cursor && { cursor }) })
      seen.push(...page.invoices.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor)
    assert.deepEqual(
      seen,
      all.map(({ id }) => id),
    )
    assert.equal(new Set(seen).size, all.length)
    assert.equal(await codeOf(app.orderInvoices.searchInvoices({ cursor: 'nonsense' })), 'INVALID_ARGUMENT')
  })

  test('is searched by the number of an invoice, a credit note or an order, and by an email', async () => {
    const orderId = await placed()
    await app.orderInvoices.generateInvoice({ orderId })
    const [paper] = await documentsOf(orderId)
    const found = async (words: string) => (await app.orderInvoices.searchInvoices({ words })).invoices.map(({ id }) => id)
    for (const words of [paper!.number, paper!.number.toLowerCase(), paper!.orderNumber, `#${paper!.orderNumber}`])
      assert.ok((await found(words)).includes(paper!.id), words)
    assert.ok((await found('ADA@example.com')).includes(paper!.id))
    assert.deepEqual(await found('XX-501'), [])
    assert.deepEqual(await found('nobody@example.com'), [])
  })

  test('of a time, and what it comes to', async () => {
    const { invoices: before } = await app.orderInvoices.sumUpInvoices({})
    shop.clock.advance(24 * 3_600_000)
    const from = shop.clock.now().toISOString()
    await app.orderInvoices.generateInvoice({ orderId: await placed() })
    const today = await app.orderInvoices.sumUpInvoices({ from })
    assert.deepEqual([today.invoices.count, today.invoices.amount.amount, today.creditNotes.count], [1, '56.90', 0])
    assert.equal((await app.orderInvoices.searchInvoices({ from })).invoices.length, 1)
    assert.equal((await app.orderInvoices.sumUpInvoices({ to: from })).invoices.count, before.count)
  })

  test('is nothing for buyers', async () => {
    const buyer = createClient({
      baseUrl: shop.url,
      auth: visitor({ clientId: shop.clientId, tokens: inMemory() }),
      modules: { orderInvoices: backOffice.orderInvoices },
    })
    assert.equal(await codeOf(buyer.orderInvoices.searchInvoices({})), 'PERMISSION_DENIED')
    assert.equal(await codeOf(buyer.orderInvoices.getInvoiceSettings({})), 'PERMISSION_DENIED')
  })
})

describe('settings', () => {
  test('name the next numbers, and change only what is sent', async () => {
    const { settings: was } = await app.orderInvoices.getInvoiceSettings({})
    assert.deepEqual([was.prefix, was.creditNotePrefix, was.firstNumber], ['RE-', 'CN-', 501])
    const { settings } = await app.orderInvoices.updateInvoiceSettings({
      settings: { revision: was.revision, prefix: '2027-', taxIds: [{ name: 'VAT', value: 'DE123456789' }] },
    })
    assert.deepEqual(
      [settings.prefix, settings.creditNotePrefix, settings.taxIds],
      ['2027-', 'CN-', [{ name: 'VAT', value: 'DE123456789' }]],
    )
    const orderId = await placed()
    await app.orderInvoices.generateInvoice({ orderId })
    const [paper] = await documentsOf(orderId)
    assert.equal(paper!.number, settings.next.invoice)
    assert.deepEqual((await app.orderInvoices.getInvoice({ id: paper!.id })).document.seller.taxIds, ['VAT DE123456789'])
    assert.equal(
      await codeOf(app.orderInvoices.updateInvoiceSettings({ settings: { revision: was.revision, prefix: 'X' } })),
      'STALE_REVISION',
    )
  })
})
