import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { raw, sql } from '@vitrine/platform/kernel/db/sql'
import { attack } from '../src/attack.ts'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { colleague } from '../src/colleague.ts'
import { newMember, prove } from '../src/member.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { send } from '../src/wire.ts'

const day = 24 * 3600_000
let shop: TestPlatform
let mug: TestProduct
let office: ReturnType<typeof newOffice>
const newOffice = () => {
  const connection = { baseUrl: shop.url, auth: apiKey(shop.apiKey) }
  return { ...createClient(connection), ...createClient({ ...connection, modules: backOffice }) }
}

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Mug', price: 2000, stock: 1000 }, shop.clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const count = async (table: 'checkout' | 'cart' | 'abandoned_checkout' | 'mail_delivery' | 'inbox_mail' | 'order_email') => {
  const [row] = await shop.platform.database.query<{ count: number }>(
    sql`select count(*)::integer as count from ${raw(table)} where site = ${shop.site}`,
  )
  return row!.count
}
const hours = async (milliseconds: number) => {
  shop.clock.advance(milliseconds)
  await shop.platform.everyHour()
}

describe('the settings', () => {
  test('are 90, 90 and 30 days where nobody says; what is absent stays, and the audit log has the change', async () => {
    assert.deepEqual((await office.retention.getRetention({})).retention, { checkoutDays: 90, emailDays: 90, addressDays: 30 })
    const { retention } = await office.retention.updateRetention({ retention: { emailDays: 60 } })
    assert.deepEqual(retention, { checkoutDays: 90, emailDays: 60, addressDays: 30 })
    const { entries } = await office.audit.queryAudit({ query: { filter: { kind: 'retention' } } })
    assert.deepEqual(entries[0]?.first, { path: ['emailDays'], before: 90, after: 60 })
    await office.retention.updateRetention({ retention: { emailDays: 90 } })
  })

  test('400 INVALID_ARGUMENT for less than a day and more than ten years; 403 PERMISSION_DENIED to whoever may not change settings', async () => {
    for (const checkoutDays of [0, 3651, 1.5])
      assert.equal((await attempt(office.retention.updateRetention({ retention: { checkoutDays } })))[0]?.code, 'INVALID_ARGUMENT')
    const support = createClient({
      baseUrl: shop.url,
      auth: await colleague(shop, 'SUPPORT'),
      modules: { retention: backOffice.retention },
    })
    assert.equal((await attempt(support.retention.updateRetention({ retention: { checkoutDays: 1 } })))[0]?.code, 'PERMISSION_DENIED')
    assert.equal((await office.retention.getRetention({})).retention.checkoutDays, 90)
  })
})

test(
  attack({
    area: 'Personal data',
    tries: 'one visitor leaves 1,100 checkouts, and more are left and ordered',
    answer: 'after 90 days without a change they, their carts and what was noted of them are deleted, in batches; the orders stay',
  }),
  async () => {
    const left = newBuyer(shop)
    const id = await toCheckout(left, [{ product: mug }])
    await shop.platform.database.query(sql`
      insert into checkout (site, id, owner, secret, revision, document, created_at, updated_at)
      select site, gen_random_uuid(), owner, secret, 1, document, created_at, updated_at from checkout, generate_series(1, 1100)
      where site = ${shop.site} and id = ${id}`)
    const bought = newBuyer(shop)
    const { orderId } = await bought.payments.placeOrder({
      id: await toCheckout(bought, [{ product: mug }]),
      paymentToken: await card(bought),
      returnUrl: shop.url,
    })
    shop.clock.advance(2 * 3_600_000)
    await shop.platform.everyMinute()
    await shop.platform.jobs.settle()
    assert.equal(await count('checkout'), 1102)
    assert.ok((await count('abandoned_checkout')) > 0)
    await hours(80 * day)
    assert.equal(await count('checkout'), 1102)
    const fresh = newBuyer(shop)
    await toCheckout(fresh, [{ product: mug }])
    await hours(11 * day)
    assert.deepEqual([await count('checkout'), await count('cart'), await count('abandoned_checkout')], [1, 1, 0])
    assert.equal((await office.orders.getOrder({ id: orderId })).order.status, 'APPROVED')
    assert.equal((await attempt(left.checkout.getCheckout({ id })))[0]?.code, 'CHECKOUT_NOT_FOUND')
    assert.equal((await bought.orders.getOrder({ id: orderId })).order.id, orderId)
  },
)

test('a checkout whose order waits for its payment stays, however old it is', async () => {
  const buyer = newBuyer(shop)
  const id = await toCheckout(buyer, [{ product: mug }])
  await attempt(buyer.payments.placeOrder({ id, paymentToken: await card(buyer, '4000000000000002'), returnUrl: shop.url }))
  const saved = await count('checkout')
  await hours(100 * day)
  const [row] = await shop.platform.database.query<{ id: string }>(sql`select id from checkout where site = ${shop.site} and id = ${id}`)
  assert.equal(row?.id, id)
  assert.ok(saved > 0)
  await shop.platform.everyMinute()
  await hours(1)
  assert.deepEqual(await shop.platform.database.query(sql`select id from checkout where site = ${shop.site} and id = ${id}`), [])
})

test('emails are forgotten after their days: who got them, about what, and what they said', async () => {
  const buyer = newBuyer(shop)
  const id = await toCheckout(buyer, [{ product: mug }])
  await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: shop.url })
  await shop.platform.jobs.settle()
  await hours(0)
  const emails = () => Promise.all([count('mail_delivery'), count('inbox_mail'), count('order_email')])
  for (const some of await emails()) assert.ok(some > 0)
  await hours(90 * day + 1)
  assert.deepEqual(await emails(), [0, 0, 0])
})

test('network addresses of sessions and of the audit log are blanked after their days; the rest of both stays', async () => {
  const memberId = await newMember(shop)
  await prove(shop, memberId, { address: '10.9.8.7' })
  const headers = { authorization: shop.apiKey, 'x-vitrine-peer': '10.9.8.6' }
  await send(shop, { method: 'PATCH', path: '/vitrine/v1/retention', headers, body: { retention: { addressDays: 30 } } })
  const known = async () => {
    const [session] = await shop.platform.database.query<{ address: string }>(
      sql`select address from member_session where site = ${shop.site} and member_id = ${memberId}`,
    )
    const [entry] = await shop.platform.database.query<{ address: string | null; operation: string }>(
      sql`select address, operation from audit_entry where site = ${shop.site} order by id desc limit 1`,
    )
    return [session?.address, entry?.operation, entry?.address]
  }
  const line = 'PATCH /vitrine/v1/retention'
  await hours(30 * day)
  assert.deepEqual(await known(), ['10.9.8.7', line, '10.9.8.6'])
  await hours(1)
  assert.deepEqual(await known(), ['', line, null])
})
