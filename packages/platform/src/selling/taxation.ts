import { type Place, type ProvidedTax, type TaxChoice, taxAt, taxFrom, taxRegionAt } from '@vitrine/pricing'
import type { Db } from '../db/sql.ts'
import type { Sections } from '../settings/sections.ts'
import { NoAnswer, outside } from './outside.ts'

/** What a provider of taxes is asked: which rates hold at an address, for which goods. */
export interface TaxQuestion {
  readonly site: string
  readonly providerId: string
  /** ISO 4217. */
  readonly currency: string
  readonly destination: Place
  readonly taxGroupIds: readonly string[]
  readonly exemptGroupId: string | null
}

/** Somebody who knows the rates of taxes everywhere. What it does not answer in time, the merchant's own rates stand in for. */
export interface TaxProvider {
  /** A GUID; the `appId` of tax regions that it is asked about. */
  readonly id: string
  readonly name: string
  readonly unsupportedCountries?: readonly string[]
  ratesFor(question: TaxQuestion, signal: AbortSignal): Promise<ProvidedTax>
}

export interface TaxedAt {
  readonly place: Place | null
  readonly taxGroupIds: readonly string[]
  readonly exemptGroupId?: string | null | undefined
}

/** The taxes of a place, from whom they are to come: the merchant, or a provider and the merchant in its place. */
export type ChooseTax = (db: Db, site: string, settings: Pick<Sections, 'taxes' | 'commerce'>, at: TaxedAt) => Promise<TaxChoice>

export interface TaxationOptions {
  readonly providers: (site: string) => readonly TaxProvider[]
  readonly timeoutMs: number
  readonly report: (fault: unknown) => void
}

const keptMs = 10 * 60_000
const failedMs = 15_000

export function taxation({ providers, timeoutMs, report }: TaxationOptions): ChooseTax {
  const find = (site: string, id: string) => providers(site).find((provider) => provider.id === id)
  const { answer } = outside<TaxQuestion, ProvidedTax>({
    ask: async (question, signal) => usable(await find(question.site, question.providerId)!.ratesFor(question, signal)),
    timeoutMs,
    keptMs,
    failedMs,
    report,
  })

  return async (db, site, { taxes, commerce }, { place, taxGroupIds, exemptGroupId }) => {
    const where = place ?? { country: commerce.country }
    const manual = taxAt(taxes, where, exemptGroupId)
    const providerId = taxRegionAt(taxes, where)?.providerId
    if (!providerId) return manual
    if (!find(site, providerId)) return taxFrom(manual, 'AUTO_TAX_DEACTIVATED')
    const { country, subdivision, city, postalCode } = where
    const told = await answer(db, {
      site,
      providerId,
      currency: commerce.currency,
      destination: { country, subdivision: subdivision ?? null, city: city ?? null, postalCode: postalCode ?? null },
      taxGroupIds: [...new Set([taxes.defaultGroupId, ...taxGroupIds])].sort(),
      exemptGroupId: exemptGroupId ?? null,
    })
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
