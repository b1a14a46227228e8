import type { ProviderResult } from './provider.ts'
import { type SettleDeps, settle } from './settle.ts'
import { findOpenPayments, findPayment } from './store.ts'

/** After so long without an answer the provider is asked how a payment stands. */
const patienceMs = 30_000
const providerMs = 8000

/** Asks the provider about payments whose answer got lost: a crash in between, a time-out, an event that never came. */
export async function askAboutOpenPayments(deps: SettleDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - patienceMs)
  for (const { site, id } of await findOpenPayments(deps.database, before)) {
    const payment = await findPayment(deps.database, site, id)
    if (!payment) continue
    const result: ProviderResult = await deps.provider.find({ site, paymentId: id }, AbortSignal.timeout(providerMs))
    await settle(deps, { site, id, orderId: payment.orderId }, result)
  }
}
