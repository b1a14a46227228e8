import { nameOf } from '../kernel/http/caller.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { PaymentSettings } from '../kernel/settings/sections.ts'
import { mayLeadTo } from '../people/index.ts'
import { reminderLinkOperations } from './abandoned/link-operations.ts'
import { abandonedOperations } from './abandoned/operations.ts'
import { reminderOperations } from './abandoned/reminder-operations.ts'
import type { CommerceEmails } from './build-emails.ts'
import type { Selling } from './build-selling.ts'
import { cartOperations } from './cart/operations.ts'
import { findCartById } from './cart/store.ts'
import { findAssigned, shownPlans } from './catalogue/plans/store.ts'
import { checkoutFromCart } from './checkout/from-cart.ts'
import { checkoutOperations, checkoutUrl } from './checkout/operations.ts'
import { lockCheckout } from './checkout/store.ts'
import { couponChecks } from './flows/coupon-checks.ts'
import { createOrder } from './flows/place-order.ts'
import type { CodeKeys } from './gift-cards/code.ts'
import { usableCard } from './gift-cards/usable.ts'
import { providersSetUp } from './payments/settings.ts'
import { findCoupon } from './promotions/store.ts'
import type { CodeChecks } from './selling/codes.ts'

/** From the cart to the order, or to an email about what was left. */
export function checkoutOperationsOf(
  { origin, commerce, limits: { recipients } }: Kernel,
  { openPricing, basis, money, giftCards, elsewhere, memberships, outside }: Selling,
  { abandoned, reminders }: CommerceEmails,
  cardKeys: CodeKeys,
) {
  const providersOf = (settings: PaymentSettings) => providersSetUp(money.collecting.providers, settings)
  const createOrderOf = createOrder(
    { openPricing, takeElsewhere: elsewhere.take, chargeFirst: memberships.chargeFirst, redeemFirst: giftCards.redeemFirst },
    providersOf,
    recipients,
  )
  const refusedCoupon = couponChecks({ openPricing, services: outside.discounts })
  const findGiftCard: CodeChecks['findGiftCard'] = async (context, code, { orderId }) => {
    const { currency } = await commerce(context.db, context.site)
    const card = await usableCard(context, cardKeys, code, currency, orderId ?? null)
    if (card instanceof Refusal && card.code === 'GIFT_CARD_NOT_FOUND') return (await giftCards.cards.name(context, code)) ?? card
    return card instanceof Refusal ? card : { id: card.id, suffix: card.suffix, seen: card.balance }
  }
  return {
    ...cartOperations({
      openPricing,
      origin,
      basis,
      refusedCoupon,
      mayLeadTo: mayLeadTo(origin),
      checkoutFor: (scope, cart, choices, pricing) => checkoutFromCart(scope, { ...cart, ...cart.document }, choices, pricing),
      findGiftCard,
      plansOf: async (db, site, productIds) =>
        new Map((await findAssigned(db, site, productIds)).map((product) => [product.id, product.visible ? shownPlans(product) : []])),
      findCouponCode: async (db, site, couponId) => (await findCoupon(db, site, couponId))?.code,
      checkoutPageOf: async ({ db, site }, checkoutId) => checkoutUrl(origin, (await lockCheckout(db, site, checkoutId))!),
      placeOrder: async (scope, checkoutId, choices) =>
        createOrderOf(scope, (await lockCheckout(scope.db, scope.site, checkoutId))!, choices),
    }),
    ...checkoutOperations({
      openPricing,
      origin,
      basis,
      ownsCart: async (db, site, cartId, caller) => (await findCartById(db, site, cartId))?.owner === nameOf(caller),
      createOrder: createOrderOf,
      refusedCoupon,
      mayLeadTo: mayLeadTo(origin),
      findGiftCard,
    }),
    ...abandonedOperations(abandoned),
    ...reminderOperations(reminders),
    ...reminderLinkOperations(reminders),
  }
}
