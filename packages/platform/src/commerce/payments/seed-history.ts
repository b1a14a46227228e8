import { insertRows } from '../../kernel/db/rows.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { refundsOf, takenOf } from './books.ts'
import { bySandbox } from './sandbox-store.ts'
import type { StoredAction, StoredPayment } from './store.ts'

/** Writes payments of the past down, and what was done with them; those of the sandbox stand in its books, too, so that it can go on with them. */
export async function insertPastPayments(
  db: Db,
  site: string,
  payments: readonly StoredPayment[],
  actions: readonly StoredAction[],
  returnUrl: string,
): Promise<void> {
  await insertRows(
    db,
    'payment',
    payments.map((payment) => ({
      site,
      id: payment.id,
      order_id: payment.orderId,
      provider: payment.provider,
      status: payment.status,
      amount: payment.amount,
      currency: payment.currency,
      provider_reference: payment.providerReference,
      document: payment.document,
      void_owed: false,
      scheduled_action: payment.scheduledAction,
      scheduled_at: payment.scheduledAt,
      revision: payment.revision,
      created_at: payment.createdAt,
      updated_at: payment.updatedAt,
    })),
  )
  await insertRows(
    db,
    'payment_action',
    actions.map((action) => ({
      site,
      id: action.id,
      payment_id: action.paymentId,
      order_id: action.orderId,
      kind: action.kind,
      state: action.state,
      amount: action.amount,
      attempt: action.attempt,
      reference: action.reference,
      document: action.document,
      created_at: action.createdAt,
      updated_at: action.updatedAt,
    })),
  )
  const ofOrder = Map.groupBy(actions, ({ paymentId }) => paymentId)
  await insertRows(
    db,
    'sandbox_charge',
    payments
      .filter(({ provider }) => provider === bySandbox)
      .map((payment) => {
        const done = ofOrder.get(payment.id) ?? []
        const back = payment.document.chargebacks ?? []
        return {
          site,
          payment_id: payment.id,
          behaviour: payment.status === 'DECLINED' ? 'DECLINE' : 'APPROVE',
          amount: payment.amount,
          currency: payment.currency,
          state: payment.status,
          reason: payment.document.reason ?? null,
          return_url: returnUrl,
          refunds: done.filter(({ kind, state }) => kind === 'REFUND' && state === 'SUCCEEDED').map(({ id }) => id),
          refunded: refundsOf(payment, done, 'SUCCEEDED'),
          captured: payment.document.delayCapture && payment.status === 'APPROVED' ? takenOf(payment, done) : null,
          delayed: payment.document.delayCapture ?? false,
          disputed: back.reduce((all, { amount }) => all + amount, 0),
          returned: back.reduce((all, { reversed }) => all + reversed, 0),
          kept: false,
          tells_left: 0,
          created_at: payment.createdAt,
        }
      }),
  )
}
