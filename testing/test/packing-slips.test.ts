import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { newId } from '@vitrine/platform/kernel/db/id'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'

let shop: TestPlatform
const connection = () => ({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
const admin = () => createClient({ ...connection(), modules: backOffice }).orderInvoices
const app = () => createClient(connection())

before(async () => {
  shop = await startTestPlatform()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

async function ordered(...lines: readonly { name: string; quantity: number }[]) {
  const { order } = await app().orders.createOrder({
    order: {
      channelInfo: { type: 'POS' },
      lineItems: lines.map(({ name, quantity }) => ({
        productName: { original: name },
        quantity,
        price: { amount: '10.37' },
        itemType: { preset: 'PHYSICAL' as const },
      })),
      priceSummary: {},
      recipientInfo: {
        contactDetails: { firstName: 'Hanna', lastName: 'Keller' },
        address: { country: 'DE', city: 'Berlin', addressLine: 'Kastanienallee 24' },
      },
    },
  })
  return order
}
async function fetched(link: string, method = 'GET') {
  const { pathname, search } = new URL(link)
  return shop.platform.invoices({ site: shop.site, method, path: pathname + search })
}

/** The pages of a PDF, and every letter that is set in it. */
function read(pdf: Buffer) {
  const text = pdf.toString('latin1')
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)endstream/g)].flatMap(([, body]) => {
    try {
      return [inflateSync(Buffer.from(body!, 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })
  const knows = new Set<string>()
  for (const [, ranges] of streams.join('\n').matchAll(/beginbfrange\s([\s\S]*?)endbfrange/g))
    for (const [, list] of ranges!.matchAll(/\[([^\]]*)\]/g))
      for (const [, code] of list!.matchAll(/<([\da-f]+)>/gi)) knows.add(String.fromCodePoint(Number.parseInt(code!.slice(0, 4), 16)))
  return { pages: text.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0, knows }
}

const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'

describe('packing slips', () => {
  test('are one PDF for all orders asked for, a page each, and say no price', async () => {
    const [one, two] = [await ordered({ name: 'Morning Mug', quantity: 2 }), await ordered({ name: 'Table Plate', quantity: 1 })]
    const { link } = await admin().printPackingSlips({ orderIds: [one.id!, two.id!] })
    const answer = await fetched(link)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-type'], 'application/pdf')
    const { pages, knows } = read(answer.body!)
    assert.equal(pages, 2)
    assert.ok(knows.has('K') && knows.has('M'), 'the address and the goods are set')
    assert.ok(!knows.has('€'), 'no price is set')
    assert.equal((await fetched(link, 'HEAD')).body, null)
    assert.equal(Number((await fetched(link, 'HEAD')).headers['content-length']), answer.body!.length)
  })

  test('have what has not left; of an order that has left whole, everything', async () => {
    const order = await ordered({ name: 'Quilt', quantity: 1 }, { name: 'Zebra', quantity: 1 })
    const [quilt, zebra] = order.lineItems
    const slip = async () => read((await fetched((await admin().printPackingSlips({ orderIds: [order.id!] })).link)).body!).knows
    assert.ok((await slip()).has('Q') && (await slip()).has('Z'))
    const send = (id: string) => app().orderFulfillments.createFulfillment({ orderId: order.id!, fulfillment: { lineItems: [{ id }] } })
    await send(quilt!.id)
    const rest = await slip()
    assert.ok(rest.has('Z') && !rest.has('Q'))
    await send(zebra!.id)
    const all = await slip()
    assert.ok(all.has('Z') && all.has('Q'))
  })

  test('404 ORDER_NOT_FOUND where one of them is not there; a key that the shop did not sign opens nothing', async () => {
    const { id } = await ordered({ name: 'Morning Mug', quantity: 1 })
    assert.equal(await codeOf(admin().printPackingSlips({ orderIds: [id!, newId()] })), 'ORDER_NOT_FOUND')
    const { link } = await admin().printPackingSlips({ orderIds: [id!] })
    assert.equal((await fetched(`${link}x`)).status, 404)
    assert.equal((await fetched(link.replace(/key=.*/, 'key='))).status, 404)
    shop.clock.advance(2 * 3_600_000)
    assert.equal((await fetched(link)).status, 404)
  })
})
