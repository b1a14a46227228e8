import type { Place, Quote } from '@vitrine/pricing'
import { placeOf } from '../selling/addresses.ts'
import { type Delivery, deliveryFor } from '../selling/delivery.ts'
import type { FeesAnswer } from '../selling/fees.ts'
import type { KnownLine } from '../selling/line.ts'
import type { Offered } from '../selling/offers.ts'
import type { PricingContext } from '../selling/pricing-context.ts'
import { purchaseFlowIdOf } from '../selling/purchase-flow.ts'
import { givenByServices } from '../selling/show-offers.ts'
import { taxPlaceOf } from '../selling/tax-place.ts'
import type { Validated } from '../selling/validations.ts'
import type { CheckoutDocument, StoredCheckout } from './store.ts'

/** A checkout calculated with the prices, stock and delivery of now. */
export interface Totals {
  readonly lines: readonly KnownLine[]
  readonly place: Place | null
  readonly delivery: Delivery
  readonly quote: Quote
  readonly offered: Offered
  readonly fees: FeesAnswer
  readonly validated: Validated
}

/** A checkout with what services took off it when it was written: an order that would be dearer by their silence is refused. */
export function withServicesSeen(document: CheckoutDocument, { quote, offered }: Totals): CheckoutDocument {
  const given = givenByServices(quote, offered)
  return { ...document, serviceDiscountSeen: given > 0 ? given : undefined }
}

/**
 * The units that the checkout's own order holds while it waits for payment are available to it; `IS_BACK`: they were returned and count as stock.
 * Goods that are collected are taxed where they are collected; delivered ones where they go, the rest where the bill goes.
 */
export async function calculate(
  {
    id,
    cartId,
    owner,
    orderId,
    document,
  }: Pick<StoredCheckout, 'owner' | 'document'> & Partial<Pick<StoredCheckout, 'id' | 'cartId' | 'orderId'>>,
  pricing: PricingContext,
  held: 'COUNTS' | 'IS_BACK' = 'COUNTS',
): Promise<Totals> {
  const lines = await pricing.know(document.lines, held === 'COUNTS' ? orderId : null)
  const { shippingDestination, billingInfo } = document
  const to = shippingDestination?.address?.country ? shippingDestination.address : billingInfo?.address
  const place = placeOf(to)
  const { couponCode, giftCard, memberships, email, serviceDiscountSeen } = document
  const purchaseFlowId = purchaseFlowIdOf({ id, cartId })
  const offered = await pricing.offered(
    lines,
    { couponCode, giftCard, memberships, merchant: document.discounts, serviceDiscountSeen },
    { owner, email, orderId, purchaseFlowId },
  )
  const facts = await pricing.deliveryFacts(lines, to, orderId)
  const delivery = deliveryFor(lines, place, document.selectedOption, pricing, offered.discounts, facts)
  const shipping = delivery.chosen
  const taxedAt = taxPlaceOf(lines, shipping?.pickup?.address ?? place, placeOf(billingInfo?.address), pricing.settings.commerce)
  const fees = await pricing.fees(lines, { place: shipping?.pickup?.address ?? place, to, shipping, offered })
  const tax = await pricing.taxes(lines, { place: taxedAt, shipping, fees, exemptGroupId: document.taxExemptGroupId })
  const quote = pricing.quote(lines, { tax, shipping, offered, fees })
  const validated = await pricing.validate({
    source: 'CHECKOUT',
    purchaseFlowId: purchaseFlowId ?? '',
    lines,
    quote,
    offered,
    shipping,
    email,
    billingInfo,
    shippingDestination,
    customFields: document.customFields,
  })
  return { lines, place, delivery, quote, offered, fees, validated }
}
