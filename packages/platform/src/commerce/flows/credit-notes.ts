import { minor, parseDecimal } from '@vitrine/pricing'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { JobDefinition } from '../../kernel/jobs/jobs.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import type { CreditPart } from '../invoices/credit.ts'
import { type CreditDeps, issueCreditNotes, type RefundToCredit } from '../invoices/credit-notes.ts'
import { prefixesOf } from '../invoices/settings.ts'
import { lockOrder } from '../orders/store.ts'
import type { StoredOrder } from '../orders/stored-order.ts'
import { isRefund, wholeOf } from '../payments/books.ts'
import { findActions, type RefundAction, type StoredAction } from '../payments/store.ts'
import { shareOf } from '../selling/share-of.ts'
import { asToCollect } from './order-payments.ts'
import { paperLineOf, percentOrNone } from './paper-lines.ts'

type ReadSettings = (db: Db, site: string) => Promise<Sections>

/** Orders and their refunds as credit notes use them. */
export const creditDeps = (readSettings: ReadSettings): CreditDeps => ({
  async lockOrderToCredit({ db, site }, orderId) {
    const order = await lockOrder(db, site, orderId)
    if (!order) return undefined
    const { invoices, commerce } = await readSettings(db, site)
    return {
      isCanceled: order.status === 'CANCELED',
      refunds: refundsToCredit(order, await findActions(db, site, orderId), commerce),
      prefix: prefixesOf(invoices ?? {}).creditNotePrefix,
    }
  },
})

/** Issues credit notes as soon as money has gone back, or an order is canceled; in shops that issue invoices. */
export const creditNotes = (database: Database, clock: Clock, deps: CreditDeps): JobDefinition => ({
  queue: 'credit-notes',
  on: ['wix.ecom.v1.order_transactions_refund_completed', 'wix.ecom.v1.order_canceled'],
  run: ({ site, entityId: orderId }) => database.transact((db) => issueCreditNotes({ db, site, now: clock.now() }, orderId, deps)),
})

/** The refunds that have arrived, whole, each with what it names. Units of a line share what was paid for the line. */
function refundsToCredit(order: StoredOrder, actions: readonly StoredAction[], commerce: Sections['commerce']): RefundToCredit[] {
  const wholes = new Map<string, RefundAction[]>()
  for (const action of actions.filter(isRefund)) wholes.set(wholeOf(action), [...(wholes.get(wholeOf(action)) ?? []), action])
  const gone = new Map<string, number>()
  const take = (key: string, amount: number): number => {
    const before = gone.get(key) ?? 0
    gone.set(key, before + amount)
    return before
  }
  return [...wholes].flatMap(([id, those]) => {
    const arrived = those.filter(({ state }) => state === 'SUCCEEDED')
    if (arrived.length === 0 || those.some(({ state }) => state === 'PENDING')) return []
    const amount = arrived.reduce((all, one) => all + one.amount, 0)
    return [{ id, amount, parts: partsOf(order, arrived[0]!.document.details, commerce, take) }]
  })
}

function partsOf(
  order: StoredOrder,
  details: RefundAction['document']['details'],
  commerce: Sections['commerce'],
  take: (key: string, amount: number) => number,
): CreditPart[] {
  const { lines, fees, shipping, shippingTax } = asToCollect(order)
  const { lineItems, additionalFees, shippingInfo } = order.document
  const units = (details.lineItems ?? []).flatMap(({ lineItemId, quantity = 0 }): CreditPart[] => {
    const line = lines.find(({ id }) => id === lineItemId)
    const item = lineItems.find(({ id }) => id === lineItemId)
    if (!line || !item || quantity <= 0) return []
    const from = take(line.id, quantity)
    const of = (sum: number) => shareOf(sum, line.quantity, from, quantity)
    const { name, description, sku, taxPercent } = paperLineOf(item, order.currency, commerce)
    return [
      { name, ...(description && { description }), ...(sku && { sku }), quantity, total: of(line.total), tax: of(line.tax), taxPercent },
    ]
  })
  const amountOf = (price: { readonly amount: string } | undefined) => (price ? parseDecimal(price.amount, order.currency) : undefined)
  const delivered = amountOf(details.shipping?.amount) ?? (details.shippingIncluded ? shipping : 0)
  const portion = (name: string, taxPercent: string, key: string, total: number, tax: number, amount: number): CreditPart[] =>
    amount <= 0 || total <= 0 ? [] : [{ name, quantity: 1, total: amount, tax: shareOf(tax, total, take(key, amount), amount), taxPercent }]
  return [
    ...units,
    ...portion(shippingInfo?.title ?? '', percentOrNone(shippingInfo?.cost?.taxInfo), 'shipping', shipping, shippingTax, delivered),
    ...(details.additionalFees ?? []).flatMap(({ additionalFeeId, amount }) => {
      const fee = fees.find(({ id }) => id === additionalFeeId)
      const sold = additionalFees.find(({ id }) => id === additionalFeeId)
      return fee && sold
        ? portion(sold.name, percentOrNone(sold.taxInfo), fee.id, fee.total, fee.tax, amountOf(amount) ?? minor(fee.total))
        : []
    }),
  ]
}
