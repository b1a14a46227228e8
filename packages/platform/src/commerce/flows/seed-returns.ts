import type { ReturnStatus } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import { returnSettingsOf } from '../../kernel/settings/return-settings.ts'
import { settings } from '../../kernel/settings/settings.ts'
import { findStoredOrders } from '../orders/store.ts'
import { isRefund } from '../payments/books.ts'
import { findActionsOf } from '../payments/store.ts'
import { usualShipping } from '../returns/ask.ts'
import { insertReturn, type StoredLine, type StoredReturn } from '../returns/store.ts'
import { shareOf } from '../selling/share-of.ts'
import { orderToReturn } from './returning.ts'

/** Goods that came back to a shop long ago, or are about to. */
export interface PastReturn {
  readonly id: string
  readonly orderId: string
  readonly reason: string
  readonly note?: string
  /** What the shop wrote last. */
  readonly message?: string
  /** From when it was asked for to how it stands. */
  readonly steps: readonly { readonly status: ReturnStatus; readonly at: Date }[]
}

const boughtBack = new Set<ReturnStatus>(['CHECKED', 'REFUNDED'])
const afterApproval = new Set<ReturnStatus>(['APPROVED', 'RECEIVED', 'CHECKED', 'REFUNDED'])

/** Writes down returns of one unit each, of orders that were sent. A refunded one is what its order's refund was for. Nobody is told of it. */
export async function writePastReturns(db: Db, site: string, returns: readonly PastReturn[]): Promise<void> {
  const section = returnSettingsOf(await settings().read(db, site))
  for (const past of returns) {
    const [stored] = await findStoredOrders(db, site, [past.orderId])
    const order = await orderToReturn(db, site, stored)
    const line = order?.lines.find(({ isGoods, shipped }) => isGoods && shipped > 0)
    const [first] = past.steps
    const last = past.steps.at(-1)
    if (!order || !line || !first || !last) continue
    const accepted = boughtBack.has(last.status)
    const lines: StoredLine[] = [
      {
        lineItemId: line.id,
        name: line.name,
        ...(line.description && { description: line.description }),
        ...(line.imageId && { imageId: line.imageId }),
        quantity: 1,
        reason: past.reason,
        amount: shareOf(line.total, line.quantity, 0, 1),
        ...(accepted && { checked: { condition: 'USED' as const, accepted: 1, restocked: 0 } }),
      },
    ]
    const refund = last.status === 'REFUNDED' ? (await findActionsOf(db, site, [order.id])).find(isRefund) : undefined
    if (last.status === 'REFUNDED' && !refund) continue
    const made: StoredReturn = {
      id: past.id,
      orderId: order.id,
      orderNumber: order.number,
      currency: order.currency,
      sequence: 1,
      status: last.status,
      document: {
        resolution: 'REFUND',
        lines,
        history: past.steps.map(({ status, at }) => ({
          status,
          date: at.toISOString(),
          by: status === 'REQUESTED' || status === 'CANCELED' ? ('BUYER' as const) : ('SHOP' as const),
        })),
        ...(past.note && { note: past.note }),
        ...(past.message && { message: past.message }),
        ...(afterApproval.has(last.status) && { shipping: usualShipping(section) }),
        ...(refund && { refund: { amount: refund.amount, method: 'PAYMENT' as const, attempt: refund.attempt, isTold: true as const } }),
      },
      revision: past.steps.length,
      createdAt: first.at,
      updatedAt: last.at,
    }
    await insertReturn({ db, site, now: last.at }, made)
  }
}
