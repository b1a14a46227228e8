import type { SubscriptionInfo } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import { giveStockBack } from '../orders/approve.ts'
import { cycleDocument, writeCycle } from '../orders/renewal.ts'
import { findOrder, lockOrder, saveOrder } from '../orders/store.ts'
import { booksOf } from '../payments/books.ts'
import { chargeAgain } from '../payments/charge-again.ts'
import { findSavedMethod } from '../payments/saved.ts'
import { findActions, findPayment, findPayments, insertPaymentNow, newPayment } from '../payments/store.ts'
import type { RenewDeps } from '../subscriptions/renew.ts'
import { cyclesOf } from '../subscriptions/rules.ts'
import { askFor } from './cycle-payments.ts'
import { calculateCycle, mirrorOf } from './cycle-totals.ts'
import { completeCheckout, stock } from './place-order.ts'
import type { SubscribingDeps } from './subscribing.ts'

/** How cycles are sold and charged. */
export function renewing({ database, clock, openPricing, settling }: SubscribingDeps): RenewDeps {
  const moneyIn = async (db: Db, site: string) => (await openPricing(db, site)).moneyIn

  return {
    database,
    clock,
    moneyIn,

    async lockOwed(context, orderId, fetch) {
      const { db, site } = context
      const order = await lockOrder(db, site, orderId)
      if (!order) throw new Error(`order ${orderId} is gone`)
      const { paid, authorized, pending } = booksOf(await findPayments(db, site, orderId), await findActions(db, site, orderId))
      const open = order.status === 'PENDING' || order.status === 'APPROVED'
      const fetches = fetch && order.status === 'PENDING' && !order.holdsStock
      const short = fetches && (await stock.take(context, order)).length > 0
      if (fetches && !short) await saveOrder(db, site, { ...order, holdsStock: true, revision: order.revision + 1, updatedAt: context.now })
      return { open, owed: order.total - paid - authorized - pending, holds: !short }
    },

    async sellAgain(context, contract, cycle, before) {
      const { db, site } = context
      const { agreement, terms } = contract.document
      const last = await findOrder(db, site, before)
      if (!last) throw new Error(`order ${before} is gone`)
      const pricing = await openPricing(db, site)
      const info = (cycleNumber: number): SubscriptionInfo => ({
        id: contract.id,
        cycleNumber,
        subscriptionOptionTitle: contract.document.title,
        subscriptionSettings: terms.settings,
      })
      const { sold, total, due, stock: stockItem, lineId } = await calculateCycle(context, agreement, cycle, last, pricing)
      const document = await cycleDocument(context, last, sold, info(cycle), openPricing)
      const stockItems = stockItem ? [{ lineItemId: lineId, ...stockItem, quantity: agreement.line.quantity }] : []
      const order = await writeCycle(context, last, document, { total, due, stockItems }, { openPricing, stock, completeCheckout })
      if (order === 'SHORT') return 'SHORT'
      const all = cyclesOf(terms.settings)
      const next = all !== null && cycle >= all ? undefined : await mirrorOf(context, agreement, info(cycle + 1), order, openPricing)
      return { orderId: order.id, due, document: { ...contract.document, ...next } }
    },

    async beginPayment({ db, site, now }, { orderId, amount, savedMethodId, contractId, cycle }) {
      const saved = await findSavedMethod(db, site, savedMethodId)
      const order = await findOrder(db, site, orderId)
      if (!saved || !order) return undefined
      const document = {
        ...(saved.card && { card: saved.card }),
        savedMethodId,
        again: { orderNumber: String(order.number) },
        cycle: { contractId, number: cycle },
      }
      const { currency } = order
      const payment = newPayment({ orderId, provider: saved.provider, status: 'PENDING', amount, currency, document }, now)
      await insertPaymentNow(db, site, payment)
      return payment.id
    },

    async charge(site, paymentId) {
      const payment = await findPayment(database, site, paymentId)
      if (payment?.status === 'PENDING') await chargeAgain(settling, site, payment)
    },

    askFor,

    async letGo(context, orderId) {
      const order = await lockOrder(context.db, context.site, orderId)
      if (order?.status === 'PENDING' && order.holdsStock) await giveStockBack(context, order, { stock })
    },
  }
}
