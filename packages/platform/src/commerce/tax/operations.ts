import { type Received, type RefusalCode, refusals, type taxes } from '@vitrine/contract'
import { sameCountry, subdivisionOf } from '@vitrine/pricing'
import { isId, newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { counted } from '../../kernel/http/bulk-results.ts'
import type { Handlers, Scope } from '../../kernel/http/handlers.ts'
import { listed, listing } from '../../kernel/query/listed.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { lockSection, readSection, type SectionNow, saveSection } from '../../kernel/settings/change.ts'
import { datesOf, firstState, namedId, nextState, staleOf } from '../../kernel/settings/revised.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import type { NamedGroup, TaxRateSettings, TaxRegionSettings, TaxSettings } from '../../kernel/settings/tax-settings.ts'
import { findProviderHealth } from '../selling/provider-health.ts'
import { showProviderHealth } from '../selling/show-provider-health.ts'
import type { TaxProvider } from '../selling/taxation.ts'
import { type CalculateDeps, calculate } from './calculate.ts'
import {
  groupsOf,
  manualCalculatorId,
  type RateOfRegion,
  ratesOf,
  sameTax,
  showGroup,
  showRate,
  showRegion,
  showSettings,
} from './model.ts'

export interface TaxDeps extends CalculateDeps {
  readonly providers: (settings: Pick<Sections, 'plugins'>) => readonly TaxProvider[]
}

type RegionInput = Received<'POST /billing/v1/tax-regions'>['taxRegion']
type RateInput = Received<'POST /billing/v1/manual-tax-mappings'>['manualTaxMapping']

const asUuid = (id: string): string => (isId(id) ? id : namedId(id))
const dates = { createdDate: 'instant', updatedDate: 'instant' } as const

const groups = (since: Date) =>
  listing<NamedGroup>({ id: 'id', name: 'text', ...dates }, (group) => ({
    id: asUuid(group.id),
    name: group.name,
    ...datesOf(group, since),
  }))
const regions = (since: Date) =>
  listing<TaxRegionSettings>({ id: 'id', appId: 'id', country: 'text', subdivision: 'text', ...dates }, (region) => ({
    id: asUuid(region.id),
    appId: region.providerId ?? manualCalculatorId,
    country: region.country,
    subdivision: subdivisionOf(region.country, region.subdivision) ?? '',
    ...datesOf(region, since),
  }))
const rates = (since: Date) =>
  listing<RateOfRegion>({ id: 'id', taxGroupId: 'id', taxRegionId: 'id', ...dates }, ({ id, rate, region }) => ({
    id,
    taxGroupId: asUuid(rate.taxGroupId),
    taxRegionId: asUuid(region.id),
    ...datesOf(rate, since),
  }))

const none: TaxSettings = { defaultGroupId: namedId('the default tax group'), regions: [] }

export function taxOperations(deps: TaxDeps): Handlers<typeof taxes> {
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

  /** A region as it would be kept, or why it cannot. */
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

  /** A rate as it would be kept, with the regions around it, or why it cannot. */
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

  /** Makes several, each by itself: one that is refused keeps none of the others from being made. */
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

  return {
    async 'GET /billing/v1/tax-settings'(_, scope) {
      const { document, ...times } = await now(scope)
      return { taxSettings: showSettings(document, (await readSettings(scope.db, scope.site)).commerce.country, times) }
    },

    async 'POST /billing/v1/tax-settings'({ taxSettings: { taxIncludedInItemPrices: includedInPrices } }, scope) {
      const { commerce } = await readSettings(scope.db, scope.site)
      return change(scope, (taxes, since) => {
        const regions = taxes.regions.map((region) => ({
          ...region,
          taxIncludedInPrice: includedInPrices,
          ...nextState(region, scope.now),
        }))
        const document = { ...taxes, includedInPrices, regions }
        return {
          document,
          answer: { taxSettings: showSettings(document, commerce.country, { since, updatedAt: scope.now }) },
        }
      })
    },

    async 'POST /billing/v1/tax-groups'({ taxGroup: { name } }, scope) {
      return change(scope, (taxes, since) => {
        const group = { id: newId(), name, ...firstState(scope.now) }
        return { document: { ...taxes, groups: [...groupsOf(taxes), group] }, answer: { taxGroup: showGroup(group, since) } }
      })
    },

    async 'GET /billing/v1/tax-groups/{taxGroupId}'({ taxGroupId }, scope) {
      const { document, since } = await now(scope)
      const group = groupsOf(document).find(({ id }) => id === taxGroupId)
      return group ? { taxGroup: showGroup(group, since) } : refuse('TAX_GROUP_NOT_FOUND')
    },

    async 'GET /billing/v1/tax-groups/default-tax-groups'(_, scope) {
      const { document, since } = await now(scope)
      const system = groupsOf(document).filter(({ id }) => id === document.defaultGroupId)
      return { taxGroups: system.map((group) => showGroup(group, since)) }
    },

    async 'POST /billing/v1/tax-groups/query'({ query }, scope) {
      const { document, since } = await now(scope)
      const found = await listed(scope.db, groupsOf(document), query, groups(since))
      if (found instanceof Refusal) return found
      return { taxGroups: found.rows.map((group) => showGroup(group, since)), pagingMetadata: found.metadata }
    },

    async 'PATCH /billing/v1/tax-groups/{taxGroup.id}'({ taxGroup: { id, revision, name } }, scope) {
      return change(scope, (taxes, since) => {
        const all = groupsOf(taxes)
        const before = all.find((group) => group.id === id)
        if (!before) return refuse('TAX_GROUP_NOT_FOUND')
        if (id === taxes.defaultGroupId) return refuse('ILLEGAL_UPDATE_ON_SYSTEM_DEFINED_TAX_GROUP')
        const stale = staleOf(before, revision)
        if (stale) return stale
        const after = { ...before, ...nextState(before, scope.now), name: name ?? before.name }
        return { document: { ...taxes, groups: replaced(all, after) }, answer: { taxGroup: showGroup(after, since) } }
      })
    },

    async 'DELETE /billing/v1/tax-groups/{taxGroupId}'({ taxGroupId }, scope) {
      return change(scope, (taxes) => {
        const all = groupsOf(taxes)
        if (!all.some(({ id }) => id === taxGroupId)) return refuse('TAX_GROUP_NOT_FOUND')
        if (taxGroupId === taxes.defaultGroupId) return refuse('ILLEGAL_UPDATE_ON_SYSTEM_DEFINED_TAX_GROUP')
        const regions = taxes.regions.map((region) => ({ ...region, rates: region.rates.filter((rate) => rate.taxGroupId !== taxGroupId) }))
        return { document: { ...taxes, groups: all.filter(({ id }) => id !== taxGroupId), regions }, answer: {} }
      })
    },

    async 'POST /billing/v1/tax-regions'({ taxRegion }, scope) {
      const calculators = await known(scope)
      return change(scope, (taxes, since) => {
        const made = region(calculators, taxes, taxRegion, undefined, scope.now)
        if (made instanceof Refusal) return made
        return { document: { ...taxes, regions: [...taxes.regions, made] }, answer: { taxRegion: showRegion(made, since) } }
      })
    },

    async 'POST /billing/v1/bulk/tax-regions/create'({ taxRegions, returnEntity }, scope) {
      const calculators = await known(scope)
      return bulk(scope, taxRegions, returnEntity, (all, input, since) => {
        const made = region(calculators, all, input, undefined, scope.now)
        return made instanceof Refusal ? made : { document: { ...all, regions: [...all.regions, made] }, item: showRegion(made, since) }
      })
    },

    async 'GET /billing/v1/tax-regions/{taxRegionId}'({ taxRegionId }, scope) {
      const { document, since } = await now(scope)
      const found = document.regions.find(({ id }) => id === taxRegionId)
      return found ? { taxRegion: showRegion(found, since) } : refuse('TAX_REGION_NOT_FOUND')
    },

    async 'POST /billing/v1/tax-regions/query'({ query }, scope) {
      const { document, since } = await now(scope)
      const found = await listed(scope.db, document.regions, query, regions(since))
      if (found instanceof Refusal) return found
      return { taxRegions: found.rows.map((one) => showRegion(one, since)), pagingMetadata: found.metadata }
    },

    async 'PATCH /billing/v1/tax-regions/{taxRegion.id}'({ taxRegion: { id, revision, ...sent } }, scope) {
      const calculators = await known(scope)
      return change(scope, (taxes, since) => {
        const before = taxes.regions.find((one) => one.id === id)
        if (!before) return refuse('TAX_REGION_NOT_FOUND')
        const stale = staleOf(before, revision)
        if (stale) return stale
        const input = {
          country: sent.country ?? before.country,
          subdivision: sent.subdivision === undefined ? (before.subdivision ?? null) : sent.subdivision,
          appId: sent.appId ?? before.providerId ?? manualCalculatorId,
          taxIncludedInPrice: sent.taxIncludedInPrice,
          shippingTaxed: sent.shippingTaxed,
        }
        const after = region(calculators, taxes, input, before, scope.now)
        if (after instanceof Refusal) return after
        return { document: { ...taxes, regions: replaced(taxes.regions, after) }, answer: { taxRegion: showRegion(after, since) } }
      })
    },

    async 'DELETE /billing/v1/tax-regions/{taxRegionId}'({ taxRegionId }, scope) {
      return change(scope, (taxes) => {
        const regions = taxes.regions.filter(({ id }) => id !== taxRegionId)
        return regions.length === taxes.regions.length ? refuse('TAX_REGION_NOT_FOUND') : { document: { ...taxes, regions }, answer: {} }
      })
    },

    async 'POST /billing/v1/manual-tax-mappings'({ manualTaxMapping }, scope) {
      return change(scope, (taxes, since) => {
        const made = rate(taxes, manualTaxMapping, undefined, scope.now)
        if (made instanceof Refusal) return made
        return { document: made.document, answer: { manualTaxMapping: shownRate(made.document, made.made.id, since) } }
      })
    },

    async 'POST /billing/v1/bulk/manual-tax-mappings/create'({ manualTaxMappings, returnEntity }, scope) {
      return bulk(scope, manualTaxMappings, returnEntity, (all, input, since) => {
        const made = rate(all, input, undefined, scope.now)
        return made instanceof Refusal ? made : { document: made.document, item: shownRate(made.document, made.made.id, since) }
      })
    },

    async 'GET /billing/v1/manual-tax-mappings/{manualTaxMappingId}'({ manualTaxMappingId }, scope) {
      const { document, since } = await now(scope)
      const found = ratesOf(document).find(({ id }) => id === manualTaxMappingId)
      return found ? { manualTaxMapping: showRate(found, since) } : refuse('MANUAL_TAX_MAPPING_NOT_FOUND')
    },

    async 'GET /billing/v1/manual-tax-mappings'(_, scope) {
      const { document, since } = await now(scope)
      const all = ratesOf(document)
      return {
        manualTaxMappings: all.map((one) => showRate(one, since)),
        pagingMetadata: { count: all.length, cursors: {}, hasNext: false },
      }
    },

    async 'GET /billing/v1/manual-tax-mappings/query'({ query }, scope) {
      const { document, since } = await now(scope)
      const found = await listed(scope.db, ratesOf(document), query, rates(since))
      if (found instanceof Refusal) return found
      return { manualTaxMappings: found.rows.map((one) => showRate(one, since)), pagingMetadata: found.metadata }
    },

    async 'PATCH /billing/v1/manual-tax-mappings/{manualTaxMapping.id}'({ manualTaxMapping: { id, revision, ...sent } }, scope) {
      return change(scope, (taxes, since) => {
        const before = ratesOf(taxes).find((one) => one.id === id)
        if (!before) return refuse('MANUAL_TAX_MAPPING_NOT_FOUND')
        const stale = staleOf(before.rate, revision)
        if (stale) return stale
        const known = showRate(before, since)
        const input: RateInput = {
          taxGroupId: sent.taxGroupId ?? known.taxGroupId,
          taxRegionId: sent.taxRegionId ?? known.taxRegionId,
          taxRate: sent.taxRate ?? known.taxRate,
          description: sent.description === undefined ? known.description : sent.description,
          taxType: sent.taxType === undefined ? known.taxType : sent.taxType,
          taxName: sent.taxName === undefined ? known.taxName : sent.taxName,
          jurisdiction: sent.jurisdiction === undefined ? known.jurisdiction : sent.jurisdiction,
          jurisdictionType: sent.jurisdictionType === undefined ? known.jurisdictionType : sent.jurisdictionType,
          exemptRates: sent.exemptRates === undefined ? known.exemptRates : sent.exemptRates,
        }
        const made = rate(taxes, input, before, scope.now)
        if (made instanceof Refusal) return made
        return { document: made.document, answer: { manualTaxMapping: shownRate(made.document, id, since) } }
      })
    },

    async 'DELETE /billing/v1/manual-tax-mappings/{manualTaxMappingId}'({ manualTaxMappingId }, scope) {
      return change(scope, (taxes) => {
        const found = ratesOf(taxes).find(({ id }) => id === manualTaxMappingId)
        return found ? { document: without(taxes, found), answer: {} } : refuse('MANUAL_TAX_MAPPING_NOT_FOUND')
      })
    },

    async 'POST /billing/v1/tax-exempt-groups'({ taxExemptGroup: { name } }, scope) {
      return change(scope, (taxes, since) => {
        const group = { id: newId(), name, ...firstState(scope.now) }
        const exemptGroups = [...(taxes.exemptGroups ?? []), group]
        return { document: { ...taxes, exemptGroups }, answer: { taxExemptGroup: showGroup(group, since) } }
      })
    },

    async 'GET /billing/v1/tax-exempt-groups/{taxExemptGroupId}'({ taxExemptGroupId }, scope) {
      const { document, since } = await now(scope)
      const group = document.exemptGroups?.find(({ id }) => id === taxExemptGroupId)
      return group ? { taxExemptGroup: showGroup(group, since) } : refuse('TAX_EXEMPT_GROUP_NOT_FOUND')
    },

    async 'GET /billing/v1/tax-exempt-groups/query'({ query }, scope) {
      const { document, since } = await now(scope)
      const found = await listed(scope.db, document.exemptGroups ?? [], query, groups(since))
      if (found instanceof Refusal) return found
      return { taxExemptGroups: found.rows.map((group) => showGroup(group, since)), pagingMetadata: found.metadata }
    },

    async 'PATCH /billing/v1/tax-exempt-groups/{taxExemptGroup.id}'({ taxExemptGroup: { id, revision, name } }, scope) {
      return change(scope, (taxes, since) => {
        const all = taxes.exemptGroups ?? []
        const before = all.find((group) => group.id === id)
        if (!before) return refuse('TAX_EXEMPT_GROUP_NOT_FOUND')
        const stale = staleOf(before, revision)
        if (stale) return stale
        const after = { ...before, ...nextState(before, scope.now), name: name ?? before.name }
        return { document: { ...taxes, exemptGroups: replaced(all, after) }, answer: { taxExemptGroup: showGroup(after, since) } }
      })
    },

    async 'DELETE /billing/v1/tax-exempt-groups/{taxExemptGroupId}'({ taxExemptGroupId }, scope) {
      return change(scope, (taxes) => {
        const all = taxes.exemptGroups ?? []
        if (!all.some(({ id }) => id === taxExemptGroupId)) return refuse('TAX_EXEMPT_GROUP_NOT_FOUND')
        const exemptGroups = all.filter(({ id }) => id !== taxExemptGroupId)
        return { document: { ...taxes, exemptGroups, regions: taxes.regions.map(withoutExemption(taxExemptGroupId)) }, answer: {} }
      })
    },

    async 'GET /billing/v1/list-tax-calculators'(_, scope) {
      return {
        taxCalculatorDetails: [
          { appId: manualCalculatorId, displayName: 'The shop’s own rates', unsupportedCountries: [] },
          ...(await known(scope)).map(({ id, name, unsupportedCountries = [] }) => ({
            appId: id,
            displayName: name,
            unsupportedCountries: [...unsupportedCountries],
          })),
        ],
      }
    },

    async 'GET /vitrine/v1/taxes/providers'(_, scope) {
      const { regions } = (await now(scope)).document
      const asking = regions.flatMap(({ id, providerId }) => (providerId ? [{ regionId: id, providerId }] : []))
      return { providers: showProviderHealth(await known(scope), asking, await findProviderHealth(scope.db, scope.site)) }
    },

    async 'POST /billing/v1/calculate-tax'(question, { db, site }) {
      return calculate(db, site, question, deps)
    },
  }
}

const replaced = <T extends { readonly id: string }>(all: readonly T[], after: T): readonly T[] =>
  all.map((one) => (one.id === after.id ? after : one))

/** Without a rate. */
const without = (taxes: TaxSettings, gone: RateOfRegion | undefined): TaxSettings => ({
  ...taxes,
  regions: taxes.regions.map((region) => ({ ...region, rates: region.rates.filter((rate) => rate !== gone?.rate) })),
})

const withoutExemption =
  (groupId: string) =>
  (region: TaxRegionSettings): TaxRegionSettings => ({
    ...region,
    rates: region.rates.map(({ exemptRates, ...rate }) => {
      const { [groupId]: _, ...others } = exemptRates ?? {}
      return { ...rate, ...(Object.keys(others).length > 0 && { exemptRates: others }) }
    }),
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

const shownRate = (taxes: TaxSettings, id: string, since: Date) => showRate(ratesOf(taxes).find((one) => one.id === id)!, since)

/** `0.190000` is `0.19`. */
const plain = (rate: string): string => (rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate)

const countries = new Intl.DisplayNames('en', { type: 'region' })

function nameOf(country: string, subdivision: string | null): string {
  const name = countries.of(country) ?? country
  return subdivision === null ? name : `${name}, ${subdivision}`
}
