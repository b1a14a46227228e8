import type { AddressWithContact, OrderAdditionalFee, OrderAppliedDiscount, OrderShippingInformation } from '@vitrine/contract'
import type { Quote, QuotedFee, QuotedShipping } from '@vitrine/pricing'
import { newId } from '../../kernel/db/id.ts'
import type { Amounts } from '../selling/amounts.ts'
import { type Delivery, logisticsOf } from '../selling/delivery.ts'
import type { KnownLine } from '../selling/line.ts'
import type { Offered } from '../selling/offers.ts'
import { feeAmounts, orderLine, orderSums, orderTaxes, shippingAmounts } from '../selling/order-parts.ts'
import type { Sellable } from '../selling/sellable.ts'
import { paymentOptionOf } from '../selling/show-line.ts'
import { discountsOf, scopeOf } from '../selling/show-offers.ts'
import { feeCode } from '../selling/show-quote.ts'
import { showReasons } from '../selling/show-reasons.ts'
import { balance, nothingPaid } from './books.ts'
import type { OrderDocument } from './stored-order.ts'

/** What is sold, to whom, for how much: the facts of an order at the moment it is made. */
export interface Sale {
  readonly checkoutId: string
  readonly purchaseFlowId: string
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
    lineItems: quote.lines.map((line) => {
      const known = items.get(line.id)!
      return orderLine(line, known, paymentOptionOf(known, sale.offered), money, now)
    }),
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
    priceSummary: orderSums(quote, money),
    ...(billing && { billingInfo: billing }),
    ...(delivery.chosen && { shippingInfo: soldDelivery(sale, quote.shippingLine!, money) }),
    ...(sale.shippingDestination && { recipientInfo: sale.shippingDestination }),
    ...(sale.buyerNote && { buyerNote: sale.buyerNote }),
    taxInfo: { totalTax: money.plain(quote.tax), taxBreakdown: orderTaxes(quote, money) },
    appliedDiscounts: soldDiscounts(sale, money),
    attributionSource: 'UNSPECIFIED',
    channelInfo: { type: sale.channelType },
    checkoutId: sale.checkoutId,
    customFields: sale.customFields,
    additionalFees: quote.fees.map((fee) => soldFee(fee, money)),
    balanceSummary: balance(quote.total, { ...nothingPaid, paid: quote.giftCard?.amount ?? 0 }, money),
    due: quote.due,
    ...soldCards(sale),
    ...(quote.payAfterFreeTrial.total > 0 && { payAfterFreeTrial: orderSums(quote.payAfterFreeTrial, money) }),
    reasons: showReasons(quote),
    purchaseFlowId: sale.purchaseFlowId,
    purchasedDate: now.toISOString(),
    archived: false,
    seenByAHuman: false,
    imported: false,
    tags: { privateTags: { tagIds: [] }, tags: { tagIds: [] } },
  }
}

/** What its gift cards will be, whatever the shop sells by the time it is paid. */
function soldCards({ lines }: Sale): Pick<OrderDocument, 'giftCards'> {
  const cards = lines.flatMap(({ id, item }) => (item.giftCard ? [[id, item.giftCard] as const] : []))
  return cards.length > 0 ? { giftCards: Object.fromEntries(cards) } : {}
}

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

const soldFee = (fee: QuotedFee, money: Amounts): OrderAdditionalFee => ({
  id: newId(),
  code: feeCode(fee.code, fee.providerId),
  name: fee.name,
  ...feeAmounts(fee, money),
  ...(fee.lineIds && { lineItemIds: [...fee.lineIds] }),
  ...(fee.providerId && { providerAppId: fee.providerId }),
  source: fee.providerId ? 'SERVICE_PLUGIN' : 'MANUAL',
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
      ...(option.shipBy && { shipByDate: option.shipBy }),
      ...(pickupDetails
        ? { pickupDetails: { pickupMethod: pickupDetails.pickupMethod, ...(pickupDetails.address && { address: pickupDetails.address }) } }
        : shippingDestination && { shippingDestination }),
    },
    cost: shippingAmounts(priced, money),
    ...(delivery.answer.zone && { region: { name: delivery.answer.zone.name } }),
  }
}
