import type { PastVisit } from '@vitrine/platform/commerce/flows/seed-history'
import { slotCode, wallAt } from '@vitrine/pricing'
import type { ProductEntry } from '../morrow.ts'
import { randomFrom } from '../random.ts'
import { basketOf } from './basket.ts'
import { pick, type Random, weighed } from './chance.ts'
import { type Person, somebody } from './people.ts'
import { minuteOf, noteOf, ordersOn } from './season.ts'
import { onDay, storyOf } from './story.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/** A year and a half: the same season twice. */
const days = 548
/** What was left longer ago is not stored. */
const leftDays = 90

export interface HistoryOptions {
  readonly products: readonly ProductEntry[]
  readonly now: Date
  readonly timeZone: string
  readonly idAt: (at: Date) => string
}

/** Every checkout of the demo shop until now, ordered or abandoned, in the order of its time. The same moment gives the same. */
export function visitsUntil({ products, now, timeZone, idAt }: HistoryOptions): readonly PastVisit[] {
  const today = wallAt(now.getTime(), timeZone).day
  const known: Person[] = []
  const visits: PastVisit[] = []
  const people = randomFrom(7)
  for (let back = days; back >= 0; back--) {
    const day = today - back * dayMs
    const orders = ordersOn(day, back, randomFrom(day / dayMs))
    let nth = 0
    const visit = (): Visit => {
      // Each has luck of its own: what becomes of one by now changes nothing for the next.
      const random = randomFrom((day / dayMs) * 1000 + nth++)
      const at = onDay(day, minuteOf(random), timeZone)
      const again = known.length > 60 && random() < 0.38
      const person = again ? pick(known, random) : somebody(people, known.length)
      if (!again) known.push(person)
      return { at: new Date(at.getTime() + Math.floor(random() * 60_000)), person, products, now, timeZone, random, idAt }
    }
    const ordered = Array.from({ length: orders }, () => orderedBy(visit()))
    const left = Array.from({ length: Math.round(orders * 0.55) }, () => leftBy(visit(), back <= leftDays))
    visits.push(
      ...[...ordered, ...left].filter(({ at, order, left: gone }) => at < now && (order?.at ?? at) < now && (!gone || gone.at < now)),
    )
  }
  return visits.sort((a, b) => (a.order?.at ?? a.at).getTime() - (b.order?.at ?? b.at).getTime())
}

interface Visit extends HistoryOptions {
  readonly at: Date
  readonly person: Person
  readonly random: Random
}

function gathered({ at, person, products, random, idAt }: Visit): Omit<PastVisit, 'order' | 'left'> {
  return {
    checkoutId: idAt(at),
    visitorId: idAt(at),
    at,
    email: person.email,
    contact: person.contact,
    lines: basketOf(products, random, () => idAt(at)),
    channelType: 'WEB',
  }
}

function orderedBy(visit: Visit): PastVisit {
  const { at, person, now, timeZone, random, idAt } = visit
  const byPhone = random() < 0.03
  const gatheredThings = gathered(visit)
  const delivery = deliveryTo(visit, byPhone)
  const recovered = !byPhone && random() < 0.04
  const orderedAt = new Date(at.getTime() + (recovered ? (4 + random() * 40) * hourMs : (2 + random() * 9) * 60_000))
  const story = storyOf(
    { at: orderedAt, person, lines: gatheredThings.lines.map(({ quantity }) => quantity), delivery, byPhone },
    { now, timeZone, random },
  )
  const age = now.getTime() - orderedAt.getTime()
  const isGift = random() < 0.07
  return {
    ...gatheredThings,
    delivery,
    channelType: byPhone ? 'BACKOFFICE_MERCHANT' : 'WEB',
    ...(random() < 0.07 && { couponCode: 'SLOWSUNDAY' }),
    ...((isGift || random() < 0.05) && { buyerNote: noteOf(random) }),
    order: {
      id: idAt(orderedAt),
      at: orderedAt,
      tags: [...(isGift ? ['gift'] : []), ...(byPhone ? ['phone'] : []), ...(random() < 0.015 ? ['press'] : [])],
      archived: age > 300 * dayMs,
      seen: age > 20 * hourMs,
      story,
    },
    ...(recovered && { left: { id: idAt(at), at: new Date(at.getTime() + hourMs), written: new Date(at.getTime() + hourMs + 90_000) } }),
  }
}

function leftBy(visit: Visit, isKept: boolean): PastVisit {
  const { at, random, idAt } = visit
  const saidWho = isKept && random() < 0.6
  /** How far they came: to the address, to the delivery, to the payment. */
  const [saidWhere, saidHow] = [random() < 0.75, random() < 0.55]
  const { email, contact, ...rest } = gathered(visit)
  const leftAt = new Date(at.getTime() + hourMs)
  return {
    ...rest,
    email: saidWho ? email : '',
    contact: saidWho && saidWhere ? contact : { address: { country: contact.address?.country ?? 'DE' } },
    ...(saidWho && saidWhere && saidHow && { delivery: deliveryTo(visit, false) }),
    ...(saidWho && {
      left: { id: idAt(leftAt), at: leftAt, ...(random() < 0.9 && { written: new Date(leftAt.getTime() + 90_000) }) },
    }),
  }
}

/** How it goes: by bike round the corner where it is for these days, collected, quickly, or as usual. */
export function deliveryTo(
  { at, person, now, timeZone, random }: Pick<Visit, 'at' | 'person' | 'now' | 'timeZone' | 'random'>,
  byPhone: boolean,
): string {
  const isNew = now.getTime() - at.getTime() < 6 * dayMs
  if (person.country === 'GB') return 'standard-neighbours'
  if (person.country !== 'DE') return random() < 0.9 ? 'standard-eu' : 'express-eu'
  const code = weighed(
    [
      [70, 'standard'],
      [14, 'express'],
      [person.nearby ? 22 : 2, 'studio'],
      [person.nearby && isNew && !byPhone ? 240 : 0, 'cargo-bike'],
    ],
    random,
  )
  if (code !== 'cargo-bike') return code
  let evening = wallAt(at.getTime(), timeZone).day + (2 + Math.floor(random() * 3)) * dayMs
  if (new Date(evening).getUTCDay() === 0) evening += dayMs
  return slotCode('cargo-bike', onDay(evening, (random() < 0.6 ? 17 : 19) * 60, timeZone).toISOString())
}
