import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { attempt } from '@vitrine/client'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { type Buyer, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

let shop: TestPlatform

before(async () => {
  shop = await startTestPlatform()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const lamp = (stock: number): Promise<TestProduct> =>
  addProduct(shop.platform, { site: shop.site, name: 'Lamp', price: 8000, stock }, shop.clock.now())

const threeDSecure = '4000000000003220'
const minutes = 60_000

async function sentToTheBank(product: TestProduct): Promise<{ buyer: Buyer; checkoutId: string; orderId: string; paymentId: string }> {
  const buyer = newBuyer(shop)
  const checkoutId = await toCheckout(buyer, [{ product }])
  const { orderId, actionUrl } = await buyer.payments.placeOrder({
    id: checkoutId,
    paymentToken: await card(buyer, threeDSecure),
    returnUrl: `${shop.url}/back`,
  })
  return { buyer, checkoutId, orderId, paymentId: actionUrl!.split('/').at(-1)! }
}

async function booksOf(orderId: string) {
  const { database } = shop.platform
  const [order] = await database.query<{ status: string }>(sql`select status from orders where site = ${shop.site} and id = ${orderId}`)
  const payments = await database.query<{ status: string; owed: boolean; charge: string | null }>(sql`
    select payment.status, void_owed as owed, sandbox_charge.state as charge
    from payment left join sandbox_charge on sandbox_charge.site = payment.site and sandbox_charge.payment_id = payment.id
    where payment.site = ${shop.site} and payment.order_id = ${orderId} order by payment.created_at, payment.id`)
  return {
    order: order?.status,
    payments: payments.map(({ status, owed, charge }) => `${status}, bank ${charge}${owed ? ', void owed' : ''}`),
  }
}
const stockOf = async ({ id }: TestProduct): Promise<number> =>
  (
    await shop.platform.database.query<{ quantity: number }>(
      sql`select quantity from stock where site = ${shop.site} and product_id = ${id}`,
    )
  )[0]!.quantity

test('a buyer who confirms at the bank and does not come back has paid all the same', async () => {
  const { buyer, orderId, paymentId } = await sentToTheBank(await lamp(1))
  await buyer.payments.answerSandboxAuthentication({ id: paymentId, answer: 'CONFIRM' })
  shop.clock.advance(31_000)
  await shop.platform.everyMinute()
  assert.deepEqual(await booksOf(orderId), { order: 'APPROVED', payments: ['APPROVED, bank APPROVED'] })
})

test('one who does nothing at the bank loses the order after half an hour; the bank is told, and takes no answer any more', async () => {
  const product = await lamp(1)
  const { buyer, orderId, paymentId } = await sentToTheBank(product)
  assert.equal(await stockOf(product), 0)
  shop.clock.advance(20 * minutes)
  await shop.platform.everyMinute()
  assert.deepEqual(await booksOf(orderId), { order: 'INITIALIZED', payments: ['ACTION_REQUIRED, bank ACTION_REQUIRED'] })
  shop.clock.advance(11 * minutes)
  await shop.platform.everyMinute()
  await shop.platform.everyMinute()
  assert.deepEqual(await booksOf(orderId), { order: 'CANCELED', payments: ['CANCELED, bank VOIDED'] })
  assert.equal(await stockOf(product), 1)
  const [late] = await attempt(buyer.payments.answerSandboxAuthentication({ id: paymentId, answer: 'CONFIRM' }))
  assert.equal(late?.code, 'PAYMENT_NOT_WAITING')
})

test('one who comes back later orders again: another order with another number, paid like any other', async () => {
  const product = await lamp(1)
  const { buyer, checkoutId, orderId } = await sentToTheBank(product)
  shop.clock.advance(31 * minutes)
  await shop.platform.everyMinute()
  const again = await buyer.payments.placeOrder({ id: checkoutId, paymentToken: await card(buyer), returnUrl: shop.url })
  assert.equal(again.status, 'APPROVED')
  assert.notEqual(again.orderId, orderId)
  assert.equal((await booksOf(orderId)).order, 'CANCELED')
  assert.deepEqual(await booksOf(again.orderId), { order: 'APPROVED', payments: ['APPROVED, bank APPROVED'] })
  assert.equal(await stockOf(product), 0)
})

test('money that comes when the order was given up goes back', async () => {
  const product = await lamp(1)
  const { buyer, orderId, paymentId } = await sentToTheBank(product)
  const { resultToken } = await buyer.payments.answerSandboxAuthentication({ id: paymentId, answer: 'CONFIRM' })
  // The order is given up in the moment between the buyer's yes and our hearing of it.
  await shop.platform.database.query(
    sql`update orders set status = 'CANCELED', holds_stock = false where site = ${shop.site} and id = ${orderId}`,
  )
  const [refused] = await attempt(buyer.payments.confirmPayment({ id: orderId, resultToken }))
  assert.equal(refused?.code, 'PAYMENT_ERROR')
  assert.deepEqual(await booksOf(orderId), { order: 'CANCELED', payments: ['VOIDED, bank VOIDED'] })
})

test('money that has to go back goes back after a crash too', async () => {
  const { buyer, orderId, paymentId } = await sentToTheBank(await lamp(1))
  const { resultToken } = await buyer.payments.answerSandboxAuthentication({ id: paymentId, answer: 'CONFIRM' })
  const { database } = shop.platform
  await database.query(sql`update orders set status = 'CANCELED', holds_stock = false where site = ${shop.site} and id = ${orderId}`)
  await attempt(buyer.payments.confirmPayment({ id: orderId, resultToken }))
  // As it stands when the process dies behind the commit, before the bank was told.
  await database.query(sql`update payment set void_owed = true where site = ${shop.site} and id = ${paymentId}`)
  await database.query(sql`update sandbox_charge set state = 'APPROVED' where site = ${shop.site} and payment_id = ${paymentId}`)
  assert.deepEqual((await booksOf(orderId)).payments, ['VOIDED, bank APPROVED, void owed'])
  shop.clock.advance(31_000)
  await shop.platform.everyMinute()
  assert.deepEqual((await booksOf(orderId)).payments, ['VOIDED, bank VOIDED'])
})

test('a payment that never reached the bank is given up, and not taken when it still arrives', async () => {
  const product = await lamp(1)
  const buyer = newBuyer(shop)
  const id = await toCheckout(buyer, [{ product }])
  const timed = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer, '4000000000000309'), returnUrl: shop.url })
  assert.equal(timed.status, 'PENDING')
  assert.deepEqual(await booksOf(timed.orderId), { order: 'INITIALIZED', payments: ['PENDING, bank null'] })
  shop.clock.advance(31_000)
  await shop.platform.everyMinute()
  assert.deepEqual(await booksOf(timed.orderId), { order: 'INITIALIZED', payments: ['CANCELED, bank VOIDED'] })
  assert.equal(await stockOf(product), 1)
  const paid = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: shop.url })
  assert.equal(paid.orderId, timed.orderId)
  assert.equal((await booksOf(paid.orderId)).order, 'APPROVED')
})

// attack: Money | a buyer confirms at the bank and orders again at the same moment | one payment
test('whoever confirms at the bank and orders anew in the same moment pays once', async () => {
  for (let round = 0; round < 8; round++) {
    const product = await lamp(1)
    const { buyer, checkoutId, orderId, paymentId } = await sentToTheBank(product)
    const paymentToken = await card(buyer)
    const { resultToken } = await buyer.payments
      .answerSandboxAuthentication({ id: paymentId, answer: 'CONFIRM' })
      .catch(() => ({ resultToken: 'x' }))
    await Promise.allSettled([
      buyer.payments.confirmPayment({ id: orderId, resultToken }),
      buyer.payments.placeOrder({ id: checkoutId, paymentToken, returnUrl: shop.url }),
    ])
    const { order, payments } = await booksOf(orderId)
    assert.equal(order, 'APPROVED')
    assert.deepEqual(
      payments.filter((payment) => payment.includes('bank APPROVED')),
      ['APPROVED, bank APPROVED'],
      payments.join('; '),
    )
    assert.equal(await stockOf(product), 0)
  }
})

test('whoever answers the bank and orders anew in the same moment pays at most once, and never for nothing', async () => {
  for (let round = 0; round < 8; round++) {
    const product = await lamp(1)
    const { buyer, checkoutId, orderId, paymentId } = await sentToTheBank(product)
    const paymentToken = await card(buyer)
    await Promise.allSettled([
      buyer.payments.answerSandboxAuthentication({ id: paymentId, answer: 'CONFIRM' }),
      buyer.payments.placeOrder({ id: checkoutId, paymentToken, returnUrl: shop.url }),
    ])
    shop.clock.advance(31_000)
    await shop.platform.everyMinute()
    const { order, payments } = await booksOf(orderId)
    assert.equal(order, 'APPROVED')
    assert.equal(payments.filter((payment) => payment.includes('bank APPROVED')).length, 1, payments.join('; '))
  }
})
