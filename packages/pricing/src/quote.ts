import type { Minor } from './money.ts'
import type { JurisdictionType, RateType, TaxChoice } from './tax.ts'

/** What somebody wants to buy: one product, variant or other thing, any number of times. */
export interface Line {
  /** Unique within the quote. */
  readonly id: string
  /** Whole pieces, from 1. */
  readonly quantity: number
  /** One piece as the catalogue sells it now; from 0. */
  readonly price: Minor
  /** One piece before the catalogue's own discount (the struck-out price); absent or null where there is none. */
  readonly fullPrice?: Minor | null
  /** Decides its tax rates; absent or null for the default group. */
  readonly taxGroupId?: string | null
  /** One piece, in the shop's unit of weight, as on the wire; absent or null for weightless. */
  readonly weight?: number | null
  /** Whether it has to be delivered or collected: false for downloads, gift cards, services. */
  readonly shippable: boolean
}

/** Takes money off lines. Discounts apply in the order given, each to what the earlier ones left. */
export interface Discount {
  readonly id: string
  readonly name: string
  /** The lines it is taken from; absent or null for all. */
  readonly lineIds?: readonly string[] | null
  /** An amount of money, split over the lines in proportion to their price; or a percentage as decimal text (`"12.5"`). */
  readonly off: { readonly amount: Minor } | { readonly percent: string }
}

/** The delivery that was chosen, at the price that its rule gave: see `shippingOptions`. */
export interface ChosenShipping {
  readonly code: string
  readonly title: string
  /** From 0; before tax, or with it where prices include tax. */
  readonly price: Minor
  /** What it would cost were the basket too small for free delivery; absent where that makes no difference. */
  readonly regularPrice?: Minor | null
  /** The value of goods from which it costs nothing; null where there is none. */
  readonly freeFrom?: Minor | null
  readonly taxGroupId?: string | null
}

/** Everything a total depends on beside the lines, gathered beforehand: no function here reads a clock, a row or a setting. */
export interface Facts {
  /** ISO 4217; every amount of lines and facts is in its minor units. */
  readonly currency: string
  /** The taxes of the place that the order is taxed at: see `taxAt`. */
  readonly tax: TaxChoice
  /** Null while nothing is chosen, or where nothing is delivered. */
  readonly shipping: ChosenShipping | null
  readonly discounts?: readonly Discount[]
}

/** One tax on one item, or summed up over all that bear it. */
export interface TaxShare {
  readonly name: string
  readonly taxType: string | null
  readonly jurisdiction: string | null
  readonly jurisdictionType: JurisdictionType
  /** Decimal text, such as `"0.19"`. */
  readonly rate: string
  /** The amount before tax of which it is taken. */
  readonly taxableAmount: Minor
  readonly tax: Minor
}

/** The taxes of a line or a delivery. */
export interface ItemTax {
  readonly taxGroupId: string
  readonly rateType: RateType
  readonly includedInPrice: boolean
  /** All its rates added, as decimal text. */
  readonly rate: string
  /** The amount before tax; 0 where no rate applies. */
  readonly taxableAmount: Minor
  readonly tax: Minor
  /** Adds up to `tax`. */
  readonly breakdown: readonly TaxShare[]
}

export interface QuotedLine {
  readonly id: string
  readonly quantity: number
  /** One piece. */
  readonly price: Minor
  /** One piece before the catalogue's own discount; equals `price` where there is none. */
  readonly fullPrice: Minor
  /** All pieces before discounts. */
  readonly priceBeforeDiscounts: Minor
  readonly discount: Minor
  /** All pieces after discounts, as prices are shown: with the tax where prices include it, else without. */
  readonly linePrice: Minor
  /** After discounts. `totalBeforeTax + tax.tax = totalAfterTax`. */
  readonly totalBeforeTax: Minor
  readonly totalAfterTax: Minor
  readonly tax: ItemTax
}

export interface QuotedShipping {
  readonly code: string
  readonly title: string
  readonly price: Minor
  readonly totalBeforeTax: Minor
  readonly totalAfterTax: Minor
  readonly tax: ItemTax
}

/** One step on the way to the total, in the order they were taken: "Why this total". All amounts in minor units. */
export type Reason =
  /** What the pieces cost. */
  | { readonly step: 'LINES'; readonly lines: number; readonly pieces: number; readonly amount: Minor }
  /** What a discount took off, of which amount. */
  | {
      readonly step: 'DISCOUNT'
      readonly id: string
      readonly name: string
      readonly percent: string | null
      readonly of: Minor
      readonly amount: Minor
      readonly lineIds: readonly string[]
    }
  /** What delivery costs, and how far the goods to deliver were from its being free. */
  | {
      readonly step: 'SHIPPING'
      readonly code: string
      readonly title: string
      readonly regularPrice: Minor
      readonly amount: Minor
      readonly freeFrom: Minor | null
      readonly goods: Minor
    }
  /** A tax: `rate` of `of` (which contains it when `included`) is exactly `exact` in decimal text; rounding made `amount` of it. */
  | {
      readonly step: 'TAX'
      readonly name: string
      readonly jurisdiction: string | null
      readonly jurisdictionType: JurisdictionType
      readonly rate: string
      readonly included: boolean
      readonly of: Minor
      readonly exact: string
      readonly amount: Minor
      readonly lineIds: readonly string[]
      readonly shipping: boolean
    }
  /** An amount that bears no tax, and why. */
  | {
      readonly step: 'NO_TAX'
      readonly because: 'NO_REGION' | 'NO_RATE_FOR_GROUP' | 'SHIPPING_NOT_TAXED'
      readonly of: Minor
      readonly lineIds: readonly string[]
      readonly shipping: boolean
    }
  | { readonly step: 'TOTAL'; readonly amount: Minor; readonly taxIncluded: Minor; readonly taxAdded: Minor }

export interface Quote {
  readonly currency: string
  /** In the order of the lines asked about. */
  readonly lines: readonly QuotedLine[]
  readonly shippingLine: QuotedShipping | null
  /** All lines before discounts. */
  readonly subtotal: Minor
  readonly discount: Minor
  readonly shipping: Minor
  readonly additionalFees: Minor
  /** All taxes, whether contained in the prices or added to them. */
  readonly tax: Minor
  readonly taxIncludedInPrice: boolean
  /** `subtotal − discount + shipping + additionalFees`, and `+ tax` where prices do not include it. */
  readonly total: Minor
  readonly taxSummary: {
    readonly rateType: RateType
    readonly taxableAmount: Minor
    readonly totalTax: Minor
    /** By tax and rate, in the order of first appearance by tax region; adds up to `totalTax`. */
    readonly breakdown: readonly TaxShare[]
  }
  readonly reasons: readonly Reason[]
}
