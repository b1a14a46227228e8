import type { Cart, CartDiscount } from '@vitrine/contract'
import { minor, type Quote } from '@vitrine/pricing'
import type { KnownLine } from '../selling/line.ts'
import type { Offered } from '../selling/offers.ts'
import { ownerOf } from '../selling/owner.ts'
import type { PricingContext } from '../selling/pricing-context.ts'
import { showLine } from '../selling/show-line.ts'
import { appliedDiscounts } from '../selling/show-offers.ts'
import type { StoredCart } from './store.ts'

/** A cart as the wire wants it, with the prices of now. */
export function showCart(
  cart: StoredCart,
  lines: readonly KnownLine[],
  quote: Quote,
  offered: Offered,
  { settings, money }: PricingContext,
  origin: string,
): Cart {
  const { id, owner, revision, document, createdAt, updatedAt } = cart
  const { commerce } = settings
  const priced = new Map(quote.lines.map((line) => [line.id, line]))
  const language = commerce.locale.slice(0, 2)
  return {
    id,
    lineItems: lines.map((line) => ({
      ...showLine(line, money, priced.get(line.id), offered, origin),
      ...selectedOf(line.id, offered),
      ...(line.item?.image && { image: line.item.image }),
      ...(line.item?.taxGroupId && { taxGroupId: line.item.taxGroupId }),
    })),
    ...(document.buyerNote !== undefined && { buyerNote: document.buyerNote }),
    buyerInfo: {
      ...ownerOf(owner),
      ...(document.contactId && { contactId: document.contactId }),
      ...(document.email && { email: document.email }),
    },
    currency: commerce.currency,
    conversionCurrency: commerce.currency,
    paymentCurrency: commerce.currency,
    buyerLanguage: language,
    siteLanguage: language,
    taxIncludedInPrices: quote.taxIncludedInPrice,
    weightUnit: commerce.weightUnit,
    subtotal: money.price(quote.subtotal),
    discount: money.price(quote.discount),
    subtotalAfterDiscounts: money.price(minor(quote.subtotal - quote.discount)),
    ...(document.checkoutId && { checkoutId: document.checkoutId }),
    appliedDiscounts: appliedDiscounts(quote, offered, money).map(
      ({ coupon, ...discount }): CartDiscount => ({ ...discount, ...(coupon && { coupon: { id: coupon.id, code: coupon.code } }) }),
    ),
    createdDate: createdAt.toISOString(),
    updatedDate: updatedAt.toISOString(),
    ...(document.contactInfo && { contactInfo: document.contactInfo }),
    ...(document.checkoutPage && { overrideCheckoutUrl: document.checkoutPage }),
    ...(document.selectedShippingOption && { selectedShippingOption: document.selectedShippingOption }),
    ...(document.businessLocationId && { businessLocationId: document.businessLocationId }),
    purchaseFlowId: id,
    revision: String(revision),
  }
}

function selectedOf(lineId: string, { memberships }: Offered) {
  const chosen = memberships.selected.find(({ lineIds }) => lineIds.includes(lineId))
  return chosen && { selectedMembership: { id: chosen.id, appId: chosen.appId } }
}
