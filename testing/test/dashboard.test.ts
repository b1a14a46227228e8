import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient, inMemory, orders, visitor } from '@vitrine/client'
import { dashboard, generalSettings } from '@vitrine/client/back-office'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

const hour = 3_600_000
const day = 24 * hour

let shop: TestPlatform
let mug: TestProduct
let bowl: TestProduct
const app = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { dashboard, generalSettings, orders } })

async function buy(product: TestProduct, quantity: number): Promise<string> {
  const buyer = newBuyer(shop)
  const checkoutId = await toCheckout(buyer, [{ product, quantity }])
  const { orderId } = await buyer.payments.placeOrder({
    id: checkoutId,
    paymentToken: await card(buyer),
    returnUrl: `${shop.url}/thank-you`,
  })
  return orderId
}

before(async () => {
  shop = await startTestPlatform()
  const { platform, site, clock } = shop
  mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, stock: 100 }, clock.now())
  bowl = await addProduct(platform, { site, name: 'Evening Bowl', price: 1900, stock: 5 }, clock.now())
  // A week ago: two mugs. Today: one mug at nine, three bowls at ten, a mug that is called off, and a checkout that nobody ends.
  await buy(mug, 2)
  clock.advance(7 * day)
  await buy(mug, 1)
  clock.advance(hour)
  await buy(bowl, 3)
  await app().orders.cancelOrder({ id: await buy(mug, 4) })
  await toCheckout(newBuyer(shop), [{ product: mug }])
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const today = () => {
  const from = new Date('2026-11-28T00:00:00.000Z')
  return { from: from.toISOString(), to: new Date(from.getTime() + day).toISOString(), before: '2026-11-21T00:00:00.000Z', parts: 24 }
}

describe('GET /vitrine/v1/dashboard/sales', () => {
  test('200 sums up a day beside the one a week before, hour by hour, without what was called off', async () => {
    const { currency, now, before: then } = await app().dashboard.getSales(today())
    const price = (amount: number) => amount.toFixed(2)
    assert.equal(currency, 'EUR')
    assert.equal(now.orders, 2)
    assert.equal(then.orders, 1)
    assert.deepEqual(
      now.parts.flatMap(({ orders: count }, i) => (count > 0 ? [[i, count]] : [])),
      [
        [9, 1],
        [10, 1],
      ],
    )
    assert.deepEqual(
      then.parts.flatMap(({ orders: count }, i) => (count > 0 ? [i] : [])),
      [9],
    )
    const sum = now.parts.reduce((all, { sales }) => all + Number(sales), 0)
    assert.equal(now.sales, price(sum))
  })

  test('of the checkouts that were begun it says how many became an order', async () => {
    const { now } = await app().dashboard.getSales(today())
    assert.deepEqual([now.checkouts, now.bought], [4, 3])
  })

  test('names what sold for most, and what that had sold for before', async () => {
    const { top } = await app().dashboard.getSales(today())
    assert.deepEqual(
      top.map(({ name, sold, sales, salesBefore }) => [name, sold, Number(sales), Number(salesBefore)]),
      [
        ['Evening Bowl', 3, 57, 0],
        ['Morning Mug', 1, 26, 52],
      ],
    )
  })

  test('the parts of any period add up to the whole of it', async () => {
    for (const parts of [1, 7, 13, 400]) {
      const { now } = await app().dashboard.getSales({
        from: '2026-11-20T00:00:00.000Z',
        to: '2026-11-29T00:00:00.000Z',
        before: '2026-11-01T00:00:00.000Z',
        parts,
      })
      assert.equal(now.parts.length, parts)
      assert.equal(
        now.parts.reduce((sum, part) => sum + part.orders, 0),
        3,
      )
      assert.equal(
        now.parts.reduce((sum, part) => sum + part.checkouts, 0),
        now.checkouts,
      )
    }
  })

  test('without parts it is divided into the days of the shop: in another time zone the same orders fall on other days', async () => {
    const daysOf = async (timeZone: string, { from, to, before: then }: { from: string; to: string; before: string }) => {
      const { generalSettings: known } = await app().generalSettings.getGeneralSettings()
      await app().generalSettings.updateGeneralSettings({ generalSettings: { revision: known.revision, timeZone } })
      const sales = await app().dashboard.getSales({ from, to, before: then })
      const counts = (period: typeof sales.now) => period.parts.map(({ orders: count }) => count)
      assert.equal(
        counts(sales.now).reduce((sum, count) => sum + count, 0),
        sales.now.orders,
      )
      return [counts(sales.now), counts(sales.before)]
    }
    // The orders of the 21st and the 28th at nine and ten in London: at midnight and an hour before it on Hawaii.
    const london = { from: '2026-11-27T00:00:00.000Z', to: '2026-11-30T00:00:00.000Z', before: '2026-11-20T00:00:00.000Z' }
    assert.deepEqual(await daysOf('Europe/London', london), [
      [0, 2, 0],
      [0, 1, 0],
    ])
    const honolulu = { from: '2026-11-27T10:00:00.000Z', to: '2026-11-30T10:00:00.000Z', before: '2026-11-20T10:00:00.000Z' }
    assert.deepEqual(await daysOf('Pacific/Honolulu', honolulu), [
      [1, 1, 0],
      [1, 0, 0],
    ])
    // The very same time, read in another zone: what began at midnight now begins amid a day.
    assert.deepEqual(await daysOf('Europe/London', honolulu), [
      [0, 2, 0, 0],
      [0, 1, 0, 0],
    ])
    // The clocks went back on 25 October: that day has an hour more, and the last day does not end an hour early.
    const autumn = { from: '2026-10-24T22:00:00.000Z', to: '2026-11-28T23:00:00.000Z', before: '2026-09-19T22:00:00.000Z' }
    const [now, then] = await daysOf('Europe/Berlin', autumn)
    assert.deepEqual([now?.length, now?.at(-1), now?.at(-8), then?.length], [35, 2, 1, 35])
    await daysOf('UTC', autumn)
  })

  test('400 INVALID_ARGUMENT for a period that ends before it begins or is too long', async () => {
    for (const to of ['2026-11-27T00:00:00.000Z', '2028-11-28T00:00:00.000Z']) {
      const [refused] = await attempt(app().dashboard.getSales({ ...today(), to }))
      assert.equal(refused?.code, 'INVALID_ARGUMENT')
      assert.equal(refused.fieldViolations[0]?.field, 'to')
    }
  })

  test('403 PERMISSION_DENIED to shoppers', async () => {
    const buyer = createClient({
      baseUrl: shop.url,
      auth: visitor({ clientId: shop.clientId, tokens: inMemory() }),
      modules: { dashboard },
    })
    assert.equal((await attempt(buyer.dashboard.getSales(today())))[0]?.code, 'PERMISSION_DENIED')
  })
})

describe('GET /vitrine/v1/dashboard/sales/total', () => {
  test('200 says the two figures that the sales say of the same time, and nothing more', async () => {
    const { from, to } = today()
    const { currency, now } = await app().dashboard.getSales(today())
    assert.deepEqual(await app().dashboard.getSalesTotal({ from, to }), { currency, orders: now.orders, sales: now.sales })
    assert.ok(now.orders === 2 && Number(now.sales) > 0)
    const early = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-02T00:00:00.000Z' }
    assert.deepEqual(await app().dashboard.getSalesTotal(early), { currency: 'EUR', orders: 0, sales: '0.00' })
  })

  test('400 INVALID_ARGUMENT for a time that ends before it begins or is too long', async () => {
    const { from } = today()
    for (const to of ['2026-11-27T00:00:00.000Z', '2028-11-28T00:00:00.000Z']) {
      const [refused] = await attempt(app().dashboard.getSalesTotal({ from, to }))
      assert.deepEqual(
        [refused?.code, refused?.code === 'INVALID_ARGUMENT' && refused.fieldViolations[0]?.field],
        ['INVALID_ARGUMENT', 'to'],
      )
    }
  })

  test('403 PERMISSION_DENIED to shoppers', async () => {
    const { from, to } = today()
    const buyer = createClient({
      baseUrl: shop.url,
      auth: visitor({ clientId: shop.clientId, tokens: inMemory() }),
      modules: { dashboard },
    })
    assert.equal((await attempt(buyer.dashboard.getSalesTotal({ from, to })))[0]?.code, 'PERMISSION_DENIED')
  })
})

test('GET /vitrine/v1/dashboard/duties 200 counts what waits, and names what is nearly gone', async () => {
  const { duties, lowStock } = await app().dashboard.getDuties()
  assert.deepEqual(duties, { toFulfill: 3, dueToday: 1, late: duties.late, held: 0, declined: 0 })
  assert.ok(duties.late <= 3)
  assert.deepEqual(
    lowStock.map(({ name, left, soldIn30Days }) => [name, left, soldIn30Days]),
    [['Evening Bowl', 2, 3]],
  )
})
