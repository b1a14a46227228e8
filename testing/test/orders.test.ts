import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient, each } from '@vitrine/client'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { type Buyer, berlin, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'
import { testSections } from '../src/shop.ts'

let shop: TestPlatform
let mug: TestProduct
let app: ReturnType<typeof newApp>
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

before(async () => {
  shop = await startTestPlatform()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 500 }, shop.clock.now())
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
async function held(): Promise<string> {
  const { database } = shop.platform
  await writeSettings(database, shop.site, 'commerce', { ...testSections.commerce, delayedCapture: {} }, shop.clock.now())
  const orderId = await placed()
  await writeSettings(database, shop.site, 'commerce', testSections.commerce, shop.clock.now())
  return orderId
}
/** Ordered, not paid. */
async function waiting(): Promise<string> {
  const buyer = newBuyer(shop)
  return (await buyer.checkout.createOrder({ id: await toCheckout(buyer, [{ product: mug }]) })).orderId
}

const stock = async (): Promise<number> => {
  const [row] = await shop.platform.database.query<{ quantity: number }>(
    sql`select quantity from stock where site = ${shop.site} and product_id = ${mug.id}`,
  )
  return row!.quantity
}
const typesOf = (order: { readonly activities: readonly { readonly activityType?: string | undefined }[] }) =>
  order.activities.map(({ activityType }) => activityType)
async function emailsAbout(number: string): Promise<{ subject: string; text: string }[]> {
  await shop.platform.jobs.settle()
  const { messages } = await app.inbox.listMessages({})
  const of = messages.filter(({ subject }) => subject.includes(number))
  return Promise.all(of.map(async ({ id, subject }) => ({ subject, text: JSON.stringify((await app.inbox.getMessage({ id })).message) })))
}

describe('the search', () => {
  // attack: Other people's data | a buyer searches all orders | only their own
  test('finds with activities, filters, sorts and goes on by cursor; a buyer finds their own', async () => {
    const buyer = newBuyer(shop)
    const ids = [await placed(buyer), await placed(buyer), await placed()]
    const { orders, metadata } = await app.orders.searchOrders({ search: { filter: { id: { $in: ids } }, cursorPaging: { limit: 2 } } })
    assert.deepEqual(metadata.count, 2)
    assert.deepEqual(typesOf(orders[0]!), ['ORDER_PLACED', 'ORDER_PAID'])
    assert.deepEqual(orders[0], (await app.orders.getOrder({ id: orders[0]!.id! })).order)
    const rest = await app.orders.searchOrders({ search: { cursorPaging: { limit: 2, cursor: metadata.cursors.next! } } })
    assert.deepEqual([...orders, ...rest.orders].map(({ id }) => id).sort(), [...ids].sort())
    const own = await buyer.orders.searchOrders({ search: { filter: { 'priceSummary.total.amount': '56.90' } } })
    assert.deepEqual(own.orders.map(({ id }) => id).sort(), ids.slice(0, 2).sort())
    const all: string[] = []
    for await (const order of each('orders', buyer.orders.searchOrders, { search: { cursorPaging: { limit: 1 } } })) all.push(order.id!)
    assert.deepEqual(all.sort(), ids.slice(0, 2).sort())
  })

  test('an order that waits for its first payment is found by its status alone', async () => {
    const id = await waiting()
    assert.equal((await app.orders.searchOrders({ search: { filter: { id } } })).orders.length, 0)
    const found = await app.orders.searchOrders({ search: { filter: { id, status: 'INITIALIZED' } } })
    assert.deepEqual(
      found.orders.map((order) => order.id),
      [id],
    )
  })

  test('400 for a filter that cannot be read', async () => {
    assert.equal(await codeOf(app.orders.searchOrders({ search: { filter: { nonsense: 1 } } })), 'INVALID_ARGUMENT')
  })
})

describe('an update', () => {
  test('writes what was sent, keeps the rest, tells of address and e-mail', async () => {
    const id = await placed()
    const { order } = await app.orders.updateOrder({
      order: {
        id,
        archived: true,
        buyerInfo: { email: 'new@example.com' },
        recipientInfo: { address: { ...berlin.address, addressLine: 'Neuweg 3' } },
        tags: { tags: { tagIds: ['gift', 'gift'] } },
        channelInfo: { externalOrderId: 'X-1' },
      },
    })
    assert.equal(order.archived, true)
    assert.equal(order.buyerInfo?.email, 'new@example.com')
    assert.equal(order.recipientInfo?.address?.addressLine, 'Neuweg 3')
    assert.equal(order.recipientInfo?.contactDetails?.firstName, 'Ada', 'what was not sent is kept')
    assert.deepEqual(order.tags?.tags?.tagIds, ['gift'])
    assert.deepEqual(order.channelInfo, { type: 'WEB', externalOrderId: 'X-1' })
    assert.deepEqual(typesOf(order).slice(2), ['SHIPPING_ADDRESS_EDITED', 'EMAIL_EDITED'])
    const quiet = await app.orders.updateOrder({ order: { id, seenByAHuman: true, buyerNote: 'Ring twice' } })
    assert.equal(typesOf(quiet.order).length, 4)
    const cleared = await app.orders.updateOrder({ order: { id, buyerNote: null, archived: true }, fieldMask: 'buyerNote,archived' })
    assert.equal(cleared.order.buyerNote, undefined)
    const { orders } = await app.orders.searchOrders({ search: { filter: { 'buyerInfo.email': 'new@example.com', archived: true } } })
    assert.deepEqual(
      orders.map((found) => found.id),
      [id],
    )
  })

  // attack: Other people's data | a buyer patches an order | 403 PERMISSION_DENIED
  test('404 ORDER_NOT_FOUND for none; 403 to buyers', async () => {
    const update = (id: string, client: Pick<Buyer, 'orders'> = app) => codeOf(client.orders.updateOrder({ order: { id, archived: true } }))
    assert.equal(await update(crypto.randomUUID()), 'ORDER_NOT_FOUND')
    const buyer = newBuyer(shop)
    assert.equal(await update(await placed(buyer), buyer), 'PERMISSION_DENIED')
  })

  test('409 STALE_REVISION to whoever read it before somebody else changed it, and changes nothing; without a revision it is written over', async () => {
    const id = await placed()
    const read = await app.orders.getOrder({ id })
    const note = (buyerNote: string, expectedRevision?: string) =>
      app.orders.updateOrder({ order: { id, buyerNote }, ...(expectedRevision !== undefined && { expectedRevision }) })
    const first = await note('Ring twice', read.revision)
    assert.notEqual(first.revision, read.revision)
    assert.equal(await codeOf(note('Do not ring', read.revision)), 'STALE_REVISION')
    const now = await app.orders.getOrder({ id })
    assert.deepEqual([now.order.buyerNote, now.revision], ['Ring twice', first.revision])
    await app.orders.addActivity({ id, activity: { merchantComment: { message: 'Called them' } } })
    assert.equal(await codeOf(note('Do not ring', first.revision)), 'STALE_REVISION', 'a comment is a change too')
    assert.equal((await note('Do not ring')).order.buyerNote, 'Do not ring')
    const both = await app.orders.getOrder({ id })
    const racing = await Promise.all(['one', 'other'].map((words) => codeOf(note(words, both.revision))))
    assert.deepEqual(racing.toSorted(), ['STALE_REVISION', 'done'], 'of two at once one is kept')
  })

  test('of several says for each what became of it', async () => {
    const [one, two] = [await placed(), await placed()]
    const nobody = crypto.randomUUID()
    const orders = [two, nobody, one].map((id) => ({ order: { id, archived: true } }))
    const { results, bulkActionMetadata } = await app.orders.bulkUpdateOrders({ orders, returnEntity: true })
    assert.deepEqual(bulkActionMetadata, { totalSuccesses: 2, totalFailures: 1, undetailedFailures: 0 })
    assert.deepEqual(
      results.map(({ itemMetadata: { id, originalIndex, error }, item }) => [id, originalIndex, error?.code, item?.archived]),
      [
        [two, 0, undefined, true],
        [nobody, 1, 'ORDER_NOT_FOUND', undefined],
        [one, 2, undefined, true],
      ],
    )
    assert.equal((await app.orders.bulkUpdateOrders({ orders })).results[0]?.item, undefined)
  })

  test('two that tag the same orders at once, in opposite order, lose no tag and do not wait for each other', async () => {
    const ids = [await placed(), await placed()]
    await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        app.orders.bulkUpdateOrderTags({ orderIds: i % 2 ? ids : ids.toReversed(), assignTags: { tags: { tagIds: [`t${i}`] } } }),
      ),
    )
    const { results } = await app.orders.bulkUpdateOrderTags({
      orderIds: ids,
      assignTags: { privateTags: { tagIds: ['vip'] } },
      unassignTags: { tags: { tagIds: ['t0'] } },
    })
    assert.deepEqual(
      results.map(({ itemMetadata }) => itemMetadata.success),
      [true, true],
    )
    const { order } = await app.orders.getOrder({ id: ids[0]! })
    assert.deepEqual(order.tags?.tags?.tagIds.toSorted(), ['t1', 't2', 't3', 't4', 't5'])
    assert.deepEqual(order.tags?.privateTags?.tagIds, ['vip'])
    const { orders } = await app.orders.searchOrders({ search: { filter: { 'tags.privateTags.tagIds': { $hasSome: ['vip'] } } } })
    assert.equal(orders.length, 2)
  })
})

describe('a cancellation', () => {
  test('restocks the units and emails the buyer, in the shop’s own words too', async () => {
    const before = await stock()
    const id = await placed()
    const { order } = await app.orders.cancelOrder({
      id,
      restockAllItems: true,
      sendOrderCanceledEmail: true,
      customMessage: 'The kiln <broke>.',
    })
    assert.equal(order.status, 'CANCELED')
    assert.equal(order.paymentStatus, 'PAID', 'what was paid stays until it is refunded')
    assert.equal(order.lineItems[0]?.restockQuantity, 2)
    assert.equal(typesOf(order).at(-1), 'ORDER_CANCELED')
    assert.equal(await stock(), before)
    const email = (await emailsAbout(order.number)).find(({ subject }) => subject.includes('cancelled'))
    assert.ok(email)
    assert.ok(email.text.includes('The kiln'))
    assert.ok(email.text.includes('56.90'), 'what goes back')
    assert.ok(!email.text.includes('<broke>.</td>'), 'nobody writes HTML into an email')
  })

  test('once more changes nothing; without restock and mail it does neither', async () => {
    const id = await placed()
    const before = await stock()
    const first = await app.orders.cancelOrder({ id })
    assert.deepEqual(await app.orders.cancelOrder({ id, restockAllItems: true, sendOrderCanceledEmail: true }), first)
    assert.equal(await stock(), before)
    assert.ok((await emailsAbout(first.order.number)).every(({ subject }) => !subject.includes('cancelled')))
  })

  test('409 ORDER_HAS_AUTHORIZED_TRANSACTION names the payments; 404 ORDER_NOT_FOUND', async () => {
    const id = await held()
    const [refused] = await attempt(app.orders.cancelOrder({ id }))
    assert.equal(refused?.code, 'ORDER_HAS_AUTHORIZED_TRANSACTION')
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId: id })
    assert.deepEqual(refused.data, { paymentIds: [orderTransactions.payments[0]!.id] })
    assert.equal(await codeOf(app.orders.cancelOrder({ id: crypto.randomUUID() })), 'ORDER_NOT_FOUND')
  })

  test('a refund after it, with an email', async () => {
    const id = await placed()
    const { order } = await app.orders.cancelOrder({ id, restockAllItems: true })
    const before = await stock()
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId: id })
    await app.orders.triggerRefund({
      ecomOrderId: id,
      payments: [{ paymentId: orderTransactions.payments[0]!.id! }],
      details: { reason: 'Cancelled' },
      sideEffects: { sendOrderRefundedEmail: true, restockInfo: { type: 'ALL_ITEMS' }, customMessage: 'Sorry!' },
    })
    assert.equal(await stock(), before, 'what is back already does not come back twice')
    assert.equal((await app.orders.getOrder({ id })).order.paymentStatus, 'FULLY_REFUNDED')
    const email = (await emailsAbout(order.number)).find(({ subject }) => subject.includes('goes back'))
    assert.ok(email)
    assert.ok(email.subject.includes('€56.90'))
    assert.ok(email.text.includes('Sorry!') && email.text.includes('Visa ending 4242'))
  })

  test('against a capture: one of them, and never a cancelled order whose held money was taken after', async () => {
    for (let i = 0; i < 5; i++) {
      const id = await held()
      const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId: id })
      const paymentId = orderTransactions.payments[0]!.id!
      const [capture, cancel] = await Promise.all([
        codeOf(app.orders.captureAuthorizedPayments({ ecomOrderId: id, payments: [{ paymentId }] })),
        codeOf(app.orders.cancelOrder({ id, restockAllItems: true })),
      ])
      assert.equal(capture, 'done')
      const { order } = await app.orders.getOrder({ id })
      assert.equal(order.status, cancel === 'done' ? 'CANCELED' : 'APPROVED')
      assert.equal(order.paymentStatus, 'PAID')
      const types = typesOf(order)
      if (cancel === 'done') assert.ok(types.indexOf('ORDER_CANCELED') > types.indexOf('AUTHORIZED_PAYMENT_CAPTURED'))
      else assert.equal(cancel, 'ORDER_HAS_AUTHORIZED_TRANSACTION')
    }
  })

  test('ten at once restock the units once', async () => {
    const before = await stock()
    const id = await placed()
    await Promise.all(Array.from({ length: 10 }, () => app.orders.cancelOrder({ id, restockAllItems: true })))
    assert.equal(await stock(), before)
    assert.equal(typesOf((await app.orders.getOrder({ id })).order).filter((type) => type === 'ORDER_CANCELED').length, 1)
  })
})
