import * as z from 'zod'
import {
  AuthorizationCaptureStatus,
  AuthorizationFailureReason,
  AuthorizationVoidStatus,
  AuthorizedPaymentAction,
  ChargebackStatus,
  MembershipPaymentStatus,
  PaymentTransactionStatus,
  PredefinedPaymentMethod,
  RefundStatus,
  TransactionStatus,
} from './enums.ts'
import { operation, operations } from './operation.ts'
import { CreditCardDetails } from './order-history.ts'
import { Price } from './prices.ts'
import { Guid, Instant, Translatable } from './primitives.ts'

export const AuthorizationActionFailureDetails = z.object({ failureCode: z.string() })
export interface AuthorizationActionFailureDetails extends z.infer<typeof AuthorizationActionFailureDetails> {}

export const AuthorizationCapture = z.object({
  id: Guid.optional(),
  status: AuthorizationCaptureStatus,
  amount: Price.optional(),
  createdDate: Instant.optional(),
  failureDetails: AuthorizationActionFailureDetails.optional(),
})
export interface AuthorizationCapture extends z.infer<typeof AuthorizationCapture> {}

export const AuthorizationVoid = z.object({
  status: AuthorizationVoidStatus,
  voidedDate: Instant.optional(),
  failureDetails: AuthorizationActionFailureDetails.optional(),
  reason: AuthorizationFailureReason,
})
export interface AuthorizationVoid extends z.infer<typeof AuthorizationVoid> {}

export const ScheduledAction = z.object({ actionType: AuthorizedPaymentAction.optional(), executionDate: Instant.optional() })
export interface ScheduledAction extends z.infer<typeof ScheduledAction> {}

export const AuthorizationDetails = z.object({
  delayedCapture: z.boolean(),
  authorizedDate: Instant.optional(),
  captures: z.array(AuthorizationCapture).optional(),
  void: AuthorizationVoid.optional(),
  scheduledAction: ScheduledAction.optional(),
})
export interface AuthorizationDetails extends z.infer<typeof AuthorizationDetails> {}

export const Chargeback = z.object({
  id: Guid,
  createdDate: Instant.optional(),
  updatedDate: Instant.optional(),
  amount: Price.optional(),
  reversalAmount: Price.optional(),
  status: ChargebackStatus,
  externalId: Guid.optional(),
})
export interface Chargeback extends z.infer<typeof Chargeback> {}

export const UserDefinedPaymentMethodName = z.object({ predefined: PredefinedPaymentMethod.optional(), custom: z.string().optional() })
export interface UserDefinedPaymentMethodName extends z.infer<typeof UserDefinedPaymentMethodName> {}

export const PaymentMethodName = z.object({
  buyerLanguageName: z.string().optional(),
  siteLanguageName: z.string().optional(),
  userDefinedName: UserDefinedPaymentMethodName.optional(),
})
export interface PaymentMethodName extends z.infer<typeof PaymentMethodName> {}

export const RegularPaymentDetails = z.object({
  creditCardDetails: CreditCardDetails.optional(),
  paymentOrderId: z.string().optional(),
  gatewayTransactionId: z.string().optional(),
  providerTransactionId: z.string().optional(),
  offlinePayment: z.boolean(),
  status: TransactionStatus,
  savedPaymentMethod: z.boolean(),
  authorizationDetails: AuthorizationDetails.optional(),
  chargebacks: z.array(Chargeback).optional(),
  platformFee: Price.optional(),
  paymentMethodName: PaymentMethodName.optional(),
})
export interface RegularPaymentDetails extends z.infer<typeof RegularPaymentDetails> {}

export const GiftCardPaymentDetails = z.object({
  giftCardPaymentId: z.string(),
  appId: Guid,
  voided: z.boolean(),
  obfuscatedCode: z.string().optional(),
})
export interface GiftCardPaymentDetails extends z.infer<typeof GiftCardPaymentDetails> {}

export const FutureMembershipDetails = z.object({ lineItemId: Guid, benefitId: z.string() })
export interface FutureMembershipDetails extends z.infer<typeof FutureMembershipDetails> {}

export const MembershipPaymentDetails = z.object({
  membershipId: z.string(),
  lineItemId: z.string(),
  status: MembershipPaymentStatus,
  name: Translatable.optional(),
  externalTransactionId: z.string().optional(),
  voided: z.boolean(),
  providerAppId: Guid,
  futureMembership: FutureMembershipDetails.optional(),
})
export interface MembershipPaymentDetails extends z.infer<typeof MembershipPaymentDetails> {}

export const CashRoundingDetails = z.object({ unroundedAmount: Price.optional(), roundingAdjustment: Price.optional() })
export interface CashRoundingDetails extends z.infer<typeof CashRoundingDetails> {}

/** One payment: by a provider, a gift card or a membership. */
export const Payment = z.object({
  regularPaymentDetails: RegularPaymentDetails.optional(),
  giftcardPaymentDetails: GiftCardPaymentDetails.optional(),
  membershipPaymentDetails: MembershipPaymentDetails.optional(),
  id: Guid.optional(),
  createdDate: Instant.optional(),
  updatedDate: Instant.optional(),
  amount: Price.optional(),
  refundDisabled: z.boolean(),
  supportReceiptGeneration: z.boolean(),
  cashRounding: CashRoundingDetails.optional(),
  status: PaymentTransactionStatus,
  chargeCorrelationId: Guid.optional(),
})
export interface Payment extends z.infer<typeof Payment> {}

export const RefundStatusInfo = z.object({ paymentGatewayReasonCode: z.string().optional(), description: z.string().optional() })
export interface RefundStatusInfo extends z.infer<typeof RefundStatusInfo> {}

export const RefundTransaction = z.object({
  paymentId: Guid,
  amount: Price.optional(),
  refundStatus: RefundStatus,
  refundStatusInfo: RefundStatusInfo.optional(),
  gatewayRefundId: Guid.optional(),
  providerRefundId: z.string().optional(),
  externalRefund: z.boolean(),
})
export interface RefundTransaction extends z.infer<typeof RefundTransaction> {}

export const RefundItem = z.object({ lineItemId: Guid, quantity: z.int() })
export interface RefundItem extends z.infer<typeof RefundItem> {}

export const LineItemRefund = z.object({ lineItemId: Guid.optional(), quantity: z.int().optional() })
export interface LineItemRefund extends z.infer<typeof LineItemRefund> {}

export const AdditionalFeeRefund = z.object({ additionalFeeId: Guid.optional(), amount: Price.optional() })
export interface AdditionalFeeRefund extends z.infer<typeof AdditionalFeeRefund> {}

export const ShippingRefund = z.object({ amount: Price.optional() })
export interface ShippingRefund extends z.infer<typeof ShippingRefund> {}

export const RefundDetails = z.object({
  items: z.array(RefundItem).optional(),
  shippingIncluded: z.boolean(),
  reason: z.string().optional(),
  lineItems: z.array(LineItemRefund).optional(),
  additionalFees: z.array(AdditionalFeeRefund).optional(),
  shipping: ShippingRefund.optional(),
})
export interface RefundDetails extends z.infer<typeof RefundDetails> {}

export const LineItemRefundSummary = z.object({ lineItemId: Guid, totalRefundedAmount: Price.optional() })
export interface LineItemRefundSummary extends z.infer<typeof LineItemRefundSummary> {}

export const RefundItemsBreakdown = z.object({ lineItems: z.array(LineItemRefundSummary) })
export interface RefundItemsBreakdown extends z.infer<typeof RefundItemsBreakdown> {}

export const AggregatedRefundSummary = z.object({
  requestedRefund: Price.optional(),
  pendingRefund: Price.optional(),
  refunded: Price.optional(),
  failedRefundAmount: Price.optional(),
  pending: z.boolean(),
  breakdown: RefundItemsBreakdown.optional(),
})
export interface AggregatedRefundSummary extends z.infer<typeof AggregatedRefundSummary> {}

/** A refund of one payment or several. */
export const Refund = z.object({
  id: Guid,
  transactions: z.array(RefundTransaction).optional(),
  details: RefundDetails.optional(),
  createdDate: Instant.optional(),
  summary: AggregatedRefundSummary.optional(),
  requestingServiceAppId: Guid.optional(),
})
export interface Refund extends z.infer<typeof Refund> {}

/** All payments and refunds of an order. */
export const OrderTransactions = z.object({ orderId: Guid, payments: z.array(Payment), refunds: z.array(Refund) })
export interface OrderTransactions extends z.infer<typeof OrderTransactions> {}

export const orderTransactions = operations({
  'POST /ecom/v1/payments/list-by-ids': operation({
    as: 'user',
    personal: 'orderTransactions',
    summary: 'List the payments and refunds of several orders',
    input: z.object({ orderIds: z.array(Guid).min(1).max(100) }),
    /** Of those orders that exist, in the requested order. */
    ok: z.object({ orderTransactions: z.array(OrderTransactions) }),
    errors: [],
    reads: true,
    aliases: ['/ecom/v1/ep-payments/list-by-ids', '/_api/ecom-payments/v1/payments/list-by-ids'],
  }),

  'GET /ecom/v1/payments/orders/{orderId}': operation({
    as: 'user',
    summary: 'List the payments and refunds of an order',
    input: z.object({ orderId: Guid }),
    ok: z.object({ orderTransactions: OrderTransactions }),
    errors: ['ORDER_NOT_FOUND'],
    aliases: ['/ecom/v1/ep-payments/orders/{orderId}', '/_api/ecom-payments/v1/payments/orders/{orderId}'],
  }),
})
