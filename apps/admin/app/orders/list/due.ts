import type { Order } from '@vitrine/contract'
import { dayStart } from '../../home/period.ts'
import type { Filter } from '../../list/listing.ts'

/** The view of what leaves today: the most urgent first, with the day it leaves in place of the one it arrives on. */
export const dueTodaySearch = 'fulfilment=waiting&due=today&sort=due&columns=number,placed,customer,items,total,payment,fulfilment,due,tags'

const shipBy = 'shippingInfo.logistics.shipByDate'

/** What has to leave before a day of the shop ends, so many days from today; what should have left before is among it. */
export const dueUntil = (now: Date, timeZone: string, daysAhead: number): Filter => ({
  [shipBy]: { $lt: dayStart(now, timeZone, -daysAhead - 1).toISOString() },
})

/** All that waits and has to leave today. */
export const dueToday = (now: Date, timeZone: string): Filter => ({
  status: 'APPROVED',
  fulfillmentStatus: { $in: ['NOT_FULFILLED', 'PARTIALLY_FULFILLED'] },
  ...dueUntil(now, timeZone, 0),
})

/** What has to leave on tomorrow's day alone. */
export const dueTomorrow = (now: Date, timeZone: string): Filter => ({
  [shipBy]: { $gte: dayStart(now, timeZone, -1).toISOString(), $lt: dayStart(now, timeZone, -2).toISOString() },
})

/** What should have left before today. */
export const overdue = (now: Date, timeZone: string): Filter => ({ [shipBy]: { $lt: dayStart(now, timeZone).toISOString() } })

/** Until when an order has to leave; of one whose way of delivery names no day, when its arrival begins. */
export const shipByOf = ({ shippingInfo }: Pick<Order, 'shippingInfo'>): string | undefined =>
  shippingInfo?.logistics?.shipByDate ?? shippingInfo?.logistics?.deliveryTimeSlot?.from

export interface DueDay {
  /** `Today`, `Tomorrow`, `Fri 27 Nov` */
  readonly day: string
  readonly overdue: boolean
  readonly today: boolean
}

/** The day on which an order has to leave, as a list says it. */
export function dueDay(iso: string, timeZone: string, now = new Date()): DueDay {
  const due = new Date(iso)
  const [today, tomorrow, after] = [0, -1, -2].map((days) => dayStart(now, timeZone, days))
  const overdue = due < today!
  const isToday = !overdue && due < tomorrow!
  const written = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', day: 'numeric', month: 'short' })
    .format(due)
    .replace(',', '')
  return { day: isToday ? 'Today' : !overdue && due < after! ? 'Tomorrow' : written, overdue, today: isToday }
}

/** The same in a sentence of its own: `today`, `Tue 1 Dec`, `Fri 27 Nov, overdue`. */
export function dueSays(iso: string, timeZone: string, now = new Date()): string {
  const { day, overdue } = dueDay(iso, timeZone, now)
  return overdue ? `${day}, overdue` : day.replace(/^To/, 'to')
}
