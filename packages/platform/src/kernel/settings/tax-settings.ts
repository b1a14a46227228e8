import { type ManualRate, sameCountry, type TaxRegion, type TaxRules } from '@vitrine/pricing'
import type { Revised } from './revised.ts'

/** A tax group, or a group of buyers who pay other rates. */
export interface NamedGroup extends Revised {
  readonly id: string
  readonly name: string
}

export interface TaxRateSettings extends ManualRate, Revised {
  readonly id?: string
  readonly description?: string
}

export interface TaxRegionSettings extends TaxRegion, Revised {
  readonly rates: readonly TaxRateSettings[]
}

/** The taxes that a merchant collects. */
export interface TaxSettings extends TaxRules {
  readonly groups?: readonly NamedGroup[]
  readonly exemptGroups?: readonly NamedGroup[]
  readonly regions: readonly TaxRegionSettings[]
  /** Whether prices contain the tax, as it was said for all regions. */
  readonly includedInPrices?: boolean
}

/** Whether prices contain the tax: as it was said, else as it is in the shop's own country. */
export function pricesContainTax({ includedInPrices, regions }: TaxSettings, country: string): boolean {
  const home = regions.find((region) => sameCountry(region.country, country)) ?? regions[0]
  return includedInPrices ?? home?.taxIncludedInPrice ?? false
}
