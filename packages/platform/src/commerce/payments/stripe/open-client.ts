import type Stripe from 'stripe'
import type { Outbound } from '../../../kernel/outbound/outbound.ts'

/** Shorter than a provider is waited for. */
export const patienceMs = 7000

/**
 * The library with a key. It takes a while to load: a shop that nobody pays at does without.
 * @param apiBase where its API answers, if not at Stripe
 * @param outbound calls it where the key is a merchant's; the operator's own goes without a guard
 */
export async function openClient(secretKey: string, apiBase: string | undefined, outbound?: Outbound): Promise<Stripe> {
  const { default: Library } = await import('stripe')
  const at = apiBase === undefined ? undefined : new URL(apiBase)
  return new Library(secretKey, {
    maxNetworkRetries: 0,
    timeout: patienceMs,
    telemetry: false,
    ...(outbound && { httpClient: Library.createFetchHttpClient(outbound.fetch as typeof fetch) }),
    ...(at && {
      host: at.hostname,
      protocol: at.protocol === 'http:' ? ('http' as const) : ('https' as const),
      port: at.port || (at.protocol === 'http:' ? 80 : 443),
    }),
  })
}
