import type { Db } from '../../kernel/db/sql.ts'
import { chargedAgain } from './charge-again.ts'
import { answerOf, providerOf } from './provider.ts'
import type { News } from './rules.ts'
import { payBack, type SettleDeps, settle } from './settle.ts'
import { findOpenPayments, findOwedVoids, findPayment, keyOf, type PaymentPlace, type StoredPayment } from './store.ts'

/** After so long without an answer the provider is asked how a payment stands. */
const patienceMs = 30_000

/**
 * Settles every payment whose answer got lost: a crash in between, a time-out, an event that never came, a buyer who confirmed at the
 * bank and did not come back, or one for whose order nobody waits any more. One that cannot be settled now does not hold up the others.
 */
export async function askAboutOpenPayments(deps: SettleDeps): Promise<void> {
  const { database, clock, providers, order } = deps
  const before = new Date(clock.now().getTime() - patienceMs)
  const newsOf = async (site: string, payment: StoredPayment): Promise<News> => {
    const { orderId, status } = payment
    // The provider's answer was never stored, or it was never asked: the stored charge is sent again, and the provider does it once.
    if (payment.document.again && payment.providerReference === null) return chargedAgain(deps, site, payment, true)
    const found = await answerOf((signal) => providerOf(providers, payment).find(keyOf(site, payment), signal))
    const waitsInVain = status === 'ACTION_REQUIRED' && found.state === 'ACTION_REQUIRED' && !(await order.waits(database, site, orderId))
    return waitsInVain ? { state: 'GIVEN_UP' } : found
  }
  const faults = [
    ...(await eachOf(database, findOpenPayments(database, before), async (site, payment) => {
      await settle(deps, { site, id: payment.id, orderId: payment.orderId }, await newsOf(site, payment))
    })),
    ...(await eachOf(database, findOwedVoids(database, before), (site, payment) => payBack(deps, site, payment))),
  ]
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} payments could not be settled`)
}

async function eachOf(
  db: Db,
  places: AsyncIterable<PaymentPlace>,
  work: (site: string, payment: StoredPayment) => Promise<void>,
): Promise<unknown[]> {
  const faults: unknown[] = []
  for await (const { site, id } of places) {
    try {
      const payment = await findPayment(db, site, id)
      if (payment) await work(site, payment)
    } catch (error) {
      faults.push(error)
    }
  }
  return faults
}
