import type { BuyersSubscription } from '@vitrine/contract'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import type { BuyerDeps } from '../orders/buyer.ts'
import type { StoredOrder } from '../orders/stored-order.ts'
import { booksOf } from '../payments/books.ts'
import { findActions, findCollectionsOf, findPayments } from '../payments/store.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import { end } from '../subscriptions/end.ts'
import { subscriptionOf } from '../subscriptions/operations.ts'
import { findContract, findContracts } from '../subscriptions/store.ts'
import { ending, subscriptionDeps } from './subscriptions.ts'

/** What buyers see of what comes again with an order of theirs, and how they end it. */
export const buyersSubscriptions = (
  openPricing: OpenPricing,
  paymentLink: (site: string, collectionId: string) => Promise<string>,
): Pick<BuyerDeps, 'findSubscriptions' | 'endSubscription' | 'findPayLink'> => {
  const deps = subscriptionDeps(openPricing)
  const idsOf = ({ document }: StoredOrder) => document.lineItems.flatMap(({ subscriptionInfo }) => subscriptionInfo?.id ?? [])
  return {
    async findSubscriptions(db, site, order) {
      const shown: BuyersSubscription[] = []
      for (const contract of await findContracts(db, site, idsOf(order))) {
        const { orders: _, ...subscription } = await subscriptionOf(db, site, contract, deps)
        const goesOn = subscription.nextChargeDate !== undefined || contract.status === 'SUSPENDED'
        shown.push({ ...subscription, mayEnd: goesOn && subscription.settings.enableCustomerCancellation })
      }
      return shown
    },

    async endSubscription(context, order, id, when) {
      if (!idsOf(order).includes(id)) return refuse('SUBSCRIPTION_CONTRACT_NOT_FOUND')
      const contract = await findContract(context.db, context.site, id)
      if (!contract) return refuse('SUBSCRIPTION_CONTRACT_NOT_FOUND')
      if (!contract.document.terms.settings.enableCustomerCancellation) return refuse('SUBSCRIPTION_CANCELLATION_NOT_ALLOWED')
      const ended = await end(context, id, when, 'BUYER', ending)
      return ended instanceof Refusal ? ended : undefined
    },

    async findPayLink(db, site, order) {
      if (order.status !== 'PENDING' && order.status !== 'APPROVED') return undefined
      if (idsOf(order).length === 0 || order.paymentStatus === 'PAID') return undefined
      const { paid, authorized, pending } = booksOf(await findPayments(db, site, order.id), await findActions(db, site, order.id))
      const open = (await findCollectionsOf(db, site, order.id)).find(({ amount }) => amount <= order.total - paid - authorized - pending)
      return open && paymentLink(site, open.id)
    },
  }
}
