import type {
  LineItemTaxInfo,
  OrderAdditionalFee,
  OrderLineItem,
  OrderPriceSummary,
  OrderShippingPrice,
  OrderTaxBreakdown,
  PaymentOptionType,
  SubscriptionInfo,
} from '@vitrine/contract'
import type { ItemTax, Quote, QuotedFee, QuotedLine, QuotedShipping, Sums } from '@vitrine/pricing'
import { newId } from '../../kernel/db/id.ts'
import type { Amounts } from './amounts.ts'
import { type KnownLine, preorderOf } from './line.ts'
import type { Plan } from './plans.ts'
import type { Sellable } from './sellable.ts'
import { itemTypeOf } from './show-line.ts'

/** The totals of an order, as it stores them. */
export const orderSums = (quote: Sums, money: Amounts): OrderPriceSummary => ({
  subtotal: money.plain(quote.subtotal),
  shipping: money.plain(quote.shipping),
  tax: money.plain(quote.tax),
  discount: money.plain(quote.discount),
  total: money.plain(quote.total),
  totalAdditionalFees: money.plain(quote.additionalFees),
})

/** The taxes of something in an order. */
export const orderTax = (tax: ItemTax, money: Amounts): LineItemTaxInfo => ({
  taxAmount: money.plain(tax.tax),
  taxableAmount: money.plain(tax.taxableAmount),
  taxRate: tax.rate,
  taxIncludedInPrice: tax.includedInPrice,
  taxBreakdown: tax.breakdown.map((share) => ({
    ...(share.jurisdiction && { jurisdiction: share.jurisdiction }),
    jurisdictionType: share.jurisdictionType,
    rate: share.rate,
    taxAmount: money.plain(share.tax),
    taxableAmount: money.plain(share.taxableAmount),
    taxName: share.name,
    ...(share.taxType && { taxType: share.taxType }),
  })),
})

/** What a line of an order comes to. */
export const lineAmounts = (line: QuotedLine, money: Amounts) =>
  ({
    quantity: line.quantity,
    price: money.plain(line.price),
    priceBeforeDiscounts: money.plain(line.price),
    lineItemPrice: money.plain(line.lineItemPrice),
    totalDiscount: money.plain(line.discount),
    totalPriceBeforeTax: money.plain(line.totalBeforeTax),
    totalPriceAfterTax: money.plain(line.totalAfterTax),
    taxDetails: { taxableAmount: money.plain(line.tax.taxableAmount), taxRate: line.tax.rate, totalTax: money.plain(line.tax.tax) },
    taxInfo: orderTax(line.tax, money),
    ...(line.deposit !== null && { depositAmount: money.plain(line.deposit) }),
  }) satisfies Partial<OrderLineItem>

/** A line as an order stores it: what is sold, by its current name, and what it comes to. */
export function orderLine(
  line: QuotedLine,
  known: KnownLine & { readonly item: Sellable },
  paymentOption: PaymentOptionType,
  money: Amounts,
  now: Date,
): OrderLineItem {
  const { item, reference } = known
  return {
    id: line.id,
    productName: { original: item.name },
    ...(reference && { catalogReference: reference }),
    ...lineAmounts(line, money),
    descriptionLines: [...item.descriptionLines],
    ...preorderOf(known),
    ...(item.image && { image: item.image }),
    physicalProperties: { sku: item.sku, shippable: item.shippable, ...(item.weight !== undefined && { weight: item.weight }) },
    itemType: itemTypeOf(item),
    ...(item.service && { serviceProperties: item.service }),
    ...(known.taxableAddress && { taxableAddress: { addressType: known.taxableAddress } }),
    ...(item.fileId !== undefined && { digitalFile: { fileId: item.fileId } }),
    paymentOption,
    ...(item.plan && { subscriptionInfo: subscriptionOf(item.plan, now) }),
    priceUndetermined: false,
    fixedQuantity: false,
    locations: [],
    modifierGroups: [],
  }
}

/** The first of its cycles begins with the order, where nobody said when. */
const subscriptionOf = ({ title, settings }: Plan, now: Date): SubscriptionInfo => ({
  id: newId(),
  cycleNumber: 1,
  subscriptionOptionTitle: title,
  subscriptionSettings: { ...settings, startDate: settings.startDate ?? now.toISOString() },
})

/** What a fee of an order comes to. */
export const feeAmounts = ({ price, tax, totalBeforeTax, totalAfterTax }: QuotedFee, money: Amounts) =>
  ({
    price: money.plain(price),
    priceBeforeTax: money.plain(totalBeforeTax),
    priceAfterTax: money.plain(totalAfterTax),
    taxInfo: orderTax(tax, money),
  }) satisfies Partial<OrderAdditionalFee>

/** What the delivery of an order comes to. */
export const shippingAmounts = (priced: QuotedShipping, money: Amounts): OrderShippingPrice => ({
  price: money.plain(priced.price),
  totalPriceBeforeTax: money.plain(priced.totalBeforeTax),
  totalPriceAfterTax: money.plain(priced.totalAfterTax),
  taxInfo: orderTax(priced.tax, money),
  discount: money.plain(priced.discount),
})

/** One of the taxes of a whole order. */
export const orderTaxes = ({ taxSummary }: Pick<Quote, 'taxSummary'>, money: Amounts): OrderTaxBreakdown[] =>
  taxSummary.breakdown.map((share) => ({
    taxName: share.name,
    taxType: share.taxType ?? '',
    jurisdiction: share.jurisdiction ?? '',
    jurisdictionType: share.jurisdictionType,
    rate: share.rate,
    aggregatedTaxAmount: money.plain(share.tax),
  }))
