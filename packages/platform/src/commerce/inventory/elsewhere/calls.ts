import type { Clock } from '../../../kernel/clock/clock.ts'
import type { Context } from '../../../kernel/db/context.ts'
import type { Database } from '../../../kernel/db/pool.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import type { Sections } from '../../../kernel/settings/sections.ts'
import type { InventoryService } from '../../selling/inventory-services.ts'
import { NoAnswer } from '../../selling/outside-calls.ts'
import { addChange, type ChangeState, type StoredChange, stepChange, touchChange } from './store.ts'

/** It did not say whether it did what it was asked. */
export interface Silent {
  readonly silent: string
  readonly because: string
}

export interface ElsewhereDeps {
  readonly database: Database
  /** Real time. */
  readonly clock: Clock
  readonly services: (settings: Pick<Sections, 'plugins'>) => readonly InventoryService[]
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly report: (fault: unknown) => void
}

/** What services that count units are told, outside of every transaction. */
export interface StockCalls {
  /** @param restricted whether there have to be as many units */
  decrement(site: string, change: StoredChange, restricted: boolean): Promise<'DONE' | 'REFUSED' | Silent>
  /** Puts back what an increment says. What the service does not take back now is tried again later, and after a week given up. */
  putBack(site: string, increment: StoredChange): Promise<void>
  /** Gives up what no order took: an increment is written down, and asked. */
  undo(site: string, change: StoredChange, from: readonly ChangeState[]): Promise<void>
  /** What the service counts is unknown: somebody has to look at it. */
  lose(site: string, change: StoredChange, why: string): Promise<void>
}

const givenUpMs = 7 * 24 * 60 * 60 * 1000

/** Where the service was never called nothing was taken either. */
export const surelyNotAsked = (code: string): boolean => code === 'CIRCUIT_OPEN' || code === 'OUTBOUND_ADDRESS_NOT_ALLOWED'

export function stockCalls({ database, clock, services, readSettings, report }: ElsewhereDeps): StockCalls {
  const context = (site: string): Context => ({ db: database, site, now: clock.now() })
  const { signal } = new AbortController()

  async function asking(
    site: string,
    { pluginId, id: requestId, orderId, reason, items }: StoredChange,
    ask: (service: InventoryService, question: Parameters<InventoryService['increment']>[0]) => Promise<'DONE' | 'REFUSED'>,
  ): Promise<'DONE' | 'REFUSED' | Silent> {
    const settings = await readSettings(database, site)
    const service = services(settings).find((one) => one.id === pluginId)
    if (!service) return { silent: 'CIRCUIT_OPEN', because: 'The service is not set up any more.' }
    const { currency, locale } = settings.commerce
    try {
      return await ask(service, { site, currency, language: locale.slice(0, 2), requestId, orderId, reason, items })
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      report(error)
      return { silent: error.code, because: error.message }
    }
  }

  const calls: StockCalls = {
    decrement: (site, change, restricted) =>
      asking(site, change, async (service, question) => {
        if (!service.active) throw new NoAnswer(`${service.name} is not asked any more.`, { code: 'CIRCUIT_OPEN' })
        return service.decrement(question, restricted, signal)
      }),

    async putBack(site, increment) {
      const told = await asking(site, increment, (service, question) => service.increment(question, signal))
      if (told === 'DONE') await stepChange(context(site), increment.id, { from: ['WANTED'], to: 'DONE' })
      else if (told === 'REFUSED') await calls.lose(site, increment, 'its service does not take them back')
      else if (isGivenUp(increment, clock.now())) await calls.lose(site, increment, 'its service is silent')
      else await touchChange(context(site), increment.id)
    },

    async undo(site, { id }, from) {
      const increment = await database.transact(async (db) => {
        const undone = await stepChange({ db, site, now: clock.now() }, id, { from, to: 'UNDONE' })
        return (
          undone && addChange({ db, site, now: clock.now() }, { ...undone, kind: 'INCREMENT', reason: 'ORDER_REJECTED', state: 'WANTED' })
        )
      })
      if (increment) await calls.putBack(site, increment)
    },

    async lose(site, { id, kind, orderId }, why) {
      await stepChange(context(site), id, { from: ['ASKED', 'UNKNOWN', 'OWED', 'WANTED'], to: 'LOST' })
      report(new Error(`The units of the order ${orderId} in another app are not counted (${kind}): ${why}`))
    },
  }
  return calls
}

/** Whether a service was silent about it for so long that somebody has to look at it. */
export const isGivenUp = ({ createdAt }: StoredChange, now: Date): boolean => now.getTime() - createdAt.getTime() > givenUpMs
