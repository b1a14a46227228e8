import type { Address, ApplicationError } from '@vitrine/contract'
import { type Fee, feesFor, type Minor, type Place, roundDecimal, sum, times, toDecimal } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { counts, type KnownLine } from './line.ts'
import { linesToPrice } from './lines-to-price.ts'
import type { Offered } from './offers.ts'
import { NoAnswer, outside } from './outside-calls.ts'

/** What a provider of fees is asked: what is charged for these things beside their price. Nothing in it tells one buyer from another. */
export interface FeesQuestion {
  readonly site: string
  readonly providerId: string
  readonly currency: string
  readonly language: string
  readonly lines: readonly {
    readonly id: string
    readonly name: string
    readonly quantity: number
    /** One unit, as decimal text. */
    readonly price: string
    readonly weight: number | null
    readonly sku: string
    readonly shippable: boolean
    /** Whose catalogue it is in; empty for none. */
    readonly appId: string
    readonly productId: string
  }[]
  /** All lines before discounts, as decimal text. */
  readonly subtotal: string
  readonly destination: Address | null
  readonly shipping: { readonly code: string; readonly title: string; readonly price: string } | null
}

/** A fee as a provider names it. */
export interface ProvidedFee {
  /** Unique among those of the provider, where it has one. */
  readonly code?: string
  readonly name: string
  /** Decimal text in the currency of the question. */
  readonly price: string
  /** `false` for one that bears no tax. */
  readonly taxable?: boolean
  readonly taxGroupId?: string
  /** The lines it is charged for; absent for all. */
  readonly lineIds?: readonly string[]
}

/** Somebody who knows what else is charged. Where it does not answer in time its fallback is charged, if it has one, and the answer says what was wrong. */
export interface FeeProvider {
  /** A GUID; the `providerAppId` of its fees on the wire. */
  readonly id: string
  readonly name: string
  /** In the shop's currency, as decimal text. */
  readonly fallback?: { readonly name: string; readonly amount: string } | undefined
  /** Changes when answers of before hold no more. */
  readonly state?: string
  feesFor(question: FeesQuestion, signal: AbortSignal): Promise<{ readonly fees: readonly ProvidedFee[] }>
}

/** What is charged beside goods and delivery, and who did not say what they charge. */
export interface FeesAnswer {
  readonly fees: readonly Fee[]
  readonly problems: readonly (ApplicationError & { readonly providerId: string })[]
}

export interface FeeTerms {
  readonly place: Place | null
  readonly to?: Address | undefined
  readonly shipping?: { readonly code: string; readonly title: string; readonly price: Minor } | null
  readonly offered?: Offered
}

export type FindFees = (
  db: Db,
  site: string,
  settings: Pick<Sections, 'fees' | 'commerce' | 'plugins'>,
  lines: readonly KnownLine[],
  terms: FeeTerms,
) => Promise<FeesAnswer>

export interface FeesOptions {
  readonly providers: (settings: Pick<Sections, 'plugins'>) => readonly FeeProvider[]
  readonly timeoutMs: number
  readonly report: (fault: unknown) => void
}

/** The fees, for the lines by the ids that they were asked with: the same lines may have others by now. */
interface Told {
  readonly fees: readonly ProvidedFee[]
  readonly askedIds: readonly string[]
}

const cacheMs = 2 * 60_000
const failedMs = 15_000

/** The fees of the merchant's own rules. */
export const ownFees = (settings: Pick<Sections, 'fees'>, lines: readonly KnownLine[], { place, offered }: FeeTerms): readonly Fee[] =>
  feesFor(linesToPrice(lines), offered?.discounts ?? [], settings.fees?.rules ?? [], place)

/** The merchant's own rules first, and then whoever else is asked; a shop without providers asks nobody. */
export function additionalFees({ providers, timeoutMs, report }: FeesOptions): FindFees {
  const { answer } = outside<FeesQuestion, Told, FeeProvider>({
    ask: async (question, signal, provider) => ({
      fees: usable(await provider.feesFor(question, signal)).fees,
      askedIds: question.lines.map(({ id }) => id),
    }),
    keyOf: ({ lines, ...rest }) => [rest, lines.map((line) => ({ ...line, id: '' }))],
    timeoutMs,
    cacheMs,
    failedMs,
    report,
  })

  return async (db, site, settings, lines, terms) => {
    const own = ownFees(settings, lines, terms)
    const asked = providers(settings)
    const bought = lines.filter(counts)
    if (asked.length === 0 || bought.length === 0) return { fees: own, problems: [] }

    const { currency, locale } = settings.commerce
    const question = {
      currency,
      language: locale.slice(0, 2),
      lines: bought.map(({ id, quantity, item }) => ({
        id,
        name: item.name,
        quantity,
        price: toDecimal(item.price, currency),
        weight: item.weight ?? null,
        sku: item.sku,
        shippable: item.shippable,
        appId: item.catalog?.appId ?? '',
        productId: item.productId,
      })),
      subtotal: toDecimal(sum(linesToPrice(bought).map(({ price, quantity }) => times(price, quantity))), currency),
      destination: terms.to ?? null,
      shipping: terms.shipping
        ? { code: terms.shipping.code, title: terms.shipping.title, price: toDecimal(terms.shipping.price, currency) }
        : null,
    }
    const fees: Fee[] = [...own]
    const problems: FeesAnswer['problems'][number][] = []
    for (const provider of asked) {
      const told = await answer(db, { site, providerId: provider.id, ...question }, provider)
      if (!(told instanceof NoAnswer)) {
        const ids = told.askedIds
        const now = (lineId: string) => bought[ids.indexOf(lineId)]?.id ?? lineId
        const about = told.fees.map((fee) => ({ ...fee, ...(fee.lineIds && { lineIds: fee.lineIds.map(now) }) }))
        fees.push(...about.map((fee, at) => feeOf(fee, at, provider, bought, currency)))
        continue
      }
      problems.push({ providerId: provider.id, code: told.code, description: told.message, data: {} })
      const { fallback } = provider
      if (fallback) fees.push(feeOf({ code: 'fallback', name: fallback.name, price: fallback.amount }, 0, provider, bought, currency))
    }
    return { fees, problems }
  }
}

function feeOf(
  { code, name, price, taxable, taxGroupId, lineIds }: ProvidedFee,
  at: number,
  { id }: FeeProvider,
  lines: readonly KnownLine[],
  currency: string,
): Fee {
  const own = lineIds?.filter((lineId) => lines.some((line) => line.id === lineId))
  return {
    code: `${id}:${code ?? at}`,
    name,
    price: roundDecimal(price, currency),
    taxGroupId: taxGroupId ?? null,
    untaxed: taxable === false,
    lineIds: own && own.length > 0 && own.length < lines.length ? own : null,
    providerId: id,
  }
}

/** What cannot be put on a bill is no answer. */
function usable(answer: { readonly fees: readonly ProvidedFee[] }): { readonly fees: readonly ProvidedFee[] } {
  const isText = (text: unknown, most: number) => typeof text === 'string' && text.length > 0 && text.length <= most
  const codes = answer.fees.flatMap(({ code }) => code ?? [])
  const fits =
    answer.fees.length <= 100 &&
    new Set(codes).size === codes.length &&
    answer.fees.every(
      ({ code, name, price, taxGroupId, lineIds }) =>
        (code === undefined || isText(code, 60)) &&
        isText(name, 50) &&
        /^\d{1,12}(\.\d{1,6})?$/.test(price) &&
        (taxGroupId === undefined || isText(taxGroupId, 100)) &&
        (lineIds === undefined || (lineIds.length <= 300 && lineIds.every((id) => isText(id, 100)))),
    )
  if (fits) return answer
  throw new NoAnswer('What the provider said cannot be used.', { code: 'UNUSABLE_ANSWER' })
}
