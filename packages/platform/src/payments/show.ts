import type { OrderTransactions, Payment } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import type { Amounts } from '../selling/amounts.ts'
import type { StoredPayment } from './store.ts'

/** The payments of an order as the wire wants them. */
export const showTransactions = (orderId: string, payments: readonly StoredPayment[], money: Amounts): OrderTransactions => ({
  orderId,
  payments: payments.map((payment) => showPayment(payment, money)),
  refunds: [],
})

function showPayment(payment: StoredPayment, money: Amounts): Payment {
  const { card } = payment.document
  const status = payment.status === 'ACTION_REQUIRED' ? 'PENDING' : payment.status
  return {
    id: payment.id,
    createdDate: payment.createdAt.toISOString(),
    updatedDate: payment.updatedAt.toISOString(),
    amount: money.plain(minor(payment.amount)),
    status,
    refundDisabled: false,
    supportReceiptGeneration: false,
    regularPaymentDetails: {
      status,
      offlinePayment: false,
      savedPaymentMethod: false,
      paymentOrderId: payment.orderId,
      ...(payment.providerReference && { providerTransactionId: payment.providerReference, gatewayTransactionId: payment.id }),
      ...(card && { creditCardDetails: { brand: card.brand, lastFourDigits: card.last4 } }),
      paymentMethodName: { buyerLanguageName: 'Card', siteLanguageName: 'Card' },
      chargebacks: [],
    },
  }
}
