import type { ManualTaxMapping, TaxExemptGroup, TaxGroup, TaxRegion, TaxSettings as WireSettings } from '@vitrine/contract'
import { subdivisionOf } from '@vitrine/pricing'
import type { SectionNow } from '../../kernel/settings/change.ts'
import { namedId, showRevised } from '../../kernel/settings/revised.ts'
import {
  type NamedGroup,
  pricesContainTax,
  type TaxRateSettings,
  type TaxRegionSettings,
  type TaxSettings,
} from '../../kernel/settings/tax-settings.ts'

/** The calculator of regions whose rates are the merchant's own. */
export const manualCalculatorId = '0b9c4a7e-3d52-4f86-9a1b-6e7f25c8d013'

/** Every tax group there is: those that were made, or, where none ever was, those that the rates name. */
export function groupsOf({ groups, defaultGroupId, regions }: TaxSettings): readonly NamedGroup[] {
  if (groups) return groups
  const named = new Set([defaultGroupId, ...regions.flatMap(({ rates }) => rates.map(({ taxGroupId }) => taxGroupId))])
  return [...named].map((id) => ({ id, name: id === defaultGroupId ? 'Standard' : id }))
}

export const showGroup = ({ id, name, ...state }: NamedGroup, since: Date): TaxGroup & TaxExemptGroup => ({
  id,
  name,
  ...showRevised(state, since),
})

export const showSettings = (
  taxes: TaxSettings,
  country: string,
  { since, updatedAt }: Omit<SectionNow<'taxes'>, 'document'>,
): WireSettings => ({
  taxIncludedInItemPrices: pricesContainTax(taxes, country),
  createdDate: since.toISOString(),
  updatedDate: updatedAt.toISOString(),
})

export const showRegion = (region: TaxRegionSettings, since: Date): TaxRegion => ({
  id: region.id,
  country: region.country,
  subdivision: subdivisionOf(region.country, region.subdivision) ?? '',
  appId: region.providerId ?? manualCalculatorId,
  taxIncludedInPrice: region.taxIncludedInPrice,
  shippingTaxed: region.shippingTaxed,
  ...showRevised(region, since),
})

/** A rate with the region it is of. */
export interface RateOfRegion {
  readonly region: TaxRegionSettings
  readonly rate: TaxRateSettings
  readonly id: string
}

export const ratesOf = ({ regions }: TaxSettings): readonly RateOfRegion[] =>
  regions.flatMap((region) =>
    region.rates.map((rate, at) => ({ region, rate, id: rate.id ?? namedId(`${region.id} ${rate.taxGroupId} ${at}`) })),
  )

export const showRate = ({ region, rate, id }: RateOfRegion, since: Date): ManualTaxMapping => ({
  id,
  taxGroupId: rate.taxGroupId,
  taxRegionId: region.id,
  taxRate: rate.rate,
  ...(rate.description && { description: rate.description }),
  taxType: rate.taxType ?? '',
  taxName: rate.name,
  jurisdiction: rate.jurisdiction ?? '',
  jurisdictionType: rate.jurisdictionType,
  exemptRates: Object.entries(rate.exemptRates ?? {}).map(([taxExemptGroupId, taxRate]) => ({ taxExemptGroupId, taxRate })),
  ...showRevised(rate, since),
})

/** The rate of the same tax: of one group in one region there is one for each jurisdiction. */
export const sameTax = (a: TaxRateSettings, b: TaxRateSettings): boolean =>
  a.taxGroupId === b.taxGroupId && a.jurisdictionType === b.jurisdictionType && (a.jurisdiction ?? '') === (b.jurisdiction ?? '')
