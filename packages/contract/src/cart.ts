import * as z from 'zod'
import { AddressWithContact } from './addresses.ts'
import { AdditionalFee, CalculationErrors, CartMembershipOptions, GiftCard, Violation } from './calculation.ts'
import { ShippingInformation } from './delivery.ts'
import { ChannelType, DiscountType, PaymentOptionType, WeightUnit } from './enums.ts'
import {
  AddressInput,
  AddressWithContactInput,
  CouponCode,
  FieldMask,
  LinesToRemove,
  NewCustomLineItem,
  NewLineItem,
  QuantitiesToSet,
  SelectedMembershipsInput,
  SelectedShippingOptionInput,
} from './inputs.ts'
import {
  CatalogOverrideFields,
  CatalogReference,
  DescriptionLine,
  ExtendedFields,
  Image,
  ItemAvailabilityInfo,
  ItemType,
  LinePreorder,
  ModifierGroup,
  PageUrlV2,
  PhysicalProperties,
  Policy,
  ServiceProperties,
  SubscriptionOptionInfo,
  TaxableAddress,
} from './items.ts'
import { operation, operations } from './operation.ts'
import { ItemTaxFullDetails, MultiCurrencyPrice, PriceSummary, TaxSummary } from './prices.ts'
import { amount, CurrencyCode, Email, Guid, Instant, Translatable, text } from './primitives.ts'
import { Reason } from './reasons.ts'

export const CartSelectedMembership = z.object({ id: z.string(), appId: Guid })
export interface CartSelectedMembership extends z.infer<typeof CartSelectedMembership> {}

/** A line of a cart with its current prices. Without `availability.status: AVAILABLE` it cannot be ordered as it is. */
export const CartLineItem = z.object({
  id: Guid.optional(),
  quantity: z.int(),
  catalogReference: CatalogReference.optional(),
  productName: Translatable.optional(),
  url: PageUrlV2.optional(),
  price: MultiCurrencyPrice.optional(),
  fullPrice: MultiCurrencyPrice.optional(),
  priceBeforeDiscounts: MultiCurrencyPrice.optional(),
  lineItemPrice: MultiCurrencyPrice.optional(),
  descriptionLines: z.array(DescriptionLine).optional(),
  image: Image.optional(),
  availability: ItemAvailabilityInfo.optional(),
  preorder: LinePreorder.optional(),
  physicalProperties: PhysicalProperties.optional(),
  itemType: ItemType.optional(),
  subscriptionOptionInfo: SubscriptionOptionInfo.optional(),
  paymentOption: PaymentOptionType,
  serviceProperties: ServiceProperties.optional(),
  rootCatalogItemId: z.string().optional(),
  priceDescription: Translatable.optional(),
  depositAmount: MultiCurrencyPrice.optional(),
  selectedMembership: CartSelectedMembership.optional(),
  deliveryProfileId: Guid.optional(),
  taxGroupId: Guid.optional(),
  customLineItem: z.boolean(),
  consentRequiredPaymentPolicy: z.string().optional(),
  priceUndetermined: z.boolean(),
  fixedQuantity: z.boolean(),
  catalogOverrideFields: CatalogOverrideFields.optional(),
  savePaymentMethod: z.boolean(),
  taxableAddress: TaxableAddress.optional(),
  extendedFields: ExtendedFields.optional(),
  policies: z.array(Policy).optional(),
  membersOnly: z.boolean(),
  modifierGroups: z.array(ModifierGroup).optional(),
  modifiersTotalPrice: MultiCurrencyPrice.optional(),
})
export interface CartLineItem extends z.infer<typeof CartLineItem> {}

export const CartBuyerInfo = z.object({
  visitorId: Guid.optional(),
  memberId: Guid.optional(),
  userId: Guid.optional(),
  contactId: Guid.optional(),
  email: z.string().optional(),
})
export interface CartBuyerInfo extends z.infer<typeof CartBuyerInfo> {}

export const CartCoupon = z.object({ id: z.string(), code: z.string() })
export interface CartCoupon extends z.infer<typeof CartCoupon> {}

export const CartMerchantDiscount = z.object({ amount: MultiCurrencyPrice.optional() })
export interface CartMerchantDiscount extends z.infer<typeof CartMerchantDiscount> {}

export const SelectedShippingOption = z.object({ carrierId: Guid.optional(), code: z.string() })
export interface SelectedShippingOption extends z.infer<typeof SelectedShippingOption> {}

export const DiscountRule = z.object({ id: Guid, name: Translatable.optional(), amount: MultiCurrencyPrice.optional() })
export interface DiscountRule extends z.infer<typeof DiscountRule> {}

/** One of `coupon`, `merchantDiscount` and `discountRule`, which applies automatically. */
export const CartDiscount = z.object({
  coupon: CartCoupon.optional(),
  merchantDiscount: CartMerchantDiscount.optional(),
  discountRule: DiscountRule.optional(),
  discountType: DiscountType.optional(),
  lineItemIds: z.array(Guid).optional(),
})
export interface CartDiscount extends z.infer<typeof CartDiscount> {}

/** A cart. It is repriced at each read; `buyerInfo` identifies its owner. */
export const Cart = z.object({
  id: Guid.optional(),
  lineItems: z.array(CartLineItem),
  buyerNote: z.string().optional(),
  buyerInfo: CartBuyerInfo.optional(),
  currency: CurrencyCode,
  conversionCurrency: CurrencyCode,
  buyerLanguage: z.string().optional(),
  siteLanguage: z.string().optional(),
  taxIncludedInPrices: z.boolean().optional(),
  weightUnit: WeightUnit,
  /** Before discounts. */
  subtotal: MultiCurrencyPrice.optional(),
  subtotalAfterDiscounts: MultiCurrencyPrice.optional(),
  /** Discounts of rules, coupon and merchant. */
  discount: MultiCurrencyPrice.optional(),
  checkoutId: Guid.optional(),
  appliedDiscounts: z.array(CartDiscount),
  createdDate: Instant.optional(),
  updatedDate: Instant.optional(),
  contactInfo: AddressWithContact.optional(),
  overrideCheckoutUrl: z.string().optional(),
  purchaseFlowId: Guid.optional(),
  selectedShippingOption: SelectedShippingOption.optional(),
  extendedFields: ExtendedFields.optional(),
  businessLocationId: Guid.optional(),
  paymentCurrency: CurrencyCode,
  revision: z.string().optional(),
})
export interface Cart extends z.infer<typeof Cart> {}

export const LineItemPricesData = z.object({
  totalPriceAfterTax: MultiCurrencyPrice.optional(),
  totalPriceBeforeTax: MultiCurrencyPrice.optional(),
  taxDetails: ItemTaxFullDetails.optional(),
  totalDiscount: MultiCurrencyPrice.optional(),
  price: MultiCurrencyPrice.optional(),
  priceBeforeDiscounts: MultiCurrencyPrice.optional(),
  lineItemPrice: MultiCurrencyPrice.optional(),
  fullPrice: MultiCurrencyPrice.optional(),
  modifiers: MultiCurrencyPrice.optional(),
  depositAmount: MultiCurrencyPrice.optional(),
})
export interface LineItemPricesData extends z.infer<typeof LineItemPricesData> {}

/** What one line costs with discounts and tax. */
export const CalculatedLineItem = z.object({
  lineItemId: z.string(),
  pricesBreakdown: LineItemPricesData.optional(),
  paymentOption: PaymentOptionType,
  taxableAddress: TaxableAddress.optional(),
})
export interface CalculatedLineItem extends z.infer<typeof CalculatedLineItem> {}

export const AppliedCoupon = z.object({ id: z.string(), code: z.string(), amount: MultiCurrencyPrice.optional(), name: z.string() })
export interface AppliedCoupon extends z.infer<typeof AppliedCoupon> {}

export const AppliedMerchantDiscount = z.object({ amount: MultiCurrencyPrice.optional(), percentage: z.number().optional() })
export interface AppliedMerchantDiscount extends z.infer<typeof AppliedMerchantDiscount> {}

/** A discount and its source: a coupon, the merchant, or a rule. */
export const AppliedDiscount = z.object({
  coupon: AppliedCoupon.optional(),
  merchantDiscount: AppliedMerchantDiscount.optional(),
  discountRule: DiscountRule.optional(),
  discountType: DiscountType,
  lineItemIds: z.array(Guid).optional(),
})
export interface AppliedDiscount extends z.infer<typeof AppliedDiscount> {}

/** The fields of a cart that a caller may write. */
export const CartInfo = z.object({
  buyerNote: text(1000).nullish(),
  buyerInfo: z.object({ contactId: Guid.nullish(), email: Email.nullish() }).nullish(),
  contactInfo: AddressWithContactInput.nullish(),
  overrideCheckoutUrl: text(1000).nullish(),
  selectedShippingOption: SelectedShippingOptionInput.nullish(),
  businessLocationId: Guid.nullish(),
})
export interface CartInfo extends z.output<typeof CartInfo> {}

export const CartAnswer = z.object({ cart: Cart })
export interface CartAnswer extends z.infer<typeof CartAnswer> {}

/** What the cart would cost with that address and delivery option. */
export const CartEstimate = z.object({
  cart: Cart,
  calculatedLineItems: z.array(CalculatedLineItem),
  priceSummary: PriceSummary,
  giftCard: GiftCard.optional(),
  taxSummary: TaxSummary.optional(),
  shippingInfo: ShippingInformation.optional(),
  appliedDiscounts: z.array(AppliedDiscount),
  calculationErrors: CalculationErrors.optional(),
  weightUnit: WeightUnit,
  currency: CurrencyCode,
  payNow: PriceSummary.optional(),
  payLater: PriceSummary.optional(),
  membershipOptions: CartMembershipOptions.optional(),
  additionalFees: z.array(AdditionalFee),
  violations: z.array(Violation),
  /** How the total is calculated, step by step. */
  reasons: z.array(Reason).optional(),
})
export interface CartEstimate extends z.infer<typeof CartEstimate> {}

/** Why a coupon is not accepted. */
export const couponRefusals = [
  'ERROR_COUPON_DOES_NOT_EXIST',
  'ERROR_COUPON_IS_DISABLED',
  'ERROR_COUPON_HAS_EXPIRED',
  'ERROR_COUPON_IS_NOT_ACTIVE_YET',
  'ERROR_COUPON_USAGE_EXCEEDED',
  'ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED',
] as const

/** The fields to change in a cart, and lines to add to it. */
export const CartChange = z.object({
  cartInfo: CartInfo.nullish(),
  couponCode: CouponCode.nullish(),
  merchantDiscounts: z
    .array(z.object({ amount: amount(3), lineItemIds: z.array(Guid).max(300).nullish() }))
    .max(10)
    .nullish(),
  lineItems: z.array(NewLineItem).max(300).optional(),
  customLineItems: z.array(NewCustomLineItem).max(300).optional(),
})

export const LinesToAdd = z.object({
  lineItems: z.array(NewLineItem).max(100).optional(),
  customLineItems: z.array(NewCustomLineItem).max(100).optional(),
  businessLocationId: Guid.nullish(),
})

/** Values that an estimate uses instead of those of the cart. */
export const EstimateOptions = z.object({
  selectedShippingOption: SelectedShippingOptionInput.nullish(),
  shippingAddress: AddressInput.nullish(),
  billingAddress: AddressInput.nullish(),
  selectedMemberships: SelectedMembershipsInput.nullish(),
  calculateTax: z.boolean().nullish(),
  calculateShipping: z.boolean().nullish(),
  calculateAdditionalFees: z.boolean().nullish(),
})
export interface EstimateOptions extends z.output<typeof EstimateOptions> {}

/** Values for the checkout of a cart, in addition to those of the cart. */
export const NewCheckoutOfCart = z.object({
  channelType: ChannelType.optional(),
  shippingAddress: AddressInput.nullish(),
  billingAddress: AddressInput.nullish(),
  selectedShippingOption: SelectedShippingOptionInput.nullish(),
  email: Email.nullish(),
})
export interface NewCheckoutOfCart extends z.output<typeof NewCheckoutOfCart> {}

export const cart = operations({
  /** A caller has one current cart at most. It is repriced at every read. */
  'GET /ecom/v1/carts/current': operation({
    as: 'visitor',
    summary: 'Read the current cart',
    input: z.object({}),
    ok: CartAnswer,
    errors: ['OWNED_CART_NOT_FOUND'],
    aliases: ['/_api/ecom-cart/v1/carts/current'],
  }),

  /** Writes the fields that are present, clears those that are null, leaves the rest. The lines sent are added. */
  'PATCH /ecom/v1/carts/current': operation({
    as: 'visitor',
    guesses: ['couponCode'],
    summary: 'Update the current cart',
    input: CartChange.extend({ cartFieldmask: FieldMask.nullish() }),
    ok: CartAnswer,
    errors: [
      'OWNED_CART_NOT_FOUND',
      'ITEM_NOT_FOUND_IN_CATALOG',
      'ITEM_NOT_AVAILABLE',
      'REDIRECT_URI_NOT_ALLOWED',
      'COUPON_LOCKED',
      ...couponRefusals,
    ],
    aliases: ['/_api/ecom-cart/v1/carts/current'],
  }),

  /** The next item added starts a new one. */
  'DELETE /ecom/v1/carts/current': operation({
    as: 'visitor',
    summary: 'Delete the current cart',
    input: z.object({}),
    ok: z.object({}),
    errors: ['OWNED_CART_NOT_FOUND'],
    aliases: ['/_api/ecom-cart/v1/carts/current'],
  }),

  /**
   * Creates the cart if there is none. Adding the same item again raises the quantity of its line.
   *
   * `{ lineItems: [{ catalogReference: { appId, catalogItemId: product.id, options: { variantId } }, quantity: 1 }] }`
   */
  'POST /ecom/v1/carts/current/add-to-cart': operation({
    as: 'visitor',
    summary: 'Add to the current cart',
    input: LinesToAdd,
    ok: CartAnswer,
    errors: ['ITEM_NOT_FOUND_IN_CATALOG', 'ITEM_NOT_AVAILABLE'],
    aliases: ['/_api/ecom-cart/v1/carts/current/add-to-cart'],
  }),

  'POST /ecom/v1/carts/current/remove-line-items': operation({
    as: 'visitor',
    summary: 'Remove lines from the current cart',
    input: LinesToRemove,
    ok: CartAnswer,
    errors: ['OWNED_CART_NOT_FOUND', 'LINE_ITEM_NOT_FOUND'],
    aliases: ['/_api/ecom-cart/v1/carts/current/remove-line-items'],
  }),

  'POST /ecom/v1/carts/current/update-line-items-quantity': operation({
    as: 'visitor',
    summary: 'Set the quantities of lines of the current cart',
    input: QuantitiesToSet,
    ok: CartAnswer,
    errors: ['OWNED_CART_NOT_FOUND', 'LINE_ITEM_NOT_FOUND', 'ITEM_NOT_AVAILABLE'],
    aliases: ['/_api/ecom-cart/v1/carts/current/update-line-items-quantity'],
  }),

  'POST /ecom/v1/carts/current/remove-coupon': operation({
    as: 'visitor',
    summary: 'Take the coupon off the current cart',
    input: z.object({}),
    ok: CartAnswer,
    errors: ['OWNED_CART_NOT_FOUND', 'COUPON_LOCKED'],
    aliases: ['/_api/ecom-cart/v1/carts/current/remove-coupon'],
  }),

  /** Changes nothing: delivery and tax are calculated for the addresses sent, or else for those of the cart. */
  'POST /ecom/v1/carts/current/estimate-totals': operation({
    as: 'visitor',
    cost: 'price',
    summary: 'Estimate what the current cart costs, delivered',
    input: EstimateOptions,
    ok: CartEstimate,
    errors: ['OWNED_CART_NOT_FOUND', 'CALCULATION_ERROR'],
    reads: true,
    aliases: ['/_api/ecom-cart/v1/carts/current/estimate-totals'],
  }),

  /** A second call updates the cart's checkout and returns it. */
  'POST /ecom/v1/carts/current/create-checkout': operation({
    as: 'visitor',
    summary: 'Make a checkout of the current cart',
    input: NewCheckoutOfCart,
    ok: z.object({ checkoutId: z.string() }),
    errors: [
      'OWNED_CART_NOT_FOUND',
      'EMPTY_CHECKOUT',
      'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND',
      'INVALID_SELECTED_CARRIER_SERVICE_OPTION',
      'CALCULATION_ERROR',
    ],
    aliases: ['/_api/ecom-cart/v1/carts/current/create-checkout'],
  }),
})
