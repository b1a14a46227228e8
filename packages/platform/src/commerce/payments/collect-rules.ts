import type { OrderStatus, Refundability } from '@vitrine/contract'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import { actionsOn, chargedBack, refundable, refundsOf, takenOf } from './books.ts'
import { manual, type StoredAction, type StoredPayment } from './store.ts'

const under = (payment: StoredPayment, actions: readonly StoredAction[], kind: StoredAction['kind']): boolean =>
  actionsOn(payment, actions).some((action) => action.kind === kind && action.state === 'PENDING')

/** How much a capture takes, or why it cannot: what is authorised is taken once, all of it or a part, and the rest is let go. */
export function capture(
  payment: StoredPayment,
  actions: readonly StoredAction[],
  wanted: number | undefined,
):
  | number
  | Refusal<
      | 'INVALID_AMOUNT'
      | 'NOT_REGULAR_ONLINE_PAYMENT'
      | 'PAYMENT_ALREADY_VOIDED'
      | 'PAYMENT_ALREADY_CAPTURED'
      | 'PAYMENT_NOT_AUTHORIZED'
      | 'PAYMENT_HAS_PENDING_CAPTURE'
    > {
  const { id: paymentId } = payment
  if (payment.provider === manual && payment.status !== 'AUTHORIZED') return refuse('NOT_REGULAR_ONLINE_PAYMENT', { paymentId })
  if (payment.status === 'VOIDED' || under(payment, actions, 'VOID')) return refuse('PAYMENT_ALREADY_VOIDED', { paymentId })
  if (payment.status === 'APPROVED') return refuse('PAYMENT_ALREADY_CAPTURED', { paymentId })
  if (payment.status !== 'AUTHORIZED') return refuse('PAYMENT_NOT_AUTHORIZED', { paymentId })
  if (under(payment, actions, 'CAPTURE')) return refuse('PAYMENT_HAS_PENDING_CAPTURE', { paymentId })
  const amount = wanted ?? payment.amount
  return amount > 0 && amount <= payment.amount ? amount : refuse('INVALID_AMOUNT', {})
}

/** Whether what is authorised may be let go. */
export function letGo(
  payment: StoredPayment,
  actions: readonly StoredAction[],
): Refusal<'PAYMENT_ALREADY_VOIDED' | 'PAYMENT_ALREADY_CAPTURED' | 'PAYMENT_NOT_AUTHORIZED'> | undefined {
  const { id: paymentId } = payment
  if (payment.status === 'VOIDED' || under(payment, actions, 'VOID')) return refuse('PAYMENT_ALREADY_VOIDED', { paymentId })
  if ((payment.status === 'APPROVED' && payment.provider !== manual) || under(payment, actions, 'CAPTURE'))
    return refuse('PAYMENT_ALREADY_CAPTURED', { paymentId })
  return payment.status === 'AUTHORIZED' ? undefined : refuse('PAYMENT_NOT_AUTHORIZED', { paymentId })
}

/** Whether money can go back, and why not. What came by hand goes back by hand. */
export function refundability(payment: StoredPayment, actions: readonly StoredAction[], order: OrderStatus): Refundability {
  const { id: paymentId } = payment
  const never = (nonRefundableReason: NonNullable<Refundability['nonRefundableReason']>): Refundability => ({
    paymentId,
    refundabilityStatus: 'NOT_REFUNDABLE',
    nonRefundableReason,
  })
  if (order === 'PENDING') return never('ORDER_IS_PENDING')
  if (order === 'REJECTED') return never('ORDER_IS_REJECTED')
  if (payment.amount === 0) return never('ZERO_PRICE')
  if (takenOf(payment, actions) === 0) return never('NOT_PAID')
  if (payment.document.refundDisabled) return never('FORBIDDEN')
  if (refundable(payment, actions) === 0 && chargedBack(payment) > 0) return never('AMOUNT_OFFSET_BY_CHARGEBACK')
  if (refundable(payment, actions) === 0) return never(refundsOf(payment, actions, 'PENDING') > 0 ? 'PENDING_REFUND' : 'ALREADY_REFUNDED')
  if (payment.provider === manual) {
    const online = payment.document.elsewhere !== undefined && payment.document.elsewhere.regular?.offline !== true
    return { paymentId, refundabilityStatus: 'MANUAL', manuallyRefundableReason: online ? 'NOT_SUPPORTED' : 'OFFLINE' }
  }
  return { paymentId, refundabilityStatus: 'REFUNDABLE' }
}

/** How much goes back, or why it cannot: never more than was taken and has not gone back yet. */
export function refund(
  payment: StoredPayment,
  actions: readonly StoredAction[],
  order: OrderStatus,
  wanted: number | undefined,
  external: boolean,
): number | Refusal<'REFUND_NOT_AVAILABLE' | 'INVALID_AMOUNT'> {
  const { refundabilityStatus: status, nonRefundableReason } = refundability(payment, actions, order)
  if (status === 'NOT_REFUNDABLE') return refuse('REFUND_NOT_AVAILABLE', { paymentId: payment.id, reason: nonRefundableReason! })
  if (status === 'MANUAL' && !external) return refuse('REFUND_NOT_AVAILABLE', { paymentId: payment.id, reason: 'OFFLINE' })
  const left = refundable(payment, actions)
  const amount = wanted ?? left
  return amount > 0 && amount <= left ? amount : refuse('INVALID_AMOUNT', {})
}
