import type { Order } from '@vitrine/contract'
import { useShop } from '../../shop.ts'
import { briefHours, placedAt, promiseOf } from '../text.ts'
import { isWaiting } from './before.ts'
import { dueDay, shipByOf } from './due.ts'

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

/** The day on which it has to leave, and in which hours, where it is brought or collected in some. */
export function Due({ of }: { of: Order }) {
  const { timeZone } = useShop()
  const iso = shipByOf(of)
  if (!iso) return <span className="faint">–</span>
  const { day, overdue, today } = dueDay(iso, timeZone)
  const hours = promiseOf(of, timeZone)?.hours
  return (
    <span className="promise" data-k={isWaiting(of) && (overdue || today) ? 'hot' : ''}>
      {overdue && isWaiting(of) ? (
        <>
          Overdue <span>{day}</span>
        </>
      ) : (
        day
      )}
      {hours && (
        <>
          {' '}
          <span>{briefHours(hours)}</span>
        </>
      )}
    </span>
  )
}
