import * as z from 'zod'

export const ManualCalculationReason = z.enum(['GLOBAL_SETTING_TO_MANUAL', 'REGION_SETTING_TO_MANUAL'])
export type ManualCalculationReason = z.infer<typeof ManualCalculationReason>

export const FallbackReason = z.enum(['AUTO_TAX_FAILED', 'AUTO_TAX_DEACTIVATED'])
export type FallbackReason = z.infer<typeof FallbackReason>

export const RateType = z.enum(['NO_TAX_COLLECTED', 'MANUAL_RATE', 'AUTO_RATE', 'FALLBACK_RATE'])
export type RateType = z.infer<typeof RateType>

export const JurisdictionType = z.enum(['UNDEFINED', 'COUNTRY', 'STATE', 'COUNTY', 'CITY', 'SPECIAL'])
export type JurisdictionType = z.infer<typeof JurisdictionType>

export const VatType = z.enum(['UNSPECIFIED', 'CPF', 'CNPJ'])
export type VatType = z.infer<typeof VatType>

export const PickupMethod = z.enum(['STORE_PICKUP', 'PICKUP_POINT'])
export type PickupMethod = z.infer<typeof PickupMethod>

export const DescriptionLineType = z.enum(['UNRECOGNISED', 'PLAIN_TEXT', 'COLOR'])
export type DescriptionLineType = z.infer<typeof DescriptionLineType>

export const ItemAvailabilityStatus = z.enum(['AVAILABLE', 'NOT_FOUND', 'NOT_AVAILABLE', 'PARTIALLY_AVAILABLE'])
export type ItemAvailabilityStatus = z.infer<typeof ItemAvailabilityStatus>

export const ItemTypePreset = z.enum(['UNRECOGNISED', 'PHYSICAL', 'DIGITAL', 'GIFT_CARD', 'SERVICE', 'CUSTOM_AMOUNT_ITEM'])
export type ItemTypePreset = z.infer<typeof ItemTypePreset>

export const SubscriptionFrequency = z.enum(['UNDEFINED', 'DAY', 'WEEK', 'MONTH', 'YEAR'])
export type SubscriptionFrequency = z.infer<typeof SubscriptionFrequency>

export const SubscriptionDiscountType = z.enum(['UNDEFINED', 'AMOUNT', 'PERCENT'])
export type SubscriptionDiscountType = z.infer<typeof SubscriptionDiscountType>

export const PaymentOptionType = z.enum([
  'FULL_PAYMENT_ONLINE',
  'FULL_PAYMENT_OFFLINE',
  'MEMBERSHIP',
  'DEPOSIT_ONLINE',
  'MEMBERSHIP_OFFLINE',
  'MEMBERSHIP_ONLINE_WITH_OFFLINE_REMAINDER',
])
export type PaymentOptionType = z.infer<typeof PaymentOptionType>

export const TaxableAddressType = z.enum(['BUSINESS', 'BILLING', 'SHIPPING'])
export type TaxableAddressType = z.infer<typeof TaxableAddressType>

export const ChargeType = z.enum(['HANDLING_FEE', 'INSURANCE'])
export type ChargeType = z.infer<typeof ChargeType>

export const AdditionalFeeSource = z.enum(['UNKNOWN_ADDITIONAL_FEE_SOURCE', 'SERVICE_PLUGIN', 'ITEM', 'MANUAL', 'SHIPPING', 'PLATFORM'])
export type AdditionalFeeSource = z.infer<typeof AdditionalFeeSource>

export const Severity = z.enum(['WARNING', 'ERROR'])
export type Severity = z.infer<typeof Severity>

export const NameInOther = z.enum(['OTHER_DEFAULT'])
export type NameInOther = z.infer<typeof NameInOther>

export const NameInLineItem = z.enum(['LINE_ITEM_DEFAULT'])
export type NameInLineItem = z.infer<typeof NameInLineItem>

export const SuggestedFix = z.enum(['UNKNOWN_SUGGESTED_FIX', 'REMOVE_LINE_ITEM'])
export type SuggestedFix = z.infer<typeof SuggestedFix>

export const DiscountType = z.enum(['GLOBAL', 'SPECIFIC_ITEMS', 'SHIPPING'])
export type DiscountType = z.infer<typeof DiscountType>

export const ChannelType = z.enum([
  'UNSPECIFIED',
  'WEB',
  'POS',
  'EBAY',
  'AMAZON',
  'OTHER_PLATFORM',
  'WIX_APP_STORE',
  'WIX_INVOICES',
  'BACKOFFICE_MERCHANT',
  'WISH',
  'CLASS_PASS',
  'GLOBAL_E',
  'FACEBOOK',
  'ETSY',
  'TIKTOK',
  'FAIRE_COM',
  'PAYPAL_AGENTIC_CHECKOUT',
  'STRIPE_AGENTIC_CHECKOUT',
  'WIX_INVOICES_PLATFORM',
  'UCP_AGENTIC_CHECKOUT',
])
export type ChannelType = z.infer<typeof ChannelType>

export const CheckoutIdentityType = z.enum(['UNSPECIFIED_IDENTITY_TYPE', 'MEMBER', 'CONTACT'])
export type CheckoutIdentityType = z.infer<typeof CheckoutIdentityType>

/** What a line of a checkout may be where it is not of a catalogue item's type. */
export const CheckoutLineItemType = z.enum(['PHYSICAL', 'DIGITAL', 'CUSTOM_AMOUNT_ITEM'])
export type CheckoutLineItemType = z.infer<typeof CheckoutLineItemType>

export const CheckoutChannelType = z.enum(['WEB', 'OTHER_PLATFORM', 'WIX_APP_STORE'])
export type CheckoutChannelType = z.infer<typeof CheckoutChannelType>

/** Media of a cart line. */
export const LineItemMediaType = z.enum(['IMAGE'])
export type LineItemMediaType = z.infer<typeof LineItemMediaType>

/** How a discount is calculated. */
export const DiscountKind = z.enum(['AMOUNT', 'PERCENT'])
export type DiscountKind = z.infer<typeof DiscountKind>
