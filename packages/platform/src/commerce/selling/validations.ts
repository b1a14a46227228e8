import type { AddressWithContact, ApplicationError, CustomField, Violation } from '@vitrine/contract'
import type { Minor, Quote } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import type { Amounts } from './amounts.ts'
import { counts, type KnownLine } from './line.ts'
import type { Offered } from './offers.ts'
import { NoAnswer, outside } from './outside-calls.ts'
import { itemTypeOf } from './show-line.ts'
import { appliedDiscounts, showGiftCard } from './show-offers.ts'
import { priceSummary } from './show-quote.ts'

/** What is about to be bought, as a service that looks at it before an order is made knows it. */
export interface Purchase {
  readonly source: 'CART' | 'CHECKOUT'
  /** Shared by a cart and the checkout that is made from it. */
  readonly purchaseFlowId: string
  readonly lines: readonly KnownLine[]
  readonly quote: Quote
  readonly offered: Offered
  readonly shipping: { readonly code: string; readonly title: string; readonly price: Minor } | null
  readonly email?: string | undefined
  readonly billingInfo?: AddressWithContact | undefined
  readonly shippingDestination?: AddressWithContact | undefined
  readonly customFields?: readonly CustomField[] | undefined
}

/** What the published form has of it, but for what is made anew in each try of a write. */
export interface ValidationRequest {
  readonly sourceInfo: { readonly source: Purchase['source'] }
  readonly validationInfo: object
}

/** What such a service is asked. */
export interface ValidationQuestion {
  readonly site: string
  readonly providerId: string
  readonly currency: string
  readonly language: string
  readonly purchaseFlowId: string
  readonly lineIds: readonly string[]
  /** What is asked, with the lines by these ids. */
  readonly requestOf: (lineIds: readonly string[]) => ValidationRequest
}

/** Somebody who says what is in the way of an order: too heavy for the lift, not to that country. */
export interface ValidationProvider {
  /** A GUID. */
  readonly id: string
  readonly name: string
  /** No order is made while it does not answer. */
  readonly answerRequired: boolean
  /** Changes when answers of before hold no more. */
  readonly state?: string
  violationsOf(question: ValidationQuestion, signal: AbortSignal): Promise<{ readonly violations: readonly Violation[] }>
}

/** What is in the way of an order, and who did not say. */
export interface Validated {
  readonly violations: readonly Violation[]
  readonly unanswered: readonly (ApplicationError & { readonly providerId: string; readonly answerRequired: boolean })[]
}

/** What was said, of lines by the ids that they were asked with: the same lines may have others by now. */
interface Told {
  readonly violations: readonly Violation[]
  readonly askedIds: readonly string[]
}

export const nothingInTheWay: Validated = { violations: [], unanswered: [] }

export type Validate = (
  db: Db,
  site: string,
  settings: Pick<Sections, 'commerce' | 'plugins'>,
  money: Amounts,
  purchase: Purchase,
) => Promise<Validated>

export interface ValidationsOptions {
  readonly providers: (settings: Pick<Sections, 'plugins'>) => readonly ValidationProvider[]
  readonly timeoutMs: number
  readonly report: (fault: unknown) => void
}

/** What stands in the way of an order may go away at any time, and what stands in it may come: so an answer does not hold for long. */
const cacheMs = 10_000
const failedMs = 5000

/** Asks each service that the shop has for this; a shop without one asks nobody. */
export function validations({ providers, timeoutMs, report }: ValidationsOptions): Validate {
  const { answer } = outside<ValidationQuestion, Told, ValidationProvider>({
    ask: async (question, signal, provider) => ({
      violations: (await provider.violationsOf(question, signal)).violations,
      askedIds: question.lineIds,
    }),
    keyOf: ({ site, providerId, currency, language, lineIds, requestOf }) => [
      site,
      providerId,
      currency,
      language,
      requestOf([...lineIds.keys()].map(String)),
    ],
    timeoutMs,
    cacheMs,
    failedMs,
    report,
  })

  return async (db, site, settings, money, purchase) => {
    const asked = providers(settings)
    const bought = purchase.lines.filter(counts)
    if (asked.length === 0 || bought.length === 0) return nothingInTheWay
    const { currency, locale } = settings.commerce
    const lineIds = bought.map(({ id }) => id)
    const question = {
      site,
      currency,
      language: locale.slice(0, 2),
      purchaseFlowId: purchase.purchaseFlowId,
      lineIds,
      requestOf: (ids: readonly string[]) => requestOf(purchase, ids, settings, money),
    }
    const violations: Violation[] = []
    const unanswered: Validated['unanswered'][number][] = []
    for (const provider of asked) {
      const told = await answer(db, { ...question, providerId: provider.id }, provider)
      if (!(told instanceof NoAnswer)) {
        violations.push(...told.violations.map((violation) => aboutLines(violation, told.askedIds, lineIds)))
        continue
      }
      const { id: providerId, answerRequired } = provider
      unanswered.push({ providerId, answerRequired, code: told.code, description: told.message, data: {} })
    }
    return { violations, unanswered }
  }
}

/** Those who did not say whether something is in the way: an order waits for those that it cannot do without. */
export const unsaidValidations = ({ unanswered }: Validated): Violation[] =>
  unanswered.map(({ answerRequired, description, code }) => ({
    severity: answerRequired ? 'ERROR' : 'WARNING',
    target: { other: { name: 'OTHER_DEFAULT' } },
    description: `${description} (${code})`,
  }))

/** A violation of the line that has this place now; of one that is not there it is one of the whole. */
function aboutLines(violation: Violation, askedIds: readonly string[], lineIds: readonly string[]): Violation {
  const { lineItem } = violation.target ?? {}
  if (lineItem?.id === undefined) return violation
  const id = lineIds[askedIds.indexOf(lineItem.id)]
  return { ...violation, target: id === undefined ? { other: { name: 'OTHER_DEFAULT' } } : { lineItem: { ...lineItem, id } } }
}

function requestOf(
  purchase: Purchase,
  lineIds: readonly string[],
  { commerce }: Pick<Sections, 'commerce'>,
  money: Amounts,
): ValidationRequest {
  const { source, lines, quote, offered, shipping, email, billingInfo, shippingDestination, customFields } = purchase
  const priced = new Map(quote.lines.map((line) => [line.id, line]))
  const giftCard = showGiftCard(quote, offered, money)
  return {
    sourceInfo: { source },
    validationInfo: {
      ...(email && { buyerDetails: { email } }),
      lineItems: lines.filter(counts).map(({ id, quantity, reference, item }, nth) => {
        const line = priced.get(id)
        return {
          id: lineIds[nth],
          quantity,
          ...(reference && { catalogReference: reference }),
          productName: { original: item.name },
          price: money.price(item.price),
          physicalProperties: { sku: item.sku, shippable: item.shippable, ...(item.weight !== undefined && { weight: item.weight }) },
          itemType: itemTypeOf(item),
          ...(line && {
            pricesBreakdown: {
              totalPriceAfterTax: money.price(line.totalAfterTax),
              totalPriceBeforeTax: money.price(line.totalBeforeTax),
              totalDiscount: money.price(line.discount),
              price: money.price(line.price),
              lineItemPrice: money.price(line.lineItemPrice),
              fullPrice: money.price(line.fullPrice),
            },
          }),
        }
      }),
      ...(giftCard && { giftCard }),
      weightUnit: commerce.weightUnit,
      priceSummary: priceSummary(quote, money),
      ...(billingInfo && { billingInfo }),
      ...(shippingDestination && { shippingAddress: shippingDestination }),
      ...(shipping && {
        shippingInfo: {
          selectedCarrierServiceOption: { code: shipping.code, title: shipping.title, cost: { price: money.price(shipping.price) } },
        },
      }),
      customFields: { fields: customFields ?? [] },
      appliedDiscounts: appliedDiscounts(quote, offered, money),
      currency: commerce.currency,
      paymentCurrency: commerce.currency,
    },
  }
}
