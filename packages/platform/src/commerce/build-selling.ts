import type { Kernel } from '../kernel/kernel.ts'
import type { Seals } from '../kernel/seals.ts'
import { facts } from './catalogue/facts.ts'
import type { SampleProducts } from './catalogue/imports/samples.ts'
import { basisOf } from './flows/basis.ts'
import { giftCardsOfServices } from './flows/gift-cards-of-services.ts'
import { membershipsOfServices } from './flows/memberships-of-services.ts'
import { outside } from './flows/outside-providers.ts'
import { takingMoney } from './flows/payment-providers.ts'
import { counterBy } from './flows/pricing.ts'
import { stockElsewhere } from './flows/stock-elsewhere.ts'
import { stripeAccounts } from './payments/stripe/accounts.ts'
import { patienceMs } from './payments/stripe/open-client.ts'
import { stripeScript } from './payments/stripe/script.ts'
import type { OwnAccount } from './payments/stripe/stored-keys.ts'
import type { ShippingRateProvider } from './selling/carriers.ts'
import type { TaxProvider } from './selling/taxation.ts'
import type { DiscountTriggerProvider } from './selling/triggers.ts'

export interface SellingOptions {
  /** The keys of Stripe that the environment has, for all shops; without them merchants enter their own. */
  readonly stripe?: OwnAccount | undefined
  /** Where Stripe's API answers, if not at Stripe. */
  readonly stripeApiBase?: string | undefined
  /** Whether the sandbox bank takes new payments, with test cards. */
  readonly sandbox: boolean
  /** Who may be asked for the rates of taxes, beside the merchants themselves. */
  readonly taxProviders?: readonly TaxProvider[]
  /** Who may be asked whether a CUSTOM trigger of a discount rule holds. */
  readonly discountTriggerProviders?: readonly DiscountTriggerProvider[]
  /** Who may be asked what delivery costs. */
  readonly shippingRateProviders?: readonly ShippingRateProvider[]
  /** What an empty shop can be filled with, to see how it looks. */
  readonly samples?: SampleProducts | undefined
}

/** What things cost, and who takes the money. */
export function buildSelling(kernel: Kernel, sealing: Seals, options: SellingOptions) {
  const { database, clock, real, origin, wrap, settings, readSettings, report } = kernel
  const asked = outside({
    database,
    real,
    rates: options.shippingRateProviders ?? [],
    taxes: options.taxProviders ?? [],
    triggers: options.discountTriggerProviders ?? [],
    outbound: kernel.outbound(),
    wrap,
    report,
  })
  const catalogue = facts({ publicUrl: origin })
  const giftCards = giftCardsOfServices({ database, clock, real, wrap, readSettings, services: asked.giftCards, report })
  const elsewhere = stockElsewhere({ database, real, readSettings, services: asked.inventory, report })
  const memberships = membershipsOfServices({ database, real, readSettings, services: asked.memberships, report })
  const counter = counterBy({ catalogue, readSettings, outside: asked, cards: giftCards.cards, report })
  const ownCounter = counter(() => clock.now())
  const { openPricing } = ownCounter
  const stripeCalls = { apiBase: options.stripeApiBase, outbound: kernel.outbound({ timeoutMs: patienceMs }) }
  const accounts = stripeAccounts({ db: database, wrap, own: options.stripe, ...stripeCalls })
  return {
    catalogue,
    accounts,
    basis: basisOf(settings, catalogue),
    outside: asked,
    giftCards,
    elsewhere,
    memberships,
    counterAt: (at: Date | undefined) => (at ? counter(() => at) : ownCounter),
    openPricing,
    stripeCalls,
    money: takingMoney({
      database,
      clock,
      real,
      origin,
      sealing,
      openPricing,
      accounts,
      own: options.stripe,
      scriptUrl: stripeScript(options.stripeApiBase).url,
      putCardBack: giftCards.putBack,
      sandboxIsOpen: options.sandbox,
      report,
    }),
  }
}

export type Selling = ReturnType<typeof buildSelling>
