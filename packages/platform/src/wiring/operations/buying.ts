import { type AbandonedDeps, abandonedOperations } from '../../abandoned/operations.ts'
import { type ReminderDeps, reminderOperations } from '../../abandoned/reminder-operations.ts'
import { cartOperations } from '../../cart/operations.ts'
import { findCartById } from '../../cart/store.ts'
import { checkoutFromCart } from '../../checkout/from-cart.ts'
import { checkoutOperations } from '../../checkout/operations.ts'
import type { StoredCheckout } from '../../checkout/store.ts'
import type { Db } from '../../db/sql.ts'
import type { CodeKeys } from '../../gift-cards/code.ts'
import { usableCard } from '../../gift-cards/usable.ts'
import { nameOf } from '../../http/caller.ts'
import type { Recipients } from '../../orders/place.ts'
import { refusedCoupon } from '../../promotions/use.ts'
import { Refusal } from '../../refusal.ts'
import type { Basis } from '../../selling/basis.ts'
import { recent } from '../../selling/recent.ts'
import type { OpenTill } from '../../selling/till.ts'
import type { CommerceSettings } from '../../settings/sections.ts'
import { createOrder } from '../ordering.ts'
import { mayLeadTo } from '../redirecting.ts'

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
