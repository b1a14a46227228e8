import type { Order } from '@vitrine/contract'

/** `104 171`: a thin gap where the thousands are. */
export const numberOf = (number: string): string => number.replace(/\B(?=(\d{3})+$)/g, '\u2009')

export { many } from '../list/many.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function written(at: Date, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify([timeZone, options])
  let format = formats.get(key)
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone })))
  return format.format(at).replace(/^([A-Za-z]+day) /, '$1, ')
}

const dayMs = 24 * 3_600_000
const dayOf = (at: Date, timeZone: string): string => written(at, timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' })

/** `11:41` today, `Fri 21:12` this week, `3 Oct` or `3 Oct 2025` before. */
export function placedAt(iso: string, timeZone: string, now = new Date()): string {
  const at = new Date(iso)
  const time = written(at, timeZone, { hour: '2-digit', minute: '2-digit' })
  if (dayOf(at, timeZone) === dayOf(now, timeZone)) return time
  if (now.getTime() - at.getTime() < 6 * dayMs && at <= now) return `${written(at, timeZone, { weekday: 'short' })} ${time}`
  const sameYear = written(at, timeZone, { year: 'numeric' }) === written(now, timeZone, { year: 'numeric' })
  return written(at, timeZone, { day: 'numeric', month: 'short', ...(!sameYear && { year: 'numeric' }) })
}

/** `Thursday, 19 November, 09:24` */
export const fullTime = (iso: string, timeZone: string): string =>
  written(new Date(iso), timeZone, { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' }).replace(
    ' at ',
    ', ',
  )

/** `Fri 20 Nov, 14:32` */
export const shortTime = (iso: string, timeZone: string): string =>
  written(new Date(iso), timeZone, { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** As a log has it: `14:32:08` today, `20 Nov, 14:32:08` before. */
export function logTime(iso: string, timeZone: string, now = new Date()): string {
  const at = new Date(iso)
  const isToday = dayOf(at, timeZone) === dayOf(now, timeZone)
  return written(at, timeZone, {
    ...(!isToday && { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
}

export const timeOf = (iso: string, timeZone: string): string => written(new Date(iso), timeZone, { hour: '2-digit', minute: '2-digit' })

/** `20 November 2026` */
export const dateOf = (iso: string, timeZone: string): string =>
  written(new Date(iso), timeZone, { day: 'numeric', month: 'long', year: 'numeric' })

/** `20 Nov 2026` */
export const shortDate = (iso: string, timeZone: string): string =>
  written(new Date(iso), timeZone, { day: 'numeric', month: 'short', year: 'numeric' })

/** `Today`, or `Friday, 20 November`. */
export function dayName(iso: string, timeZone: string, now = new Date()): string {
  const at = new Date(iso)
  return dayOf(at, timeZone) === dayOf(now, timeZone) ? 'Today' : written(at, timeZone, { weekday: 'long', day: 'numeric', month: 'long' })
}

/** Until when the buyer was told to wait: `Mon 23`, of a slot `Today 18:00–20:00`. */
export function promiseOf(
  { shippingInfo }: Pick<Order, 'shippingInfo'>,
  timeZone: string,
  now = new Date(),
): { day: string; hours?: string; hot: boolean } | undefined {
  const { from, to } = shippingInfo?.logistics?.deliveryTimeSlot ?? {}
  if (!from || !to) return undefined
  const [start, end] = [new Date(from), new Date(to)]
  const isSlot = end.getTime() - start.getTime() <= dayMs / 4
  const isToday = dayOf(end, timeZone) === dayOf(now, timeZone)
  const hour = (at: Date) => written(at, timeZone, { hour: '2-digit', minute: '2-digit' })
  return {
    day: isToday ? 'Today' : written(end, timeZone, { weekday: 'short', day: 'numeric' }),
    ...(isSlot && { hours: `${hour(start)}–${hour(end)}` }),
    hot: isToday || end < now,
  }
}

/** Hours as a list has room for them: `17–19 h` where both are full hours. */
export const briefHours = (hours: string): string => hours.replace(/^(\d\d):00–(\d\d):00$/, '$1–$2 h')

/** The same with its month, where there is room: `Tue 1 Dec`, in `long` words `Tuesday, 1 December`. */
export function promisedFor(order: Pick<Order, 'shippingInfo'>, timeZone: string, length: 'short' | 'long' = 'short'): string | undefined {
  const promise = promiseOf(order, timeZone)
  const to = order.shippingInfo?.logistics?.deliveryTimeSlot?.to
  if (!promise || !to) return undefined
  const day = promise.day === 'Today' ? 'today' : written(new Date(to), timeZone, { weekday: length, day: 'numeric', month: length })
  return [day, promise.hours].filter(Boolean).join(', ')
}

const nameIn = (info: Order['billingInfo']): string =>
  [info?.contactDetails?.firstName, info?.contactDetails?.lastName].filter(Boolean).join(' ')

/** Whom it is for, by name where there is one. */
export const buyerOf = ({ billingInfo, recipientInfo, buyerInfo }: Order): string =>
  nameIn(billingInfo) || nameIn(recipientInfo) || buyerInfo?.email || 'No customer'

/** How one speaks of them. */
export const firstNameOf = (order: Order): string => buyerOf(order).split(' ')[0]!

/** `Berlin, DE` */
export function placeOf({ shippingInfo, recipientInfo, billingInfo }: Order): string {
  const address = shippingInfo?.logistics?.shippingDestination?.address ?? recipientInfo?.address ?? billingInfo?.address
  return [address?.city, address?.country].filter(Boolean).join(', ')
}

/** `Sage · Regular`, and what is preordered. */
export const choicesOf = (line: Order['lineItems'][number]): string =>
  [...(line.descriptionLines ?? []).map(({ colorInfo, plainText }) => colorInfo?.original ?? plainText?.original), preorderOf(line)]
    .filter(Boolean)
    .join(' · ')

/** `preorder, expected 14 May 2027`, as the shop said when it was bought. */
export function preorderOf({ preorder, quantity }: Pick<Order['lineItems'][number], 'preorder' | 'quantity'>): string | undefined {
  if (!preorder) return undefined
  const { expectedDate, message } = preorder
  const what = preorder.quantity < quantity ? `${preorder.quantity} of ${quantity} preordered` : 'preorder'
  return [what, expectedDate && `expected ${wholeDay(expectedDate)}`, message].filter(Boolean).join(', ')
}

/** `14 May 2027`, of a day as the wire has it. */
export const wholeDay = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

const brands: Readonly<Record<string, string>> = {
  VISA: 'Visa',
  AMEX: 'American Express',
  DINERS: 'Diners Club',
  DISCOVER: 'Discover',
  MASTERCARD: 'Mastercard',
}

/** `Visa •••• 4242`, of the wire's `VISA`. */
export const cardText = (brand: string | undefined, lastFour: string | undefined): string =>
  `${brand === undefined ? 'Card' : (brands[brand] ?? brand)} •••• ${lastFour ?? ''}`.trim()

const secondMs = 1000
const units: readonly (readonly [lastsMs: number, unit: string])[] = [
  [60 * secondMs, 's'],
  [3_600_000, 'min'],
  [dayMs, 'h'],
]

/** `20 s ago`; undefined where it is longer than a day, or the shop's clock is another one than ours. */
export function ago(iso: string, now = new Date()): string | undefined {
  const ms = now.getTime() - new Date(iso).getTime()
  const at = units.findIndex(([lasts]) => ms < lasts)
  if (ms < 0 || at < 0) return undefined
  if (ms < 5 * secondMs) return 'just now'
  return `${Math.floor(ms / (at === 0 ? secondMs : units[at - 1]![0]))} ${units[at]![1]} ago`
}
