import type { SubscriptionInfo } from '@vitrine/contract'
import type { Discount } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { type CycleSold, cycleDocument } from '../orders/renewal.ts'
import type { OrderDocument, StoredOrder } from '../orders/stored-order.ts'
import { placeOf } from '../selling/addresses.ts'
import type { KnownLine } from '../selling/line.ts'
import { nothingOffered } from '../selling/offers.ts'
import type { OpenPricing, PricingContext } from '../selling/pricing-context.ts'
import type { Sellable } from '../selling/sellable.ts'
import { taxPlaceOf } from '../selling/tax-place.ts'
import type { Agreement, Mirror } from '../subscriptions/store.ts'

/** What is sold in a cycle, at the prices that were agreed on and the taxes of now. */
export async function calculateCycle(
  context: Context,
  { line, delivery, coupon, taxExemptGroupId }: Agreement,
  cycle: number,
  before: StoredOrder,
  pricing: PricingContext,
) {
  const { recipientInfo, billingInfo } = before.document
  const billing = placeOf(billingInfo?.address)
  const place = recipientInfo?.address?.country ? placeOf(recipientInfo.address) : billing
  const known: KnownLine & { readonly item: Sellable } = { ...line, id: newId() }
  const option = delivery?.option ?? null
  const at = taxPlaceOf([known], option?.pickup?.address ?? place, billing, pricing.settings.commerce)
  const tax = await pricing.taxes([known], { place: at, shipping: option, exemptGroupId: taxExemptGroupId })
  const counts = coupon && (coupon.cycles === null || cycle <= coupon.cycles)
  const discount: Discount | null = counts
    ? { id: coupon.id, name: coupon.name, code: coupon.code, source: 'COUPON', off: coupon.off, lineIds: [known.id] }
    : null
  const offered = { ...nothingOffered, discounts: discount ? [discount] : [] }
  // What was agreed on stays in the currency that it was agreed on in.
  const quote = { ...pricing.quote([known], { tax, shipping: option, offered, fees: false }), currency: before.currency }
  const sold: CycleSold = {
    lines: [known],
    quote,
    delivery: {
      answer: { zone: delivery?.zone ?? null, options: [], none: 'NO_RATE' },
      options: [],
      chosen: option,
      choiceRefused: false,
      needed: option !== null,
      error: undefined,
      carrierErrors: [],
    },
    offered,
  }
  return { sold, total: quote.total, due: quote.due, stock: known.item.stock, lineId: known.id }
}

/** A cycle as an order would be now: what the contract shows, and what the next one costs. */
export async function mirrorOf(
  context: Context,
  agreement: Agreement,
  info: SubscriptionInfo,
  before: StoredOrder,
  openPricing: OpenPricing,
) {
  const pricing = await openPricing(context.db, context.site)
  const { sold, total } = await calculateCycle(context, agreement, info.cycleNumber, before, pricing)
  const document = await cycleDocument(context, before, sold, info, openPricing)
  return { mirror: shown(document), nextAmount: total as number }
}

const shown = (document: OrderDocument): Mirror => ({
  lineItems: document.lineItems,
  ...(document.buyerInfo && { buyerInfo: document.buyerInfo }),
  ...(document.buyerLanguage && { buyerLanguage: document.buyerLanguage }),
  weightUnit: document.weightUnit,
  currency: document.currency!,
  ...(document.currencyConversionDetails && { currencyConversionDetails: document.currencyConversionDetails }),
  taxIncludedInPrices: document.taxIncludedInPrices,
  ...(document.priceSummary && { priceSummary: document.priceSummary }),
  ...(document.billingInfo && { billingInfo: document.billingInfo }),
  ...(document.shippingInfo && { shippingInfo: document.shippingInfo }),
  ...(document.taxInfo && { taxInfo: document.taxInfo }),
  appliedDiscounts: document.appliedDiscounts,
  ...(document.channelInfo && { channelInfo: document.channelInfo }),
  customFields: [...document.customFields],
  ...(document.recipientInfo && { recipientInfo: document.recipientInfo }),
  additionalFees: document.additionalFees,
})
