import type {
  AuthorizationDetails,
  Chargeback,
  GiftCardPaymentDetails,
  OrderTransactions,
  Payment,
  PaymentTransactionStatus,
  Refund,
} from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import type { Amounts } from '../selling/amounts.ts'
import { giftCardsApp } from '../selling/apps.ts'
import { actionsOn, isRefund, refundsOf, takenOf } from './books.ts'
import { type HoldAction, manual, type RefundAction, type StoredAction, type StoredChargeback, type StoredPayment } from './store.ts'

/**
 * The payments and refunds of an order as the wire wants them, each payment in the currency that it was made in: an order that nobody paid for
 * is written anew when the shop sells in another, and then its payments that came to nothing are of the one before.
 */
export function showTransactions(
  orderId: string,
  payments: readonly StoredPayment[],
  actions: readonly StoredAction[],
  moneyIn: (currency: string) => Amounts,
): OrderTransactions {
  const currencies = new Map(payments.map(({ id, currency }) => [id, currency]))
  return {
    orderId,
    payments: payments.map((payment) => showPayment(payment, actionsOn(payment, actions), moneyIn(payment.currency))),
    refunds: showRefunds(actions.filter(isRefund), ({ paymentId }) => moneyIn(currencies.get(paymentId)!)),
  }
}

function statusOf(payment: StoredPayment, actions: readonly StoredAction[]): PaymentTransactionStatus {
  if (payment.status === 'ACTION_REQUIRED') return 'PENDING'
  if (payment.status === 'PENDING' && payment.document.waitsForMerchant) return 'PENDING_MERCHANT'
  const refunded = refundsOf(payment, actions, 'SUCCEEDED')
  if (payment.status !== 'APPROVED' || refunded === 0) return payment.status
  return refunded >= takenOf(payment, actions) ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
}

function showPayment(payment: StoredPayment, actions: readonly StoredAction[], money: Amounts): Payment {
  const status = statusOf(payment, actions)
  return {
    id: payment.id,
    createdDate: payment.createdAt.toISOString(),
    updatedDate: payment.updatedAt.toISOString(),
    amount: money.plain(minor(payment.amount)),
    status,
    refundDisabled: payment.document.refundDisabled ?? false,
    supportReceiptGeneration: false,
    ...detailsOf(payment, status, actions, money),
  }
}

/** How it was paid: off a gift card, with a membership, or in the usual ways. */
function detailsOf(
  payment: StoredPayment,
  status: PaymentTransactionStatus,
  actions: readonly StoredAction[],
  money: Amounts,
): Partial<Payment> {
  const { giftCard, elsewhere } = payment.document
  const voided = status === 'VOIDED' || status === 'CANCELED'
  if (giftCard) return { giftcardPaymentDetails: byCard(payment, giftCard) }
  if (elsewhere?.giftCard) {
    const { id, appId, code } = elsewhere.giftCard
    return { giftcardPaymentDetails: { giftCardPaymentId: id, appId, voided, ...(code && { obfuscatedCode: code }) } }
  }
  if (elsewhere?.membership) {
    const { id, lineItemId, appId, name, transactionId } = elsewhere.membership
    return {
      membershipPaymentDetails: {
        membershipId: id,
        lineItemId,
        providerAppId: appId,
        status: voided ? 'VOIDED' : status === 'PENDING' ? 'CHARGE_PENDING' : status === 'DECLINED' ? 'CHARGE_FAILED' : 'CHARGED',
        name: { original: name },
        voided,
        ...(transactionId && { externalTransactionId: transactionId }),
      },
    }
  }
  return { regularPaymentDetails: regular(payment, status, actions, money) }
}

const showChargeback = (
  { id, amount, reversed, status, externalId, createdAt, updatedAt }: StoredChargeback,
  money: Amounts,
): Chargeback => ({
  id,
  createdDate: createdAt,
  updatedDate: updatedAt,
  amount: money.plain(minor(amount)),
  status,
  ...(reversed > 0 && { reversalAmount: money.plain(minor(reversed)) }),
  ...(externalId && { externalId }),
})

const byCard = (
  { providerReference, status }: StoredPayment,
  { suffix, appId = giftCardsApp }: { readonly suffix: string; readonly appId?: string },
): GiftCardPaymentDetails => ({
  giftCardPaymentId: providerReference ?? '',
  appId,
  voided: status === 'VOIDED',
  obfuscatedCode: `****-****-****-${suffix}`,
})

function regular(
  payment: StoredPayment,
  status: PaymentTransactionStatus,
  actions: readonly StoredAction[],
  money: Amounts,
): NonNullable<Payment['regularPaymentDetails']> {
  const { card, method } = payment.document
  const there = payment.document.elsewhere?.regular
  const offline = there ? there.offline : payment.provider === manual
  const name = offline ? (method?.custom ?? (method?.predefined ? predefined[method.predefined] : 'By hand')) : 'Card'
  return {
    status,
    offlinePayment: offline,
    savedPaymentMethod: payment.document.savedMethodId !== undefined || payment.document.kept !== undefined,
    paymentOrderId: there?.paymentOrderId ?? payment.orderId,
    ...(payment.providerReference && { providerTransactionId: payment.providerReference, gatewayTransactionId: payment.id }),
    ...(there?.providerTransactionId && { providerTransactionId: there.providerTransactionId }),
    ...(there?.gatewayTransactionId && { gatewayTransactionId: there.gatewayTransactionId }),
    ...(card && { creditCardDetails: { brand: card.brand, lastFourDigits: card.last4 } }),
    paymentMethodName: { buyerLanguageName: name, siteLanguageName: name, ...(method && { userDefinedName: method }) },
    ...(payment.document.delayCapture && { authorizationDetails: authorization(payment, actions, money) }),
    chargebacks: (payment.document.chargebacks ?? []).map((one) => showChargeback(one, money)),
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

/** Refunds, each over one payment or several. */
function showRefunds(actions: readonly RefundAction[], moneyOf: (action: RefundAction) => Amounts): Refund[] {
  const all = new Map<string, RefundAction[]>()
  for (const action of actions) {
    const id = action.document.together ?? action.id
    all.set(id, [...(all.get(id) ?? []), action])
  }
  return [...all.values()].map((parts) => showRefund(parts[0]!, moneyOf(parts[0]!), parts))
}

export function showRefund(refund: RefundAction, money: Amounts, parts: readonly RefundAction[] = [refund]): Refund {
  const { details, appId } = refund.document
  const sum = (...states: readonly RefundAction['state'][]) =>
    money.plain(minor(parts.filter(({ state }) => states.includes(state)).reduce((all, { amount }) => all + amount, 0)))
  return {
    id: refund.document.together ?? refund.id,
    createdDate: refund.createdAt.toISOString(),
    details,
    transactions: parts.map(({ id, paymentId, amount, state, reference, document: { external, failure, said } }) => ({
      paymentId,
      amount: money.plain(minor(amount)),
      refundStatus: state,
      externalRefund: external,
      ...((said ?? failure) && {
        refundStatusInfo: { paymentGatewayReasonCode: (said ?? failure)!.reason, description: (said ?? failure)!.message },
      }),
      ...(!external && { gatewayRefundId: id }),
      ...(reference && { providerRefundId: reference }),
    })),
    summary: {
      requestedRefund: sum('PENDING', 'SUCCEEDED', 'FAILED'),
      pendingRefund: sum('PENDING'),
      refunded: sum('SUCCEEDED'),
      failedRefundAmount: sum('FAILED'),
      pending: parts.some(({ state }) => state === 'PENDING'),
    },
    ...(appId && { requestingServiceAppId: appId }),
  }
}
