import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { KeyWrap } from '../../kernel/key-wrap/key-wrap.ts'
import type { Outbound } from '../../kernel/outbound/outbound.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { type CallPlugin, callOnce, callPlugin } from '../plugins/call.ts'
import { type PluginKeys, pluginKeys } from '../plugins/keys.ts'
import { pluggedIn } from '../plugins/providers.ts'
import type { ShippingRateProvider } from '../selling/carriers.ts'
import { catalogs, type FindListed } from '../selling/catalogs.ts'
import { type DiscountProvider, discountServices, type FindServiceDiscounts } from '../selling/discount-services.ts'
import { additionalFees, type FindFees } from '../selling/fees.ts'
import type { GiftCardService } from '../selling/gift-card-services.ts'
import type { InventoryService } from '../selling/inventory-services.ts'
import { type FindServiceMemberships, type MembershipService, membershipServices } from '../selling/membership-services.ts'
import { type AskPaymentSettings, paymentSettingsServices } from '../selling/payment-settings-services.ts'
import { type NoteProviderHealth, recordProviderHealth } from '../selling/provider-health.ts'
import { type AskForRecommendations, type RecommendationProvider, recommendationServices } from '../selling/recommendation-services.ts'
import { type ChooseTax, type TaxProvider, taxation } from '../selling/taxation.ts'
import type { DiscountTriggerProvider } from '../selling/triggers.ts'
import { type Validate, validations } from '../selling/validations.ts'

export interface OutsideDeps {
  readonly database: Database
  /** The outside world goes by real time. */
  readonly real: Clock
  /** Those that this process brings along, beside the services that a merchant has set up. */
  readonly rates: readonly ShippingRateProvider[]
  readonly taxes: readonly TaxProvider[]
  readonly triggers: readonly DiscountTriggerProvider[]
  /** How services that a merchant has set up are reached. */
  readonly outbound: Outbound
  /** How keys lie in the database. */
  readonly wrap: KeyWrap
  readonly report: (fault: unknown, where: string) => void
}

type Plugged = Pick<Sections, 'plugins'>

/** Which service of others is asked what a price depends on. */
export interface Outside {
  readonly rates: (settings: Plugged) => readonly ShippingRateProvider[]
  readonly taxes: (settings: Plugged) => readonly TaxProvider[]
  readonly triggers: (settings: Plugged) => readonly DiscountTriggerProvider[]
  readonly chooseTax: ChooseTax
  readonly findFees: FindFees
  readonly validate: Validate
  readonly findListed: FindListed
  readonly giftCards: (settings: Plugged) => readonly GiftCardService[]
  readonly discounts: (settings: Plugged) => readonly DiscountProvider[]
  readonly findServiceDiscounts: FindServiceDiscounts
  readonly memberships: (settings: Plugged) => readonly MembershipService[]
  readonly findServiceMemberships: FindServiceMemberships
  readonly askPaymentSettings: AskPaymentSettings
  readonly recommendations: (settings: Plugged) => readonly RecommendationProvider[]
  readonly askForRecommendations: AskForRecommendations
  readonly inventory: (settings: Plugged) => readonly InventoryService[]
  /** Asks a service once, to see how it answers. */
  readonly askOnce: CallPlugin
  readonly noteProviderHealth: NoteProviderHealth
  /** What calls of services are signed with. */
  readonly keys: PluginKeys
  readonly outbound: Outbound
}

/** Nobody outside keeps a buyer waiting for longer. */
export const outsideMs = 4000
/** A call of a service gives up a little sooner. */
export const pluginMs = outsideMs - 200

export function outside({ database, real, rates, taxes, triggers, outbound, wrap, report }: OutsideDeps): Outside {
  const keys = pluginKeys(database, real, wrap)
  const call = { keys, clock: real, timeoutMs: pluginMs, outbound }
  const plugged = pluggedIn(callPlugin(call))
  const noteProviderHealth = recordProviderHealth({ database, clock: real, report: (fault) => report(fault, 'health of a provider') })
  const allTaxes = (settings: Plugged) => [...taxes, ...plugged.taxes(settings)]
  return {
    rates: (settings) => [...rates, ...plugged.rates(settings)],
    taxes: allTaxes,
    triggers: (settings) => [...triggers, ...plugged.triggers(settings)],
    chooseTax: taxation({
      providers: allTaxes,
      timeoutMs: outsideMs,
      report: (fault) => report(fault, 'tax provider'),
      noteProviderHealth,
    }),
    findFees: additionalFees({ providers: plugged.fees, timeoutMs: outsideMs, report: (fault) => report(fault, 'provider of fees') }),
    validate: validations({
      providers: plugged.validations,
      timeoutMs: outsideMs,
      report: (fault) => report(fault, 'service for validations'),
    }),
    findListed: catalogs({
      providers: plugged.catalogs,
      timeoutMs: outsideMs,
      report: (fault) => report(fault, 'service for a catalogue'),
    }),
    giftCards: plugged.giftCards,
    discounts: plugged.discounts,
    findServiceDiscounts: discountServices({
      providers: plugged.discounts,
      timeoutMs: outsideMs,
      report: (fault) => report(fault, 'service for discounts'),
    }),
    memberships: plugged.memberships,
    findServiceMemberships: membershipServices({
      services: plugged.memberships,
      timeoutMs: outsideMs,
      report: (fault) => report(fault, 'service for memberships'),
    }),
    askPaymentSettings: paymentSettingsServices({
      providers: plugged.paymentSettings,
      timeoutMs: outsideMs,
      report: (fault) => report(fault, 'service for payment settings'),
    }),
    recommendations: plugged.recommendations,
    askForRecommendations: recommendationServices({
      timeoutMs: outsideMs,
      report: (fault) => report(fault, 'service for recommendations'),
    }),
    inventory: plugged.inventory,
    askOnce: callOnce(call),
    noteProviderHealth,
    keys,
    outbound,
  }
}
