import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { type Buyer, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addFile, addProduct, type TestProduct } from '../src/products.ts'
import { pdfFile } from '../src/sample-files.ts'

let shop: TestPlatform
let print: TestProduct
let mug: TestProduct
let fileId: string
let app: ReturnType<typeof newApp>
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

/** A PDF as far as its first bytes say so, and a lot behind them. */
const bytes = pdfFile({ pages: 60 })

before(async () => {
  shop = await startTestPlatform()
  fileId = await addFile(shop, bytes, 'Two Vessels — A4.pdf')
  const now = shop.clock.now()
  print = await addProduct(
    shop.platform,
    { site: shop.site, name: 'Two Vessels', price: 900, stock: null, itemType: 'DIGITAL', fileId },
    now,
  )
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600 }, now)
  app = newApp()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

async function bought(things: readonly TestProduct[] = [print], buyer: Buyer = newBuyer(shop)) {
  const id = await toCheckout(
    buyer,
    things.map((product) => ({ product })),
  )
  const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
  await shop.platform.jobs.settle()
  return { buyer, orderId }
}
const order = async (id: string) => (await app.orders.getOrder({ id })).order
const downloads = async (id: string) => {
  const { order } = await createClient({ baseUrl: shop.url }).orders.getOrderStatus({ id, email: 'Ada@Example.com' })
  return order.details!.downloads
}

const onlyOne = async (id: string) => {
  const [download] = await downloads(id)
  return { ...download!, link: download?.link ?? '' }
}

async function fetched(link: string, headers: Record<string, string> = {}, method = 'GET') {
  const { pathname, search } = new URL(link)
  const answer = await shop.platform.downloads({ site: shop.site, method, path: pathname + search, headers })
  const parts: Buffer[] = []
  if (answer.body && !Buffer.isBuffer(answer.body)) for await (const part of answer.body) parts.push(part as Buffer)
  const body = Buffer.isBuffer(answer.body) ? answer.body : Buffer.concat(parts)
  return { status: answer.status, headers: answer.headers, body, code: () => JSON.parse(body.toString()).details.applicationError.code }
}
const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const dayMs = 24 * 3600 * 1000

test('an order of files is fulfilled when it is paid; its lines, its story and an email have the link', async () => {
  const { orderId } = await bought()
  const { lineItems, fulfillmentStatus, activities, number } = await order(orderId)
  assert.equal(fulfillmentStatus, 'FULFILLED')
  assert.equal(lineItems[0]?.digitalFile?.fileId, fileId)
  assert.equal(lineItems[0]?.digitalFile?.expirationDate, new Date(shop.clock.now().getTime() + 30 * dayMs).toISOString())
  assert.deepEqual(
    activities.map(({ activityType }) => activityType),
    ['ORDER_PLACED', 'ORDER_PAID', 'ORDER_FULFILLED', 'DOWNLOAD_LINK_SENT'],
  )
  const { body, headers, status } = await fetched(lineItems[0]?.digitalFile?.link ?? '')
  assert.deepEqual([status, body.equals(bytes), headers['content-type']], [200, true, 'application/pdf'])
  assert.match(
    headers['content-disposition']!,
    /^attachment; filename="Two Vessels _ A4\.pdf"; filename\*=UTF-8''Two%20Vessels%20%E2%80%94%20A4\.pdf$/,
  )
  assert.equal(headers['cache-control'], 'private, no-store')
  const { messages } = await app.inbox.listMessages({})
  const emails = messages.filter(({ subject }) => subject === `Two Vessels — A4.pdf of order ${number}`)
  assert.equal(emails.length, 1)
  const { message } = await app.inbox.getMessage({ id: emails[0]!.id })
  assert.match(JSON.stringify(message), /\/downloads\//)
  assert.match(JSON.stringify(message), /until Monday 21 December, five times/)
})

test('beside things to be sent it goes by itself, and the rest waits', async () => {
  const { orderId } = await bought([print, mug])
  const { fulfillmentStatus, lineItems } = await order(orderId)
  assert.equal(fulfillmentStatus, 'NOT_FULFILLED')
  const things = lineItems.find(({ digitalFile }) => !digitalFile)!
  await app.orderFulfillments.createFulfillment({ orderId, fulfillment: { lineItems: [{ id: things.id }] } })
  assert.equal((await order(orderId)).fulfillmentStatus, 'FULFILLED')
  assert.equal((await fetched((await downloads(orderId))[0]!.link!)).status, 200)
})

// attack: Other people's data | a sold file is fetched from the public media | 404
test('nobody finds the file among the shop’s media', async () => {
  const answer = await shop.platform.media({ site: shop.site, method: 'GET', path: `/media/${fileId}`, headers: {} })
  assert.equal(answer.status, 404)
})

describe('a link', () => {
  test('gives parts of the file, which are one download', async () => {
    const { orderId } = await bought()
    const { link, downloadsLeft } = await onlyOne(orderId)
    assert.equal(downloadsLeft, 5)
    const first = await fetched(link, { range: 'bytes=0-99' })
    assert.deepEqual(
      [first.status, first.headers['content-range'], first.body.equals(bytes.subarray(0, 100))],
      [206, `bytes 0-99/${bytes.length}`, true],
    )
    const rest = await fetched(link, { range: 'bytes=100-' })
    assert.ok(rest.body.equals(bytes.subarray(100)))
    assert.equal((await fetched(link, { range: 'bytes=9000000-' })).status, 416)
    assert.equal((await fetched(link, {}, 'HEAD')).headers['content-length'], String(bytes.length))
    assert.equal((await downloads(orderId))[0]?.downloadsLeft, 4)
  })

  test('works as often as it may, also when all come at once; then its buyer gets another one', async () => {
    const { orderId, buyer } = await bought()
    const { link, lineItemId } = await onlyOne(orderId)
    const answers = await Promise.all(Array.from({ length: 12 }, () => fetched(link)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 5)
    const refused = answers.find(({ status }) => status !== 200)!
    assert.deepEqual([refused.status, refused.code()], [410, 'DOWNLOAD_LINK_OVER'])
    assert.deepEqual(
      (await downloads(orderId)).map(({ state, link: none }) => [state, none]),
      [['USED_UP', undefined]],
    )
    const { download } = await buyer.orders.renewDownload({ id: orderId, lineItemId })
    assert.deepEqual([download.state, download.downloadsLeft], ['READY', 5])
    assert.equal((await fetched(download.link!)).status, 200)
    assert.equal((await fetched(link)).status, 410, 'the one before is over')
    assert.equal((await order(orderId)).lineItems[0]?.digitalFile?.link !== link, true)
  })

  test('is over after its days; a browser is led to the order', async () => {
    const { orderId } = await bought()
    const { link, lineItemId } = await onlyOne(orderId)
    shop.clock.advance(30 * dayMs + 1)
    assert.deepEqual([(await fetched(link)).status, (await fetched(link)).code()], [410, 'DOWNLOAD_LINK_OVER'])
    const led = await fetched(link, { accept: 'text/html,*/*' })
    assert.deepEqual([led.status, led.headers['location']], [303, `/orders/${orderId}?download=over`])
    assert.equal((await downloads(orderId))[0]?.state, 'EXPIRED')
    const unauthenticated = createClient({ baseUrl: shop.url })
    assert.equal(await codeOf(unauthenticated.orders.renewDownload({ id: orderId, lineItemId })), 'ORDER_NOT_FOUND')
    assert.equal(
      await codeOf(unauthenticated.orders.renewDownload({ id: orderId, lineItemId, email: 'eve@example.com' })),
      'ORDER_NOT_FOUND',
    )
    const { download } = await unauthenticated.orders.renewDownload({ id: orderId, lineItemId, email: 'ada@example.com' })
    assert.equal((await fetched(download.link!)).status, 200)
  })

  // attack: Money | a download after the refund | closed
  test('closes when the money goes back or the order is cancelled, and cannot be renewed', async () => {
    const { orderId, buyer } = await bought()
    const { link, lineItemId } = await onlyOne(orderId)
    await app.orders.cancelOrder({ id: orderId })
    assert.deepEqual([(await fetched(link)).status, (await fetched(link)).code()], [403, 'DOWNLOAD_NOT_PAID'])
    assert.equal((await downloads(orderId))[0]?.state, 'CLOSED')
    assert.equal(await codeOf(buyer.orders.renewDownload({ id: orderId, lineItemId })), 'DOWNLOAD_NOT_PAID')
    assert.equal(await codeOf(buyer.orders.renewDownload({ id: orderId, lineItemId: crypto.randomUUID() })), 'ORDER_LINE_ITEM_NOT_FOUND')
  })

  test('waits for the money', async () => {
    const buyer = newBuyer(shop)
    const { orderId } = await buyer.checkout.createOrder({ id: await toCheckout(buyer, [{ product: print }]) })
    const { order } = await buyer.orders.getOrderStatus({ id: orderId })
    assert.deepEqual(
      order.details!.downloads.map(({ state, link }) => [state, link]),
      [['WAITING', undefined]],
    )
    assert.equal(
      await codeOf(buyer.orders.renewDownload({ id: orderId, lineItemId: order.details!.lineItems[0]!.id })),
      'DOWNLOAD_NOT_PAID',
    )
  })

  // attack: Other people's data | a forged download link | 404
  test('is nobody’s who made it themselves', async () => {
    const [one, two] = [await bought(), await bought()]
    const { link } = await onlyOne(one.orderId)
    const moved = link.replace(one.orderId, two.orderId)
    const forged = link.replace(/key=.*/, 'key=nonsense')
    for (const wrong of [moved, forged, link.replace(/\?.*/, '')]) assert.equal((await fetched(wrong)).status, 404)
    assert.equal((await fetched(link, {}, 'POST')).status, 405)
  })
})

test('the email about files is written once, however often its job runs', async () => {
  const { orderId } = await bought()
  const { number } = await order(orderId)
  await shop.platform.database.query(sql`
    insert into outbox (site, id, type, entity_id, payload, occurred_at)
    select site, gen_random_uuid(), type, entity_id, payload, occurred_at from outbox
    where site = ${shop.site} and entity_id = ${orderId} and type = 'wix.ecom.v1.order_payment_status_updated'`)
  await shop.platform.jobs.settle()
  const { messages } = await app.inbox.listMessages({})
  assert.equal(messages.filter(({ subject }) => subject.endsWith(`.pdf of order ${number}`)).length, 1)
  assert.equal((await order(orderId)).activities.filter(({ activityType }) => activityType === 'DOWNLOAD_LINK_SENT').length, 1)
})
