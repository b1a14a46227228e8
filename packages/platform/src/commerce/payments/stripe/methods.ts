import type { StripeMethod, StripeMethodName } from '@vitrine/contract'
import type Stripe from 'stripe'
import type { PaymentSettings } from '../../../kernel/settings/sections.ts'
import { modeOfKey } from './live-key.ts'
import type { OwnAccount } from './stored-keys.ts'

type Configuration = Stripe.PaymentMethodConfiguration

/** Stripe's names, in display order. */
const names = {
  CARD: 'card',
  APPLE_PAY: 'apple_pay',
  GOOGLE_PAY: 'google_pay',
  LINK: 'link',
  SEPA_DEBIT: 'sepa_debit',
  IDEAL: 'ideal',
  BANCONTACT: 'bancontact',
  KLARNA: 'klarna',
} as const satisfies Record<StripeMethodName, keyof Configuration>

const all = Object.keys(names) as StripeMethodName[]

/** The mode of the keys in use. */
export const modeInUse = ({ stripe }: PaymentSettings, own: OwnAccount | undefined) => (own ? modeOfKey(own.secretKey) : stripe?.mode)

/** The payment method configuration for the keys in use; test mode has its own. */
export const configurationOf = (settings: PaymentSettings, own: OwnAccount | undefined): string | undefined =>
  settings.stripeMethods?.mode === modeInUse(settings, own) ? settings.stripeMethods?.configuration : undefined

/** The capability that a method needs; wallets pay by card. */
const capabilities = {
  CARD: 'card_payments',
  APPLE_PAY: 'card_payments',
  GOOGLE_PAY: 'card_payments',
  LINK: 'link_payments',
  SEPA_DEBIT: 'sepa_debit_payments',
  IDEAL: 'ideal_payments',
  BANCONTACT: 'bancontact_payments',
  KLARNA: 'klarna_payments',
} as const satisfies Record<StripeMethodName, keyof Stripe.Account.Capabilities>

/** An account and its payment method configuration, as Stripe answers them. */
export interface FoundMethods {
  readonly allowed: Stripe.Account.Capabilities | undefined
  readonly configuration: Configuration | undefined
}

/**
 * The state of each method. A configuration does not say whether the account may take a method that is off, so the account is asked. If the
 * account does not say either, as for some restricted keys, the method counts as available.
 */
export const methodsIn = ({ allowed, configuration }: FoundMethods): StripeMethod[] =>
  all.map((method) => {
    const said = configuration?.[names[method]]
    const offered = said?.display_preference.value === 'on'
    const available = allowed ? allowed[capabilities[method]] === 'active' : !offered || said.available
    return { method, available, offered }
  })

/** The account, and the shop's own configuration or else the account's default. */
export async function findMethods(client: Stripe, id: string | undefined): Promise<FoundMethods> {
  const [{ capabilities: allowed }, configuration] = await Promise.all([client.accounts.retrieveCurrent(), findConfiguration(client, id)])
  return { allowed, configuration }
}

async function findConfiguration(client: Stripe, id: string | undefined): Promise<Configuration | undefined> {
  if (id !== undefined) return client.paymentMethodConfigurations.retrieve(id)
  const { data } = await client.paymentMethodConfigurations.list({ limit: 100 })
  return data.find(({ is_default, application }) => is_default && application === null) ?? data[0]
}

export interface MethodChoice {
  readonly method: StripeMethodName
  readonly offered: boolean
}

/** Writes a shop's choice into its configuration. The first time it creates one from the current state, under an idempotency key. */
export async function writeConfiguration(
  client: Stripe,
  {
    id,
    before,
    chosen,
    once,
  }: {
    readonly id: string | undefined
    readonly before: FoundMethods
    readonly chosen: readonly MethodChoice[]
    readonly once: string
  },
): Promise<Configuration> {
  const preferences = (choices: readonly MethodChoice[]) =>
    Object.fromEntries(
      choices.map(({ method, offered }) => [
        names[method],
        { display_preference: { preference: offered ? ('on' as const) : ('off' as const) } },
      ]),
    )
  if (id !== undefined) return client.paymentMethodConfigurations.update(id, preferences(chosen))
  const first = before.configuration ? methodsIn(before) : []
  return client.paymentMethodConfigurations.create(
    { name: 'Vitrine', ...preferences(first), ...preferences(chosen) },
    { idempotencyKey: `${once}:methods` },
  )
}
