import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, test } from 'node:test'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { berlin, card, toCheckout } from '../src/buyer.ts'
import { replayed, startKeyedShop } from '../src/keyed-shop.ts'
import { newCustomer } from '../src/populate.ts'
import { refusalOf, send } from '../src/wire.ts'

const { shop, stockItems, post } = await startKeyedShop()

describe('ordering and paying under one key', () => {
  /** What an order has come to: its movements of stock, its payments, and what the bank took. */
  async function booksOf(orderId: string) {
    const { database } = shop.platform
    const [orders, payments, movements, charges] = await Promise.all([
      database.query<{ status: string }>(sql`select status from orders where site = ${shop.site} and id = ${orderId}`),
      database.query<{ status: string }>(sql`select status from payment where site = ${shop.site} and order_id = ${orderId}`),
      database.query<{ quantity: number }>(sql`select quantity from stock_movement where site = ${shop.site} and order_id = ${orderId}`),
      database.query<{ state: string }>(sql`
        select state from sandbox_charge c join payment p on p.site = c.site and p.id = c.payment_id where p.site = ${shop.site} and p.order_id = ${orderId}`),
    ])
    return {
      order: orders[0]?.status,
      payments: payments.map(({ status }) => status).sort(),
      taken: movements.reduce((sum, { quantity }) => sum - quantity, 0),
      charges: charges.map(({ state }) => state).sort(),
    }
  }
  const paidOnce = { order: 'APPROVED', payments: ['APPROVED'], taken: 1, charges: ['APPROVED'] }

  async function atCheckout() {
    const { buyer, token } = await newCustomer(shop, stockItems)
    await buyer.currentCart.deleteCurrentCart({})
    const checkoutId = await toCheckout(buyer, [{ product: stockItems.mug, colour: 'Sage' }])
    return { buyer, token, checkoutId, path: `/vitrine/v1/checkouts/${checkoutId}/place-order` }
  }

  test('is one order and one payment, however many send it at once', async () => {
    const { buyer, token, path } = await atCheckout()
    const body = { paymentToken: await card(buyer), returnUrl: shop.url }
    const key = newId()
    const twins = await Promise.all(Array.from({ length: 8 }, () => post(path, token, key, body)))
    const done = twins.filter(({ status }) => status === 200)
    assert.ok(done.length >= 1)
    for (const twin of twins) if (twin.status !== 200) assert.equal(refusalOf(twin), 'IDEMPOTENCY_IN_PROGRESS')
    assert.equal(done.filter((answer) => !replayed(answer)).length, 1)
    const last = await post(path, token, key, body)
    assert.ok(replayed(last))
    assert.deepEqual(await booksOf(last.json.orderId), paidOnce)
  })

  test('forgets a declined card: the next try under the same key may use another', async () => {
    const { buyer, token, path } = await atCheckout()
    const key = newId()
    const declined = await post(path, token, key, { paymentToken: await card(buyer, '4000000000000002'), returnUrl: shop.url })
    assert.equal(refusalOf(declined), 'PAYMENT_ERROR')
    const paid = await post(path, token, key, { paymentToken: await card(buyer), returnUrl: shop.url })
    assert.equal(paid.status, 200)
    assert.deepEqual(await booksOf(paid.json.orderId), {
      order: 'APPROVED',
      payments: ['APPROVED', 'DECLINED'],
      taken: 1,
      charges: ['APPROVED', 'DECLINED'],
    })
  })

  /** Ends a request in the moment when it would begin its so-manieth write behind the marker, as a crash does: nothing after it runs. */
  async function crashing<T>(atWrite: number, work: () => Promise<T>): Promise<'crashed' | T> {
    const { database } = shop.platform
    const { transact, optimistic } = database
    let begun = 0
    let crash = () => {}
    const crashed = new Promise<'crashed'>((resolve) => (crash = () => resolve('crashed')))
    const mine = Symbol('this request, not what runs beside it')
    const unlessCrashed = <Write extends (...args: never[]) => unknown>(write: Write) =>
      ((...args: Parameters<Write>) => {
        if (running.getStore() !== mine || ++begun < atWrite) return Reflect.apply(write, database, args)
        crash()
        return new Promise(() => {})
      }) as Write
    Object.assign(database, { transact: unlessCrashed(transact), optimistic: unlessCrashed(optimistic) })
    try {
      return await Promise.race([crashed, running.run(mine, work)])
    } finally {
      Object.assign(database, { transact, optimistic })
    }
  }
  const running = new AsyncLocalStorage<symbol>()

  test('after a crash between any two of its stages, the retry finishes the same order with the same payment', async () => {
    let stages = 0
    for (let stage = 1; ; stage++) {
      const { buyer, token, path, checkoutId } = await atCheckout()
      await shop.platform.jobs.settle()
      const body = { paymentToken: await card(buyer), returnUrl: shop.url }
      const key = newId()
      const crashed = await crashing(stage, () => post(path, token, key, body))
      if (crashed !== 'crashed') break
      stages++
      // Of one that died before there was an order nothing is left, its key neither.
      if (stage > 1) {
        assert.equal(refusalOf(await post(path, token, key, body)), 'IDEMPOTENCY_IN_PROGRESS', 'as long as the first may still run')
        shop.clock.advance(13_000)
      }
      const retried = await post(path, token, key, body)
      assert.equal(retried.status, 200, `crash before write ${stage}: ${retried.text}`)
      assert.equal(retried.json.status, 'APPROVED')
      assert.deepEqual(await booksOf(retried.json.orderId), paidOnce, `crash before write ${stage}`)
      assert.ok(replayed(await post(path, token, key, body)))
      const { json } = await send(shop, { method: 'GET', path: `/ecom/v1/checkouts/${checkoutId}`, headers: { authorization: token } })
      assert.equal(json.checkout.completed, true)
    }
    assert.ok(stages >= 2, 'there is a stage before the order, and one before the payment’s end and the answer')
  })

  test('after a crash in confirming, the retry answers what became of the payment', async () => {
    let stages = 0
    for (let stage = 1; ; stage++) {
      const { buyer, token, waitingOrderId, waitingPaymentId } = await newCustomer(shop, stockItems)
      await shop.platform.jobs.settle()
      const { resultToken } = await buyer.payments.answerSandboxAuthentication({ id: waitingPaymentId, answer: 'CONFIRM' })
      const key = newId()
      const confirm = () => post(`/vitrine/v1/orders/${waitingOrderId}/confirm-payment`, token, key, { resultToken })
      if ((await crashing(stage, confirm)) !== 'crashed') break
      stages++
      shop.clock.advance(13_000)
      const retried = await confirm()
      assert.equal(retried.json.status, 'APPROVED', retried.text)
      assert.deepEqual(await booksOf(waitingOrderId), { ...paidOnce, taken: 0 })
    }
    assert.ok(stages >= 2)
  })

  test('after a crash that nobody retries, the asking job brings order and payment to their end', async () => {
    const { buyer, token, path } = await atCheckout()
    await shop.platform.jobs.settle()
    const body = { paymentToken: await card(buyer), returnUrl: shop.url }
    assert.equal(await crashing(2, () => post(path, token, newId(), body)), 'crashed')
    shop.clock.advance(31_000)
    await shop.platform.everyMinute()
    const [row] = await shop.platform.database.query<{ id: string }>(
      sql`select id from orders where site = ${shop.site} order by number desc limit 1`,
    )
    assert.deepEqual(await booksOf(row!.id), paidOnce, 'crash before the payment’s end')
  })

  test('where nothing is due, asking again is the same order, with and without a key', async () => {
    const { buyer, token } = await newCustomer(shop, stockItems)
    await buyer.currentCart.deleteCurrentCart({})
    const { json } = await post('/ecom/v1/checkouts', shop.apiKey, undefined, {
      channelType: 'WEB',
      customLineItems: [{ price: '0', itemType: { preset: 'DIGITAL' }, productName: { original: 'A kind word' } }],
      checkoutInfo: { buyerInfo: { email: 'ada@example.com' }, billingInfo: { address: berlin.address } },
    })
    const path = `/vitrine/v1/checkouts/${json.checkout.id}/place-order`
    const first = await post(path, shop.apiKey, newId(), { returnUrl: shop.url })
    const again = await post(path, shop.apiKey, newId(), { returnUrl: shop.url })
    assert.equal(first.json.status, 'APPROVED', first.text)
    assert.equal(again.json.orderId, first.json.orderId)
    assert.equal(refusalOf(await post(path, token, undefined, { returnUrl: shop.url })), 'CHECKOUT_NOT_FOUND')
  })
})
