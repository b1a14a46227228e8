import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { card, newBuyer } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { newMember, type SubscribeOptions, subscribeAs, type TestMember } from '../src/subscribed-member.ts'
import { newVisitor, refusalOf, send } from '../src/wire.ts'

const day = 24 * 3600 * 1000

let shop: TestPlatform
let office: ReturnType<typeof newOffice>
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

/** The clock goes on; whatever is due is charged, until nothing waits for the bank. */
async function goOn(days: number): Promise<void> {
  const { platform, clock } = shop
  clock.advance(days * day)
  await platform.everyMinute()
  for (;;) {
    const [open] = await platform.database.query<{ count: number }>(
      sql`select count(*)::int as count from payment where status = 'PENDING' and provider <> 'manual'`,
    )
    if (open!.count === 0) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await platform.jobs.settle()
}

const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const mine = async ({ client }: TestMember) => (await client.mySubscriptions.listMySubscriptions({})).subscriptions
const told = async (id: string) =>
  (await office.subscriptionContracts.getSubscription({ id })).activities.map(({ type, by }) => `${type} by ${by}`)

async function begun(options: SubscribeOptions = {}) {
  const member = await newMember(shop)
  const { id, orderId } = await subscribeAs(shop, member, options)
  return { ...member, id, orderId, calls: member.client.mySubscriptions }
}

/** Another card of a member, saved with an order of its own. */
async function anotherCard(member: TestMember): Promise<string> {
  await subscribeAs(shop, member, { cardNumber: '5555 5555 5555 4444' })
  const { savedPaymentMethods } = await member.client.payments.listSavedPaymentMethods({ siteMemberId: 'me' })
  return savedPaymentMethods.find(({ paymentMethod }) => paymentMethod.cardInfo?.lastFourDigits === '4444')!.id
}

describe('what comes again to a member', () => {
  test('is listed with what it is, what comes next, the card, and what may be done with it', async () => {
    const { id, orderId, ...member } = await begun()
    const [one, ...others] = await mine(member)
    assert.deepEqual(others, [])
    assert.deepEqual([one?.id, one?.orderId, one?.status, one?.title], [id, orderId, 'ACTIVE', 'Every month'])
    assert.equal(one?.lineItems[0]?.productName?.original, 'Coffee')
    assert.equal(one?.recipientInfo?.address?.city, 'Berlin')
    assert.equal(one?.card?.last4, '4242')
    assert.match(one?.savedPaymentMethodId ?? '', /^[\da-f-]{36}$/)
    assert.deepEqual([one?.mayEnd, one?.maySkip, one?.mayResume, one?.payLink], [true, true, false, undefined])
    assert.ok(Date.parse(one.nextChargeDate!) > shop.clock.now().getTime() + 27 * day)
  })

  test('comes page by page, the latest first, and a cursor that is none is 400 INVALID_ARGUMENT', async () => {
    const member = await newMember(shop)
    const ids: string[] = []
    for (let n = 0; n < 3; n++) {
      shop.clock.advance(1000)
      ids.unshift((await subscribeAs(shop, member)).id)
    }
    const { listMySubscriptions } = member.client.mySubscriptions
    const first = await listMySubscriptions({ limit: 2 })
    assert.deepEqual(
      first.subscriptions.map(({ id }) => id),
      ids.slice(0, 2),
    )
    const second = await listMySubscriptions({ limit: 2, cursor: first.pagingMetadata.cursors.next! })
    assert.deepEqual(
      second.subscriptions.map(({ id }) => id),
      ids.slice(2),
    )
    assert.equal(second.pagingMetadata.hasNext, false)
    assert.equal(await codeOf(listMySubscriptions({ cursor: 'made up' })), 'INVALID_ARGUMENT')
  })

  test('is nobody else’s: 404 SUBSCRIPTION_CONTRACT_NOT_FOUND for other members and for what is not there, and a visitor has none', async () => {
    const { id } = await begun()
    const other = await newMember(shop)
    assert.deepEqual(await mine(other), [])
    const calls = other.client.mySubscriptions
    const chargeDate = new Date(0).toISOString()
    for (const wanted of [id, newId()])
      for (const call of [
        () => calls.endMySubscription({ id: wanted }),
        () => calls.resumeMySubscription({ id: wanted }),
        () => calls.skipMySubscription({ id: wanted, chargeDate }),
        () => calls.chooseCardOfMySubscription({ id: wanted, savedPaymentMethodId: newId() }),
      ])
        assert.equal(await codeOf(call()), 'SUBSCRIPTION_CONTRACT_NOT_FOUND')
    const visitor = await newVisitor(shop)
    const path = '/vitrine/v1/members/my/subscriptions'
    assert.equal(refusalOf(await send(shop, { method: 'GET', path, headers: { authorization: visitor.token } })), 'PERMISSION_DENIED')
    assert.equal((await office.subscriptionContracts.getSubscription({ id })).subscription.status, 'ACTIVE')
  })
})

describe('ending', () => {
  test('waits for the next payment, can be taken back, and says who it was', async () => {
    const { id, calls } = await begun()
    const { subscription: ending } = await calls.endMySubscription({ id })
    assert.equal(ending.status, 'ACTIVE')
    assert.ok(ending.endDate)
    assert.deepEqual([ending.nextChargeDate, ending.mayEnd, ending.maySkip, ending.mayResume], [undefined, false, false, true])
    const { subscription: going } = await calls.resumeMySubscription({ id })
    assert.deepEqual([going.endDate, going.mayEnd, going.mayResume, going.nextChargeDate], [undefined, true, false, ending.endDate])
    assert.deepEqual(await told(id), ['STARTED by BUYER', 'CANCELLATION_PLANNED by BUYER', 'RESUMED by BUYER'])
  })

  test('at once is over for good: 409 SUBSCRIPTION_IS_OVER, and nothing of it is charged', async () => {
    const { id, calls, ...member } = await begun()
    const { subscription: over } = await calls.endMySubscription({ id, effectiveAt: 'IMMEDIATELY' })
    assert.deepEqual([over.status, over.mayEnd, over.mayResume], ['CANCELED', false, false])
    assert.equal(await codeOf(calls.resumeMySubscription({ id })), 'SUBSCRIPTION_IS_OVER')
    const { savedPaymentMethods } = await member.client.payments.listSavedPaymentMethods({ siteMemberId: 'me' })
    const savedPaymentMethodId = savedPaymentMethods[0]!.id
    assert.equal(await codeOf(calls.chooseCardOfMySubscription({ id, savedPaymentMethodId })), 'SUBSCRIPTION_IS_OVER')
  })

  test('403 SUBSCRIPTION_CANCELLATION_NOT_ALLOWED where the shop keeps that to itself', async () => {
    const { id, calls, ...member } = await begun({ mayEnd: false })
    assert.equal(await codeOf(calls.endMySubscription({ id })), 'SUBSCRIPTION_CANCELLATION_NOT_ALLOWED')
    const [one] = await mine(member)
    assert.deepEqual([one?.status, one?.mayEnd, one?.maySkip], ['ACTIVE', false, false])
  })
})

describe('leaving one out', () => {
  test('puts the next off by its rhythm, once for each day it is said of', async () => {
    const { id, calls, ...member } = await begun()
    const [before] = await mine(member)
    const chargeDate = before!.nextChargeDate!
    const { subscription: after } = await calls.skipMySubscription({ id, chargeDate })
    const days = (Date.parse(after.nextChargeDate!) - Date.parse(chargeDate)) / day
    assert.ok(days >= 27 && days <= 32, `${days} days`)
    assert.equal(await codeOf(calls.skipMySubscription({ id, chargeDate })), 'SUBSCRIPTION_SKIP_NOT_ALLOWED', 'the same day a second time')
    assert.equal((await mine(member))[0]?.nextChargeDate, after.nextChargeDate)
    assert.ok((await told(id)).includes('CYCLE_SKIPPED by BUYER'))
  })

  test('409 SUBSCRIPTION_SKIP_NOT_ALLOWED further away than a year, and for one that ends', async () => {
    const { id, calls, ...member } = await begun()
    let times = 0
    for (let [one] = await mine(member); one?.maySkip; [one] = await mine(member)) {
      await calls.skipMySubscription({ id, chargeDate: one.nextChargeDate! })
      times++
    }
    assert.equal(times, 11)
    const [far] = await mine(member)
    assert.equal(await codeOf(calls.skipMySubscription({ id, chargeDate: far!.nextChargeDate! })), 'SUBSCRIPTION_SKIP_NOT_ALLOWED')
    const other = await begun()
    const { subscription: ending } = await other.calls.endMySubscription({ id: other.id })
    assert.equal(
      await codeOf(other.calls.skipMySubscription({ id: other.id, chargeDate: ending.endDate! })),
      'SUBSCRIPTION_SKIP_NOT_ALLOWED',
    )
  })
})

describe('the card', () => {
  test('is another of the member’s own from now on; 404 SAVED_PAYMENT_METHOD_NOT_FOUND for that of somebody else', async () => {
    const { id, calls, ...member } = await begun()
    const other = await begun()
    const [theirs] = await mine(other)
    const stolen = calls.chooseCardOfMySubscription({ id, savedPaymentMethodId: theirs!.savedPaymentMethodId! })
    assert.equal(await codeOf(stolen), 'SAVED_PAYMENT_METHOD_NOT_FOUND')
    const savedPaymentMethodId = await anotherCard(member)
    const { subscription } = await calls.chooseCardOfMySubscription({ id, savedPaymentMethodId })
    assert.deepEqual([subscription.card?.last4, subscription.savedPaymentMethodId], ['4444', savedPaymentMethodId])
    await calls.chooseCardOfMySubscription({ id, savedPaymentMethodId })
    assert.deepEqual(
      (await told(id)).filter((one) => one.startsWith('PAYMENT_METHOD_CHANGED')),
      ['PAYMENT_METHOD_CHANGED by BUYER'],
    )
  })

  test('that could not pay is replaced, and what was owed is charged at once', async () => {
    const { id, ...before } = await begun({ cardNumber: '4000 0000 0000 0341' })
    const savedPaymentMethodId = await anotherCard(before)
    await goOn(32)
    const member = await newMember(shop, before.memberId)
    const now = async () => (await mine(member)).find((one) => one.id === id)!
    const failed = await now()
    assert.equal(failed.status, 'PAST_DUE')
    assert.ok(failed.payLink, 'it can be paid by hand, too')
    await member.client.mySubscriptions.chooseCardOfMySubscription({ id, savedPaymentMethodId })
    await goOn(0)
    const again = await now()
    assert.deepEqual([again.status, again.cyclesPaid, again.card?.last4], ['ACTIVE', 2, '4444'])
  })
})

test('a visitor’s card is no member’s', async () => {
  const buyer = newBuyer(shop)
  await card(buyer)
  const { savedPaymentMethods } = await buyer.payments.listSavedPaymentMethods({})
  assert.deepEqual(savedPaymentMethods, [])
})
