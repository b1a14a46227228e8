import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { Seals } from '../../kernel/seals.ts'
import type { CollectDeps } from '../payments/collect.ts'
import { noteHeard } from '../payments/last-provider-event.ts'
import type { Providers } from '../payments/provider.ts'
import { type Sandbox, sandbox } from '../payments/sandbox.ts'
import { type SandboxScript, sandboxScript } from '../payments/sandbox-script.ts'
import { settle } from '../payments/settle.ts'
import { bookStatement } from '../payments/statement.ts'
import { findPayment } from '../payments/store.ts'
import { type StripeKeys, type StripeProvider, stripeProvider } from '../payments/stripe/provider.ts'
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
  readonly stripeKeys: StripeKeys | undefined
  /** Whether the sandbox bank takes new payments. */
  readonly sandboxIsOpen: boolean
  readonly report: (fault: unknown, where: string) => void
}

/** Those who take money for the shop, and what becomes of what they tell. */
export interface TakingMoney {
  readonly bank: Sandbox
  /** What the sandbox bank does with the next payments. */
  readonly script: SandboxScript
  readonly stripe: StripeProvider | undefined
  readonly collecting: CollectDeps
  /** Those whose payments move money. */
  readonly live: ReadonlySet<string>
}

export function takingMoney(deps: TakingMoneyDeps): TakingMoney {
  const { database, clock, real, origin, sealing, openPricing, stripeKeys, sandboxIsOpen, report } = deps
  const script = sandboxScript()
  const bank = sandbox({ database, clock: real, sealing, origin, offered: sandboxIsOpen, script })
  const stripe = stripeKeys && stripeProvider(stripeKeys, report)
  const providers: Providers = new Map(
    [stripe, bank, giftCardProvider(database, clock)].flatMap((provider) => (provider ? [[provider.id, provider]] : [])),
  )
  const settling = { database, clock, providers, order: orderOfPayment(openPricing, cyclesOfOrders(openPricing)) }
  const collecting = { ...settling, openPricing, orderToCollect }
  for (const provider of [bank, stripe])
    provider?.onEvent(async ({ site, paymentId, result, statement }) => {
      await noteHeard(database, site, provider.id, clock.now())
      const payment = await findPayment(database, site, paymentId)
      if (payment?.provider !== provider.id) return
      const place = { site, id: paymentId, orderId: payment.orderId }
      await settle(settling, place, result)
      if (statement) await bookStatement(collecting, place, statement)
    })
  return { bank, script, stripe, collecting, live: new Set(/^[sr]k_live_/.test(stripeKeys?.secretKey ?? '') ? ['stripe'] : []) }
}
