import * as z from 'zod'
import { Address, FullAddressContactDetails } from './addresses.ts'
import { CalculationErrors } from './calculation.ts'
import { ChannelType, PaymentOptionType, WeightUnit } from './enums.ts'
import {
  CatalogReference,
  DescriptionLine,
  Image,
  ItemType,
  PageUrlV2,
  PhysicalProperties,
  ServiceProperties,
  SubscriptionOptionInfo,
  TaxableAddress,
} from './items.ts'
import { CurrencyCode, Decimal, Guid, Instant, Translatable } from './primitives.ts'

/** An amount in the shop’s currency and in the one it is shown in, as decimal text. */
export const ConvertedMoney = z.object({ amount: Decimal, convertedAmount: Decimal })
export interface ConvertedMoney extends z.infer<typeof ConvertedMoney> {}

const DiscountSourceV2 = z.object({ sourceType: z.enum(['AUTOMATIC_RULE', 'COUPON']), couponCode: z.string().optional() })

const LineItemV2 = z.object({
  id: Guid,
  name: z.object({ original: z.string() }),
  quantityInfo: z.object({
    /** At most as many as there are. */
    confirmedQuantity: z.int(),
    requestedQuantity: z.int(),
    availableQuantity: z.int().optional(),
    fixedQuantity: z.boolean(),
  }),
  /** After rule and membership discounts on the line; the unit price is rounded to the smallest currency unit. */
  pricing: z.object({
    unitPrice: ConvertedMoney,
    totalPrice: ConvertedMoney,
    priceDescription: Translatable.optional(),
    priceUndetermined: z.boolean(),
    breakdown: z.object({ fullPrice: ConvertedMoney, salePrice: ConvertedMoney }).optional(),
  }),
  source: z.object({ catalogReference: CatalogReference.optional(), rootCatalogItemId: z.string().optional() }),
  attributes: z.object({
    descriptionLines: z.array(DescriptionLine),
    image: Image.optional(),
    url: PageUrlV2.optional(),
    itemType: ItemType.optional(),
    physicalProperties: PhysicalProperties.optional(),
    subscriptionInfo: SubscriptionOptionInfo.optional(),
    serviceProperties: ServiceProperties.optional(),
    membersOnly: z.boolean(),
  }),
  taxConfig: z.object({ taxableAddress: TaxableAddress.optional(), taxGroupId: Guid.optional() }),
  paymentConfig: z.object({
    savePaymentMethod: z.boolean(),
    depositAmount: ConvertedMoney.optional(),
    selectedMembership: z.object({ id: z.string(), appId: Guid }).optional(),
    paymentOption: PaymentOptionType,
  }),
  status: z.enum(['IN_STOCK', 'PARTIALLY_IN_STOCK', 'OUT_OF_STOCK', 'REMOVED_FROM_CATALOG']),
  discounts: z.array(z.object({ name: Translatable, amountOff: ConvertedMoney, source: DiscountSourceV2 })),
  customLineItem: z.boolean(),
})

const DeliveryMethodV2 = z.object({
  code: z.string(),
  /** The carrier. */
  appId: Guid.optional(),
  title: Translatable.optional(),
  pickup: z.boolean(),
})

/** The cart in its second version, on the same row as the first: both versions read and change it. */
export const CartV2 = z.object({
  id: Guid,
  createdDate: Instant,
  updatedDate: Instant,
  revision: z.string(),
  lineItems: z.array(LineItemV2),
  /** All lines after rule and membership discounts, before the coupon. */
  subtotal: ConvertedMoney,
  note: z.string().optional(),
  coupons: z.array(z.object({ id: z.string(), code: z.string() })),
  businessInfo: z.object({ locationId: Guid.optional(), languageCode: z.string(), currencyCode: CurrencyCode }),
  customerInfo: z.object({
    visitorId: Guid.optional(),
    memberId: Guid.optional(),
    userId: Guid.optional(),
    /** The shop made the cart for an unknown buyer, and no buyer has requested it yet: the first who does becomes its owner. */
    openAccess: z.boolean(),
    contactId: Guid.optional(),
    email: z.string().optional(),
    ...FullAddressContactDetails.shape,
    languageCode: z.string(),
    currencyCode: CurrencyCode,
  }),
  deliveryInfo: z.object({ address: Address.optional(), method: DeliveryMethodV2.optional(), weightUnit: WeightUnit }),
  taxInfo: z.object({ pricesIncludeTax: z.boolean() }),
  paymentInfo: z.object({
    giftCards: z.array(
      z.object({
        id: Guid,
        /** Only its last digits are shown. */
        obfuscatedCode: z.string(),
        appId: Guid,
        externalId: Guid,
        requestedRedeemAmount: ConvertedMoney.optional(),
      }),
    ),
    currencyCode: CurrencyCode,
    billingAddress: Address.optional(),
    billingContact: FullAddressContactDetails.optional(),
  }),
  source: z.object({ channelType: ChannelType.optional() }),
  /** Settings from the creation of the cart that hold for its buyers. */
  settings: z.object({
    lockGiftCard: z.boolean(),
    lockCouponCode: z.boolean(),
    policyAgreementCheckboxDisabled: z.boolean(),
    manualPaymentDisabled: z.boolean(),
  }),
  /** The forms submitted for it, by the ids of the app that owns them. */
  forms: z.array(z.object({ id: z.string(), formSubmissionId: z.string() })),
  orderPlaced: z.boolean(),
  /** Of the order that was placed from the cart. */
  orderId: Guid.optional(),
  purchaseFlowId: Guid,
  customCheckoutUrl: z.string().optional(),
  currentCart: z.boolean(),
  demo: z.boolean(),
})
export interface CartV2 extends z.infer<typeof CartV2> {}

const InvalidCouponReason = z.enum([
  'EXPIRED',
  'DISABLED',
  'INACTIVE',
  'MAX_USAGE_EXCEEDED',
  'MAX_USAGE_PER_CUSTOMER_EXCEEDED',
  'NOT_APPLICABLE_TO_SUBSCRIPTIONS',
  'NOT_APPLICABLE_TO_SELECTED_LINE_ITEMS',
  'MIN_LINE_ITEM_QUANTITY_NOT_REACHED',
  'MIN_SUBTOTAL_NOT_REACHED',
])

/** Something in the way of an order. The code determines which member has the facts. */
export const ViolationV2 = z.object({
  scope: z.enum(['GLOBAL', 'LINE_ITEM', 'DISCOUNT', 'DELIVERY']),
  code: z.enum([
    'EMPTY_CART',
    'LINE_ITEMS_OUT_OF_STOCK',
    'INVALID_COUPON_CODE',
    'INVALID_COUPON_STATUS',
    'MISSING_DELIVERY_ADDRESS',
    'MISSING_DELIVERY_METHOD',
    'DELIVERY_METHOD_NO_LONGER_AVAILABLE',
    'SUBTOTAL_BELOW_ORDER_MINIMUM',
    /** Reported by a service plug-in for validations. */
    'CUSTOM_VALIDATION',
  ]),
  severity: z.enum(['WARNING', 'ERROR']),
  description: z.string(),
  lineItemsOutOfStockData: z.object({ lineItemIds: z.array(Guid), allLineItemsOutOfStock: z.boolean() }).optional(),
  invalidCouponCodeData: z.object({ couponCode: z.string() }).optional(),
  invalidCouponStatusData: z.object({ couponCode: z.string(), reason: InvalidCouponReason }).optional(),
  subtotalBelowOrderMinimumData: z.object({ minimumOrderSubtotal: ConvertedMoney, remainingAmount: ConvertedMoney }).optional(),
})
export interface ViolationV2 extends z.infer<typeof ViolationV2> {}

/**
 * The totals of the cart: `subtotal − discount + delivery + additionalFees + tax = total`. Rule discounts on lines are included in
 * `subtotal`, those on the delivery in `delivery`, and `tax` is 0 where prices include it.
 */
const PriceSummaryV2 = z.object({
  subtotal: ConvertedMoney,
  discount: ConvertedMoney,
  delivery: ConvertedMoney,
  additionalFees: ConvertedMoney,
  tax: ConvertedMoney,
  total: ConvertedMoney,
})

export const CartSummaryV2 = z.object({
  cartId: Guid,
  cartRevision: z.string(),
  calculationId: Guid,
  lineItems: z.array(z.object({ lineItemId: Guid, quantity: z.int(), unitPrice: ConvertedMoney, totalPrice: ConvertedMoney })),
  discounts: z.array(
    z.object({
      name: Translatable,
      /** Absent for discounts of the merchant. */
      source: DiscountSourceV2.optional(),
      scope: z.enum(['CART_SUBTOTAL', 'LINE_ITEM', 'DELIVERY']),
      total: ConvertedMoney,
      lineItemDiscounts: z.array(z.object({ lineItemId: Guid, amountOff: ConvertedMoney })),
    }),
  ),
  deliverySummary: z.object({ method: DeliveryMethodV2, price: ConvertedMoney }).optional(),
  additionalFees: z.array(
    z.object({
      code: z.string(),
      name: Translatable,
      providerAppId: Guid.optional(),
      lineItemIds: z.array(Guid).optional(),
      price: ConvertedMoney,
      source: z.enum(['SERVICE_PLUGIN', 'PLATFORM']),
    }),
  ),
  taxSummary: z.object({
    taxes: z.array(z.object({ name: Translatable, taxableAmount: ConvertedMoney, amount: ConvertedMoney })),
    pricesIncludeTax: z.boolean(),
    lineItemTaxes: z.array(z.object({ lineItemId: Guid, tax: ConvertedMoney, rate: Decimal })),
    deliveryTax: ConvertedMoney.optional(),
    additionalFeeTaxes: z.array(z.object({ additionalFeeCode: z.string(), tax: ConvertedMoney })),
  }),
  priceSummary: PriceSummaryV2,
  paymentSummary: z.object({
    /** What gift cards pay; empty if not requested. */
    giftCards: z.array(z.object({ giftCardId: Guid, redeemAmount: ConvertedMoney })),
    requiresPaymentAfterGiftCard: z.boolean(),
    totalAfterGiftCards: ConvertedMoney,
    memberships: z.array(z.object({ id: z.string(), appId: Guid, lineItemIds: z.array(Guid) })),
    payNow: ConvertedMoney,
    payLater: ConvertedMoney,
    payAfterFreeTrial: ConvertedMoney,
  }),
  /** For `place-order`, which refuses if the total has changed. */
  priceVerificationToken: z.string(),
  calculationErrors: CalculationErrors,
  violations: z.array(ViolationV2),
})
export interface CartSummaryV2 extends z.infer<typeof CartSummaryV2> {}
