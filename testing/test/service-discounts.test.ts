// Services that take something off, made with the published client's own plug-in.
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { discounts as plugIn } from '@wix/ecom/service-plugins'
import { AppStrategy, createClient as published } from '@wix/sdk'
import { type Buyer, berlin, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { httpService } from '../src/http-service.ts'
import { startTestPlatform, type TestPlatform, testClock } from '../src/platform.ts'
import { addProduct, storesAppId, type TestProduct } from '../src/products.ts'
import { codeOf, statusAndCode } from '../src/refused.ts'

let shop: TestPlatform
let mug: TestProduct
let admin: ReturnType<typeof newAdmin>
let service: Awaited<ReturnType<typeof httpService>>
/** Another service in each test: what is remembered of one is not of the next. */
let id = ''
let asked = 0
let answer: (path: string, body: string) => Promise<Response> | Response

const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
const newAdmin = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })

before(async () => {
  // The published library compares what it is sent with a clock of its own.
  shop = await startTestPlatform({ clock: testClock(new Date().toISOString()) })
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2000, stock: 500 }, shop.clock.now())
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
  shop.faults.length = 0
  says()
})
afterEach(() => writeSettings(shop.platform.database, shop.site, 'plugins', { plugins: [] }, shop.clock.now()))

type Plugin = Parameters<(typeof admin)['servicePlugins']['createServicePlugin']>[0]['servicePlugin']
const plug = async (more: Partial<Plugin> = {}) => {
  id = crypto.randomUUID()
  const servicePlugin: Plugin = { type: 'DISCOUNTS', id, name: 'Points', baseUrl: service.url, ...more }
  return (await admin.servicePlugins.createServicePlugin({ servicePlugin })).servicePlugin
}
/** Its answers hold for ten seconds, its silence for five, and no longer than its settings are the same. */
const changed = () => admin.servicePlugins.updateServicePlugin({ servicePlugin: { id, name: `Points ${crypto.randomUUID().slice(0, 8)}` } })

const tenth = {
  externalId: 'tenth',
  name: { original: 'A tenth' },
  globalDiscounts: { rate: { percentageValue: '10' } },
  source: 'AUTOMATIC',
}
const voucher = (code: string) => ({
  externalId: code,
  name: { original: 'Voucher' },
  globalDiscounts: { rate: { fixedAmountValue: '5' } },
  source: 'COUPON',
  couponOptions: { code },
})
const says = (...discounts: object[]) => {
  answer = () => Response.json({ discounts })
}
const requestIn = (body: string) =>
  (JSON.parse(Buffer.from(body.split('.')[1]!, 'base64url').toString()) as { data: { request: { couponCodes: string[] } } }).data.request
/** A service with coupons: those that it does not know are refused, and so are all others by their names. */
const knows = (good: string, refusals: Readonly<Record<string, readonly [number, string]>> = {}) => {
  answer = (_, body) => {
    const [code] = requestIn(body).couponCodes
    const [status, refusal] = refusals[code ?? ''] ?? [404, 'ERROR_COUPON_DOES_NOT_EXIST']
    if (code !== undefined && code !== good) return Response.json({ applicationError: { code: refusal } }, { status })
    return Response.json({ discounts: code === good ? [tenth, voucher(good)] : [tenth] })
  }
}

const lineItems = (quantity = 2) => [{ quantity, catalogReference: mug.reference() }]
const withCart = async (more: object = {}) => {
  const buyer = newBuyer(shop)
  const { cart } = await buyer.currentCart.addToCurrentCart({ lineItems: lineItems(), ...more })
  return { buyer, cart }
}
const place = async (buyer: Buyer, checkoutId: string) =>
  buyer.payments.placeOrder({ id: checkoutId, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
const amounts = (applied: readonly { coupon?: Named | undefined; discountRule?: Named | undefined; discountType?: string | undefined }[]) =>
  applied.map(({ coupon, discountRule, discountType }) => [
    coupon ? 'coupon' : 'rule',
    (coupon ?? discountRule)?.amount?.amount,
    discountType,
  ])
interface Named {
  readonly id: string
  readonly amount?: { readonly amount: string } | undefined
}

describe('a service for discounts', () => {
  test('is asked with lines, code and buyer; what it takes off stands on cart, checkout and order, and no use is counted here', async () => {
    const { publicKey } = await plug()
    const made = published({ auth: AppStrategy({ appId: id, publicKey }), modules: { plugIn } })
    const seen: {
      quantity?: number | null | undefined
      price?: string | undefined
      codes?: string[] | undefined
      email?: string | null | undefined
    }[] = []
    const flows = new Set<string | null | undefined>()
    made.plugIn.provideHandlers({
      async getEligibleDiscounts({ request }) {
        const [line] = request.lineItems ?? []
        seen.push({ quantity: line?.quantity, price: line?.price, codes: request.couponCodes, email: request.buyerEmail })
        flows.add(request.purchaseFlowId)
        assert.deepEqual(line?.catalogReference, { catalogItemId: mug.id, appId: storesAppId })
        return {
          discounts: [
            { ...tenth, source: 'AUTOMATIC' as never },
            { name: { original: 'Cheaper delivery' }, shippingDiscounts: { rate: { fixedAmountValue: '1' } } },
            { lineItemsDiscounts: { lineItems: [{ _id: line?._id ?? '', rate: { fixedAmountValue: '0.5' } }] } },
          ],
        }
      },
    })
    answer = (path, body) => made.servicePlugins.processRequest(new Request(`http://service.example${path}`, { method: 'POST', body }))
    const { buyer, cart } = await withCart()
    assert.deepEqual(seen, [{ quantity: 2, price: '20.00', codes: [], email: undefined }])
    assert.deepEqual(amounts(cart.appliedDiscounts), [
      ['rule', '4.00', 'GLOBAL'],
      ['rule', '0.50', 'SPECIFIC_ITEMS'],
    ])
    const { checkoutId } = await buyer.currentCart.createCheckoutFromCurrentCart({
      channelType: 'WEB',
      email: 'ada@example.com',
      shippingAddress: berlin.address,
    })
    const { checkout } = await buyer.checkout.updateCheckout({
      checkout: { id: checkoutId, shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } } },
    })
    assert.deepEqual(
      seen.map(({ email }) => email),
      [undefined, 'ada@example.com'],
    )
    assert.deepEqual([...flows], [undefined, cart.id], 'one purchase from the cart on; the first question is asked before there is one')
    assert.deepEqual(amounts(checkout.appliedDiscounts), [
      ['rule', '4.00', 'GLOBAL'],
      ['rule', '0.50', 'SPECIFIC_ITEMS'],
      ['rule', '1.00', 'SHIPPING'],
    ])
    const { orderId } = await place(buyer, checkoutId)
    const { order } = await newApp().orders.getOrder({ id: orderId })
    assert.equal(order.priceSummary?.discount?.amount, checkout.priceSummary?.discount?.amount)
    assert.equal(order.appliedDiscounts.length, 3)
    assert.deepEqual(await shop.platform.database.query(sql`select 1 from discount_rule_use where site = ${shop.site}`), [])
  })

  test('is not asked about the shop’s own coupons, and not once it is switched off', async () => {
    await plug()
    await admin.coupons.createCoupon({ specification: { name: 'Own', code: 'OWN', moneyOffAmount: 1 } })
    const codes: string[][] = []
    answer = (_, body) => {
      codes.push(requestIn(body).couponCodes)
      return Response.json({ discounts: [tenth] })
    }
    const { cart } = await withCart()
    assert.deepEqual(amounts(cart.appliedDiscounts), [['rule', '4.00', 'GLOBAL']])
    const buyer = newBuyer(shop)
    const own = await buyer.currentCart.updateCurrentCart({ lineItems: lineItems(3), couponCode: 'OWN' })
    assert.deepEqual(amounts(own.cart.appliedDiscounts), [
      ['rule', '6.00', 'GLOBAL'],
      ['coupon', undefined, 'GLOBAL'],
    ])
    assert.ok(codes.every((list) => list.length === 0))
    const before = asked
    await admin.servicePlugins.updateServicePlugin({ servicePlugin: { id, active: false } })
    assert.deepEqual((await withCart()).cart.appliedDiscounts, [])
    assert.equal(asked, before)
  })
})

describe('a coupon of a service', () => {
  test('200 is accepted by cart, second cart and checkout, and bought with', async () => {
    await plug()
    knows('BOOK')
    const { buyer } = await withCart()
    const { cart } = await buyer.currentCart.updateCurrentCart({ couponCode: 'BOOK' })
    assert.deepEqual(amounts(cart.appliedDiscounts), [
      ['rule', '4.00', 'GLOBAL'],
      ['coupon', undefined, 'GLOBAL'],
    ])
    const shown = await buyer.cartsV2.getCart({ cartId: cart.id! })
    const [shownCoupon] = shown.cart.coupons
    assert.equal(shownCoupon?.code, 'BOOK')
    await buyer.cartsV2.removeCoupon({ cartId: cart.id!, couponId: shownCoupon.id })
    const again = await buyer.cartsV2.addCoupon({ cartId: cart.id!, coupon: { code: 'BOOK' } })
    assert.deepEqual(again.cart.coupons, [shownCoupon])
    assert.equal(await codeOf(buyer.cartsV2.addCoupon({ cartId: cart.id!, coupon: { code: 'BOOK' } })), 'COUPON_ALREADY_EXISTS')

    const other = newBuyer(shop)
    const checkoutId = await toCheckout(other, [{ product: mug, quantity: 3 }])
    const { checkout } = await other.checkout.updateCheckout({ checkout: { id: checkoutId }, couponCode: 'BOOK' })
    assert.deepEqual(amounts(checkout.appliedDiscounts), [
      ['rule', '6.00', 'GLOBAL'],
      ['coupon', '5.00', 'GLOBAL'],
    ])
    const placed = await place(other, checkoutId)
    const { order } = await newApp().orders.getOrder({ id: placed.orderId })
    assert.deepEqual(
      order.appliedDiscounts.map(({ coupon }) => coupon?.code),
      [undefined, 'BOOK'],
    )
  })

  test('400 its own reasons are the refusals of the wire, and what needs no code is taken off all the same', async () => {
    await plug()
    const refusals = {
      OFF: [400, 'ERROR_COUPON_IS_DISABLED'],
      OLD: [400, 'ERROR_COUPON_HAS_EXPIRED'],
      SOON: [400, 'ERROR_COUPON_IS_NOT_ACTIVE_YET'],
      USED: [400, 'ERROR_COUPON_USAGE_EXCEEDED'],
      MINE: [400, 'ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED'],
      NONE: [400, 'ERROR_COUPON_DOES_NOT_EXIST'],
    } as const
    knows('BOOK', refusals)
    const { buyer, cart } = await withCart()
    for (const [couponCode, expected] of Object.entries(refusals))
      assert.deepEqual(await statusAndCode(buyer.currentCart.updateCurrentCart({ couponCode })), expected)
    assert.equal(await codeOf(buyer.cartsV2.addCoupon({ cartId: cart.id!, coupon: { code: 'OLD' } })), 'INVALID_COUPON_STATUS')
    assert.equal(await codeOf(buyer.cartsV2.addCoupon({ cartId: cart.id!, coupon: { code: 'NONE' } })), 'INVALID_COUPON_CODE')
    assert.equal(
      await codeOf(newBuyer(shop).checkout.createCheckout({ channelType: 'WEB', lineItems: lineItems(), couponCode: 'USED' })),
      'ERROR_COUPON_USAGE_EXCEEDED',
    )
    await buyer.currentCart.updateCurrentCart({ couponCode: 'BOOK' })
    knows('ANOTHER', { BOOK: refusals.USED })
    await changed()
    const { appliedDiscounts, calculationErrors } = await buyer.currentCart.estimateCurrentCartTotals({})
    assert.deepEqual(amounts(appliedDiscounts), [['rule', '4.00', 'GLOBAL']])
    assert.equal(calculationErrors?.couponCalculationError?.applicationError?.code, 'ERROR_COUPON_USAGE_EXCEEDED')
  })

  test('400 an order whose coupon is refused meanwhile is not made', async () => {
    await plug()
    knows('BOOK')
    const buyer = newBuyer(shop)
    const checkoutId = await toCheckout(buyer, [{ product: mug }])
    await buyer.checkout.updateCheckout({ checkout: { id: checkoutId }, couponCode: 'BOOK' })
    knows('ANOTHER', { BOOK: [428, 'ERROR_COUPON_HAS_EXPIRED'] })
    await changed()
    assert.equal(await codeOf(place(buyer, checkoutId)), 'ERROR_COUPON_HAS_EXPIRED')
  })
})

describe('while a service for discounts is silent', () => {
  const silences = [
    () => new Response(null, { status: 500 }),
    () => new Promise<Response>(() => {}),
    () => new Response('<html>'),
    () => Response.json({ discounts: [{ name: { original: 'Nothing' } }] }),
  ]

  test('200 it takes nothing off, and orders that were promised nothing are made', async () => {
    for (const silent of silences) {
      await plug({ timeoutMs: 100 })
      answer = silent
      const buyer = newBuyer(shop)
      const checkoutId = await toCheckout(buyer, [{ product: mug }])
      const { checkout } = await buyer.checkout.getCheckout({ id: checkoutId })
      assert.deepEqual(checkout.appliedDiscounts, [])
      assert.equal((await place(buyer, checkoutId)).status, 'APPROVED')
      await admin.servicePlugins.deleteServicePlugin({ id })
    }
  })

  test('409 CHECKOUT_CHANGED for an order that was promised more, until the buyer was told or the service is back', async () => {
    await plug()
    says(tenth)
    const buyer = newBuyer(shop)
    const checkoutId = await toCheckout(buyer, [{ product: mug }])
    const second = newBuyer(shop)
    const other = await toCheckout(second, [{ product: mug }])
    answer = silences[0]!
    await changed()
    assert.equal(await codeOf(place(buyer, checkoutId)), 'CHECKOUT_CHANGED')
    assert.equal(await codeOf(second.checkout.createOrder({ id: other })), 'CHECKOUT_CHANGED')
    const { checkout } = await buyer.checkout.updateCheckout({ checkout: { id: checkoutId, buyerInfo: { email: 'ada@example.com' } } })
    assert.deepEqual(checkout.appliedDiscounts, [])
    assert.equal((await place(buyer, checkoutId)).status, 'APPROVED')
    says(tenth)
    await changed()
    assert.equal((await place(second, other)).status, 'APPROVED')
  })

  test('400 ERROR_COUPON_DOES_NOT_EXIST for a code that only it could know', async () => {
    await plug({ timeoutMs: 100 })
    answer = silences[0]!
    const { buyer } = await withCart()
    assert.deepEqual(await statusAndCode(buyer.currentCart.updateCurrentCart({ couponCode: 'BOOK' })), [400, 'ERROR_COUPON_DOES_NOT_EXIST'])
  })

  test('after five silences in a row nobody waits for it for half a minute', async () => {
    await plug()
    answer = () => new Response(null, { status: 503 })
    for (let quantity = 10; quantity < 18; quantity++) await newBuyer(shop).currentCart.addToCurrentCart({ lineItems: lineItems(quantity) })
    assert.equal(asked, 5)
  })
})
