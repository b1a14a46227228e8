import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { giveUp } from './approve.ts'
import { type CancelDeps, cancel } from './merchant.ts'
import type { Perks } from './perks.ts'
import type { Stock } from './stock.ts'
import { addActivitiesNow, findUnpaid, lockOrder } from './store.ts'

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

export interface ExpirePromisesDeps extends CancelDeps {
  readonly database: Database
  readonly clock: Clock
  readonly sites: () => Promise<readonly string[]>
  /** Orders whose promised money has not come in time, and by which way it was to come. */
  readonly expiredPromises: (db: Db, site: string, now: Date) => Promise<readonly { readonly orderId: string; readonly name: string }[]>
  /** Whether any money came, or is held, but for what gift cards paid. */
  readonly hasMoney: (db: Db, site: string, orderId: string) => Promise<boolean>
  /** What was promised is waited for without an end. */
  readonly waitOn: (db: Db, site: string, orderId: string) => Promise<void>
}

/** Cancels orders whose money was to come by hand and has not, so that what they hold can be sold. What is on its way to its buyer is left alone. */
export async function expirePromises(deps: ExpirePromisesDeps): Promise<void> {
  const { database, clock, sites, expiredPromises, hasMoney, waitOn } = deps
  const faults: unknown[] = []
  for (const site of await sites())
    for (const { orderId, name } of await expiredPromises(database, site, clock.now())) {
      const canceled = database.transact(async (db) => {
        const context = { db, site, now: clock.now() }
        const order = await lockOrder(db, site, orderId)
        if (order?.status !== 'APPROVED' || order.fulfillmentStatus !== 'NOT_FULFILLED' || (await hasMoney(db, site, orderId)))
          return waitOn(db, site, orderId)
        const customMessage = `We have not received your payment (${name}) in time, so we have cancelled the order.`
        const cancellation = { restockAllItems: true, sendOrderCanceledEmail: true, customMessage }
        if ((await cancel(context, orderId, cancellation, deps)) instanceof Refusal) return waitOn(db, site, orderId)
        const message = `Cancelled automatically: the payment (${name}) has not come in time.`
        await addActivitiesNow(context, orderId, [
          { type: 'MERCHANT_COMMENT', activityType: 'MERCHANT_COMMENT', merchantComment: { message } },
        ])
      })
      await canceled.catch((error: unknown) => faults.push(error))
    }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} orders could not be cancelled`)
}
