import { minor } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { amounts } from '../selling/amounts.ts'
import { actionsOn } from './books.ts'
import type { LockedOrder, NewActivity } from './locked-order.ts'
import type { News } from './rules.ts'
import { findActions, insertAction, type StoredPayment, savePayment } from './store.ts'

/**
 * What became of held money without our doing: it was taken or let go on the provider's own pages, or the bank held it no longer. Where
 * something of ours is under way, that brings its own answer.
 */
export async function follow(context: Context, locked: LockedOrder, payment: StoredPayment, result: News): Promise<StoredPayment> {
  const { db, site, now } = context
  const taken = result.state === 'APPROVED' ? result : undefined
  if (!taken && !(result.state === 'DECLINED' && result.reason === 'VOIDED')) return payment
  const ours = actionsOn(payment, await findActions(db, site, payment.orderId))
  if (ours.some(({ kind, state }) => kind !== 'REFUND' && state === 'PENDING')) return payment
  const amount = taken?.taken ?? payment.amount
  await insertAction(db, site, {
    id: newId(),
    paymentId: payment.id,
    orderId: payment.orderId,
    kind: taken ? 'CAPTURE' : 'VOID',
    state: 'SUCCEEDED',
    amount,
    attempt: newId(),
    reference: taken?.reference ?? null,
    document: { by: 'MANUAL' },
    createdAt: now,
    updatedAt: now,
  })
  const after: StoredPayment = {
    ...payment,
    status: taken ? 'APPROVED' : 'VOIDED',
    revision: payment.revision + 1,
    updatedAt: now,
  }
  await savePayment(db, site, after)
  await locked.keepBooks({ activities: [newsOf(after, amount)] })
  return after
}

function newsOf({ id, status, currency, document: { card } }: StoredPayment, amount: number): NewActivity {
  const said = {
    paymentId: id,
    amount: amounts(currency, 'en').plain(minor(amount)),
    ...(card && { lastFourDigits: card.last4, brand: card.brand }),
  }
  return status === 'VOIDED'
    ? { type: 'AUTHORIZED_PAYMENT_VOIDED', activityType: 'AUTHORIZED_PAYMENT_VOIDED', authorizedPaymentVoided: said }
    : { type: 'AUTHORIZED_PAYMENT_CAPTURED', activityType: 'AUTHORIZED_PAYMENT_CAPTURED', authorizedPaymentCaptured: said }
}
