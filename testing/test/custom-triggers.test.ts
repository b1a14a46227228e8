// Rules that hold when somebody else says so: services made with the published client's own plug-ins.
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { customTriggers } from '@wix/ecom/service-plugins'
import { AppStrategy, createClient as published } from '@wix/sdk'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform, testClock } from '../src/platform.ts'
import { addProduct, storesAppId, type TestProduct } from '../src/products.ts'

const weather = '66666666-6666-4666-8666-666666666666'

let shop: TestPlatform
let mug: TestProduct
let office: ReturnType<typeof newOffice>
let server: Server
let answer: (path: string, body: string) => Promise<Response> | Response
let eligible: readonly string[] = []
const asked: { path: string; lines: readonly { quantity?: number | null | undefined }[]; triggers: readonly string[] }[] = []
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })

before(async () => {
  // The published library compares what it is sent with a clock of its own.
  shop = await startTestPlatform({ clock: testClock(new Date().toISOString()) })
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 500 }, shop.clock.now())
  office = newOffice()
  server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const said = await answer(request.url!, Buffer.concat(parts).toString())
    response.writeHead(said.status, Object.fromEntries(said.headers)).end(Buffer.from(await said.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/plugins`
  const { servicePlugin } = await office.servicePlugins.createServicePlugin({
    servicePlugin: { type: 'DISCOUNT_TRIGGERS', id: weather, name: 'The weather', baseUrl },
  })
  const service = published({ auth: AppStrategy({ appId: weather, publicKey: servicePlugin.publicKey }), modules: { customTriggers } })
  service.customTriggers.provideHandlers({
    listTriggers: async () => ({ customTriggers: [{ _id: 'rain', name: 'It rains' }] }),
    getEligibleTriggers: async ({ request }) => {
      const { lineItems = [], triggers = [] } = request
      asked.push({ path: 'eligible', lines: lineItems, triggers: triggers.map(({ customTrigger }) => customTrigger?._id ?? '') })
      return { eligibleTriggers: eligible.map((customTriggerId) => ({ customTriggerId })) }
    },
  })
  answer = (path, body) => service.servicePlugins.processRequest(new Request(`http://service.example${path}`, { method: 'POST', body }))
  await office.discountRules.createDiscountRule({
    discountRule: {
      name: 'Rain',
      active: true,
      trigger: { and: { triggers: [{ customTrigger: { id: 'rain', appId: weather } }, { itemQuantityRange: { from: 2 } }] } },
      discounts: {
        values: [
          {
            percentage: 10,
            specificItemsInfo: { scopes: [{ catalogItemFilter: { catalogAppId: storesAppId, catalogItemIds: [mug.id] } }] },
          },
        ],
      },
    },
  })
})
after(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await shop[Symbol.asyncDispose]()
})
beforeEach(() => {
  asked.length = 0
  eligible = []
})

const fill = async (quantity: number) => {
  const buyer = newBuyer(shop)
  const { cart } = await buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity, catalogReference: mug.reference() }] })
  return { buyer, cart }
}

describe('a rule whose trigger somebody else knows', () => {
  test('holds where they say so, in the cart and in the order, and where the rest of it holds too', async () => {
    eligible = ['rain', 'snow']
    const { cart } = await fill(2)
    assert.deepEqual([cart.subtotal?.amount, cart.discount?.amount, cart.subtotalAfterDiscounts?.amount], ['52.00', '5.20', '46.80'])
    assert.deepEqual(
      cart.appliedDiscounts.map(({ discountRule }) => [discountRule?.name?.original, discountRule?.amount?.amount]),
      [['Rain', '5.20']],
    )
    assert.deepEqual(
      asked.map(({ triggers, lines }) => [triggers, lines.map(({ quantity }) => quantity)]),
      [[['rain'], [2]]],
    )
    assert.equal((await fill(1)).cart.subtotalAfterDiscounts?.amount, '26.00', 'one mug is too few')

    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug, quantity: 2 }])
    const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: shop.url })
    const { order } = await createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) }).orders.getOrder({ id: orderId })
    const { subtotal, discount } = order.priceSummary ?? {}
    assert.deepEqual(
      [subtotal?.amount, discount?.amount, order.appliedDiscounts[0]?.discountRule?.name?.original],
      ['52.00', '5.20', 'Rain'],
    )
  })

  test('does not where they say no, and is asked about again after a while', async () => {
    const { buyer, cart } = await fill(3)
    assert.equal(cart.subtotalAfterDiscounts?.amount, '78.00')
    assert.equal((await buyer.currentCart.getCurrentCart()).cart.subtotalAfterDiscounts?.amount, '78.00')
    assert.equal(asked.length, 1, 'one answer does for both')
  })

  test('does not where they cannot be understood, and the cart stands', async () => {
    const hears = answer
    answer = () => new Response('{"eligibleTriggers":"all"}', { status: 200 })
    try {
      assert.equal((await fill(4)).cart.subtotal?.amount, '104.00')
    } finally {
      answer = hears
      shop.faults.length = 0
    }
  })
})

test('merchants choose from a list; who does not answer is left out', async () => {
  assert.deepEqual((await office.customTriggers.listTriggers({})).triggers, [{ id: 'rain', appId: weather, name: 'It rains' }])
  const hears = answer
  answer = () => new Response(null, { status: 500 })
  try {
    assert.deepEqual((await office.customTriggers.listTriggers({})).triggers, [])
  } finally {
    answer = hears
    shop.faults.length = 0
  }
})
