import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient, inMemory, visitor } from '@vitrine/client'
import { abandonedCheckouts } from '@vitrine/client/back-office'
import type { AbandonedCheckout } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { type Buyer, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

let shop: TestPlatform
/** Another process's platform on the same database. */
let other: TestPlatform
let mug: TestProduct
let bowl: TestProduct
let office: ReturnType<typeof newOffice>
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { abandonedCheckouts } }).abandonedCheckouts
const returnUrl = 'http://localhost/back'

before(async () => {
  shop = await startTestPlatform()
  other = await startTestPlatform({ databaseUrl: shop.databaseUrl, clock: shop.clock })
  office = newOffice()
  const add = (name: string) => addProduct(shop.platform, { site: shop.site, name, price: 2000, stock: 1000 }, shop.clock.now())
  mug = await add('Mug')
  bowl = await add('Bowl')
})
after(async () => {
  await other[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
  assert.deepEqual([...shop.faults, ...other.faults], [])
})

/** Whoever leaves has an address of their own, so that no test sees another's. */
let people = 0
async function leave(quantity = 2): Promise<{ buyer: Buyer; checkoutId: string; email: string }> {
  const buyer = newBuyer(shop)
  const email = `ada${++people}@example.com`
  const checkoutId = await toCheckout(buyer, [{ product: mug, quantity }])
  await buyer.checkout.updateCheckout({ checkout: { id: checkoutId, buyerInfo: { email } } })
  return { buyer, checkoutId, email }
}

async function minutes(count: number): Promise<void> {
  shop.clock.advance(count * 60_000)
  await shop.platform.everyMinute()
  await shop.platform.jobs.settle()
}

async function noted(email: string): Promise<AbandonedCheckout | undefined> {
  const { abandonedCheckouts: found } = await office.queryAbandonedCheckouts({ query: { filter: { 'buyerInfo.email': email } } })
  assert.ok(found.length <= 1)
  return found[0]
}

const emailsTo = async (email: string) => {
  const { messages } = await newBuyer(shop).inbox.listMessages({ limit: 100 })
  return messages.filter(({ to, subject }) => to.includes(email) && subject === 'Your bag is still here')
}

const proofOf = ({ checkoutUrl }: AbandonedCheckout) => {
  const url = new URL(checkoutUrl)
  return { id: url.pathname.split('/').at(-1)!, token: url.searchParams.get('token')! }
}
const cartOf = async (buyer: Buyer) => {
  const [refused, answer] = await attempt(buyer.currentCart.getCurrentCart())
  return refused ? [] : answer.cart.lineItems.map(({ productName, quantity }) => [productName?.original, quantity])
}

describe('a checkout that is left', () => {
  test('is kept as it was after an hour, and its buyer is written to, once', async () => {
    const { email, checkoutId, buyer } = await leave()
    await minutes(59)
    assert.equal(await noted(email), undefined)
    await minutes(2)
    const saved = (await noted(email))!
    assert.deepEqual(
      [saved.status, saved.checkoutId, saved.totalPrice?.amount, saved.subtotalPrice?.amount, saved.contactDetails?.firstName],
      ['ABANDONED', checkoutId, '44.90', '40.00', 'Ada'],
    )
    assert.deepEqual(
      saved.lineItems.map(({ quantity, productName, price }) => [productName?.original, quantity, price?.amount]),
      [['Mug', 2, '20.00']],
    )
    const [message, ...more] = await emailsTo(email)
    assert.ok(message)
    assert.equal(more.length, 0)
    const { text } = (await buyer.inbox.getMessage({ id: message.id })).message
    for (const words of ['Ada, your bag is still here.', 'Two pieces', 'Mug', '€44.90', `/recover/${saved.id}?token=`])
      assert.ok(text.includes(words), words)
    assert.deepEqual(
      (await noted(email))!.activities.map(({ type }) => type),
      ['EMAIL_SENT'],
    )

    // Touched and left again it is as it was left last, and nobody is written to again.
    await buyer.checkout.addToCheckout({ id: checkoutId, lineItems: [{ quantity: 1, catalogReference: bowl.reference() }] })
    await minutes(61)
    const again = (await noted(email))!
    assert.deepEqual([again.id, again.lineItems.length, again.totalPrice?.amount], [saved.id, 2, '64.90'])
    assert.equal((await emailsTo(email)).length, 1)
  })

  test('is none where nobody can be written to, it was bought, or the same buyer bought another way', async () => {
    const nameless = newBuyer(shop)
    const { checkout } = await nameless.checkout.createCheckout({
      channelType: 'WEB',
      lineItems: [{ quantity: 1, catalogReference: mug.reference() }],
    })
    const bought = await leave()
    await bought.buyer.payments.placeOrder({ id: bought.checkoutId, paymentToken: await card(bought.buyer), returnUrl })
    const twice = await leave()
    const elsewhere = newBuyer(shop)
    const id = await toCheckout(elsewhere, [{ product: mug }])
    await elsewhere.checkout.updateCheckout({ checkout: { id, buyerInfo: { email: twice.email } } })
    shop.clock.advance(1000)
    await elsewhere.payments.placeOrder({ id, paymentToken: await card(elsewhere), returnUrl })
    const atTheBank = await leave()
    await atTheBank.buyer.payments.placeOrder({
      id: atTheBank.checkoutId,
      paymentToken: await card(atTheBank.buyer, '4000 0000 0000 0408'),
      returnUrl,
    })
    shop.clock.advance(61 * 60_000)
    await shop.platform.everyMinute()
    for (const { email } of [bought, twice, atTheBank]) assert.equal(await noted(email), undefined)
    const { abandonedCheckouts: all } = await office.queryAbandonedCheckouts({ query: { cursorPaging: { limit: 100 } } })
    assert.ok(!all.some(({ checkoutId }) => checkoutId === checkout.id))
    await shop.platform.tellBank()
  })

  test('whose order nobody paid for is one', async () => {
    const { buyer, checkoutId, email } = await leave()
    assert.equal(
      (await attempt(buyer.payments.placeOrder({ id: checkoutId, paymentToken: await card(buyer, '4000 0000 0000 0002'), returnUrl })))[0]
        ?.code,
      'PAYMENT_ERROR',
    )
    await minutes(31)
    await minutes(61)
    assert.equal((await noted(email))?.status, 'ABANDONED')
  })

  test('is kept once and written about once, whoever looks: two processes at the same moment', async () => {
    const left = await Promise.all(Array.from({ length: 6 }, () => leave()))
    shop.clock.advance(61 * 60_000)
    await Promise.all([shop.platform.everyMinute(), other.platform.everyMinute(), shop.platform.everyMinute()])
    await shop.platform.jobs.settle()
    await other.platform.jobs.settle()
    for (const { email } of left) {
      assert.ok(await noted(email))
      assert.equal((await emailsTo(email)).length, 1)
    }
  })

  test('nobody is written to where the shop does not want it; the period is the shop’s', async () => {
    const { database } = shop.platform
    await writeSettings(
      database,
      shop.site,
      'recovery',
      { afterMinutes: 10, writes: false, atMost: 1, againHours: 24, linkDays: 2 },
      shop.clock.now(),
    )
    const { email } = await leave()
    await minutes(11)
    assert.deepEqual(
      (await noted(email))?.activities.map(({ type }) => type),
      ['EMAIL_NOT_SENT'],
    )
    assert.deepEqual(await emailsTo(email), [])
    await writeSettings(
      database,
      shop.site,
      'recovery',
      { afterMinutes: 60, writes: true, atMost: 1, againHours: 24, linkDays: 30 },
      shop.clock.now(),
    )
  })
})

describe('its link', () => {
  test('brings checkout and cart back in another browser, beside what is in that one’s cart; twice is once', async () => {
    const { buyer, checkoutId, email } = await leave()
    await minutes(61)
    const proof = proofOf((await noted(email))!)
    const unauthenticated = newBuyer(shop)
    await unauthenticated.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: bowl.reference() }] })
    assert.equal((await attempt(unauthenticated.checkout.getCheckout({ id: checkoutId })))[0]?.code, 'CHECKOUT_NOT_FOUND')
    assert.deepEqual(await unauthenticated.checkout.recoverCheckout(proof), { checkoutId })
    assert.deepEqual(await unauthenticated.checkout.recoverCheckout(proof), { checkoutId })
    assert.deepEqual(await cartOf(unauthenticated), [
      ['Bowl', 1],
      ['Mug', 2],
    ])
    const { checkout } = await unauthenticated.checkout.getCheckout({ id: checkoutId })
    assert.equal(checkout.buyerInfo?.email, email)
    assert.deepEqual(await cartOf(buyer), [['Mug', 2]], 'the first browser keeps its own')

    const placed = await unauthenticated.payments.placeOrder({ id: checkoutId, paymentToken: await card(unauthenticated), returnUrl })
    assert.deepEqual(await cartOf(unauthenticated), [['Bowl', 1]], 'what was bought is out of the cart')
    const saved = (await noted(email))!
    assert.deepEqual([saved.status, saved.checkoutRecoveredDate], ['RECOVERED', shop.clock.now().toISOString()])
    const [refused] = await attempt(unauthenticated.checkout.recoverCheckout(proof))
    assert.ok(refused?.code === 'RECOVERY_LINK_USED')
    assert.deepEqual([refused.status, refused.data.orderId], [409, placed.orderId])
    const [told] = await shop.platform.database.query<{ count: number }>(
      sql`select count(*)::int as count from outbox where site = ${shop.site} and entity_id = ${saved.id} and type = 'wix.ecom.v1.abandoned_checkout_recovered'`,
    )
    assert.equal(told!.count, 1)
  })

  test('in the browser it was left in changes nothing; where the cart was emptied since, it is filled again', async () => {
    const { buyer, checkoutId, email } = await leave()
    await minutes(61)
    const proof = proofOf((await noted(email))!)
    await buyer.checkout.recoverCheckout(proof)
    assert.deepEqual(await cartOf(buyer), [['Mug', 2]])
    await buyer.currentCart.deleteCurrentCart()
    assert.deepEqual(await buyer.checkout.recoverCheckout(proof), { checkoutId })
    assert.deepEqual(await cartOf(buyer), [['Mug', 2]])
    await buyer.payments.placeOrder({ id: checkoutId, paymentToken: await card(buyer), returnUrl })
    assert.deepEqual(await cartOf(buyer), [])
  })

  test('clicked many times at once fills the cart once', async () => {
    const { email } = await leave()
    await minutes(61)
    const proof = proofOf((await noted(email))!)
    const unauthenticated = newBuyer(shop)
    await unauthenticated.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: mug.reference() }] })
    await Promise.all(Array.from({ length: 5 }, () => unauthenticated.checkout.recoverCheckout(proof)))
    assert.deepEqual(await cartOf(unauthenticated), [['Mug', 2]])
  })

  test('410 RECOVERY_LINK_EXPIRED when it is over, another’s, nobody’s, or what it leads to was forgotten', async () => {
    const one = await leave()
    const two = await leave()
    await minutes(61)
    const proof = proofOf((await noted(one.email))!)
    const another = proofOf((await noted(two.email))!)
    const unauthenticated = newBuyer(shop)
    const codeOf = async (sent: { id: string; token: string }) => {
      const [refused] = await attempt(unauthenticated.checkout.recoverCheckout(sent))
      return [refused?.code, refused?.status]
    }
    const expired = ['RECOVERY_LINK_EXPIRED', 410]
    assert.deepEqual(await codeOf({ id: proof.id, token: another.token }), expired)
    assert.deepEqual(await codeOf({ id: proof.id, token: `${proof.token.slice(0, -4)}AAAA` }), expired)
    assert.deepEqual(await codeOf({ id: proof.id, token: 'rubbish' }), expired)
    await office.deleteAbandonedCheckout({ abandonedCheckoutId: another.id })
    assert.deepEqual(await codeOf(another), expired)
    shop.clock.advance(31 * 24 * 3600_000)
    assert.deepEqual(await codeOf(proof), expired)
    assert.deepEqual(await cartOf(unauthenticated), [])
  })
})

describe('for the merchant', () => {
  test('is read, filtered, searched and turned over page by page', async () => {
    const left = [await leave(), await leave(), await leave()]
    await minutes(61)
    const saved = await Promise.all(left.map(async ({ email }) => (await noted(email))!))
    assert.deepEqual((await office.getAbandonedCheckout({ abandonedCheckoutId: saved[0]!.id })).abandonedCheckout.id, saved[0]!.id)
    const ids = saved.map(({ id }) => id)
    const first = await office.queryAbandonedCheckouts({
      query: { filter: { id: { $in: ids }, status: 'ABANDONED' }, cursorPaging: { limit: 2 } },
    })
    assert.deepEqual([first.abandonedCheckouts.length, first.metadata.hasNext], [2, true])
    const rest = await office.queryAbandonedCheckouts({ query: { cursorPaging: { limit: 2, cursor: first.metadata.cursors.next! } } })
    assert.deepEqual([...first.abandonedCheckouts, ...rest.abandonedCheckouts].map(({ id }) => id).sort(), [...ids].sort())
    const found = await office.searchAbandonedCheckouts({ search: { search: { expression: left[1]!.email.slice(0, 12) } } })
    assert.deepEqual(
      found.abandonedCheckouts.map(({ id }) => id),
      [ids[1]],
    )
    const named = await office.searchAbandonedCheckouts({ search: { search: { expression: 'lovel' }, filter: { id: { $in: ids } } } })
    assert.equal(named.abandonedCheckouts.length, 3)
    const [refused] = await attempt(office.queryAbandonedCheckouts({ query: { filter: { colour: 'red' } } }))
    assert.equal(refused?.code, 'INVALID_ARGUMENT')
  })

  test('is summed up by the days of the shop’s own wall; 400 INVALID_ARGUMENT for days that are none, or the wrong way round', async () => {
    // Half past ten in the evening on the wall in Berlin, so that an hour later it is the next day there.
    shop.clock.advance(Date.parse('2027-03-10T21:30:00Z') - shop.clock.now().getTime())
    await shop.platform.everyMinute()
    const [one, two] = [await leave(1), await leave(2)]
    shop.clock.advance(2 * 3600_000)
    await shop.platform.everyMinute()
    await two.buyer.payments.placeOrder({ id: two.checkoutId, paymentToken: await card(two.buyer), returnUrl })
    assert.equal((await noted(one.email))?.status, 'ABANDONED')
    const sums = await office.getAbandonedCheckoutAnalytics({ startDate: '2027-03-11', endDate: '2027-03-11' })
    assert.deepEqual(sums, {
      currency: 'EUR',
      recoverableValue: '24.90',
      recoverableCheckoutCount: 1,
      averageRecoverableCheckoutValue: '24.90',
      recoveredValue: '44.90',
      recoveredCheckoutCount: 1,
      recoveryRate: 0.5,
    })
    const none = await office.getAbandonedCheckoutAnalytics({ startDate: '2027-03-10', endDate: '2027-03-10' })
    assert.deepEqual([none.recoverableCheckoutCount, none.recoveredCheckoutCount, none.recoveryRate], [0, 0, 0])
    const left = await office.getAbandonedCheckoutAnalytics({ startDate: '2027-03-11', endDate: '2027-03-12', statuses: ['RECOVERED'] })
    assert.deepEqual([left.recoverableCheckoutCount, left.recoveredCheckoutCount], [0, 1])
    for (const [startDate, endDate] of [
      ['2027-02-30', '2027-03-11'],
      ['2027-03-11', '2027-03-10'],
    ] as const)
      assert.equal((await attempt(office.getAbandonedCheckoutAnalytics({ startDate, endDate })))[0]?.code, 'INVALID_ARGUMENT')
  })

  test('what becomes of it is set: what is absent stays', async () => {
    const usual = { afterMinutes: 60, writes: true, atMost: 1, againHours: 24, linkDays: 30 }
    assert.deepEqual((await office.getRecoverySettings()).recoverySettings, usual)
    const { recoverySettings } = await office.updateRecoverySettings({ recoverySettings: { afterMinutes: 5 } })
    assert.deepEqual(recoverySettings, { ...usual, afterMinutes: 5 })
    const { email } = await leave()
    await minutes(6)
    assert.ok(await noted(email))
    await office.updateRecoverySettings({ recoverySettings: { afterMinutes: 60 } })
  })

  test('is forgotten, one or many; 404 ABANDONED_CHECKOUT_NOT_FOUND for none; 403 to buyers', async () => {
    const left = [await leave(), await leave()]
    await minutes(61)
    const [one, two] = await Promise.all(left.map(async ({ email }) => (await noted(email))!.id))
    await office.deleteAbandonedCheckout({ abandonedCheckoutId: one! })
    const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code
    assert.equal(await codeOf(office.getAbandonedCheckout({ abandonedCheckoutId: one! })), 'ABANDONED_CHECKOUT_NOT_FOUND')
    assert.equal(await codeOf(office.deleteAbandonedCheckout({ abandonedCheckoutId: one! })), 'ABANDONED_CHECKOUT_NOT_FOUND')
    const { results, bulkActionMetadata } = await office.bulkDeleteAbandonedCheckouts({ abandonedCheckoutIds: [one!, two!] })
    assert.deepEqual(bulkActionMetadata, { totalSuccesses: 1, totalFailures: 1, undetailedFailures: 0 })
    assert.deepEqual(
      results.map(({ itemMetadata }) => itemMetadata.error?.code ?? 'done'),
      ['ABANDONED_CHECKOUT_NOT_FOUND', 'done'],
    )
    const auth = visitor({ clientId: shop.clientId, tokens: inMemory() })
    const buyer = createClient({ baseUrl: shop.url, auth, modules: { abandonedCheckouts } }).abandonedCheckouts
    assert.equal((await attempt(buyer.queryAbandonedCheckouts({})))[0]?.status, 403)
    assert.equal((await attempt(buyer.getAbandonedCheckout({ abandonedCheckoutId: two! })))[0]?.status, 403)
    assert.equal((await attempt(buyer.deleteAbandonedCheckout({ abandonedCheckoutId: two! })))[0]?.status, 403)
  })
})
