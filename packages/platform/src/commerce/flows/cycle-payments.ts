import { newId } from '../../kernel/db/id.ts'
import { findCollectionsOf, insertCollection, type StoredPayment } from '../payments/store.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import { type AskFor, heardPaid, heardUnpaid, type PaymentOfCycle } from '../subscriptions/cycle-outcome.ts'
import type { Cycles } from './order-payments.ts'

/** What the payments of orders mean for subscriptions. */
export const cyclesOfOrders = (openPricing: OpenPricing): Cycles => ({
  async paid(context, order, payment, whole) {
    const { moneyIn } = await openPricing(context.db, context.site)
    await heardPaid(context, order.id, payment && ofCycle(payment), whole, moneyIn)
  },
  unpaid: (context, order, payment) => heardUnpaid(context, order.id, ofCycle(payment), askFor),
})

/** What is owed for a cycle can be paid at a page of its own, too: once asked for, it is asked for by the same. */
export const askFor: AskFor = async ({ db, site, now }, orderId, amount) => {
  const before = (await findCollectionsOf(db, site, orderId)).find((one) => one.amount === amount)
  if (before) return before.id
  const id = newId()
  await insertCollection(db, site, { id, orderId, amount, document: {}, createdAt: now })
  return id
}

const ofCycle = ({ id, amount, status, document }: StoredPayment): PaymentOfCycle => ({
  id,
  amount,
  refused: status === 'DECLINED',
  ...(document.reason !== undefined && { reason: document.reason }),
  ...(document.savedMethodId !== undefined && { savedMethodId: document.savedMethodId }),
  ...(document.cycle && { cycle: document.cycle }),
})
