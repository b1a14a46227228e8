import type { Ok, Received } from '@vitrine/contract'
import { type Minor, minor, quote, roundDecimal, type TaxChoice, toDecimal, zero } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { withinBounds } from '../selling/pricing-context.ts'
import { fallbackText } from '../selling/show-quote.ts'
import type { ChooseTax } from '../selling/taxation.ts'

export interface CalculateDeps {
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly chooseTax: ChooseTax
}

type Question = Received<'POST /billing/v1/calculate-tax'>
type Answer = Ok<'POST /billing/v1/calculate-tax'>

/** The taxes of lines that need be in no cart. Lines that go to one address are rounded together, as an order would be. */
export async function calculate(
  db: Db,
  site: string,
  question: Question,
  { readSettings, chooseTax }: CalculateDeps,
): Promise<Answer | Refusal<'INVALID_LINE_ITEM_ADDRESS_INDEX' | 'MISSING_TAXABLE_ADDRESS' | 'MISSING_COUNTRY_IN_ADDRESS'>> {
  const { addresses, lineItems } = question
  if (addresses.length === 0) return refuse('MISSING_TAXABLE_ADDRESS')
  const settings = await readSettings(db, site)
  const currency = question.currency ?? settings.commerce.currency
  const indexOf = ({ addressIndex: { singleAddress, multipleAddresses } }: Question['lineItems'][number]) =>
    singleAddress ?? multipleAddresses?.destination ?? 0

  const lost = lineItems.find((line) => !addresses[indexOf(line)])
  if (lost) return refuse('INVALID_LINE_ITEM_ADDRESS_INDEX', { lineItemId: lost.id, index: indexOf(lost) })

  const details = new Map<number, Answer['lineItemTaxDetails'][number]>()
  const breakdown: Answer['taxSummary']['aggregatedTaxBreakdown'] = []
  const errors: Answer['errors'] = []
  const sums = { amount: zero as number, tax: zero as number, taxable: zero as number, included: zero as number }
  for (const [index, address] of addresses.entries()) {
    const here = lineItems.flatMap((line, at) => (indexOf(line) === index ? [{ line, at }] : []))
    if (here.length === 0) continue
    const { country, subdivision, city, postalCode } = address
    if (!country) return refuse('MISSING_COUNTRY_IN_ADDRESS', { index })
    const choice = await chooseTax(db, site, settings, {
      place: { country, subdivision: subdivision ?? null, city: city ?? null, postalCode: postalCode ?? null },
      taxGroupIds: here.flatMap(({ line }) => line.taxGroupId ?? []),
      exemptGroupId: question.taxExemptGroupId,
    })
    if (choice.reason === 'AUTO_TAX_FAILED' || choice.reason === 'AUTO_TAX_DEACTIVATED')
      errors.push({ code: choice.reason, description: fallbackText[choice.reason], data: { addressIndex: index } })
    for (const included of [true, false]) {
      const lines = here.filter(({ line }) => (line.taxIncludedInPrice ?? choice.taxIncludedInPrice) === included)
      if (lines.length > 0) add(lines, { ...choice, taxIncludedInPrice: included })
    }
  }

  function add(lines: readonly { readonly line: Question['lineItems'][number]; readonly at: number }[], tax: TaxChoice): void {
    const priced = withinBounds(() =>
      quote(
        lines.map(({ line, at }) => ({
          id: String(at),
          quantity: 1,
          price: roundDecimal(line.price, currency),
          taxGroupId: line.taxGroupId ?? null,
          shippable: false,
        })),
        { currency, tax, shipping: null },
      ),
    )
    const text = (amount: Minor) => toDecimal(amount, currency)
    for (const { line, at } of lines) {
      const { tax: taxes } = priced.lines.find(({ id }) => id === String(at))!
      details.set(at, {
        id: line.id,
        ...(line.itemName && { itemName: line.itemName }),
        quantity: line.quantity ?? 1,
        taxBreakdown: taxes.breakdown.map((share) => ({
          jurisdiction: share.jurisdiction ?? '',
          jurisdictionType: share.jurisdictionType,
          rate: share.rate,
          taxAmount: text(share.tax),
          taxableAmount: text(share.taxableAmount),
          taxType: share.taxType ?? '',
          taxName: share.name,
        })),
        taxSummary: { taxAmount: text(taxes.tax), taxableAmount: text(taxes.taxableAmount) },
        taxIncludedInPrice: tax.taxIncludedInPrice,
      })
    }
    for (const share of priced.taxSummary.breakdown)
      breakdown.push({
        taxName: share.name,
        taxType: share.taxType ?? '',
        jurisdiction: share.jurisdiction ?? '',
        jurisdictionType: share.jurisdictionType,
        rate: share.rate,
        aggregatedTaxAmount: text(share.tax),
      })
    sums.amount += priced.total
    sums.tax += priced.tax
    sums.taxable += priced.taxSummary.taxableAmount
    if (tax.taxIncludedInPrice) sums.included += priced.tax
  }

  return withinBounds(() => {
    const text = (amount: number) => toDecimal(minor(amount), currency)
    return {
      ...(question.externalId && { externalId: question.externalId }),
      currency,
      taxSummary: {
        totalAmount: text(sums.amount),
        totalTax: text(sums.tax),
        totalTaxableAmount: text(sums.taxable),
        totalTaxIncludedInPrice: text(sums.included),
        aggregatedTaxBreakdown: breakdown,
      },
      lineItemTaxDetails: lineItems.map((_, at) => details.get(at)!),
      errors,
    }
  })
}
