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
