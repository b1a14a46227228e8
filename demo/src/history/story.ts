import type { Happening } from '@vitrine/platform/commerce/flows/seed-history-of-orders'
import { instantOf, wallAt } from '@vitrine/pricing'
import { pick, type Random, weighed } from './chance.ts'
import type { Person } from './people.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** What of an order decides about what becomes of it. */
export interface Placed {
  readonly at: Date
  readonly person: Person
  /** How many units each line has. */
  readonly lines: readonly number[]
  readonly delivery: string
  /** Ordered by telephone: the shop sends a link to pay by. */
  readonly byPhone: boolean
}

export interface Studio {
  readonly now: Date
  readonly timeZone: string
  readonly random: Random
}

const cards: readonly (readonly [weight: number, card: { readonly brand: string; readonly last4: string }])[] = [
  [50, { brand: 'VISA', last4: '4242' }],
  [32, { brand: 'MASTERCARD', last4: '4444' }],
  [10, { brand: 'AMEX', last4: '0005' }],
  [8, { brand: 'VISA', last4: '5556' }],
]

const reasons = ['Arrived damaged', 'Not what was expected', 'Too many ordered', 'Wrong glaze in the parcel', 'Came too late']

const comments = [
  'Wrapped in blue paper, card written by hand.',
  'Called: may be left with the neighbour.',
  'Second choice of glaze would be Sage, if Oat runs out.',
  'Asked for an invoice to the company, sent by mail.',
]

const transfer = {
  name: 'Bank transfer',
  instructions: 'Morrow, IBAN DE02 1203 0000 0000 2020 51\nSay the number of your order.',
  onCollection: false,
}
const counter = { name: 'At the studio', onCollection: true }

/** What became of an order until now. */
export function storyOf(placed: Placed, studio: Studio): readonly Happening[] {
  const { at, person, byPhone } = placed
  const { now, random } = studio
  const soon = new Date(at.getTime() + 40_000 + random() * 60_000)
  const card = weighed(cards, random)
  const collected = placed.delivery === 'studio'
  const paying = weighed(
    [
      [byPhone ? 0 : 81, 'CARD' as const],
      [byPhone ? 0 : 8, 'HOLD' as const],
      [collected || byPhone ? 0 : 5, 'TRANSFER' as const],
      [collected ? 14 : 0, 'COUNTER' as const],
      [byPhone ? 80 : 0, 'LINK' as const],
      [byPhone ? 20 : 0, 'DECLINED' as const],
    ],
    random,
  )
  switch (paying) {
    case 'DECLINED': {
      const declined: Happening = {
        what: 'DECLINED',
        at: new Date(at.getTime() + 3 * hourMs),
        card,
        reason: 'INSUFFICIENT_FUNDS',
        message: 'The card has not enough funds.',
      }
      // Who does not come back to it within days does not want it any more.
      return until(now, [declined, { what: 'CANCELED', at: new Date(at.getTime() + 9 * dayMs), restock: true }])
    }
    case 'TRANSFER': {
      const promised: Happening = { what: 'PROMISED', at: soon, how: transfer, method: 'BANK_TRANSFER' }
      if (random() < 0.12) return until(now, [promised, { what: 'CANCELED', at: new Date(at.getTime() + 14 * dayMs), restock: true }])
      const came = new Date(at.getTime() + (1 + random() * 3) * dayMs)
      return until(now, [promised, { what: 'CAME', at: came }, ...handedOver(placed, came, studio)])
    }
    case 'COUNTER': {
      const [ready, taken, ...rest] = handedOver(placed, soon, studio)
      const promised: Happening = { what: 'PROMISED', at: soon, how: counter, method: 'CASH' }
      return until(now, [
        promised,
        ...(ready ? [ready] : []),
        ...(taken ? [{ what: 'CAME' as const, at: new Date(taken.at.getTime() - 60_000) }, taken] : []),
        ...rest,
      ])
    }
    case 'HOLD': {
      const held: Happening = { what: 'HELD', at: soon, card, until: new Date(at.getTime() + 14 * dayMs) }
      const [sent, ...rest] = handedOver(placed, soon, studio)
      return until(now, [held, ...(sent ? [{ what: 'CAPTURED' as const, at: sent.at }, sent] : []), ...rest])
    }
    case 'LINK':
    case 'CARD': {
      const paid: Happening = { what: 'PAID', at: paying === 'LINK' ? new Date(at.getTime() + 2 * hourMs) : soon, card }
      const fate = random()
      if (fate < 0.01) {
        const changed = new Date(at.getTime() + (1 + random() * 3) * hourMs)
        return until(now, [
          paid,
          { what: 'REFUNDED', at: changed, restock: true, reason: 'The buyer changed their mind' },
          { what: 'CANCELED', at: new Date(changed.getTime() + 1000), restock: false },
        ])
      }
      const handed = handedOver(placed, paid.at, studio)
      const there = handed.at(-1)?.at ?? paid.at
      const later = new Date(there.getTime() + (1 + random() * 9) * dayMs)
      const after: Happening[] =
        fate < 0.035
          ? [{ what: 'REFUNDED', at: later, some: [{ line: 0, quantity: 1 }], restock: random() < 0.4, reason: pick(reasons, random) }]
          : fate < 0.045
            ? [{ what: 'REFUNDED', at: later, restock: true, reason: pick(reasons, random) }]
            : fate < 0.048
              ? [{ what: 'DISPUTED', at: later, ...(random() < 0.6 && { won: new Date(later.getTime() + 12 * dayMs) }) }]
              : []
      const said: Happening[] =
        random() < 0.05 || person.country === 'GB'
          ? [{ what: 'COMMENT', at: new Date(paid.at.getTime() + 20 * 60_000), text: pick(comments, random) }]
          : []
      return until(now, [paid, ...said, ...handed, ...after])
    }
  }
}

/** Nothing has happened that is still to come; a dispute that is not decided yet is open. */
const until = (now: Date, story: readonly Happening[]): readonly Happening[] =>
  story.flatMap((happening): Happening[] => {
    if (happening.at >= now) return []
    if (happening.what !== 'DISPUTED' || !happening.won || happening.won < now) return [happening]
    const { won: _, ...open } = happening
    return [open]
  })

/** Packed and sent on the next working day, in one shipment or, where a unit is still in the kiln, in two; then it is there. */
function handedOver({ lines, person, delivery }: Placed, paidAt: Date, { timeZone, random }: Studio): readonly Happening[] {
  const { day, minutes } = wallAt(paidAt.getTime(), timeZone)
  const next = minutes < 9 * 60 && isWorkday(day) ? day : workdayAfter(day)
  // Some wait for the kiln.
  const packing = random() < 0.06 ? workdayAfter(next + 9 * dayMs) : next
  const sentAt = onDay(packing, 10 * 60 + Math.floor(random() * 300), timeZone)
  if (delivery === 'studio')
    return [
      { what: 'SENT', at: sentAt },
      { what: 'DELIVERED', at: onDay(workdayAfter(packing), 11 * 60 + Math.floor(random() * 420), timeZone) },
    ]
  const [carrier, number] = delivery.startsWith('cargo')
    ? []
    : (['dhl', `0034043416109${String(Math.floor(random() * 9_000_000) + 1_000_000)}`] as const)
  const shipment = carrier && number ? { carrier, number } : {}
  const road = delivery.startsWith('express') || delivery.startsWith('cargo') ? 1 : person.country === 'DE' ? 2 : 4
  const lastly = (from: number): Happening => {
    let arrives = from
    for (let i = 0; i < road; i++) arrives = workdayAfter(arrives)
    return { what: 'DELIVERED', at: onDay(arrives, 10 * 60 + Math.floor(random() * 420), timeZone) }
  }
  if (lines.length > 1 && random() < 0.08) {
    const second = workdayAfter(packing + 6 * dayMs)
    return [
      { what: 'SENT', at: sentAt, some: [{ line: 0, quantity: lines[0]! }], ...shipment },
      {
        what: 'SENT',
        at: onDay(second, 11 * 60, timeZone),
        ...(carrier && number && { carrier, number: `${number.slice(0, -1)}${(Number(number.at(-1)) + 3) % 10}` }),
      },
      lastly(second),
    ]
  }
  return [{ what: 'SENT', at: sentAt, ...shipment }, lastly(packing)]
}

const isWorkday = (day: number): boolean => new Date(day).getUTCDay() % 6 !== 0

function workdayAfter(day: number): number {
  let next = day + dayMs
  while (!isWorkday(next)) next += dayMs
  return next
}

/** A minute of a date, in the shop's time. */
export const onDay = (day: number, minutes: number, timeZone: string): Date =>
  new Date(instantOf(day, { hours: Math.floor(minutes / 60), minutes: minutes % 60 }, timeZone))
