import type { Db } from '../../../kernel/db/sql.ts'
import type { InventoryService } from '../../selling/inventory-services.ts'
import { type ElsewhereDeps, isGivenUp, type StockCalls } from './calls.ts'
import { difference, type HoldingOrder, reasonOf, unitsOf } from './rules.ts'
import { addChange, changesOfOrder, openChanges, type StoredChange, stepChange, touchChange } from './store.ts'

/** An order that was written since its units were last compared, locked. */
export interface DueOrder extends HoldingOrder {
  readonly id: string
  readonly checkoutId: string | null
  readonly imported: boolean
  readonly createdAt: Date
}

export interface SettleDeps extends ElsewhereDeps {
  readonly calls: StockCalls
  /** Orders with things of other apps that were written since. */
  readonly dueOrders: (db: Db, site: string) => Promise<readonly string[]>
  readonly lockDue: (db: Db, site: string, orderId: string) => Promise<DueOrder | undefined>
  readonly compared: (db: Db, site: string, orderId: string) => Promise<void>
  readonly sites: () => Promise<readonly string[]>
}

const minuteMs = 60_000
/** No request takes as long. */
const askedMs = 2 * minuteMs

/** Has services count what orders hold now, however that came about, and finds out about what was not answered. */
export async function settleElsewhere(deps: SettleDeps): Promise<void> {
  const { database, clock, services, readSettings, calls, dueOrders, lockDue, compared, sites } = deps
  const faults: unknown[] = []
  const context = (site: string) => ({ db: database, site, now: clock.now() })
  for (const site of await sites()) {
    const all = services(await readSettings(database, site))
    if (all.length === 0) continue
    const attempt = (work: Promise<void>) => work.catch((fault: unknown) => void faults.push(fault))
    for (const orderId of await dueOrders(database, site)) await attempt(compare(site, orderId, all))
    const before = (ms: number) => new Date(clock.now().getTime() - ms)
    const open = await openChanges(database, site, { askedBefore: before(askedMs), unknownBefore: before(minuteMs) })
    for (const change of open) await attempt(settled(site, change))
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} changes of stock in other apps could not be settled`)

  /** Writes down what is to be asked, so that a service counts what the order holds. */
  async function compare(site: string, orderId: string, all: readonly InventoryService[]): Promise<void> {
    await database.transact(async (db) => {
      const order = await lockDue(db, site, orderId)
      if (!order) return
      const context = { db, site, now: clock.now() }
      const changes = await changesOfOrder(db, site, orderId)
      const { missing, excess } = difference(unitsOf(order), changes)
      for (const service of all) {
        const back = excess.flatMap(({ pluginId, ...units }) => (pluginId === service.id ? [units] : []))
        const change = { pluginId: service.id, checkoutId: order.checkoutId, orderId }
        if (back.length > 0)
          await addChange(context, { ...change, kind: 'INCREMENT', reason: reasonOf(order), items: back, state: 'WANTED' })
        const items = missing.filter(({ reference }) => reference.appId.toLowerCase() === service.appId)
        const isItsOwn = changes.length > 0 || (!order.imported && order.createdAt >= service.since)
        if (!service.active || items.length === 0 || !isItsOwn) continue
        const reason = changes.length > 0 ? 'ORDER_EDITED' : 'ORDER_PLACED'
        await addChange(context, { ...change, kind: 'DECREMENT', reason, items, state: 'OWED' })
      }
      await compared(db, site, orderId)
    })
  }

  async function settled(site: string, change: StoredChange): Promise<void> {
    switch (change.state) {
      case 'TAKEN':
        return calls.undo(site, change, ['TAKEN'])
      case 'WANTED':
        return calls.putBack(site, change)
      case 'OWED':
        return owed(site, change)
      default:
        return findOut(site, change)
    }
  }

  /** The order is there: it is asked until it answers. */
  async function owed(site: string, change: StoredChange): Promise<void> {
    const told = await calls.decrement(site, change, false)
    if (told === 'DONE') await stepChange(context(site), change.id, { from: ['OWED'], to: 'USED' })
    else if (told === 'REFUSED') await calls.lose(site, change, 'its service has not as many')
    else if (isGivenUp(change, clock.now())) await calls.lose(site, change, 'its service is silent')
    else await touchChange(context(site), change.id)
  }

  /** Asked once more it says whether it took them; or takes them now, and then they go back. */
  async function findOut(site: string, change: StoredChange): Promise<void> {
    // Whoever asked it is gone.
    if (change.state !== 'UNKNOWN') await stepChange(context(site), change.id, { from: [change.state], to: 'UNKNOWN' })
    const asked = await stepChange(context(site), change.id, { from: ['UNKNOWN'], to: 'ASKED' })
    if (!asked) return
    const told = await calls.decrement(site, asked, true)
    if (told === 'DONE') await calls.undo(site, asked, ['ASKED'])
    else if (told === 'REFUSED') await stepChange(context(site), change.id, { from: ['ASKED'], to: 'REFUSED' })
    else if (isGivenUp(change, clock.now())) await calls.lose(site, asked, 'its service is silent')
    else await stepChange(context(site), change.id, { from: ['ASKED'], to: 'UNKNOWN' })
  }
}
