import type { Order } from '@vitrine/contract'
import { many } from '../../list/many.ts'
import { authorizedOf, sumOf } from '../sums.ts'

export const isWaiting = ({ status, fulfillmentStatus }: Pick<Order, 'status' | 'fulfillmentStatus'>): boolean =>
  status === 'APPROVED' && fulfillmentStatus !== 'FULFILLED'

export const isAuthorized = ({ balanceSummary }: Pick<Order, 'balanceSummary'>): boolean =>
  Number(balanceSummary?.authorized?.amount ?? 0) > 0

const isOwed = ({ paymentStatus, balanceSummary }: Pick<Order, 'paymentStatus' | 'balanceSummary'>): boolean =>
  !isAuthorized({ balanceSummary }) && ['NOT_PAID', 'PARTIALLY_PAID', 'PENDING', 'PENDING_MERCHANT', 'DECLINED'].includes(paymentStatus)

/** What to know before orders are sent: what they come to, what of them is not paid, and that their buyers are emailed. */
export function fulfilSays(orders: readonly Order[]): string[] {
  const owed = orders.filter(isOwed)
  const emailed = orders.filter(({ buyerInfo }) => buyerInfo?.email).length
  return [
    `${many(orders.length, 'order')} worth ${sumOf(orders)}, everything that has not been sent yet.`,
    ...(owed.length > 0 ? [`${owed.length === 1 ? 'One of them is' : `${owed.length} of them are`} not paid: ${sumOf(owed)}.`] : []),
    `${emailed === 1 ? 'One buyer gets' : `${emailed} buyers get`} an email that it is on its way. It cannot be undone.`,
  ]
}

/** What to know before money is captured: how much, and of which it is none. */
export function captureSays(orders: readonly Order[]): string[] {
  const authorized = orders.filter(isAuthorized)
  const without = orders.length - authorized.length
  return [
    `${authorizedOf(authorized)} for ${many(authorized.length, 'order')}. It cannot be undone, only refunded.`,
    ...(without > 0 ? [`Nothing is authorised for ${many(without, 'other order')}: left as ${without === 1 ? 'it is' : 'they are'}.`] : []),
  ]
}
