import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { berlin, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { addProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'
import { returnUrl, startSavedCardShop } from '../src/saved-card-shop.ts'
import { newMember, subscribeAs, type TestMember } from '../src/subscribed-member.ts'

const { shop, mug, app, pricing, cardsOf, payments, payWith } = await startSavedCardShop()

/** A member who saved a card with an order; the card. */
async function withCard(cardNumber?: string, member?: TestMember) {
  const who = member ?? (await newMember(shop))
  const paymentToken = await card(newBuyer(shop), cardNumber)
  const placed = await who.client.payments.placeOrder({ id: await pricing(who), paymentToken, returnUrl, savePaymentMethod: true })
  if (placed.status === 'REQUIRES_ACTION') await confirm(who, placed, 'CONFIRM')
  const [saved] = await cardsOf(who)
  return { member: who, saved: saved!, orderId: placed.orderId }
}

async function confirm(
  { client }: TestMember,
  { orderId, actionUrl }: { orderId: string; actionUrl?: string | undefined },
  answer: 'CONFIRM' | 'REFUSE',
) {
  const id = actionUrl!.split('/').at(-1)!
  const { resultToken } = await client.payments.answerSandboxAuthentication({ id, answer })
  return client.payments.confirmPayment({ id: orderId, resultToken })
}

describe('a card that a member has kept', () => {
  test('is offered to members alone, in words that are kept as the proof; without the wish none is kept', async () => {
    const member = await newMember(shop)
    const id = await pricing(member)
    const { paymentMethods } = await member.client.payments.listPaymentMethods({ id })
    const { keep } = paymentMethods.find(({ id: by }) => by === 'sandbox')!
    assert.match(keep ?? '', /^Keep this card for my next orders at Test shop\./)
    const guest = newBuyer(shop)
    const guests = await guest.payments.listPaymentMethods({ id: await toCheckout(guest, [{ product: mug }]) })
    assert.ok(guests.paymentMethods.every((method) => method.keep === undefined))

    await member.client.payments.placeOrder({ id, paymentToken: await card(newBuyer(shop)), returnUrl })
    assert.deepEqual(await cardsOf(member), [])
    const { saved } = await withCard(undefined, member)
    assert.deepEqual(saved.paymentMethod, {
      typeId: 'sandbox',
      cardInfo: { brand: 'VISA', lastFourDigits: '4242', expirationMonth: 12, expirationYear: 2030 },
    })
    assert.equal(saved.agreement?.text, keep)
  })

  test('200 pays for the next order, with nothing written anew, once under one key', async () => {
    const { member, saved } = await withCard()
    const id = await pricing(member)
    const idempotencyKey = newId()
    const choice = { id, savedPaymentMethodId: saved.id, returnUrl }
    const [one, other] = await Promise.all([1, 2].map(() => member.client.payments.placeOrder(choice, { idempotencyKey })))
    assert.deepEqual([one?.status, one?.orderId], ['APPROVED', other?.orderId])
    const paid = await payments(member, one!.orderId)
    assert.deepEqual(
      paid.map(({ amount, regularPaymentDetails: by }) => [
        amount?.amount,
        by?.status,
        by?.savedPaymentMethod,
        by?.creditCardDetails?.lastFourDigits,
      ]),
      [['24.90', 'APPROVED', true, '4242']],
    )
    assert.equal((await cardsOf(member)).length, 1, 'paying with it keeps no second one')
  })

  // attack: Operations and defaults | card numbers are read from a copy of the database | there are none
  test('never has its number in a table', async () => {
    await withCard('5555 5555 5555 4444')
    const tables = await shop.platform.database.query<{ name: string }>(sql`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`)
    const digits = /(?<!\d)(?:4242 ?4242 ?4242 ?4242|5555 ?5555 ?5555 ?4444)(?!\d)/
    for (const { name } of tables) {
      const rows = await shop.platform.database.query<{ row: string }>({ strings: [`select t::text as row from "${name}" t`], values: [] })
      assert.ok(!rows.some(({ row }) => digits.test(row)), `${name} has no card number`)
    }
  })

  test('is confirmed with its bank where that asks each time; refused there, nothing is charged, and the order waits', async () => {
    const { member, saved } = await withCard('4000 0027 6000 3184')
    const placed = await payWith(member, saved.id)
    assert.equal(placed.status, 'REQUIRES_ACTION')
    const no = await codeOf(confirm(member, placed, 'REFUSE'))
    assert.equal(no, 'PAYMENT_ERROR')
    const again = await payWith(member, saved.id)
    assert.equal((await confirm(member, again, 'CONFIRM')).status, 'APPROVED')
    assert.equal((await payments(member, again.orderId)).at(-1)?.regularPaymentDetails?.status, 'APPROVED')
  })

  test('402 PAYMENT_ERROR where the bank says no; the same checkout is paid with another card then', async () => {
    const { member, saved } = await withCard('4000 0000 0000 0341')
    const id = await pricing(member)
    const [refused] = await attempt(member.client.payments.placeOrder({ id, savedPaymentMethodId: saved.id, returnUrl }))
    assert.ok(refused?.code === 'PAYMENT_ERROR')
    assert.equal(refused.data.reason, 'CARD_DECLINED')
    const paid = await member.client.payments.placeOrder({ id, paymentToken: await card(newBuyer(shop)), returnUrl })
    assert.equal(paid.status, 'APPROVED')
  })

  test('402 PAYMENT_ERROR EXPIRED_CARD when its month is over', async () => {
    const { member, saved } = await withCard()
    await shop.platform.database.query(sql`update sandbox_charge set good_until = '2020-01' where site = ${shop.site} and kept`)
    const [refused] = await attempt(payWith(member, saved.id))
    assert.ok(refused?.code === 'PAYMENT_ERROR')
    assert.equal(refused.data.reason, 'EXPIRED_CARD')
    await shop.platform.database.query(sql`update sandbox_charge set good_until = '2030-12' where site = ${shop.site} and kept`)
  })

  // attack: Other people's data | somebody else's saved card pays an order | 404 SAVED_PAYMENT_METHOD_NOT_FOUND
  test('404 SAVED_PAYMENT_METHOD_NOT_FOUND for anybody else, and when it was taken out; no order is made', async () => {
    const { member, saved } = await withCard()
    const thief = await newMember(shop)
    assert.equal(await codeOf(payWith(thief, saved.id)), 'SAVED_PAYMENT_METHOD_NOT_FOUND')
    const guest = newBuyer(shop)
    const theirs = await toCheckout(guest, [{ product: mug }])
    assert.equal(
      await codeOf(guest.payments.placeOrder({ id: theirs, savedPaymentMethodId: saved.id, returnUrl })),
      'SAVED_PAYMENT_METHOD_NOT_FOUND',
    )
    assert.equal(await codeOf(payWith(member, newId())), 'SAVED_PAYMENT_METHOD_NOT_FOUND')
    await member.client.payments.deleteSavedPaymentMethod({ savedPaymentMethodId: saved.id })
    const id = await pricing(member)
    assert.equal(
      await codeOf(member.client.payments.placeOrder({ id, savedPaymentMethodId: saved.id, returnUrl })),
      'SAVED_PAYMENT_METHOD_NOT_FOUND',
    )
    const { checkout } = await member.client.checkout.getCheckout({ id })
    assert.ok(!checkout.completed)
  })

  test('400 where another way to pay is named beside it; 409 where the shop takes no cards of that provider any more', async () => {
    const { member, saved } = await withCard()
    const id = await pricing(member)
    const both = { id, savedPaymentMethodId: saved.id, paymentToken: await card(newBuyer(shop)), returnUrl }
    assert.equal(await codeOf(member.client.payments.placeOrder(both)), 'INVALID_ARGUMENT')
    const { paymentToken: _, ...alone } = both
    assert.equal(await codeOf(member.client.payments.placeOrder({ ...alone, paymentMethodId: 'stripe' })), 'INVALID_ARGUMENT')
    const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
    const offer = (offered: boolean) =>
      office.paymentSettings.updatePaymentSettings({ paymentSettings: { providers: [{ id: 'sandbox', offered }] } })
    await offer(false)
    assert.equal(await codeOf(member.client.payments.placeOrder(alone)), 'PAYMENT_METHOD_NOT_AVAILABLE')
    await offer(true)
    assert.equal(await codeOf(member.client.payments.placeOrder(alone)), 'done')
  })

  test('is listed once, however often it was kept, and gone with all its names at the bank', async () => {
    const { member } = await withCard()
    await withCard(undefined, member)
    const [saved, ...more] = await cardsOf(member)
    assert.deepEqual(more, [])
    await withCard('5555 5555 5555 4444', member)
    assert.deepEqual(
      (await cardsOf(member)).map(({ primary, paymentMethod }) => [primary, paymentMethod.cardInfo?.lastFourDigits]),
      [
        [true, '4242'],
        [false, '4444'],
      ],
    )
    await member.client.payments.deleteSavedPaymentMethod({ savedPaymentMethodId: saved!.id })
    assert.deepEqual(
      (await cardsOf(member)).map(({ primary, paymentMethod }) => [primary, paymentMethod.cardInfo?.lastFourDigits]),
      [[true, '4444']],
    )
    const [left] = await shop.platform.database.query<{ count: number }>(sql`
      select count(*)::int as count from saved_payment_method where site = ${shop.site} and owner = ${`member:${member.memberId}`}`)
    assert.equal(left?.count, 1)
  })

  test('is made the first choice by its owner alone, and by two at once still only one is', async () => {
    const { member, saved: visa } = await withCard()
    const { saved: other } = await withCard('5555 5555 5555 4444', member)
    const mastercard = (await cardsOf(member)).find(({ id }) => id !== visa.id)!
    assert.equal(other.id, visa.id, 'the one that was kept first is the first choice')
    const choose = (who: TestMember, { id }: { id: string }) =>
      who.client.payments.markSavedPaymentMethodPrimary({ savedPaymentMethodId: id })
    assert.equal(await codeOf(choose(await newMember(shop), mastercard)), 'SAVED_PAYMENT_METHOD_NOT_FOUND')
    assert.equal(await codeOf(choose(member, { id: newId() })), 'SAVED_PAYMENT_METHOD_NOT_FOUND')
    const shown = async () => (await cardsOf(member)).map(({ id, primary }) => [id, primary])
    assert.deepEqual(await shown(), [
      [visa.id, true],
      [mastercard.id, false],
    ])
    await choose(member, mastercard)
    await choose(member, mastercard)
    assert.deepEqual(await shown(), [
      [mastercard.id, true],
      [visa.id, false],
    ])
    await Promise.all([visa, mastercard, visa, mastercard].map((one) => choose(member, one)))
    assert.equal((await shown()).filter(([, primary]) => primary).length, 1)
    // Saved a second time it is the same card, and stays what it was.
    await choose(member, mastercard)
    await withCard('5555 5555 5555 4444', member)
    assert.deepEqual((await shown())[0], [mastercard.id, true])
  })

  test('is made the first choice by the GET that the published client sends, as by the POST: written down, under one key once, and never by a HEAD', async () => {
    const { member } = await withCard()
    await withCard('5555 5555 5555 4444', member)
    const first = async () => (await cardsOf(member))[0]!.id
    const [visa, mastercard] = (await cardsOf(member)).map(({ id }) => id) as [string, string]
    const ask = (id: string, authorization: string, init: RequestInit = {}) =>
      fetch(`${shop.url}/_api/payments/saved-payment-methods/v1/saved-payment-methods/${id}/mark-primary?savedPaymentMethodId=${id}`, {
        ...init,
        headers: { authorization, ...(init.headers as Record<string, string>) },
      })

    const idempotencyKey = { 'idempotency-key': newId() }
    const done = await ask(mastercard, member.access, { headers: idempotencyKey })
    assert.deepEqual([done.status, await done.text()], [200, '{}'])
    assert.equal(await first(), mastercard)
    assert.equal(done.headers.get('cache-control'), 'no-store', 'asked for again it has to be done again')
    assert.equal((await ask(visa, member.access)).status, 200)
    const replayed = await ask(mastercard, member.access, { headers: idempotencyKey })
    assert.deepEqual([replayed.headers.get('idempotent-replayed'), await first()], ['true', visa], 'the same wish, not another one')

    assert.equal((await ask(mastercard, shop.apiKey)).status, 200)
    const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
    const { entries } = await office.audit.queryAudit({ query: { filter: { entityIds: { $hasSome: [mastercard] } } } })
    assert.deepEqual(
      entries.map(({ operation }) => operation),
      ['POST /_api/payments/saved-payment-methods/v1/saved-payment-methods/{savedPaymentMethodId}/mark-primary'],
    )
    const thief = await newMember(shop)
    assert.equal((await ask(visa, thief.access)).status, 404)
    const head = await ask(visa, member.access, { method: 'HEAD' })
    assert.deepEqual([head.status, head.headers.get('allow'), await first()], [405, 'OPTIONS, GET, POST', mastercard])
  })

  // attack: Tokens, OAuth, sessions | a link or picture on a foreign page changes the default card | nothing changes
  test('is made the first choice by no link and no picture on a foreign page: who asks is read from a header that only a program can set, never from a cookie', async () => {
    const { member } = await withCard()
    await withCard('5555 5555 5555 4444', member)
    const before = await cardsOf(member)
    const path = `/_api/payments/saved-payment-methods/v1/saved-payment-methods/${before[1]!.id}/mark-primary`
    // What a browser sends by itself: all the cookies there are, and where in a page it is for.
    const tokens = encodeURIComponent(JSON.stringify({ clientId: shop.clientId, tokens: { accessToken: { value: member.access } } }))
    const cookie = `visitor=${member.access}; __Host-visitor=${member.access}; wixSession=${tokens}; Authorization=${member.access}`
    for (const dest of ['document', 'image']) {
      const answer = await fetch(`${shop.url}${path}`, { headers: { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': dest } })
      assert.equal(answer.status, 401)
      assert.equal(
        ((await answer.json()) as { details: { applicationError: { code: string } } }).details.applicationError.code,
        'UNAUTHENTICATED',
      )
    }
    // The header from another origin takes a preflight; what that allows is no cookie: without `allow-credentials` none travels with it.
    const preflight = await fetch(`${shop.url}${path}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    assert.deepEqual(
      [preflight.headers.get('access-control-allow-origin'), preflight.headers.get('access-control-allow-credentials')],
      ['*', null],
    )
    assert.deepEqual(await cardsOf(member), before)
  })

  test('for what comes again is no offer at the checkout until its owner agrees; what comes again goes on with a card that is kept', async () => {
    const member = await newMember(shop)
    await subscribeAs(shop, member)
    const [forIt] = await cardsOf(member)
    assert.equal(forIt?.agreement, undefined)
    await withCard(undefined, member)
    const [agreed, ...more] = await cardsOf(member)
    assert.ok(agreed?.agreement)
    assert.deepEqual(more, [])
  })
})

describe('a kept card, by a link to pay', () => {
  /** Something for 10.00 that was agreed by telephone, of which so much is asked for. */
  async function asked(amount = '10.00') {
    const { order } = await app.orders.createOrder({
      order: {
        channelInfo: { type: 'BACKOFFICE_MERCHANT' },
        lineItems: [{ productName: { original: 'A jar' }, quantity: 1, price: { amount: '10' }, itemType: { preset: 'PHYSICAL' } }],
        priceSummary: {},
        buyerInfo: { email: 'ada@example.com' },
      },
    })
    const { paymentGatewayOrderId: id } = await app.orders.preparePaymentCollection({ ecomOrderId: order.id!, amount: { amount } })
    return { orderId: order.id!, id }
  }
  const pay = ({ client }: TestMember, id: string, savedPaymentMethodId: string, idempotencyKey: string = newId()) =>
    client.payments.payCollection({ id, savedPaymentMethodId, returnUrl }, { idempotencyKey })
  const takesSaved = async ({ client }: { client: Pick<TestMember['client'], 'payments'> }, id: string) =>
    (await client.payments.getPaymentCollection({ id })).paymentCollection.takesSavedPaymentMethods ?? false
  const paymentsOf = async (orderId: string) =>
    (await app.orderTransactions.listTransactionsForSingleOrder({ orderId })).orderTransactions.payments

  test('200 pays with nothing written anew, once under one key', async () => {
    const { member, saved } = await withCard()
    const { orderId, id } = await asked()
    assert.deepEqual([await takesSaved(member, id), await takesSaved({ client: newBuyer(shop) }, id)], [true, false])
    const key = newId()
    const [one, other] = await Promise.all([1, 2].map(() => pay(member, id, saved.id, key)))
    assert.deepEqual([one?.status, other?.status], ['APPROVED', 'APPROVED'])
    assert.deepEqual(
      (await paymentsOf(orderId)).map(({ amount, regularPaymentDetails: by }) => [
        amount?.amount,
        by?.status,
        by?.savedPaymentMethod,
        by?.creditCardDetails?.lastFourDigits,
      ]),
      [['10.00', 'APPROVED', true, '4242']],
    )
    assert.equal((await cardsOf(member)).length, 1)
  })

  test('404 SAVED_PAYMENT_METHOD_NOT_FOUND for everybody else; 400 beside another way to pay; 409 where its provider is off', async () => {
    const { member, saved } = await withCard()
    const { orderId, id } = await asked()
    assert.equal(await codeOf(pay(await newMember(shop), id, saved.id)), 'SAVED_PAYMENT_METHOD_NOT_FOUND')
    const visitor = newBuyer(shop).payments.payCollection({ id, savedPaymentMethodId: saved.id, returnUrl })
    assert.equal(await codeOf(visitor), 'SAVED_PAYMENT_METHOD_NOT_FOUND')
    assert.equal(await codeOf(pay(member, id, newId())), 'SAVED_PAYMENT_METHOD_NOT_FOUND')
    const both = { id, savedPaymentMethodId: saved.id, paymentMethodId: 'sandbox', returnUrl }
    assert.equal(await codeOf(member.client.payments.payCollection(both)), 'INVALID_ARGUMENT')
    const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
    const offer = (offered: boolean) =>
      office.paymentSettings.updatePaymentSettings({ paymentSettings: { providers: [{ id: 'sandbox', offered }] } })
    await offer(false)
    assert.equal(await codeOf(pay(member, id, saved.id)), 'PAYMENT_METHOD_NOT_AVAILABLE')
    await offer(true)
    assert.deepEqual(await paymentsOf(orderId), [])
  })

  test('asks on its bank’s page where that wants it; a friend’s card pays once, and is not the order’s to charge again', async () => {
    const { member, saved } = await withCard('4000 0027 6000 3184')
    const { orderId, id } = await asked('4.00')
    const waiting = await pay(member, id, saved.id)
    assert.equal(waiting.status, 'REQUIRES_ACTION')
    const { resultToken } = await member.client.payments.answerSandboxAuthentication({
      id: waiting.actionUrl!.split('/').at(-1)!,
      answer: 'CONFIRM',
    })
    assert.equal((await member.client.payments.confirmCollection({ id, resultToken })).status, 'APPROVED')
    const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
    const again = office.orderBilling.authorizeChargeWithSavedPaymentMethod({
      orderId,
      amount: { amount: '6.00' },
      currency: 'EUR',
      delayedCaptureSettings: { scheduledAction: { actionType: 'CAPTURE' }, delayDuration: { count: 2, unit: 'DAYS' } },
    })
    assert.equal(await codeOf(again), 'NO_SAVED_PAYMENT_METHOD')
  })

  test('409 PAYMENT_METHOD_NOT_AVAILABLE for a friend where the order keeps its card for what comes again; the owner’s own pays and stays', async () => {
    const { member: owner, saved } = await withCard()
    const { member: friend, saved: theirs } = await withCard()
    const planId = newId()
    const settings = { frequency: 'MONTH' as const, interval: 1, autoRenewal: true, enableCustomerCancellation: true }
    const wanted = { site: shop.site, name: 'Coffee', price: 2000, stock: 50, plans: [{ id: planId, title: 'Every month', settings }] }
    const reference = (await addProduct(shop.platform, wanted, shop.clock.now())).reference()
    const { checkout } = await owner.client.checkout.createCheckout({
      channelType: 'WEB',
      lineItems: [{ quantity: 1, catalogReference: { ...reference, options: { ...reference.options, subscriptionOptionId: planId } } }],
      checkoutInfo: {
        buyerInfo: { email: 'ada@example.com' },
        billingInfo: berlin,
        shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } },
      },
    })
    const { paymentGatewayOrderId } = await owner.client.checkout.createOrder({ id: checkout.id! })
    const id = paymentGatewayOrderId!
    assert.deepEqual([await takesSaved(owner, id), await takesSaved(friend, id)], [true, false])
    assert.equal(await codeOf(pay(friend, id, theirs.id)), 'PAYMENT_METHOD_NOT_AVAILABLE')
    assert.equal((await pay(owner, id, saved.id)).status, 'APPROVED')
    await shop.platform.jobs.settle()
    const { subscriptions } = await owner.client.mySubscriptions.listMySubscriptions({})
    assert.deepEqual(
      subscriptions.map(({ status, savedPaymentMethodId }) => [status, savedPaymentMethodId]),
      [['ACTIVE', saved.id]],
    )
  })
})
