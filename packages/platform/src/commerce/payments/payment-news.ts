import { minor } from '@vitrine/pricing'
import { amounts } from '../selling/amounts.ts'
import type { NewActivity } from './locked-order.ts'
import type { StoredPayment } from './store.ts'

/** Said of money that is held. */
export const heldNews = ({ id, amount, currency, document: { card } }: StoredPayment): NewActivity => ({
  type: 'AUTHORIZED_PAYMENT_CREATED',
  activityType: 'AUTHORIZED_PAYMENT_CREATED',
  authorizedPaymentCreated: {
    paymentId: id,
    amount: amounts(currency, 'en').plain(minor(amount)),
    ...(card && { lastFourDigits: card.last4, brand: card.brand }),
  },
})

/** Said of a payment that is on its way, or that came to nothing. */
export function paymentNews(type: 'PAYMENT_PENDING' | 'PAYMENT_CANCELED' | 'PAYMENT_DECLINED', payment: StoredPayment): NewActivity {
  const { card } = payment.document
  const said = {
    paymentId: payment.id,
    regular: {
      amount: amounts(payment.currency, 'en').plain(minor(payment.amount)),
      ...(card && { creditCardDetails: { brand: card.brand, lastFourDigits: card.last4 } }),
    },
  }
  switch (type) {
    case 'PAYMENT_PENDING':
      return { type, activityType: type, paymentPending: said }
    case 'PAYMENT_CANCELED':
      return { type, activityType: type, paymentCanceled: said }
    case 'PAYMENT_DECLINED':
      return { type, activityType: type, paymentDeclined: said }
  }
}
