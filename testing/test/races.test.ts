import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { attempt, createClient, inMemory, Refused, visitor } from '@vitrine/client'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { type Buyer, berlin, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { startServerProcess } from '../src/server-process.ts'

let shop: TestPlatform
/** Another process's platform on the same database. */
let other: TestPlatform

before(async () => {
  shop = await startTestPlatform()
  other = await startTestPlatform({ databaseUrl: shop.databaseUrl, clock: shop.clock })
})
after(async () => {
  await other[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
  assert.deepEqual([...shop.faults, ...other.faults], [])
})

/** Allowed by every platform and process of the shop. */
const returnUrl = 'http://localhost/back'

const stocked = (name: string, stock: number, price = 2000): Promise<TestProduct> =>
  addProduct(shop.platform, { site: shop.site, name, price, stock }, shop.clock.now())

const queryShop = <Row>(statement: ReturnType<typeof sql>): Promise<Row[]> => shop.platform.database.query<Row>(statement)

/** The units of a stock item, and what all its movements come to: the same, whatever happened. */
async function stockItemOf({ id }: TestProduct): Promise<{ quantity: number; moved: number }> {
  const [row] = await queryShop<{ quantity: number; moved: number }>(sql`
    select stock.quantity, (select coalesce(sum(m.quantity), 0)::bigint from stock_movement m where m.site = stock.site and m.product_id = stock.product_id) as moved
    from stock where site = ${shop.site} and product_id = ${id}`)
  return row!
}

async function checkoutFor(buyer: Buyer, lines: readonly { product: TestProduct; quantity?: number }[]): Promise<string> {
  const { checkout } = await buyer.checkout.createCheckout({
    channelType: 'WEB',
    lineItems: lines.map(({ product, quantity = 1 }) => ({ quantity, catalogReference: product.reference() })),
    checkoutInfo: {
      buyerInfo: { email: 'ada@example.com' },
      shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } },
    },
  })
  return checkout.id!
}

/** So many buyers with a checkout each, who then all order in one moment; how it ended for each. */
async function race(
  product: TestProduct,
  buyers: number,
  where: readonly { url: string; clientId: string }[],
): Promise<Map<string, number>> {
  const ready: { buyer: Buyer; id: string; paymentToken: string }[] = []
  const coming = Array.from({ length: buyers }, (_, i) => newBuyer(where[i % where.length]!))
  const one = newBuyer(where[0]!)
  const paymentToken = await card(one)
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let buyer = coming.pop(); buyer; buyer = coming.pop())
        ready.push({ buyer, id: await checkoutFor(buyer, [{ product }]), paymentToken })
    }),
  )
  const ends = await Promise.all(
    ready.map(async ({ buyer, id, paymentToken }) => {
      const [refused, placed] = await attempt(buyer.payments.placeOrder({ id, paymentToken, returnUrl }))
      return refused?.code ?? placed?.status ?? 'nothing'
    }),
  )
  return new Map([...Map.groupBy(ends, (end) => end)].map(([end, all]) => [end, all.length]))
}

async function assertSoldOut(product: TestProduct, units: number): Promise<void> {
  assert.deepEqual(await stockItemOf(product), { quantity: 0, moved: 0 })
  const [sold] = await queryShop<{ orders: number; payments: number; charges: number }>(sql`
    select count(*)::int as orders, count(p.id)::int as payments, count(c.payment_id)::int as charges
    from orders o
    left join payment p on p.site = o.site and p.order_id = o.id
    left join sandbox_charge c on c.site = p.site and c.payment_id = p.id and c.state = 'APPROVED'
    where o.site = ${shop.site} and o.stock_items->0->>'productId' = ${product.id} and o.status = 'APPROVED'`)
  assert.deepEqual(sold, { orders: units, payments: units, charges: units })
}

// attack: Money | 200 buyers race for the last 10 units in two processes | 10 orders, stock 0
test('200 buyers race for the last 10 units through two platforms on one database: 10 orders, 190 told that it is sold out, stock 0', async () => {
  const product = await stocked('Last lamps', 10)
  assert.deepEqual(
    await race(product, 200, [shop, other]),
    new Map([
      ['APPROVED', 10],
      ['FULL_OUT_OF_STOCK', 190],
    ]),
  )
  await assertSoldOut(product, 10)
})

test('and through two real server processes', async () => {
  const product = await stocked('Last vases', 10)
  await using first = await startServerProcess({ databaseUrl: shop.databaseUrl })
  await using second = await startServerProcess({ databaseUrl: shop.databaseUrl })
  const where = [first, second].map(({ url }) => ({ url, clientId: shop.clientId }))
  const ends = await race(product, 200, where)
  assert.deepEqual([ends.get('APPROVED'), ends.get('FULL_OUT_OF_STOCK')], [10, 190], `${first.output()}${second.output()}`)
  await assertSoldOut(product, 10)
})

// attack: Money | one create-order is sent many times at once | one order
test('the same create-order sent many times at once is one order, with a key and without', async () => {
  const product = await stocked('Print', 50)
  for (const key of [undefined, crypto.randomUUID()]) {
    const before = (await stockItemOf(product)).quantity
    const buyer = newBuyer(shop)
    const id = await checkoutFor(buyer, [{ product }])
    const options = key === undefined ? {} : { idempotencyKey: key }
    const placed = await Promise.all(Array.from({ length: 8 }, () => buyer.checkout.createOrder({ id }, options)))
    assert.equal(new Set(placed.map(({ orderId }) => orderId)).size, 1)
    assert.equal((await stockItemOf(product)).quantity, before - 1)
  }
})

// attack: Money | one place-order is sent many times at once | one order and one payment
test('the same place-order sent many times at once without a key is one order and one payment', async () => {
  const product = await stocked('Bowl', 50)
  const buyer = newBuyer(shop)
  const id = await checkoutFor(buyer, [{ product }])
  const paymentToken = await card(buyer)
  const ends = await Promise.all(
    Array.from(
      { length: 8 },
      async () => (await attempt(buyer.payments.placeOrder({ id, paymentToken, returnUrl })))[0]?.code ?? 'APPROVED',
    ),
  )
  assert.equal(ends.filter((end) => end === 'APPROVED').length, 1)
  for (const end of ends) assert.ok(['APPROVED', 'CHECKOUT_ALREADY_PAID', 'CHECKOUT_PAYMENT_ALREADY_IN_PROGRESS'].includes(end), end)
  assert.equal((await stockItemOf(product)).quantity, 49)
})

test('50 things added to one cart at once are all in it', async () => {
  const things = await Promise.all(Array.from({ length: 10 }, (_, i) => stocked(`Thing ${i}`, 100)))
  const buyer = newBuyer(shop)
  await buyer.auth.tokens()
  await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: things[i % 10]!.reference() }] }),
    ),
  )
  const { cart } = await buyer.currentCart.getCurrentCart({})
  assert.deepEqual(
    cart.lineItems.map(({ quantity }) => quantity),
    Array(10).fill(5),
  )
  assert.equal(cart.revision, '50')
})

test('a cart is what any process made of it last, whichever is asked and whatever it remembers', async () => {
  const [tea, pot] = await Promise.all([stocked('Tea', 10), stocked('Pot', 10)])
  const tokens = inMemory()
  const at = ({ url }: TestPlatform) => createClient({ baseUrl: url, auth: visitor({ clientId: shop.clientId, tokens }) })
  const [here, there] = [at(shop), at(other)]
  const add = async (buyer: Buyer, product: TestProduct) =>
    (await buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: product.reference() }] })).cart
  const units = ({ lineItems }: Awaited<ReturnType<typeof add>>) => lineItems.map(({ quantity }) => quantity)

  await add(here, tea)
  await add(here, tea)
  await add(there, pot)
  const fourth = await add(here, tea)
  assert.deepEqual([units(fourth), fourth.revision], [[3, 1], '4'])

  // A line that only the other process has seen is no reason to refuse.
  await there.currentCart.removeLineItemsFromCurrentCart({ lineItemIds: [fourth.lineItems[1]!.id!] })
  const again = await add(there, pot)
  const { cart } = await here.currentCart.updateCurrentCartLineItemQuantity({
    lineItems: [{ id: again.lineItems[1]!.id!, quantity: 4 }],
  })
  assert.deepEqual([units(cart), cart.revision], [[3, 4], '7'])
  assert.deepEqual((await here.currentCart.getCurrentCart({})).cart, cart)
  assert.deepEqual(units((await there.currentCart.getCurrentCart({})).cart), [3, 4])

  // What the stock item holds is asked of the stock item.
  await queryShop(sql`update stock set quantity = 0 where site = ${shop.site} and product_id = ${pot.id}`)
  const short = (await here.currentCart.getCurrentCart({})).cart
  assert.equal(short.lineItems[1]!.availability?.status, 'NOT_AVAILABLE')
  assert.deepEqual((await add(here, tea)).lineItems[1]!.availability, short.lineItems[1]!.availability)
})

test('orders of many things in opposite orders all get through', async () => {
  const things = await Promise.all(Array.from({ length: 8 }, (_, i) => stocked(`Part ${i}`, 1000)))
  const ends = await Promise.all(
    Array.from({ length: 30 }, async (_, i) => {
      const buyer = newBuyer(i % 2 ? shop : other)
      const mine = i % 3 ? things.toReversed() : things
      const id = await checkoutFor(
        buyer,
        mine.map((product) => ({ product })),
      )
      await buyer.checkout.createOrder({ id })
      return (await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl })).status
    }),
  )
  assert.deepEqual(new Set(ends), new Set(['APPROVED']))
  for (const thing of things) assert.deepEqual(await stockItemOf(thing), { quantity: 970, moved: 970 })
})

/** A small generator of numbers that gives the same ones for the same seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

test('whatever buyers, the bank and the clock do at once: every unit and every cent is where it belongs', async () => {
  const seed = Number(process.env.RACE_SEED ?? 7)
  const stockItem = await Promise.all([40, 60, 5].map((stock, i) => stocked(`Wanted ${i}`, stock)))
  const expected = [
    'FULL_OUT_OF_STOCK',
    'PARTIAL_OUT_OF_STOCK',
    'PAYMENT_ERROR',
    'CHECKOUT_ALREADY_PAID',
    'CHECKOUT_PAYMENT_ALREADY_IN_PROGRESS',
  ]
  expected.push('PAYMENT_TOKEN_INVALID', 'PAYMENT_NOT_WAITING')
  const cards = ['4242424242424242', '4000000000009995', '4000000000003220', '4000000000000408', '4000000000000507']

  async function live(worker: number): Promise<void> {
    const roll = random(seed * 1000 + worker)
    const pick = <T>(of: readonly T[]): T => of[Math.floor(roll() * of.length)]!
    const buyer = newBuyer(worker % 2 ? shop : other)
    const waiting: { orderId: string; paymentId: string }[] = []
    const tried = async (work: () => Promise<void>) => {
      try {
        await work()
      } catch (error) {
        if (!(error instanceof Refused) || !expected.includes(error.code)) throw error
      }
    }
    for (let step = 0; step < 14; step++) {
      const things = stockItem.filter(() => roll() < 0.5)
      if (things.length === 0) things.push(pick(stockItem))
      const id = await checkoutFor(
        buyer,
        things.map((product) => ({ product, quantity: 1 + Math.floor(roll() * 2) })),
      )
      if (roll() < 0.4) await tried(async () => void (await buyer.checkout.createOrder({ id })))
      for (let tries = 0; tries < 2; tries++) {
        await tried(async () => {
          const placed = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer, pick(cards)), returnUrl })
          if (placed.actionUrl) waiting.push({ orderId: placed.orderId, paymentId: placed.actionUrl.split('/').at(-1)! })
        })
        if (roll() < 0.6) break
      }
      const back = roll() < 0.7 ? waiting.shift() : undefined
      if (back) {
        await tried(async () => {
          const { resultToken } = await buyer.payments.answerSandboxAuthentication({
            id: back.paymentId,
            answer: pick(['CONFIRM', 'CONFIRM', 'REFUSE']),
          })
          if (roll() < 0.6) await buyer.payments.confirmPayment({ id: back.orderId, resultToken })
        })
      }
      if (roll() < 0.2) shop.clock.advance(pick([2000, 31_000, 16 * 60_000]))
      if (roll() < 0.3) await pick([shop, other]).platform.tellBank()
      if (roll() < 0.2) await pick([shop, other]).platform.everyMinute()
    }
  }
  await Promise.all(Array.from({ length: 6 }, (_, worker) => live(worker)))
  for (let i = 0; i < 4; i++) {
    shop.clock.advance(31 * 60_000)
    await shop.platform.tellBank()
    await shop.platform.everyMinute()
  }

  const orders = await queryShop<{
    id: string
    status: string
    wanted: number
    taken: number
    payments: string[]
    charged: number
    total: number
  }>(sql`
    select o.id, o.status, o.total,
      (select coalesce(sum((s->>'quantity')::int), 0)::int from jsonb_array_elements(o.stock_items) s) as wanted,
      (select coalesce(-sum(m.quantity), 0)::int from stock_movement m where m.site = o.site and m.order_id = o.id) as taken,
      array(select p.status from payment p where p.site = o.site and p.order_id = o.id order by p.id) as payments,
      (select coalesce(sum(c.amount), 0)::bigint from payment p join sandbox_charge c on c.site = p.site and c.payment_id = p.id and c.state = 'APPROVED'
        where p.site = o.site and p.order_id = o.id) as charged
    from orders o where o.site = ${shop.site} and o.stock_items->0->>'productId' = any(${stockItem.map(({ id }) => id)})`)
  assert.ok(orders.length > 20)
  for (const order of orders) {
    const what = `seed ${seed}: ${JSON.stringify(order)}`
    assert.ok(['APPROVED', 'CANCELED'].includes(order.status), what)
    assert.equal(order.taken, order.status === 'APPROVED' ? order.wanted : 0, what)
    assert.equal(order.charged, order.status === 'APPROVED' ? order.total : 0, what)
    assert.equal(order.payments.filter((status) => status === 'APPROVED').length, order.status === 'APPROVED' ? 1 : 0, what)
    for (const status of order.payments) assert.ok(!['PENDING', 'ACTION_REQUIRED'].includes(status), what)
  }
  const [owed] = await queryShop<{ count: number }>(sql`select count(*)::int as count from payment where site = ${shop.site} and void_owed`)
  assert.equal(owed!.count, 0)
  for (const thing of stockItem) {
    const { quantity, moved } = await stockItemOf(thing)
    assert.equal(quantity, moved)
    assert.ok(quantity >= 0)
  }
})

test('what comes into a cart while it is being ordered stays in it', async () => {
  for (let round = 0; round < 5; round++) {
    const [bought, late] = [await stocked(`Bought ${round}`, 5), await stocked(`Late ${round}`, 5)]
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: bought, quantity: 2 }])
    const paymentToken = await card(buyer)
    const one = { lineItems: [{ quantity: 1, catalogReference: late.reference() }] }
    await buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: bought.reference() }] })
    const [placed] = await Promise.all([
      buyer.payments.placeOrder({ id, paymentToken, returnUrl }),
      buyer.currentCart.addToCurrentCart(one),
      buyer.currentCart.addToCurrentCart(one),
    ])
    assert.equal(placed.status, 'APPROVED')
    const { cart } = await buyer.currentCart.getCurrentCart({})
    assert.deepEqual(cart.lineItems.map(({ productName, quantity }) => [productName?.original, quantity]).sort(), [
      [`Bought ${round}`, 1],
      [`Late ${round}`, 2],
    ])
  }
})

// attack: Money | a checkout is changed while it is ordered | quantities, price and payment agree
test('a checkout that is changed while it is being ordered is sold as it was or as it has become: units, price and payment agree', async () => {
  const product = await stocked('Jug', 1000)
  for (let round = 0; round < 12; round++) {
    const before = (await stockItemOf(product)).quantity
    const buyer = newBuyer(shop)
    const id = await checkoutFor(buyer, [{ product }])
    const paymentToken = await card(buyer)
    const [line] = (await buyer.checkout.getCheckout({ id })).checkout.lineItems
    const [[refused, placed]] = await Promise.all([
      attempt(buyer.payments.placeOrder({ id, paymentToken, returnUrl })),
      attempt(buyer.checkout.updateLineItemsQuantity({ id, lineItems: [{ id: line!.id!, quantity: 3 }] })),
    ])
    assert.ok(placed, JSON.stringify(refused))
    const { order } = await buyer.orders.getOrder({ id: placed.orderId })
    const units = order.lineItems[0]!.quantity
    assert.ok(units === 1 || units === 3, String(units))
    assert.equal(order.priceSummary?.subtotal?.amount, `${20 * units}.00`)
    assert.equal((await stockItemOf(product)).quantity, before - units)
    const [charge] = await queryShop<{ amount: number; total: number }>(sql`
      select c.amount, o.total from orders o join payment p on p.site = o.site and p.order_id = o.id
      join sandbox_charge c on c.site = p.site and c.payment_id = p.id where o.site = ${shop.site} and o.id = ${placed.orderId}`)
    assert.equal(charge?.amount, charge?.total)
    assert.equal(order.priceSummary?.total?.amount, (charge!.total / 100).toFixed(2))
  }
})
