import type { Db } from '@vitrine/platform/db/sql'
import { writePast } from '@vitrine/platform/wiring/past'
import { demoSite } from '../ids.ts'
import type { ProductEntry } from '../morrow.ts'
import { randomFrom } from '../random.ts'
import { visitsUntil } from './visits.ts'

/** Ids as the platform makes them, of any moment, the same each time (RFC 9562, version 7). */
function idsOfMoments(): (at: Date) => string {
  const random = randomFrom(1)
  const hex = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('')
  let [last, nth] = [0, 0]
  return (at) => {
    const time = at.getTime()
    // Of one moment they go up, so that what is told after each other stays so.
    nth = time === last ? nth + 1 : 0
    last = time
    const stamp = time.toString(16).padStart(12, '0')
    return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7${nth.toString(16).padStart(3, '0').slice(-3)}-a${hex(3)}-${hex(12)}`
  }
}

export interface History {
  readonly products: readonly ProductEntry[]
  readonly origin: string
  readonly timeZone: string
  readonly now: Date
}

/** Gives the demo shop a past: a year and a half of orders in every state, with a season, and of things that were left at the till. */
export async function addHistory(db: Db, { products, origin, timeZone, now }: History): Promise<void> {
  const idAt = idsOfMoments()
  await writePast(db, demoSite, visitsUntil({ products, now, timeZone, idAt }), now, { origin, idAt })
}
