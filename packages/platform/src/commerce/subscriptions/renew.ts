import type { Clock } from '../../kernel/clock/clock.ts'
import type { Context } from '../../kernel/db/context.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Amounts } from '../selling/amounts.ts'
import { goOn } from './change.ts'
import { type AskFor, endPaid, fail } from './cycle-outcome.ts'
import { dueAt, isPaidUp, paid, putOff } from './rules.ts'
import {
  type ContractDocument,
  type ContractPlace,
  endCycle,
  findContract,
  findCycle,
  findDue,
  lockContract,
  openCycle,
  payCycle,
  type StoredContract,
} from './store.ts'

/** An order, locked, as far as its money for a cycle goes. */
export interface OwedOrder {
  /** Whether it can still be paid: it was not cancelled or turned away. */
  readonly open: boolean
  /** What is neither paid, nor held, nor on its way, in minor units. */
  readonly owed: number
  /** Whether its units are taken from stock, or could be fetched again. */
  readonly holds: boolean
}

export interface RenewDeps {
  readonly database: Database
  readonly clock: Clock
  readonly moneyIn: (db: Db, site: string) => Promise<(currency: string) => Amounts>
  /** Locks an order and says what it owes; with `fetch` its units are taken from stock where they went back. */
  readonly lockOwed: (context: Context, orderId: string, fetch: boolean) => Promise<OwedOrder>
  /** Sells what was agreed on once more, in the same transaction. `SHORT`: the stock item has not enough, and nothing was done. */
  readonly sellAgain: (
    context: Context,
    contract: StoredContract,
    cycle: number,
    before: string,
  ) => Promise<{ readonly orderId: string; readonly due: number; readonly document: ContractDocument } | 'SHORT'>
  /** Writes down the payment that is to be charged to the saved card; undefined where there is none. */
  readonly beginPayment: (
    context: Context,
    payment: {
      readonly orderId: string
      readonly amount: number
      readonly savedMethodId: string
      readonly contractId: string
      readonly cycle: number
    },
  ) => Promise<string | undefined>
  /** Asks the provider for it; what it answers is heard by the order. */
  readonly charge: (site: string, paymentId: string) => Promise<void>
  readonly askFor: AskFor
  /** The units of an order that nobody paid go back into stock. */
  readonly letGo: (context: Context, orderId: string) => Promise<void>
}

/** More cycles than any clock passes at once. */
const mostAtOnce = 4000

/**
 * What the clock does each minute: charges what is due, each cycle once, whoever else does the same at the same moment; tries again what
 * failed; ends what has come to its end. One that fails does not hold up the others.
 */
export async function renewDue(deps: RenewDeps): Promise<void> {
  const faults: unknown[] = []
  for await (const place of findDue(deps.database, deps.clock.now())) {
    try {
      for (let left = mostAtOnce; left > 0 && (await step(deps, place)); left--);
    } catch (error) {
      faults.push(error)
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} subscriptions could not go on`)
}

/** One thing that is due; whether there may be another. */
async function step(deps: RenewDeps, { site, id }: ContractPlace): Promise<boolean> {
  const { database, clock } = deps
  const begun = await database.transact(async (db): Promise<string | undefined> => {
    const context = { db, site, now: clock.now() }
    const seen = await findContract(db, site, id)
    if (!seen || !isDue(seen, context.now)) return undefined
    const cycle = await findCycle(db, site, id, seen.cycle + 1)
    // Orders are locked before contracts, here and wherever money is heard of.
    const orderId = cycle?.orderId ?? (seen.cycle === 0 ? seen.orderId : undefined)
    const order = orderId === undefined ? undefined : await deps.lockOwed(context, orderId, seen.status !== 'SUSPENDED')
    const contract = await lockContract(db, site, id)
    if (contract?.revision !== seen.revision) return undefined
    return orderId !== undefined && order ? goOnWith(context, contract, orderId, order, cycle !== undefined) : beginCycle(context, contract)
  })
  if (begun !== undefined) await deps.charge(site, begun)
  const after = await findContract(database, site, id)
  return after !== undefined && isDue(after, clock.now())

  async function beginCycle(context: Context, contract: StoredContract): Promise<string | undefined> {
    const ended = await ends(context, contract)
    if (ended) return undefined
    const { db } = context
    const number = contract.cycle + 1
    const before = await findCycle(db, site, id, contract.cycle)
    const sold = await deps.sellAgain(context, contract, number, before?.orderId ?? contract.orderId)
    if (sold === 'SHORT') {
      const later = putOff(contract, context.now)
      await goOn(context, contract, later, [{ type: 'OUT_OF_STOCK', cycleNumber: number, date: later.nextAt!.toISOString(), by: 'CLOCK' }])
      return undefined
    }
    const { orderId, due, document } = sold
    const dueOn = dueAt(contract.document.terms, number)
    await openCycle(context, { contractId: id, number, orderId, paymentId: null, dueAt: dueOn })
    const next = { ...contract, document }
    return pay(context, next, orderId, due)
  }

  async function goOnWith(
    context: Context,
    contract: StoredContract,
    orderId: string,
    order: OwedOrder,
    opened: boolean,
  ): Promise<string | undefined> {
    if (contract.status === 'SUSPENDED') {
      if (opened && contract.cycle > 0) await deps.letGo(context, orderId)
      await goOn(context, contract, { nextAt: null }, [])
      return undefined
    }
    if (await ends(context, contract)) return undefined
    const number = contract.cycle + 1
    if (!order.open) {
      // Somebody turned this one away; the next comes on its day.
      if (opened) await endCycle(context, { contractId: id, number }, 'SKIPPED')
      const { terms, progress } = paid(contract.document.terms, { ...contract, status: 'PAST_DUE' }, context.now)
      await goOn(context, contract, { ...progress, document: { ...contract.document, terms } }, [
        { type: 'CYCLE_SKIPPED', cycleNumber: number, orderId, by: 'MERCHANT' },
      ])
      return undefined
    }
    if (!order.holds) {
      const later = putOff(contract, context.now)
      await goOn(context, contract, later, [
        { type: 'OUT_OF_STOCK', cycleNumber: number, orderId, date: later.nextAt!.toISOString(), by: 'CLOCK' },
      ])
      return undefined
    }
    if (!opened)
      await openCycle(context, { contractId: id, number, orderId, paymentId: null, dueAt: dueAt(contract.document.terms, number) })
    // The order with which a free time began may hold more than this.
    return pay(context, contract, orderId, contract.cycle > 0 ? order.owed : Math.min(order.owed, contract.document.nextAmount))
  }

  /** Whether it has come to its end: the one that was planned, or that of its last cycle. */
  async function ends(context: Context, contract: StoredContract): Promise<boolean> {
    const planned = contract.endsAt !== null && contract.endsAt <= context.now
    if (!planned && !isPaidUp(contract.document.terms, contract)) return false
    const type = planned ? ('CANCELED' as const) : ('ENDED' as const)
    const endsAt = contract.endsAt ?? context.now
    await goOn(context, contract, { status: type, nextAt: null, endsAt }, [{ type, date: endsAt.toISOString(), by: 'CLOCK' }])
    return true
  }

  /** Writes down what is charged next, once; until its end is heard of, nothing is due. */
  async function pay(context: Context, contract: StoredContract, orderId: string, amount: number): Promise<string | undefined> {
    const { db } = context
    const number = contract.cycle + 1
    const cycle = (await findCycle(db, site, id, number))!
    if (amount <= 0) {
      await goOn(context, contract, {}, [])
      await endPaid(context, cycle, undefined, await deps.moneyIn(db, site))
      return undefined
    }
    const { savedMethodId } = contract
    const payment = savedMethodId
      ? await deps.beginPayment(context, { orderId, amount, savedMethodId, contractId: id, cycle: number })
      : undefined
    if (payment === undefined) {
      await fail(context, contract, { orderId, amount, reason: 'NO_PAYMENT_METHOD' }, deps.askFor)
      return undefined
    }
    await payCycle(context, cycle, payment)
    await goOn(context, contract, { nextAt: null }, [])
    return payment
  }
}

const isDue = ({ nextAt }: StoredContract, now: Date): boolean => nextAt !== null && nextAt <= now
