// Services that count the units of what another app sells: asked before there is an order, and told what becomes of it.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { inventory } from '@wix/ecom/service-plugins'
import { AppStrategy, createClient as published } from '@wix/sdk'
import { catalogOf, type Workshop } from '../../examples/plugins/catalog.ts'
import { giftCardsOf } from '../../examples/plugins/gift-cards.ts'
import { inventoryOf } from '../../examples/plugins/inventory.ts'
import { type Answers, Refuses, serve } from '../../examples/plugins/serve.ts'
import { type Buyer, berlin, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { closed, httpService, listening } from '../src/http-service.ts'
import { startTestPlatform, type TestPlatform, testClock } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { codeOf, refusedWith } from '../src/refused.ts'

interface Asked {
  readonly path: string
  readonly request: {
    readonly orderId: string
    readonly reason: string
    readonly items: readonly { readonly quantity: number }[]
    readonly restrictInventoryValue?: boolean
  }
  readonly metadata: { readonly requestId: string; readonly functionName: string }
}

let shop: TestPlatform
let mug: TestProduct
let admin: ReturnType<typeof newAdmin>
let app: ReturnType<typeof newApp>
let appId: string
let plugin: string
const servers: ReturnType<typeof serve>[] = []
const seats = new Map<string, number>()
const asked: Asked[] = []
/** What stands before the example for one question; it goes on where this says nothing. */
let instead: (asked: Asked) => object | undefined
/** What is done after the example answered, before the shop hears of it. */
let afterwards: (asked: Asked) => void

const newAdmin = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

before(async () => {
  shop = await startTestPlatform({ clock: testClock(new Date().toISOString()) })
  const { platform, site, clock } = shop
  mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, stock: 500 }, clock.now())
  admin = newAdmin()
  app = newApp()
})
after(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  asked.length = 0
  shop.faults.length = 0
  seats.clear()
  seats.set('wheel', 8)
  instead = () => undefined
  afterwards = () => {}
  // The catalogue does not count: what is left is the other service's to say.
  const wheel: Workshop = { name: 'Wheel', price: '85.00', picture: 'https://workshops.example/wheel.jpg', seats: 100 }
  appId = await serving('CATALOG', catalogOf(new Map([['wheel', wheel]]), 'EUR'))
  const example = inventoryOf(seats)
  const answering = (path: keyof typeof example) => (question: Asked) => {
    const one = { ...question, path }
    asked.push(one)
    const said = instead(one) ?? example[path](question as never)
    afterwards(one)
    return said
  }
  plugin = await serving('INVENTORY', {
    '/v1/decrement': answering('/v1/decrement'),
    '/v1/increment': answering('/v1/increment'),
  } as unknown as Answers)
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map(closed))
  await writeSettings(shop.platform.database, shop.site, 'plugins', { plugins: [] }, shop.clock.now())
})

/** Sets a service up; the one for inventory belongs to the app of the catalogue. */
async function serving(type: 'CATALOG' | 'INVENTORY' | 'GIFT_CARDS', answers: Answers): Promise<string> {
  const { servicePlugins } = admin
  const app = type === 'INVENTORY' ? { appId } : {}
  const made = await servicePlugins.createServicePlugin({
    servicePlugin: { type, name: type, baseUrl: 'https://not-yet.example', timeoutMs: 10_000, ...app },
  })
  const { id, publicKey } = made.servicePlugin
  const server = serve(answers, { id: made.servicePlugin.appId, publicKey })
  servers.push(server)
  await servicePlugins.updateServicePlugin({ servicePlugin: { id, baseUrl: await listening(server) } })
  return id
}

const told = () => asked.map(({ path, request: { reason, items } }) => [path, reason, items.map(({ quantity }) => quantity)])
const statesOf = async (orderId: string) => {
  const rows = await shop.platform.database.query<{ state: string }>(
    sql`select state from service_stock_change where site = ${shop.site} and order_id = ${orderId} order by created_at, id`,
  )
  return rows.map(({ state }) => state)
}

/** A checkout with so many seats, and mugs beside them. */
async function withSeats(quantity: number, mugs = 0) {
  const buyer = newBuyer(shop)
  await buyer.currentCart.addToCurrentCart({
    lineItems: [
      { quantity, catalogReference: { appId, catalogItemId: 'wheel' } },
      ...(mugs > 0 ? [{ quantity: mugs, catalogReference: mug.reference() }] : []),
    ],
  })
  const { checkoutId: id } = await buyer.currentCart.createCheckoutFromCurrentCart({
    channelType: 'WEB',
    email: 'ada@example.com',
    ...(mugs > 0 && { shippingAddress: berlin.address }),
  })
  const delivery = { shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } } }
  await buyer.checkout.updateCheckout({ checkout: { id, billingInfo: berlin, ...(mugs > 0 && delivery) } })
  return { buyer, id }
}
const place = async (buyer: Buyer, id: string, cardNumber?: string) =>
  buyer.payments.placeOrder({ id, paymentToken: await card(buyer, cardNumber), returnUrl: `${shop.url}/back` })

/** A job that any cancelled order starts, and every minute does. */
async function settle(): Promise<void> {
  const buyer = newBuyer(shop)
  const { orderId } = await place(buyer, await toCheckout(buyer, [{ product: mug }]))
  await app.orders.cancelOrder({ id: orderId })
  await shop.platform.jobs.settle()
}

describe('a service for inventory', () => {
  test('takes the units of another app before there is an order, once, and nothing of what the shop counts itself', async () => {
    const { buyer, id } = await withSeats(2, 3)
    const { orderId } = await place(buyer, id)
    assert.deepEqual(told(), [['/v1/decrement', 'ORDER_PLACED', [2]]])
    assert.deepEqual(
      [asked[0]!.request.orderId, asked[0]!.request.restrictInventoryValue, asked[0]!.metadata.functionName],
      [orderId, true, 'decrementAvailability'],
    )
    assert.deepEqual([seats.get('wheel'), await statesOf(orderId)], [6, ['USED']])
    await settle()
    assert.equal(asked.length, 1)
    assert.deepEqual(shop.faults, [])
  })

  test('takes them once for a cart of the second version that is ordered directly', async () => {
    const { cartsV2 } = newBuyer(shop)
    const { cart } = await cartsV2.createCart({
      catalogItems: [{ catalogReference: { appId, catalogItemId: 'wheel' }, quantity: 2 }],
      cart: {
        deliveryInfo: { address: berlin.address },
        customerInfo: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
      },
    })
    const { orderId } = await cartsV2.placeOrder({ cartId: cart.id })
    assert.deepEqual([seats.get('wheel'), told().length, await statesOf(orderId)], [6, 1, ['USED']])
    assert.deepEqual(shop.faults, [])
  })

  test('is the published client’s own plug-in as well, under the id of its app', async () => {
    const publicKey = (await admin.servicePlugins.listServicePlugins({})).servicePlugins[0]!.publicKey
    const made = published({ auth: AppStrategy({ appId, publicKey }), modules: { inventory } })
    const seen: unknown[] = []
    made.inventory.provideHandlers({
      async decrementAvailability({ request }) {
        seen.push([
          request.orderId,
          request.reason,
          request.items?.map(({ catalogReference: one, quantity }) => [one?.catalogItemId, quantity]),
        ])
        return {}
      },
      async incrementAvailability() {
        return {}
      },
    })
    const service = await httpService((path, body) =>
      made.servicePlugins.processRequest(new Request(`http://service.example${path}`, { method: 'POST', body })),
    )
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id: plugin, baseUrl: service.url } })
    const { buyer, id } = await withSeats(2)
    const { orderId } = await place(buyer, id)
    assert.deepEqual(seen, [[orderId, 'ORDER_PLACED', [['wheel', 2]]]])
    await service.close()
  })

  test('409 OUT_OF_STOCK for what it has not as many of: before money is taken, and it goes with fewer', async () => {
    seats.set('wheel', 1)
    const whole = await withSeats(2)
    assert.equal(await codeOf(place(whole.buyer, whole.id)), 'FULL_OUT_OF_STOCK')
    const { buyer, id } = await withSeats(2, 1)
    const { checkout } = await buyer.checkout.getCheckout({ id })
    const line = checkout.lineItems.find(({ catalogReference }) => catalogReference?.appId === appId)!
    const refused = await refusedWith(place(buyer, id))
    assert.deepEqual([refused?.status, refused?.code, refused?.data], [409, 'PARTIAL_OUT_OF_STOCK', { lineItemIds: [line.id] }])
    assert.equal((await app.orders.searchOrders({ search: { filter: { checkoutId: id } } })).orders.length, 0)
    assert.equal(seats.get('wheel'), 1)
    await buyer.checkout.updateLineItemsQuantity({ id, lineItems: [{ id: line.id!, quantity: 1 }] })
    assert.equal((await place(buyer, id)).status, 'APPROVED')
    assert.equal(seats.get('wheel'), 0)
    assert.deepEqual(shop.faults, [])
  })

  test('holds them for an order whose payment is declined; ordering again takes no more, and less or more as it changed', async () => {
    const { buyer, id } = await withSeats(2)
    assert.equal(await codeOf(place(buyer, id, '4000 0000 0000 0002')), 'PAYMENT_ERROR')
    assert.equal(seats.get('wheel'), 6)
    const { checkout } = await buyer.checkout.getCheckout({ id })
    await buyer.checkout.updateLineItemsQuantity({ id, lineItems: [{ id: checkout.lineItems[0]!.id!, quantity: 5 }] })
    const { orderId } = await place(buyer, id)
    assert.deepEqual([seats.get('wheel'), await statesOf(orderId)], [3, ['USED', 'USED']])
    assert.deepEqual(
      asked.map(({ request: { items } }) => items[0]!.quantity),
      [2, 3],
    )
  })

  test('gets them back when the order is cancelled with its stock, and not without', async () => {
    const first = await withSeats(2)
    const { orderId } = await place(first.buyer, first.id)
    await app.orders.cancelOrder({ id: orderId, restockAllItems: true })
    await shop.platform.jobs.settle()
    assert.deepEqual(told().at(-1), ['/v1/increment', 'ORDER_CANCELED', [2]])
    assert.deepEqual([seats.get('wheel'), await statesOf(orderId)], [8, ['USED', 'DONE']])

    const second = await withSeats(3)
    const { orderId: other } = await place(second.buyer, second.id)
    await app.orders.cancelOrder({ id: other, restockAllItems: false })
    await settle()
    assert.deepEqual([seats.get('wheel'), await statesOf(other)], [5, ['USED']])
    assert.deepEqual(shop.faults, [])
  })

  test('gets some of them back with a refund that restocks them', async () => {
    const { buyer, id } = await withSeats(3)
    const { orderId } = await place(buyer, id)
    const { payments } = (await app.orderTransactions.listTransactionsForSingleOrder({ orderId })).orderTransactions
    const lineItemId = (await app.orders.getOrder({ id: orderId })).order.lineItems[0]!.id
    await admin.orderBilling.refundPayments({
      orderId,
      paymentRefunds: [{ paymentId: payments[0]!.id!, amount: { amount: '170.00' } }],
      sideEffects: { restock: { lineItems: [{ lineItemId, quantity: 2 }] } },
    })
    await settle()
    assert.deepEqual(told().at(-1), ['/v1/increment', 'ORDER_REFUNDED', [2]])
    assert.deepEqual([seats.get('wheel'), await statesOf(orderId)], [7, ['USED', 'DONE']])
  })

  test('and a gift card of another service are asked for one order, the units first', async () => {
    const cards = new Map([['HARBOUR-2026', 50_000]])
    await serving('GIFT_CARDS', giftCardsOf(cards, 'EUR'))
    const { buyer, id } = await withSeats(2)
    await buyer.checkout.updateCheckout({ checkout: { id }, giftCardCode: 'HARBOUR-2026' })
    seats.set('wheel', 1)
    assert.equal(await codeOf(buyer.checkout.createOrder({ id })), 'FULL_OUT_OF_STOCK')
    assert.equal(cards.get('HARBOUR-2026'), 50_000)
    seats.set('wheel', 8)
    const { orderId } = await buyer.checkout.createOrder({ id })
    assert.deepEqual([seats.get('wheel'), cards.get('HARBOUR-2026')], [6, 33_000])
    assert.deepEqual([...new Set(asked.map(({ request }) => request.orderId))], [orderId])
    assert.equal((await app.orders.getOrder({ id: orderId })).order.paymentStatus, 'PAID')
  })

  test('gets back what nobody ordered after all: another refusal, or a second service that says no', async () => {
    const { buyer, id } = await withSeats(2, 600)
    assert.equal(await codeOf(place(buyer, id)), 'PARTIAL_OUT_OF_STOCK')
    assert.equal(asked.length, 0, 'what the shop itself is short of is known before')
    const service = await withSeats(2)
    const secondApp = appId
    const answers = {
      '/v1/decrement': () => {
        throw new Refuses(428, 'DECREMENT_NOT_POSSIBLE')
      },
    } as unknown as Answers
    appId = await serving('CATALOG', catalogOf(new Map([['kiln', { name: 'Kiln', price: '5.00', picture: '', seats: 9 }]]), 'EUR'))
    await serving('INVENTORY', answers)
    await service.buyer.checkout.addToCheckout({
      id: service.id,
      lineItems: [{ quantity: 1, catalogReference: { appId, catalogItemId: 'kiln' } }],
    })
    appId = secondApp
    assert.equal(await codeOf(place(service.buyer, service.id)), 'PARTIAL_OUT_OF_STOCK')
    assert.deepEqual(told(), [
      ['/v1/decrement', 'ORDER_PLACED', [2]],
      ['/v1/increment', 'ORDER_REJECTED', [2]],
    ])
    assert.equal(seats.get('wheel'), 8)
  })
})

describe('silence', () => {
  const loses = (path: string) => {
    let lost = false
    afterwards = (one) => {
      if (one.path !== path || lost) return
      lost = true
      throw new Refuses(500, '')
    }
  }

  test('400 CALCULATION_ERROR while it does not answer; the next try asks under the same id, and nothing is taken twice', async () => {
    const { buyer, id } = await withSeats(2)
    loses('/v1/decrement')
    assert.equal(await codeOf(place(buyer, id)), 'CALCULATION_ERROR')
    assert.equal(seats.get('wheel'), 6)
    const { orderId } = await place(buyer, id)
    assert.deepEqual([seats.get('wheel'), await statesOf(orderId)], [6, ['USED']])
    const [first, second] = asked
    assert.equal(first!.metadata.requestId, second!.metadata.requestId)
  })

  test('stays unknown while the service is not asked at all: what it took before is not forgotten', async () => {
    const { buyer, id } = await withSeats(2)
    loses('/v1/decrement')
    assert.equal(await codeOf(place(buyer, id)), 'CALCULATION_ERROR')
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id: plugin, active: false } })
    shop.clock.advance(90_000)
    await settle()
    const [first] = asked
    assert.deepEqual([await statesOf(first!.request.orderId), asked.length], [['UNKNOWN'], 1])
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id: plugin, active: true } })
    assert.equal((await place(buyer, id)).orderId, first!.request.orderId)
    assert.equal(seats.get('wheel'), 6)
  })

  test('is found out about where nobody tries again, and what was taken goes back, however often that is not heard', async () => {
    const { buyer, id } = await withSeats(2)
    loses('/v1/decrement')
    assert.equal(await codeOf(place(buyer, id)), 'CALCULATION_ERROR')
    await settle()
    assert.equal(seats.get('wheel'), 6, 'somebody may be trying again')
    shop.clock.advance(90_000)
    loses('/v1/increment')
    await settle()
    await settle()
    assert.equal(seats.get('wheel'), 8)
    assert.deepEqual(
      asked.map(({ path }) => path),
      ['/v1/decrement', '/v1/decrement', '/v1/increment', '/v1/increment'],
    )
    assert.equal(asked[2]!.metadata.requestId, asked[3]!.metadata.requestId)
    assert.deepEqual(await statesOf(asked[0]!.request.orderId), ['UNDONE', 'DONE'])
  })

  test('stops no order where the merchant says so: the service is asked until it answers', async () => {
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id: plugin, answerRequired: false } })
    instead = () => {
      throw new Refuses(500, '')
    }
    const { buyer, id } = await withSeats(2)
    const { orderId } = await place(buyer, id)
    assert.deepEqual([seats.get('wheel'), await statesOf(orderId)], [8, ['OWED']])
    instead = () => undefined
    seats.set('wheel', 1)
    await settle()
    assert.deepEqual([seats.get('wheel'), await statesOf(orderId)], [-1, ['USED']])
    assert.equal(asked.at(-1)!.request.restrictInventoryValue, false)
  })
})

describe('orders that come about in other ways', () => {
  test('those that a merchant writes down are told to the service, those of the past are not', async () => {
    const order = {
      lineItems: [
        {
          productName: { original: 'Wheel' },
          catalogReference: { appId, catalogItemId: 'wheel' },
          quantity: 2,
          price: { amount: '85.00' },
          itemType: { preset: 'SERVICE' as const },
        },
      ],
      priceSummary: { subtotal: { amount: '170.00' }, total: { amount: '170.00' } },
      channelInfo: { type: 'WEB' as const },
      currency: 'EUR',
    }
    const { order: made } = await app.orders.createOrder({ order })
    await settle()
    assert.deepEqual(told(), [['/v1/decrement', 'ORDER_PLACED', [2]]])
    assert.deepEqual([seats.get('wheel'), await statesOf(made.id!)], [6, ['USED']])
    const purchasedDate = new Date(shop.clock.now().getTime() - 86_400_000).toISOString()
    await app.orders.importOrder({ order: { ...order, purchasedDate } })
    await settle()
    assert.equal(asked.length, 1)
  })
})
