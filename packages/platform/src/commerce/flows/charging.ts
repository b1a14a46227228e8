import { membershipsFor, parseDecimal } from '@vitrine/pricing'
import { findOrder } from '../orders/store.ts'
import type { ChargingDeps } from '../payments/charging.ts'
import { giveSomeCreditsBack, membershipsOf, takeCredits } from '../promotions/memberships.ts'
import { membershipsApp } from '../selling/apps.ts'
import { linesToPrice } from '../selling/lines-to-price.ts'
import { type FindServiceMemberships, membershipItemOf, membershipsOffered } from '../selling/membership-services.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import type { MembershipsOfServices } from './memberships-of-services.ts'

interface ServicesCharging extends Pick<MembershipsOfServices, 'chargeFirst' | 'use' | 'voidCharge'> {
  readonly find: FindServiceMemberships
}

/** Memberships as the merchant's admin charges them, for orders that stand. */
export const charging = (
  openPricing: OpenPricing,
  { find, chargeFirst, use, voidCharge }: ServicesCharging,
): Pick<ChargingDeps, 'useMembership' | 'giveCreditsBack' | 'voidCharge' | 'orderNumber'> => ({
  voidCharge,

  async useMembership(context, { orderId, lineItemId, memberId, appId, membershipId }) {
    const { db, site, now } = context
    const order = await findOrder(db, site, orderId)
    const line = order?.document.lineItems.find(({ id }) => id === lineItemId)
    if (!order || !line?.catalogReference) return undefined
    const pricing = await openPricing(db, site)
    const known = await pricing.know([{ id: line.id, quantity: line.quantity, reference: line.catalogReference }])
    // What is sold is no longer in stock; it counts all the same.
    const sold = known.map((one) => ({ ...one, item: one.item && { ...one.item, available: null } }))
    const lines = linesToPrice(sold)
    const total = parseDecimal(line.totalPriceAfterTax?.amount ?? '0', order.currency)
    if (appId.toLowerCase() !== membershipsApp) {
      const choices = [{ id: membershipId, appId, lineIds: [lineItemId] }]
      const theirs = await find(db, site, pricing.settings, sold, { memberId, choices })
      const { selected, discounts } = membershipsOffered(lines, [], theirs, choices, now.getTime())
      const [item, chosen, discount] = [sold[0] && membershipItemOf(sold[0]), selected[0], discounts[0]]
      if (!item || !chosen || !discount || total === 0) return undefined
      const { name } = discount
      const charges = [{ appId: chosen.appId, membershipId, name, lineItemId, item }]
      const [charge] = await chargeFirst(context, { purchaseId: orderId, memberId, charges, before: undefined })
      return charge && (await use(context, orderId, [charge.id])) ? { amount: total, name, credits: 0, charge } : undefined
    }
    const memberships = await membershipsOf(db, site, memberId)
    const { discounts } = membershipsFor(lines, memberships, [{ id: membershipId, appId, lineIds: [lineItemId] }], now.getTime())
    const [chosen] = discounts
    if (!chosen || !(await takeCredits(context, membershipId, orderId, line.quantity))) return undefined
    const { off } = chosen
    const amount =
      'percent' in off ? Math.round((total * Number(off.percent)) / 100) : 'each' in off ? Math.min(total, off.each * line.quantity) : 0
    return { amount, name: chosen.name, credits: line.quantity }
  },

  giveCreditsBack: ({ db, site }, { orderId, membershipId, credits }) => giveSomeCreditsBack(db, site, membershipId, orderId, credits),

  orderNumber: async (db, site, orderId) => String((await findOrder(db, site, orderId))?.number ?? ''),
})
