import type { CartSummaryV2, ViolationV2 } from '@vitrine/contract'
import { afterRules, minor, parseDecimal, toDecimal } from '@vitrine/pricing'
import { newId } from '../../kernel/db/id.ts'
import { belowMinimum } from '../../kernel/settings/checkout-form.ts'
import { deliveryErrors } from '../selling/delivery.ts'
import { availabilityOf, type KnownLine } from '../selling/line.ts'
import type { Offered } from '../selling/offers.ts'
import type { PricingContext } from '../selling/pricing-context.ts'
import { discountsOf } from '../selling/show-offers.ts'
import { feeCode, taxError } from '../selling/show-quote.ts'
import { unsaidValidations } from '../selling/validations.ts'
import type { Calculation } from './operations/calculation.ts'
import { priceTokenOf } from './price-token.ts'
import { converted, methodOf, unitPriceOf } from './show-v2.ts'
import type { StoredCart } from './store.ts'

/** How strictly a calculation looks for what is in the way of an order. */
export type Validations = 'SKIP_VALIDATIONS' | 'PRE_CHECKOUT_VALIDATIONS' | 'CHECKOUT_VALIDATIONS'

/** What a cart comes to, as the second version of the wire wants it. */
export function showSummaryV2(
  cart: Pick<StoredCart, 'id' | 'revision' | 'document'>,
  { lines, offered, delivery, quote, validated }: Calculation,
  pricing: PricingContext,
  validations: Validations,
  withTax: boolean,
): CartSummaryV2 {
  const amount = converted(pricing.money)
  const { shippingLine } = quote
  const offDelivery = shippingLine?.discount ?? minor(0)
  const included = quote.taxIncludedInPrice
  return {
    cartId: cart.id,
    cartRevision: String(cart.revision),
    calculationId: newId(),
    lineItems: quote.lines.map(({ id, quantity, lineItemPrice }) => ({
      lineItemId: id,
      quantity,
      unitPrice: amount(unitPriceOf(lineItemPrice, quantity)),
      totalPrice: amount(lineItemPrice),
    })),
    discounts: discountsOf(quote)
      .filter(({ source }) => source !== 'MEMBERSHIP')
      .map(({ name, source, code, shipping, amount: total, lineIds, parts }) => ({
        name: { original: name },
        ...(source === 'RULE' && { source: { sourceType: 'AUTOMATIC_RULE' as const } }),
        ...(source === 'COUPON' && { source: { sourceType: 'COUPON' as const, ...(code && { couponCode: code }) } }),
        scope: shipping ? ('DELIVERY' as const) : source === 'RULE' ? ('LINE_ITEM' as const) : ('CART_SUBTOTAL' as const),
        total: amount(total),
        lineItemDiscounts: lineIds.map((lineItemId, i) => ({ lineItemId, amountOff: amount(parts[i]!) })),
      })),
    ...(delivery?.chosen &&
      shippingLine && {
        deliverySummary: { method: methodOf(delivery.chosen), price: amount(minor(shippingLine.price - shippingLine.discount)) },
      }),
    additionalFees: quote.fees.map(({ code, name, price, lineIds, providerId }) => ({
      code: feeCode(code, providerId),
      name: { original: name },
      price: amount(price),
      ...(lineIds && { lineItemIds: [...lineIds] }),
      ...(providerId && { providerAppId: providerId }),
      source: providerId ? ('SERVICE_PLUGIN' as const) : ('PLATFORM' as const),
    })),
    taxSummary: {
      taxes: quote.taxSummary.breakdown.map(({ name, taxableAmount, tax }) => ({
        name: { original: name },
        taxableAmount: amount(taxableAmount),
        amount: amount(tax),
      })),
      pricesIncludeTax: included,
      lineItemTaxes: quote.lines.map(({ id, tax }) => ({ lineItemId: id, tax: amount(tax.tax), rate: tax.rate })),
      ...(shippingLine && { deliveryTax: amount(shippingLine.tax.tax) }),
      additionalFeeTaxes: quote.fees.map(({ code, providerId, tax }) => ({
        additionalFeeCode: feeCode(code, providerId),
        tax: amount(tax.tax),
      })),
    },
    priceSummary: {
      subtotal: amount(afterRules(quote)),
      discount: amount(minor(quote.discount - quote.itemDiscount - offDelivery)),
      delivery: amount(minor(quote.shipping - offDelivery)),
      additionalFees: amount(quote.additionalFees),
      tax: amount(included ? minor(0) : quote.tax),
      total: amount(quote.total),
    },
    paymentSummary: {
      giftCards:
        offered.giftCard && quote.giftCard ? [{ giftCardId: offered.giftCard.id, redeemAmount: amount(quote.giftCard.amount) }] : [],
      requiresPaymentAfterGiftCard: quote.due > 0,
      totalAfterGiftCards: amount(minor(quote.total - (quote.giftCard?.amount ?? 0))),
      memberships: offered.memberships.selected.map(({ id, appId, lineIds }) => ({ id, appId, lineItemIds: [...lineIds] })),
      payNow: amount(quote.payNow.total),
      payLater: amount(quote.payLater.total),
      payAfterFreeTrial: amount(quote.payAfterFreeTrial.total),
    },
    priceVerificationToken: priceTokenOf(cart.id, toDecimal(quote.total, quote.currency), quote.currency),
    calculationErrors: {
      orderValidationErrors: [],
      ...(offered.coupon?.error && { couponCalculationError: { applicationError: offered.coupon.error } }),
      ...(delivery && deliveryErrors(delivery)),
      ...(withTax && taxError(quote)),
    },
    violations:
      validations === 'SKIP_VALIDATIONS' ? [] : violationsIn(cart, { lines, offered, delivery, quote, validated }, pricing, validations),
  }
}

function violationsIn(
  { document }: Pick<StoredCart, 'document'>,
  { lines, offered, delivery, quote, validated }: Omit<Calculation, 'fees'>,
  { settings, money }: PricingContext,
  validations: Validations,
): ViolationV2[] {
  const amount = converted(money)
  const error = { severity: 'ERROR' as const }
  if (lines.length === 0) return [{ scope: 'GLOBAL', code: 'EMPTY_CART', ...error, description: 'There is nothing in the cart.' }]
  const goods = afterRules(quote)
  const below = goods > 0 ? belowMinimum(settings, goods) : undefined
  const minimum = below && parseDecimal(below.minimum, money.currency)
  return [
    ...soldOut(lines),
    ...couponViolations(offered),
    ...(minimum
      ? [
          {
            scope: 'GLOBAL' as const,
            code: 'SUBTOTAL_BELOW_ORDER_MINIMUM' as const,
            ...error,
            description: `Orders begin at ${money.text(minimum)}.`,
            subtotalBelowOrderMinimumData: { minimumOrderSubtotal: amount(minimum), remainingAmount: amount(minor(minimum - goods)) },
          },
        ]
      : []),
    ...(validations === 'CHECKOUT_VALIDATIONS' && delivery?.needed ? deliveryViolations(document, delivery) : []),
    ...[...validated.violations, ...unsaidValidations(validated)].map(({ severity, target, description = '' }) => ({
      scope: target?.lineItem ? ('LINE_ITEM' as const) : ('GLOBAL' as const),
      code: 'CUSTOM_VALIDATION' as const,
      severity,
      description,
    })),
  ]
}

/** What is gone is an error; of what is short, there are fewer than wanted. */
function soldOut(lines: readonly KnownLine[]): ViolationV2[] {
  const ids = (short: boolean) =>
    lines
      .filter((line) => {
        const { status } = availabilityOf(line)
        return short ? status === 'PARTIALLY_AVAILABLE' : status === 'NOT_AVAILABLE' || status === 'NOT_FOUND'
      })
      .map(({ id }) => id)
  return [false, true].flatMap((short): ViolationV2[] => {
    const lineItemIds = ids(short)
    if (lineItemIds.length === 0) return []
    return [
      {
        scope: 'LINE_ITEM',
        code: 'LINE_ITEMS_OUT_OF_STOCK',
        severity: short ? 'WARNING' : 'ERROR',
        description: short ? 'Fewer are left than wanted.' : 'Some of this is sold out.',
        lineItemsOutOfStockData: { lineItemIds, allLineItemsOutOfStock: !short && lineItemIds.length === lines.length },
      },
    ]
  })
}

type Reason = NonNullable<ViolationV2['invalidCouponStatusData']>['reason']

/** Why a coupon cannot be used, by the refusals of the first version; undefined for one that does not exist. */
export const couponReasons: Readonly<Record<string, Reason>> = {
  ERROR_COUPON_IS_DISABLED: 'DISABLED',
  ERROR_COUPON_HAS_EXPIRED: 'EXPIRED',
  ERROR_COUPON_IS_NOT_ACTIVE_YET: 'INACTIVE',
  ERROR_COUPON_USAGE_EXCEEDED: 'MAX_USAGE_EXCEEDED',
  ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED: 'MAX_USAGE_PER_CUSTOMER_EXCEEDED',
  NOT_APPLICABLE_TO_SUBSCRIPTIONS: 'NOT_APPLICABLE_TO_SUBSCRIPTIONS',
  NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS: 'NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS',
  MIN_LINE_ITEM_QUANTITY_NOT_REACHED: 'MIN_LINE_ITEM_QUANTITY_NOT_REACHED',
  MIN_SUBTOTAL_NOT_REACHED: 'MIN_SUBTOTAL_NOT_REACHED',
}

/** Why a gift card cannot pay, by refusal of the first version; undefined if it does not exist. */
export const cardReasons: Readonly<Record<string, 'EXPIRED' | 'DISABLED' | 'EMPTY_BALANCE'>> = {
  GIFT_CARD_EXPIRED: 'EXPIRED',
  GIFT_CARD_DISABLED: 'DISABLED',
  GIFT_CARD_IS_EMPTY: 'EMPTY_BALANCE',
}

function couponViolations({ coupon }: Offered): ViolationV2[] {
  if (!coupon?.error) return []
  const { code: couponCode, error } = coupon
  const reason = couponReasons[error.code]
  const shared = { scope: 'DISCOUNT', severity: 'WARNING', description: error.description } as const
  return [
    reason
      ? { ...shared, code: 'INVALID_COUPON_STATUS', invalidCouponStatusData: { couponCode, reason } }
      : { ...shared, code: 'INVALID_COUPON_CODE', invalidCouponCodeData: { couponCode } },
  ]
}

function deliveryViolations(
  document: StoredCart['document'],
  { chosen, choiceRefused }: NonNullable<Calculation['delivery']>,
): ViolationV2[] {
  const violation = (code: ViolationV2['code'], description: string): ViolationV2[] => [
    { scope: 'DELIVERY', code, severity: 'ERROR', description },
  ]
  if (!document.contactInfo?.address?.country) return violation('MISSING_DELIVERY_ADDRESS', 'Nobody said where it goes.')
  if (choiceRefused) return violation('DELIVERY_METHOD_NO_LONGER_AVAILABLE', 'The chosen way of delivery is not offered here.')
  return document.selectedShippingOption && chosen ? [] : violation('MISSING_DELIVERY_METHOD', 'No way of delivery is chosen.')
}
