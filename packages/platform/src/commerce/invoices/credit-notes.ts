import { minor } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { type CreditPart, creditOf } from './credit.ts'
import { findCreditNotesOf, insertCreditNote, nextCreditNumber, type StoredCreditNote } from './credit-store.ts'
import { findInvoiceOf } from './store.ts'

/** A refund of which the money has gone back. */
export interface RefundToCredit {
  readonly id: string
  readonly amount: number
  readonly parts: readonly CreditPart[]
}

export interface OrderToCredit {
  readonly isCanceled: boolean
  /** The oldest first. */
  readonly refunds: readonly RefundToCredit[]
  readonly prefix: string
}

export interface CreditDeps {
  /** Locks an order: nobody else invoices or credits it until the transaction ends. */
  readonly lockOrderToCredit: (context: Context, orderId: string) => Promise<OrderToCredit | undefined>
}

/** Where a shop has never issued one. */
export const firstCreditNumber = 1001

/**
 * Issues the credit notes that an order's invoice lacks: one for each refund that has arrived, and one for what is left of it if the order is
 * canceled. Safe to repeat. An order without an invoice of the shop's own needs none.
 */
export async function issueCreditNotes(context: Context, orderId: string, { lockOrderToCredit }: CreditDeps): Promise<void> {
  const { db, site, now } = context
  const invoice = await findInvoiceOf(db, site, orderId)
  if (!invoice) return
  const order = await lockOrderToCredit(context, orderId)
  if (!order) return
  const known = await findCreditNotesOf(db, site, orderId)
  const documents = known.map(({ paper }) => paper)
  const wanted = [
    ...order.refunds.filter(({ id }) => known.every(({ refundId }) => refundId !== id)),
    ...(order.isCanceled && known.every(({ refundId }) => refundId !== null) ? [undefined] : []),
  ]
  for (const refund of wanted) {
    const { total } = invoice.paper.sums
    const credit = creditOf(invoice.paper, documents, refund ?? { amount: total, parts: [], otherwise: 'Order canceled' })
    if (!credit) continue
    const number = await nextCreditNumber(db, site, firstCreditNumber)
    const { paidBy: _, ...head } = invoice.paper
    const made: StoredCreditNote = {
      id: newId(),
      orderId,
      invoiceId: invoice.id,
      refundId: refund?.id ?? null,
      paper: {
        ...head,
        ...credit,
        number: `${order.prefix}${number}`,
        issuedAt: now.toISOString(),
        due: minor(0),
        corrects: { number: invoice.paper.number, issuedAt: invoice.paper.issuedAt, because: refund ? 'REFUND' : 'CANCELLATION' },
      },
      createdAt: now,
    }
    await insertCreditNote(db, site, number, made)
    documents.push(made.paper)
  }
}
