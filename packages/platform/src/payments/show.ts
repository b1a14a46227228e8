import type { AuthorizationDetails, OrderTransactions, Payment, PaymentTransactionStatus, Refund } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import type { Amounts } from '../selling/amounts.ts'
import { actionsOn, isRefund, refundsOf, takenOf } from './books.ts'
import { type HoldAction, manual, type RefundAction, type StoredAction, type StoredPayment } from './store.ts'

/** The payments and refunds of an order as the wire wants them. */
export const showTransactions = (
  orderId: string,
  payments: readonly StoredPayment[],
  actions: readonly StoredAction[],
  money: Amounts,
): OrderTransactions => ({
  orderId,
  payments: payments.map((payment) => showPayment(payment, actionsOn(payment, actions), money)),
  refunds: actions.filter(isRefund).map((action) => showRefund(action, money)),
})

function statusOf(payment: StoredPayment, actions: readonly StoredAction[]): PaymentTransactionStatus {
  if (payment.status === 'ACTION_REQUIRED') return 'PENDING'
  const refunded = refundsOf(payment, actions, 'SUCCEEDED')
  if (payment.status !== 'APPROVED' || refunded === 0) return payment.status
  return refunded >= takenOf(payment, actions) ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
}

function showPayment(payment: StoredPayment, actions: readonly StoredAction[], money: Amounts): Payment {
  const { card, method } = payment.document
  const status = statusOf(payment, actions)
  const offline = payment.provider === manual
  const name = offline ? (method?.custom ?? (method?.predefined ? predefined[method.predefined] : 'By hand')) : 'Card'
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
      offlinePayment: offline,
      savedPaymentMethod: false,
      paymentOrderId: payment.orderId,
      ...(payment.providerReference && { providerTransactionId: payment.providerReference, gatewayTransactionId: payment.id }),
      ...(card && { creditCardDetails: { brand: card.brand, lastFourDigits: card.last4 } }),
      paymentMethodName: { buyerLanguageName: name, siteLanguageName: name, ...(method && { userDefinedName: method }) },
      ...(payment.document.delayCapture && { authorizationDetails: authorization(payment, actions, money) }),
      chargebacks: [],
    },
  }
}

const predefined = { CASH: 'Cash', BANK_TRANSFER: 'Bank transfer', CHECK: 'Cheque' } as const

function authorization(payment: StoredPayment, actions: readonly StoredAction[], money: Amounts): AuthorizationDetails {
  const holds = actions.filter((action): action is HoldAction => action.kind !== 'REFUND')
  const given = holds.findLast(({ kind }) => kind === 'VOID')
  return {
    delayedCapture: true,
    authorizedDate: payment.createdAt.toISOString(),
    captures: holds
      .filter(({ kind }) => kind === 'CAPTURE')
      .map(({ id, state, amount, createdAt, document: { failure } }) => ({
        id,
        status: state,
        amount: money.plain(minor(amount)),
        createdDate: createdAt.toISOString(),
        ...(failure && { failureDetails: { failureCode: failure.reason } }),
      })),
    ...(given && {
      void: {
        status: given.state,
        reason: given.document.by,
        ...(given.state === 'SUCCEEDED' && { voidedDate: given.updatedAt.toISOString() }),
        ...(given.document.failure && { failureDetails: { failureCode: given.document.failure.reason } }),
      },
    }),
    ...(payment.scheduledAction &&
      payment.scheduledAt && {
        scheduledAction: { actionType: payment.scheduledAction, executionDate: payment.scheduledAt.toISOString() },
      }),
  }
}

export function showRefund({ id, paymentId, amount, state, reference, document, createdAt }: RefundAction, money: Amounts): Refund {
  const { details, external, failure, appId } = document
  const [sum, none] = [money.plain(minor(amount)), money.plain(minor(0))]
  return {
    id,
    createdDate: createdAt.toISOString(),
    details,
    transactions: [
      {
        paymentId,
        amount: sum,
        refundStatus: state,
        externalRefund: external,
        ...(failure && { refundStatusInfo: { paymentGatewayReasonCode: failure.reason, description: failure.message } }),
        ...(!external && { gatewayRefundId: id }),
        ...(reference && { providerRefundId: reference }),
      },
    ],
    summary: {
      requestedRefund: sum,
      pendingRefund: state === 'PENDING' ? sum : none,
      refunded: state === 'SUCCEEDED' ? sum : none,
      failedRefundAmount: state === 'FAILED' ? sum : none,
      pending: state === 'PENDING',
    },
    ...(appId && { requestingServiceAppId: appId }),
  }
}
