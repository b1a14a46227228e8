import { type Received, type RefusalCode, refusals } from '@vitrine/contract'
import { sameCountry, subdivisionOf } from '@vitrine/pricing'
import { isId, newId } from '../../../kernel/db/id.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import { counted } from '../../../kernel/http/bulk-results.ts'
import type { Scope } from '../../../kernel/http/handlers.ts'
import { listing } from '../../../kernel/query/listed.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { lockSection, readSection, type SectionNow, saveSection } from '../../../kernel/settings/change.ts'
import { datesOf, firstState, namedId, nextState } from '../../../kernel/settings/revised.ts'
import type { Sections } from '../../../kernel/settings/sections.ts'
import type { NamedGroup, TaxRateSettings, TaxRegionSettings, TaxSettings } from '../../../kernel/settings/tax-settings.ts'
import type { TaxProvider } from '../../selling/taxation.ts'
import { type CalculateDeps } from '../calculate.ts'
import { groupsOf, manualCalculatorId, type RateOfRegion, ratesOf, sameTax } from '../model.ts'

export interface TaxDeps extends CalculateDeps {
  readonly providers: (settings: Pick<Sections, 'plugins'>) => readonly TaxProvider[]
}

type RegionInput = Received<'POST /billing/v1/tax-regions'>['taxRegion']

export type RateInput = Received<'POST /billing/v1/manual-tax-mappings'>['manualTaxMapping']

const asUuid = (id: string): string => (isId(id) ? id : namedId(id))

const dates = { createdDate: 'instant', updatedDate: 'instant' } as const

export const groups = (since: Date) =>
  listing<NamedGroup>({ id: 'id', name: 'text', ...dates }, (group) => ({
    id: asUuid(group.id),
    name: group.name,
    ...datesOf(group, since),
  }))

export const regions = (since: Date) =>
  listing<TaxRegionSettings>({ id: 'id', appId: 'id', country: 'text', subdivision: 'text', ...dates }, (region) => ({
    id: asUuid(region.id),
    appId: region.providerId ?? manualCalculatorId,
    country: region.country,
    subdivision: subdivisionOf(region.country, region.subdivision) ?? '',
    ...datesOf(region, since),
  }))

export const rates = (since: Date) =>
  listing<RateOfRegion>({ id: 'id', taxGroupId: 'id', taxRegionId: 'id', ...dates }, ({ id, rate, region }) => ({
    id,
    taxGroupId: asUuid(rate.taxGroupId),
    taxRegionId: asUuid(region.id),
    ...datesOf(rate, since),
  }))

const none: TaxSettings = { defaultGroupId: namedId('the default tax group'), regions: [] }

export const replaced = <T extends { readonly id: string }>(all: readonly T[], after: T): readonly T[] =>
  all.map((one) => (one.id === after.id ? after : one))

/** Without a rate. */
export const without = (taxes: TaxSettings, gone: RateOfRegion | undefined): TaxSettings => ({
  ...taxes,
  regions: taxes.regions.map((region) => ({ ...region, rates: region.rates.filter((rate) => rate !== gone?.rate) })),
})

/** With a rate at its place among those of its region, or at their end. */
function withRate(taxes: TaxSettings, regionId: string, made: TaxRateSettings, before: RateOfRegion | undefined): TaxSettings {
  const place = before && before.region.id === regionId ? before.region.rates.indexOf(before.rate) : Number.MAX_SAFE_INTEGER
  return {
    ...taxes,
    regions: taxes.regions.map((region) =>
      region.id === regionId ? { ...region, rates: region.rates.toSpliced(place, 0, made) } : region,
    ),
  }
}

/** `0.190000` is `0.19`. */
const plain = (rate: string): string => (rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate)

const countries = new Intl.DisplayNames('en', { type: 'region' })

function nameOf(country: string, subdivision: string | null): string {
  const name = countries.of(country) ?? country
  return subdivision === null ? name : `${name}, ${subdivision}`
}

/** Reads the taxes of a shop, and changes them in one transaction. */
export function taxChanges(deps: TaxDeps) {
  const { providers, readSettings } = deps

  async function now({ db, site }: { readonly db: Db; readonly site: string }): Promise<SectionNow<'taxes'>> {
    return (await readSection(db, site, 'taxes')) ?? { document: none, since: new Date(0), updatedAt: new Date(0) }
  }

  /** Changes the section in one go; what is refused changes nothing. */
  async function change<A, C extends RefusalCode = never>(
    { db, site, now }: Scope<'user'>,
    work: (taxes: TaxSettings, since: Date) => { readonly document: TaxSettings; readonly answer: A } | Refusal<C>,
  ): Promise<A | Refusal<C>> {
    const { document, since } = await lockSection(db, site, 'taxes', none, now)
    const changed = work(document, since)
    return changed instanceof Refusal ? changed : saveSection(db, site, 'taxes', changed, now)
  }

  const known = async ({ db, site }: { readonly db: Db; readonly site: string }) => providers(await readSettings(db, site))

  const unknownCalculator = (calculators: readonly TaxProvider[], region: Pick<RegionInput, 'appId' | 'country'>) => {
    if (region.appId === manualCalculatorId) return undefined
    const provider = calculators.find(({ id }) => id === region.appId)
    if (!provider) return refuse('CALCULATOR_ID_NOT_FOUND', { appId: region.appId })
    const isForeign = provider.unsupportedCountries?.some((country) => sameCountry(country, region.country))
    return isForeign ? refuse('CALCULATOR_IS_NOT_SUPPORTED_FOR_THIS_TAX_REGION', { country: region.country }) : undefined
  }

  /** A region as it would be stored, or why it cannot be. */
  function region(
    calculators: readonly TaxProvider[],
    all: TaxSettings,
    input: RegionInput,
    before: TaxRegionSettings | undefined,
    at: Date,
  ) {
    const subdivision = subdivisionOf(input.country, input.subdivision)
    if (subdivision !== null && !/^[A-Z0-9]{1,3}$/.test(subdivision)) return refuse('INVALID_SUBDIVISION_FORMAT', { subdivision })
    const refused = unknownCalculator(calculators, input)
    if (refused) return refused
    const twin = all.regions.find(
      (other) =>
        other.id !== before?.id &&
        sameCountry(other.country, input.country) &&
        subdivisionOf(other.country, other.subdivision) === subdivision,
    )
    if (twin) return refuse('ALREADY_EXISTS', { taxRegionId: twin.id })
    const made: TaxRegionSettings = {
      ...(before ?? { rates: [] }),
      ...(before ? nextState(before, at) : firstState(at)),
      id: before?.id ?? newId(),
      name: nameOf(input.country, subdivision),
      country: input.country,
      subdivision: subdivision && `${input.country}-${subdivision}`,
      taxIncludedInPrice: input.taxIncludedInPrice ?? before?.taxIncludedInPrice ?? all.includedInPrices ?? false,
      shippingTaxed: input.shippingTaxed ?? before?.shippingTaxed ?? true,
      providerId: input.appId === manualCalculatorId ? null : input.appId,
    }
    return made
  }

  /** A rate as it would be stored, with the regions around it, or why it cannot be. */
  function rate(all: TaxSettings, input: RateInput, before: RateOfRegion | undefined, at: Date) {
    const home = all.regions.find(({ id }) => id === input.taxRegionId)
    if (!home) return refuse('TAX_REGION_ID_NOT_FOUND', { taxRegionId: input.taxRegionId })
    if (!groupsOf(all).some(({ id }) => id === input.taxGroupId)) return refuse('TAX_GROUP_ID_NOT_FOUND', { taxGroupId: input.taxGroupId })
    const made: TaxRateSettings & { readonly id: string } = {
      ...(before ? nextState(before.rate, at) : firstState(at)),
      id: before?.id ?? newId(),
      taxGroupId: input.taxGroupId,
      name: input.taxName || 'Tax',
      rate: plain(input.taxRate),
      taxType: input.taxType || null,
      jurisdiction: input.jurisdiction || home.name,
      jurisdictionType: input.jurisdictionType ?? (home.subdivision ? 'STATE' : 'COUNTRY'),
      ...(input.description && { description: input.description }),
      ...(input.exemptRates?.length && {
        exemptRates: Object.fromEntries(input.exemptRates.map(({ taxExemptGroupId, taxRate }) => [taxExemptGroupId, plain(taxRate)])),
      }),
    }
    const twin = ratesOf(all).find(({ region, rate, id }) => region === home && id !== before?.id && sameTax(rate, made))
    if (twin) return refuse('MANUAL_TAX_MAPPING_ALREADY_EXISTS', { manualTaxMappingId: twin.id })
    return { made, document: withRate(without(all, before), home.id, made, before) }
  }

  /** Makes several, each by itself: one that is refused does not stop the others. */
  const bulk = <Input, Item extends { readonly id: string }>(
    scope: Scope<'user'>,
    inputs: readonly Input[],
    returnEntity: boolean | undefined,
    make: (all: TaxSettings, input: Input, since: Date) => { readonly document: TaxSettings; readonly item: Item } | Refusal,
  ) =>
    change(scope, (taxes, since) => {
      let document = taxes
      const results = inputs.map((input, originalIndex) => {
        const made = make(document, input, since)
        if (made instanceof Refusal) {
          const error = { code: made.code, description: refusals[made.code].description, data: { ...made.data } }
          return { itemMetadata: { originalIndex, success: false, error } }
        }
        document = made.document
        const itemMetadata = { id: made.item.id, originalIndex, success: true }
        return returnEntity === false ? { itemMetadata } : { itemMetadata, item: made.item }
      })
      return { document, answer: counted(results) }
    })

  return { providers, readSettings, now, change, known, unknownCalculator, region, rate, bulk }
}

export type TaxChanges = ReturnType<typeof taxChanges>
