import { manual, type RefundAction, type StoredAction, type StoredPayment } from './store.ts'

/** What the payments of an order come to, in minor units. `paid` counts what was refunded since, as the wire does. */
export interface Books {
  readonly paid: number
  readonly authorized: number
  /** On their way, not decided. A promise to pay by hand is not on its way. */
  readonly pending: number
  readonly refunded: number
  readonly pendingRefund: number
  /** What buyers' banks took back, and gave again. */
  readonly chargeback: number
  readonly chargebackReversal: number
  /** Whether the merchant has still to say whether a payment came. */
  readonly waitsForMerchant: boolean
  /** Whether the last payment was refused. */
  readonly declined: boolean
}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0)

export const isRefund = (action: StoredAction): action is RefundAction => action.kind === 'REFUND'

/** The refund that something is, or is a part of where money goes back over several payments at once. */
export const wholeOf = ({ id, document: { together } }: RefundAction): string => together ?? id

export const actionsOn = (payment: Pick<StoredPayment, 'id'>, actions: readonly StoredAction[]): readonly StoredAction[] =>
  actions.filter(({ paymentId }) => paymentId === payment.id)

/** How much of a payment was taken: what a capture took, or all of one that was never held. */
export function takenOf(payment: StoredPayment, actions: readonly StoredAction[]): number {
  if (payment.status !== 'APPROVED') return 0
  return actionsOn(payment, actions).find(({ kind, state }) => kind === 'CAPTURE' && state === 'SUCCEEDED')?.amount ?? payment.amount
}

/** How much of a payment went back, or is on its way. */
export const refundsOf = (payment: Pick<StoredPayment, 'id'>, actions: readonly StoredAction[], state: StoredAction['state']): number =>
  sum(
    actionsOn(payment, actions)
      .filter((action) => isRefund(action) && action.state === state)
      .map(({ amount }) => amount),
  )

/** How much of a payment the buyer's bank took back and has not given again. */
export const chargedBack = ({ document: { chargebacks = [] } }: StoredPayment): number =>
  sum(chargebacks.map(({ amount, reversed }) => amount - reversed))

/** How much of a payment can still go back. A bank may take back what was refunded before; then there is nothing left, and not less. */
export const refundable = (payment: StoredPayment, actions: readonly StoredAction[]): number =>
  Math.max(
    0,
    takenOf(payment, actions) - refundsOf(payment, actions, 'SUCCEEDED') - refundsOf(payment, actions, 'PENDING') - chargedBack(payment),
  )

export function booksOf(payments: readonly StoredPayment[], actions: readonly StoredAction[]): Books {
  const of = (...states: readonly StoredPayment['status'][]) =>
    sum(
      payments
        .filter(({ status, provider }) => (provider !== manual || status === 'AUTHORIZED') && states.includes(status))
        .map(({ amount }) => amount),
    )
  return {
    paid: sum(payments.map((payment) => takenOf(payment, actions))),
    authorized: of('AUTHORIZED'),
    pending: of('PENDING', 'ACTION_REQUIRED'),
    refunded: sum(payments.map((payment) => refundsOf(payment, actions, 'SUCCEEDED'))),
    pendingRefund: sum(payments.map((payment) => refundsOf(payment, actions, 'PENDING'))),
    chargeback: sum(payments.flatMap(({ document }) => document.chargebacks?.map(({ amount }) => amount) ?? [])),
    chargebackReversal: sum(payments.flatMap(({ document }) => document.chargebacks?.map(({ reversed }) => reversed) ?? [])),
    waitsForMerchant: payments.some(({ status, document }) => status === 'PENDING' && document.waitsForMerchant === true),
    declined: payments.at(-1)?.status === 'DECLINED',
  }
}
