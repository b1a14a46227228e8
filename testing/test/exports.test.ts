import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { audit, exports, memberAdmin, memberManagement, merchantProducts } from '@vitrine/client/back-office'
import { type Order, ProductExportColumn } from '@vitrine/contract'
import { nothingBeside } from '@vitrine/platform/commerce/catalogue/csv/beside'
import { productColumns, productHeader } from '@vitrine/platform/commerce/catalogue/csv/columns'
import { collectionLabels, productRows } from '@vitrine/platform/commerce/catalogue/csv/write'
import { csvLine } from '@vitrine/platform/kernel/csv/cells'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct } from '../src/products.ts'

let shop: TestPlatform
let office: ReturnType<typeof newOffice>
let app: ReturnType<typeof newApp>
const newOffice = () =>
  createClient({
    baseUrl: shop.url,
    auth: apiKey(shop.apiKey),
    modules: { audit, exports, memberAdmin, memberManagement, merchantProducts },
  })
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  app = newApp()
  for (let n = 0; n < 5; n++) await ordered(n)
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

async function ordered(n: number): Promise<Order> {
  const { order } = await app.orders.createOrder({
    order: {
      channelInfo: { type: 'POS' },
      lineItems: [
        {
          productName: { original: n === 0 ? '=HYPERLINK("https://evil.example")' : 'Mug, "Oat"' },
          quantity: 2,
          price: { amount: '10.37' },
          itemType: { preset: 'PHYSICAL' },
          physicalProperties: { sku: `MV-${n}`, shippable: true },
        },
      ],
      priceSummary: {},
      buyerInfo: { email: `buyer${n}@example.com` },
      recipientInfo: {
        contactDetails: { firstName: 'Zoë', lastName: `Keller ${n}`, phone: '+49 30 1234' },
        address: { country: 'DE', city: 'Berlin', addressLine: 'Kastanienallee 24' },
      },
    },
  })
  return order
}

async function fetched(link: string): Promise<{ status: number; text: string }> {
  const { pathname, search } = new URL(link)
  const { status, body } = await shop.platform.exports({ site: shop.site, method: 'GET', path: pathname + search })
  const units: Buffer[] = []
  if (Buffer.isBuffer(body)) units.push(body)
  else if (body) for await (const unit of body) units.push(unit as Buffer)
  return { status, text: Buffer.concat(units).toString() }
}
const linesOf = async (link: string) => (await fetched(link)).text.trimEnd().split(/\r?\n/)

describe('orders', () => {
  test('as CSV: the columns that are chosen, of what the filter finds, in the order of the sort, and nothing that a spreadsheet runs', async () => {
    const { link } = await office.exports.exportOrders({
      format: 'CSV',
      columns: ['email', 'items', 'skus', 'phone', 'city', 'total', 'currency'],
      filter: { 'buyerInfo.email': { $ne: 'buyer4@example.com' } },
      sort: [{ fieldName: 'buyerInfo.email', order: 'ASC' }],
    })
    assert.match(link, /\/exports\/orders\.csv\?key=/)
    assert.deepEqual(await linesOf(link), [
      '\uFEFFEmail,Items,SKUs,Phone,City,Total,Currency',
      `buyer0@example.com,"2 × =HYPERLINK(""https://evil.example"")",MV-0,'+49 30 1234,Berlin,20.74,EUR`,
      ...[1, 2, 3].map((n) => `buyer${n}@example.com,"2 × Mug, ""Oat""",MV-${n},'+49 30 1234,Berlin,20.74,EUR`),
    ])
  })

  test('as lines of JSON: each as the list answers it; by ids those alone', async () => {
    const { orders } = await app.orders.searchOrders({ search: {} })
    const all = await linesOf((await office.exports.exportOrders({ format: 'JSON_LINES' })).link)
    assert.deepEqual(
      all.map((line) => JSON.parse(line) as unknown),
      orders,
    )
    const ids = [orders[3]!.id!, orders[1]!.id!]
    const some = await linesOf((await office.exports.exportOrders({ format: 'JSON_LINES', columns: ['id'], ids })).link)
    assert.deepEqual(
      some.map((line) => (JSON.parse(line) as { id: string }).id),
      [orders[1]!.id, orders[3]!.id],
    )
  })

  test('as CSV for accounting: what was bought, taken off and added, as the order sums it up', async () => {
    const { order } = await app.orders.createOrder({
      order: {
        channelInfo: { type: 'POS' },
        currency: 'EUR',
        lineItems: [
          { productName: { original: 'Vase' }, quantity: 1, price: { amount: '40.00' }, itemType: { preset: 'PHYSICAL' as const } },
        ],
        priceSummary: {
          subtotal: { amount: '40.00' },
          discount: { amount: '5.00' },
          shipping: { amount: '4.90' },
          tax: { amount: '6.37' },
        },
        buyerInfo: { email: 'books@example.com' },
      },
    })
    const { link } = await office.exports.exportOrders({
      format: 'CSV',
      columns: ['currency', 'subtotal', 'discount', 'shipping', 'tax', 'total', 'paid', 'refunded'],
      ids: [order.id!],
    })
    assert.deepEqual(await linesOf(link), [
      '\uFEFFCurrency,Subtotal,Discount,Shipping,Tax,Total,Paid,Refunded',
      'EUR,40.00,5.00,4.90,6.37,46.27,0.00,0.00',
    ])
  })

  test('by what is written in the search box, too', async () => {
    const { link } = await office.exports.exportOrders({ format: 'CSV', columns: ['email'], filter: { words: 'mv-2' } })
    assert.deepEqual(await linesOf(link), ['\uFEFFEmail', 'buyer2@example.com'])
  })
})

test('products: the file that the import takes, with a line for each variant; a filter and chosen columns narrow it', async () => {
  assert.deepEqual(
    ProductExportColumn.options,
    productColumns.map(([name]) => name),
  )
  for (const name of ['Morning Mug', '=Sum', 'Plate'])
    await addProduct(shop.platform, { site: shop.site, name, price: 2600, stock: 5 }, shop.clock.now())
  const { products: listed } = await office.merchantProducts.listProducts({ query: { sort: [{ fieldName: 'name' }] } })
  const whole = await Promise.all(listed.map(async ({ id }) => (await office.merchantProducts.readProduct({ id })).product))
  const labels = collectionLabels(await app.collections.queryCollections({}).then(({ collections }) => collections as never))
  const csv = await office.exports.exportProducts({ format: 'CSV', sort: [{ fieldName: 'name' }] })
  assert.equal(
    (await fetched(csv.link)).text,
    `\uFEFF${[productHeader, ...whole.flatMap((product) => productRows(product, labels, nothingBeside))].map(csvLine).join('')}`,
  )
  const some = await office.exports.exportProducts({ format: 'CSV', columns: ['name', 'stock'], filter: { name: { $startsWith: '=' } } })
  assert.deepEqual(await linesOf(some.link), ['\uFEFFName,Stock', "'=Sum,5"])
  const json = await office.exports.exportProducts({ format: 'JSON_LINES', sort: [{ fieldName: 'name' }] })
  assert.deepEqual(
    (await linesOf(json.link)).map((line) => JSON.parse(line) as unknown),
    whole,
  )
})

test('members: as CSV with what they bought, as lines of JSON as the admin shows them', async () => {
  await office.memberManagement.createMember({
    member: { loginEmail: 'zoe@example.com', contact: { firstName: '@Zoë', lastName: 'Keller', phones: ['+49 30 1234'] } },
  })
  const csv = await office.exports.exportMembers({ format: 'CSV', columns: ['email', 'firstName', 'phone', 'orders', 'spent'] })
  assert.deepEqual(await linesOf(csv.link), ['\uFEFFEmail,First name,Phone,Orders,Spent', "zoe@example.com,'@Zoë,'+49 30 1234,0,0.00"])
  const { members } = await office.memberAdmin.searchMembers({})
  const json = await office.exports.exportMembers({ format: 'JSON_LINES', filter: { loginEmail: { $startsWith: 'zoe' } } })
  assert.deepEqual(
    (await linesOf(json.link)).map((line) => JSON.parse(line) as unknown),
    members,
  )
})

test('who exported is in the audit log', async () => {
  shop.clock.advance(3_600_000)
  await office.exports.exportOrders({ format: 'CSV' })
  await office.exports.exportMembers({ format: 'CSV' })
  await shop.platform.jobs.settle()
  const { entries } = await office.audit.queryAudit({ query: { filter: { act: 'READ' }, cursorPaging: { limit: 2 } } })
  assert.deepEqual(entries.map(({ operation, kind, actor }) => [operation, kind, actor.kind]).sort(), [
    ['POST /vitrine/v1/members/export', 'member', 'API_KEY'],
    ['POST /vitrine/v1/orders/export', 'order', 'API_KEY'],
  ])
})

test('400 for what the list does not know, and for a filter too long for a link', async () => {
  const refused = async (call: Promise<unknown>) => (await attempt(call))[0]?.code
  assert.equal(await refused(office.exports.exportOrders({ format: 'CSV', filter: { secret: 1 } })), 'INVALID_ARGUMENT')
  assert.equal(await refused(office.exports.exportMembers({ format: 'CSV', sort: [{ fieldName: 'secret' }] })), 'INVALID_ARGUMENT')
  const emails = Array.from({ length: 300 }, (_, n) => `buyer${n}@example.com`)
  assert.equal(
    await refused(office.exports.exportOrders({ format: 'CSV', filter: { 'buyerInfo.email': { $in: emails } } })),
    'INVALID_ARGUMENT',
  )
})

test('a link is over after ten minutes, and one that was written by somebody else opens nothing', async () => {
  const { link } = await office.exports.exportOrders({ format: 'CSV' })
  assert.equal((await fetched(link)).status, 200)
  assert.equal((await fetched(`${link.slice(0, -4)}AAAA`)).status, 404)
  assert.equal((await fetched(link.replace('orders.csv', 'members.csv'))).status, 404)
  shop.clock.advance(601_000)
  assert.equal((await fetched(link)).status, 404)
})
