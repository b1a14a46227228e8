import { type Place, type ProvidedTax, type TaxChoice, taxAt, taxFrom, taxRegionAt } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { NoAnswer, outside } from './outside-calls.ts'
import type { NoteProviderHealth } from './provider-health.ts'

/** What a provider of taxes is asked: which rates hold at an address, for which goods. */
export interface TaxQuestion {
  readonly site: string
  readonly providerId: string
  /** ISO 4217. */
  readonly currency: string
  readonly destination: Place
  readonly taxGroupIds: readonly string[]
  readonly exemptGroupId: string | null
  /** What the shop itself says of the place; a provider may know better. */
  readonly taxIncludedInPrice: boolean
  readonly shippingTaxed: boolean
}

/** Somebody who knows the rates of taxes everywhere. What it does not answer in time, the merchant's own rates stand in for. */
export interface TaxProvider {
  /** A GUID; the `appId` of tax regions that it is asked about. */
  readonly id: string
  readonly name: string
  readonly unsupportedCountries?: readonly string[]
  /** Changes when answers of before hold no more. */
  readonly state?: string
  ratesFor(question: TaxQuestion, signal: AbortSignal): Promise<ProvidedTax>
}

export interface TaxedAt {
  readonly place: Place | null
  readonly taxGroupIds: readonly string[]
  readonly exemptGroupId?: string | null | undefined
}

/** The taxes of a place, from whom they are to come: the merchant, or a provider and the merchant in its place. */
export type ChooseTax = (
  db: Db,
  site: string,
  settings: Pick<Sections, 'taxes' | 'commerce' | 'plugins'>,
  at: TaxedAt,
) => Promise<TaxChoice>

export interface TaxationOptions {
  readonly providers: (settings: Pick<Sections, 'plugins'>) => readonly TaxProvider[]
  readonly timeoutMs: number
  readonly report: (fault: unknown) => void
  readonly noteProviderHealth: NoteProviderHealth
}

const cacheMs = 10 * 60_000
const failedMs = 15_000

export function taxation({ providers, timeoutMs, report, noteProviderHealth }: TaxationOptions): ChooseTax {
  const { answer } = outside<TaxQuestion, ProvidedTax, TaxProvider>({
    ask: async (question, signal, provider) => usable(await provider.ratesFor(question, signal)),
    timeoutMs,
    cacheMs,
    failedMs,
    report,
    noted: ({ site, providerId }, told) => noteProviderHealth(site, providerId, told),
  })

  return async (db, site, settings, { place, taxGroupIds, exemptGroupId }) => {
    const { taxes, commerce } = settings
    const where = place ?? { country: commerce.country }
    const manual = taxAt(taxes, where, exemptGroupId)
    const providerId = taxRegionAt(taxes, where)?.providerId
    if (!providerId) return manual
    const provider = providers(settings).find(({ id }) => id === providerId)
    if (!provider) return taxFrom(manual, 'AUTO_TAX_DEACTIVATED')
    const { country, subdivision, city, postalCode } = where
    const question = {
      site,
      providerId,
      currency: commerce.currency,
      destination: { country, subdivision: subdivision ?? null, city: city ?? null, postalCode: postalCode ?? null },
      taxGroupIds: [...new Set([taxes.defaultGroupId, ...taxGroupIds])].sort(),
      exemptGroupId: exemptGroupId ?? null,
      taxIncludedInPrice: manual.taxIncludedInPrice,
      shippingTaxed: manual.shippingTaxed,
    }
    const told = await answer(db, question, provider)
    return taxFrom(manual, told instanceof NoAnswer ? 'AUTO_TAX_FAILED' : told)
  }
}

const jurisdictions: readonly unknown[] = ['UNDEFINED', 'COUNTRY', 'STATE', 'COUNTY', 'CITY', 'SPECIAL']

/** What cannot be put on a bill is no answer. */
function usable(answer: ProvidedTax): ProvidedTax {
  const { taxIncludedInPrice, shippingTaxed, rates } = answer
  const all = Object.values(rates).flat()
  const fits =
    typeof taxIncludedInPrice === 'boolean' &&
    typeof shippingTaxed === 'boolean' &&
    all.length <= 1000 &&
    all.every(({ name, rate, jurisdictionType }) => name && /^\d(\.\d{1,6})?$/.test(rate) && jurisdictions.includes(jurisdictionType))
  if (fits) return answer
  throw new NoAnswer('What the provider said cannot be used.', { code: 'UNUSABLE_ANSWER' })
}
