// Fields that only the shop writes, where buyers may call the operation, too: each row of the contract's table, and what came of them before.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { type FromBuyer, type Right, type Route, shopFields } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { attack } from '../src/attack.ts'
import { berlin, card, newBuyer } from '../src/buyer.ts'
import { keyWith, type RightsHolder } from '../src/every-caller.ts'
import { emailsTo } from '../src/mailbox.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { testSections } from '../src/shop.ts'
import { newVisitor, type RawAnswer, refusalOf, send } from '../src/wire.ts'

let shop: TestPlatform
let mug: TestProduct
/** On the redirect list of the visitors' app, and not. */
const listed = 'https://shop.example/pay'
const foreign = 'https://evil.example/pay'
const embassies = '88888888-8888-4888-8888-888888888888'

before(async () => {
  shop = await startTestPlatform()
  const { platform, site, clock } = shop
  mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, stock: 5000 }, clock.now())
  const [germany, ...others] = testSections.taxes.regions
  const rates = germany!.rates.map((rate) => ({ ...rate, exemptRates: { [embassies]: '0' } }))
  await writeSettings(
    platform.database,
    site,
    'taxes',
    { ...testSections.taxes, regions: [{ ...germany!, rates }, ...others] },
    clock.now(),
  )
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

function call(authorization: string, line: string, body?: object): Promise<RawAnswer> {
  const [method, path] = line.split(' ') as [string, string]
  return send(shop, { method, path, headers: { authorization }, ...(body && { body }) })
}

const mugs = () => ({ quantity: 1, catalogReference: mug.reference() })
const delivered = (email = 'ada@example.com') => ({
  buyerInfo: { email },
  shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } },
})
async function newCheckout(token: string, more: object = {}, info: object = {}) {
  const body = { channelType: 'WEB', lineItems: [mugs()], checkoutInfo: { ...delivered(), ...info }, ...more }
  const answer = await call(token, 'POST /ecom/v1/checkouts', body)
  assert.equal(answer.status, 200, answer.text)
  return answer.json.checkout
}
/** A checkout that the shop made, opened by a buyer. */
async function handedOver(info: object, more: object = {}) {
  const { id } = await newCheckout(shop.apiKey, more, info)
  const { json } = await call(shop.apiKey, `GET /ecom/v1/checkouts/${id}/checkout-url`)
  const { token } = await newVisitor(shop)
  const key = new URL(json.checkoutUrl).searchParams.get('key')
  const opened = await call(token, `POST /vitrine/v1/checkouts/${id}/open`, { key })
  return { id: id as string, token, checkout: opened.json.checkout }
}
const place = async (token: string, id: string, more: object = {}) =>
  call(token, `POST /vitrine/v1/checkouts/${id}/place-order`, {
    paymentToken: await card(newBuyer(shop)),
    returnUrl: `${shop.url}/back`,
    ...more,
  })

const keys = new Map<string, Promise<RightsHolder>>()
/** A key with these rights, reused because the number of keys is limited. */
function keyOf(...scopes: Right[]): Promise<RightsHolder> {
  const known = keys.get(scopes.join()) ?? keyWith(shop, ...scopes)
  keys.set(scopes.join(), known)
  return known
}

/** A value for each row that is refused. */
const examples: Readonly<Record<string, unknown>> = {
  'lineItems[].catalogOverrideFields': { price: '0.01' },
  'lineItems[].taxableAddress': { addressType: 'BUSINESS' },
  customLineItems: [{ price: '0.01', productName: { original: 'Anything' }, itemType: { preset: 'PHYSICAL' } }],
  merchantDiscounts: [{ amount: '25.99' }],
  'checkoutInfo.taxExemptGroupId': embassies,
  'checkoutInfo.customSettings.lockGiftCard': true,
  'checkoutInfo.customSettings.lockCouponCode': true,
  'checkoutInfo.customSettings.disabledPolicyAgreementCheckbox': true,
  'checkoutInfo.customSettings.disabledManualPayment': true,
  'checkoutInfo.customContentReference': { appId: newId(), componentId: newId() },
  'checkoutInfo.externalReference': { appId: newId(), resourceId: 'X-1' },
  delayCapture: true,
  'catalogItems[].catalogOverrideFields': { salePrice: '0.01' },
  customItems: [
    {
      name: { original: 'Anything' },
      quantityInfo: { requestedQuantity: 1 },
      pricing: { price: { amount: '0.01' } },
      attributes: { itemType: { preset: 'PHYSICAL' } },
    },
  ],
  'cart.settings.lockGiftCard': true,
  'cart.settings.lockCouponCode': true,
  'cart.settings.policyAgreementCheckboxDisabled': true,
  'cart.settings.manualPaymentDisabled': true,
  'cart.customerInfo.openAccess': true,
}

const base: { readonly [R in Route]?: () => object } = {
  'POST /back-in-stock-service/v1/back-in-stock-notification-requests': () => ({
    request: { email: `${newId()}@example.com`, catalogReference: mug.reference() },
    itemDetails: { name: 'Morning Mug', price: '26.00' },
  }),
  'PATCH /ecom/v1/carts/current': () => ({ lineItems: [mugs()] }),
  'POST /ecom/v1/carts/current/add-to-cart': () => ({ lineItems: [mugs()] }),
  'POST /ecom/v1/carts': () => ({ lineItems: [mugs()] }),
  'PATCH /ecom/v1/carts/{cartInfo.id}': () => ({ cartInfo: {}, lineItems: [mugs()] }),
  'POST /ecom/v1/carts/{id}/add-to-cart': () => ({ lineItems: [mugs()] }),
  'PATCH /ecom/v2/carts/current': () => ({ cart: {} }),
  'POST /ecom/v2/carts/current': () => ({ cart: {}, catalogItems: [mugs()] }),
  'POST /ecom/v2/carts/current/add-line-items': () => ({ catalogItems: [mugs()] }),
  'POST /ecom/v2/carts': () => ({ cart: {}, catalogItems: [mugs()] }),
  'PATCH /ecom/v2/carts/{cart.id}': () => ({ cart: {} }),
  'POST /ecom/v2/carts/{cartId}/add-line-items': () => ({ catalogItems: [mugs()] }),
  'POST /ecom/v2/carts/{cartId}/place-order': () => ({}),
  'POST /ecom/v1/calculate-totals': () => ({ lineItems: [{ id: 'mug', quantity: 1, price: '26.00' }] }),
  'POST /ecom/v1/checkouts': () => ({ channelType: 'WEB', lineItems: [mugs()], checkoutInfo: delivered() }),
  'PATCH /ecom/v1/checkouts/{checkout.id}': () => ({ checkout: {}, lineItems: [mugs()] }),
  'POST /ecom/v1/checkouts/{id}/add-to-checkout': () => ({ lineItems: [mugs()] }),
  'POST /ecom/v1/checkouts/{id}/create-order': () => ({}),
}

type Json = Record<string, unknown>
function withValue(input: Json, [step, ...rest]: readonly string[], value: unknown): Json {
  const name = step!.replace('[]', '')
  const inner = input[name]
  if (rest.length === 0) return { ...input, [name]: value }
  if (step!.endsWith('[]')) return { ...input, [name]: (inner as Json[]).map((one) => withValue(one, rest, value)) }
  return { ...input, [name]: withValue((inner ?? {}) as Json, rest, value) }
}

/** A cart by its id that is ready to be ordered. */
async function newCart(token: string): Promise<string> {
  const cart = {
    deliveryInfo: { address: berlin.address },
    customerInfo: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
  }
  const { json } = await call(token, 'POST /ecom/v2/carts', { cart, catalogItems: [mugs()], deliveryMethod: { code: 'standard' } })
  return json.cart.id
}

/** The operation as somebody may call it, on a checkout or a cart of their own. */
async function ask(line: Route, path: string, value: unknown, token: string): Promise<RawAnswer> {
  const { id } = line.includes('/checkouts/{') ? await newCheckout(token) : { id: line.includes('/carts/{') ? await newCart(token) : '' }
  if (line === 'POST /ecom/v2/carts/current') await call(token, 'DELETE /ecom/v2/carts/current')
  if (line === 'PATCH /ecom/v2/carts/current') await call(token, 'POST /ecom/v1/carts/current/add-to-cart', { lineItems: [mugs()] })
  const body = withValue(base[line]!() as Json, path.split('.'), value)
  return call(token, line.replace(/\{[^}]+\}/, id), body)
}

const rows = Object.entries(shopFields).flatMap(([line, fields]) =>
  Object.entries(fields).map(([path, rule]): readonly [Route, string, FromBuyer] => [line as Route, path, rule]),
)
const those = (rule: FromBuyer) => rows.filter((row) => row[2] === rule)
/** The stored state; carts that only exist to be changed are left out. */
const written = async (line: Route) =>
  shop.platform.database.query(sql`
    select id, revision from cart where site = ${shop.site} and revision > ${line.includes('/carts/{') ? 1 : 0} union all select id, revision from orders where site = ${shop.site} order by id`)

describe('what only the shop writes', () => {
  for (const [line, path] of those('REFUSED'))
    test(`403 PERMISSION_DENIED to buyers and other keys, and nothing changes; 200 to the shop: ${path} of ${line}`, async () => {
      const { token } = await newVisitor(shop)
      const before = await written(line)
      for (const outsider of [token, (await keyOf('orders.read', 'settings.write')).token])
        assert.equal(refusalOf(await ask(line, path, examples[path], outsider)), 'PERMISSION_DENIED')
      assert.deepEqual(await written(line), before)
      for (const nothing of [null, ...(typeof examples[path] === 'boolean' ? [false] : [])])
        if (!Array.isArray(examples[path])) assert.equal((await ask(line, path, nothing, token)).status, 200)
      const answer = await ask(line, path, examples[path], (await keyOf('orders.write')).token)
      assert.equal(answer.status, 200, answer.text)
    })

  for (const [line, path] of those('UNCHANGED'))
    test(`may come back as it stands; another value, null and a field mask are 403 PERMISSION_DENIED: ${path} of ${line}`, async () => {
      const { id, token, checkout } = await handedOver({ taxExemptGroupId: embassies })
      const patch = (body: object) => call(token, `PATCH /ecom/v1/checkouts/${id}`, body)
      assert.equal(checkout.taxExemptGroupId, embassies)
      assert.equal((await patch({ checkout: { taxExemptGroupId: checkout.taxExemptGroupId, buyerNote: 'Ring twice' } })).status, 200)
      const others: readonly object[] = [
        { checkout: { taxExemptGroupId: newId() } },
        { checkout: { taxExemptGroupId: null } },
        { checkout: {}, fieldMask: 'taxExemptGroupId' },
      ]
      for (const body of others) assert.equal(refusalOf(await patch(body)), 'PERMISSION_DENIED', JSON.stringify(body))
      const after = await call(token, `GET /ecom/v1/checkouts/${id}`)
      assert.deepEqual([after.json.checkout.taxExemptGroupId, after.json.checkout.buyerNote], [embassies, 'Ring twice'])
      assert.equal((await call(shop.apiKey, `PATCH /ecom/v1/checkouts/${id}`, { checkout: { taxExemptGroupId: null } })).status, 200)
    })

  for (const [line, path] of those('LISTED'))
    test(`200 for an address on the list of the buyer’s app, 400 REDIRECT_URI_NOT_ALLOWED for others: ${path} of ${line}`, async () => {
      const { token } = await newVisitor(shop)
      for (const url of [listed, `${shop.url}/checkout/by-hand`]) assert.equal((await ask(line, path, url, token)).status, 200, url)
      for (const url of [
        foreign,
        'https://shop.example.evil.example/pay',
        'https://shop.example@evil.example/pay',
        '//evil.example/pay',
        'javascript:alert(1)',
        'pay here',
      ])
        for (const outsider of [token, (await keyOf('orders.read')).token])
          assert.equal(refusalOf(await ask(line, path, url, outsider), line), 'REDIRECT_URI_NOT_ALLOWED', url)
      assert.equal((await ask(line, path, foreign, shop.apiKey)).status, 200, 'the shop sends its buyers where it likes')
      assert.equal(refusalOf(await ask(line, path, 'javascript:alert(1)', shop.apiKey), line), 'REDIRECT_URI_NOT_ALLOWED')
    })

  test('a cart may be sent back with the address that the shop’s app put on it', async () => {
    const { token } = await newVisitor(shop)
    const set = await call(token, 'PATCH /ecom/v1/carts/current', { lineItems: [mugs()], cartInfo: { overrideCheckoutUrl: listed } })
    assert.equal(set.json.cart.overrideCheckoutUrl, listed)
    const back = await call(token, 'PATCH /ecom/v1/carts/current', { cartInfo: { overrideCheckoutUrl: listed, buyerNote: 'Ring twice' } })
    assert.deepEqual([back.json.cart.overrideCheckoutUrl, back.json.cart.buyerNote], [listed, 'Ring twice'])
    const { json } = await call(token, 'POST /ecom/v1/carts/current/create-checkout', { email: 'ada@example.com' })
    const url = async () => (await call(token, `GET /ecom/v1/checkouts/${json.checkoutId}/checkout-url`)).json.checkoutUrl
    assert.equal(await url(), listed)
    assert.equal((await call(token, `POST /ecom/v1/checkouts/${json.checkoutId}/remove-override-checkout-url`, {})).status, 200)
    assert.ok((await url()).startsWith(`${shop.url}/checkout/`))
  })
})

describe('emails of the shop', () => {
  /** Somebody whose bank refuses when nobody looks any more; the email about it. */
  async function failsLate(token: string, id: string, to: string): Promise<string> {
    const placed = await place(token, id, { paymentToken: await card(newBuyer(shop), '4000000000003220') })
    assert.equal(placed.status, 200, placed.text)
    const { orderId, actionUrl } = placed.json
    shop.clock.advance(3 * 60_000)
    const authentication = `POST /vitrine/v1/sandbox/authentications/${actionUrl.split('/').at(-1)}`
    const { json } = await call(token, authentication, { answer: 'REFUSE' })
    await call(token, `POST /vitrine/v1/orders/${orderId}/confirm-payment`, { resultToken: json.resultToken })
    const [email] = await emailsTo(shop, to)
    assert.match(email!.subject, /did not go through/)
    return `${email!.text}\n${email!.html}`
  }

  test(
    attack({
      area: 'Input, files, HTTP',
      tries: 'a visitor puts overrideCheckoutUrl on a checkout or cart, so that the shop emails it to somebody',
      answer: '400 REDIRECT_URI_NOT_ALLOWED, and the email leads to the shop',
    }),
    async () => {
      const { token } = await newVisitor(shop)
      const to = 'victim@example.com'
      const made = { channelType: 'WEB', lineItems: [mugs()], checkoutInfo: delivered(to) }
      const refused = [
        await call(token, 'POST /ecom/v1/checkouts', { ...made, overrideCheckoutUrl: foreign }),
        await call(token, 'PATCH /ecom/v1/carts/current', { lineItems: [mugs()], cartInfo: { overrideCheckoutUrl: foreign } }),
      ]
      const { id } = await newCheckout(token, {}, delivered(to))
      refused.push(await call(token, `PATCH /ecom/v1/checkouts/${id}`, { checkout: {}, overrideCheckoutUrl: foreign }))
      for (const answer of refused) assert.equal(refusalOf(answer), 'REDIRECT_URI_NOT_ALLOWED')
      const email = await failsLate(token, id, to)
      assert.doesNotMatch(email, /evil\.example/)
      assert.ok(email.includes(`${shop.url}/checkout/${id}`))
    },
  )

  test(
    attack({
      area: 'Input, files, HTTP',
      tries: 'an address that a visitor put on a cart or checkout before addresses were checked is still stored',
      answer: 'emails, checkout-url and redirect sessions lead to the shop',
    }),
    async () => {
      const { token } = await newVisitor(shop)
      const { database } = shop.platform
      const to = 'earlier@example.com'
      const { id } = await newCheckout(token, {}, delivered(to))
      await database.query(sql`
        update checkout set document = document || ${JSON.stringify({ overrideCheckoutUrl: foreign })}::jsonb where site = ${shop.site} and id = ${id}`)
      const { json } = await call(token, `GET /ecom/v1/checkouts/${id}/checkout-url`)
      assert.ok(json.checkoutUrl.startsWith(`${shop.url}/checkout/${id}`), json.checkoutUrl)
      const session = await call(token, 'POST /_api/redirects-api/v1/redirect-session', { ecomCheckout: { checkoutId: id } })
      assert.ok(session.json.redirectSession.fullUrl.startsWith(`${shop.url}/checkout/${id}`), session.text)
      assert.doesNotMatch(await failsLate(token, id, to), /evil\.example/)

      await call(token, 'POST /ecom/v1/carts/current/add-to-cart', { lineItems: [mugs()] })
      const cart = await call(token, 'GET /ecom/v1/carts/current')
      await database.query(sql`
        update cart set document = document || ${JSON.stringify({ overrideCheckoutUrl: foreign })}::jsonb where site = ${shop.site} and id = ${cart.json.cart.id}`)
      const made = await call(token, 'POST /ecom/v1/carts/current/create-checkout', { email: to })
      const url = await call(token, `GET /ecom/v1/checkouts/${made.json.checkoutId}/checkout-url`)
      assert.ok(url.json.checkoutUrl.startsWith(`${shop.url}/checkout/`), url.text)
    },
  )

  test('carry the page of an app that the shop has registered', async () => {
    const { token } = await newVisitor(shop)
    const to = 'headless@example.com'
    const { id } = await newCheckout(token, { overrideCheckoutUrl: `${listed}?cart=1` }, delivered(to))
    assert.ok((await failsLate(token, id, to)).includes(`${listed}?cart=1`))
  })
})

describe('what a buyer would rather settle', () => {
  test(
    attack({
      area: 'Money',
      tries: 'a buyer names the group of buyers who pay no tax, in a new checkout and in one that is there',
      answer: '403 PERMISSION_DENIED, and the tax is due',
    }),
    async () => {
      const { token } = await newVisitor(shop)
      const exempt = { ...delivered(), taxExemptGroupId: embassies }
      const made = await call(token, 'POST /ecom/v1/checkouts', { channelType: 'WEB', lineItems: [mugs()], checkoutInfo: exempt })
      assert.equal(refusalOf(made), 'PERMISSION_DENIED')
      const { id, priceSummary } = await newCheckout(token)
      const patched = await call(token, `PATCH /ecom/v1/checkouts/${id}`, { checkout: { taxExemptGroupId: embassies } })
      assert.equal(refusalOf(patched), 'PERMISSION_DENIED')
      const { json } = await call(token, `GET /ecom/v1/checkouts/${id}`)
      assert.deepEqual([json.checkout.priceSummary.tax.amount, json.checkout.taxExemptGroupId], [priceSummary.tax.amount, undefined])
      assert.notEqual(priceSummary.tax.amount, '0.00')
    },
  )

  test(
    attack({
      area: 'Money',
      tries: 'a buyer says whose address decides the tax of a line',
      answer: '403 PERMISSION_DENIED',
    }),
    async () => {
      const { token } = await newVisitor(shop)
      const lineItems = [{ ...mugs(), taxableAddress: { addressType: 'BILLING' } }]
      for (const [line, body] of [
        ['POST /ecom/v1/checkouts', { channelType: 'WEB', lineItems, checkoutInfo: delivered() }],
        ['POST /ecom/v1/carts/current/add-to-cart', { lineItems }],
      ] as const)
        assert.equal(refusalOf(await call(token, line, body)), 'PERMISSION_DENIED')
    },
  )

  test(
    attack({
      area: 'Operations and defaults',
      tries: 'a buyer takes the agreement that the shop demands out of their checkout',
      answer: '403 PERMISSION_DENIED, and 409 POLICY_AGREEMENT_REQUIRED without it',
    }),
    async () => {
      const admin = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
      await admin.shopSettings.updateCheckoutSettings({
        checkoutSettings: {
          checkoutPolicies: { termsAndConditions: { visible: true, content: 'Be kind.' } },
          checkoutFields: { policyAgreementCheckbox: { visible: true } },
        },
      })
      const { token } = await newVisitor(shop)
      const checkoutInfo = { ...delivered(), customSettings: { disabledPolicyAgreementCheckbox: true } }
      const made = await call(token, 'POST /ecom/v1/checkouts', { channelType: 'WEB', lineItems: [mugs()], checkoutInfo })
      assert.equal(refusalOf(made), 'PERMISSION_DENIED')
      const { id } = await newCheckout(token)
      assert.equal(refusalOf(await place(token, id)), 'POLICY_AGREEMENT_REQUIRED')
      const key = await keyOf('orders.read')
      const own = await newCheckout(key.token)
      assert.equal(refusalOf(await place(key.token, own.id)), 'POLICY_AGREEMENT_REQUIRED', 'a key without orders.write is a buyer')
      await shop.platform.database.query(sql`delete from site_setting where site = ${shop.site} and section = 'checkout'`)
    },
  )

  test(
    attack({
      area: 'Operations and defaults',
      tries:
        'a buyer locks codes, switches payment by hand off and names references of apps in their checkout, and has the money only held',
      answer: '403 PERMISSION_DENIED',
    }),
    async () => {
      const { token } = await newVisitor(shop)
      for (const info of [
        { customSettings: { lockCouponCode: true, lockGiftCard: true } },
        { customSettings: { disabledManualPayment: true } },
        { externalReference: { appId: newId(), resourceId: 'X-1' } },
        { customContentReference: { appId: newId(), componentId: newId() } },
      ]) {
        const body = { channelType: 'WEB', lineItems: [mugs()], checkoutInfo: { ...delivered(), ...info } }
        assert.equal(refusalOf(await call(token, 'POST /ecom/v1/checkouts', body)), 'PERMISSION_DENIED')
      }
      const { id } = await newCheckout(token)
      assert.equal(refusalOf(await call(token, `POST /ecom/v1/checkouts/${id}/create-order`, { delayCapture: true })), 'PERMISSION_DENIED')
    },
  )
})
