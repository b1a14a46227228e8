import { minor } from '@vitrine/pricing'
import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { SubscriptionMailDeps } from '../../shop/index.ts'
import { findOrder } from '../orders/store.ts'
import { findCollection } from '../payments/store.ts'
import { begun, dueAt, isOver, isPaidUp } from '../subscriptions/rules.ts'
import { findContract, findContracts } from '../subscriptions/store.ts'
import type { OrderEmailDeps } from './order-emails.ts'

/** When the next payment of an order's subscriptions is due, as far as one comes. */
export const nextPayment =
  (db: Db): OrderEmailDeps['nextPayment'] =>
  async (site, order, timeZone) => {
    const infos = order.document.lineItems.flatMap(({ subscriptionInfo }) => subscriptionInfo ?? [])
    if (infos.length === 0) return undefined
    const contracts = new Map(
      (
        await findContracts(
          db,
          site,
          infos.map(({ id }) => id!),
        )
      ).map((one) => [one.id, one]),
    )
    const dates = infos.flatMap(({ id, subscriptionSettings }) => {
      // The first email may be written before the contract is.
      const contract = contracts.get(id!)
      const { terms, progress } = contract
        ? { terms: contract.document.terms, progress: contract }
        : begun(subscriptionSettings!, order.createdAt, timeZone)
      return isOver(progress) || progress.endsAt || isPaidUp(terms, progress) ? [] : [dueAt(terms, progress.cycle + 1)]
    })
    return dates.sort((a, b) => a.getTime() - b.getTime())[0]
  }

/** What the emails about subscriptions say beside their order. */
export const subscriptionEmails = (
  database: Database,
  paymentLink: (site: string, collectionId: string) => Promise<string>,
): Pick<SubscriptionMailDeps, 'findSubscriptionEmail'> => ({
  async findSubscriptionEmail(site, contractId, email) {
    const contract = await findContract(database, site, contractId)
    if (!contract) return undefined
    const { title } = contract.document
    if (email.about === 'ENDS') return { about: 'ENDS', orderId: contract.orderId, title, at: new Date(email.at), atOnce: email.atOnce }
    const { orderId, collectionId, reason, retryAt } = email
    const collection = await findCollection(database, site, collectionId)
    const order = await findOrder(database, site, orderId)
    if (!collection || !order || order.paymentStatus === 'PAID' || isOver(contract)) return undefined
    return {
      about: 'PAYMENT_FAILED',
      orderId,
      title,
      amount: minor(collection.amount),
      reason,
      payUrl: await paymentLink(site, collectionId),
      retryAt: retryAt === null ? undefined : new Date(retryAt),
    }
  },
})
