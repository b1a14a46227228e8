import type { CheckoutForm, ManualTaxMapping, ProviderHealth, TaxExemptGroup, TaxGroup, TaxRegion } from '@vitrine/contract'
import { client } from '../client.ts'
import { countryName } from '../parts/countries.ts'

/** All that the shop knows of taxes. */
export interface Taxed {
  readonly included: boolean
  readonly regions: readonly TaxRegion[]
  readonly rates: readonly ManualTaxMapping[]
  /** The default one is the first. */
  readonly groups: readonly TaxGroup[]
  readonly exempt: readonly TaxExemptGroup[]
  readonly providers: readonly ProviderHealth[]
  readonly ownCalculator: string
  readonly form: CheckoutForm | undefined
}

const pageOf = 100

export async function loader({ request: { signal } }: { request: Request }): Promise<Taxed> {
  const [
    { taxSettings },
    regions,
    { manualTaxMappings },
    { taxGroups },
    standard,
    { taxExemptGroups },
    { taxCalculatorDetails },
    { providers },
    form,
  ] = await Promise.all([
    client.taxSettings.getTaxSettings({}, { signal }),
    allRegions(signal),
    client.manualTaxMappings.listManualTaxMappings({}, { signal }),
    client.taxGroups.queryTaxGroups({ query: { cursorPaging: { limit: pageOf } } }, { signal }),
    client.taxGroups.listDefaultTaxGroups({}, { signal }),
    client.taxExemptGroups.queryTaxExemptGroups({ query: { cursorPaging: { limit: pageOf } } }, { signal }),
    client.taxSettings.listTaxCalculators({}, { signal }),
    client.taxSettings.listTaxProviders({}, { signal }),
    // Those who may see taxes and not settings do without.
    client.checkoutForm.getCheckoutForm({}, { signal }).then(
      ({ checkoutForm }) => checkoutForm,
      () => undefined,
    ),
  ])
  const usual = standard.taxGroups[0]?.id
  return {
    included: taxSettings.taxIncludedInItemPrices,
    regions: regions.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), 'en')),
    rates: manualTaxMappings,
    groups: taxGroups.toSorted((a, b) => Number(b.id === usual) - Number(a.id === usual)),
    exempt: taxExemptGroups,
    providers,
    ownCalculator: taxCalculatorDetails[0]!.appId,
    form,
  }
}

async function allRegions(signal: AbortSignal): Promise<readonly TaxRegion[]> {
  const all: TaxRegion[] = []
  for (let cursor: string | undefined, more = true; more; ) {
    const query = { cursorPaging: { limit: pageOf, ...(cursor && { cursor }) } }
    const { taxRegions, pagingMetadata } = await client.taxRegions.queryTaxRegions({ query }, { signal })
    all.push(...taxRegions)
    cursor = pagingMetadata.cursors?.next
    more = cursor !== undefined && taxRegions.length > 0
  }
  return all
}

export const nameOf = ({ country, subdivision }: TaxRegion): string => `${countryName(country)}${subdivision ? `, ${subdivision}` : ''}`
