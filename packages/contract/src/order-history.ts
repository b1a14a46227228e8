import * as z from 'zod'
import { LegacyOrderActivityType, LineItemQuantityChangeType, OrderActivityType } from './enums.ts'
import { Price } from './prices.ts'
import { Guid, Instant, Translatable } from './primitives.ts'

export const CustomActivity = z.object({
  appId: Guid,
  type: z.string(),
  additionalData: z.record(z.string(), z.string()).optional(),
})
export interface CustomActivity extends z.infer<typeof CustomActivity> {}

export const MerchantComment = z.object({ message: z.string() })
export interface MerchantComment extends z.infer<typeof MerchantComment> {}

export const OrderRefunded = z.object({ manual: z.boolean(), amount: Price.optional(), reason: z.string() })
export interface OrderRefunded extends z.infer<typeof OrderRefunded> {}

export const LineItemQuantityChange = z.object({
  originalQuantity: z.int().optional(),
  newQuantity: z.int().optional(),
  diff: z.int().optional(),
  deltaType: LineItemQuantityChangeType.optional(),
})
export interface LineItemQuantityChange extends z.infer<typeof LineItemQuantityChange> {}

export const LineItemPriceChange = z.object({ originalPrice: Price.optional(), newPrice: Price.optional() })
export interface LineItemPriceChange extends z.infer<typeof LineItemPriceChange> {}

export const LineItemChanges = z.object({
  id: Guid.optional(),
  name: Translatable.optional(),
  quantity: LineItemQuantityChange.optional(),
  price: LineItemPriceChange.optional(),
})
export interface LineItemChanges extends z.infer<typeof LineItemChanges> {}

export const ManagedLineItem = z.object({ id: Guid.optional(), name: Translatable.optional(), quantity: z.int().optional() })
export interface ManagedLineItem extends z.infer<typeof ManagedLineItem> {}

export const LineItemAmount = z.object({ id: Guid.optional(), name: Translatable.optional(), amount: Price.optional() })
export interface LineItemAmount extends z.infer<typeof LineItemAmount> {}

export const ManagedAmount = z.object({
  id: Guid.optional(),
  name: Translatable.optional(),
  affectedLineItems: z.array(LineItemAmount).optional(),
  totalAmount: Price.optional(),
})
export interface ManagedAmount extends z.infer<typeof ManagedAmount> {}

export const TotalPriceChange = z.object({ originalTotal: Price.optional(), newTotal: Price.optional() })
export interface TotalPriceChange extends z.infer<typeof TotalPriceChange> {}

export const ShippingInformationSnapshot = z.object({ total: Price.optional(), shippingTitle: z.string().optional() })
export interface ShippingInformationSnapshot extends z.infer<typeof ShippingInformationSnapshot> {}

export const ShippingInformationChange = z.object({
  originalShippingInfo: ShippingInformationSnapshot.optional(),
  newShippingInfo: ShippingInformationSnapshot.optional(),
})
export interface ShippingInformationChange extends z.infer<typeof ShippingInformationChange> {}

export const OrderChange = z.object({
  lineItemChanged: LineItemChanges.optional(),
  lineItemAdded: ManagedLineItem.optional(),
  lineItemRemoved: ManagedLineItem.optional(),
  discountAdded: ManagedAmount.optional(),
  discountRemoved: ManagedAmount.optional(),
  additionalFeeAdded: ManagedAmount.optional(),
  additionalFeeRemoved: ManagedAmount.optional(),
  totalPriceChanged: TotalPriceChange.optional(),
  shippingInformationChanged: ShippingInformationChange.optional(),
})
export interface OrderChange extends z.infer<typeof OrderChange> {}

export const DraftOrderChangesApplied = z.object({
  draftOrderId: z.string(),
  reason: z.string().optional(),
  changes: z.array(OrderChange).optional(),
})
export interface DraftOrderChangesApplied extends z.infer<typeof DraftOrderChangesApplied> {}

export const SavedPaymentMethod = z.object({ name: z.string(), description: z.string().optional() })
export interface SavedPaymentMethod extends z.infer<typeof SavedPaymentMethod> {}

export const AuthorizedPayment = z.object({
  paymentId: Guid,
  amount: Price.optional(),
  lastFourDigits: z.string().optional(),
  brand: z.string().optional(),
})
export interface AuthorizedPayment extends z.infer<typeof AuthorizedPayment> {}

export const RegularPaymentRefund = z.object({
  amount: Price.optional(),
  lastFourDigits: z.string().optional(),
  brand: z.string().optional(),
})
export interface RegularPaymentRefund extends z.infer<typeof RegularPaymentRefund> {}

export const GiftCardPaymentRefund = z.object({ giftCardPaymentId: z.string().optional(), amount: Price.optional() })
export interface GiftCardPaymentRefund extends z.infer<typeof GiftCardPaymentRefund> {}

export const MembershipPaymentRefund = z.object({ membershipId: z.string().optional() })
export interface MembershipPaymentRefund extends z.infer<typeof MembershipPaymentRefund> {}

export const RefundedPayment = z.object({
  regular: RegularPaymentRefund.optional(),
  giftCard: GiftCardPaymentRefund.optional(),
  membership: MembershipPaymentRefund.optional(),
  paymentId: Guid.optional(),
  externalRefund: z.boolean().optional(),
})
export interface RefundedPayment extends z.infer<typeof RefundedPayment> {}

export const RefundInitiated = z.object({
  refundId: Guid,
  amount: Price.optional(),
  payments: z.array(RefundedPayment).optional(),
  reason: z.string().optional(),
})
export interface RefundInitiated extends z.infer<typeof RefundInitiated> {}

export const PaymentRefundOutcome = z.object({ refundId: Guid, payment: RefundedPayment.optional() })
export interface PaymentRefundOutcome extends z.infer<typeof PaymentRefundOutcome> {}

export const RefundedAsStoreCredit = z.object({ amount: Price.optional(), reason: z.string().optional() })
export interface RefundedAsStoreCredit extends z.infer<typeof RefundedAsStoreCredit> {}

export const CreditCardDetails = z.object({ lastFourDigits: z.string().optional(), brand: z.string().optional() })
export interface CreditCardDetails extends z.infer<typeof CreditCardDetails> {}

export const RegularPayment = z.object({ creditCardDetails: CreditCardDetails.optional(), amount: Price.optional() })
export interface RegularPayment extends z.infer<typeof RegularPayment> {}

export const ActivityPayment = z.object({ regular: RegularPayment.optional(), paymentId: Guid })
export interface ActivityPayment extends z.infer<typeof ActivityPayment> {}

export const WixReceipt = z.object({ receiptId: Guid, displayNumber: z.string().optional() })
export interface WixReceipt extends z.infer<typeof WixReceipt> {}

export const ExternalReceipt = z.object({ receiptId: z.string().optional(), displayNumber: z.string().optional() })
export interface ExternalReceipt extends z.infer<typeof ExternalReceipt> {}

export const Receipt = z.object({ wixReceipt: WixReceipt.optional(), externalReceipt: ExternalReceipt.optional(), paymentId: Guid })
export interface Receipt extends z.infer<typeof Receipt> {}

export const ChargebackCreated = z.object({
  paymentId: Guid,
  chargebackId: Guid,
  amount: Price.optional(),
  paymentDetails: RegularPayment.optional(),
})
export interface ChargebackCreated extends z.infer<typeof ChargebackCreated> {}

export const ChargebackReversed = z.object({
  paymentId: Guid,
  chargebackId: Guid,
  amount: Price.optional(),
  reversalAmount: Price.optional(),
  paymentDetails: RegularPayment.optional(),
})
export interface ChargebackReversed extends z.infer<typeof ChargebackReversed> {}

/** Something that happened to an order; beside `activityType` at most one other field has details. */
export const OrderActivity = z.object({
  customActivity: CustomActivity.optional(),
  merchantComment: MerchantComment.optional(),
  orderRefunded: OrderRefunded.optional(),
  draftOrderChangesApplied: DraftOrderChangesApplied.optional(),
  savedPaymentMethod: SavedPaymentMethod.optional(),
  authorizedPaymentCreated: AuthorizedPayment.optional(),
  authorizedPaymentCaptured: AuthorizedPayment.optional(),
  authorizedPaymentVoided: AuthorizedPayment.optional(),
  refundInitiated: RefundInitiated.optional(),
  paymentRefunded: PaymentRefundOutcome.optional(),
  paymentRefundFailed: PaymentRefundOutcome.optional(),
  refundedAsStoreCredit: RefundedAsStoreCredit.optional(),
  paymentPending: ActivityPayment.optional(),
  paymentCanceled: ActivityPayment.optional(),
  paymentDeclined: ActivityPayment.optional(),
  receiptCreated: Receipt.optional(),
  receiptSent: Receipt.optional(),
  chargebackCreated: ChargebackCreated.optional(),
  chargebackReversed: ChargebackReversed.optional(),
  id: Guid.optional(),
  authorEmail: z.string().optional(),
  createdDate: Instant.optional(),
  type: LegacyOrderActivityType,
  /** Absent for an activity of an app's own: then see `customActivity`. */
  activityType: OrderActivityType.optional(),
})
export interface OrderActivity extends z.infer<typeof OrderActivity> {}
