import type { Order } from '@vitrine/contract'
import { spentOn } from '../sums.ts'

type Bought = Pick<Order, 'status' | 'currency' | 'priceSummary' | 'balanceSummary'>

/** What orders of one buyer come to; those that were cancelled or refused do not count. */
export function boughtBy(orders: readonly Bought[]): { readonly count: number; readonly cancelled: number; readonly spent: string } {
  const counted = orders.filter(({ status }) => status !== 'CANCELED' && status !== 'REJECTED')
  return { count: counted.length, cancelled: orders.length - counted.length, spent: spentOn(counted) }
}
