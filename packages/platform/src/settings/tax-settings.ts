import type { ManualRate, TaxRegion, TaxRules } from '@vitrine/pricing'
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
