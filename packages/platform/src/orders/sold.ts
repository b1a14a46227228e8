import type {
  AddressWithContact,
  OrderAdditionalFee,
  OrderAppliedDiscount,
  OrderLineItem,
  OrderPriceSummary,
  OrderShippingInformation,
  OrderTaxBreakdown,
  SubscriptionInfo,
} from '@vitrine/contract'
import type { ItemTax, Quote, QuotedFee, QuotedLine, QuotedShipping, Sums } from '@vitrine/pricing'
import { newId } from '../db/id.ts'
import type { Amounts } from '../selling/amounts.ts'
import { type Delivery, logisticsOf } from '../selling/delivery.ts'
import type { KnownLine } from '../selling/line.ts'
import type { Offered } from '../selling/offers.ts'
import type { Plan } from '../selling/plans.ts'
import type { Sellable } from '../selling/sellable.ts'
import { itemTypeOf, paymentOptionOf } from '../selling/show-line.ts'
import { discountsOf, scopeOf } from '../selling/show-offers.ts'
import { feeCode } from '../selling/show-quote.ts'
import { showReasons } from '../selling/show-reasons.ts'
import { balance, nothingPaid } from './books.ts'
import type { OrderDocument } from './store.ts'

/** What is sold, to whom, for how much: the facts of an order at the moment it is made. */
export interface Sale {
  readonly checkoutId: string
  readonly cartId: string | null
  readonly lines: readonly (KnownLine & { readonly item: Sellable })[]
  readonly quote: Quote
  readonly delivery: Delivery
  readonly offered: Offered
  readonly buyer: { readonly visitorId?: string; readonly memberId?: string; readonly userId?: string; readonly appId?: string }
  readonly email: string
  readonly shippingDestination?: AddressWithContact | undefined
  readonly billingInfo?: AddressWithContact | undefined
  readonly buyerNote?: string | undefined
  readonly customFields: OrderDocument['customFields']
  readonly channelType: NonNullable<OrderDocument['channelInfo']>['type']
  readonly language: string
  readonly weightUnit: OrderDocument['weightUnit']
}

/** Writes down what was sold at the prices of this moment; the quote stands in the order for good. */
export function sold(sale: Sale, money: Amounts, now: Date): OrderDocument {
  const { quote, delivery } = sale
  const items = new Map(sale.lines.map((line) => [line.id, line]))
  const buyer = sale.buyer
  const billing = sale.billingInfo ?? sale.shippingDestination
  return {
    lineItems: quote.lines.map((line) => soldLine(line, items.get(line.id)!, sale, money, now)),
    buyerInfo: {
      ...(buyer.visitorId && { visitorId: buyer.visitorId }),
      ...(buyer.memberId && { memberId: buyer.memberId }),
      ...(sale.email && { email: sale.email }),
    },
    createdBy: buyer,
    currency: quote.currency,
    currencyConversionDetails: { originalCurrency: quote.currency, conversionRate: '1' },
    weightUnit: sale.weightUnit,
    taxIncludedInPrices: quote.taxIncludedInPrice,
    buyerLanguage: sale.language,
    siteLanguage: sale.language,
    priceSummary: sums(quote, money),
    ...(billing && { billingInfo: billing }),
    ...(delivery.chosen && { shippingInfo: soldDelivery(sale, quote.shippingLine!, money) }),
    ...(sale.shippingDestination && { recipientInfo: sale.shippingDestination }),
    ...(sale.buyerNote && { buyerNote: sale.buyerNote }),
    taxInfo: { totalTax: money.plain(quote.tax), taxBreakdown: quote.taxSummary.breakdown.map((share) => soldTax(share, money)) },
    appliedDiscounts: soldDiscounts(sale, money),
    attributionSource: 'UNSPECIFIED',
    channelInfo: { type: sale.channelType },
    checkoutId: sale.checkoutId,
    customFields: sale.customFields,
    additionalFees: quote.fees.map((fee) => soldFee(fee, money)),
    balanceSummary: balance(quote.total, { ...nothingPaid, paid: quote.giftCard?.amount ?? 0 }, money),
    due: quote.due,
    ...soldCards(sale),
    ...(quote.payAfterFreeTrial.total > 0 && { payAfterFreeTrial: sums(quote.payAfterFreeTrial, money) }),
    reasons: showReasons(quote),
    purchaseFlowId: sale.cartId ?? sale.checkoutId,
    purchasedDate: now.toISOString(),
    archived: false,
    seenByAHuman: false,
    imported: false,
    tags: { privateTags: { tagIds: [] }, tags: { tagIds: [] } },
  }
}

const sums = (quote: Sums, money: Amounts): OrderPriceSummary => ({
  subtotal: money.plain(quote.subtotal),
  shipping: money.plain(quote.shipping),
  tax: money.plain(quote.tax),
  discount: money.plain(quote.discount),
  total: money.plain(quote.total),
  totalAdditionalFees: money.plain(quote.additionalFees),
})

function taxInfo(tax: ItemTax, money: Amounts) {
  return {
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
  }
}

function soldLine(
  line: QuotedLine,
  known: KnownLine & { readonly item: Sellable },
  { offered }: Sale,
  money: Amounts,
  now: Date,
): OrderLineItem {
  const { item, reference } = known
  return {
    id: line.id,
    productName: { original: item.name },
    ...(reference && { catalogReference: reference }),
    quantity: line.quantity,
    price: money.plain(line.price),
    priceBeforeDiscounts: money.plain(line.price),
    lineItemPrice: money.plain(line.subtotal),
    totalDiscount: money.plain(line.discount),
    totalPriceBeforeTax: money.plain(line.totalBeforeTax),
    totalPriceAfterTax: money.plain(line.totalAfterTax),
    taxDetails: { taxableAmount: money.plain(line.tax.taxableAmount), taxRate: line.tax.rate, totalTax: money.plain(line.tax.tax) },
    taxInfo: taxInfo(line.tax, money),
    descriptionLines: [...item.descriptionLines],
    ...(item.image && { image: item.image }),
    physicalProperties: { sku: item.sku, shippable: item.shippable, ...(item.weight !== undefined && { weight: item.weight }) },
    itemType: itemTypeOf(item),
    ...(item.service && { serviceProperties: item.service }),
    ...(known.taxableAddress && { taxableAddress: { addressType: known.taxableAddress } }),
    ...(item.fileId !== undefined && { digitalFile: { fileId: item.fileId } }),
    paymentOption: paymentOptionOf(known, offered),
    ...(line.deposit !== null && { depositAmount: money.plain(line.deposit) }),
    ...(item.plan && { subscriptionInfo: subscriptionOf(item.plan, now) }),
    priceUndetermined: false,
    fixedQuantity: false,
    locations: [],
    modifierGroups: [],
  }
}

/** What its gift cards will be, whatever the shop sells by the time it is paid. */
function soldCards({ lines }: Sale): Pick<OrderDocument, 'giftCards'> {
  const cards = lines.flatMap(({ id, item }) => (item.giftCard ? [[id, item.giftCard] as const] : []))
  return cards.length > 0 ? { giftCards: Object.fromEntries(cards) } : {}
}

/** The first of its cycles begins with the order, where nobody said when. */
const subscriptionOf = ({ title, settings }: Plan, now: Date): SubscriptionInfo => ({
  id: newId(),
  cycleNumber: 1,
  subscriptionOptionTitle: title,
  subscriptionSettings: { ...settings, startDate: settings.startDate ?? now.toISOString() },
})

function soldDiscounts({ quote, offered }: Sale, money: Amounts): OrderAppliedDiscount[] {
  return discountsOf(quote).flatMap((reason): OrderAppliedDiscount[] => {
    const { id, name, code, source, lineIds, parts } = reason
    const amount = money.plain(reason.amount)
    const shared = {
      discountType: scopeOf(reason, offered),
      lineItemDiscounts: lineIds.map((lineId, i) => ({ id: lineId, totalDiscount: money.plain(parts[i]!) })),
    }
    switch (source) {
      case 'COUPON':
        return [{ id, coupon: { id, code: code ?? '', name, amount }, ...shared }]
      case 'RULE':
        return [{ id, discountRule: { id, name: { original: name }, amount }, ...shared }]
      case 'MERCHANT':
        return [{ id, merchantDiscount: { amount, discountReason: 'UNSPECIFIED' }, ...shared }]
      case 'MEMBERSHIP':
        return []
    }
  })
}

const soldFee = (
  { code, name, price, lineIds, providerId, tax, totalBeforeTax, totalAfterTax }: QuotedFee,
  money: Amounts,
): OrderAdditionalFee => ({
  id: newId(),
  code: feeCode(code, providerId),
  name,
  price: money.plain(price),
  priceBeforeTax: money.plain(totalBeforeTax),
  priceAfterTax: money.plain(totalAfterTax),
  taxInfo: taxInfo(tax, money),
  ...(lineIds && { lineItemIds: [...lineIds] }),
  ...(providerId && { providerAppId: providerId }),
  source: providerId ? 'SERVICE_PLUGIN' : 'MANUAL',
})

function soldDelivery({ delivery, shippingDestination }: Sale, priced: QuotedShipping, money: Amounts): OrderShippingInformation {
  const option = delivery.chosen!
  const { pickupDetails, deliveryTime, deliveryTimeSlot, instructions } = logisticsOf(option)
  return {
    carrierId: option.carrierId,
    code: option.code,
    title: option.title,
    logistics: {
      ...(deliveryTime && { deliveryTime }),
      ...(instructions && { instructions }),
      ...(deliveryTimeSlot?.to && { deliveryTimeSlot, deliverByDate: deliveryTimeSlot.to }),
      ...(pickupDetails
        ? { pickupDetails: { pickupMethod: pickupDetails.pickupMethod, ...(pickupDetails.address && { address: pickupDetails.address }) } }
        : shippingDestination && { shippingDestination }),
    },
    cost: {
      price: money.plain(priced.price),
      totalPriceBeforeTax: money.plain(priced.totalBeforeTax),
      totalPriceAfterTax: money.plain(priced.totalAfterTax),
      taxInfo: taxInfo(priced.tax, money),
      discount: money.plain(priced.discount),
    },
    ...(delivery.answer.zone && { region: { name: delivery.answer.zone.name } }),
  }
}

function soldTax(share: Quote['taxSummary']['breakdown'][number], money: Amounts): OrderTaxBreakdown {
  return {
    taxName: share.name,
    taxType: share.taxType ?? '',
    jurisdiction: share.jurisdiction ?? '',
    jurisdictionType: share.jurisdictionType,
    rate: share.rate,
    aggregatedTaxAmount: money.plain(share.tax),
  }
}
