import type { ShippingRule, ShippingZone } from '@vitrine/pricing'
import type { Revised } from './revised.ts'

/** What is offered where a provider does not answer; amounts are decimal text in the shop's currency. */
export interface BackupRate {
  readonly title?: string
  readonly amount: string
  readonly active: boolean
}

/** A provider that is asked for its rates. */
export interface CarrierSettings {
  readonly appId: string
  readonly backupRate?: BackupRate
  /** Put on top of each of its rates. */
  readonly additionalCharges?: readonly { readonly description?: string; readonly amount: string }[]
}

export interface ShippingRuleSettings extends ShippingRule, Revised {
  readonly id?: string
}

export interface ShippingZoneSettings extends ShippingZone, Revised {
  readonly options: readonly ShippingRuleSettings[]
  readonly carriers?: readonly CarrierSettings[]
}

/** Where a merchant delivers, and how. */
export interface ShippingSettings {
  readonly zones: readonly ShippingZoneSettings[]
  /** Ways of delivery that are offered nowhere. */
  readonly laidBy?: readonly ShippingRuleSettings[]
  readonly profile?: Revised & { readonly id?: string; readonly name?: string }
  /** Days without work or delivery, `2026-12-25`. */
  readonly closedOn?: readonly string[]
}
