import { added, type Due, depositOf, dueOf, noSums, nowOf, type Part, type Sums } from './due.ts'
import { type ItemTax, levy, type NoTaxReason, type TaxReason, type TaxShare } from './levy.ts'
import { atPrice, type Discount, type DiscountReason, discounted, type Line, netOf, type PricedLine } from './lines.ts'
import { exponentOf, type Minor, minor, sum, zero } from './money.ts'
import { takenFromShipping } from './taking.ts'
import type { RateReason, RateType, TaxChoice } from './tax.ts'

/** The chosen delivery, at the price of its rule; an option from `shippingOptions` can be used here as it is. */
export interface ChosenShipping {
  readonly code: string
  readonly title: string
  /** From 0; with the tax where prices include it, else without. */
  readonly price: Minor
  /** Its price were it not free for the value of the goods; absent or null where that is the price. */
  readonly regularPrice?: Minor | null
  /** The value of goods from which it is free, or becomes free next; absent or null where it does not. */
  readonly freeFrom?: Minor | null
  /** Decides its tax rates; absent or null for the default group. */
  readonly taxGroupId?: string | null
}

/** A fee on top of goods and delivery, such as handling or insurance. */
export interface Fee {
  /** Unique within the quote. */
  readonly code: string
  readonly name: string
  /** From 0; with the tax where prices include it, else without. */
  readonly price: Minor
  /** Decides its tax rates; absent or null for the default group. */
  readonly taxGroupId?: string | null
  /** The lines for which it is charged; absent or null for all. */
  readonly lineIds?: readonly string[] | null
  /** True for one that bears no tax anywhere. */
  readonly untaxed?: boolean
  /** Who set it, if not the merchant. */
  readonly providerId?: string | null
  /** How its price was calculated, where a rule set it. */
  readonly why?: FeeWhy | null
}

/** What a fee's rule was based on. */
export interface FeeWhy {
  /** Decimal text; null where the fee is an amount. */
  readonly percent: string | null
  /** The value after discounts of the goods it is charged for. */
  readonly goods: Minor
  /** Charged from this value of goods on; null for any. */
  readonly from: Minor | null
  /** Charged while the goods are worth less than this; null for any. */
  readonly below: Minor | null
}

/** A gift card that the buyer wants to pay with. */
export interface GiftCardOffer {
  readonly balance: Minor
  /** The most that the buyer wants to redeem; absent or null for all that it can pay. */
  readonly wanted?: Minor | null
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
  readonly fees?: readonly Fee[]
  readonly giftCard?: GiftCardOffer | null
}

/** A line with its price and taxes. Amounts are for all units unless stated otherwise. */
export interface QuotedLine {
  readonly id: string
  readonly quantity: number
  /** One unit. */
  readonly price: Minor
  /** One unit before the catalogue's own discount; equals `price` where there is none. */
  readonly fullPrice: Minor
  readonly priceBeforeDiscounts: Minor
  /** Its part of the subtotal: before discounts, without what a membership pays. */
  readonly subtotal: Minor
  /** After membership and rule discounts, before discounts on the sum. */
  readonly lineItemPrice: Minor
  /** All discounts, including what a membership pays. */
  readonly discount: Minor
  /** After discounts, the way prices are shown: with the tax where they include it, else without. */
  readonly linePrice: Minor
  /** After discounts. `totalBeforeTax + tax.tax = totalAfterTax`. */
  readonly totalBeforeTax: Minor
  readonly totalAfterTax: Minor
  readonly tax: ItemTax
  /** The deposit due with the order where the rest is paid later; null where there is none. */
  readonly deposit: Minor | null
}

/** The delivery with its price and taxes. */
export interface QuotedShipping {
  readonly code: string
  readonly title: string
  readonly price: Minor
  readonly discount: Minor
  /** After the discount. */
  readonly totalBeforeTax: Minor
  readonly totalAfterTax: Minor
  readonly tax: ItemTax
}

/** A fee with its taxes. */
export interface QuotedFee {
  readonly code: string
  readonly name: string
  readonly price: Minor
  readonly lineIds: readonly string[] | null
  readonly providerId: string | null
  readonly totalBeforeTax: Minor
  readonly totalAfterTax: Minor
  readonly tax: ItemTax
}

/** What the units cost before discounts and additions. */
export interface LinesReason {
  readonly step: 'LINES'
  readonly lines: number
  readonly units: number
  readonly amount: Minor
}

/** What delivery costs, and how far the goods are from free delivery. */
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

/** A fee, before its tax where prices do not include it. */
export interface FeeReason {
  readonly step: 'FEE'
  readonly code: string
  readonly name: string
  readonly amount: Minor
  /** Null where its calculation is unknown. */
  readonly why: FeeWhy | null
}

/** The last step: the tax is either within the total or was added to it; one of the two is 0. */
export interface TotalReason {
  readonly step: 'TOTAL'
  readonly amount: Minor
  readonly taxIncluded: Minor
  readonly taxAdded: Minor
}

/** How the total is divided over time; only where not all of it is paid with the order. */
export interface LaterReason {
  readonly step: 'LATER'
  readonly now: Minor
  readonly later: Minor
  readonly afterFreeTrial: Minor
}

/** What a gift card pays of the amount due with the order, and what is left of either. */
export interface GiftCardReason {
  readonly step: 'GIFT_CARD'
  readonly of: Minor
  readonly amount: Minor
  readonly due: Minor
  readonly left: Minor
}

/** One step on the way to the total, distinguished by `step` and listed in the order they were taken: "Why this total". */
export type Reason =
  | LinesReason
  | DiscountReason
  | ShippingReason
  | FeeReason
  | TaxReason
  | NoTaxReason
  | TotalReason
  | LaterReason
  | GiftCardReason

/** The calculated totals. Every total is the sum of its parts, to the last unit. */
export interface Quote extends Sums, Due {
  readonly currency: string
  /** In the order of the input. */
  readonly lines: readonly QuotedLine[]
  readonly shippingLine: QuotedShipping | null
  readonly fees: readonly QuotedFee[]
  /** All lines before discounts, without what memberships pay. */
  readonly subtotal: Minor
  /** Discounts of rules, coupon and merchant on that, or on the delivery. */
  readonly discount: Minor
  /** The part of the discount that rules take off the items themselves. */
  readonly itemDiscount: Minor
  /** Before discounts. */
  readonly shipping: Minor
  readonly additionalFees: Minor
  /** All taxes, whether within the prices or added to them. */
  readonly tax: Minor
  readonly taxIncludedInPrice: boolean
  /** `subtotal − discount + shipping + additionalFees`, and `+ tax` where prices do not include it. */
  readonly total: Minor
  /** What the gift card pays: at most its balance, and nothing for gift cards and subscriptions. Null without one. */
  readonly giftCard: { readonly amount: Minor; readonly left: Minor } | null
  /** What is to be paid with the order by other means: `payNow.total` less the gift card. */
  readonly due: Minor
  readonly taxSummary: {
    readonly rateType: RateType
    /** Why the rates are the merchant's own, and not a provider's; null otherwise. */
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
 * 1. each line at its price, times its units;
 * 2. discounts, in their order, each on what the earlier ones left; `promotions` returns them in the right order;
 * 3. delivery, whose price was chosen by the value of the discounted goods, and fees;
 * 4. taxes on what is left of 2 and 3: within the prices or on top of them, rounded once for each set of rates;
 * 5. when each part is paid, and what a gift card pays of the amount due now: it reduces what is to be paid, but no price and no tax.
 *
 * The same lines in another order give the same amounts.
 *
 * @param lines at most one for each id; amounts in minor units of `facts.currency`
 * @throws RangeError when a price or a rate is negative, a quantity not a whole number from 1, two lines have one id, the currency is
 * invalid, or an amount leaves the safe integers: a total is refused rather than wrong
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
 * const discounts = [{ id: 'c', name: 'A tenth off', code: 'SLOWSUNDAY', source: 'COUPON', off: { percent: '10' } }]
 * const giftCard = { balance: minor(2500) }
 * const paid = quote([{ id: 'mug', quantity: 2, price: minor(2600), shippable: true }], { currency: 'EUR', tax, shipping, discounts, giftCard })
 * paid.total // => 5170
 * paid.giftCard // => { amount: 2500, left: 0 }
 * paid.due // => 2670
 * quote([{ id: 'mug', quantity: 0, price: minor(2600), shippable: true }], { currency: 'EUR', tax, shipping }) // throws RangeError
 */
export function quote(lines: readonly Line[], facts: Facts): Quote {
  const { currency, tax, shipping, discounts = [], fees = [], giftCard } = facts
  exponentOf(currency)
  const { lines: priced, reasons: taken } = discounted(atPrice(lines), discounts)
  const freed = shipping ? offShipping(shipping.price, discounts) : []
  const delivery = shipping && {
    ...shipping,
    price: fromZero(shipping.price, 'delivery'),
    discount: sum(freed.map(({ amount }) => amount)),
  }
  const charged = fees.toSorted((a, b) => (a.code < b.code ? -1 : 1))
  if (charged.some((fee, i) => fee.code === charged[i + 1]?.code)) throw new RangeError('Two fees have one code')
  const taxes = levy(
    [
      ...priced.map((one) => ({ lineId: one.line.id, taxGroupId: one.line.taxGroupId, amount: netOf(one) })),
      ...charged.map(({ code, taxGroupId, price, untaxed = false }) => ({
        lineId: feeKey(code),
        taxGroupId,
        untaxed,
        amount: fromZero(price, 'fee'),
      })),
      ...(delivery ? [{ lineId: null, taxGroupId: delivery.taxGroupId, amount: minor(delivery.price - delivery.discount) }] : []),
    ],
    tax,
    currency,
  )

  const goods = priced.map((one, i) => quotedLine(one, taxes.items[i] as ItemTax))
  const quotedFees = charged.map((fee, i) => quotedFee(fee, taxes.items[priced.length + i] as ItemTax))
  const shippingLine = delivery ? quotedShipping(delivery, taxes.items.at(-1) as ItemTax) : null
  const byId = new Map(goods.map((one) => [one.id, one]))

  const parts = [
    ...priced.map(({ line }, i) => linePart(line, goods[i] as QuotedLine)),
    ...quotedFees.map((fee): Part => ({ ...noSums, additionalFees: fee.price, tax: fee.tax.tax, total: fee.totalAfterTax })),
    ...(shippingLine ? [shippingPart(shippingLine)] : []),
  ]
  const sums = added(parts)
  const due = dueOf(parts)
  const payable = minor(due.payNow.total - sum(parts.flatMap(({ line, total }) => (line && unpayable(line) ? [nowOf(line, total)] : []))))
  const byCard = giftCard ? paidBy(giftCard, payable) : null
  const taxAdded = tax.taxIncludedInPrice ? zero : sums.tax

  return {
    ...sums,
    ...due,
    currency,
    lines: lines.map((line) => byId.get(line.id) as QuotedLine),
    shippingLine,
    fees: quotedFees,
    taxIncludedInPrice: tax.taxIncludedInPrice,
    giftCard: byCard,
    due: minor(due.payNow.total - (byCard?.amount ?? 0)),
    taxSummary: {
      rateType: tax.rateType,
      reason: tax.reason ?? null,
      taxableAmount: sum(taxes.items.map((one) => one.taxableAmount)),
      totalTax: sums.tax,
      breakdown: taxes.breakdown,
    },
    reasons: [
      {
        step: 'LINES',
        lines: lines.length,
        units: sum(lines.map((line) => minor(line.quantity))),
        amount: sum(priced.map((one) => one.gross)),
      },
      ...taken,
      ...(shipping ? [shippingReason(shipping, priced)] : []),
      ...freed,
      ...charged.map(({ code, name, price, why }): FeeReason => ({ step: 'FEE', code, name, amount: price, why: why ?? null })),
      ...taxes.reasons.map(withFees),
      { step: 'TOTAL', amount: sums.total, taxIncluded: minor(sums.tax - taxAdded), taxAdded },
      ...laterReason(due, sums.total),
      ...(byCard
        ? [
            {
              step: 'GIFT_CARD' as const,
              of: due.payNow.total,
              ...byCard,
              due: minor(due.payNow.total - byCard.amount),
            },
          ]
        : []),
    ],
  }
}

const linePart = (line: Line, { subtotal, lineItemPrice, linePrice, totalAfterTax, tax }: QuotedLine): Part => ({
  ...noSums,
  line,
  subtotal,
  discount: minor(subtotal - linePrice),
  itemDiscount: minor(subtotal - lineItemPrice),
  tax: tax.tax,
  total: totalAfterTax,
})

const shippingPart = ({ price, discount, totalAfterTax, tax }: QuotedShipping): Part => ({
  ...noSums,
  shipping: price,
  discount,
  tax: tax.tax,
  total: totalAfterTax,
})

/** What gift cards cannot pay for. */
const unpayable = ({ giftCard, subscription }: Line): boolean => giftCard === true || !!subscription

function paidBy({ balance, wanted }: GiftCardOffer, payable: Minor): { readonly amount: Minor; readonly left: Minor } {
  const most = Math.min(fromZero(balance, 'gift card'), fromZero(wanted ?? balance, 'gift card'))
  const amount = minor(Math.min(most, payable))
  return { amount, left: minor(balance - amount) }
}

/** Fees are taxed like lines, under names that no line has. */
const feeKey = (code: string): string => `fee\u0000${code}`

function withFees<R extends TaxReason | NoTaxReason>(reason: R): R {
  const fees = reason.lineIds.filter((id) => id.startsWith(feeKey('')))
  if (fees.length === 0) return reason
  return { ...reason, lineIds: reason.lineIds.filter((id) => !fees.includes(id)), fees: fees.map((id) => id.slice(feeKey('').length)) }
}

function laterReason({ payNow, payLater, payAfterFreeTrial }: Due, total: Minor): LaterReason[] {
  if (payNow.total === total) return []
  return [{ step: 'LATER', now: payNow.total, later: payLater.total, afterFreeTrial: payAfterFreeTrial.total }]
}

function quotedLine(priced: PricedLine, tax: ItemTax): QuotedLine {
  const { id, quantity, price, fullPrice, paymentOption } = priced.line
  const linePrice = netOf(priced)
  const around = aroundTax(linePrice, tax)
  return {
    id,
    quantity,
    price,
    fullPrice: fullPrice ?? price,
    priceBeforeDiscounts: priced.gross,
    subtotal: minor(priced.gross - priced.covered),
    lineItemPrice: minor(priced.gross - priced.itemDiscount),
    discount: priced.discount,
    linePrice,
    ...around,
    tax,
    deposit: paymentOption === 'DEPOSIT_ONLINE' ? depositOf(priced.line, around.totalAfterTax) : null,
  }
}

const quotedFee = ({ code, name, price, lineIds, providerId }: Fee, tax: ItemTax): QuotedFee => ({
  code,
  name,
  price,
  lineIds: lineIds ?? null,
  providerId: providerId ?? null,
  ...aroundTax(price, tax),
  tax,
})

const quotedShipping = ({ code, title, price, discount }: ChosenShipping & { readonly discount: Minor }, tax: ItemTax): QuotedShipping => ({
  code,
  title,
  price,
  discount,
  ...aroundTax(minor(price - discount), tax),
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

/** What discounts take off a delivery, each on what the earlier ones left; one that takes nothing off has no reason. */
function offShipping(price: Minor, discounts: readonly Discount[]): DiscountReason[] {
  let left = price
  return discounts.flatMap(({ id, name, source, code, off }): DiscountReason[] => {
    if (!('shipping' in off)) return []
    const of = left
    const amount = takenFromShipping(of, off)
    left = minor(of - amount)
    if (amount === 0) return []
    return [
      {
        step: 'DISCOUNT',
        id,
        name,
        source: source ?? 'MERCHANT',
        code: code ?? null,
        percent: off.percent ?? null,
        of,
        amount,
        lineIds: [],
        parts: [],
        shipping: true,
      },
    ]
  })
}

function fromZero(price: Minor, of: string): Minor {
  if (price < 0) throw new RangeError(`The price of a ${of} cannot be negative`)
  return minor(price)
}
