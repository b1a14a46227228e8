import { giveUp } from '../orders/approve.ts'
import { lockOrder } from '../orders/store.ts'
import { findSavedMethod } from '../payments/saved.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import type { EndDeps } from '../subscriptions/end.ts'
import type { SubscriptionDeps } from '../subscriptions/operations.ts'
import { stock } from './place-order.ts'
import { perks } from './redemptions.ts'

/** An order that nobody paid for is given up with the subscription that it is of. */
export const ending: EndDeps = {
  async giveUp(context, orderId) {
    const order = await lockOrder(context.db, context.site, orderId)
    if (order?.status === 'PENDING') await giveUp(context, order, { stock, perks })
  },
}

/** Orders, tills and saved cards as subscriptions use them. */
export const subscriptionDeps = (openPricing: OpenPricing): SubscriptionDeps => ({
  ...ending,
  moneyIn: async (db, site) => (await openPricing(db, site)).moneyIn,
  findCard: async (db, site, savedMethodId) => (await findSavedMethod(db, site, savedMethodId))?.card,
})
