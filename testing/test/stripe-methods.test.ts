// Which payment methods Stripe offers the buyers of a shop, and the key that its pages show Stripe's form with.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { apiKey, attempt, createClient, inMemory, visitor } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'
import type { FakeStripe } from '../src/stripe/model.ts'
import { fakeStripe } from '../src/stripe/stripe.ts'

let stripe: FakeStripe
let shop: TestPlatform
let mug: TestProduct
const newOffice = (at = shop) => createClient({ baseUrl: at.url, auth: apiKey(at.apiKey), modules: backOffice }).paymentSettings
let office: ReturnType<typeof newOffice>
const returnUrl = 'http://localhost/back'

before(async () => {
  stripe = await fakeStripe()
  shop = await startTestPlatform({ stripeApi: stripe })
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Mug', price: 2000, stock: 1000 }, shop.clock.now())
  office = newOffice()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  await stripe[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await office.deleteStripeKeys()
})

const keys = (more: object = {}) => ({ stripeKeys: { secretKey: stripe.secretKey, ...more } })
const withForm = () => keys({ publishableKey: stripe.publishableKey })
const goLive = () => office.setPaymentMode({ mode: 'LIVE' })
const offeredIn = async (at = office) =>
  (await at.getStripeMethods()).stripeMethods.flatMap(({ method, offered }) => (offered ? method : []))
async function elementOf(at = shop) {
  const buyer = newBuyer(at)
  const id = await toCheckout(buyer, [{ product: mug }])
  return {
    buyer,
    id,
    element: (await buyer.payments.listPaymentMethods({ id })).paymentMethods.find(({ id: its }) => its === 'stripe')?.element,
  }
}

describe('the publishable key', () => {
  test('puts Stripe’s form on the pages; without it buyers pay on Stripe’s page', async () => {
    await office.setStripeKeys(keys())
    await goLive()
    assert.equal((await elementOf()).element, undefined)
    const { buyer, id } = await elementOf()
    assert.equal((await buyer.shop.getShop()).shop.expressCheckout, undefined)
    const placing = buyer.payments.placeOrder({ id, paymentMethodId: 'stripe', withElement: true, returnUrl })
    assert.equal(await codeOf(placing), 'PAYMENT_METHOD_NOT_AVAILABLE')

    const { paymentSettings } = await office.setStripeKeys(withForm())
    assert.equal(paymentSettings.stripe?.publishableKey, stripe.publishableKey)
    assert.equal((await elementOf()).element?.publishableKey, stripe.publishableKey)
    assert.ok((await buyer.shop.getShop()).shop.expressCheckout)
    await office.setPaymentMode({ mode: 'SANDBOX' })
    assert.equal((await buyer.shop.getShop()).shop.expressCheckout, undefined)
  })

  test('stays while the account stays, and goes with it', async () => {
    await office.setStripeKeys(withForm())
    assert.equal((await office.setStripeKeys(keys())).paymentSettings.stripe?.publishableKey, stripe.publishableKey)
    const other = await office.setStripeKeys({ stripeKeys: { secretKey: stripe.liveKey } })
    assert.equal(other.paymentSettings.stripe?.publishableKey, undefined)
  })

  test('400 for an invalid key, or one of the other mode', async () => {
    for (const publishableKey of ['pk_live_of_the_other_mode', 'sk_test_a_secret_key'])
      assert.equal(await codeOf(office.setStripeKeys(keys({ publishableKey }))), 'INVALID_ARGUMENT', publishableKey)
    assert.equal((await office.getPaymentSettings()).paymentSettings.stripe, undefined)
  })
})

describe('the methods', () => {
  test('are those of the account until the merchant chooses; unavailable ones are marked', async () => {
    await office.setStripeKeys(withForm())
    const { stripeMethods } = await office.getStripeMethods()
    assert.deepEqual(
      stripeMethods.map(({ method, available, offered }) => [method, available, offered]),
      [
        ['CARD', true, true],
        ['APPLE_PAY', true, true],
        ['GOOGLE_PAY', true, true],
        ['LINK', true, true],
        ['SEPA_DEBIT', true, true],
        ['IDEAL', true, true],
        ['BANCONTACT', true, true],
        ['KLARNA', false, false],
      ],
    )
  })

  test('are chosen for this shop only, in a configuration of its own that payments name', async () => {
    await office.setStripeKeys(withForm())
    await goLive()
    const before = stripe.configurations.size
    const { stripeMethods } = await office.setStripeMethods({ stripeMethods: [{ method: 'IDEAL', offered: false }] })
    assert.deepEqual(
      stripeMethods.find(({ method }) => method === 'IDEAL'),
      { method: 'IDEAL', available: true, offered: false },
    )
    assert.equal(stripe.configurations.size, before + 1)
    assert.deepEqual(await offeredIn(), ['CARD', 'APPLE_PAY', 'GOOGLE_PAY', 'LINK', 'SEPA_DEBIT', 'BANCONTACT'])
    await office.setStripeMethods({ stripeMethods: [{ method: 'LINK', offered: false }] })
    assert.equal(stripe.configurations.size, before + 1)
    assert.deepEqual(await offeredIn(), ['CARD', 'APPLE_PAY', 'GOOGLE_PAY', 'SEPA_DEBIT', 'BANCONTACT'])

    const { buyer, id, element } = await elementOf()
    const configuration = [...stripe.configurations.keys()].at(-1)
    assert.equal(element?.configuration, configuration)
    const placed = await buyer.payments.placeOrder({ id, paymentMethodId: 'stripe', withElement: true, returnUrl })
    const intentId = placed.confirmation!.clientSecret.split('_secret_')[0]!
    assert.equal(stripe.intents.get(intentId)!.configuration, configuration)
    assert.ok('error' in stripe.confirm(intentId, { type: 'ideal' }, returnUrl))
    const other = await elementOf()
    await other.buyer.payments.placeOrder({ id: other.id, paymentMethodId: 'stripe', returnUrl })
    const session = stripe.requests.findLast(({ line }) => line === 'POST /v1/checkout/sessions')!
    assert.equal(session.params['payment_method_configuration'], configuration)
    stripe.cancelThere(intentId)
    shop.clock.advance(31 * 60_000)
    await shop.platform.everyMinute()
    await shop.platform.everyMinute()
  })

  test('400 if none would remain or the account may not take one; nothing changes', async () => {
    await office.setStripeKeys(withForm())
    const before = stripe.configurations.size
    const none = (await offeredIn()).map((method) => ({ method, offered: false }))
    assert.equal(await codeOf(office.setStripeMethods({ stripeMethods: none })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(office.setStripeMethods({ stripeMethods: [{ method: 'KLARNA', offered: true }] })), 'INVALID_ARGUMENT')
    assert.equal(stripe.configurations.size, before)
  })

  test('409 without an account, without an answer, and if the key lacks the right', async () => {
    const choose = () => office.setStripeMethods({ stripeMethods: [{ method: 'LINK', offered: false }] })
    for (const call of [() => office.getStripeMethods(), choose]) {
      await office.deleteStripeKeys()
      assert.equal(await codeOf(call()), 'PAYMENTS_NOT_READY')
      await office.setStripeKeys(withForm())
      stripe.fail({ on: /payment_method_configurations/, as: 'SERVER_ERROR' })
      assert.equal(await codeOf(call()), 'PAYMENT_PROVIDER_UNREACHABLE')
      assert.equal(shop.faults.splice(0).length, 1)
      stripe.fail({ on: /payment_method_configurations/, as: 'FORBIDDEN' })
      const [refused] = await attempt(call())
      assert.ok(refused?.code === 'PAYMENT_KEYS_REFUSED')
      assert.equal(refused.data.step, 'METHODS')
    }
  })

  test('can be chosen for the environment’s account too; those of another account are dropped', async () => {
    await using own = await startTestPlatform({ stripe })
    const its = newOffice(own)
    await its.setStripeMethods({ stripeMethods: [{ method: 'LINK', offered: false }] })
    assert.equal((await offeredIn(its)).includes('LINK'), false)

    await office.setStripeKeys(withForm())
    await office.setStripeMethods({ stripeMethods: [{ method: 'LINK', offered: false }] })
    await office.setStripeKeys({ stripeKeys: { secretKey: stripe.liveKey } })
    assert.equal((await offeredIn()).includes('LINK'), true)
  })

  test('need the right to change settings', async () => {
    await office.setStripeKeys(withForm())
    const buyer = createClient({
      baseUrl: shop.url,
      auth: visitor({ clientId: shop.clientId, tokens: inMemory() }),
      modules: backOffice,
    }).paymentSettings
    assert.equal(await codeOf(buyer.getStripeMethods()), 'PERMISSION_DENIED')
    const chosen = { stripeMethods: [{ method: 'LINK' as const, offered: false }] }
    assert.equal(await codeOf(buyer.setStripeMethods(chosen)), 'PERMISSION_DENIED')
  })
})
