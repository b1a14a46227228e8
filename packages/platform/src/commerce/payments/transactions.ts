import type {
  ItemMetadata,
  OrderTransactions,
  Payment,
  PaymentTransactionStatus,
  RecordedPaymentInput,
  recordedPayments,
  TransactionStatus,
} from '@vitrine/contract'
import { PaymentUpdate } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { append, type Happening } from '../../kernel/events/outbox.ts'
import { oneByOne } from '../../kernel/http/bulk-results.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import { masked } from '../selling/mask.ts'
import { chargedBack, isRefund, refundsOf, takenOf } from './books.ts'
import { chargebackHappenings, chargebackNews } from './chargebacks.ts'
import { type Account, type CollectDeps, holdGoods, lockAccount, shownTransactions } from './collect.ts'
import { dueOf, units } from './collector.ts'
import type { NewActivity } from './locked-order.ts'
import { heldNews, paymentNews } from './payment-news.ts'
import {
  insertPaymentNow,
  manual,
  newPayment,
  type PaymentDocument,
  type StoredChargeback,
  type StoredPayment,
  saveAction,
  savePayment,
} from './store.ts'

/** How what was recorded is stored, by what the wire calls it. What goes back is for refunds to say. */
const storedAs: Partial<
  Record<PaymentTransactionStatus | TransactionStatus, Pick<StoredPayment, 'status'> & { readonly merchant?: true }>
> = {
  APPROVED: { status: 'APPROVED' },
  AUTHORIZED: { status: 'AUTHORIZED' },
  PENDING: { status: 'PENDING' },
  PENDING_MERCHANT: { status: 'PENDING', merchant: true },
  DECLINED: { status: 'DECLINED' },
  CANCELED: { status: 'CANCELED' },
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockAccount>>>
const locking = (deps: CollectDeps, context: Context, orderId: string): Promise<Locked | undefined> => lockAccount(deps, context, orderId)

/** Whether its money is there, or held. */
const isMoney = ({ status }: Pick<StoredPayment, 'status'>): boolean => status === 'APPROVED' || status === 'AUTHORIZED'

export function transactionOperations(deps: CollectDeps): Handlers<typeof recordedPayments> {
  const shown = (db: Db, site: string, orderId: string): Promise<OrderTransactions> => shownTransactions(deps, db, site, orderId)

  async function changeStatus(
    context: Context,
    { orderId, paymentId }: { readonly orderId: string; readonly paymentId: string },
    status: TransactionStatus | null | undefined,
  ): Promise<
    | Refusal<
        'ORDER_NOT_FOUND' | 'PAYMENT_NOT_FOUND' | 'INVALID_AMOUNT' | 'STATUS_NOT_ALLOWED' | 'PARTIAL_OUT_OF_STOCK' | 'FULL_OUT_OF_STOCK'
      >
    | undefined
  > {
    const account = await locking(deps, context, orderId)
    if (!account) return refuse('ORDER_NOT_FOUND')
    const payment = account.payments.find(({ id }) => id === paymentId)
    if (!payment) return refuse('PAYMENT_NOT_FOUND', { paymentId })
    const to = status ? storedAs[status] : undefined
    const { waitsForMerchant, ...document } = payment.document
    if (to && payment.status === to.status && (waitsForMerchant ?? false) === (to.merchant ?? false)) return undefined
    const held = payment.status === 'AUTHORIZED' ? payment.amount : 0
    if (!to || payment.provider !== manual || (payment.status !== 'PENDING' && (held === 0 || to.status === 'PENDING')))
      return refuse('STATUS_NOT_ALLOWED', { status: status ?? 'UNDEFINED' })
    if (isMoney(to)) {
      if (payment.amount > dueOf(account).open + held) return refuse('INVALID_AMOUNT', {})
      const short = await holdGoods(account)
      if (short) return short
    }
    await savePayment(context.db, context.site, {
      ...payment,
      status: to.status,
      document: { ...document, ...(to.merchant && { waitsForMerchant: true }) },
      revision: payment.revision + 1,
      updatedAt: context.now,
    })
    await account.locked.keepBooks({ activities: newsOf({ ...payment, status: to.status }) })
    return undefined
  }

  return {
    async 'POST /ecom/v1/payments/orders/{orderId}/add-payment'({ orderId, payments }, { db, site, now, author }) {
      const context = { db, site, now, author }
      const account = await locking(deps, context, orderId)
      if (!account) return refuse('ORDER_NOT_FOUND')
      if (account.order.status === 'CANCELED') return refuse('ORDER_CANCELED')
      if (account.order.status === 'REJECTED') return refuse('ORDER_IS_REJECTED')
      let { open } = dueOf(account)
      const made: StoredPayment[] = []
      for (const [i, sent] of payments.entries()) {
        const payment = recorded(sent, account, now, `payments[${i}]`)
        if (payment instanceof Refusal) return payment
        if (isMoney(payment)) open -= payment.amount
        if (open < 0) return refuse('INVALID_AMOUNT', {})
        made.push(payment)
      }
      const short = made.some(isMoney) ? await holdGoods(account) : undefined
      if (short) return short
      for (const payment of made) await insertPaymentNow(db, site, payment)
      await account.locked.keepBooks({ activities: made.flatMap(newsOf) })
      return { orderTransactions: await shown(db, site, orderId), paymentsIds: made.map(({ id }) => id) }
    },

    async 'POST /ecom/v1/payments/{paymentId}/orders/{orderId}/update-payment-transaction-status'(
      { status, ...place },
      { db, site, now, author },
    ) {
      const refused = await changeStatus({ db, site, now, author }, place, status)
      return refused ?? { orderTransactions: await shown(db, site, place.orderId) }
    },

    async 'POST /ecom/v1/bulk/payments/update-payment-transaction-status'(
      { paymentAndOrderIds, status, returnFullEntity },
      { db, site, now, author },
    ) {
      const done = await oneByOne(
        paymentAndOrderIds.map(({ orderId }) => orderId),
        async (i): Promise<Payment | undefined | Refusal> => {
          const place = paymentAndOrderIds[i]!
          const refused = await changeStatus({ db, site, now, author }, place, status)
          if (refused || !returnFullEntity) return refused
          return (await shown(db, site, place.orderId)).payments.find(({ id }) => id === place.paymentId)
        },
      )
      return {
        ...done,
        results: done.results.map(({ itemMetadata, item }, i) => ({
          itemMetadata: { ...itemMetadata, id: paymentAndOrderIds[i]!.paymentId } satisfies ItemMetadata,
          ...(item && { item }),
        })),
      }
    },

    async 'POST /ecom/v1/payments/orders/{orderId}/update-payments'({ orderId, payments }, { db, site, now, author }) {
      const account = await locking(deps, { db, site, now, author }, orderId)
      if (!account) return refuse('ORDER_TRANSACTIONS_NOT_FOUND')
      const told: NewActivity[] = []
      const before: StoredPayment[] = []
      for (const [i, { payment: sent, fieldMask }] of payments.entries()) {
        const { id, ...update } = sent
        const narrowed = masked(PaymentUpdate, update, fieldMask)
        if (narrowed instanceof Refusal) return narrowed
        const payment = account.payments.find((one) => one.id === id)
        if (!payment) return refuse('PAYMENT_NOT_FOUND', { paymentId: id })
        if (payments.findIndex((one) => one.payment.id === id) < i) return violation(`payments[${i}].payment.id`, 'is named twice')
        const changed = said(payment, narrowed, account, now)
        if (changed instanceof Refusal) return changed
        await savePayment(db, site, changed.payment)
        told.push(...changed.activities)
        before.push(payment)
      }
      await account.locked.keepBooks({ activities: told })
      const orderTransactions = await shown(db, site, orderId)
      await append(db, site, now, [
        detailsUpdated(orderTransactions, before, []),
        ...before.flatMap((payment) => chargebackHappenings(payment, orderTransactions)),
      ])
      return { orderTransactions }
    },

    async 'POST /ecom/v1/payments/orders/{orderId}/update-refund-transaction'(
      { orderId, refundId, transaction },
      { db, site, now, author },
    ) {
      const account = await locking(deps, { db, site, now, author }, orderId)
      if (!account) return refuse('ORDER_TRANSACTIONS_NOT_FOUND')
      const refund = account.actions.filter(isRefund).find(({ id }) => id === refundId)
      if (!refund) return refuse('REFUND_NOT_FOUND')
      if (refund.paymentId !== transaction.paymentId) return refuse('REFUND_TRANSACTION_NOT_FOUND')
      const { refundStatus, refundStatusInfo: info, providerRefundId } = transaction
      if (refundStatus && refundStatus !== refund.state) return refuse('STATUS_NOT_ALLOWED', { status: refundStatus })
      await saveAction(db, site, {
        ...refund,
        ...(providerRefundId && { reference: providerRefundId }),
        ...(info && {
          document: { ...refund.document, said: { reason: info.paymentGatewayReasonCode ?? '', message: info.description ?? '' } },
        }),
        updatedAt: now,
      })
      const orderTransactions = await shown(db, site, orderId)
      await append(db, site, now, [detailsUpdated(orderTransactions, [], [refund])])
      return { orderTransactions }
    },
  }
}

type Named = readonly { readonly id: string }[]

const detailsUpdated = (orderTransactions: OrderTransactions, payments: Named, refunds: Named): Happening => ({
  type: 'wix.ecom.v1.order_transactions_details_updated',
  entityId: orderTransactions.orderId,
  payload: { orderTransactions, paymentIds: payments.map(({ id }) => id), refundIds: refunds.map(({ id }) => id) },
})

/** A payment that was made elsewhere, as it is stored. */
function recorded(
  sent: RecordedPaymentInput,
  { order }: Account,
  now: Date,
  path: string,
): StoredPayment | Refusal<'INVALID_ARGUMENT' | 'INVALID_AMOUNT' | 'STATUS_NOT_ALLOWED'> {
  const { regularPaymentDetails: regular, giftcardPaymentDetails: card, membershipPaymentDetails: membership } = sent
  if ([regular, card, membership].filter(Boolean).length !== 1)
    return violation(path, 'is by hand or card, off a gift card, or with a membership: one of them')
  if (regular?.chargebacks?.length)
    return violation(`${path}.regularPaymentDetails.chargebacks`, 'come after the payment: say them of the one that is there')
  const amount = units(sent.amount, order.currency)
  if (amount instanceof Refusal) return amount
  if (amount === undefined || (amount === 0 && !membership)) return refuse('INVALID_AMOUNT', {})
  if (sent.createdDate && new Date(sent.createdDate) > now) return violation(`${path}.createdDate`, 'is in the future')
  const status = sent.status ?? (regular?.status && regular.status !== 'UNDEFINED' ? regular.status : 'APPROVED')
  const as = storedAs[status]
  if (!as || (as.status === 'AUTHORIZED' && (!regular || regular.offlinePayment))) return refuse('STATUS_NOT_ALLOWED', { status })
  const name = regular?.paymentMethodName?.userDefinedName
  const { lastFourDigits: last4, brand } = regular?.creditCardDetails ?? {}
  const document: PaymentDocument = {
    ...(as.merchant && { waitsForMerchant: true }),
    ...(sent.refundDisabled && { refundDisabled: true }),
    ...(name?.predefined ? { method: { predefined: name.predefined } } : name?.custom && { method: { custom: name.custom } }),
    ...(brand && last4 && { card: { brand, last4 } }),
    elsewhere: {
      ...(regular && {
        regular: {
          offline: regular.offlinePayment ?? false,
          ...(regular.gatewayTransactionId && { gatewayTransactionId: regular.gatewayTransactionId }),
          ...(regular.providerTransactionId && { providerTransactionId: regular.providerTransactionId }),
          ...(regular.paymentOrderId && { paymentOrderId: regular.paymentOrderId }),
        },
      }),
      ...(card && {
        giftCard: { id: card.giftCardPaymentId, appId: card.appId, ...(card.obfuscatedCode && { code: card.obfuscatedCode }) },
      }),
      ...(membership && {
        membership: {
          id: membership.membershipId,
          lineItemId: membership.lineItemId,
          appId: membership.providerAppId,
          name: membership.name?.original ?? '',
          ...(membership.externalTransactionId && { transactionId: membership.externalTransactionId }),
        },
      }),
    },
  }
  const createdAt = sent.createdDate ? new Date(sent.createdDate) : now
  const { id: orderId, currency } = order
  return newPayment({ orderId, provider: manual, status: as.status, amount, currency, document, createdAt }, now)
}

/** A payment with what was said of it since. */
function said(
  payment: StoredPayment,
  { refundDisabled, regularPaymentDetails: regular }: PaymentUpdate,
  { order, actions }: Account,
  now: Date,
): { readonly payment: StoredPayment; readonly activities: readonly NewActivity[] } | Refusal<'INVALID_AMOUNT'> {
  const before = payment.document.chargebacks ?? []
  const known = new Map(before.map((one) => [one.id, one]))
  const chargebacks: StoredChargeback[] = []
  for (const sent of regular?.chargebacks ?? []) {
    const amount = units(sent.amount, order.currency)
    const reversal = units(sent.reversalAmount, order.currency)
    if (amount instanceof Refusal) return amount
    if (reversal instanceof Refusal) return reversal
    if (!amount || (reversal ?? 0) > amount) return refuse('INVALID_AMOUNT', {})
    chargebacks.push({
      id: sent.id,
      amount,
      reversed: sent.status === 'REVERSED' ? (reversal ?? amount) : 0,
      status: sent.status,
      createdAt: known.get(sent.id)?.createdAt ?? now.toISOString(),
      updatedAt: now.toISOString(),
      ...(sent.externalId && { externalId: sent.externalId }),
    })
  }
  const wholly = regular?.chargebacks !== undefined && regular.chargebacks !== null
  const after: StoredPayment = {
    ...payment,
    ...(regular?.providerTransactionId && { providerReference: regular.providerTransactionId }),
    document: {
      ...payment.document,
      ...(refundDisabled !== undefined && { refundDisabled: refundDisabled ?? false }),
      ...(wholly && { chargebacks }),
    },
    revision: payment.revision + 1,
    updatedAt: now,
  }
  const gone = refundsOf(payment, actions, 'SUCCEEDED') + refundsOf(payment, actions, 'PENDING')
  if (chargedBack(after) + gone > takenOf(payment, actions)) return refuse('INVALID_AMOUNT', {})
  return { payment: after, activities: wholly ? chargebackNews(payment, chargebacks) : [] }
}

/** What an order's story says of a payment that was made elsewhere; that it is paid for is said by its books. */
function newsOf(payment: StoredPayment): NewActivity[] {
  switch (payment.status) {
    case 'PENDING':
    case 'DECLINED':
    case 'CANCELED':
      return [paymentNews(`PAYMENT_${payment.status}`, payment)]
    case 'AUTHORIZED':
      return [heldNews(payment)]
    default:
      return []
  }
}
