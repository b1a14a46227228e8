// Services that look at an order before it is made, made with the published client's own plug-in.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { apiKey, createClient, inMemory, visitor } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { validations } from '@wix/ecom/service-plugins'
import { AppStrategy, createClient as published } from '@wix/sdk'
import { type Buyer, berlin, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { httpService } from '../src/http-service.ts'
import { startTestPlatform, type TestPlatform, testClock } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { codeOf, refusedWith } from '../src/refused.ts'

/** Another service in each test: what is remembered of one is not of the next. */
let id = ''
const nobody = '33333333-3333-4333-8333-333333333333'

let shop: TestPlatform
let mug: TestProduct
let admin: ReturnType<typeof newAdmin>
let service: Awaited<ReturnType<typeof httpService>>
let asked = 0
/** What the service does next; each test says. */
let answer: (path: string, body: string) => Promise<Response> | Response

const newAdmin = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })

before(async () => {
  // The published library compares what it is sent with a clock of its own.
  shop = await startTestPlatform({ clock: testClock(new Date().toISOString()) })
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 500 }, shop.clock.now())
  admin = newAdmin()
  service = await httpService((path, body) => {
    asked += 1
    return answer(path, body)
  })
})
after(async () => {
  await service.close()
  await shop[Symbol.asyncDispose]()
})
beforeEach(() => {
  asked = 0
  answer = () => Response.json({ violations: [] })
})
afterEach(() => writeSettings(shop.platform.database, shop.site, 'plugins', { plugins: [] }, shop.clock.now()))

type Plugin = Parameters<(typeof admin)['servicePlugins']['createServicePlugin']>[0]['servicePlugin']
const plug = async (more: Partial<Plugin> = {}) => {
  id = crypto.randomUUID()
  const servicePlugin: Plugin = { type: 'VALIDATIONS', id, name: 'Inspector', baseUrl: service.url, ...more }
  return (await admin.servicePlugins.createServicePlugin({ servicePlugin })).servicePlugin
}

const other = { other: { name: 'OTHER_DEFAULT' as const } }
const says = (...violations: object[]) => {
  answer = () => Response.json({ violations })
}

/** Nothing of one test is remembered in the next: another quantity each time. */
let quantity = 1
async function atCheckout(): Promise<{ buyer: Buyer; checkoutId: string }> {
  const buyer = newBuyer(shop)
  quantity += 1
  return { buyer, checkoutId: await toCheckout(buyer, [{ product: mug, quantity }]) }
}
const readyCart = (buyer: Buyer) =>
  buyer.cartsV2.createCart({
    catalogItems: [{ catalogReference: mug.reference(), quantity: 2 }],
    cart: {
      deliveryInfo: { address: berlin.address },
      customerInfo: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
    },
    deliveryMethod: { code: 'standard' },
  })
const place = async (buyer: Buyer, checkoutId: string) =>
  buyer.payments.placeOrder({ id: checkoutId, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })

describe('a service for validations', () => {
  test('is asked with goods, totals, buyer and addresses; what it warns of stands with cart and checkout, and the order is made', async () => {
    const { publicKey } = await plug()
    const made = published({ auth: AppStrategy({ appId: id, publicKey }), modules: { validations } })
    const seen: {
      source?: string | undefined
      email?: string | null | undefined
      total?: string | undefined
      city?: string | null | undefined
      names: unknown[]
    }[] = []
    made.validations.provideHandlers({
      async getValidationViolations({ request }) {
        const { validationInfo: info, sourceInfo } = request
        seen.push({
          source: sourceInfo?.source,
          email: info?.buyerDetails?.email,
          total: info?.priceSummary?.total?.amount,
          city: info?.shippingAddress?.address?.city,
          names: (info?.lineItems ?? []).map((line) => [line.productName?.original, line.catalogReference?.catalogItemId, line.quantity]),
        })
        return { violations: [{ severity: 'WARNING' as never, target: other as never, description: 'Heavy for one person' }] }
      },
    })
    answer = (path, body) => made.servicePlugins.processRequest(new Request(`http://service.example${path}`, { method: 'POST', body }))
    const { buyer, checkoutId } = await atCheckout()
    const warning = [{ severity: 'WARNING', target: other, description: 'Heavy for one person' }]
    const { checkout } = await buyer.checkout.getCheckout({ id: checkoutId })
    assert.deepEqual(checkout.violations, warning)
    const last = seen.at(-1)!
    assert.deepEqual(
      [last.source, last.email, last.total, last.city, last.names],
      ['CHECKOUT', checkout.buyerInfo?.email, checkout.priceSummary?.total?.amount, 'Berlin', [['Morning Mug', mug.id, quantity]]],
    )
    const estimate = await buyer.currentCart.estimateCurrentCartTotals({})
    assert.deepEqual(estimate.violations, warning)
    assert.equal(seen.at(-1)?.source, 'CART')
    const { summary } = await buyer.currentCartV2.calculateCurrentCart({})
    assert.deepEqual(
      summary.violations
        .filter(({ code }) => code === 'CUSTOM_VALIDATION')
        .map(({ code, severity, scope, description }) => [code, severity, scope, description]),
      [['CUSTOM_VALIDATION', 'WARNING', 'GLOBAL', 'Heavy for one person']],
    )
    assert.equal((await place(buyer, checkoutId)).status, 'APPROVED')
  })

  test('409 VIOLATIONS_WITH_ERROR_SEVERITY by every way to an order; nothing is made, no stock taken, and it goes once it is well', async () => {
    await plug()
    const { buyer, checkoutId } = await atCheckout()
    const { checkout } = await buyer.checkout.getCheckout({ id: checkoutId })
    const [line] = checkout.lineItems
    // The answer for the checkout as it was holds no longer than ten seconds: it is another checkout now.
    await buyer.checkout.updateCheckout({ checkout: { id: checkoutId, buyerInfo: { email: 'errors@example.com' } } })
    says(
      { severity: 'ERROR', target: { lineItem: { id: line!.id } }, description: 'Not to this country' },
      { severity: 'WARNING', target: other, description: 'Only a warning' },
    )
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id, name: 'Inspectors' } })
    const refused = await refusedWith(place(buyer, checkoutId))
    assert.deepEqual(
      [refused?.status, refused?.code, refused?.data],
      [
        409,
        'VIOLATIONS_WITH_ERROR_SEVERITY',
        { violations: [{ severity: 'ERROR', description: 'Not to this country', lineItemId: line!.id }] },
      ],
    )
    assert.equal(await codeOf(buyer.checkout.createOrder({ id: checkoutId })), 'VIOLATIONS_WITH_ERROR_SEVERITY')
    const { cart } = await readyCart(buyer)
    assert.equal(await codeOf(buyer.cartsV2.placeOrder({ cartId: cart.id })), 'VIOLATIONS_WITH_ERROR_SEVERITY')
    assert.equal((await buyer.checkout.getCheckout({ id: checkoutId })).checkout.completed, false)
    says({ severity: 'ERROR', target: { lineItem: { id: nobody } }, description: 'About a line that is not there' })
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id, name: 'Inspector' } })
    const { checkout: after } = await buyer.checkout.getCheckout({ id: checkoutId })
    assert.deepEqual(after.violations[0]?.target, other)
    says()
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id, name: 'Inspection' } })
    assert.equal((await place(buyer, checkoutId)).status, 'APPROVED')
  })

  test('409 FAILED_TO_RETRIEVE_VALIDATIONS_VIOLATIONS while it is silent or says what cannot be read; not where the merchant goes without', async () => {
    await plug({ timeoutMs: 100 })
    for (const silent of [
      () => new Response(null, { status: 500 }),
      () => new Promise<Response>(() => {}),
      () => new Response('<html>'),
      () => Response.json({ violations: [{ severity: 'FATAL', description: 'No such severity' }] }),
    ]) {
      answer = silent
      const { buyer, checkoutId } = await atCheckout()
      const { checkout } = await buyer.checkout.getCheckout({ id: checkoutId })
      assert.deepEqual(
        checkout.violations.map(({ severity }) => severity),
        ['ERROR'],
      )
      assert.equal(await codeOf(place(buyer, checkoutId)), 'FAILED_TO_RETRIEVE_VALIDATIONS_VIOLATIONS')
    }
    answer = () => new Response(null, { status: 500 })
    const { buyer, checkoutId } = await atCheckout()
    assert.equal(await codeOf(buyer.checkout.createOrder({ id: checkoutId })), 'FAILED_TO_RETRIEVE_VALIDATIONS_VIOLATIONS')
    const { cart } = await readyCart(buyer)
    assert.equal(await codeOf(buyer.cartsV2.placeOrder({ cartId: cart.id })), 'FAILED_TO_RETRIEVE_VALIDATIONS_VIOLATIONS')
    const { servicePlugin } = await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id, answerRequired: false } })
    assert.equal(servicePlugin.answerRequired, false)
    const { checkout } = await buyer.checkout.getCheckout({ id: checkoutId })
    assert.deepEqual(
      checkout.violations.map(({ severity, description }) => [severity, description]),
      [['WARNING', 'Inspector answered 500. (PLUGIN_FAILED)']],
    )
    assert.equal((await place(buyer, checkoutId)).status, 'APPROVED')
  })

  test('after five silences in a row nobody waits for it for half a minute: CIRCUIT_OPEN', async () => {
    await plug({ answerRequired: false })
    answer = () => new Response(null, { status: 503 })
    const reasons = new Set<string>()
    for (let n = 0; n < 8; n++) {
      const { buyer, checkoutId } = await atCheckout()
      const { checkout } = await buyer.checkout.getCheckout({ id: checkoutId })
      for (const { description = '' } of checkout.violations) reasons.add(/\((\w+)\)/.exec(description)?.[1] ?? '')
    }
    assert.deepEqual([...reasons], ['PLUGIN_FAILED', 'CIRCUIT_OPEN'])
    assert.equal(asked, 5)
  })

  test('200 a new cart and a new checkout, whose lines get their ids in the same write, are asked about once', async () => {
    await plug()
    says({ severity: 'WARNING', target: other, description: 'Fragile' })
    quantity += 1
    const buyer = newBuyer(shop)
    const lineItems = [{ quantity, catalogReference: mug.reference() }]
    const { checkout } = await buyer.checkout.createCheckout({ channelType: 'WEB', lineItems })
    assert.deepEqual(
      checkout.violations.map(({ description }) => description),
      ['Fragile'],
    )
    assert.equal(asked, 1)
  })

  test('one that is switched off is not asked, and the settings of the shop name those that are', async () => {
    const names = async () =>
      (await admin.shopSettings.getEcommerceSettings({ fields: ['VALIDATIONS_SERVICE_PLUGIN'] })).ecommerceSettings.validationsServicePlugin
    await plug()
    assert.deepEqual(await names(), { activeProviders: [{ appId: id }] })
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id, active: false } })
    assert.deepEqual(await names(), { activeProviders: [] })
    const { buyer, checkoutId } = await atCheckout()
    assert.equal((await place(buyer, checkoutId)).status, 'APPROVED')
    assert.equal(asked, 0)
  })
})

describe('trying a service', () => {
  test('200 says how it answered, also while it is switched off, and why it did not', async () => {
    await plug({ active: false, timeoutMs: 200 })
    const ask = async () => (await admin.servicePlugins.testServicePlugin({ id })).result
    says({ severity: 'WARNING', target: other, description: 'A sample' })
    const { milliseconds, ...well } = await ask()
    assert.ok(milliseconds >= 0 && milliseconds < 5000)
    assert.equal(well.answered, true)
    assert.deepEqual(JSON.parse(well.answer!), { violations: [{ severity: 'WARNING', target: other, description: 'A sample' }] })
    answer = () => new Promise(() => {})
    assert.deepEqual((await ask()).error, { code: 'TIMEOUT', description: 'Inspector did not answer in time.' })
    answer = () => Response.json({ applicationError: { code: 'CLOSED_TODAY' } }, { status: 400 })
    assert.deepEqual((await ask()).error, { code: 'CLOSED_TODAY', description: 'Inspector says no: CLOSED_TODAY.' })
  })

  test('404 SERVICE_PLUGIN_NOT_FOUND, and shoppers may not', async () => {
    assert.equal(await codeOf(admin.servicePlugins.testServicePlugin({ id: nobody })), 'SERVICE_PLUGIN_NOT_FOUND')
    await plug()
    const shopper = createClient({ baseUrl: shop.url, auth: visitor({ clientId: shop.clientId, tokens: inMemory() }), modules: backOffice })
    assert.equal(await codeOf(shopper.servicePlugins.testServicePlugin({ id })), 'PERMISSION_DENIED')
    assert.equal(asked, 0)
  })
})
