import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { Seals } from '../../kernel/seals.ts'
import type { PaymentSettings } from '../../kernel/settings/sections.ts'
import type { PutBack } from '../gift-cards/elsewhere/put-back.ts'
import type { CollectDeps } from '../payments/collect.ts'
import { noteHeard } from '../payments/last-provider-event.ts'
import type { Providers } from '../payments/provider.ts'
import { type Sandbox, sandbox } from '../payments/sandbox.ts'
import { type SandboxScript, sandboxScript } from '../payments/sandbox-script.ts'
import { settle } from '../payments/settle.ts'
import { bookStatement } from '../payments/statement.ts'
import { findPayment } from '../payments/store.ts'
import type { StripeAccounts } from '../payments/stripe/accounts.ts'
import { configurationOf } from '../payments/stripe/methods.ts'
import { type StripeProvider, stripeProvider } from '../payments/stripe/provider.ts'
import type { OwnAccount } from '../payments/stripe/stored-keys.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import { cyclesOfOrders } from './cycle-payments.ts'
import { giftCardProvider } from './gift-card-payments.ts'
import { orderOfPayment, orderToCollect } from './order-payments.ts'

export interface TakingMoneyDeps {
  readonly database: Database
  readonly clock: Clock
  /** Banks go by real time. */
  readonly real: Clock
  readonly origin: string
  readonly sealing: Seals
  readonly openPricing: OpenPricing
  readonly accounts: StripeAccounts
  /** The account whose keys are in the environment, for all shops. */
  readonly own: OwnAccount | undefined
  /** The address of Stripe's script. */
  readonly scriptUrl: string
  /** Puts money back onto gift cards of somebody else's. */
  readonly putCardBack: PutBack
  /** Whether the sandbox bank takes new payments. */
  readonly sandboxIsOpen: boolean
  readonly report: (fault: unknown, where: string) => void
}

/** Those who take money for the shop, and what becomes of what they tell. */
export interface TakingMoney {
  readonly bank: Sandbox
  /** What the sandbox bank does with the next payments. */
  readonly script: SandboxScript
  readonly stripe: StripeProvider
  readonly collecting: CollectDeps
}

export function takingMoney(deps: TakingMoneyDeps): TakingMoney {
  const { database, clock, real, origin, sealing, openPricing, accounts, own, scriptUrl, putCardBack, sandboxIsOpen, report } = deps
  const isOwn = own !== undefined
  const configurationIn = (settings: PaymentSettings) => configurationOf(settings, own)
  const script = sandboxScript()
  const bank = sandbox({
    database,
    clock: real,
    sealing,
    origin,
    takesPayments: ({ mode }) => sandboxIsOpen && (isOwn || mode !== 'LIVE'),
    script,
  })
  const stripe = stripeProvider({
    accounts,
    takesPayments: ({ mode, stripe: entered }) => isOwn || (mode === 'LIVE' && entered !== undefined),
    elementAccount(settings) {
      const publishableKey = own ? own.publishableKey : settings.stripe?.publishableKey
      return publishableKey === undefined ? undefined : { publishableKey, configuration: configurationIn(settings) }
    },
    scriptUrl,
    configurationOf: async (site) => configurationIn((await openPricing(database, site)).settings.payments ?? {}),
    report,
  })
  const providers: Providers = new Map(
    [stripe, bank, giftCardProvider(database, clock, putCardBack)].map((provider) => [provider.id, provider] as const),
  )
  const settling = { database, clock, providers, order: orderOfPayment(openPricing, cyclesOfOrders(openPricing)) }
  const collecting = { ...settling, openPricing, orderToCollect }
  for (const provider of [bank, stripe])
    provider.onEvent(async ({ site, paymentId, result, statement }) => {
      await noteHeard(database, site, provider.id, clock.now())
      const payment = await findPayment(database, site, paymentId)
      if (payment?.provider !== provider.id) return
      const place = { site, id: paymentId, orderId: payment.orderId }
      await settle(settling, place, result)
      if (statement) await bookStatement(collecting, place, statement)
    })
  return { bank, script, stripe, collecting }
}
