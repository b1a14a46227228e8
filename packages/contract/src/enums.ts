/** The enumerations of the wire, with its words. First values such as `UNSPECIFIED` are never written by us, but are read. */
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

export const WeightUnit = z.enum(['UNSPECIFIED_WEIGHT_UNIT', 'KG', 'LB'])
export type WeightUnit = z.infer<typeof WeightUnit>

export const DiscountType = z.enum(['GLOBAL', 'SPECIFIC_ITEMS', 'SHIPPING'])
export type DiscountType = z.infer<typeof DiscountType>

export const FileType = z.enum([
  'UNSPECIFIED',
  'SECURE_PICTURE',
  'SECURE_VIDEO',
  'SECURE_DOCUMENT',
  'SECURE_MUSIC',
  'SECURE_ARCHIVE',
  'SECURE_RAW',
])
export type FileType = z.infer<typeof FileType>

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

export const MeasurementUnit = z.enum([
  'UNSPECIFIED',
  'ML',
  'CL',
  'L',
  'CBM',
  'MG',
  'G',
  'KG',
  'MM',
  'CM',
  'M',
  'SQM',
  'OZ',
  'LB',
  'FLOZ',
  'PT',
  'QT',
  'GAL',
  'IN',
  'FT',
  'YD',
  'SQFT',
])
export type MeasurementUnit = z.infer<typeof MeasurementUnit>

export const PaymentStatus = z.enum([
  'UNSPECIFIED',
  'NOT_PAID',
  'PAID',
  'PARTIALLY_REFUNDED',
  'FULLY_REFUNDED',
  'PENDING',
  'PARTIALLY_PAID',
  'PENDING_MERCHANT',
  'CANCELED',
  'DECLINED',
])
export type PaymentStatus = z.infer<typeof PaymentStatus>

export const FulfillmentStatus = z.enum(['NOT_FULFILLED', 'FULFILLED', 'PARTIALLY_FULFILLED'])
export type FulfillmentStatus = z.infer<typeof FulfillmentStatus>

export const OrderStatus = z.enum(['INITIALIZED', 'APPROVED', 'CANCELED', 'PENDING', 'REJECTED'])
export type OrderStatus = z.infer<typeof OrderStatus>

export const DiscountReason = z.enum(['UNSPECIFIED', 'EXCHANGED_ITEMS', 'BILLING_ADJUSTMENT'])
export type DiscountReason = z.infer<typeof DiscountReason>

export const LineItemQuantityChangeType = z.enum(['QUANTITY_INCREASED', 'QUANTITY_DECREASED'])
export type LineItemQuantityChangeType = z.infer<typeof LineItemQuantityChangeType>

export const LegacyOrderActivityType = z.enum([
  'ORDER_REFUNDED',
  'ORDER_PLACED',
  'ORDER_PAID',
  'ORDER_FULFILLED',
  'ORDER_NOT_FULFILLED',
  'ORDER_CANCELED',
  'DOWNLOAD_LINK_SENT',
  'TRACKING_NUMBER_ADDED',
  'TRACKING_NUMBER_EDITED',
  'TRACKING_LINK_ADDED',
  'SHIPPING_CONFIRMATION_EMAIL_SENT',
  'INVOICE_ADDED',
  'INVOICE_REMOVED',
  'INVOICE_SENT',
  'FULFILLER_EMAIL_SENT',
  'SHIPPING_ADDRESS_EDITED',
  'EMAIL_EDITED',
  'PICKUP_READY_EMAIL_SENT',
  'CUSTOM_ACTIVITY',
  'MERCHANT_COMMENT',
  'ORDER_PARTIALLY_PAID',
  'DRAFT_ORDER_CHANGES_APPLIED',
  'SAVED_PAYMENT_METHOD',
  'AUTHORIZED_PAYMENT_CREATED',
  'AUTHORIZED_PAYMENT_CAPTURED',
  'AUTHORIZED_PAYMENT_VOIDED',
  'REFUND_INITIATED',
  'PAYMENT_REFUNDED',
  'PAYMENT_REFUND_FAILED',
  'REFUNDED_AS_STORE_CREDIT',
  'PAYMENT_PENDING',
  'PAYMENT_CANCELED',
  'PAYMENT_DECLINED',
  'ORDER_PENDING',
  'ORDER_REJECTED',
  'RECEIPT_CREATED',
  'RECEIPT_SENT',
  'CHARGEBACK_CREATED',
  'CHARGEBACK_REVERSED',
])
export type LegacyOrderActivityType = z.infer<typeof LegacyOrderActivityType>

export const OrderActivityType = z.enum([
  'ORDER_PLACED',
  'ORDER_PAID',
  'ORDER_FULFILLED',
  'ORDER_NOT_FULFILLED',
  'ORDER_CANCELED',
  'DOWNLOAD_LINK_SENT',
  'TRACKING_NUMBER_ADDED',
  'TRACKING_NUMBER_EDITED',
  'TRACKING_LINK_ADDED',
  'SHIPPING_CONFIRMATION_EMAIL_SENT',
  'INVOICE_ADDED',
  'INVOICE_REMOVED',
  'INVOICE_SENT',
  'FULFILLER_EMAIL_SENT',
  'SHIPPING_ADDRESS_EDITED',
  'EMAIL_EDITED',
  'PICKUP_READY_EMAIL_SENT',
  'MERCHANT_COMMENT',
  'ORDER_PARTIALLY_PAID',
  'DRAFT_ORDER_CHANGES_APPLIED',
  'SAVED_PAYMENT_METHOD',
  'AUTHORIZED_PAYMENT_CREATED',
  'AUTHORIZED_PAYMENT_CAPTURED',
  'AUTHORIZED_PAYMENT_VOIDED',
  'REFUND_INITIATED',
  'PAYMENT_REFUNDED',
  'PAYMENT_REFUND_FAILED',
  'REFUNDED_AS_STORE_CREDIT',
  'PAYMENT_PENDING',
  'PAYMENT_CANCELED',
  'PAYMENT_DECLINED',
  'ORDER_PENDING',
  'ORDER_REJECTED',
  'RECEIPT_CREATED',
  'RECEIPT_SENT',
  'CHARGEBACK_CREATED',
  'CHARGEBACK_REVERSED',
  'ORDER_REFUNDED',
])
export type OrderActivityType = z.infer<typeof OrderActivityType>

export const AttributionSource = z.enum(['UNSPECIFIED', 'FACEBOOK_ADS'])
export type AttributionSource = z.infer<typeof AttributionSource>

export const OrderAdditionalFeeSource = z.enum(['SERVICE_PLUGIN', 'ITEM', 'MANUAL', 'SHIPPING', 'PLATFORM'])
export type OrderAdditionalFeeSource = z.infer<typeof OrderAdditionalFeeSource>

export const TransactionStatus = z.enum([
  'UNDEFINED',
  'APPROVED',
  'PENDING',
  'PENDING_MERCHANT',
  'CANCELED',
  'DECLINED',
  'REFUNDED',
  'PARTIALLY_REFUNDED',
  'AUTHORIZED',
  'VOIDED',
])
export type TransactionStatus = z.infer<typeof TransactionStatus>

export const AuthorizationCaptureStatus = z.enum(['PENDING', 'SUCCEEDED', 'FAILED'])
export type AuthorizationCaptureStatus = z.infer<typeof AuthorizationCaptureStatus>

export const AuthorizationVoidStatus = z.enum(['PENDING', 'SUCCEEDED', 'FAILED'])
export type AuthorizationVoidStatus = z.infer<typeof AuthorizationVoidStatus>

export const AuthorizationFailureReason = z.enum(['MANUAL', 'SCHEDULED'])
export type AuthorizationFailureReason = z.infer<typeof AuthorizationFailureReason>

export const AuthorizedPaymentAction = z.enum(['VOID', 'CAPTURE'])
export type AuthorizedPaymentAction = z.infer<typeof AuthorizedPaymentAction>

export const ChargebackStatus = z.enum(['APPROVED', 'REVERSED'])
export type ChargebackStatus = z.infer<typeof ChargebackStatus>

export const PredefinedPaymentMethod = z.enum(['CASH', 'BANK_TRANSFER', 'CHECK'])
export type PredefinedPaymentMethod = z.infer<typeof PredefinedPaymentMethod>

export const MembershipPaymentStatus = z.enum(['CHARGED', 'CHARGE_FAILED', 'CHARGE_PENDING', 'VOIDED'])
export type MembershipPaymentStatus = z.infer<typeof MembershipPaymentStatus>

export const PaymentTransactionStatus = z.enum([
  'APPROVED',
  'PENDING',
  'PENDING_MERCHANT',
  'CANCELED',
  'DECLINED',
  'REFUNDED',
  'PARTIALLY_REFUNDED',
  'AUTHORIZED',
  'VOIDED',
])
export type PaymentTransactionStatus = z.infer<typeof PaymentTransactionStatus>

export const RefundStatus = z.enum(['PENDING', 'SUCCEEDED', 'FAILED', 'SCHEDULED', 'STARTED'])
export type RefundStatus = z.infer<typeof RefundStatus>

export const ProductType = z.enum(['unspecified_product_type', 'physical', 'digital'])
export type ProductType = z.infer<typeof ProductType>

export const DimensionsUnit = z.enum(['UNKNOWN_DIMENSIONS_UNIT', 'MM', 'CM', 'M', 'IN', 'FT', 'YD'])
export type DimensionsUnit = z.infer<typeof DimensionsUnit>

export const InventoryStatus = z.enum(['IN_STOCK', 'OUT_OF_STOCK', 'PARTIALLY_OUT_OF_STOCK'])
export type InventoryStatus = z.infer<typeof InventoryStatus>

export const MediaItemType = z.enum(['unspecified_media_item_type', 'image', 'video', 'audio', 'document', 'zip'])
export type MediaItemType = z.infer<typeof MediaItemType>

export const OptionType = z.enum(['unspecified_option_type', 'drop_down', 'color'])
export type OptionType = z.infer<typeof OptionType>

export const ProductDiscountType = z.enum(['UNDEFINED', 'NONE', 'AMOUNT', 'PERCENT'])
export type ProductDiscountType = z.infer<typeof ProductDiscountType>

export const MemberStatus = z.enum(['UNKNOWN', 'PENDING', 'APPROVED', 'BLOCKED', 'OFFLINE'])
export type MemberStatus = z.infer<typeof MemberStatus>

export const MemberPrivacyStatus = z.enum(['UNKNOWN', 'PRIVATE', 'PUBLIC'])
export type MemberPrivacyStatus = z.infer<typeof MemberPrivacyStatus>

export const MemberActivityStatus = z.enum(['UNKNOWN', 'ACTIVE', 'MUTED'])
export type MemberActivityStatus = z.infer<typeof MemberActivityStatus>

export const ModerationStatus = z.enum(['UNKNOWN', 'APPROVED', 'IN_MODERATION', 'REJECTED', 'SUBMITTED'])
export type ModerationStatus = z.infer<typeof ModerationStatus>

export const ReviewOriginType = z.enum(['UNKNOWN', 'ORGANIC', 'APP'])
export type ReviewOriginType = z.infer<typeof ReviewOriginType>

export const FileMediaType = z.enum([
  'UNKNOWN',
  'IMAGE',
  'VIDEO',
  'AUDIO',
  'DOCUMENT',
  'VECTOR',
  'ARCHIVE',
  'MODEL3D',
  'OTHER',
  'ICON',
  'FLASH',
  'FONT',
  'RAW',
])
export type FileMediaType = z.infer<typeof FileMediaType>

export const FileOperationStatus = z.enum(['FAILED', 'READY', 'PENDING'])
export type FileOperationStatus = z.infer<typeof FileOperationStatus>

export const FileState = z.enum(['OK', 'DELETED'])
export type FileState = z.infer<typeof FileState>

export const BackInStockStatus = z.enum(['UNSPECIFIED', 'RECEIVED', 'PROCESSING', 'NOTIFICATION_SENT', 'FAILED'])
export type BackInStockStatus = z.infer<typeof BackInStockStatus>

export const AlgorithmType = z.enum(['UNSPECIFIED', 'RELATED_ITEMS', 'GLOBAL'])
export type AlgorithmType = z.infer<typeof AlgorithmType>

export const IdentityPrivacyStatus = z.enum(['UNDEFINED', 'PUBLIC', 'PRIVATE'])
export type IdentityPrivacyStatus = z.infer<typeof IdentityPrivacyStatus>

export const EmailTag = z.enum(['UNTAGGED', 'MAIN', 'HOME', 'WORK'])
export type EmailTag = z.infer<typeof EmailTag>

export const PhoneTag = z.enum(['UNTAGGED', 'MAIN', 'HOME', 'MOBILE', 'WORK', 'FAX'])
export type PhoneTag = z.infer<typeof PhoneTag>

export const AddressTag = z.enum(['UNTAGGED', 'HOME', 'WORK', 'BILLING', 'SHIPPING'])
export type AddressTag = z.infer<typeof AddressTag>

export const IdentityStatusName = z.enum(['UNKNOWN_STATUS', 'PENDING', 'ACTIVE', 'DELETED', 'BLOCKED', 'OFFLINE'])
export type IdentityStatusName = z.infer<typeof IdentityStatusName>

export const IdentityPendingReason = z.enum([
  'UNKNOWN_REASON',
  'PENDING_ADMIN_APPROVAL_REQUIRED',
  'PENDING_EMAIL_VERIFICATION_REQUIRED',
  'PENDING_REQUIRED_FIELDS_MISSING',
])
export type IdentityPendingReason = z.infer<typeof IdentityPendingReason>

export const FactorType = z.enum(['PASSWORD', 'SMS', 'CALL', 'EMAIL', 'TOTP', 'PUSH', 'WEBAUTHN', 'RECOVERY_CODE'])
export type FactorType = z.infer<typeof FactorType>

export const IdentityFactorStatus = z.enum(['INACTIVE', 'ACTIVE', 'REQUIRE_REENROLL'])
export type IdentityFactorStatus = z.infer<typeof IdentityFactorStatus>

export const SortOrder = z.enum(['ASC', 'DESC'])
export type SortOrder = z.infer<typeof SortOrder>

export const RestockType = z.enum(['NO_ITEMS', 'ALL_ITEMS', 'SOME_ITEMS'])
export type RestockType = z.infer<typeof RestockType>

/** Why stock changed, as a program says it. */
export const ReasonType = z.enum(['UNKNOWN', 'ORDER', 'MANUAL', 'REVERT_INVENTORY_CHANGE'])
export type ReasonType = z.infer<typeof ReasonType>

export const InventoryAction = z.enum(['RESTOCK', 'DECREASE'])
export type InventoryAction = z.infer<typeof InventoryAction>

export const OrderApprovalStrategy = z.enum(['DEFAULT', 'PAYMENT_RECEIVED', 'PAYMENT_METHOD_SAVED'])
export type OrderApprovalStrategy = z.infer<typeof OrderApprovalStrategy>

export const DepositType = z.enum(['UNKNOWN', 'FLAT', 'PERCENTAGE'])
export type DepositType = z.infer<typeof DepositType>

export const PaymentCollectabilityStatus = z.enum([
  'UNKNOWN',
  'COLLECTABLE',
  'NONCOLLECTABLE_ORDER_IS_CANCELLED',
  'NONCOLLECTABLE_ORDER_IS_PAID',
  'NONCOLLECTABLE_MISSING_PAYMENT_METHOD',
  'NONCOLLECTABLE_ORDER_IS_PENDING',
  'NONCOLLECTABLE_ORDER_IS_REJECTED',
  'NONCOLLECTABLE_ORDER_HAS_SUBSCRIPTIONS',
  'NONCOLLECTABLE_ORDER_HAS_CHARGEBACKS',
  'NONCOLLECTABLE_SUBSCRIPTION_CYCLE_ALREADY_PASSED',
  'NONCOLLECTABLE_ORDER_HAS_UNSUPPORTED_SUBSCRIPTION',
  'NONCOLLECTABLE_CUSTOM_AMOUNT_NOT_SUPPORTED',
])
export type PaymentCollectabilityStatus = z.infer<typeof PaymentCollectabilityStatus>

export const DurationUnit = z.enum(['MINUTES', 'HOURS', 'DAYS'])
export type DurationUnit = z.infer<typeof DurationUnit>

export const NonRefundableReason = z.enum([
  'UNKNOWN_REASON',
  'ALREADY_REFUNDED',
  'PROVIDER_IS_DOWN',
  'NOT_PAID',
  'ZERO_PRICE',
  'DISABLED_BY_PROVIDER',
  'PENDING_REFUND',
  'FORBIDDEN',
  'TRANSACTION_NOT_FOUND',
  'ORDER_IS_PENDING',
  'ORDER_IS_REJECTED',
  'AMOUNT_OFFSET_BY_CHARGEBACK',
])
export type NonRefundableReason = z.infer<typeof NonRefundableReason>

export const ManuallyRefundableReason = z.enum(['EXPIRED', 'NOT_SUPPORTED', 'OFFLINE', 'REQUIRES_CARD_READER'])
export type ManuallyRefundableReason = z.infer<typeof ManuallyRefundableReason>

export const RefundableStatus = z.enum(['NOT_REFUNDABLE', 'MANUAL', 'REFUNDABLE'])
export type RefundableStatus = z.infer<typeof RefundableStatus>

export const InvoiceStatus = z.enum([
  'Draft',
  'Sent',
  'Processing',
  'Paid',
  'Overdue',
  'Void',
  'Deleted',
  'PartiallyPaid',
  'PartialAndOverdue',
])
export type InvoiceStatus = z.infer<typeof InvoiceStatus>

export const CheckoutIdentityType = z.enum(['UNSPECIFIED_IDENTITY_TYPE', 'MEMBER', 'CONTACT'])
export type CheckoutIdentityType = z.infer<typeof CheckoutIdentityType>

export const IdentityType = z.enum(['UNKNOWN', 'ANONYMOUS_VISITOR', 'MEMBER', 'WIX_USER', 'APP'])
export type IdentityType = z.infer<typeof IdentityType>

export const RootFolder = z.enum(['MEDIA_ROOT', 'TRASH_ROOT', 'VISITOR_UPLOADS_ROOT'])
export type RootFolder = z.infer<typeof RootFolder>

export const StreamFormat = z.enum(['UNKNOWN', 'HLS', 'DASH'])
export type StreamFormat = z.infer<typeof StreamFormat>

export const UploadProtocol = z.enum(['TUS'])
export type UploadProtocol = z.infer<typeof UploadProtocol>

export const ContentDisposition = z.enum(['ATTACHMENT', 'INLINE'])
export type ContentDisposition = z.infer<typeof ContentDisposition>

export const MemberFieldSet = z.enum(['PUBLIC', 'EXTENDED', 'FULL'])
export type MemberFieldSet = z.infer<typeof MemberFieldSet>

export const ReviewAuthorType = z.enum(['UNKNOWN', 'MEMBER', 'VISITOR'])
export type ReviewAuthorType = z.infer<typeof ReviewAuthorType>

export const ReviewSource = z.enum(['REVIEW_REQUEST', 'REQUEST_LINK'])
export type ReviewSource = z.infer<typeof ReviewSource>

export const Prompt = z.enum(['login', 'none', 'consent', 'select_account'])
export type Prompt = z.infer<typeof Prompt>

export const CallbackType = z.enum(['UNKNOWN', 'LOGOUT', 'CHECKOUT', 'AUTHORIZE'])
export type CallbackType = z.infer<typeof CallbackType>

export const TenantType = z.enum(['UNKNOWN_TENANT_TYPE', 'ACCOUNT', 'SITE', 'ROOT'])
export type TenantType = z.infer<typeof TenantType>

export const FactorStatus = z.enum(['ENABLED', 'REQUIRE_ACTIVATION', 'REQUIRE_REENROLL', 'ENABLED_BY_RULE', 'DISABLED_BY_RULE'])
export type FactorStatus = z.infer<typeof FactorStatus>

export const MfaReason = z.enum(['USER_SETTINGS', 'HIGH_RISK_LOGIN'])
export type MfaReason = z.infer<typeof MfaReason>

export const LoginState = z.enum([
  'UNKNOWN_STATE',
  'SUCCESS',
  'REQUIRE_OWNER_APPROVAL',
  'REQUIRE_EMAIL_VERIFICATION',
  'STATUS_CHECK',
  'REQUIRE_MFA',
  'MFA_CHALLENGE',
  'REQUIRE_FIRST_FACTOR',
  'REQUIRE_MISSING_FIELDS',
])
export type LoginState = z.infer<typeof LoginState>

export const MembersAccountSection = z.enum(['ACCOUNT_INFO', 'BOOKINGS', 'ORDERS', 'SUBSCRIPTIONS', 'EVENTS'])
export type MembersAccountSection = z.infer<typeof MembersAccountSection>

export const MemberDeletionState = z.enum(['UNKNOWN', 'TRASH', 'DELETED', 'PENDING_PURGE', 'PURGED_EXTERNALLY'])
export type MemberDeletionState = z.infer<typeof MemberDeletionState>

/** What a line of a checkout may be where it is not of a catalogue item's type. */
export const CheckoutLineItemType = z.enum(['PHYSICAL', 'DIGITAL', 'CUSTOM_AMOUNT_ITEM'])
export type CheckoutLineItemType = z.infer<typeof CheckoutLineItemType>

export const CheckoutChannelType = z.enum(['WEB', 'OTHER_PLATFORM', 'WIX_APP_STORE'])
export type CheckoutChannelType = z.infer<typeof CheckoutChannelType>

/** Media of a cart line. */
export const LineItemMediaType = z.enum(['IMAGE'])
export type LineItemMediaType = z.infer<typeof LineItemMediaType>

/** How a discount is counted. */
export const DiscountKind = z.enum(['AMOUNT', 'PERCENT'])
export type DiscountKind = z.infer<typeof DiscountKind>

/** What a client believes its refresh token to be. */
export const TokenRole = z.enum(['none', 'visitor', 'member'])
export type TokenRole = z.infer<typeof TokenRole>

/** Whether a draft of an order is still being written. */
export const DraftOrderStatus = z.enum(['DRAFT', 'COMMITTED'])
export type DraftOrderStatus = z.infer<typeof DraftOrderStatus>

/** Where a discount or a fee of a draft comes from: its order, the shop's rules, or whoever writes it. */
export const DraftOrderSource = z.enum(['ORIGINAL_ORDER', 'AUTOMATIC', 'CUSTOM'])
export type DraftOrderSource = z.infer<typeof DraftOrderSource>

/** Why an order cannot be edited. */
export const NonDraftableReason = z.enum([
  'PARTIALLY_OR_FULLY_REFUNDED',
  'UNSUPPORTED_CHANNEL_TYPE',
  'ORDER_STATUS_IS_NOT_SUPPORTED',
  'ORDER_AND_SITE_CURRENCIES_ARE_INCONSISTENT',
  'ORDER_AND_SITE_WEIGHT_UNITS_ARE_INCONSISTENT',
  'ORDER_NOT_FOUND',
  'SUBSCRIPTION_LINE_ITEM_EXISTS',
  'AMOUNTS_DO_NOT_ADD_UP',
  'UNSUPPORTED_CATALOG_ITEM',
  'TAXABLE_EXISTING_ADDITIONAL_FEE',
  'ORDER_HAS_CHARGEBACKS',
  'EDITING_IS_NOT_ALLOWED_FOR_APP',
  'COUPON_BEHAVIOR_IS_UNDEFINED',
])
export type NonDraftableReason = z.infer<typeof NonDraftableReason>
