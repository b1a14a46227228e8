import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { apiKey, createClient as ownClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { cart, cartV2, currentCartV2, orders } from '@wix/ecom'
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { addProduct } from '../src/products.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'
import { codeOf } from '../src/published-error.ts'

const shop = await startPlatformForFile()
const mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 500 }, shop.clock.now())
const office = ownClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
await office.coupons.createCoupon({ specification: { name: 'A tenth off', code: 'SLOWSUNDAY', percentOffRate: 10 } })
const modules = { cart, cartV2, currentCartV2, orders }
const item = { catalogReference: mug.reference(), quantity: 2 }
const address = { country: 'DE', city: 'Leipzig', postalCode: '04109', addressLine1: 'Markt 1' }
let hosts: PublishedHosts
beforeEach(() => {
  hosts = publishedHosts(shop.url)
})
afterEach(() => hosts[Symbol.dispose]())

/** Functions that the client has but its types do not list. */
interface Unlisted {
  getCartByCheckoutId(id: string): Promise<{ readonly cart?: { readonly _id?: string | null } }>
  getUpsellOptions(id: string): Promise<Upsells>
  getUpsellOptionsForCurrentCart(): Promise<Upsells>
}
interface Upsells {
  readonly itemsUpsells?: readonly { readonly lineItemId: string; readonly upsells: readonly object[] }[]
}
const unlisted = (module: object) => module as Unlisted

const newBuyer = () => createClient({ modules, auth: OAuthStrategy({ clientId: shop.clientId }) })
const merchant = () => createClient({ modules, auth: ApiKeyStrategy({ apiKey: shop.apiKey, siteId: shop.site }) })
const newCard = async (amount = '20') =>
  (await office.giftCards.createGiftCard({ giftCard: { initialValue: { amount }, currency: 'EUR', source: 'MANUAL' } })).giftCard

/** The names of the functions of a module, without enumerations and events. */
const functionsOf = (module: object): string[] => Object.keys(module).filter((name) => /^(?!on[A-Z])[a-z]/.test(name))

/** Wraps a module and records which of its functions are called. */
function noting<M extends object>(module: M, called: Set<string>): M {
  return new Proxy(module, {
    get(target, name, receiver) {
      called.add(String(name))
      return Reflect.get(target, name, receiver) as unknown
    },
  })
}

test('the published client runs every function of carts by id', async () => {
  const called = new Set<string>()
  const buyer = noting(newBuyer().cart, called)
  const made = await buyer.createCart({ lineItems: [item], cartInfo: { buyerNote: 'Ring twice.' } })
  const id = made._id!
  assert.deepEqual([made.lineItems?.[0]?.quantity, made.buyerNote], [2, 'Ring twice.'])
  assert.equal((await buyer.getCart(id))._id, id)
  const { cart: added } = await buyer.addToCart(id, { lineItems: [{ ...item, quantity: 1 }] })
  const lineId = added!.lineItems![0]!._id!
  const { cart: fewer } = await buyer.updateLineItemsQuantity(id, [{ _id: lineId, quantity: 1 }])
  assert.deepEqual([added?.lineItems?.[0]?.quantity, fewer?.lineItems?.[0]?.quantity], [3, 1])
  const coupled = await buyer.updateCart(id, { couponCode: 'SLOWSUNDAY', cartInfo: { businessLocationId: crypto.randomUUID() } })
  assert.equal(coupled.appliedDiscounts?.[0]?.coupon?.code, 'SLOWSUNDAY')
  assert.ok(coupled.businessLocationId)
  assert.equal((await buyer.removeBusinessLocation(id)).cart?.businessLocationId, undefined)
  assert.deepEqual((await buyer.removeCoupon(id)).cart?.appliedDiscounts, [])
  const { priceSummary } = await buyer.estimateTotals(id, {
    shippingAddress: address,
    selectedShippingOption: { code: 'standard' },
  })
  assert.equal(priceSummary?.total?.amount, '30.90')
  const { checkoutId } = await buyer.createCheckout(id, { channelType: 'WEB' })
  assert.equal((await unlisted(buyer).getCartByCheckoutId(checkoutId!)).cart?._id, id)
  assert.deepEqual((await buyer.removeLineItems(id, [lineId])).cart?.lineItems, [])
  await buyer.deleteCart(id)
  assert.equal(await codeOf(buyer.getCart(id)), 'CART_NOT_FOUND')
  assert.deepEqual(functionsOf(cart).sort(), [...called].sort())
})

test('the published client runs the functions of carts by id in their second version, including the order', async () => {
  const called = new Set<string>()
  const client = newBuyer()
  const buyer = noting(client.cartV2, called)
  const made = await buyer.createCart({ catalogItems: [item], cart: { note: 'Ring twice.', source: { channelType: 'POS' } } })
  const id = made._id!
  const line = made.lineItems![0]!
  assert.deepEqual(
    [made.currentCart, made.subtotal?.amount, made.note, made.source?.channelType, made.orderPlaced],
    [false, '52.00', 'Ring twice.', 'POS', false],
  )
  assert.equal((await buyer.getCart(id))._id, id)
  assert.equal((await buyer.refreshCart(id)).cart?.revision, made.revision)
  await buyer.addLineItems(id, { catalogItems: [{ ...item, quantity: 1 }] })
  const { cart: changed } = await buyer.updateLineItems(id, { lineItems: [{ lineItemId: line._id!, quantity: { newQuantity: 2 } }] })
  assert.equal(changed?.lineItems?.[0]?.quantityInfo?.requestedQuantity, 2)
  const { cart: coupled } = await buyer.addCoupon(id, { code: 'SLOWSUNDAY' })
  assert.deepEqual((await buyer.removeCoupon(id, coupled!.coupons![0]!._id!)).cart?.coupons, [])
  const card = await newCard('20')
  const { cart: carded } = await buyer.addGiftCard(id, { code: card.code })
  const [shown] = carded!.paymentInfo!.giftCards!
  assert.deepEqual([shown?._id, shown?.obfuscatedCode], [card.id, `****-****-****-${card.codeSuffix}`])
  const billing = { billingAddress: address, billingContact: { firstName: 'Ada', lastName: 'Lovelace' } }
  const sent = await buyer.updateCart(id, {
    customerInfo: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
    deliveryInfo: { address },
    paymentInfo: billing,
  })
  assert.equal(sent.paymentInfo?.billingAddress?.city, 'Leipzig')
  const { cart: delivered } = await buyer.setDeliveryMethod(id, { code: 'standard' })
  assert.equal(delivered?.deliveryInfo?.method?.code, 'standard')
  const { cart: answered } = await buyer.updateFormSubmissions(id, { formSubmissions: [{ _id: 'engraving', formSubmissionId: 'sent-1' }] })
  assert.equal(answered?._id, id)
  assert.deepEqual((await unlisted(buyer).getUpsellOptions(id)).itemsUpsells, [{ lineItemId: line._id!, upsells: [] }])
  const { summary } = await buyer.calculateCart(id)
  const { priceSummary, paymentSummary, violations, priceVerificationToken } = summary!
  assert.deepEqual([violations, priceSummary?.total?.amount, paymentSummary?.giftCards?.[0]?.redeemAmount?.amount], [[], '56.90', '20.00'])
  assert.deepEqual([paymentSummary?.totalAfterGiftCards?.amount, paymentSummary?.requiresPaymentAfterGiftCard], ['36.90', true])
  const { summary: bare } = await buyer.estimateCart(id, { calculateGiftCards: true })
  assert.equal(bare?.paymentSummary?.totalAfterGiftCards?.amount, '32.00')
  assert.match((await buyer.getCheckoutUrl(id)).checkoutUrl!, /\/checkout\//)
  await buyer.removeDeliveryMethod(id)
  await buyer.setDeliveryMethod(id, { code: 'standard' })
  const { orderId, paymentGatewayOrderId, completed } = await buyer.placeOrder(id, { priceVerificationToken: priceVerificationToken! })
  assert.equal(completed, false)
  assert.ok(paymentGatewayOrderId)
  const order = await merchant().orders.getOrder(orderId!)
  assert.deepEqual(
    [order.priceSummary?.total?.amount, order.channelInfo?.type, order.billingInfo?.contactDetails?.lastName],
    ['56.90', 'POS', 'Lovelace'],
  )
  const { cart: bareCart } = await buyer.removeGiftCard(id, card.id)
  assert.deepEqual(bareCart?.paymentInfo?.giftCards, [])
  assert.deepEqual((await buyer.removeLineItems(id, [line._id!])).cart?.lineItems, [])
  await buyer.deleteCart(id)

  const other = await client.cartV2.createCart({ catalogItems: [item] })
  const shopCarts = noting(merchant().cartV2, called)
  const { cart: done } = await shopCarts.markCartAsCompleted(other._id!, { orderId: orderId! })
  assert.deepEqual([done?.orderPlaced, done?.orderId], [true, orderId])
  assert.deepEqual(
    functionsOf(cartV2).filter((name) => !called.has(name)),
    // The return from an external payment page, which this shop does not use.
    ['handleAsyncCheckoutCompletion'],
  )
})

describe('a cart that the shop makes', () => {
  const shopCarts = () => merchant().cartV2
  const isOpen = async (customerInfo?: { email?: string; openAccess?: boolean }) =>
    (await shopCarts().createCart({ catalogItems: [item], cart: { ...(customerInfo && { customerInfo }) } })).customerInfo?.openAccess

  test('for nobody in particular belongs to the first buyer who asks for it, with its checkout', async () => {
    const made = await shopCarts().createCart({ catalogItems: [item], cart: { deliveryInfo: { address } } })
    const id = made._id!
    assert.equal(made.customerInfo?.openAccess, true)
    await shopCarts().getCheckoutUrl(id)
    assert.equal((await shopCarts().getCart(id)).customerInfo?.openAccess, true, 'the shop does not take it')
    const [first, second] = [newBuyer(), newBuyer()]
    const claimed = await first.cartV2.getCart(id)
    assert.equal(claimed.customerInfo?.openAccess, false)
    assert.ok(claimed.customerInfo?.visitorId)
    assert.equal(await codeOf(second.cartV2.getCart(id)), 'CART_NOT_FOUND')
    assert.equal(await codeOf(second.cartV2.addLineItems(id, { catalogItems: [item] })), 'CART_NOT_FOUND')
    assert.equal((await shopCarts().getCart(id)).customerInfo?.visitorId, claimed.customerInfo?.visitorId)
    await first.cartV2.updateCart(id, { customerInfo: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' } })
    await first.cartV2.setDeliveryMethod(id, { code: 'standard' })
    const { orderId } = await first.cartV2.placeOrder(id)
    assert.equal((await merchant().orders.getOrder(orderId!)).buyerInfo?.visitorId, claimed.customerInfo?.visitorId)
  })

  test('belongs to one of many buyers who change it at once', async () => {
    const { _id: id } = await shopCarts().createCart({ catalogItems: [item] })
    const asked = Array.from({ length: 8 }, () => newBuyer().cartV2.addLineItems(id!, { catalogItems: [{ ...item, quantity: 1 }] }))
    const ended = await Promise.allSettled(asked)
    assert.equal(ended.filter(({ status }) => status === 'fulfilled').length, 1)
    const { lineItems, customerInfo } = await shopCarts().getCart(id!)
    assert.deepEqual([lineItems?.[0]?.quantityInfo?.requestedQuantity, customerInfo?.openAccess], [3, false])
  })

  test('is open by default where nobody says who the buyer is, and as the shop says', async () => {
    assert.equal(await isOpen(), true)
    assert.equal(await isOpen({ email: 'ada@example.com' }), false)
    assert.equal(await isOpen({ email: 'ada@example.com', openAccess: true }), true)
    assert.equal(await isOpen({ openAccess: false }), false)
    const mine = await newBuyer().cartV2.createCart({ catalogItems: [item] })
    assert.equal(mine.customerInfo?.openAccess, false)
    const customerInfo = { openAccess: true }
    assert.equal(await codeOf(newBuyer().cartV2.createCart({ catalogItems: [item], cart: { customerInfo } })), 'PERMISSION_DENIED')
  })
})

test('the published client creates the current cart in its second version, with its coupon, gift card and delivery', async () => {
  const called = new Set<string>()
  const buyer = noting(newBuyer().currentCartV2, called)
  const card = await newCard('80')
  const { cart: made } = await buyer.createCurrentCart({
    catalogItems: [item],
    cart: { deliveryInfo: { address }, customerInfo: { email: 'ada@example.com' } },
    coupons: [{ code: 'SLOWSUNDAY' }],
    giftCards: [{ code: card.code, redeemAmount: { amount: '30' } }],
    deliveryMethod: { code: 'standard' },
  })
  assert.deepEqual(
    [made?.currentCart, made?.coupons?.[0]?.code, made?.paymentInfo?.giftCards?.[0]?.requestedRedeemAmount?.amount],
    [true, 'SLOWSUNDAY', '30.00'],
  )
  assert.equal(made?.deliveryInfo?.method?.code, 'standard')
  assert.equal(await codeOf(buyer.createCurrentCart({})), 'CURRENT_CART_ALREADY_EXISTS')
  assert.equal((await buyer.getCurrentCart()).cart?._id, made?._id)
  const { cart: without } = await buyer.removeGiftCardFromCurrentCart(card.id)
  assert.deepEqual(without?.paymentInfo?.giftCards, [])
  assert.equal((await buyer.addGiftCardToCurrentCart({ code: card.code })).cart?.paymentInfo?.giftCards?.[0]?._id, card.id)
  await buyer.updateFormSubmissionsInCurrentCart({ formSubmissions: [{ _id: 'engraving', formSubmissionId: 'sent-1' }] })
  assert.equal((await unlisted(buyer).getUpsellOptionsForCurrentCart()).itemsUpsells?.length, 1)
})
