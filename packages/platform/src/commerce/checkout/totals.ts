import type { Place, Quote } from '@vitrine/pricing'
import { placeOf } from '../selling/addresses.ts'
import { type Delivery, deliveryFor } from '../selling/delivery.ts'
import type { FeesAnswer } from '../selling/fees.ts'
import type { KnownLine } from '../selling/line.ts'
import type { Offered } from '../selling/offers.ts'
import type { Till } from '../selling/pricing-context.ts'
import { taxPlaceOf } from '../selling/tax-place.ts'
import type { StoredCheckout } from './store.ts'

/** A checkout reckoned up with the prices, stock and delivery of now. */
export interface Reckoning {
  readonly lines: readonly KnownLine[]
  readonly place: Place | null
  readonly delivery: Delivery
  readonly quote: Quote
  readonly offered: Offered
  readonly fees: FeesAnswer
}

/** Goods that are collected are taxed where they are collected; delivered ones where they go, the rest where the bill goes. */
export async function reckon(
  { owner, orderId, document }: Pick<StoredCheckout, 'owner' | 'document'> & { readonly orderId?: string | null },
  till: Till,
): Promise<Reckoning> {
  const lines = await till.know(document.lines)
  const { shippingDestination, billingInfo } = document
  const to = shippingDestination?.address?.country ? shippingDestination.address : billingInfo?.address
  const place = placeOf(to)
  const { couponCode, giftCard, memberships, email } = document
  const offered = await till.offered(lines, { couponCode, giftCard, memberships, merchant: document.discounts }, { owner, email, orderId })
  const facts = await till.deliveryFacts(lines, to, orderId)
  const delivery = deliveryFor(lines, place, document.selectedOption, till, offered.discounts, facts)
  const shipping = delivery.chosen
  const taxedAt = taxPlaceOf(lines, shipping?.pickup?.address ?? place, placeOf(billingInfo?.address), till.settings.commerce)
  const fees = await till.fees(lines, { place: shipping?.pickup?.address ?? place, to, shipping, offered })
  const tax = await till.taxes(lines, { place: taxedAt, shipping, fees, exemptGroupId: document.taxExemptGroupId })
  const quote = till.quote(lines, { tax, shipping, offered, fees })
  return { lines, place, delivery, quote, offered, fees }
}
