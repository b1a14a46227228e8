import { answerOf, type ProviderResult, providerOf } from './provider.ts'
import { findSavedMethod } from './saved.ts'
import { type SettleDeps, settle } from './settle.ts'
import type { StoredPayment } from './store.ts'

/** What the provider says of a charge to a saved card. */
export async function chargedAgain(
  { database, providers }: Pick<SettleDeps, 'database' | 'providers'>,
  site: string,
  payment: StoredPayment,
  again: boolean,
): Promise<ProviderResult> {
  const { id: paymentId, orderId, amount, currency, document } = payment
  const saved = document.savedMethodId === undefined ? undefined : await findSavedMethod(database, site, document.savedMethodId)
  const { keeping } = providerOf(providers, payment)
  if (!saved || !keeping) return { state: 'DECLINED', reason: 'CARD_GONE', message: 'This card is not kept any more.', retryable: false }
  const request = {
    site,
    paymentId,
    orderId,
    amount,
    currency,
    kept: saved.reference,
    delayCapture: document.delayCapture === true,
    orderNumber: document.again?.orderNumber ?? '',
    again,
  }
  return answerOf((signal) => keeping.charge(request, signal))
}

/**
 * Charges a stored payment to the saved card. Without an answer it stays open: the job that asks about open payments sends the same charge
 * again, and the provider does it once.
 */
export async function chargeAgain(deps: SettleDeps, site: string, payment: StoredPayment): Promise<StoredPayment> {
  let result: ProviderResult
  try {
    result = await chargedAgain(deps, site, payment, false)
  } catch {
    return payment
  }
  return settle(deps, { site, id: payment.id, orderId: payment.orderId }, result)
}
