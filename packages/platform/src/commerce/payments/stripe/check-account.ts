import type Stripe from 'stripe'
import type { Outbound } from '../../../kernel/outbound/outbound.ts'
import { openClient } from './open-client.ts'
import { movedBackEvents, paymentEvents } from './webhook-events.ts'

/** An account as Stripe shows it to its keys. */
export interface CheckedAccount {
  readonly id: string
  readonly name?: string
  /** Whether it may take payments yet. */
  readonly takesCharges: boolean
}

/** Stripe's own word for why it does not take keys, or does not do what they are to do. */
export interface KeysRefused {
  readonly refused: string
}

export interface CheckDeps {
  readonly apiBase: string | undefined
  readonly outbound: Outbound
}

/** What Stripe says of a secret key. @throws where Stripe cannot be reached */
export async function checkAccount({ apiBase, outbound }: CheckDeps, secretKey: string): Promise<CheckedAccount | KeysRefused> {
  const { accounts } = await openClient(secretKey, apiBase, outbound)
  return orRefused(async () => {
    const { id, business_profile, settings, charges_enabled } = await accounts.retrieveCurrent()
    const name = business_profile?.name ?? settings?.dashboard.display_name
    return { id, ...(name && { name: name.slice(0, 100) }), takesCharges: charges_enabled }
  })
}

/** Has Stripe tell the shop what happens, at an address of it; once under a key. @throws where Stripe cannot be reached */
export async function makeWebhook(
  { apiBase, outbound }: CheckDeps,
  secretKey: string,
  { url, once }: { readonly url: string; readonly once: string },
): Promise<{ readonly id: string; readonly secret: string } | KeysRefused> {
  const { webhookEndpoints } = await openClient(secretKey, apiBase, outbound)
  return orRefused(async () => {
    const { id, secret } = await webhookEndpoints.create(
      { url, enabled_events: [...paymentEvents, ...movedBackEvents], description: 'Vitrine' },
      { idempotencyKey: `${once}:webhook` },
    )
    return secret ? { id, secret } : { refused: 'Stripe gave no signing secret.' }
  })
}

/** An endpoint that is gone already is no fault, nor is a key that may not delete it: then it is left to the merchant. */
export async function deleteWebhook({ apiBase, outbound }: CheckDeps, secretKey: string, id: string): Promise<void> {
  const { webhookEndpoints } = await openClient(secretKey, apiBase, outbound)
  await orRefused(() => webhookEndpoints.del(id))
}

/** What Stripe answers; `UNREACHABLE`, and a report, where it does not. */
export async function answered<T>(report: (fault: unknown, where: string) => void, ask: () => Promise<T>): Promise<T | 'UNREACHABLE'> {
  try {
    return await ask()
  } catch (error) {
    report(error, 'stripe')
    return 'UNREACHABLE'
  }
}

/** Stripe's answer, or why it refuses. */
export async function orRefused<T>(ask: () => Promise<T>): Promise<T | KeysRefused> {
  try {
    return await ask()
  } catch (error) {
    const { type, message } = error as Partial<Stripe.errors.StripeError>
    if (type === 'StripeAuthenticationError' || type === 'StripePermissionError' || type === 'StripeInvalidRequestError')
      return { refused: (message ?? 'Stripe gave no reason.').slice(0, 500) }
    throw error
  }
}
