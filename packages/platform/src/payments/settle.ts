import type { Database } from '../db/pool.ts'
import type { Db } from '../db/sql.ts'
import type { Clock } from '../clock/clock.ts'
import type { PaymentProvider, ProviderResult } from './provider.ts'
import { settlement } from './rules.ts'
import { lockPayment, type StoredPayment, savePayment } from './store.ts'

interface Moment {
  readonly db: Db
  readonly site: string
  readonly now: Date
}

/** What a payment's end means for its order; the orders slice knows. */
export interface OrderOfPayment {
  /** Locks the order; always before the payment, so that no two settle the other way round. */
  lock(moment: Moment, orderId: string): Promise<void>
  /** The order stands. `false`: it cannot, because it was given up and its pieces are gone; the money has to go back. */
  paid(moment: Moment, payment: StoredPayment): Promise<boolean>
  /** The order waits for another try, its stock is free. */
  unpaid(moment: Moment, payment: StoredPayment): Promise<void>
}

export interface SettleDeps {
  readonly database: Database
  readonly clock: Clock
  readonly provider: PaymentProvider
  readonly order: OrderOfPayment
}

const providerMs = 8000

/**
 * Writes down what the provider said, once, whoever hears it: the buyer's own request, an event of the provider's, or the job that asks.
 * Money that came too late goes back.
 */
export async function settle(
  { database, clock, provider, order }: SettleDeps,
  { site, id, orderId }: { readonly site: string; readonly id: string; readonly orderId: string },
  result: ProviderResult,
): Promise<StoredPayment> {
  const { payment, orphaned } = await database.transact(async (db) => {
    const moment = { db, site, now: clock.now() }
    await order.lock(moment, orderId)
    const before = await lockPayment(db, site, id)
    if (!before) throw new Error(`payment ${id} is not there`)
    const settled = settlement(before, result, moment.now)
    if (settled.kind !== 'CHANGED') return { payment: before, orphaned: settled.kind === 'ORPHANED' }
    const after = settled.payment
    if (after.status === 'APPROVED' || after.status === 'AUTHORIZED') {
      if (await order.paid(moment, after)) {
        await savePayment(db, site, after)
        return { payment: after, orphaned: false }
      }
      const voided: StoredPayment = { ...after, status: 'VOIDED' }
      await savePayment(db, site, voided)
      return { payment: voided, orphaned: true }
    }
    await savePayment(db, site, after)
    if (after.status === 'DECLINED' || after.status === 'CANCELED') await order.unpaid(moment, after)
    return { payment: after, orphaned: false }
  })
  if (orphaned)
    await provider.void(
      { site, paymentId: id, orderId, amount: payment.amount, currency: payment.currency },
      AbortSignal.timeout(providerMs),
    )
  return payment
}
