import type { StoreClockEffect } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import { remindersBetween } from '../abandoned/store.ts'
import type { Db } from '../db/sql.ts'
import { fallingDueBetween as cardsBetween } from '../gift-cards/store.ts'
import { findNumbers, givenUpBetween } from '../orders/store.ts'
import { scheduledBetween } from '../payments/store.ts'
import { turningBetween } from '../promotions/store.ts'
import { amounts } from '../selling/amounts.ts'
import type { Sections } from '../settings/sections.ts'
import { dueBetween } from '../subscriptions/store.ts'

/** Something that falls due, as a slice tells of it. */
export interface Due {
  readonly type: StoreClockEffect['type']
  readonly at: Date
  readonly orderId?: string | null
  readonly amount?: number
  readonly currency?: string
  readonly name?: string | null
}

/** After one moment and not after the other; so many of each kind at most. */
export interface Between {
  readonly after: Date
  readonly until: Date
  readonly limit: number
}

/** What is known to fall due in a shop, the earliest first. */
export const foreseen =
  (readSettings: (db: Db, site: string) => Promise<Sections>) => async (db: Db, site: string, after: Date, until: Date, limit: number) => {
    const { commerce } = await readSettings(db, site)
    const between: Between = { after, until, limit: counted }
    const all: Due[] = [
      ...(await scheduledBetween(db, site, between)),
      ...(await dueBetween(db, site, between)),
      ...(await cardsBetween(db, site, between)),
      ...(await givenUpBetween(db, site, between, commerce.unpaidOrderMinutes)),
      ...(await remindersBetween(db, site, between)),
      ...(await turningBetween(db, site, between)),
    ].sort((a, b) => a.at.getTime() - b.at.getTime())
    const some = all.slice(0, limit)
    const numbers = await findNumbers(
      db,
      site,
      some.flatMap(({ orderId }) => orderId ?? []),
    )
    return {
      total: all.length,
      effects: some.map(({ type, at, orderId, amount, currency, name }): StoreClockEffect => {
        const orderNumber = orderId ? numbers.get(orderId) : undefined
        return {
          type,
          date: at.toISOString(),
          ...(orderId && { orderId }),
          ...(orderNumber !== undefined && { orderNumber: String(orderNumber) }),
          ...(amount !== undefined && currency !== undefined && { amount: amounts(currency, commerce.locale).plain(minor(amount)) }),
          ...(name && { name }),
        }
      }),
    }
  }

/** Of a kind nobody counts further. */
const counted = 1000
