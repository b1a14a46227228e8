import { approve, giveStockBack } from '../orders/approve.ts'
import { findOrder, lockOrder } from '../orders/store.ts'
import type { OrderOfPayment } from '../payments/settle.ts'
import type { OpenTill } from '../selling/till.ts'
import { completeCheckout, stock } from './ordering.ts'

/** What the end of a payment means for its order. */
export const orderOfPayment = (openTill: OpenTill): OrderOfPayment => ({
  async lock(moment, orderId) {
    const order = await lockOrder(moment.db, moment.site, orderId)
    if (!order) throw new Error(`order ${orderId} is gone`)
    return {
      async paid() {
        if (order.status !== 'INITIALIZED') return order.status === 'APPROVED' && order.paymentStatus !== 'PAID'
        if (!order.holdsStock && (await stock.take(moment, order)).length > 0) return false
        await approve(moment, { ...order, holdsStock: true }, { openTill, stock, completeCheckout })
        return true
      },

      async unpaid(payment) {
        if (order.status !== 'INITIALIZED') return
        const { card } = payment.document
        await giveStockBack(
          moment,
          order,
          { stock },
          {
            type: 'PAYMENT_DECLINED',
            activityType: 'PAYMENT_DECLINED',
            paymentDeclined: {
              paymentId: payment.id,
              ...(card && { regular: { creditCardDetails: { brand: card.brand, lastFourDigits: card.last4 } } }),
            },
          },
        )
      },
    }
  },

  async waits(db, site, orderId) {
    return (await findOrder(db, site, orderId))?.status === 'INITIALIZED'
  },
})
