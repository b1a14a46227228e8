import type { OrderTransactions } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import { newId } from '../../kernel/db/id.ts'
import type { Happening } from '../../kernel/events/outbox.ts'
import { amounts } from '../selling/amounts.ts'
import type { NewActivity } from './locked-order.ts'
import type { ProviderDispute } from './provider.ts'
import type { StoredChargeback, StoredPayment } from './store.ts'

/** What an order's story says of chargebacks that are new, and of those that came back. */
export function chargebackNews(
  { id: paymentId, currency, document: { card, chargebacks: before = [] } }: StoredPayment,
  after: readonly StoredChargeback[],
): NewActivity[] {
  const plain = (amount: number) => amounts(currency, 'en').plain(minor(amount))
  const known = new Map(before.map((one) => [one.id, one]))
  return after.flatMap((one): NewActivity[] => {
    const earlier = known.get(one.id)
    const details = {
      paymentId,
      chargebackId: one.id,
      amount: plain(one.amount),
      paymentDetails: { ...(card && { creditCardDetails: { brand: card.brand, lastFourDigits: card.last4 } }) },
    }
    return [
      ...(earlier
        ? []
        : [{ type: 'CHARGEBACK_CREATED' as const, activityType: 'CHARGEBACK_CREATED' as const, chargebackCreated: details }]),
      ...(one.status === 'REVERSED' && earlier?.status !== 'REVERSED'
        ? [
            {
              type: 'CHARGEBACK_REVERSED' as const,
              activityType: 'CHARGEBACK_REVERSED' as const,
              chargebackReversed: { ...details, reversalAmount: plain(one.reversed) },
            },
          ]
        : []),
    ]
  })
}

/** What is told of chargebacks that are new, and of those that came back. */
export function chargebackHappenings(
  { id: paymentId, orderId, document: { chargebacks: before = [] } }: StoredPayment,
  orderTransactions: OrderTransactions,
): Happening[] {
  const known = new Map(before.map((one) => [one.id, one.status]))
  const now = orderTransactions.payments.find(({ id }) => id === paymentId)?.regularPaymentDetails?.chargebacks ?? []
  return now.flatMap((chargeback): Happening[] => {
    const payload = { orderId, paymentId, chargeback, orderTransactions }
    const told = (what: 'approved' | 'reversed'): Happening => ({
      type: `wix.ecom.v1.order_transactions_chargeback_${what}`,
      entityId: orderId,
      payload,
    })
    const earlier = known.get(chargeback.id)
    return [
      ...(earlier === undefined ? [told('approved')] : []),
      ...(chargeback.status === 'REVERSED' && earlier !== 'REVERSED' ? [told('reversed')] : []),
    ]
  })
}

/** The chargebacks of a payment with what its provider says of its disputes; undefined where that is known. */
export function disputed(
  { document: { chargebacks = [] } }: StoredPayment,
  disputes: readonly ProviderDispute[],
  now: Date,
): readonly StoredChargeback[] | undefined {
  const at = now.toISOString()
  let changed = false
  const kept = new Map(chargebacks.map((one) => [one.externalId ?? one.id, one]))
  for (const { reference, amount, reversed } of disputes) {
    const before = kept.get(reference)
    if (before ? before.amount === amount && before.reversed === reversed : amount === 0) continue
    changed = true
    kept.set(reference, {
      id: before?.id ?? newId(),
      externalId: reference,
      amount,
      reversed,
      status: reversed > 0 ? 'REVERSED' : 'APPROVED',
      createdAt: before?.createdAt ?? at,
      updatedAt: at,
    })
  }
  return changed ? [...kept.values()] : undefined
}
