import type { OrderPaidWith } from '@vitrine/contract'
import { minor, toDecimal } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { StoredOrder } from '../orders/stored-order.ts'
import { refundable } from '../payments/books.ts'
import { byGiftCard, findActions, findPayments, manual, type StoredAction, type StoredPayment } from '../payments/store.ts'
import { findUsable } from '../promotions/use.ts'

/** What paid for an order, each with what has not gone back. */
export const findPaidWith = async (db: Db, site: string, orderId: string): Promise<OrderPaidWith[]> =>
  paidWith(await findPayments(db, site, orderId), await findActions(db, site, orderId))

export const paidWith = (payments: readonly StoredPayment[], actions: readonly StoredAction[]): OrderPaidWith[] =>
  payments.flatMap((payment): OrderPaidWith[] => {
    const { status, provider, currency, document } = payment
    const held = status === 'AUTHORIZED'
    const left = held ? payment.amount : refundable(payment, actions)
    if (left === 0) return []
    const amount = toDecimal(minor(left), currency)
    if (provider === byGiftCard) return [{ method: 'GIFT_CARD', amount, giftCardSuffix: document.giftCard?.suffix ?? '' }]
    const { brand, last4 } = document.card ?? {}
    const name = document.offline?.name
    return [
      {
        method: held ? 'HELD' : provider === manual ? 'MANUAL' : 'CARD',
        amount,
        ...(brand && last4 && { card: { brand, last4 } }),
        ...(name && { name }),
      },
    ]
  })

/** The coupons of an order that its buyer could use again, if this order had not used them. */
export async function findReusableCoupons(context: Context, { id, owner, email, document }: StoredOrder): Promise<string[]> {
  const codes = document.appliedDiscounts.flatMap(({ coupon }) => (coupon?.code ? [coupon.code] : []))
  const usable: string[] = []
  for (const code of new Set(codes)) {
    const { coupon, refusal } = await findUsable(context, code, { owner, email, orderId: id })
    if (coupon && !refusal) usable.push(code)
  }
  return usable
}
