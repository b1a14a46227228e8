import { Refused } from '@vitrine/client'
import { refusedText } from '../parts/acting.ts'
import { unanswered } from '../parts/unanswered.ts'

/** What went wrong with keys or with going live, as merchants read it. */
export function refusalText(error: unknown): string {
  if (!(error instanceof Refused)) return unanswered
  const data = (error.data ?? {}) as { readonly step?: string; readonly message?: string; readonly count?: number }
  switch (error.code) {
    case 'PAYMENT_KEYS_REFUSED':
      return data.step === 'WEBHOOK'
        ? `Stripe takes the key and does not let it make a webhook: ${data.message} Make one there by hand, and enter its signing secret.`
        : data.step === 'ACCOUNT'
          ? `Stripe does not take the key: ${data.message}`
          : String(data.message)
    case 'PAYMENT_PROVIDER_UNREACHABLE':
      return 'Stripe did not answer. Nothing was changed; try again in a minute.'
    case 'PAYMENTS_UNDER_WAY':
      return `${data.count === 1 ? 'One payment' : `${data.count} payments`} at Stripe ${data.count === 1 ? 'is' : 'are'} under way or authorised. Capture or void what is authorised, and try again when the others are done.`
    case 'PAYMENTS_NOT_READY':
      return 'Something keeps the shop from going live. Look at the list again.'
    case 'INVALID_ARGUMENT':
      return 'One of the keys does not look like a key of Stripe.'
    default:
      return refusedText(error)
  }
}
