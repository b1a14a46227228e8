import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { contract } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { freshSignIn } from '@vitrine/platform/kernel/settings/sign-in-settings'
import { backInStockWrites } from '../src/back-in-stock-writes.ts'
import { berlin, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { chargeWrites } from '../src/charge-writes.ts'
import { developerWrites } from '../src/developer-writes.ts'
import { draftWrites } from '../src/draft-writes.ts'
import { importWrites } from '../src/import-writes.ts'
import { jobWrites } from '../src/job-writes.ts'
import { locationWrites } from '../src/location-writes.ts'
import { mediaWrites } from '../src/media-writes.ts'
import { memberWrites } from '../src/member-writes.ts'
import { orderWrites } from '../src/order-writes.ts'
import { pageWrites } from '../src/page-writes.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { type Customer, fillStock, newCustomer, type StockItems } from '../src/populate.ts'
import { productWrites } from '../src/product-writes.ts'
import { recommendationWrites } from '../src/recommendation-writes.ts'
import { returnWrites } from '../src/return-writes.ts'
import { reviewWrites } from '../src/review-writes.ts'
import { postCarrier, settingsWrites } from '../src/settings-writes.ts'
import { testSections } from '../src/shop.ts'
import { signInWrites } from '../src/sign-in-writes.ts'
import { staffWrites } from '../src/staff-writes.ts'
import { stockWrites } from '../src/stock-writes.ts'
import { urlRedirectWrites } from '../src/url-redirect-writes.ts'
import { addresses, newVisitor, pathOf, type RawAnswer, refusalOf, send } from '../src/wire.ts'
import { wishlistWrites } from '../src/wishlist-writes.ts'

let shop: TestPlatform
let stockItems: StockItems

before(async () => {
  shop = await startTestPlatform({ shippingRateProviders: [postCarrier], host: 'localhost' })
  stockItems = await fillStock(shop)
})
after(async () => {
  assert.deepEqual(shop.faults, [])
  await shop[Symbol.asyncDispose]()
})

const hour = 60 * 60 * 1000
const addPath = '/ecom/v1/carts/current/add-to-cart'
const addOne = () => ({ lineItems: [{ quantity: 1, catalogReference: stockItems.print.reference() }] })

function post(
  path: string,
  token: string,
  key: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  return send(shop, {
    method: 'POST',
    path,
    headers: { authorization: token, ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
    body,
  })
}
const replayed = ({ headers }: RawAnswer): boolean => headers['idempotent-replayed'] === 'true'
const quantity = ({ json }: RawAnswer): number =>
  json.cart.lineItems.reduce((sum: number, line: { quantity: number }) => sum + line.quantity, 0)
const savedFor = async (key: string) =>
  (
    await shop.platform.database.query<{ count: number }>(
      sql`select count(*)::int as count from idempotency where site = ${shop.site} and key = ${key}`,
    )
  )[0]!.count

describe('one key', () => {
  test('is one write: the second time the answer of the first comes back, and says so', async () => {
    const { token } = await newVisitor(shop)
    const key = newId()
    const first = await post(addPath, token, key, addOne())
    const second = await post(addPath, token, key, addOne())
    assert.deepEqual([first.status, replayed(first), quantity(first)], [200, false, 1])
    assert.deepEqual([second.status, replayed(second), second.text], [200, true, first.text])
    const third = await post(addPath, token, newId(), addOne())
    assert.equal(quantity(third), 2, 'another key is another write')
  })

  test('of racing twins runs once: the others hear 409 IDEMPOTENCY_IN_PROGRESS or get its answer', async () => {
    const { token } = await newVisitor(shop)
    const key = newId()
    const twins = await Promise.all(Array.from({ length: 12 }, () => post(addPath, token, key, addOne())))
    const ran = twins.filter((answer) => answer.status === 200 && !replayed(answer))
    assert.equal(ran.length, 1)
    for (const twin of twins) {
      if (twin.status !== 200) assert.equal(refusalOf(twin), 'IDEMPOTENCY_IN_PROGRESS')
      else assert.equal(twin.text, ran[0]!.text)
    }
    assert.ok(replayed(await post(addPath, token, key, addOne())))
    assert.equal(quantity(await send(shop, { method: 'GET', path: '/ecom/v1/carts/current', headers: { authorization: token } })), 1)
  })

  // attack: Input, files, HTTP | an Idempotency-Key is reused with another body or operation | 422 IDEMPOTENCY_KEY_REUSED
  test('with another body, address or operation is 422 IDEMPOTENCY_KEY_REUSED, and does nothing', async () => {
    const { token } = await newVisitor(shop)
    const key = newId()
    const first = await post(addPath, token, key, addOne())
    const two = { lineItems: [{ quantity: 2, catalogReference: stockItems.print.reference() }] }
    assert.equal(refusalOf(await post(addPath, token, key, two)), 'IDEMPOTENCY_KEY_REUSED')
    assert.equal(refusalOf(await post('/ecom/v1/carts/current/remove-coupon', token, key, {})), 'IDEMPOTENCY_KEY_REUSED')
    assert.equal(refusalOf(await post('/_api/ecom-cart/v1/carts/current/add-to-cart', token, key, addOne())), 'IDEMPOTENCY_KEY_REUSED')
    const deleted = await send(shop, {
      method: 'DELETE',
      path: '/ecom/v1/carts/current',
      headers: { authorization: token, 'idempotency-key': key },
    })
    assert.equal(refusalOf(deleted), 'IDEMPOTENCY_KEY_REUSED')
    assert.equal((await post(addPath, token, key, addOne())).text, first.text)
  })

  // attack: Other people's data | an Idempotency-Key of another caller is guessed | the answers never meet
  test('of different callers never meets', async () => {
    const key = newId()
    const [one, other] = [await newVisitor(shop), await newVisitor(shop)]
    for (const token of [one.token, other.token, shop.apiKey]) assert.equal(replayed(await post(addPath, token, key, addOne())), false)
    assert.equal(await savedFor(key), 3)
    const anonymous = { grantType: 'anonymous', clientId: shop.clientId }
    const tokens = await Promise.all(
      ['10.0.0.1', '10.0.0.2'].map((peer) => post('/oauth2/token', '', key, anonymous, { 'x-vitrine-peer': peer })),
    )
    assert.notEqual(tokens[0]!.json.access_token, tokens[1]!.json.access_token, 'strangers are told apart by where they come from')
    await send(shop, { method: 'DELETE', path: '/ecom/v1/carts/current', headers: { authorization: shop.apiKey } })
  })

  test('is kept for a day by the clock, then it is a new one, and swept', async () => {
    const visitorId = newId()
    const token = async () => {
      const { keyRing } = await import('@vitrine/platform/people/identity/keys')
      const { tokens } = await import('@vitrine/platform/people/identity/tokens')
      const issuer = tokens(keyRing(shop.platform.database), shop.clock)
      return (await issuer.issue({ kind: 'visitor', site: shop.site, visitorId, clientId: shop.clientId })).access
    }
    const key = newId()
    await post(addPath, await token(), key, addOne())
    shop.clock.advance(24 * hour)
    assert.ok(replayed(await post(addPath, await token(), key, addOne())))
    await shop.platform.everyMinute()
    assert.equal(await savedFor(key), 1)
    shop.clock.advance(1)
    const again = await post(addPath, await token(), key, addOne())
    assert.deepEqual([replayed(again), quantity(again)], [false, 2])
    shop.clock.advance(23 * hour)
    assert.ok(replayed(await post(addPath, await token(), key, addOne())), 'its day began anew')
    shop.clock.advance(2 * hour)
    await shop.platform.everyMinute()
    assert.equal(await savedFor(key), 0)
  })

  test('has 1 to 255 characters; 400 MALFORMED_REQUEST otherwise', async () => {
    const { token } = await newVisitor(shop)
    for (const key of ['', 'x'.repeat(256)]) assert.equal(refusalOf(await post(addPath, token, key, addOne())), 'MALFORMED_REQUEST')
    for (const key of ['x', 'x'.repeat(255), 'a b/c"ü']) assert.equal((await post(addPath, token, key, addOne())).status, 200)
  })
})

describe('nothing is remembered of', () => {
  test('what broke its schema or could not be read: the mended request runs under the same key', async () => {
    const { token } = await newVisitor(shop)
    const key = newId()
    assert.equal(refusalOf(await post(addPath, token, key, { lineItems: 7 })), 'INVALID_ARGUMENT')
    assert.equal(refusalOf(await post(addPath, token, key, '{')), 'MALFORMED_REQUEST')
    assert.equal(await savedFor(key), 0)
    assert.equal((await post(addPath, token, key, addOne())).status, 200)
  })

  test('a refusal: it changed nothing, and may be otherwise the next time', async () => {
    const { token } = await newVisitor(shop)
    const key = newId()
    const remove = () => post('/ecom/v1/carts/current/remove-coupon', token, key, {})
    assert.equal(refusalOf(await remove()), 'OWNED_CART_NOT_FOUND')
    assert.equal(await savedFor(key), 0)
    await post(addPath, token, undefined, addOne())
    assert.equal((await remove()).status, 200)
  })

  test('a call that was not allowed', async () => {
    const key = newId()
    assert.equal(refusalOf(await post(addPath, '', key, addOne())), 'UNAUTHENTICATED')
    assert.equal(refusalOf(await post(addPath, 'x', key, addOne())), 'INVALID_TOKEN')
    assert.equal(await savedFor(key), 0)
  })

  test('reads, also those by POST', async () => {
    const { token } = await newVisitor(shop)
    const key = newId()
    await post(addPath, token, undefined, addOne())
    for (const _ of [1, 2]) {
      const estimate = await post('/ecom/v1/carts/current/estimate-totals', token, key, {})
      assert.deepEqual([estimate.status, replayed(estimate)], [200, false])
    }
    assert.equal(await savedFor(key), 0)
  })
})

/** Whatever is kept of calls under keys, as somebody would read it who has the database. */
const everythingSaved = async () =>
  JSON.stringify(
    await shop.platform.database.query(
      sql`select caller, key, encode(fingerprint, 'hex') as fingerprint, encode(fingerprint, 'base64') as print, answer from idempotency`,
    ),
  )

/** The secrets of an answer. */
const secretsOf = (answer: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(answer).flatMap(([name, is]) => {
    if (typeof is === 'string') return /^(secret|key|fullUrl|\w+Token)$/.test(name) ? [is] : []
    return secretsOf((is ?? {}) as Readonly<Record<string, unknown>>)
  })

describe('a confidential call', () => {
  const password = 'slow mornings, 1 cup'
  const isKnown = (text: string) => text.includes(password)

  test('is done once, and its answer comes again for whoever has the key; the database has neither', async () => {
    const key = newId()
    const body = { apiKey: { name: 'A till', scopes: ['orders.read'] } }
    const make = (name = key, said: object = body) => post('/vitrine/v1/api-keys', shop.apiKey, name, said)
    const first = await make()
    const again = await make()
    assert.deepEqual([first.status, again.status, replayed(again), again.text], [200, 200, true, first.text])
    const secret: string = first.json.key
    const saved = await everythingSaved()
    for (const text of [key, secret, first.json.apiKey.id, Buffer.from(first.text).toString('base64').slice(0, 40)])
      assert.ok(!saved.includes(text), text)
    assert.notEqual((await make(newId())).json.key, secret)
    assert.equal(refusalOf(await make(key, { apiKey: { name: 'Another till' } })), 'IDEMPOTENCY_KEY_REUSED')
    const [row] = await shop.platform.database.query<{ keys: number }>(sql`select count(*)::int as keys from api_key where name = 'A till'`)
    assert.equal(row!.keys, 2, 'one by each key')
  })

  test('of racing twins is done once, too', async () => {
    const key = newId()
    const body = { apiKey: { name: 'Twins', scopes: ['orders.read'] } }
    const twins = await Promise.all(Array.from({ length: 8 }, () => post('/vitrine/v1/api-keys', shop.apiKey, key, body)))
    const made = twins.filter(({ status }) => status === 200)
    for (const twin of twins) if (twin.status !== 200) assert.equal(refusalOf(twin), 'IDEMPOTENCY_IN_PROGRESS')
    assert.equal(made.filter((answer) => !replayed(answer)).length, 1)
    assert.equal(new Set(made.map(({ text }) => text)).size, 1)
  })

  // attack: Operations and defaults | passwords are looked for in stored idempotency answers | no trace
  test('leaves no trace of a password: neither itself nor a quick hash by which it could be guessed', async () => {
    await writeSettings(
      shop.platform.database,
      shop.site,
      'signIn',
      { ...freshSignIn, captcha: 'NEVER', emailVerification: false },
      shop.clock.now(),
    )
    const { token } = await newVisitor(shop)
    const key = newId()
    const path = '/_api/iam/authentication/v2/register'
    const body = JSON.stringify({ loginId: { email: `${newId()}@example.com` }, password })
    const first = await post(path, token, key, body)
    assert.equal(first.json.state, 'SUCCESS', first.text)
    const again = await post(path, token, key, body)
    assert.deepEqual([replayed(again), again.text], [true, first.text], 'a registration whose answer got lost can still be gone on with')
    const saved = await everythingSaved()
    assert.ok(!isKnown(saved))
    for (const said of [body, `POST ${path}\0${path}\0${body}`]) {
      const hash = createHash('sha256').update(said).digest()
      for (const text of [hash.toString('hex'), hash.toString('base64')]) assert.ok(!saved.includes(text))
    }
    assert.ok(!saved.includes(first.json.sessionToken))
    assert.equal(refusalOf(await post(path, token, key, body.replace(password, 'another password'))), 'IDEMPOTENCY_KEY_REUSED')
  })
})

const one = (): string => newId().slice(-8).toUpperCase()
const tenth = () => ({ name: 'A tenth off', code: `T${one()}`, percentOffRate: 10 })
const threeOfAKind = {
  name: 'Three of a kind',
  discounts: {
    values: [
      {
        percentage: 10,
        specificItemsInfo: { scopes: [{ catalogItemFilter: { catalogAppId: '215238eb-22a5-4c36-9e7b-e7c08025e04e' } }] },
      },
    ],
  },
}
const season = () => ({ memberId: newId(), name: 'Season', percentOff: '100' })
const fifty = () => ({ code: `GIFT-${one()}`, initialValue: { amount: '50' }, currency: 'EUR', source: 'MANUAL' as const })

/** What coupons, rules and gift cards are written with, each of them new. */
function offerWrites(): Readonly<Record<string, () => Promise<{ readonly id?: string; readonly body: unknown }>>> {
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const newCoupon = async () => (await office.coupons.createCoupon({ specification: tenth() })).id
  const newRule = async () => (await office.discountRules.createDiscountRule({ discountRule: threeOfAKind })).discountRule.id
  const newCard = async () => {
    const giftCard = fifty()
    return { code: giftCard.code, id: (await office.giftCards.createGiftCard({ giftCard })).giftCard.id }
  }
  const amount = { amount: '5' }
  /** The shop's one gift card: none is left of those before. */
  const noProduct = async () => {
    const { giftCardProducts } = await createClient({
      baseUrl: shop.url,
      auth: apiKey(shop.apiKey),
    }).giftVoucherProducts.queryGiftCardProducts()
    for (const { id } of giftCardProducts) await office.giftCardProducts.deleteGiftCardProduct({ giftCardProductId: id })
  }
  const product = { name: 'Gift Card', presetVariants: [{ price: { amount: '25' } }] }
  const newProduct = async () => {
    await noProduct()
    return (await office.giftCardProducts.createGiftCardProduct({ giftCardProduct: product })).giftCardProduct.id
  }
  const subscriptionOption = { title: 'Monthly', subscriptionSettings: { frequency: 'MONTH' as const, autoRenewal: true } }
  const newOption = async () => (await office.subscriptionOptions.createSubscriptionOption({ subscriptionOption })).subscriptionOption.id
  return {
    'POST /stores/v1/subscription-options': async () => ({ body: { subscriptionOption } }),
    'POST /stores/v1/subscription-options/createBulk': async () => ({ body: { subscriptionOptions: [subscriptionOption] } }),
    'PATCH /stores/v1/subscription-options/{subscriptionOption.id}': async () => {
      const id = await newOption()
      return { id, body: { subscriptionOption: { id, title: 'Each month' } } }
    },
    'PATCH /stores/v1/subscription-options': async () => ({
      body: { subscriptionOptions: [{ id: await newOption(), title: 'Each month' }] },
    }),
    'DELETE /stores/v1/subscription-options/{id}': async () => ({ id: await newOption(), body: {} }),
    'POST /stores/v1/subscription-options/deleteBulk': async () => ({ body: { ids: [await newOption()] } }),
    'POST /stores/v1/subscription-options/product/{productId}/assign': async () => ({
      id: stockItems.print.id,
      body: { assignedSubscriptionOptions: [] },
    }),
    'PATCH /stores/v1/subscription-options/product/{productId}/allowOneTimePurchase': async () => ({
      id: stockItems.print.id,
      body: { allowed: true },
    }),
    'POST /gift-cards/v1/gift-card-products': async () => {
      await noProduct()
      return { body: { giftCardProduct: product } }
    },
    'PATCH /gift-cards/v1/gift-card-products/{giftCardProduct.id}': async () => {
      const id = await newProduct()
      return { id, body: { giftCardProduct: { id, revision: '1', name: 'A card' } } }
    },
    'DELETE /gift-cards/v1/gift-card-products/{giftCardProductId}': async () => ({ id: await newProduct(), body: {} }),
    'POST /gift-cards/v1/gift-cards/{giftCardId}/send-email': async () => ({
      id: (await newCard()).id,
      body: { recipientEmail: 'ada@example.com' },
    }),
    'POST /vitrine/v1/memberships': async () => ({ body: { membership: season() } }),
    'DELETE /vitrine/v1/memberships/{id}': async () => ({
      id: (await office.memberships.createMembership({ membership: season() })).membership.id,
      body: {},
    }),
    'POST /stores/v2/coupons': async () => ({ body: { specification: tenth() } }),
    'PATCH /stores/v2/coupons/{id}': async () => ({ id: await newCoupon(), body: { specification: { active: false } } }),
    'DELETE /stores/v2/coupons/{id}': async () => ({ id: await newCoupon(), body: {} }),
    'POST /stores/v2/bulk/coupons/create': async () => ({ body: { specifications: [tenth()] } }),
    'POST /stores/v2/bulk/coupons/delete': async () => ({ body: { ids: [await newCoupon()] } }),
    'POST /ecom/v1/discount-rules': async () => ({ body: { discountRule: threeOfAKind } }),
    'PATCH /ecom/v1/discount-rules/{discountRule.id}': async () => {
      const id = await newRule()
      return { id, body: { discountRule: { id, revision: '1', active: false } } }
    },
    'DELETE /ecom/v1/discount-rules/{discountRuleId}': async () => ({ id: await newRule(), body: {} }),
    'POST /vitrine/v1/promotions/order': async () => {
      await newRule()
      const { discountRules } = await office.discountRules.queryDiscountRules({ query: { cursorPaging: { limit: 100 } } })
      return { body: { discountRuleIds: discountRules.map(({ id }) => id).toReversed() } }
    },
    'POST /gift-cards/v1/gift-cards': async () => ({ body: { giftCard: fifty() } }),
    'POST /gift-cards/v1/gift-cards/{giftCardId}/disable': async () => ({ id: (await newCard()).id, body: {} }),
    'POST /gift-cards/v1/gift-cards/{giftCardId}/increase-balance': async () => ({ id: (await newCard()).id, body: { amount } }),
    'POST /gift-cards/v1/gift-cards/{giftCardId}/decrease-balance': async () => ({ id: (await newCard()).id, body: { amount } }),
    'POST /ecom/v1/gift-cards/redeem': async () => ({ body: { code: (await newCard()).code, amount: { value: '5' } } }),
    'POST /ecom/v1/gift-cards/void': async () => {
      const { code } = await newCard()
      return { body: await office.giftVouchers.redeemGiftCard({ code, amount: { value: '5' } }) }
    },
  }
}

/** What is written about checkouts that were left; each begins with one that was left an hour ago. */
function leftWrites(): Readonly<Record<string, () => Promise<{ readonly id?: string; readonly body: unknown }>>> {
  const { abandonedCheckouts } = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const left = async () => {
    const email = `${newId()}@example.com`
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: stockItems.mug, colour: 'Sage' }])
    await buyer.checkout.updateCheckout({ checkout: { id, buyerInfo: { email } } })
    shop.clock.advance(61 * 60_000)
    await shop.platform.everyMinute()
    const { abandonedCheckouts: found } = await abandonedCheckouts.queryAbandonedCheckouts({
      query: { filter: { 'buyerInfo.email': email } },
    })
    return found[0]!
  }
  return {
    'DELETE /ecom/v1/abandoned-checkout/{abandonedCheckoutId}': async () => ({ id: (await left()).id, body: {} }),
    'POST /ecom/v1/bulk/abandoned-checkout/delete': async () => ({ body: { abandonedCheckoutIds: [(await left()).id] } }),
    'PATCH /vitrine/v1/recovery-settings': async () => ({ body: { recoverySettings: { writes: false } } }),
    'POST /vitrine/v1/abandoned-checkouts/{id}/remind': async () => ({ id: (await left()).id, body: { customMessage: 'Still here.' } }),
    'POST /vitrine/v1/abandoned-checkouts/{id}/recover': async () => {
      const { id, checkoutUrl } = await left()
      return { id, body: { token: new URL(checkoutUrl).searchParams.get('token') } }
    },
  }
}

/** How often the audit log tells of an operation. */
const toldOf = async (line: string): Promise<number> =>
  (
    await shop.platform.database.query<{ count: number }>(
      sql`select count(*)::int as count from audit_entry where site = ${shop.site} and operation = ${line} and not unfinished`,
    )
  )[0]!.count

/** From now on money for new orders is only held; or taken at once. */
const hold = (delayedCapture?: object) =>
  writeSettings(
    shop.platform.database,
    shop.site,
    'commerce',
    { ...testSections.commerce, ...(delayedCapture && { delayedCapture }) },
    shop.clock.now(),
  )

test('every write takes a key at each of its addresses', async () => {
  const { mug, print } = stockItems
  const writes = addresses.filter(
    ({ line, inQuery, method }) => (!inQuery || method === 'DELETE') && !('reads' in contract[line]) && !line.startsWith('GET '),
  )
  assert.ok(writes.length > 25)
  const settings = settingsWrites(shop)
  let of: Customer | undefined
  for (const { line, method, template } of writes) {
    // What ends something needs somebody new the next time.
    const collects = /payments-collector\/orders/.test(line) && !line.includes('trigger-refund')
    if (collects) await hold({})
    if (collects) of = undefined
    of ??= await newCustomer(shop, stockItems)
    if (collects) await hold()
    const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
    const paid = of.paidOrderId
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId: paid })
    const paymentId = orderTransactions.payments[0]!.id!
    if (/prepare|manual|orders.*mark-as-paid/.test(line) && collects)
      await app.orders.voidAuthorizedPayments({ ecomOrderId: paid, paymentIds: [paymentId] })
    const { resultToken } = line.includes('confirm-payment')
      ? await of.buyer.payments.answerSandboxAuthentication({ id: of.waitingPaymentId, answer: 'CONFIRM' })
      : { resultToken: '' }
    const merchants = contract[line].as === ('user' as string) && line.includes('/orders/')
    const invoices = /request-cancellation|renew-download/.test(line)
    const id =
      merchants || invoices
        ? paid
        : line.includes('/orders/')
          ? of.waitingOrderId
          : line.includes('authentications')
            ? of.waitingPaymentId
            : of.checkoutId
    const { order } = await app.orders.getOrder({ id: paid })
    const fulfillment = { lineItems: [{ id: order.lineItems[0]!.id }] }
    const { fulfillmentId } = line.includes('{fulfillment')
      ? await app.orderFulfillments.createFulfillment({ orderId: id, fulfillment })
      : { fulfillmentId: '' }
    const bodies: Record<string, unknown> = {
      'POST /oauth2/token': { grantType: 'anonymous', clientId: shop.clientId },
      'PATCH /ecom/v1/carts/current': { cartInfo: { buyerNote: 'x' } },
      'POST /ecom/v1/carts/current/add-to-cart': { lineItems: [{ quantity: 1, catalogReference: print.reference() }] },
      'POST /ecom/v1/carts/current/remove-line-items': { lineItemIds: [of.lineIds[0]] },
      'POST /ecom/v1/carts/current/update-line-items-quantity': { lineItems: [{ id: of.lineIds[0], quantity: 3 }] },
      'POST /ecom/v1/checkouts': { channelType: 'WEB', lineItems: [{ quantity: 1, catalogReference: mug.reference('Sage') }] },
      'PATCH /ecom/v1/checkouts/{checkout.id}': { checkout: { id, buyerNote: 'x' } },
      'POST /ecom/v1/checkouts/{id}/add-to-checkout': { lineItems: [{ quantity: 1, catalogReference: print.reference() }] },
      'POST /ecom/v1/checkouts/{id}/remove-line-items': { lineItemIds: [of.checkoutLineIds[0]] },
      'POST /ecom/v1/checkouts/{id}/update-line-items-quantity': { lineItems: [{ id: of.checkoutLineIds[0], quantity: 3 }] },
      'PATCH /ecom/v1/orders/{order.id}': { order: { id, archived: true } },
      'POST /ecom/v1/bulk/orders/update': { orders: [{ order: { id, archived: true } }] },
      'POST /ecom/v1/bulk/orders/update-tags': { orderIds: [id], assignTags: { tags: { tagIds: ['gift'] } } },
      'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/prepare-payment-collection': { amount: { amount: '1.00' } },
      'POST /ecom/v1/payments-collector/orders/{orderId}/manual-payment': { amount: { amount: '1.00' } },
      'POST /v1/bulk/payments-collector/mark-as-paid': { ecomOrderIds: [id] },
      'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/trigger-refund': { payments: [{ paymentId, amount: { amount: '1.00' } }] },
      'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/void-authorized-payments': { paymentIds: [paymentId] },
      'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/capture-authorized-payments': { payments: [{ paymentId }] },
      'POST /ecom/v1/fulfillments/orders/{orderId}/create-fulfillment': { fulfillment },
      'PATCH /ecom/v1/fulfillments/{fulfillment.id}/orders/{orderId}': { fulfillment: { id: fulfillmentId, status: 'Delivered' } },
      'POST /ecom/v1/fulfillments/orders/bulk/create-fulfillments': {
        ordersWithFulfillments: [{ orderId: id, fulfillments: [fulfillment] }],
      },
      'POST /ecom/v1/bulk/invoices/generate': { orderIds: [id] },
      'POST /ecom/v1/invoices/orders/{orderId}/add-invoice': { invoiceInfo: { id: 'X-1', appId: 'books' } },
      'POST /vitrine/v1/orders/{id}/renew-download': { lineItemId: order.lineItems.find(({ digitalFile }) => digitalFile)!.id },
      'POST /vitrine/v1/checkouts/{id}/open': { key: of.checkoutKey },
      'POST /vitrine/v1/checkouts/{id}/place-order': { paymentToken: await card(of.buyer), returnUrl: shop.url },
      'POST /vitrine/v1/orders/{id}/confirm-payment': { resultToken },
      'POST /vitrine/v1/sandbox/authentications/{id}': { answer: 'CONFIRM' },
      'POST /vitrine/v1/personal-data/erase': { email: 'somebody.else@example.com' },
      'POST /_api/redirects-api/v1/redirect-session': { ecomCheckout: { checkoutId: of.checkoutId } },
    }
    const own = await { ...offerWrites(), ...leftWrites() }[line]?.()
    const ready = await {
      ...orderWrites(shop),
      ...draftWrites(shop),
      ...chargeWrites(shop, stockItems),
      ...memberWrites(shop),
      ...signInWrites(shop),
      ...developerWrites(shop),
      ...staffWrites(shop),
      ...stockWrites(shop),
      ...locationWrites(shop),
      ...importWrites(shop),
      ...jobWrites(shop),
      ...productWrites(shop),
      ...recommendationWrites(shop),
      ...returnWrites(shop),
      ...reviewWrites(shop),
      ...backInStockWrites(shop),
      ...wishlistWrites(shop),
      ...mediaWrites(shop),
      ...pageWrites(shop),
      ...urlRedirectWrites(shop),
      ...settings,
    }[line]?.()
    const token = ready?.token ?? (contract[line].as === ('user' as string) ? shop.apiKey : of.token)
    const request = {
      method,
      path: pathOf(template, (name) => ready?.params[name] ?? own?.id ?? (name.startsWith('fulfillment') ? fulfillmentId : id)),
      headers: { authorization: token, 'idempotency-key': newId() },
      ...(method !== 'DELETE' && { body: own?.body ?? ready?.body ?? bodies[line] ?? {} }),
    }
    const told = await toldOf(line)
    const [first, second] = [await send(shop, request), await send(shop, request)]
    assert.equal(first.status, 200, `${method} ${template}: ${first.text}`)
    assert.equal((await toldOf(line)) - told, (ready?.told ?? token === shop.apiKey) ? 1 : 0, `${method} ${template} in the audit log`)
    assert.deepEqual([second.status, replayed(second), second.text], [200, true, first.text], `${method} ${template}`)
    if ('confidential' in contract[line]) {
      const saved = await everythingSaved()
      for (const text of secretsOf(first.json)) assert.ok(!saved.includes(text), `${method} ${template} leaves ${text}`)
    }
    if (/^DELETE|abandoned|remove-line-items|order|payments-collector|completed|confirm|authentications|open/.test(line)) of = undefined
  }
  for (const section of ['taxes', 'shipping'] as const)
    await writeSettings(shop.platform.database, shop.site, section, testSections[section], shop.clock.now())
})

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
