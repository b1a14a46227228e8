import type { Clock } from '../../kernel/clock/clock.ts'
import type { Context } from '../../kernel/db/context.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { StagedScope } from '../../kernel/http/handlers.ts'
import { follow } from './follow.ts'
import { type LockedOrder } from './locked-order.ts'
import type { PayableOrder } from './payable-order.ts'
import { answerOf, type Providers, providerOf } from './provider.ts'
import { type News, settlement } from './rules.ts'
import { withKept } from './saved.ts'
import { keyOf, lockPayment, noteVoided, type StoredPayment, savePayment, savePaymentLastly } from './store.ts'

/** What a payment's end means for its order; the orders slice knows. */
export interface OrderOfPayment {
  /** Locks the order; always before the payment, so that no two settle the other way round. */
  lock(context: Context, orderId: string): Promise<LockedOrder>
  /** Whether the order still waits for a payment. */
  waits(db: Db, site: string, orderId: string): Promise<boolean>
}

export interface SettleDeps {
  readonly database: Database
  readonly clock: Clock
  readonly providers: Providers
  readonly order: OrderOfPayment
}

/** The transaction that a payment is settled in. */
export interface Settling {
  readonly transact: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** Stores the answer beside the payment, once it is known whether the order stands. */
  readonly answering?: (db: Db, payment: StoredPayment) => Promise<void>
}

/**
 * Writes down what was heard of a payment, once, whoever hears it: the buyer's own request, an event of the provider's, or the job that asks.
 * Money that came too late goes back; that it has to is written down first, so that a crash does not forget it.
 */
export async function settle(
  deps: SettleDeps,
  { site, id, orderId }: { readonly site: string; readonly id: string; readonly orderId: string },
  news: News,
  { transact, answering }: Settling = { transact: (work) => deps.database.transact(work) },
): Promise<StoredPayment> {
  const { clock, order } = deps
  const payment = await transact(async (db) => {
    const context = { db, site, now: clock.now() }
    const [locked, before] = await Promise.all([order.lock(context, orderId), lockPayment(db, site, id)])
    if (!before) throw new Error(`payment ${id} is not there`)
    const keep = async (after: StoredPayment): Promise<StoredPayment> => {
      await savePayment(db, site, after)
      return after
    }
    if (before.status === 'AUTHORIZED') return follow(context, locked, before, news)
    const settled = settlement(before, news, context.now)
    if (settled.kind === 'UNCHANGED') return before
    if (settled.kind === 'ORPHANED') return keep({ ...before, voidOwed: true, revision: before.revision + 1, updatedAt: context.now })
    const after = await withKept(context, settled.payment, news)
    if (after.status === 'APPROVED' || after.status === 'AUTHORIZED') {
      const end: StoredPayment = (await locked.paid(after)) ? after : { ...after, status: 'VOIDED', voidOwed: true }
      await savePaymentLastly(db, site, end)
      await answering?.(db, end)
      return end
    }
    await keep(after)
    if (after.status === 'PENDING') await locked.pending(after)
    if (after.status === 'DECLINED' || after.status === 'CANCELED') await locked.unpaid(after)
    return after
  })
  if (!payment.voidOwed) return payment
  await payBack(deps, site, payment)
  return { ...payment, voidOwed: false }
}

/**
 * Writes down that a payment came, in one statement, by what the request that hears it has written itself. Undefined where that is not enough:
 * then it is settled in the ordinary way, by `settle`.
 */
export async function settleAtOnce(
  { clock }: Pick<SettleDeps, 'clock'>,
  { site, atOnce }: Pick<StagedScope, 'site' | 'atOnce'>,
  payment: StoredPayment,
  news: News,
  stands: NonNullable<PayableOrder['stands']>,
  answering: NonNullable<Settling['answering']>,
): Promise<StoredPayment | undefined> {
  if ((news.state !== 'APPROVED' && news.state !== 'AUTHORIZED') || payment.document.keepFor !== undefined) return undefined
  return atOnce(async (db) => {
    const context = { db, site, now: clock.now() }
    const settled = settlement(payment, news, context.now)
    if (settled.kind !== 'CHANGED') throw new Error(`payment ${payment.id} was settled before it was asked for`)
    await stands(context, settled.payment)
    await savePaymentLastly(db, site, settled.payment)
    await answering(db, settled.payment)
    return settled.payment
  })
}

/** Tells the provider that a payment is given up, and notes that it knows. */
export async function payBack({ database, providers }: SettleDeps, site: string, payment: StoredPayment): Promise<void> {
  const { id, orderId, amount, currency } = payment
  const charge = { ...keyOf(site, payment), orderId, amount, currency }
  await answerOf((signal) => providerOf(providers, payment).void(charge, signal))
  await noteVoided(database, site, id)
}
