import { type Place, sameCountry, subdivisionOf } from './place.ts'

/** The wire's JurisdictionType. */
export type JurisdictionType = 'UNDEFINED' | 'COUNTRY' | 'STATE' | 'COUNTY' | 'CITY' | 'SPECIAL'

/** The wire's RateType. The platform's own rules give the first two; a tax provider may give the others. */
export type RateType = 'NO_TAX_COLLECTED' | 'MANUAL_RATE' | 'AUTO_RATE' | 'FALLBACK_RATE'

/** One tax of one jurisdiction. */
export interface TaxRate {
  /** What it is called on the invoice: `"VAT"`, `"NY State Sales Tax"`. */
  readonly name: string
  /** A share of the price before tax, as decimal text: `"0.19"`. */
  readonly rate: string
  /** Its kind in law: `"Value Added Tax"`. */
  readonly taxType?: string | null
  /** Who levies it: `"Germany"`, `"New York"`. */
  readonly jurisdiction?: string | null
  readonly jurisdictionType: JurisdictionType
}

/** A rate that a merchant wrote down for the goods of one tax group. */
export interface ManualRate extends TaxRate {
  readonly taxGroupId: string
}

/** A country, or one subdivision of it, in which a merchant collects tax. */
export interface TaxRegion {
  readonly id: string
  readonly name: string
  readonly country: string
  /** Null, absent or `"*"` for the whole country. */
  readonly subdivision?: string | null
  /** Whether the shop's prices contain the tax here. */
  readonly taxIncludedInPrice: boolean
  /** Whether delivery is taxed here. */
  readonly shippingTaxed: boolean
  /** Several rates of one tax group stack: each is taken of the same amount. A group without a rate is exempt. */
  readonly rates: readonly ManualRate[]
}

export interface TaxRules {
  /** The tax group of goods and deliveries that name none. */
  readonly defaultGroupId: string
  readonly regions: readonly TaxRegion[]
}

/** Which taxes apply at one place; chosen by {@link taxAt} or told by a tax provider. */
export interface TaxChoice {
  readonly rateType: RateType
  /** The region whose rates these are; null where no tax is collected. */
  readonly region: { readonly id: string; readonly name: string } | null
  readonly taxIncludedInPrice: boolean
  readonly shippingTaxed: boolean
  readonly defaultGroupId: string
  /** The stacked rates of each tax group; a group that is not here is exempt. */
  readonly rates: Readonly<Record<string, readonly TaxRate[]>>
}

/**
 * Chooses the taxes of a place: the region of its subdivision before that of its whole country, of equals the first.
 * A region stands for itself: a state's region lists the country's rates too, if they apply.
 * @param place where the goods are taxed; null when nobody knows yet
 * @example
 * const rules = {
 *   defaultGroupId: 'standard',
 *   regions: [{
 *     id: 'de', name: 'Germany', country: 'DE', taxIncludedInPrice: true, shippingTaxed: true,
 *     rates: [{ taxGroupId: 'standard', name: 'VAT', rate: '0.19', jurisdictionType: 'COUNTRY' }],
 *   }],
 * }
 * taxAt(rules, { country: 'DE' }).rates.standard[0].rate // => '0.19'
 * taxAt(rules, { country: 'DE', subdivision: 'DE-BE' }).rateType // => 'MANUAL_RATE'
 * taxAt(rules, { country: 'CH' }).rateType // => 'NO_TAX_COLLECTED'
 * taxAt(rules, null).rateType // => 'NO_TAX_COLLECTED'
 */
export function taxAt(rules: TaxRules, place: Place | null): TaxChoice {
  const region = place && regionOf(rules.regions, place)
  if (!region) {
    return {
      rateType: 'NO_TAX_COLLECTED',
      region: null,
      taxIncludedInPrice: false,
      shippingTaxed: false,
      defaultGroupId: rules.defaultGroupId,
      rates: {},
    }
  }
  const { id, name, taxIncludedInPrice, shippingTaxed } = region
  const byGroup = new Map<string, TaxRate[]>()
  for (const { taxGroupId, ...rate } of region.rates) byGroup.set(taxGroupId, [...(byGroup.get(taxGroupId) ?? []), rate])
  const rates = Object.fromEntries(byGroup)
  return { rateType: 'MANUAL_RATE', region: { id, name }, taxIncludedInPrice, shippingTaxed, defaultGroupId: rules.defaultGroupId, rates }
}

function regionOf(regions: readonly TaxRegion[], { country, subdivision }: Place): TaxRegion | undefined {
  const inCountry = regions.filter((region) => sameCountry(region.country, country))
  const wanted = subdivisionOf(country, subdivision)
  const reach = (region: TaxRegion) => subdivisionOf(country, region.subdivision)
  return inCountry.find((region) => reach(region) === wanted) ?? inCountry.find((region) => reach(region) === null)
}
