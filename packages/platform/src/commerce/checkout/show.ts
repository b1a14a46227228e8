import type { Checkout } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import { deliveryErrors, showDelivery } from '../selling/delivery.ts'
import { ownerOf } from '../selling/owner.ts'
import type { PricingContext } from '../selling/pricing-context.ts'
import { purchaseFlowIdOf } from '../selling/purchase-flow.ts'
import { showLine } from '../selling/show-line.ts'
import { appliedDiscounts, showGiftCard, showMemberships } from '../selling/show-offers.ts'
import { itemTax, priceSummary, showFee, taxError, taxSummary } from '../selling/show-quote.ts'
import { showReasons } from '../selling/show-reasons.ts'
import { unsaidValidations } from '../selling/validations.ts'
import { tooLittle, unsaidFees, violationsOf } from '../selling/violations.ts'
import type { StoredCheckout } from './store.ts'
import type { Totals } from './totals.ts'

/** A checkout as the wire wants it. */
export function showCheckout(
  checkout: StoredCheckout,
  { lines, delivery, quote, offered, fees, validated }: Totals,
  { settings, money }: PricingContext,
  origin: string,
): Checkout {
  const { id, document, owner, cartId, completed, createdAt, updatedAt } = checkout
  const { commerce } = settings
  const priced = new Map(quote.lines.map((line) => [line.id, line]))
  const buyer = ownerOf(owner)
  const language = commerce.locale.slice(0, 2)
  const giftCard = showGiftCard(quote, offered, money)
  const memberships = showMemberships(offered)
  return {
    id,
    lineItems: lines.map((line) => {
      const quoted = priced.get(line.id)
      return {
        ...showLine(line, money, quoted, offered, origin),
        ...(line.item?.image && { media: line.item.image }),
        ...(line.item?.file && { digitalFile: { fileName: line.item.file.name, fileType: line.item.file.type } }),
        ...(quoted && {
          totalPriceBeforeTax: money.price(quoted.totalBeforeTax),
          totalPriceAfterTax: money.price(quoted.totalAfterTax),
          discount: money.price(quoted.discount),
          taxDetails: itemTax(quoted.tax, money),
        }),
      }
    }),
    ...(document.billingInfo && { billingInfo: document.billingInfo }),
    shippingInfo: {
      ...(document.shippingDestination && { shippingDestination: document.shippingDestination }),
      ...showDelivery(delivery, quote, money),
    },
    ...(document.buyerNote !== undefined && { buyerNote: document.buyerNote }),
    buyerInfo: { ...buyer, ...(document.email && { email: document.email }) },
    currency: commerce.currency,
    conversionCurrency: commerce.currency,
    paymentCurrency: commerce.currency,
    priceSummary: priceSummary(quote, money),
    payNow: priceSummary(quote.payNow, money),
    payLater: priceSummary(quote.payLater, money),
    ...(quote.payAfterFreeTrial.total > 0 && { payAfterFreeTrial: priceSummary(quote.payAfterFreeTrial, money) }),
    ...(giftCard && { giftCard }),
    totalAfterGiftCard: money.price(minor(quote.total - (quote.giftCard?.amount ?? 0))),
    payNowTotalAfterGiftCard: money.price(quote.due),
    calculationErrors: {
      orderValidationErrors: [],
      ...deliveryErrors(delivery),
      ...taxError(quote),
      ...(offered.coupon?.error && { couponCalculationError: { applicationError: offered.coupon.error } }),
    },
    appliedDiscounts: appliedDiscounts(quote, offered, money),
    customFields: [...(document.customFields ?? [])],
    weightUnit: commerce.weightUnit,
    taxSummary: taxSummary(quote, money),
    channelType: document.channelType,
    siteLanguage: language,
    buyerLanguage: language,
    completed,
    taxIncludedInPrice: quote.taxIncludedInPrice,
    createdBy: buyer,
    createdDate: createdAt.toISOString(),
    updatedDate: updatedAt.toISOString(),
    membershipOptions: { ...memberships, selectedMemberships: { memberships: memberships.selectedMemberships } },
    additionalFees: quote.fees.map((fee) => showFee(fee, money)),
    violations: [
      ...violationsOf(lines, offered),
      ...unsaidFees(fees),
      ...tooLittle(settings, quote, money),
      ...validated.violations,
      ...unsaidValidations(validated),
    ],
    reasons: showReasons(quote),
    purchaseFlowId: purchaseFlowIdOf(checkout),
    ...(cartId && { cartId }),
    ...(document.customSettings && { customSettings: document.customSettings }),
    ...(document.customContentReference && { customContentReference: document.customContentReference }),
    ...(document.externalReference && { externalReference: document.externalReference }),
    ...(document.businessLocationId && { businessLocationId: document.businessLocationId }),
    ...(document.taxExemptGroupId && { taxExemptGroupId: document.taxExemptGroupId }),
  }
}
