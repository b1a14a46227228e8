import type { SandboxBehaviour, StoreClockEffect, StoreClockMove } from '@vitrine/contract'
import { numberOf } from '../orders/text.ts'

const part = (at: Date, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(at)

/** `Sat 21 Nov 2026, 11:43:09` */
export const momentText = (at: Date, timeZone: string): string =>
  `${part(at, timeZone, { weekday: 'short' })} ${part(at, timeZone, { day: 'numeric', month: 'short', year: 'numeric' })}, ${part(at, timeZone, { hour: '2-digit', minute: '2-digit', second: '2-digit' })}`

/** `Saturday 21 November 2026, 11:43:09` */
export const fullTime = (at: Date, timeZone: string): string =>
  `${part(at, timeZone, { weekday: 'long' })} ${part(at, timeZone, { day: 'numeric', month: 'long', year: 'numeric' })}, ${part(at, timeZone, { hour: '2-digit', minute: '2-digit', second: '2-digit' })}`

/** `Sun 22, 08:50`; with its month where that is another one. */
export const shortTime = (at: Date, timeZone: string, from: Date): string => {
  const month = (date: Date) => part(date, timeZone, { month: 'short' })
  return `${part(at, timeZone, { weekday: 'short' })} ${part(at, timeZone, { day: 'numeric' })}${month(at) === month(from) ? '' : ` ${month(at)}`}, ${part(at, timeZone, { hour: '2-digit', minute: '2-digit' })}`
}

export const dayText = (at: Date, timeZone: string): string => part(at, timeZone, { day: 'numeric', month: 'short' })

/** `30 days`, `2 h`, `40 min` */
export function spanText(milliseconds: number): string {
  const [day, hour] = [86_400_000, 3_600_000]
  const count = (value: number, one: string, many: string) => `${value} ${value === 1 ? one : many}`
  if (milliseconds >= day && milliseconds % hour < 60_000) {
    const [days, hours] = [Math.floor(milliseconds / day), Math.round((milliseconds % day) / hour)]
    return hours === 0 ? count(days, 'day', 'days') : `${count(days, 'day', 'days')} ${hours} h`
  }
  if (milliseconds >= day) return count(Math.round(milliseconds / day), 'day', 'days')
  if (milliseconds >= hour) return count(Math.round(milliseconds / hour), 'hour', 'hours')
  return `${Math.max(1, Math.round(milliseconds / 60_000))} min`
}

/** What an effect is about, and what comes of it. */
export function effectText({ type, orderNumber, amount, name }: StoreClockEffect): readonly [about: string, rest: string] {
  const order = orderNumber ? numberOf(orderNumber) : 'An order'
  const sum = amount?.formattedAmount
  switch (type) {
    case 'AUTHORIZATION_VOIDED':
      return [order, `: authorisation of ${sum} runs out and is voided`]
    case 'AUTHORIZATION_CAPTURED':
      return [order, `: ${sum} is captured`]
    case 'SUBSCRIPTION_DUE':
      return [order, `: ${name ?? 'its subscription'} comes due`]
    case 'GIFT_CARD_SENT':
      return [`Gift card${name ? ` for ${name}` : ''}`, `, ${sum}, is sent`]
    case 'GIFT_CARD_EXPIRES':
      return ['A gift card', ` with ${sum} on it ends`]
    case 'ORDER_GIVEN_UP':
      return [order, `: nobody has paid ${sum}; it is cancelled`]
    case 'RECOVERY_EMAIL_SENT':
      return [name ?? 'Somebody', ` hears of the ${sum} left at the checkout`]
    case 'COUPON_BEGINS':
      return [name ?? 'A coupon', ' begins']
    case 'COUPON_ENDS':
      return [name ?? 'A coupon', ' ends']
  }
}

const moved: Readonly<Record<StoreClockMove['type'], string>> = {
  FROZE: 'froze the clock',
  LET_RUN: 'let it run on',
  ADVANCED: 'advanced',
  RETURNED: 'came back to real time',
}

export const moveText = ({ type, from, to, effects }: StoreClockMove): string =>
  type === 'ADVANCED'
    ? `advanced ${spanText(Date.parse(to) - Date.parse(from))}, ${effects === 1 ? '1 effect' : `${effects.toLocaleString('en')} effects`}`
    : moved[type]

export const behaviourText: Readonly<Record<SandboxBehaviour, string>> = {
  APPROVE: 'Approves',
  DECLINE: 'Declines',
  INSUFFICIENT_FUNDS: 'Declines: not enough funds',
  THREE_D_SECURE: 'Asks for 3-D Secure',
  TIME_OUT: 'Does not answer',
  LATE: 'Answers later',
  TWICE: 'Tells it twice',
  DISPUTE: 'Takes it back later (dispute)',
}
