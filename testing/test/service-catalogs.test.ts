// Catalogues of other apps: what they sell is priced, named and pictured by them, in carts, checkouts and orders.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { catalog } from '@wix/ecom/service-plugins'
import { AppStrategy, createClient as published } from '@wix/sdk'
import { type Buyer, berlin, card, newBuyer } from '../src/buyer.ts'
import { httpService } from '../src/http-service.ts'
import { startTestPlatform, type TestPlatform, testClock } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { codeOf, refusedWith } from '../src/refused.ts'

interface Thing {
  price: string
  seats?: number
}

let shop: TestPlatform
let mug: TestProduct
let admin: ReturnType<typeof newAdmin>
let app: ReturnType<typeof newApp>
let service: Awaited<ReturnType<typeof httpService>>
/** Another app in each test: what is remembered of one is not of the next. */
let appId = ''
let pluginId = ''
let things: Map<string, Thing>
let silent = false
const asked: { readonly items: readonly unknown[]; readonly currency: unknown; readonly weightUnit: unknown }[] = []
let answer: (path: string, body: string) => Promise<Response> | Response

const newAdmin = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

before(async () => {
  // The published library compares what it is sent with a clock of its own.
  shop = await startTestPlatform({ clock: testClock(new Date().toISOString()) })
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 500 }, shop.clock.now())
  admin = newAdmin()
  app = newApp()
  service = await httpService((path, body) => (silent ? new Response(null, { status: 500 }) : answer(path, body)))
})
after(async () => {
  await service.close()
  await shop[Symbol.asyncDispose]()
})
beforeEach(async () => {
  asked.length = 0
  silent = false
  things = new Map([['wheel', { price: '85.00', seats: 8 }]])
  appId = crypto.randomUUID()
  pluginId = crypto.randomUUID()
  const { servicePlugin } = await admin.servicePlugins.createServicePlugin({
    servicePlugin: { type: 'CATALOG', id: pluginId, appId, name: 'Workshops', baseUrl: service.url },
  })
  assert.equal(servicePlugin.appId, appId)
  const made = published({ auth: AppStrategy({ appId, publicKey: servicePlugin.publicKey }), modules: { catalog } })
  made.catalog.provideHandlers({
    async getCatalogItems({ request }) {
      const { catalogReferences = [], currency, weightUnit } = request
      asked.push({
        items: catalogReferences.map(({ catalogReference: one, quantity }) => [one?.catalogItemId, one?.options ?? {}, quantity]),
        currency,
        weightUnit,
      })
      return {
        catalogItems: catalogReferences.flatMap(({ catalogReference, quantity = 1 }) => {
          const thing = things.get(catalogReference?.catalogItemId ?? '')
          if (!thing || !catalogReference) return []
          return [
            {
              catalogReference,
              data: {
                productName: { original: 'Throwing on the wheel' },
                itemType: { preset: 'SERVICE' as never },
                price: quantity >= 5 ? '70.00' : thing.price,
                fullPrice: '100.00',
                descriptionLines: [
                  { name: { original: 'Date' }, plainText: { original: String(catalogReference.options?.['date'] ?? 'any') } },
                ],
                url: 'https://workshops.example/wheel',
                ...(thing.seats !== undefined && { quantityAvailable: thing.seats }),
                physicalProperties: { sku: 'WHEEL', shippable: false },
              },
            },
          ]
        }),
      }
    },
  })
  answer = (path, body) => made.servicePlugins.processRequest(new Request(`http://service.example${path}`, { method: 'POST', body }))
})
afterEach(() => writeSettings(shop.platform.database, shop.site, 'plugins', { plugins: [] }, shop.clock.now()))

/** The answer of before is of another service: its settings were changed. */
const renewed = async () => {
  await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id: pluginId, name: `Workshops ${crypto.randomUUID().slice(0, 8)}` } })
}
const wheel = (date?: string) => ({ appId, catalogItemId: 'wheel', ...(date && { options: { date } }) })
const add = (buyer: Buyer, quantity = 1, date?: string) =>
  buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity, catalogReference: wheel(date) }] })
async function toCheckoutWith(buyer: Buyer): Promise<string> {
  const { checkoutId } = await buyer.currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB', email: 'ada@example.com' })
  await buyer.checkout.updateCheckout({
    checkout: { id: checkoutId, billingInfo: berlin },
  })
  return checkoutId
}

describe('the catalogue of another app', () => {
  test('names, prices and describes its lines in cart, checkout and order, beside what the shop sells', async () => {
    const buyer = newBuyer(shop)
    const { cart } = await add(buyer, 2, '1 December')
    const [line] = cart.lineItems
    assert.deepEqual(
      [line?.productName?.original, line?.price?.amount, line?.fullPrice?.amount, line?.lineItemPrice?.amount, line?.url?.url],
      ['Throwing on the wheel', '85.00', '100.00', '170.00', 'https://workshops.example/wheel'],
    )
    assert.deepEqual(line?.catalogReference, { appId, catalogItemId: 'wheel', options: { date: '1 December' } })
    assert.deepEqual(line?.descriptionLines?.[0]?.plainText?.original, '1 December')
    assert.deepEqual([line?.availability, line?.physicalProperties?.shippable], [{ status: 'AVAILABLE', quantityAvailable: 8 }, false])
    assert.deepEqual(asked[0], { items: [['wheel', { date: '1 December' }, 2]], currency: 'EUR', weightUnit: 'KG' })
    const checkoutId = await toCheckoutWith(buyer)
    const { checkout } = await buyer.checkout.getCheckout({ id: checkoutId })
    assert.equal(checkout.priceSummary?.subtotal?.amount, '170.00')
    const placed = await buyer.payments.placeOrder({ id: checkoutId, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
    assert.equal(placed.status, 'APPROVED')
    const { order } = await app.orders.getOrder({ id: placed.orderId })
    assert.deepEqual(
      order.lineItems.map((one) => [one.productName?.original, one.price?.amount, one.quantity, one.catalogReference?.appId]),
      [['Throwing on the wheel', '85.00', 2, appId]],
    )
    assert.deepEqual(shop.faults, [])
  })

  test('the same thing raises a line, other options are another one, and so many of it may cost less', async () => {
    const buyer = newBuyer(shop)
    await buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: mug.reference() }] })
    await add(buyer, 1, '1 December')
    await add(buyer, 4, '1 December')
    const { cart } = await add(buyer, 1, '8 December')
    assert.deepEqual(
      cart.lineItems.map(({ productName, quantity, price }) => [productName?.original, quantity, price?.amount]),
      [
        ['Morning Mug', 1, '26.00'],
        ['Throwing on the wheel', 5, '70.00'],
        ['Throwing on the wheel', 1, '85.00'],
      ],
    )
  })

  test('400 ITEM_NOT_FOUND_IN_CATALOG for what it does not sell, what it does not answer for, and an app that nobody set up', async () => {
    const buyer = newBuyer(shop)
    const reference = (catalogItemId: string, app = appId) => ({
      lineItems: [{ quantity: 1, catalogReference: { appId: app, catalogItemId } }],
    })
    const refused = await refusedWith(buyer.currentCart.addToCurrentCart(reference('glaze')))
    assert.deepEqual([refused?.status, refused?.code, refused?.data], [400, 'ITEM_NOT_FOUND_IN_CATALOG', { catalogItemId: 'glaze' }])
    assert.equal(await codeOf(buyer.currentCart.addToCurrentCart(reference('wheel', crypto.randomUUID()))), 'ITEM_NOT_FOUND_IN_CATALOG')
    silent = true
    assert.equal(await codeOf(add(buyer)), 'ITEM_NOT_FOUND_IN_CATALOG')
    assert.ok(shop.faults.length > 0)
    shop.faults.length = 0
    silent = false
    await renewed()
    assert.equal((await add(buyer)).cart.lineItems.length, 1)
  })

  test('an order is refused where it would be dearer than was said, where the seats are gone, and while the app is silent', async () => {
    const buyer = newBuyer(shop)
    await add(buyer, 3)
    const checkoutId = await toCheckoutWith(buyer)
    const { checkout } = await buyer.checkout.getCheckout({ id: checkoutId })
    const expected = { expectedTotal: checkout.priceSummary!.total!.amount, expectedCurrency: 'EUR' }
    const place = async () =>
      buyer.payments.placeOrder({ id: checkoutId, ...expected, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
    things.set('wheel', { price: '95.00', seats: 8 })
    await renewed()
    assert.equal(await codeOf(place()), 'CHECKOUT_CHANGED')
    things.set('wheel', { price: '85.00', seats: 2 })
    await renewed()
    assert.equal(await codeOf(place()), 'FULL_OUT_OF_STOCK')
    silent = true
    await renewed()
    assert.equal(await codeOf(place()), 'FULL_OUT_OF_STOCK')
    const { cart } = await buyer.currentCart.getCurrentCart()
    assert.equal(cart?.lineItems[0]?.availability?.status, 'NOT_FOUND')
    silent = false
    shop.faults.length = 0
    things.set('wheel', { price: '85.00', seats: 8 })
    await renewed()
    assert.equal((await place()).status, 'APPROVED')
  })

  test('a price that the app changes is the price of the cart at the latest ten seconds later', async () => {
    const buyer = newBuyer(shop)
    await add(buyer)
    const questions = asked.length
    await buyer.currentCart.getCurrentCart()
    assert.equal(asked.length, questions)
    things.set('wheel', { price: '60.00' })
    await renewed()
    const { cart } = await buyer.currentCart.getCurrentCart()
    assert.deepEqual(
      [cart?.lineItems[0]?.price?.amount, cart?.subtotal?.amount, cart?.lineItems[0]?.availability],
      ['60.00', '60.00', { status: 'AVAILABLE' }],
    )
  })
})
