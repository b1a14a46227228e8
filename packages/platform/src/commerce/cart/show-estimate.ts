import type { CartEstimate } from '@vitrine/contract'
import { deliveryErrors, showDelivery } from '../selling/delivery.ts'
import type { PricingContext } from '../selling/pricing-context.ts'
import { paymentOptionOf } from '../selling/show-line.ts'
import { appliedDiscounts, showGiftCard, showMemberships } from '../selling/show-offers.ts'
import { itemTax, priceSummary, showFee, taxError, taxSummary } from '../selling/show-quote.ts'
import { showReasons } from '../selling/show-reasons.ts'
import { unsaidValidations } from '../selling/validations.ts'
import { tooLittle, unsaidFees, violationsOf } from '../selling/violations.ts'
import type { Calculation } from './operations/calculation.ts'
import { showCart } from './show.ts'
import type { StoredCart } from './store.ts'

/** The estimated totals of a cart in the first version of the wire. */
export function showEstimate(
  found: StoredCart,
  calculation: Calculation,
  pricing: PricingContext,
  origin: string,
  withTax: boolean,
): CartEstimate {
  const { lines, offered, fees, quote, validated } = calculation
  return {
    cart: showCart(found, lines, quote, offered, pricing, origin),
    ...showTotals(calculation, pricing, withTax),
    violations: [
      ...violationsOf(lines, offered),
      ...unsaidFees(fees),
      ...tooLittle(pricing.settings, quote, pricing.money),
      ...validated.violations,
      ...unsaidValidations(validated),
    ],
  }
}

/** The estimated totals without the cart that they are of. */
export function showTotals(
  { lines, offered, delivery, quote: quoted }: Calculation,
  { money, settings }: PricingContext,
  withTax: boolean,
): Omit<CartEstimate, 'cart' | 'violations'> {
  const options = new Map(lines.map((line) => [line.id, paymentOptionOf(line, offered)]))
  const giftCard = showGiftCard(quoted, offered, money)
  return {
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
    ...(giftCard && { giftCard }),
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
    reasons: showReasons(quoted),
  }
}
