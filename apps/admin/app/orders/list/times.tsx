import type { Order } from '@vitrine/contract'
import { useShop } from '../../shop.ts'
import { briefHours, placedAt, promiseOf } from '../text.ts'

/** When it was placed, by the shop's clock. */
export const Placed = ({ at }: { at: string }) => placedAt(at, useShop().timeZone)

/** Until when the buyer was told to wait. */
export function Promised({ of }: { of: Order }) {
  const promise = promiseOf(of, useShop().timeZone)
  if (!promise) return <span className="faint">–</span>
  return (
    <span className="promise" data-k={promise.hot && of.fulfillmentStatus !== 'FULFILLED' ? 'hot' : ''}>
      {promise.day} {promise.hours && <span>{briefHours(promise.hours)}</span>}
    </span>
  )
}
