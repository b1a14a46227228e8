import { nameOf } from '../kernel/http/caller.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { PaymentSettings } from '../kernel/settings/sections.ts'
import { mayLeadTo } from '../people/index.ts'
import { abandonedOperations } from './abandoned/operations.ts'
import { reminderOperations } from './abandoned/reminder-operations.ts'
import type { CommerceEmails } from './build-emails.ts'
import type { Selling } from './build-selling.ts'
import { cartOperations } from './cart/operations.ts'
import { findCartById } from './cart/store.ts'
import { checkoutFromCart } from './checkout/from-cart.ts'
import { checkoutOperations } from './checkout/operations.ts'
import type { StoredCheckout } from './checkout/store.ts'
import { createOrder } from './flows/place-order.ts'
import type { CodeKeys } from './gift-cards/code.ts'
import { usableCard } from './gift-cards/usable.ts'
import { providersSetUp } from './payments/settings.ts'
import { refusedCoupon } from './promotions/use.ts'
import { recent } from './selling/recent-writes.ts'

const megabyte = 1024 * 1024

/** From the cart to the order, or to an email about what was left. */
export function checkoutOperationsOf(
  { origin, commerce, limits: { recipients } }: Kernel,
  { openPricing, basis, money }: Selling,
  { abandoned, reminders }: CommerceEmails,
  cardKeys: CodeKeys,
) {
  const providersOf = (settings: PaymentSettings) => providersSetUp(money.collecting.providers, settings)
  const written = recent<StoredCheckout>(basis, 16 * megabyte)
  return {
    ...cartOperations({
      openPricing,
      origin,
      basis,
      refusedCoupon,
      mayLeadTo: mayLeadTo(origin),
      checkoutFor: (scope, cart, choices, pricing) =>
        checkoutFromCart(scope, { id: cart.id, revision: cart.revision, ...cart.document }, choices, pricing, written),
    }),
    ...checkoutOperations({
      openPricing,
      origin,
      basis,
      written,
      ownsCart: async (db, site, cartId, caller) => (await findCartById(db, site, cartId))?.owner === nameOf(caller),
      createOrder: createOrder(openPricing, providersOf, recipients),
      refusedCoupon,
      mayLeadTo: mayLeadTo(origin),
      findGiftCard: async (context, code, { orderId }) => {
        const { currency } = await commerce(context.db, context.site)
        const card = await usableCard(context, cardKeys, code, currency, orderId ?? null)
        return card instanceof Refusal ? card : { id: card.id, suffix: card.suffix, seen: card.balance }
      },
    }),
    ...abandonedOperations(abandoned),
    ...reminderOperations(reminders),
  }
}
