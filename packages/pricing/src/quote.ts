import { type ItemTax, levy, type NoTaxReason, type TaxReason, type TaxShare } from './levy.ts'
import { atPrice, type Discount, type DiscountReason, discounted, type Line, netOf, type PricedLine } from './lines.ts'
import { exponentOf, type Minor, minor, sum, zero } from './money.ts'
import type { RateReason, RateType, TaxChoice } from './tax.ts'

/** The delivery that was chosen, at the price its rule gave; what `shippingOptions` offers can be put here as it is. */
export interface ChosenShipping {
  readonly code: string
  readonly title: string
  /** From 0; with the tax where prices include it, else without. */
  readonly price: Minor
  /** What it would cost were it not free for the value of the goods; absent or null where that is the price. */
  readonly regularPrice?: Minor | null
  /** The value of goods from which it is free, or gets free next; absent or null where it does not. */
  readonly freeFrom?: Minor | null
  /** Decides its tax rates; absent or null for the default group. */
  readonly taxGroupId?: string | null
}

/** Everything a total depends on beside the lines, gathered beforehand: nothing here reads a clock, a row or a setting. */
export interface Facts {
  /** ISO 4217; every amount in lines and facts is in its minor units. */
  readonly currency: string
  /** The taxes of the place where the order is taxed: see `taxAt`. */
  readonly tax: TaxChoice
  /** Null while nothing is chosen, and where nothing is delivered. */
  readonly shipping: ChosenShipping | null
  readonly discounts?: readonly Discount[]
}

/** A line with its price and taxes. Amounts are for all pieces unless they say otherwise. */
export interface QuotedLine {
  readonly id: string
  readonly quantity: number
  /** One piece. */
  readonly price: Minor
  /** One piece before the catalogue's own discount; equals `price` where there is none. */
  readonly fullPrice: Minor
  readonly priceBeforeDiscounts: Minor
  readonly discount: Minor
  /** After discounts, the way prices are shown: with the tax where they include it, else without. */
  readonly linePrice: Minor
  /** After discounts. `totalBeforeTax + tax.tax = totalAfterTax`. */
  readonly totalBeforeTax: Minor
  readonly totalAfterTax: Minor
  readonly tax: ItemTax
}

/** The delivery with its price and taxes. */
export interface QuotedShipping {
  readonly code: string
  readonly title: string
  readonly price: Minor
  readonly totalBeforeTax: Minor
  readonly totalAfterTax: Minor
  readonly tax: ItemTax
}

/** What the pieces cost before anything is taken off or added. */
export interface LinesReason {
  readonly step: 'LINES'
  readonly lines: number
  readonly pieces: number
  readonly amount: Minor
}

/** What delivery costs, and how far the goods that need it are from its being free. */
export interface ShippingReason {
  readonly step: 'SHIPPING'
  readonly code: string
  readonly title: string
  readonly regularPrice: Minor
  readonly amount: Minor
  readonly freeFrom: Minor | null
  /** The value after discounts of the lines to be delivered. */
  readonly goods: Minor
}

/** The end: the tax is either within the total or was added to it; one of the two is 0. */
export interface TotalReason {
  readonly step: 'TOTAL'
  readonly amount: Minor
  readonly taxIncluded: Minor
  readonly taxAdded: Minor
}

/** One step on the way to the total, told apart by `step` and listed in the order they were taken: "Why this total". */
export type Reason = LinesReason | DiscountReason | ShippingReason | TaxReason | NoTaxReason | TotalReason

/** What it all costs. Every total is the sum of its parts, to the last unit. */
export interface Quote {
  readonly currency: string
  /** In the order in which they were asked about. */
  readonly lines: readonly QuotedLine[]
  readonly shippingLine: QuotedShipping | null
  /** All lines before discounts. */
  readonly subtotal: Minor
  readonly discount: Minor
  readonly shipping: Minor
  readonly additionalFees: Minor
  /** All taxes, whether within the prices or added to them. */
  readonly tax: Minor
  readonly taxIncludedInPrice: boolean
  /** `subtotal − discount + shipping + additionalFees`, and `+ tax` where prices do not include it. */
  readonly total: Minor
  readonly taxSummary: {
    readonly rateType: RateType
    /** Why the merchant's own rates, and not a provider's; null where that is not so. */
    readonly reason: RateReason | null
    readonly taxableAmount: Minor
    readonly totalTax: Minor
    /** By tax and rate, in the order of the tax groups; adds up to `totalTax`. */
    readonly breakdown: readonly TaxShare[]
  }
  readonly reasons: readonly Reason[]
}

/**
 * What lines cost under the given facts. The order of its steps is the pricing policy:
 *
 * 1. each line at its price, times its pieces;
 * 2. discounts, in their order, each of what the earlier ones left;
 * 3. delivery, whose price was chosen by the value of the discounted goods;
 * 4. taxes on what is left of 2 and 3: within the prices or on top of them, rounded once for each set of rates.
 *
 * The same lines in another order give the same amounts.
 *
 * @param lines at most one for each id; amounts in minor units of `facts.currency`
 * @throws RangeError when a price or a rate is negative, a quantity not a whole number from 1, two lines have one id, the currency is none,
 * or an amount leaves the safe integers: a total is refused rather than wrong
 * @example
 * const tax = {
 *   rateType: 'MANUAL_RATE', region: { id: 'de', name: 'Germany' }, taxIncludedInPrice: true, shippingTaxed: true,
 *   defaultGroupId: 'standard',
 *   rates: { standard: [{ name: 'VAT', rate: '0.19', jurisdictionType: 'COUNTRY' }] },
 * }
 * const shipping = { code: 'standard', title: 'Standard', price: minor(490) }
 * const answer = quote([{ id: 'mug', quantity: 2, price: minor(2600), shippable: true }], { currency: 'EUR', tax, shipping })
 * answer.subtotal // => 5200
 * answer.total // => 5690
 * answer.tax // => 908
 * answer.lines[0].totalBeforeTax // => 4370
 * answer.reasons.map((reason) => reason.step) // => ['LINES', 'SHIPPING', 'TAX', 'TOTAL']
 * quote([{ id: 'mug', quantity: 0, price: minor(2600), shippable: true }], { currency: 'EUR', tax, shipping }) // throws RangeError
 */
export function quote(lines: readonly Line[], { currency, tax, shipping, discounts = [] }: Facts): Quote {
  exponentOf(currency)
  const { lines: priced, reasons: taken } = discounted(atPrice(lines), discounts)
  const delivery = shipping ? [{ lineId: null, taxGroupId: shipping.taxGroupId, amount: fromZero(shipping.price) }] : []
  const goods = priced.map((one) => ({ lineId: one.line.id, taxGroupId: one.line.taxGroupId, amount: netOf(one) }))
  const taxes = levy([...goods, ...delivery], tax, currency)

  const byId = new Map(priced.map((one, i) => [one.line.id, quotedLine(one, taxes.items[i] as ItemTax)]))
  const shippingTax = taxes.items[priced.length]
  const shippingLine = shipping && shippingTax ? quotedShipping(shipping, shippingTax) : null

  const subtotal = sum(priced.map((one) => one.gross))
  const discount = sum(priced.map((one) => one.discount))
  const totalTax = sum(taxes.items.map((one) => one.tax))
  const shippingPrice = shippingLine?.price ?? zero
  const taxAdded = tax.taxIncludedInPrice ? zero : totalTax
  const total = sum([subtotal, minor(-discount), shippingPrice, taxAdded])

  return {
    currency,
    lines: lines.map((line) => byId.get(line.id) as QuotedLine),
    shippingLine,
    subtotal,
    discount,
    shipping: shippingPrice,
    additionalFees: zero,
    tax: totalTax,
    taxIncludedInPrice: tax.taxIncludedInPrice,
    total,
    taxSummary: {
      rateType: tax.rateType,
      reason: tax.reason ?? null,
      taxableAmount: sum(taxes.items.map((one) => one.taxableAmount)),
      totalTax,
      breakdown: taxes.breakdown,
    },
    reasons: [
      { step: 'LINES', lines: lines.length, pieces: sum(lines.map((line) => minor(line.quantity))), amount: subtotal },
      ...taken,
      ...(shipping ? [shippingReason(shipping, priced)] : []),
      ...taxes.reasons,
      { step: 'TOTAL', amount: total, taxIncluded: minor(totalTax - taxAdded), taxAdded },
    ],
  }
}

function quotedLine(priced: PricedLine, tax: ItemTax): QuotedLine {
  const { id, quantity, price, fullPrice } = priced.line
  const linePrice = netOf(priced)
  return {
    id,
    quantity,
    price,
    fullPrice: fullPrice ?? price,
    priceBeforeDiscounts: priced.gross,
    discount: priced.discount,
    linePrice,
    ...aroundTax(linePrice, tax),
    tax,
  }
}

const quotedShipping = ({ code, title, price }: ChosenShipping, tax: ItemTax): QuotedShipping => ({
  code,
  title,
  price,
  ...aroundTax(price, tax),
  tax,
})

const aroundTax = (amount: Minor, { tax, includedInPrice }: ItemTax) => ({
  totalBeforeTax: includedInPrice ? minor(amount - tax) : amount,
  totalAfterTax: includedInPrice ? amount : minor(amount + tax),
})

const shippingReason = ({ code, title, price, regularPrice, freeFrom }: ChosenShipping, priced: readonly PricedLine[]): ShippingReason => ({
  step: 'SHIPPING',
  code,
  title,
  regularPrice: regularPrice ?? price,
  amount: price,
  freeFrom: freeFrom ?? null,
  goods: sum(priced.filter((one) => one.line.shippable).map(netOf)),
})

function fromZero(price: Minor): Minor {
  if (price < 0) throw new RangeError('The price of a delivery cannot be negative')
  return minor(price)
}
