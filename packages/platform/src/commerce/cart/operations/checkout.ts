import { type CartEstimate, type cart } from '@vitrine/contract'
import { nameOf } from '../../../kernel/http/caller.ts'
import { type Handlers, optimistic } from '../../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { keepAddress, placeOf } from '../../selling/addresses.ts'
import { type Delivery, deliveryChoiceOf, deliveryErrors, deliveryFor, showDelivery } from '../../selling/delivery.ts'
import { type KnownLine } from '../../selling/line.ts'
import { choicesOf, type Offered } from '../../selling/offers.ts'
import type { PricingContext, Terms } from '../../selling/pricing-context.ts'
import { paymentOptionOf } from '../../selling/show-line.ts'
import { appliedDiscounts, showMemberships } from '../../selling/show-offers.ts'
import { itemTax, priceSummary, showFee, taxError, taxSummary } from '../../selling/show-quote.ts'
import { showReasons } from '../../selling/show-reasons.ts'
import { taxPlaceOf } from '../../selling/tax-place.ts'
import { tooLittle, unsaidFees, violationsOf } from '../../selling/violations.ts'
import { showCart } from '../show.ts'
import { findCart, type StoredCart, unchanged } from '../store.ts'
import { buyerChoicesOf, type CartChanges, type CartDeps } from './cart-changes.ts'

/** What the cart comes to, and its checkout. */
export function cartCheckoutOperations(
  { openPricing, origin, checkoutFor }: CartDeps,
  { keep, findWithPricing }: CartChanges,
): Handlers<Pick<typeof cart, 'POST /ecom/v1/carts/current/estimate-totals' | 'POST /ecom/v1/carts/current/create-checkout'>> {
  function estimateOf(
    found: StoredCart,
    lines: readonly KnownLine[],
    terms: Terms & { readonly offered: Offered },
    delivery: Delivery | undefined,
    pricing: PricingContext,
    withTax: boolean,
  ): CartEstimate {
    const { money, settings } = pricing
    const { offered } = terms
    const quoted = pricing.quote(lines, terms)
    const options = new Map(lines.map((line) => [line.id, paymentOptionOf(line, offered)]))
    return {
      cart: showCart(found, lines, quoted, offered, pricing, origin),
      calculatedLineItems: quoted.lines.map((line) => ({
        lineItemId: line.id,
        paymentOption: options.get(line.id) ?? 'FULL_PAYMENT_ONLINE',
        pricesBreakdown: {
          price: money.price(line.price),
          fullPrice: money.price(line.fullPrice),
          priceBeforeDiscounts: money.price(line.priceBeforeDiscounts),
          lineItemPrice: money.price(line.subtotal),
          totalDiscount: money.price(line.discount),
          totalPriceBeforeTax: money.price(line.totalBeforeTax),
          totalPriceAfterTax: money.price(line.totalAfterTax),
          taxDetails: itemTax(line.tax, money),
          ...(line.deposit !== null && { depositAmount: money.price(line.deposit) }),
        },
      })),
      priceSummary: priceSummary(quoted, money),
      payNow: priceSummary(quoted.payNow, money),
      payLater: priceSummary(quoted.payLater, money),
      ...(withTax && { taxSummary: taxSummary(quoted, money) }),
      ...(delivery && { shippingInfo: showDelivery(delivery, quoted, money) }),
      appliedDiscounts: appliedDiscounts(quoted, offered, money),
      calculationErrors: {
        orderValidationErrors: [],
        ...(offered.coupon?.error && { couponCalculationError: { applicationError: offered.coupon.error } }),
        ...(delivery && deliveryErrors(delivery)),
        ...(withTax && taxError(quoted)),
      },
      weightUnit: settings.commerce.weightUnit,
      currency: settings.commerce.currency,
      membershipOptions: showMemberships(offered),
      additionalFees: quoted.fees.map((fee) => showFee(fee, money)),
      violations: [...violationsOf(lines, offered), ...unsaidFees(terms.fees), ...tooLittle(settings, quoted, money)],
      reasons: showReasons(quoted),
    }
  }

  return {
    async 'POST /ecom/v1/carts/current/estimate-totals'(input, { db, site, caller }) {
      const found = await findCart(db, site, nameOf(caller))
      if (!found) return refuse('OWNED_CART_NOT_FOUND')
      const pricing = await openPricing(db, site)
      const { document } = found
      const locale = pricing.settings.commerce.locale
      const address = input.shippingAddress ? keepAddress(input.shippingAddress, locale) : document.contactInfo?.address
      const billing = input.billingAddress ? keepAddress(input.billingAddress, locale) : undefined
      const lines = await pricing.know(document.lines)
      const to = address?.country ? address : billing
      const place = placeOf(to)
      const choice = input.selectedShippingOption ?? document.selectedShippingOption
      const memberships = input.selectedMemberships ? choicesOf(input.selectedMemberships) : document.memberships
      const offered = await pricing.offered(lines, buyerChoicesOf({ ...document, memberships }), {
        owner: found.owner,
        email: document.email,
      })
      const delivery =
        input.calculateShipping === false
          ? undefined
          : deliveryFor(
              lines,
              place,
              choice && deliveryChoiceOf(choice),
              pricing,
              offered.discounts,
              await pricing.deliveryFacts(lines, to),
            )
      const shipping = delivery?.chosen ?? null
      const withTax = input.calculateTax ?? true
      const taxedAt = taxPlaceOf(lines, shipping?.pickup?.address ?? place, placeOf(billing), pricing.settings.commerce)
      const at = shipping?.pickup?.address ?? place
      const fees = (input.calculateAdditionalFees ?? true) && (await pricing.fees(lines, { place: at, to, shipping, offered }))
      const tax = withTax ? await pricing.taxes(lines, { place: taxedAt, shipping, fees }) : undefined
      return estimateOf(found, lines, { place, shipping, offered, fees, ...(tax && { tax }) }, delivery, pricing, withTax)
    },

    'POST /ecom/v1/carts/current/create-checkout': optimistic(async (input, scope) => {
      const [found, pricing] = await findWithPricing(scope)
      if (!found) return refuse('OWNED_CART_NOT_FOUND')
      if (found.document.lines.length === 0) return refuse('EMPTY_CHECKOUT')
      const made = await checkoutFor(scope, found, input, pricing)
      if (made instanceof Refusal) return made
      if (found.document.checkoutId === made.checkoutId) {
        scope.db.assume?.(unchanged(scope.site, found))
        return made
      }
      const changed = await keep<never>(scope, found, (document) => ({ ...document, checkoutId: made.checkoutId }), pricing)
      return changed instanceof Refusal ? changed : made
    }),
  }
}
