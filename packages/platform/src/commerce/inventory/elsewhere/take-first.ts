import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../kernel/db/context.ts'
import { newId } from '../../../kernel/db/id.ts'
import { Refused, refuse } from '../../../kernel/refusal.ts'
import { isElsewhere } from '../../selling/apps.ts'
import type { ElsewhereUnits, InventoryService } from '../../selling/inventory-services.ts'
import type { KnownLine } from '../../selling/line.ts'
import { AskFirst } from '../../selling/outside-calls.ts'
import { type ElsewhereDeps, type StockCalls, surelyNotAsked } from './calls.ts'
import { difference, sameItems } from './rules.ts'
import { addChange, changesOfCheckout, changesOfOrder, lockChangesOfCheckout, type StoredChange, stepChange, useChanges } from './store.ts'

/** What an order is about to take of other apps. */
export interface WantedElsewhere {
  readonly checkoutId: string
  readonly lines: readonly KnownLine[]
  /** The order of the checkout that waits for its payment; undefined for a new one. */
  readonly before: string | undefined
}

/**
 * The id of the order that units of other apps were taken for; undefined where nobody counts what it buys. Within a transaction nobody waits
 * for that: the transaction ends, the services are asked, and the transaction begins anew. What no order has taken when the write is over goes
 * back.
 */
export type TakeElsewhere = (context: Context, wanted: WantedElsewhere) => Promise<string | undefined>

export interface TakeFirstDeps extends ElsewhereDeps {
  readonly calls: StockCalls
}

const patienceMs = 10_000
const pollMs = 50

/** What is asked, and whether it was before. */
interface Begun {
  readonly change: StoredChange
  readonly again: boolean
}

/** What one service is to take for an order, and which lines that is for. */
interface Asking {
  readonly service: InventoryService
  readonly checkoutId: string
  readonly orderId: string
  readonly items: readonly ElsewhereUnits[]
  readonly lineItemIds: readonly string[]
  /** How many lines the order has. */
  readonly of: number
}

export function takeFirst({ database, clock, services, readSettings, report, calls }: TakeFirstDeps): TakeElsewhere {
  const now = (site: string): Context => ({ db: database, site, now: clock.now() })

  async function putUnusedBack(site: string, checkoutId: string): Promise<void> {
    try {
      for (const change of await changesOfCheckout(database, site, checkoutId)) {
        if (change.state === 'TAKEN') await calls.undo(site, change, ['TAKEN'])
        // It may have taken them all the same.
        if (change.state === 'UNANSWERED') await stepChange(now(site), change.id, { from: ['UNANSWERED'], to: 'UNKNOWN' })
      }
    } catch (fault) {
      // It is written down, and goes back later.
      report(fault)
    }
  }

  /** Asks anew what was asked for this before and not answered, under the same id, so that it is not taken twice. */
  async function begin(site: string, { service, checkoutId, orderId, items }: Asking): Promise<Begun | undefined> {
    const unanswered = (await changesOfOrder(database, site, orderId)).find(
      (one) => one.state === 'UNKNOWN' && one.pluginId === service.id && sameItems(one.items, items),
    )
    const again = unanswered && (await stepChange(now(site), unanswered.id, { from: ['UNKNOWN'], to: 'ASKED' }))
    if (again) return { change: again, again: true }
    const change = { pluginId: service.id, checkoutId, orderId, kind: 'DECREMENT', reason: 'ORDER_PLACED', items, state: 'ASKED' } as const
    const added = await addChange(now(site), change)
    return added && { change: added, again: false }
  }

  async function take(site: string, asking: Asking): Promise<void> {
    const { service, checkoutId, lineItemIds, of } = asking
    const begun = await begin(site, asking)
    if (!begun) return otherIsDone(site, checkoutId, service)
    const { change, again } = begun
    const told = await calls.decrement(site, change, true)
    const step = (to: StoredChange['state']) => stepChange(now(site), change.id, { from: ['ASKED'], to })
    if (told === 'DONE') await step('TAKEN')
    else if (told === 'REFUSED') {
      await step('REFUSED')
      throw new Refused(refuse(lineItemIds.length === of ? 'FULL_OUT_OF_STOCK' : 'PARTIAL_OUT_OF_STOCK', { lineItemIds: [...lineItemIds] }))
    } else if (!service.answerRequired) await step('UNANSWERED')
    else {
      await step(surelyNotAsked(told.silent) && !again ? 'REFUSED' : 'UNKNOWN')
      throw new Refused(refuse('CALCULATION_ERROR', { reason: told.because }))
    }
  }

  /** Somebody else orders the same checkout at this moment. */
  async function otherIsDone(site: string, checkoutId: string, { id, name }: InventoryService): Promise<void> {
    for (let left = patienceMs / pollMs; left > 0; left--) {
      const open = (await changesOfCheckout(database, site, checkoutId)).some((one) => one.state === 'ASKED' && one.pluginId === id)
      if (!open) return
      await sleep(pollMs)
    }
    throw new Refused(refuse('CALCULATION_ERROR', { reason: `${name} did not answer in time.` }))
  }

  return async ({ db, site }, { checkoutId, lines, before }) => {
    if (!lines.some(({ reference }) => reference && isElsewhere(reference))) return undefined
    const active = services(await readSettings(db, site)).filter((service) => service.active)
    const serviceOf = (appId: string) => active.find((service) => service.appId === appId.toLowerCase())
    const counted = lines.flatMap(({ id, quantity, reference, item }) =>
      reference && serviceOf(reference.appId) ? [{ id, units: { reference, quantity, ...(item?.plan && { subscription: true }) } }] : [],
    )
    if (counted.length === 0) return undefined
    const known = await lockChangesOfCheckout(db, site, checkoutId)
    const last = known.at(-1)?.orderId
    const isFree = last !== undefined && !known.some(({ orderId, usedAt }) => orderId === last && usedAt !== null)
    const orderId = before ?? (isFree ? last : newId())
    const { missing } = difference(
      counted.map(({ units }) => units),
      known.filter((one) => one.orderId === orderId),
    )
    if (missing.length > 0) {
      const asked = active.flatMap((service): Asking[] => {
        const items = missing.filter(({ reference }) => serviceOf(reference.appId) === service)
        const lineItemIds = counted.flatMap(({ id, units }) => (serviceOf(units.reference.appId) === service ? [id] : []))
        return items.length > 0 ? [{ service, checkoutId, orderId, items, lineItemIds, of: lines.length }] : []
      })
      throw new AskFirst(
        async () => {
          for (const asking of asked) await take(site, asking)
        },
        () => putUnusedBack(site, checkoutId),
      )
    }
    await useChanges({ db, site, now: clock.now() }, orderId)
    return orderId
  }
}
