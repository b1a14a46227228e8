import { membershipsFor, parseDecimal } from '@vitrine/pricing'
import { findOrder } from '../orders/store.ts'
import type { ChargingDeps } from '../payments/charging.ts'
import { giveSomeCreditsBack, membershipsOf, takeCredits } from '../promotions/memberships.ts'
import { linesToPrice } from '../selling/lines-to-price.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'

/** Memberships as the merchant's admin charges them, for orders that stand. */
export const charging = (openPricing: OpenPricing): Pick<ChargingDeps, 'useMembership' | 'giveCreditsBack' | 'orderNumber'> => ({
  async useMembership(context, { orderId, lineItemId, memberId, appId, membershipId }) {
    const { db, site, now } = context
    const order = await findOrder(db, site, orderId)
    const line = order?.document.lineItems.find(({ id }) => id === lineItemId)
    if (!order || !line?.catalogReference) return undefined
    const pricing = await openPricing(db, site)
    const known = await pricing.know([{ id: line.id, quantity: line.quantity, reference: line.catalogReference }])
    // What is sold is no longer in stock; it counts all the same.
    const lines = linesToPrice(known.map((one) => ({ ...one, item: one.item && { ...one.item, available: null } })))
    const memberships = await membershipsOf(db, site, memberId)
    const { discounts } = membershipsFor(lines, memberships, [{ id: membershipId, appId, lineIds: [lineItemId] }], now.getTime())
    const [chosen] = discounts
    if (!chosen || !(await takeCredits(context, membershipId, orderId, line.quantity))) return undefined
    const total = parseDecimal(line.totalPriceAfterTax?.amount ?? '0', order.currency)
    const { off } = chosen
    const amount =
      'percent' in off ? Math.round((total * Number(off.percent)) / 100) : 'each' in off ? Math.min(total, off.each * line.quantity) : 0
    return { amount, name: chosen.name, credits: line.quantity }
  },

  giveCreditsBack: ({ db, site }, { orderId, membershipId, credits }) => giveSomeCreditsBack(db, site, membershipId, orderId, credits),

  orderNumber: async (db, site, orderId) => String((await findOrder(db, site, orderId))?.number ?? ''),
})
