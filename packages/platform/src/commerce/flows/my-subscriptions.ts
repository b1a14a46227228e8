import { findOrder } from '../orders/store.ts'
import { findSavedMethod } from '../payments/saved.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import type { MineDeps } from '../subscriptions/mine.ts'
import { buyersSubscriptions } from './buyers-subscriptions.ts'
import { subscriptionDeps } from './subscriptions.ts'

/** What members see of what comes again to them, and which cards of theirs may pay for it. */
export const membersSubscriptions = (
  openPricing: OpenPricing,
  paymentLink: (site: string, collectionId: string) => Promise<string>,
): MineDeps => {
  const { findPayLink } = buyersSubscriptions(openPricing, paymentLink)
  return {
    ...subscriptionDeps(openPricing),
    hasCard: async (db, site, owner, savedMethodId) => (await findSavedMethod(db, site, savedMethodId))?.owner === owner,
    async findPayLink(db, site, orderId) {
      const order = await findOrder(db, site, orderId)
      return order && findPayLink(db, site, order)
    },
  }
}
