import * as z from 'zod'

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

export const RestockType = z.enum(['NO_ITEMS', 'ALL_ITEMS', 'SOME_ITEMS'])
export type RestockType = z.infer<typeof RestockType>

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
