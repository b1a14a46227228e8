import { type Place, sameCountry, subdivisionOf } from './place.ts'
import { parseRate } from './ratio.ts'

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

/** A rate that a merchant set for the goods of one tax group. */
export interface ManualRate extends TaxRate {
  readonly taxGroupId: string
  /** What buyers of an exempt group pay in its place, by the id of the group: `"0"` for nothing. Groups that are not here pay the rate. */
  readonly exemptRates?: Readonly<Record<string, string>>
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
  /** Several rates of one tax group stack: each is calculated from the same amount. A group without a rate is exempt. */
  readonly rates: readonly ManualRate[]
  /** The provider of the rates here; absent or null for the rates above. Where it does not answer, those above apply. */
  readonly providerId?: string | null
}

export interface TaxRules {
  /** The tax group of goods and deliveries that name none, or one that is not among `groups`. */
  readonly defaultGroupId: string
  /** Absent where every group that a rate names counts. */
  readonly groups?: readonly { readonly id: string }[]
  readonly regions: readonly TaxRegion[]
}

/** Why the rates are the merchant's own: because they are everywhere, because they are here, or in place of a provider's. */
export type RateReason = 'GLOBAL_SETTING_TO_MANUAL' | 'REGION_SETTING_TO_MANUAL' | 'AUTO_TAX_FAILED' | 'AUTO_TAX_DEACTIVATED'

/** The rates of a place from a tax provider; a tax group that is not here is exempt. */
export interface ProvidedTax {
  readonly taxIncludedInPrice: boolean
  readonly shippingTaxed: boolean
  readonly rates: Readonly<Record<string, readonly TaxRate[]>>
}

/** Which taxes apply at one place; chosen by {@link taxAt} or returned by a tax provider. */
export interface TaxChoice {
  readonly rateType: RateType
  /** The region whose rates these are; null where no tax is collected. */
  readonly region: { readonly id: string; readonly name: string } | null
  readonly taxIncludedInPrice: boolean
  readonly shippingTaxed: boolean
  readonly defaultGroupId: string
  /** The stacked rates of each tax group; a group that is not here is exempt. */
  readonly rates: Readonly<Record<string, readonly TaxRate[]>>
  /** The tax groups there are: one that is not here counts as the default group. Absent if unknown. */
  readonly groups?: readonly string[]
  /** The tax groups that are exempt for this buyer, though not for others. */
  readonly exempt?: readonly string[]
  readonly reason?: RateReason
}

/**
 * Chooses the taxes of a place: the region of its subdivision before that of its whole country, of equals the first. A region is complete
 * in itself: a state's region lists the country's rates too, if they apply. Where a provider is to be asked, the merchant's own rates are
 * the answer until it has: see {@link taxFrom}.
 * @param place where the goods are taxed; null while unknown
 * @param exemptGroupId the exempt group of the buyer, if any
 * @example
 * const rules = {
 *   defaultGroupId: 'standard',
 *   regions: [{
 *     id: 'de', name: 'Germany', country: 'DE', taxIncludedInPrice: true, shippingTaxed: true,
 *     rates: [{ taxGroupId: 'standard', name: 'VAT', rate: '0.19', jurisdictionType: 'COUNTRY', exemptRates: { embassies: '0' } }],
 *   }],
 * }
 * taxAt(rules, { country: 'DE' }).rates.standard[0].rate // => '0.19'
 * taxAt(rules, { country: 'DE', subdivision: 'DE-BE' }).rateType // => 'MANUAL_RATE'
 * taxAt(rules, { country: 'DE' }, 'embassies').exempt // => ['standard']
 * taxAt(rules, { country: 'CH' }).rateType // => 'NO_TAX_COLLECTED'
 * taxAt(rules, null).rateType // => 'NO_TAX_COLLECTED'
 */
export function taxAt(rules: TaxRules, place: Place | null, exemptGroupId?: string | null): TaxChoice {
  const { defaultGroupId } = rules
  const groups = rules.groups && { groups: rules.groups.map(({ id }) => id) }
  const region = place && taxRegionAt(rules, place)
  if (!region)
    return {
      rateType: 'NO_TAX_COLLECTED',
      region: null,
      taxIncludedInPrice: false,
      shippingTaxed: false,
      defaultGroupId,
      rates: {},
      ...groups,
    }
  const { id, name, taxIncludedInPrice, shippingTaxed } = region
  const byGroup = new Map<string, TaxRate[]>()
  const exempt = new Set<string>()
  for (const { taxGroupId, exemptRates, ...rate } of region.rates) {
    const others = exemptGroupId ? exemptRates?.[exemptGroupId] : undefined
    const isFree = others !== undefined && parseRate(others).numerator === 0
    if (isFree) exempt.add(taxGroupId)
    else byGroup.set(taxGroupId, [...(byGroup.get(taxGroupId) ?? []), others === undefined ? rate : { ...rate, rate: others }])
  }
  return {
    rateType: 'MANUAL_RATE',
    region: { id, name },
    taxIncludedInPrice,
    shippingTaxed,
    defaultGroupId,
    rates: Object.fromEntries(byGroup),
    ...groups,
    ...(exempt.size > 0 && { exempt: [...exempt].filter((group) => !byGroup.has(group)) }),
    reason: rules.regions.some((one) => one.providerId) ? 'REGION_SETTING_TO_MANUAL' : 'GLOBAL_SETTING_TO_MANUAL',
  }
}

/**
 * The taxes of a place where a provider was asked: its rates or, where it did not answer, those of the merchant.
 * @param manual what {@link taxAt} chose
 * @param told the rates of the provider, or why there are none
 * @example
 * const manual = {
 *   rateType: 'MANUAL_RATE', region: { id: 'ny', name: 'New York' }, taxIncludedInPrice: false, shippingTaxed: false,
 *   defaultGroupId: 'standard', rates: { standard: [{ name: 'Sales tax', rate: '0.08', jurisdictionType: 'STATE' }] },
 * }
 * const rates = { standard: [{ name: 'Sales tax', rate: '0.08875', jurisdictionType: 'CITY' }] }
 * taxFrom(manual, { taxIncludedInPrice: false, shippingTaxed: true, rates }).rateType // => 'AUTO_RATE'
 * taxFrom(manual, 'AUTO_TAX_FAILED').rateType // => 'FALLBACK_RATE'
 * taxFrom(manual, 'AUTO_TAX_FAILED').rates.standard[0].rate // => '0.08'
 */
export function taxFrom(manual: TaxChoice, told: ProvidedTax | 'AUTO_TAX_FAILED' | 'AUTO_TAX_DEACTIVATED'): TaxChoice {
  if (typeof told === 'string') return { ...manual, rateType: 'FALLBACK_RATE', reason: told }
  const { reason: _, exempt: __, ...saved } = manual
  return { ...saved, ...told, rateType: 'AUTO_RATE' }
}

/**
 * The region whose taxes a place has; undefined where no tax is collected.
 * @example
 * const regions = [{ id: 'us', name: 'US', country: 'US', taxIncludedInPrice: false, shippingTaxed: false, rates: [] }]
 * taxRegionAt({ defaultGroupId: 'standard', regions }, { country: 'US', subdivision: 'NY' }).id // => 'us'
 */
export function taxRegionAt({ regions }: TaxRules, { country, subdivision }: Place): TaxRegion | undefined {
  const inCountry = regions.filter((region) => sameCountry(region.country, country))
  const wanted = subdivisionOf(country, subdivision)
  const reach = (region: TaxRegion) => subdivisionOf(country, region.subdivision)
  return inCountry.find((region) => reach(region) === wanted) ?? inCountry.find((region) => reach(region) === null)
}
