import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { SandboxBehaviour } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { createSite } from '@vitrine/platform/kernel/sites/directory'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

const day = 24 * 3_600_000

let shop: TestPlatform
let mug: TestProduct
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
let office: ReturnType<typeof newOffice>
let app: ReturnType<typeof newApp>

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  app = newApp()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 100 }, shop.clock.now())
})
afterEach(async () => {
  await office.storeClock.returnToRealTime({})
  await office.storeClock.setSandboxScript({ next: [] })
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const real = () => shop.clock.now().getTime()
const ahead = (milliseconds: number) => new Date(real() + milliseconds).toISOString()
const clock = async () => (await office.storeClock.getStoreClock({})).storeClock

/** A mug whose money is held until an hour. */
async function held(hours: number): Promise<string> {
  const buyer = newBuyer(shop)
  const checkoutId = await toCheckout(buyer, [{ product: mug }])
  const { orderId } = await buyer.payments.placeOrder({ id: checkoutId, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
  await shop.platform.database.query(sql`
    update payment set status = 'AUTHORIZED', scheduled_action = 'VOID', scheduled_at = ${new Date(real() + hours * 3_600_000)}
    where site = ${shop.site} and order_id = ${orderId}`)
  await shop.platform.database.query(sql`
    update sandbox_charge set state = 'AUTHORIZED', delayed = true
    where site = ${shop.site} and payment_id in (select id from payment where site = ${shop.site} and order_id = ${orderId})`)
  return orderId
}

describe('POST /vitrine/v1/store-clock/freeze, run, advance and return', () => {
  test('200 it stands, goes on from there, and comes back; each move is written down', async () => {
    assert.deepEqual([(await clock()).state, (await clock()).movable], ['REAL', true])
    const { storeClock: frozen } = await office.storeClock.freeze({})
    shop.clock.advance(3_600_000)
    assert.deepEqual([(await clock()).state, (await clock()).now], ['FROZEN', frozen.now])
    assert.notEqual((await clock()).realNow, frozen.now)
    await office.storeClock.run({})
    shop.clock.advance(60_000)
    assert.deepEqual([(await clock()).state, (await clock()).now], ['SHIFTED', new Date(Date.parse(frozen.now) + 60_000).toISOString()])
    await office.storeClock.returnToRealTime({})
    assert.deepEqual([(await clock()).state, (await clock()).now], ['REAL', new Date(real()).toISOString()])
    const { moves } = await office.storeClock.getStoreClock({})
    assert.deepEqual(
      moves.slice(0, 3).map(({ type }) => type),
      ['RETURNED', 'LET_RUN', 'FROZE'],
    )
  })

  test('200 what falls due on the way is done at its own time, in its turn; orders are dated by the clock', async () => {
    const [first, second] = [await held(30), await held(5)]
    const { effects, total } = await office.storeClock.foreseeEffects({ to: ahead(3 * day) })
    assert.deepEqual(
      effects.map(({ type, orderId, date }) => [type, orderId, date]),
      [
        ['AUTHORIZATION_VOIDED', second, ahead(5 * 3_600_000)],
        ['AUTHORIZATION_VOIDED', first, ahead(30 * 3_600_000)],
      ],
    )
    assert.equal(total, 2)
    assert.equal(effects[0]?.amount?.amount, (await app.orders.getOrder({ id: second })).order.priceSummary?.total?.amount)
    const to = ahead(3 * day)
    const due = [ahead(5 * 3_600_000), ahead(30 * 3_600_000)]
    const advanced = await office.storeClock.advance({ to })
    assert.deepEqual([advanced.effects, advanced.storeClock.state], [2, 'SHIFTED'])
    for (const [i, id] of [second, first].entries()) {
      const { order } = await app.orders.getOrder({ id })
      const voided = order.activities.find(({ activityType }) => activityType === 'AUTHORIZED_PAYMENT_VOIDED')
      assert.equal(voided?.createdDate?.slice(0, 16), due[i]!.slice(0, 16), 'as it fell due, and not at the end')
    }
    const buyer = newBuyer(shop)
    const checkoutId = await toCheckout(buyer, [{ product: mug }])
    const { orderId } = await buyer.payments.placeOrder({ id: checkoutId, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
    assert.equal((await app.orders.getOrder({ id: orderId })).order.createdDate?.slice(0, 13), to.slice(0, 13))
  })

  test('200 an order that nobody pays is given up when its time comes, and a frozen clock keeps it', async () => {
    const buyer = newBuyer(shop)
    const checkoutId = await toCheckout(buyer, [{ product: mug }])
    const { orderId } = await buyer.checkout.createOrder({ id: checkoutId })
    await office.storeClock.freeze({})
    shop.clock.advance(2 * day)
    await shop.platform.everyMinute()
    const state = async () => {
      const [row] = await shop.platform.database.query<{ status: string }>(
        sql`select status from orders where site = ${shop.site} and id = ${orderId}`,
      )
      return row?.status
    }
    assert.equal(await state(), 'INITIALIZED')
    const { now } = await clock()
    await office.storeClock.advance({ to: new Date(Date.parse(now) + 3 * 3_600_000).toISOString() })
    assert.equal(await state(), 'CANCELED')
    assert.equal((await clock()).state, 'FROZEN')
  })

  test('200 another process goes along', async () => {
    await using twin = await startTestPlatform({ databaseUrl: shop.databaseUrl, clock: shop.clock })
    await office.storeClock.advance({ to: ahead(10 * day) })
    const until = Date.now() + 10_000
    const seen = async () => {
      const buyer = newBuyer({ url: twin.url, clientId: shop.clientId })
      return (await buyer.checkout.getCheckout({ id: await toCheckout(buyer, [{ product: mug }]) })).checkout.createdDate
    }
    while ((await seen())?.slice(0, 10) !== ahead(10 * day).slice(0, 10)) assert.ok(Date.now() < until, 'it did not go along')
  })

  test('400 it does not go back, and not further than 400 days', async () => {
    assert.equal(await codeOf(office.storeClock.advance({ to: ahead(-1) })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(office.storeClock.advance({ to: ahead(401 * day) })), 'INVALID_ARGUMENT')
    assert.equal((await clock()).state, 'REAL')
  })

  test('200 staff stay signed in however far it goes: sign-ins go by real time', async () => {
    const { token } = await tokenOf()
    await office.storeClock.advance({ to: ahead(300 * day) })
    const answer = await fetch(`${shop.url}/ecom/v1/carts/current`, { headers: { authorization: token } })
    assert.notEqual(answer.status, 401)
  })

  async function tokenOf(): Promise<{ token: string }> {
    const answer = await fetch(`${shop.url}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientId: shop.clientId, grantType: 'anonymous' }),
    })
    return { token: ((await answer.json()) as { access_token: string }).access_token }
  }
})

describe('POST /vitrine/v1/sandbox/script', () => {
  const pay = async () => {
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: mug }])
    return buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
  }
  const script = (...next: SandboxBehaviour[]) => office.storeClock.setSandboxScript({ next })

  test('200 the next payments do as it says, one after the other, and then as their cards say', async () => {
    await script('DECLINE', 'THREE_D_SECURE', 'LATE')
    assert.equal(await codeOf(pay()), 'PAYMENT_ERROR')
    assert.deepEqual((await office.storeClock.getSandboxScript({})).next, ['THREE_D_SECURE', 'LATE'])
    assert.equal((await pay()).status, 'REQUIRES_ACTION')
    assert.equal((await pay()).status, 'PENDING')
    assert.equal((await pay()).status, 'APPROVED')
    assert.deepEqual((await office.storeClock.getSandboxScript({})).next, [])
  })

  test('200 two payments at once take two lines of it, never one twice', async () => {
    await script('DECLINE', 'APPROVE')
    const said = await Promise.all([codeOf(pay()), codeOf(pay())])
    assert.deepEqual(said.sort(), ['PAYMENT_ERROR', 'done'])
  })

  test('400 for what the bank does not know', async () => {
    assert.equal(await codeOf(script('EXPLODE' as SandboxBehaviour)), 'INVALID_ARGUMENT')
  })
})

describe('where real money moves, or another shop would go along', () => {
  test('409 time goes as it does, and no script is taken', async () => {
    await using serious = await startTestPlatform({ sandbox: false })
    const admin = createClient({ baseUrl: serious.url, auth: apiKey(serious.apiKey), modules: backOffice }).storeClock
    assert.equal((await admin.getStoreClock({})).storeClock.movable, false)
    assert.equal(await codeOf(admin.freeze({})), 'CLOCK_NOT_MOVABLE')
    assert.equal(await codeOf(admin.run({})), 'CLOCK_NOT_MOVABLE')
    assert.equal(await codeOf(admin.returnToRealTime({})), 'CLOCK_NOT_MOVABLE')
    assert.equal(await codeOf(admin.advance({ to: ahead(day) })), 'CLOCK_NOT_MOVABLE')
    assert.equal(await codeOf(admin.setSandboxScript({ next: ['DECLINE'] })), 'SANDBOX_OFF')
  })

  test('409 with two shops on one installation', async () => {
    await using two = await startTestPlatform()
    const admin = createClient({ baseUrl: two.url, auth: apiKey(two.apiKey), modules: backOffice }).storeClock
    assert.equal((await admin.getStoreClock({})).storeClock.movable, true)
    await createSite(two.platform.database, { id: '33333333-3333-4333-8333-333333333333', name: 'Another' }, two.clock.now())
    assert.equal(await codeOf(admin.freeze({})), 'CLOCK_NOT_MOVABLE')
    assert.equal((await admin.getStoreClock({})).storeClock.state, 'REAL')
  })
})
