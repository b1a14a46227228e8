import { afterRules, type Quote, toDecimal } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { append, type Happening } from '../../kernel/events/outbox.ts'
import type { Actor } from '../../kernel/http/caller.ts'
import type { Scope } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { belowMinimum } from '../../kernel/settings/checkout-form.ts'
import { heldMoney, keepsCards } from '../../kernel/settings/checkout-page.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { violation } from '../../kernel/violation.ts'
import { recovering } from '../abandoned/store.ts'
import { deleteUnchanged, takeOut } from '../cart/store.ts'
import { keepMembersByStock } from '../catalogue/rules/members.ts'
import { unanswered } from '../checkout/required-fields.ts'
import { mayUse } from '../checkout/rules.ts'
import { findCheckout, findCheckoutToOrder, finishCheckout, linkCheckout, madeOf, type StoredCheckout } from '../checkout/store.ts'
import { calculate } from '../checkout/totals.ts'
import { putBack, take, takeLastly } from '../inventory/stock.ts'
import {
  type ChargeFirst,
  type CheckoutToOrder,
  type PlaceDeps,
  placeOrder,
  type Recipients,
  type RedeemFirst,
  type TakeElsewhere,
} from '../orders/place.ts'
import type { Stock } from '../orders/stock.ts'
import type { StoredOrder } from '../orders/stored-order.ts'
import type { PaymentDeps, PlaceForPayment } from '../payments/operations.ts'
import type { PayableOrder } from '../payments/payable-order.ts'
import type { CardFace } from '../payments/provider.ts'
import { findPayments, insertCollection, manual, type PaymentDocument } from '../payments/store.ts'
import type { Basis } from '../selling/basis.ts'
import type { Delivery } from '../selling/delivery.ts'
import type { OrderChoices } from '../selling/new-order.ts'
import type { AskedRefusal, Said } from '../selling/ordering-refusals.ts'
import type { OpenPricing, PricingContext } from '../selling/pricing-context.ts'
import type { Validated } from '../selling/validations.ts'
import { asksAgreement, keepAgreements, type ProvidersOf } from './checkout-consents.ts'
import { perks } from './redemptions.ts'

const takingOf = ({ id, revision, document }: Pick<StoredOrder, 'id' | 'revision' | 'document'>) => ({
  orderId: id,
  reason: `ORDER_${revision}`,
  pickupCode: document.shippingInfo?.logistics?.pickupDetails ? document.shippingInfo.code : undefined,
})

/** Collections whose rule asks for stock follow what was sold and what came back. */
export const keepByStock = ({ db, site, now }: Context, stockItems: readonly { readonly productId: string }[]): Promise<void> =>
  keepMembersByStock(db, site, [...new Set(stockItems.map(({ productId }) => productId))], now)

/** The stock item as orders use it. Each taking and putting back of an order goes by its revision, so that none happens twice. */
export const stock: Stock = {
  async take({ db, site, now }, order) {
    const short = await take(db, site, order.stockItems, takingOf(order), now)
    if (short.length === 0) await keepByStock({ db, site, now }, order.stockItems)
    const isShort = ({ productId, variantId }: (typeof order.stockItems)[number]) =>
      short.some((stockItem) => stockItem.productId === productId && stockItem.variantId === variantId)
    return order.stockItems.filter(isShort).map(({ lineItemId }) => lineItemId)
  },
  async takeLastly({ db, site, now }, order) {
    await takeLastly(db, site, order.stockItems, takingOf(order), now)
  },
  async putBack({ db, site, now }, order, lines) {
    const stockItems = lines?.flatMap(({ lineItemId, quantity }) =>
      order.stockItems.filter((stockItem) => stockItem.lineItemId === lineItemId).map((stockItem) => ({ ...stockItem, quantity })),
    )
    await putBack(db, site, { orderId: order.id, reason: `RELEASE_${order.revision}`, ...(stockItems && { lines: stockItems }) }, now)
    await keepByStock({ db, site, now }, order.stockItems)
  },
}

/** Whether a payment's end is unknown: then nobody may try again yet. One that waits for the buyer does not count, it is given up. */
export async function paymentUnderWay(db: Db, site: string, orderId: string): Promise<boolean> {
  return (await findPayments(db, site, orderId)).some(({ status, provider }) => status === 'PENDING' && provider !== manual)
}

/** The card that paid for an order. */
export async function findCard(db: Db, site: string, orderId: string): Promise<Pick<CardFace, 'brand' | 'last4'> | undefined> {
  const paid = (await findPayments(db, site, orderId)).findLast(
    ({ status, document }) => document.card && (status === 'APPROVED' || status === 'AUTHORIZED'),
  )
  const { brand, last4 } = paid?.document.card ?? {}
  return brand && last4 ? { brand, last4 } : undefined
}

/** How an order is to be paid by hand, as long as it is not. */
export async function findPromise(db: Db, site: string, orderId: string): Promise<PaymentDocument['offline']> {
  return (await findPayments(db, site, orderId)).find(({ status, provider }) => status === 'PENDING' && provider === manual)?.document
    .offline
}

/** The order stands: its checkout is done with, and what it bought is out of the cart it came from. */
export async function completeCheckout(db: Db, site: string, checkoutId: string, orderId: string, now: Date): Promise<void> {
  const [done, gone] = await Promise.all([
    finishCheckout(db, site, checkoutId, now, recovering(site, checkoutId, now)),
    deleteUnchanged(db, site, madeOf(site, checkoutId)),
  ])
  if (!done) return
  const recovered: Happening[] = done.besides
    ? [{ type: 'wix.ecom.v1.abandoned_checkout_recovered', entityId: done.besides, payload: {} }]
    : []
  await append(db, site, now, [{ type: 'wix.ecom.v1.checkout_completed', entityId: checkoutId, payload: {} }, ...recovered])
  const cart = gone ? ({ left: false } as const) : done.cartId && (await takeOut(db, site, done.cartId, done.taken, orderId, now))
  if (!done.cartId || !cart) return
  const happening: Happening = cart.left
    ? { type: 'wix.ecom.v1.cart_updated', entityId: done.cartId, payload: { revision: cart.revision } }
    : { type: 'wix.ecom.v1.cart_deleted', entityId: done.cartId, payload: {} }
  await append(db, site, now, [happening])
}

export interface PlacingDeps {
  readonly openPricing: OpenPricing
  readonly takeElsewhere: TakeElsewhere
  readonly chargeFirst: ChargeFirst
  readonly redeemFirst: RedeemFirst
}

/** What the shop itself orders for somebody is not limited by who gets its emails. */
const placeDeps = (
  { openPricing, takeElsewhere, chargeFirst, redeemFirst }: PlacingDeps,
  merchant: boolean,
  recipients: Recipients | undefined,
): PlaceDeps => ({
  openPricing,
  takeElsewhere,
  chargeFirst,
  redeemFirst,
  stock,
  perks,
  paymentUnderWay,
  linkCheckout,
  completeCheckout,
  recipients: merchant ? undefined : recipients,
})

function toOrder(
  db: Db,
  site: string,
  checkout: StoredCheckout,
  openPricing: OpenPricing,
  actor: Pick<Actor, 'merchant'>,
  said: Said,
): CheckoutToOrder {
  const { document } = checkout
  return {
    ...checkout,
    email: document.email,
    shippingDestination: document.shippingDestination,
    billingInfo: document.billingInfo,
    buyerNote: document.buyerNote,
    customFields: document.customFields ?? [],
    channelType: document.channelType,
    choosesDelivery: document.selectedOption !== undefined,
    unfit: async ({ quote, delivery, validated }) =>
      notYet((await openPricing(db, site)).settings, checkout, actor, said, quote, delivery) ?? inTheWay(validated),
    calculate: async () => calculate(checkout, await openPricing(db, site), 'IS_BACK'),
  }
}

/** What the shop asks of buyers before there is an order; the shop knows what it does. */
function notYet(
  settings: Sections,
  { document }: StoredCheckout,
  { merchant }: Pick<Actor, 'merchant'>,
  { policiesAgreed }: Said,
  quote: Quote,
  { chosen }: Delivery,
): Refusal<AskedRefusal> | undefined {
  if (merchant) return undefined
  const subtotal = afterRules(quote)
  const below = belowMinimum(settings, subtotal)
  if (below) return refuse('MINIMUM_ORDER_NOT_REACHED', { ...below, subtotal: toDecimal(subtotal, settings.commerce.currency) })
  const fieldViolations = unanswered(document, settings, { collected: chosen?.pickup !== null && chosen !== null })
  if (fieldViolations.length > 0) return refuse('INVALID_ARGUMENT', { fieldViolations })
  return asksAgreement(settings, document) && !policiesAgreed ? refuse('POLICY_AGREEMENT_REQUIRED') : undefined
}

/** What services that the shop asks say against an order. */
function inTheWay({ violations, unanswered }: Validated): Refusal<AskedRefusal> | undefined {
  if (unanswered.some(({ answerRequired }) => answerRequired)) return refuse('FAILED_TO_RETRIEVE_VALIDATIONS_VIOLATIONS')
  const errors = violations.filter(({ severity }) => severity === 'ERROR')
  if (errors.length === 0) return undefined
  return refuse('VIOLATIONS_WITH_ERROR_SEVERITY', {
    violations: errors.map(({ severity, description, target }) => ({
      severity,
      ...(description && { description }),
      ...(target?.lineItem?.id && { lineItemId: target.lineItem.id }),
    })),
  })
}

/** What `create-order` of the checkout slice asks for: the order, and what there is to be paid for it. */
export const createOrder =
  (placing: PlacingDeps, providersOf: ProvidersOf, recipients?: Recipients) =>
  async ({ db, site, now, merchant }: Scope<'visitor'>, checkout: StoredCheckout, options: OrderChoices) => {
    const { openPricing } = placing
    const context = { db, site, now }
    const placed = await placeOrder(
      context,
      toOrder(db, site, checkout, openPricing, { merchant }, options),
      options.expected ?? {},
      placeDeps(placing, merchant, recipients),
    )
    if (placed instanceof Refusal) return placed
    const { settings } = await openPricing(db, site)
    await keepAgreements(context, settings, checkout, placed, options, providersOf)
    const subscriptionId = placed.document.lineItems.find(({ subscriptionInfo }) => subscriptionInfo)?.subscriptionInfo?.id
    const made = { orderId: placed.id, ...(subscriptionId && { subscriptionId }) }
    if (placed.status !== 'INITIALIZED') return made
    const id = newId()
    const delayed = heldMoney(settings) ?? (options.delayCapture ? {} : undefined)
    const document = {
      ...(delayed && { delayedCapture: delayed }),
      ...((options.savePaymentMethod || keepsCards(settings)) && { savePaymentMethod: true }),
    }
    await insertCollection(db, site, { id, orderId: placed.id, amount: dueOf(placed), document, createdAt: now })
    return { ...made, paymentGatewayOrderId: id }
  }

const missing = (field: string, description: string) => violation(field, description, 'REQUIRED_FIELD')

/** How an order that was just created from a checkout comes to stand; undefined where that takes more than what is known of it. */
export type StandsAtOnce = (checkout: StoredCheckout, order: StoredOrder, pricing: PricingContext) => PayableOrder['stands']

/** What `place-order` of the payments slice asks for: the order of a checkout that knows whom to write to and where to go. */
export const placeForPayment =
  (placing: PlacingDeps, basis: Basis, standsAtOnce: StandsAtOnce, providersOf: ProvidersOf, recipients?: Recipients): PlaceForPayment =>
  async ({ site, caller, merchant, now }, db, { checkoutId, expected, numberLater, byHand, unlessOrdered, said }) => {
    const { openPricing } = placing
    const checkout = await findCheckoutToOrder(db, site, checkoutId, basis)
    if (!checkout || !mayUse({ caller, merchant }, checkout)) return refuse('CHECKOUT_NOT_FOUND')
    if (unlessOrdered && checkout.orderId !== null) return { earlier: checkout.orderId }
    const { email } = checkout.document
    if (!email && !checkout.completed) return missing('checkout.buyerInfo.email', 'The confirmation needs an address to go to')
    const learned: { order?: { number: number } } = {}
    const later = numberLater && ((number: number) => Object.assign(learned.order!, { number }))
    const wanted = { ...toOrder(db, site, checkout, openPricing, { merchant }, said), byHand: byHand ?? false }
    const placed = await placeOrder({ db, site, now }, wanted, expected, placeDeps(placing, merchant, recipients), later)
    if (placed instanceof Refusal) return placed
    await keepAgreements({ db, site, now }, (await openPricing(db, site)).settings, checkout, placed, said, providersOf)
    const stands = later && standsAtOnce(checkout, placed, await openPricing(db, site))
    const order = { ...payable(placed), online: onlineOnly(checkout), ...(stands && { stands }) }
    learned.order = order
    return order
  }

/** What is to be paid with an order by other means than its gift card. */
export const dueOf = ({ total, document }: Pick<StoredOrder, 'total' | 'document'>): number => document.due ?? total

export const payable = ({ id, number, total, currency, status, email, owner, document }: StoredOrder): PayableOrder => ({
  id,
  number,
  total: dueOf({ total, document }),
  currency,
  approved: status === 'APPROVED',
  email,
  owner,
  subscribes: document.lineItems.some(({ subscriptionInfo }) => subscriptionInfo),
  delivery: document.shippingInfo?.logistics && (document.shippingInfo.logistics.pickupDetails ? 'PICKUP' : 'SHIPPING'),
})

/** Whoever made the checkout may have settled that nothing is paid by hand. */
const onlineOnly = ({ document }: StoredCheckout): boolean => document.customSettings?.disabledManualPayment ?? false

/** How a caller's checkout is about to be delivered. */
export const payersCheckout =
  (openPricing: OpenPricing): PaymentDeps['payersCheckout'] =>
  async ({ db, site, caller, merchant }, checkoutId) => {
    const checkout = await findCheckout(db, site, checkoutId)
    if (!checkout || !mayUse({ caller, merchant }, checkout)) return undefined
    const pricing = await openPricing(db, site)
    const { delivery, quote, lines } = await calculate(checkout, pricing)
    return {
      delivery: delivery.chosen ? (delivery.chosen.pickup ? 'PICKUP' : 'SHIPPING') : undefined,
      online: onlineOnly(checkout),
      due: { amount: quote.due, currency: quote.currency, subscribes: lines.some(({ item }) => item?.plan) },
    }
  }
