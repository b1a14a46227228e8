import { type CartEstimate, type cart } from '@vitrine/contract'
import { nameOf } from '../../../kernel/http/caller.ts'
import { type Handlers, optimistic } from '../../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { deliveryChoiceOf, deliveryErrors, showDelivery } from '../../selling/delivery.ts'
import { choicesOf } from '../../selling/offers.ts'
import type { PricingContext } from '../../selling/pricing-context.ts'
import { paymentOptionOf } from '../../selling/show-line.ts'
import { appliedDiscounts, showMemberships } from '../../selling/show-offers.ts'
import { itemTax, priceSummary, showFee, taxError, taxSummary } from '../../selling/show-quote.ts'
import { showReasons } from '../../selling/show-reasons.ts'
import { tooLittle, unsaidFees, violationsOf } from '../../selling/violations.ts'
import { showCart } from '../show.ts'
import { findCart, type StoredCart, unchanged } from '../store.ts'
import { type Calculation, calculate } from './calculation.ts'
import type { CartChanges, CartDeps } from './cart-changes.ts'

/** What the cart comes to, and its checkout. */
export function cartCheckoutOperations(
  { openPricing, origin, checkoutFor }: CartDeps,
  { keep, findWithPricing }: CartChanges,
): Handlers<Pick<typeof cart, 'POST /ecom/v1/carts/current/estimate-totals' | 'POST /ecom/v1/carts/current/create-checkout'>> {
  function estimateOf(
    found: StoredCart,
    { lines, offered, delivery, fees, quote: quoted }: Calculation,
    pricing: PricingContext,
    withTax: boolean,
  ): CartEstimate {
    const { money, settings } = pricing
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
          lineItemPrice: money.price(line.lineItemPrice),
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
      violations: [...violationsOf(lines, offered), ...unsaidFees(fees), ...tooLittle(settings, quoted, money)],
      reasons: showReasons(quoted),
    }
  }

  return {
    async 'POST /ecom/v1/carts/current/estimate-totals'(input, { db, site, caller }) {
      const found = await findCart(db, site, nameOf(caller))
      if (!found) return refuse('OWNED_CART_NOT_FOUND')
      const pricing = await openPricing(db, site)
      const withTax = input.calculateTax ?? true
      const calculation = await calculate(found, pricing, {
        shippingAddress: input.shippingAddress,
        billingAddress: input.billingAddress,
        ...(input.selectedShippingOption && { choice: deliveryChoiceOf(input.selectedShippingOption) }),
        ...(input.selectedMemberships && { memberships: choicesOf(input.selectedMemberships) }),
        withDelivery: input.calculateShipping ?? true,
        withTax,
        withFees: input.calculateAdditionalFees ?? true,
      })
      return estimateOf(found, calculation, pricing, withTax)
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
