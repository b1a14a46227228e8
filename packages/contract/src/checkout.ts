import * as z from 'zod'
import { AddressWithContact } from './addresses.ts'
import { AdditionalFee, CalculationErrors, GiftCard, MembershipOptions, Violation } from './calculation.ts'
import { AppliedDiscount, couponRefusals } from './cart.ts'
import { CarrierServiceOption, SelectedCarrierServiceOption, ShippingRegion } from './delivery.ts'
import { ChannelType, FileType, PaymentOptionType, WeightUnit } from './enums.ts'
import {
  AddressWithContactInput,
  CouponCode,
  FieldMask,
  GiftCardCode,
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

export const SecuredMedia = z.object({ id: z.string().optional(), fileName: z.string().optional(), fileType: FileType.optional() })
export interface SecuredMedia extends z.infer<typeof SecuredMedia> {}

/** A line of a checkout, priced with discount and tax. */
export const CheckoutLineItem = z.object({
  id: Guid.optional(),
  quantity: z.int(),
  catalogReference: CatalogReference.optional(),
  productName: Translatable.optional(),
  url: PageUrlV2.optional(),
  price: MultiCurrencyPrice.optional(),
  lineItemPrice: MultiCurrencyPrice.optional(),
  fullPrice: MultiCurrencyPrice.optional(),
  priceBeforeDiscounts: MultiCurrencyPrice.optional(),
  totalPriceAfterTax: MultiCurrencyPrice.optional(),
  totalPriceBeforeTax: MultiCurrencyPrice.optional(),
  taxDetails: ItemTaxFullDetails.optional(),
  discount: MultiCurrencyPrice.optional(),
  descriptionLines: z.array(DescriptionLine).optional(),
  media: Image.optional(),
  availability: ItemAvailabilityInfo.optional(),
  preorder: LinePreorder.optional(),
  physicalProperties: PhysicalProperties.optional(),
  itemType: ItemType.optional(),
  subscriptionOptionInfo: SubscriptionOptionInfo.optional(),
  digitalFile: SecuredMedia.optional(),
  paymentOption: PaymentOptionType,
  serviceProperties: ServiceProperties.optional(),
  rootCatalogItemId: z.string().optional(),
  priceDescription: Translatable.optional(),
  depositAmount: MultiCurrencyPrice.optional(),
  deliveryProfileId: Guid.optional(),
  customLineItem: z.boolean(),
  consentRequiredPaymentPolicy: z.string().optional(),
  catalogOverrideFields: CatalogOverrideFields.optional(),
  priceUndetermined: z.boolean(),
  fixedQuantity: z.boolean(),
  savePaymentMethod: z.boolean(),
  taxableAddress: TaxableAddress.optional(),
  extendedFields: ExtendedFields.optional(),
  policies: z.array(Policy).optional(),
  membersOnly: z.boolean(),
  modifierGroups: z.array(ModifierGroup).optional(),
  modifiersTotalPrice: MultiCurrencyPrice.optional(),
})
export interface CheckoutLineItem extends z.infer<typeof CheckoutLineItem> {}

export const CheckoutShippingInfo = z.object({
  shippingDestination: AddressWithContact.optional(),
  selectedCarrierServiceOption: SelectedCarrierServiceOption.optional(),
  region: ShippingRegion.optional(),
  carrierServiceOptions: z.array(CarrierServiceOption),
})
export interface CheckoutShippingInfo extends z.infer<typeof CheckoutShippingInfo> {}

/** The buyer, by exactly one id, and their email. */
export const BuyerInfo = z.object({
  visitorId: Guid.optional(),
  memberId: Guid.optional(),
  contactId: Guid.optional(),
  email: z.string().optional(),
})
export interface BuyerInfo extends z.infer<typeof BuyerInfo> {}

export const CustomField = z.object({ value: z.unknown().optional(), title: z.string(), translatedTitle: z.string().optional() })
export interface CustomField extends z.infer<typeof CustomField> {}

export const CreatedBy = z.object({
  userId: Guid.optional(),
  memberId: Guid.optional(),
  visitorId: Guid.optional(),
  appId: Guid.optional(),
})
export interface CreatedBy extends z.infer<typeof CreatedBy> {}

export const CustomSettings = z.object({
  lockGiftCard: z.boolean(),
  lockCouponCode: z.boolean(),
  disabledPolicyAgreementCheckbox: z.boolean(),
  disabledManualPayment: z.boolean(),
})
export interface CustomSettings extends z.infer<typeof CustomSettings> {}

export const CustomContentReference = z.object({ appId: Guid, componentId: Guid })
export interface CustomContentReference extends z.infer<typeof CustomContentReference> {}

export const ExternalReference = z.object({ appId: Guid, resourceId: z.string().optional() })
export interface ExternalReference extends z.infer<typeof ExternalReference> {}

/** A cart on its way to becoming an order: addresses, delivery, what is due now (`payNow`) and later. */
export const Checkout = z.object({
  id: Guid.optional(),
  lineItems: z.array(CheckoutLineItem),
  billingInfo: AddressWithContact.optional(),
  shippingInfo: CheckoutShippingInfo.optional(),
  buyerNote: z.string().optional(),
  buyerInfo: BuyerInfo.optional(),
  conversionCurrency: CurrencyCode,
  priceSummary: PriceSummary.optional(),
  calculationErrors: CalculationErrors.optional(),
  giftCard: GiftCard.optional(),
  appliedDiscounts: z.array(AppliedDiscount),
  customFields: z.array(CustomField),
  weightUnit: WeightUnit,
  taxSummary: TaxSummary.optional(),
  currency: CurrencyCode,
  channelType: ChannelType,
  siteLanguage: z.string(),
  buyerLanguage: z.string(),
  completed: z.boolean(),
  taxIncludedInPrice: z.boolean(),
  createdBy: CreatedBy.optional(),
  createdDate: Instant.optional(),
  updatedDate: Instant.optional(),
  payNow: PriceSummary.optional(),
  payLater: PriceSummary.optional(),
  membershipOptions: MembershipOptions.optional(),
  additionalFees: z.array(AdditionalFee),
  cartId: Guid.optional(),
  violations: z.array(Violation),
  extendedFields: ExtendedFields.optional(),
  purchaseFlowId: Guid.optional(),
  customSettings: CustomSettings.optional(),
  customContentReference: CustomContentReference.optional(),
  externalReference: ExternalReference.optional(),
  payAfterFreeTrial: PriceSummary.optional(),
  businessLocationId: Guid.optional(),
  paymentCurrency: CurrencyCode,
  taxExemptGroupId: Guid.optional(),
  /** The total less what the gift card pays. */
  totalAfterGiftCard: MultiCurrencyPrice.optional(),
  /** `payNow` less what the gift card pays. */
  payNowTotalAfterGiftCard: MultiCurrencyPrice.optional(),
  /** How the total is calculated, step by step. */
  reasons: z.array(Reason).optional(),
})
export interface Checkout extends z.infer<typeof Checkout> {}

/** The fields of a checkout that a caller may write. */
export const CheckoutInfo = z.object({
  billingInfo: AddressWithContactInput.nullish(),
  shippingInfo: z
    .object({
      shippingDestination: AddressWithContactInput.nullish(),
      selectedCarrierServiceOption: SelectedShippingOptionInput.nullish(),
    })
    .nullish(),
  buyerNote: text(1000).nullish(),
  buyerInfo: z.object({ email: Email.nullish() }).nullish(),
  customFields: z
    .array(
      z.object({
        title: text(500, 1),
        translatedTitle: text(500, 1).nullish(),
        value: z.union([text(1000), z.number(), z.boolean(), z.array(text(1000)).max(50), z.null()]),
      }),
    )
    .max(100)
    .nullish(),
  membershipOptions: z.object({ selectedMemberships: SelectedMembershipsInput.nullish() }).nullish(),
  businessLocationId: Guid.nullish(),
  taxExemptGroupId: Guid.nullish(),
})
export interface CheckoutInfo extends z.output<typeof CheckoutInfo> {}

/** What is set when a checkout is created and cannot be changed afterwards. */
export const NewCheckoutInfo = CheckoutInfo.extend({
  cartId: Guid.nullish(),
  customSettings: z
    .object({
      lockGiftCard: z.boolean().nullish(),
      lockCouponCode: z.boolean().nullish(),
      disabledPolicyAgreementCheckbox: z.boolean().nullish(),
      disabledManualPayment: z.boolean().nullish(),
    })
    .nullish(),
  customContentReference: z.object({ appId: Guid, componentId: Guid }).nullish(),
  externalReference: z.object({ appId: Guid, resourceId: text(100, 1).nullish() }).nullish(),
})
export interface NewCheckoutInfo extends z.output<typeof NewCheckoutInfo> {}

export const CheckoutAnswer = z.object({ checkout: Checkout })
export interface CheckoutAnswer extends z.infer<typeof CheckoutAnswer> {}

const OfCheckout = z.object({ id: Guid })

/** Why a gift card is not accepted. */
export const giftCardRefusals = [
  'GIFT_CARD_NOT_FOUND',
  'GIFT_CARD_CODE_INVALID',
  'GIFT_CARD_IS_EMPTY',
  'GIFT_CARD_DISABLED',
  'GIFT_CARD_EXPIRED',
] as const

/** What the buyer ticks before placing an order: see `GET /vitrine/v1/checkout-page`. */
export const Agreements = {
  policiesAgreed: z.boolean().nullish(),
  subscribed: z.boolean().nullish(),
}

/** Why a buyer, though not the shop, cannot order yet. */
const askedRefusals = [
  'POLICY_AGREEMENT_REQUIRED',
  'MINIMUM_ORDER_NOT_REACHED',
  'VIOLATIONS_WITH_ERROR_SEVERITY',
  'FAILED_TO_RETRIEVE_VALIDATIONS_VIOLATIONS',
] as const

/** Why an order is not placed when a coupon, gift card or membership no longer applies. */
const offerRefusals = [
  ...couponRefusals,
  'REDEEM_GIFT_CARD_ERROR',
  'GIFT_CARD_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD',
  'COUPON_CANNOT_BE_USED_TO_PURCHASE_GIFT_CARD',
  'SUBSCRIPTION_WITH_GIFT_CARD',
  'MEMBERS_ONLY_ITEM',
  'CHARGE_MEMBERSHIP_ERROR',
] as const

/** Why a checkout cannot become an order. */
export const orderingRefusals = [
  'CHECKOUT_ALREADY_PAID',
  'CHECKOUT_PAYMENT_ALREADY_IN_PROGRESS',
  'EMPTY_CHECKOUT',
  'CHECKOUT_CHANGED',
  'NO_SELECTED_CARRIER_SERVICE_OPTION',
  'SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE',
  'CALCULATION_ERROR',
  'PARTIAL_OUT_OF_STOCK',
  'FULL_OUT_OF_STOCK',
  ...offerRefusals,
  ...askedRefusals,
] as const

export const checkout = operations({
  /** Without a cart. `{ channelType: 'WEB', lineItems: [{ catalogReference, quantity: 2 }] }` */
  'POST /ecom/v1/checkouts': operation({
    as: 'visitor',
    guesses: ['couponCode', 'giftCardCode'],
    summary: 'Create a checkout',
    input: z.object({
      channelType: ChannelType,
      checkoutInfo: NewCheckoutInfo.nullish(),
      lineItems: z.array(NewLineItem).max(300).optional(),
      customLineItems: z.array(NewCustomLineItem).max(300).optional(),
      couponCode: CouponCode.nullish(),
      giftCardCode: GiftCardCode.nullish(),
      giftCardRedeemAmount: amount(3).nullish(),
      overrideCheckoutUrl: text(1000).nullish(),
    }),
    ok: CheckoutAnswer,
    errors: [
      'ITEM_NOT_FOUND_IN_CATALOG',
      'ITEM_NOT_AVAILABLE',
      'EMPTY_CHECKOUT',
      'CART_NOT_FOUND',
      'REDIRECT_URI_NOT_ALLOWED',
      'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND',
      'INVALID_SELECTED_CARRIER_SERVICE_OPTION',
      'CALCULATION_ERROR',
      'COUPON_LOCKED',
      'GIFT_CARD_LOCKED',
      ...giftCardRefusals,
      ...couponRefusals,
    ],
  }),

  /** For its buyer and the shop: staff and keys with `orders.read`. To anyone else it does not exist. */
  'GET /ecom/v1/checkouts/{id}': operation({
    as: 'visitor',
    cost: 'price',
    summary: 'Read a checkout',
    input: OfCheckout,
    ok: CheckoutAnswer,
    errors: ['CHECKOUT_NOT_FOUND'],
  }),

  'GET /ecom/v1/checkouts/by-cart-id/{id}': operation({
    as: 'visitor',
    cost: 'price',
    summary: 'Read the checkout of a cart',
    input: OfCheckout,
    ok: CheckoutAnswer,
    errors: ['CART_NOT_FOUND', 'CHECKOUT_NOT_FOUND'],
  }),

  /** The page where the buyer completes it: the shop's own, or the one that overrides it. */
  'GET /ecom/v1/checkouts/{id}/checkout-url': operation({
    as: 'visitor',
    /** Whoever has the link may change the checkout. */
    merchant: 'orders.write',
    summary: 'Read the address of the checkout page',
    input: OfCheckout,
    ok: z.object({ checkoutUrl: z.string() }),
    errors: ['CHECKOUT_NOT_FOUND'],
  }),

  /** The shop’s own page of this checkout, also where another page overrides it. The published client deprecates it for `checkout-url`. */
  'GET /ecom/v1/checkouts/{id}/wix-checkout-url': operation({
    as: 'visitor',
    /** Whoever has the link may change the checkout. */
    merchant: 'orders.write',
    summary: 'Read the address of the shop’s own checkout page',
    input: OfCheckout,
    ok: z.object({ checkoutUrl: z.string() }),
    errors: ['CHECKOUT_NOT_FOUND'],
  }),

  /** Writes the fields that are present, clears those that are null, leaves the rest. The lines sent are added. */
  'PATCH /ecom/v1/checkouts/{checkout.id}': operation({
    as: 'visitor',
    guesses: ['couponCode', 'giftCardCode'],
    summary: 'Update a checkout',
    input: z.object({
      checkout: CheckoutInfo.extend({ id: Guid }),
      fieldMask: FieldMask.nullish(),
      couponCode: CouponCode.nullish(),
      giftCardCode: GiftCardCode.nullish(),
      giftCardRedeemAmount: amount(3).nullish(),
      overrideCheckoutUrl: text(1000).nullish(),
      lineItems: z.array(NewLineItem).max(300).optional(),
      customLineItems: z.array(NewCustomLineItem).max(300).optional(),
    }),
    ok: CheckoutAnswer,
    errors: [
      'CHECKOUT_NOT_FOUND',
      'CHECKOUT_IS_COMPLETE',
      'REDIRECT_URI_NOT_ALLOWED',
      'ITEM_NOT_FOUND_IN_CATALOG',
      'ITEM_NOT_AVAILABLE',
      'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND',
      'INVALID_SELECTED_CARRIER_SERVICE_OPTION',
      'CALCULATION_ERROR',
      'COUPON_LOCKED',
      'GIFT_CARD_LOCKED',
      ...giftCardRefusals,
      ...couponRefusals,
    ],
  }),

  'POST /ecom/v1/checkouts/{id}/remove-coupon': operation({
    as: 'visitor',
    summary: 'Take the coupon off a checkout',
    input: OfCheckout,
    ok: CheckoutAnswer,
    errors: ['CHECKOUT_NOT_FOUND', 'CHECKOUT_IS_COMPLETE', 'COUPON_LOCKED'],
  }),

  'POST /ecom/v1/checkouts/{id}/remove-gift-card': operation({
    as: 'visitor',
    summary: 'Take the gift card off a checkout',
    input: OfCheckout,
    ok: CheckoutAnswer,
    errors: ['CHECKOUT_NOT_FOUND', 'CHECKOUT_IS_COMPLETE', 'GIFT_CARD_LOCKED'],
  }),

  'POST /ecom/v1/checkouts/{id}/remove-override-checkout-url': operation({
    as: 'visitor',
    summary: 'Send the buyer to the shop’s own checkout page again',
    input: OfCheckout,
    ok: CheckoutAnswer,
    errors: ['CHECKOUT_NOT_FOUND', 'CHECKOUT_IS_COMPLETE'],
  }),

  /** Adding the same item again raises the quantity of its line. */
  'POST /ecom/v1/checkouts/{id}/add-to-checkout': operation({
    as: 'visitor',
    summary: 'Add lines to a checkout',
    input: OfCheckout.extend({
      lineItems: z.array(NewLineItem).max(100).optional(),
      customLineItems: z.array(NewCustomLineItem).max(100).optional(),
    }),
    ok: CheckoutAnswer,
    errors: ['CHECKOUT_NOT_FOUND', 'CHECKOUT_IS_COMPLETE', 'ITEM_NOT_FOUND_IN_CATALOG', 'ITEM_NOT_AVAILABLE'],
  }),

  'POST /ecom/v1/checkouts/{id}/remove-line-items': operation({
    as: 'visitor',
    summary: 'Remove lines from a checkout',
    input: OfCheckout.extend({ lineItemIds: z.array(Guid).min(1).max(300) }),
    ok: CheckoutAnswer,
    errors: ['CHECKOUT_NOT_FOUND', 'CHECKOUT_IS_COMPLETE', 'LINE_ITEM_NOT_FOUND'],
  }),

  'POST /ecom/v1/checkouts/{id}/update-line-items-quantity': operation({
    as: 'visitor',
    summary: 'Set the quantities of lines of a checkout',
    input: OfCheckout.extend(QuantitiesToSet.shape),
    ok: CheckoutAnswer,
    errors: ['CHECKOUT_NOT_FOUND', 'CHECKOUT_IS_COMPLETE', 'LINE_ITEM_NOT_FOUND', 'ITEM_NOT_AVAILABLE'],
  }),

  /**
   * Places the order of a checkout, takes the stock and returns the order's id: all or nothing. It takes no money; where some is due the
   * order waits for its payment, which whoever has `paymentGatewayOrderId` makes as a payment collection; with `delayCapture` it is then
   * only authorized. `POST /vitrine/v1/checkouts/{id}/place-order` does both at once.
   */
  'POST /ecom/v1/checkouts/{id}/create-order': operation({
    as: 'visitor',
    summary: 'Make the order of a checkout',
    input: OfCheckout.extend({ savePaymentMethod: z.boolean().nullish(), delayCapture: z.boolean().nullish(), ...Agreements }),
    ok: z.object({ orderId: Guid, subscriptionId: Guid.optional(), paymentGatewayOrderId: z.string().optional() }),
    errors: ['CHECKOUT_NOT_FOUND', ...orderingRefusals, 'PAYMENT_ERROR', 'SITE_NOT_ACCEPTING_PAYMENTS'],
  }),

  /** For an app that placed the order elsewhere. */
  'POST /ecom/v1/checkouts/{id}/mark-as-completed': operation({
    as: 'user',
    summary: 'Say that a checkout is done with',
    input: OfCheckout.extend({ orderId: Guid.nullish() }),
    ok: z.object({}),
    errors: ['CHECKOUT_NOT_FOUND', 'CHECKOUT_IS_COMPLETE'],
  }),

  /** For the hosted checkout page: whoever holds the link from `checkout-url` may use the checkout from then on. */
  'POST /vitrine/v1/checkouts/{id}/open': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Open a checkout with the key of its link',
    input: OfCheckout.extend({ key: text(200, 1) }),
    ok: CheckoutAnswer,
    errors: ['CHECKOUT_NOT_FOUND'],
  }),
})
