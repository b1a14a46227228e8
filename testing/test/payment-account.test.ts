// An account at Stripe that a merchant enters in the admin, and going live with it.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { apiKey, attempt, createClient, inMemory, visitor } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { raw, sql } from '@vitrine/platform/kernel/db/sql'
import { keyWrap } from '@vitrine/platform/kernel/key-wrap/key-wrap'
import { newBuyer, toCheckout } from '../src/buyer.ts'
import { startMailServer } from '../src/mail-server.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import type { FakeStripe, StripeEvent } from '../src/stripe/model.ts'
import { fakeStripe } from '../src/stripe/stripe.ts'

let stripe: FakeStripe
let shop: TestPlatform
let mug: TestProduct
let expectedFaults = 0

const newOffice = (at = shop) => createClient({ baseUrl: at.url, auth: apiKey(at.apiKey), modules: backOffice })
let office: ReturnType<typeof newOffice>
const returnUrl = 'http://localhost/back'

before(async () => {
  stripe = await fakeStripe()
  shop = await startTestPlatform({ stripeApi: stripe, inbox: false, keyWrap: keyWrap('the secret of the operator in these tests') })
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Mug', price: 2000, stock: 1000 }, shop.clock.now())
  office = newOffice()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  await stripe[Symbol.asyncDispose]()
  assert.equal(shop.faults.length, expectedFaults, String(shop.faults))
})
beforeEach(async () => {
  stripe.takesCharges(true)
  await office.paymentSettings.deleteStripeKeys()
})

const enter = (stripeKeys: Parameters<typeof office.paymentSettings.setStripeKeys>[0]['stripeKeys']) =>
  office.paymentSettings.setStripeKeys({ stripeKeys })
const testKeys = () => ({ secretKey: stripe.secretKey })
/** What a refusal of some code carries. */
async function refused(call: Promise<unknown>, code: string): Promise<Readonly<Record<string, unknown>>> {
  const [error] = await attempt(call)
  assert.equal((error as { code?: string } | undefined)?.code, code)
  return (error as { data?: Record<string, unknown> }).data ?? {}
}
const goLive = (mode: 'LIVE' | 'SANDBOX' = 'LIVE') => office.paymentSettings.setPaymentMode({ mode })
const endpointsOf = () => [...stripe.endpoints.values()].filter(({ url }) => url.startsWith(shop.url))

async function send(event: StripeEvent, secret: string, at = shop): Promise<number> {
  const { body, signature } = stripe.webhook(event, new Date(), secret)
  const { status } = await fetch(`${at.url}/payments/stripe/events`, {
    method: 'POST',
    body: new Uint8Array(body),
    headers: { 'stripe-signature': signature },
  })
  return status
}

async function place() {
  const buyer = newBuyer(shop)
  const id = await toCheckout(buyer, [{ product: mug }])
  const placed = await buyer.payments.placeOrder({ id, paymentMethodId: 'stripe', returnUrl })
  return { buyer, orderId: placed.orderId, sessionId: placed.actionUrl!.split('/').at(-1)! }
}
const statusOf = async (orderId: string) =>
  (await createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) }).orders.getOrder({ id: orderId })).order.paymentStatus

describe('keys that a merchant enters', () => {
  test('are asked of Stripe, which is told where to tell what happens; of the secret only its last four are shown', async () => {
    const { paymentSettings } = await enter(testKeys())
    const { checkedDate, ...account } = paymentSettings.stripe!
    assert.deepEqual(account, {
      source: 'ADMIN',
      mode: 'TEST',
      last4: '6789',
      accountId: 'acct_test_000001',
      accountName: 'Morrow',
      ownWebhook: true,
    })
    assert.equal(checkedDate, shop.clock.now().toISOString())
    assert.equal(paymentSettings.mode, 'SANDBOX')
    assert.deepEqual(
      paymentSettings.providers.map(({ id }) => id),
      ['sandbox'],
    )
    const [endpoint, ...more] = endpointsOf()
    assert.equal(more.length, 0)
    assert.equal(endpoint!.url, `${shop.url}/payments/stripe/events`)
    assert.ok(endpoint!.events.includes('checkout.session.async_payment_failed'))
    assert.doesNotMatch(JSON.stringify(paymentSettings), /fake|whsec/)
    const [row] = await shop.platform.database.query<{ keys: string }>(sql`select keys from payment_provider_key where site = ${shop.site}`)
    assert.doesNotMatch(Buffer.from(row!.keys, 'base64').toString('latin1'), /sk_|whsec/)
    // What is wrapped lies nowhere else: neither with the answers of writes nor in the audit log.
    for (const table of ['idempotency', 'audit_entry'])
      assert.equal(
        (await shop.platform.database.query(sql`select from ${raw(table)} as t where strpos(t::text, ${stripe.secretKey}) > 0 limit 1`))
          .length,
        0,
        table,
      )
  })

  test('409 PAYMENT_KEYS_REFUSED repeats what Stripe says, and nothing is kept', async () => {
    const strange = await refused(enter({ secretKey: 'sk_test_of_nobody_at_all' }), 'PAYMENT_KEYS_REFUSED')
    assert.deepEqual([strange.step, strange.message], ['ACCOUNT', 'Invalid API Key provided: sk_test_****.'])
    stripe.fail({ on: /POST \/v1\/webhook_endpoints/, as: 'FORBIDDEN' })
    const webhook = await refused(enter(testKeys()), 'PAYMENT_KEYS_REFUSED')
    assert.equal(webhook.step, 'WEBHOOK')
    assert.equal((await office.paymentSettings.getPaymentSettings()).paymentSettings.stripe, undefined)
    assert.equal(endpointsOf().length, 0)
  })

  test('409 PAYMENT_PROVIDER_UNREACHABLE where Stripe does not answer', async () => {
    stripe.fail({ on: /GET \/v1\/account/, as: 'SERVER_ERROR' })
    assert.equal((await attempt(enter(testKeys())))[0]?.code, 'PAYMENT_PROVIDER_UNREACHABLE')
    expectedFaults++
  })

  test('are replaced by others of the account with its webhook; a webhook that was made by hand is left alone', async () => {
    await enter(testKeys())
    const [before] = endpointsOf()
    await enter({ secretKey: stripe.secretKey })
    assert.deepEqual(endpointsOf(), [before])
    const byHand = await enter({ secretKey: stripe.secretKey, webhookSecret: 'whsec_by_hand' })
    assert.equal(byHand.paymentSettings.stripe!.ownWebhook, false)
    assert.deepEqual(endpointsOf(), [])
  })

  test('are for who may change settings: not for a buyer, not for a colleague without the right', async () => {
    const buyer = createClient({ baseUrl: shop.url, auth: visitor({ clientId: shop.clientId, tokens: inMemory() }), modules: backOffice })
    for (const call of [
      () => buyer.paymentSettings.setStripeKeys({ stripeKeys: testKeys() }),
      () => buyer.paymentSettings.deleteStripeKeys(),
      () => buyer.paymentSettings.getLiveChecklist(),
      () => buyer.paymentSettings.setPaymentMode({ mode: 'LIVE' }),
    ])
      assert.equal((await attempt(call() as Promise<unknown>))[0]?.status, 403)
  })

  test('are in the audit log by the account, and without the secret', async () => {
    await enter(testKeys())
    const { entries } = await office.audit.queryAudit({})
    const entry = JSON.stringify(await office.audit.getAuditEntry({ id: entries[0]!.id }))
    assert.match(entry, /acct_test_000001/)
    assert.doesNotMatch(entry, /sk_test_fake|whsec_/)
  })
})

describe('a shop that goes live', () => {
  test('409 PAYMENTS_NOT_READY names what keeps it from that', async () => {
    assert.deepEqual((await refused(goLive(), 'PAYMENTS_NOT_READY')).items, ['ACCOUNT', 'EMAIL', 'WEBHOOK'])
    await enter({ secretKey: stripe.liveKey })
    stripe.takesCharges(false)
    assert.deepEqual((await refused(goLive(), 'PAYMENTS_NOT_READY')).items, ['ACCOUNT', 'EMAIL'])
    const { items } = await office.paymentSettings.getLiveChecklist()
    assert.deepEqual(
      items.filter(({ status }) => status === 'FAILED').map(({ id }) => id),
      ['ACCOUNT', 'EMAIL'],
    )
    assert.match(items.find(({ id }) => id === 'LEGAL_PAGES')!.message, /imprint/)
    assert.equal((await office.paymentSettings.getPaymentSettings()).paymentSettings.mode, 'SANDBOX')
  })

  test('409 PAYMENT_PROVIDER_UNREACHABLE: without an answer of Stripe nobody goes live', async () => {
    await enter(testKeys())
    stripe.fail({ on: /GET \/v1\/account/, as: 'SERVER_ERROR' })
    await refused(goLive(), 'PAYMENT_PROVIDER_UNREACHABLE')
    expectedFaults++
  })

  test('takes payments with the account alone, and with test cards again when it goes back', async () => {
    await enter(testKeys())
    const { paymentSettings } = await goLive()
    assert.deepEqual(
      paymentSettings.providers.map(({ id, mode }) => [id, mode]),
      [['stripe', 'TEST']],
    )
    const { buyer, orderId, sessionId } = await place()
    const resultToken = new URL(stripe.visit(sessionId, 'PAY')!).searchParams.get('resultToken')!
    await buyer.payments.confirmPayment({ id: orderId, resultToken })
    assert.equal(await statusOf(orderId), 'PAID')
    const methods = await buyer.payments.listPaymentMethods({ id: await toCheckout(buyer, [{ product: mug }]) })
    assert.deepEqual(
      methods.paymentMethods.map(({ id }) => id),
      ['stripe'],
    )
    const refused = await attempt(
      buyer.payments.createCardToken({
        cardNumber: '4242424242424242',
        expiryMonth: 12,
        expiryYear: 2030,
        securityCode: '123',
        holder: 'Ana',
      }),
    )
    assert.equal(refused[0]?.code, 'SITE_NOT_ACCEPTING_PAYMENTS')
    const back = await goLive('SANDBOX')
    assert.deepEqual(
      back.paymentSettings.providers.map(({ id }) => id),
      ['sandbox'],
    )
  })

  test('hears what is signed for it, and nothing else; twice, late and out of order changes nothing', async () => {
    await enter(testKeys())
    await goLive()
    const [endpoint] = endpointsOf()
    const { orderId, sessionId } = await place()
    stripe.visit(sessionId, 'DEBIT')
    const taken = stripe.events.at(-1)!
    assert.equal(await send(taken, stripe.webhookSecret), 400)
    assert.equal(await send(taken, endpoint!.secret), 200)
    assert.equal(await statusOf(orderId), 'NOT_PAID')
    stripe.endDebit(sessionId, true)
    const succeeded = stripe.events.at(-1)!
    assert.equal(await send(succeeded, endpoint!.secret), 200)
    assert.equal(await statusOf(orderId), 'PAID')
    assert.equal(await send(taken, endpoint!.secret), 200)
    assert.equal(await send(succeeded, endpoint!.secret), 200)
    assert.equal(await statusOf(orderId), 'PAID')
  })

  test('is told nothing of another shop by an account that is its own', async () => {
    await enter(testKeys())
    await goLive()
    const { orderId, sessionId } = await place()
    stripe.visit(sessionId, 'PAY')
    const event = structuredClone(stripe.events.at(-1)!) as unknown as { data: { object: { metadata: Record<string, string> } } }
    event.data.object.metadata['site'] = crypto.randomUUID()
    assert.equal(await send(event as unknown as StripeEvent, endpointsOf()[0]!.secret), 200)
    assert.equal(await statusOf(orderId), 'NOT_PAID')
    assert.equal(await send(stripe.events.at(-1)!, endpointsOf()[0]!.secret), 200)
  })

  test('409 PAYMENTS_UNDER_WAY: neither are the keys removed nor is another account entered while money is on its way', async () => {
    await enter(testKeys())
    await goLive()
    const { sessionId } = await place()
    assert.equal((await refused(office.paymentSettings.deleteStripeKeys(), 'PAYMENTS_UNDER_WAY')).count, 1)
    assert.equal((await attempt(enter({ secretKey: stripe.liveKey })))[0]?.code, 'PAYMENTS_UNDER_WAY')
    await enter(testKeys())
    stripe.visit(sessionId, 'PAY')
    await send(stripe.events.at(-1)!, endpointsOf()[0]!.secret)
    // Live keys in the place of test keys wait until somebody says so.
    const { paymentSettings } = await enter({ secretKey: stripe.liveKey })
    assert.deepEqual(
      [paymentSettings.mode, paymentSettings.stripe!.mode, paymentSettings.stripe!.accountName],
      ['SANDBOX', 'LIVE', 'Morrow Studio'],
    )
    assert.equal(endpointsOf().length, 1)
  })
})

test('409 PAYMENT_KEYS_IN_ENVIRONMENT: keys of the environment win, and are said to', async () => {
  await using own = await startTestPlatform({ stripe })
  const { paymentSettings } = newOffice(own)
  const shown = (await paymentSettings.getPaymentSettings()).paymentSettings
  assert.deepEqual(shown.stripe, {
    source: 'ENVIRONMENT',
    mode: 'TEST',
    last4: '6789',
    publishableKey: stripe.publishableKey,
    ownWebhook: false,
  })
  for (const call of [
    () => paymentSettings.setStripeKeys({ stripeKeys: testKeys() }),
    () => paymentSettings.deleteStripeKeys(),
    () => paymentSettings.setPaymentMode({ mode: 'SANDBOX' }),
  ])
    assert.equal((await attempt(call()))[0]?.code, 'PAYMENT_KEYS_IN_ENVIRONMENT')
})

test('a shop with live keys, a mail server and all it needs takes real money, and time is not played with any more', async () => {
  const mail = await startMailServer()
  after(() => mail.close())
  await using whole = await startTestPlatform({ stripeApi: stripe, inbox: false, smtpUrl: mail.url })
  const { paymentSettings, storeClock } = newOffice(whole)
  await paymentSettings.setStripeKeys({ stripeKeys: { secretKey: stripe.liveKey } })
  await storeClock.advance({ to: new Date(whole.clock.now().getTime() + 3_600_000).toISOString() })
  assert.deepEqual((await refused(paymentSettings.setPaymentMode({ mode: 'LIVE' }), 'PAYMENTS_NOT_READY')).items, ['CLOCK'])
  await storeClock.returnToRealTime()
  const live = await paymentSettings.setPaymentMode({ mode: 'LIVE' })
  assert.deepEqual(
    live.paymentSettings.providers.map(({ id, mode }) => [id, mode]),
    [['stripe', 'LIVE']],
  )
  assert.equal((await attempt(storeClock.freeze({})))[0]?.status, 409)
  const { checks } = await newOffice(whole).systemChecks.checkSystem()
  assert.match(checks.find(({ id }) => id === 'PAYMENTS')!.message, /^Stripe, live/)
})
