import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/pool.ts'
import type { Db } from '../db/sql.ts'
import { giveUp } from './approve.ts'
import type { Perks } from './perks.ts'
import type { Stock } from './stock.ts'
import { findUnpaid, lockOrder } from './store.ts'

export interface ExpireDeps {
  readonly database: Database
  readonly clock: Clock
  readonly stock: Stock
  readonly perks: Perks
  readonly sites: () => Promise<readonly string[]>
  readonly unpaidMinutes: (db: Db, site: string) => Promise<number>
  readonly paymentUnderWay: (db: Db, site: string, orderId: string) => Promise<boolean>
}

/** Gives up orders that nobody paid for in time, so that what they hold can be sold. One whose payment is on its way is left alone. */
export async function expireUnpaid({ database, clock, stock, perks, sites, unpaidMinutes, paymentUnderWay }: ExpireDeps): Promise<void> {
  const faults: unknown[] = []
  for (const site of await sites()) {
    const before = new Date(clock.now().getTime() - (await unpaidMinutes(database, site)) * 60_000)
    for await (const id of findUnpaid(database, site, before)) {
      const given = database.transact(async (db) => {
        const order = await lockOrder(db, site, id)
        if (order?.status !== 'INITIALIZED' || (await paymentUnderWay(db, site, id))) return
        await giveUp({ db, site, now: clock.now() }, order, { stock, perks })
      })
      await given.catch((error: unknown) => faults.push(error))
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} orders could not be given up`)
}
