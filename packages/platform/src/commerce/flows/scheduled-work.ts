import type { StoreClockEffect } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import type { Between } from '../../kernel/clock/between.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { remindersBetween } from '../abandoned/store.ts'
import { fallingDueBetween as cardsBetween } from '../gift-cards/store.ts'
import { findNumbers, givenUpBetween } from '../orders/store.ts'
import { expiringBetween, scheduledBetween } from '../payments/store.ts'
import { turningBetween } from '../promotions/store.ts'
import { amounts } from '../selling/amounts.ts'
import { dueBetween } from '../subscriptions/store.ts'

/** Something that falls due, as a slice tells of it. */
interface Due {
  readonly type: StoreClockEffect['type']
  readonly at: Date
  readonly orderId?: string | null
  readonly amount?: number
  readonly currency?: string
  readonly name?: string | null
}

export interface ForeseeDeps {
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
}

/** What is known to fall due in a shop, the earliest first; so many of each kind at most. */
async function dueIn(db: Db, site: string, between: Between, { commerce }: Pick<Sections, 'commerce'>): Promise<readonly Due[]> {
  const kinds: readonly (readonly Due[])[] = [
    await scheduledBetween(db, site, between),
    await dueBetween(db, site, between),
    await cardsBetween(db, site, between),
    await givenUpBetween(db, site, between, commerce.unpaidOrderMinutes),
    await expiringBetween(db, site, between),
    await remindersBetween(db, site, between),
    await turningBetween(db, site, between),
  ]
  return kinds.flat().sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** When the next of it falls due. */
export const nextDue =
  ({ readSettings }: ForeseeDeps) =>
  async (db: Db, site: string, after: Date, until: Date): Promise<Date | undefined> =>
    (await dueIn(db, site, { after, until, limit: 1 }, await readSettings(db, site)))[0]?.at

/** What falls due, as it is told: so much of it, and how much there is. */
export const foreseen =
  ({ readSettings }: ForeseeDeps) =>
  async (db: Db, site: string, after: Date, until: Date, limit: number) => {
    const settings = await readSettings(db, site)
    const { commerce } = settings
    const all = await dueIn(db, site, { after, until, limit: counted }, settings)
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
