import { type AbandonedDeps, abandonedOperations } from '../../commerce/abandoned/operations.ts'
import { type ReminderDeps, reminderOperations } from '../../commerce/abandoned/reminder-operations.ts'
import { cartOperations } from '../../commerce/cart/operations.ts'
import { findCartById } from '../../commerce/cart/store.ts'
import { checkoutFromCart } from '../../commerce/checkout/from-cart.ts'
import { checkoutOperations } from '../../commerce/checkout/operations.ts'
import type { StoredCheckout } from '../../commerce/checkout/store.ts'
import { createOrder } from '../../commerce/flows/place-order.ts'
import type { CodeKeys } from '../../commerce/gift-cards/code.ts'
import { usableCard } from '../../commerce/gift-cards/usable.ts'
import type { Recipients } from '../../commerce/orders/place.ts'
import { refusedCoupon } from '../../commerce/promotions/use.ts'
import type { Basis } from '../../commerce/selling/basis.ts'
import type { OpenTill } from '../../commerce/selling/pricing-context.ts'
import { recent } from '../../commerce/selling/recent-writes.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { nameOf } from '../../kernel/http/caller.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { CommerceSettings } from '../../kernel/settings/sections.ts'
import { mayLeadTo } from '../../people/flows/redirects.ts'

export interface BuyingDeps {
  readonly origin: string
  readonly openTill: OpenTill
  readonly basis: Basis
  readonly commerce: (db: Db, site: string) => Promise<CommerceSettings>
  readonly cardKeys: CodeKeys
  readonly abandoned: AbandonedDeps
  readonly reminding: ReminderDeps
  readonly recipients: Recipients | undefined
}

const megabyte = 1024 * 1024

/** From the cart to the order, or to an email about what was left. */
export function buyingOperations({ origin, openTill, basis, commerce, cardKeys, abandoned, reminding, recipients }: BuyingDeps) {
  const written = recent<StoredCheckout>(basis, 16 * megabyte)
  return {
    ...cartOperations({
      openTill,
      origin,
      basis,
      refusedCoupon,
      mayLeadTo: mayLeadTo(origin),
      checkoutFor: (scope, cart, wishes, till) =>
        checkoutFromCart(scope, { id: cart.id, revision: cart.revision, ...cart.document }, wishes, till, written),
    }),
    ...checkoutOperations({
      openTill,
      origin,
      basis,
      written,
      ownsCart: async (db, site, cartId, caller) => (await findCartById(db, site, cartId))?.owner === nameOf(caller),
      createOrder: createOrder(openTill, recipients),
      refusedCoupon,
      mayLeadTo: mayLeadTo(origin),
      findGiftCard: async (context, code, { orderId }) => {
        const { currency } = await commerce(context.db, context.site)
        const card = await usableCard(context, cardKeys, code, currency, orderId ?? null)
        return card instanceof Refusal ? card : { id: card.id, suffix: card.suffix, seen: card.balance }
      },
    }),
    ...abandonedOperations(abandoned),
    ...reminderOperations(reminding),
  }
}
