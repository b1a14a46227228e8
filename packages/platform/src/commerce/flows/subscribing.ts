import type { OrderLineItem } from '@vitrine/contract'
import { parseDecimal } from '@vitrine/pricing'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { findOrder } from '../orders/store.ts'
import { type StoredOrder } from '../orders/stored-order.ts'
import type { SettleDeps } from '../payments/settle.ts'
import { findPayments } from '../payments/store.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import type { BeginDeps, Start } from '../subscriptions/begin.ts'
import { agreementOf } from './agreement.ts'
import { mirrorOf } from './cycle-totals.ts'

export interface SubscribingDeps {
  readonly database: Database
  readonly clock: Clock
  readonly openPricing: OpenPricing
  readonly settling: SettleDeps
}

/** What begins with an order that was bought at the checkout. */
export const beginning = ({ database, clock, openPricing }: SubscribingDeps): BeginDeps => ({
  database,
  clock,
  async startsOf(context, orderId) {
    const { db, site } = context
    const order = await findOrder(db, site, orderId)
    // What was agreed elsewhere goes on elsewhere.
    if (!order?.checkoutId || order.document.due === undefined || order.status !== 'APPROVED') return []
    const lines = order.document.lineItems.filter(({ subscriptionInfo }) => subscriptionInfo?.cycleNumber === 1)
    if (lines.length === 0) return []
    const payments = await findPayments(db, site, orderId)
    const savedMethodId = payments.findLast(({ document }) => document.savedMethodId !== undefined)?.document.savedMethodId ?? null
    const { settings } = await openPricing(db, site)
    const starts: Start[] = []
    for (const line of lines) {
      const info = line.subscriptionInfo!
      const agreement = await agreementOf(context, order, line, openPricing)
      const trial = info.subscriptionSettings!.freeTrialPeriod !== undefined
      const next = { ...info, cycleNumber: trial ? 1 : 2 }
      const { mirror, nextAmount } = await mirrorOf(context, agreement, next, order, openPricing)
      starts.push({
        id: info.id!,
        orderId,
        owner: order.owner,
        contactId: order.document.buyerInfo?.contactId ?? null,
        savedMethodId,
        title: info.subscriptionOptionTitle || (line.productName?.original ?? ''),
        agreement,
        mirror,
        nextAmount: trial ? afterTrial(order, line, lines) : nextAmount,
        settings: info.subscriptionSettings!,
        orderedAt: order.createdAt,
        timeZone: settings.commerce.timeZone,
      })
    }
    return starts
  },
})

/** What a line asks for when its free time is over: its price, and of the first such line what was put off together with it. */
function afterTrial({ document, currency }: StoredOrder, line: OrderLineItem, lines: readonly OrderLineItem[]): number {
  const amount = (price: { readonly amount: string } | undefined): number => (price ? parseDecimal(price.amount, currency) : 0)
  const own = (of: OrderLineItem) => amount(of.totalPriceAfterTax)
  const free = lines.filter(({ subscriptionInfo }) => subscriptionInfo?.subscriptionSettings?.freeTrialPeriod)
  const beside = amount(document.payAfterFreeTrial?.total) - free.reduce((all, one) => all + own(one), 0)
  return own(line) + (free[0] === line ? Math.max(0, beside) : 0)
}
