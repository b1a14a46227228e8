import * as z from 'zod'
import { BulkActionMetadata, ItemMetadata } from './bulk.ts'
import {
  AuthorizedPaymentAction,
  DurationUnit,
  ManuallyRefundableReason,
  NonRefundableReason,
  PaymentCollectabilityStatus,
  PredefinedPaymentMethod,
  RefundableStatus,
  RestockType,
} from './enums.ts'
import { operation, operations } from './operation.ts'
import { OrderTransactions } from './order-transactions.ts'
import { BulkOrderResult, Order } from './orders.ts'
import { Price } from './prices.ts'
import { amount, Guid, Instant, text, Url } from './primitives.ts'

/** An amount in the currency of the order: `{ amount: '12.50' }`. */
export const PriceInput = z.object({ amount: amount(3) })
export interface PriceInput extends z.output<typeof PriceInput> {}

/** How a payment was made by hand: one of the usual methods, or in the shop's own words. */
export const UserDefinedPaymentMethodNameInput = z.object({ predefined: PredefinedPaymentMethod.nullish(), custom: text(150, 1).nullish() })
export interface UserDefinedPaymentMethodNameInput extends z.output<typeof UserDefinedPaymentMethodNameInput> {}

/** The money is authorized first. After `delayDuration`, or at the action's own date, the clock captures or voids it. */
export const DelayedCaptureSettings = z.object({
  scheduledAction: z.object({ actionType: AuthorizedPaymentAction.nullish(), executionDate: Instant.max(40).nullish() }).nullish(),
  delayDuration: z.object({ count: z.int().min(1).max(525_600), unit: DurationUnit }).nullish(),
})
export interface DelayedCaptureSettings extends z.output<typeof DelayedCaptureSettings> {}

export const RestockItemInput = z.object({ lineItemId: Guid, quantity: z.int().min(1).max(100_000) })
export interface RestockItemInput extends z.output<typeof RestockItemInput> {}

/** Which units go back into stock. */
export const RestockInfoInput = z.object({ type: RestockType, items: z.array(RestockItemInput).max(300).nullish() })
export interface RestockInfoInput extends z.output<typeof RestockInfoInput> {}

const RefundedLine = z.object({ lineItemId: Guid, quantity: z.int().min(1).max(100_000) })

/** What is refunded and why. Where a refund names no amount, it is that of the lines, the shipping and the fees named here. */
export const RefundDetailsInput = z.object({
  /** The older name of `lineItems`. */
  items: z.array(RefundedLine).max(300).nullish(),
  lineItems: z.array(RefundedLine).max(300).nullish(),
  additionalFees: z
    .array(z.object({ additionalFeeId: Guid, amount: PriceInput }))
    .max(100)
    .nullish(),
  shipping: z.object({ amount: PriceInput }).nullish(),
  shippingIncluded: z.boolean().nullish(),
  reason: text(200).nullish(),
})
export interface RefundDetailsInput extends z.output<typeof RefundDetailsInput> {}

export const RefundSideEffectsInput = z.object({
  restockInfo: RestockInfoInput.nullish(),
  sendOrderRefundedEmail: z.boolean().nullish(),
  customMessage: text(1000, 1).nullish(),
})
export interface RefundSideEffectsInput extends z.output<typeof RefundSideEffectsInput> {}

/** Whether a payment can be refunded: by the provider, only by hand, or not, and why. */
export const Refundability = z.object({
  paymentId: z.string(),
  refundabilityStatus: RefundableStatus,
  nonRefundableReason: NonRefundableReason.optional(),
  manuallyRefundableReason: ManuallyRefundableReason.optional(),
  providerLink: z.string().optional(),
})
export interface Refundability extends z.infer<typeof Refundability> {}

/** Authorized payments to capture, each with the amount: all by default. */
export const PaymentsToCapture = z.object({
  payments: z
    .array(z.object({ paymentId: Guid, amount: PriceInput.nullish() }))
    .min(1)
    .max(100),
})
export interface PaymentsToCapture extends z.output<typeof PaymentsToCapture> {}

/** Authorized payments to void. */
export const PaymentsToVoid = z.object({ paymentIds: z.array(Guid).min(1).max(100) })
export interface PaymentsToVoid extends z.output<typeof PaymentsToVoid> {}

/** Why an authorized payment cannot be voided, whoever the caller is. */
export const voidRefusals = [
  'ORDER_NOT_FOUND',
  'PAYMENT_NOT_FOUND',
  'PAYMENT_ALREADY_VOIDED',
  'PAYMENT_ALREADY_CAPTURED',
  'PAYMENT_NOT_AUTHORIZED',
] as const

/** Why an authorized payment cannot be captured, whoever the caller is. */
export const captureRefusals = [...voidRefusals, 'NOT_REGULAR_ONLINE_PAYMENT', 'PAYMENT_HAS_PENDING_CAPTURE', 'INVALID_AMOUNT'] as const

const OfOrder = z.object({ ecomOrderId: Guid })
const alias = <const Path extends string>(path: Path) => [`/v1/payments-collector/${path}`] as const

/** Collecting what is due for an order, and refunding it. For users and apps; what waits for its first payment is not an order here yet. */
export const paymentsCollector = operations({
  /** Requests an amount, the balance at most. Whoever has the returned id may pay it. */
  'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/prepare-payment-collection': operation({
    as: 'user',
    summary: 'Ask for money for an order',
    input: OfOrder.extend({
      amount: PriceInput,
      paymentGatewayOrderId: text(100).nullish(),
      delayedCapture: z.boolean().nullish(),
      merchantInitiated: z.boolean().nullish(),
      redirectUrls: z
        .object({ successUrl: Url.nullish(), cancelUrl: Url.nullish(), errorUrl: Url.nullish(), pendingUrl: Url.nullish() })
        .nullish(),
      delayedCaptureSettings: DelayedCaptureSettings.nullish(),
    }),
    ok: z.object({ paymentGatewayOrderId: z.string() }),
    errors: [
      'NO_ASSOCIATED_ECOM_ORDER',
      'ORDER_CANCELED',
      'ORDER_IS_REJECTED',
      'ORDER_ALREADY_PAID',
      'INVALID_AMOUNT',
      'ORDER_HAS_CHARGEBACKS',
    ],
    aliases: alias('orders/{ecomOrderId}/prepare-payment-collection'),
  }),

  /** Requests all that is still due for an order. Whoever has the returned id may pay it. */
  'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/create-payment-gateway-order': operation({
    as: 'user',
    summary: 'Ask for what is still due for an order',
    input: OfOrder,
    ok: z.object({ paymentGatewayOrderId: z.string() }),
    errors: ['NO_ASSOCIATED_ECOM_ORDER', 'ORDER_CANCELED', 'ORDER_IS_REJECTED', 'ORDER_ALREADY_PAID', 'ORDER_HAS_CHARGEBACKS'],
    aliases: alias('orders/{ecomOrderId}/create-payment-gateway-order'),
  }),

  'GET /ecom/v1/payments-collector/orders/{ecomOrderId}/payment-collectability-status': operation({
    as: 'user',
    summary: 'Ask whether money can be collected for an order',
    input: OfOrder,
    /** `amount` is what is still due. */
    ok: z.object({ status: PaymentCollectabilityStatus, amount: Price.optional() }),
    errors: ['ORDER_NOT_FOUND'],
    aliases: alias('orders/{ecomOrderId}/payment-collectability-status'),
  }),

  'POST /ecom/v1/payments-collector/orders/{orderId}/manual-payment': operation({
    as: 'user',
    summary: 'Record money that came by hand',
    input: z.object({ orderId: Guid, amount: PriceInput, userDefinedPaymentMethodName: UserDefinedPaymentMethodNameInput.nullish() }),
    ok: z.object({}),
    errors: [
      'ORDER_NOT_FOUND',
      'ORDER_CANCELED',
      'ORDER_IS_REJECTED',
      'ORDER_ALREADY_PAID',
      'INVALID_AMOUNT',
      'PARTIAL_OUT_OF_STOCK',
      'FULL_OUT_OF_STOCK',
    ],
    aliases: alias('orders/{orderId}/manual-payment'),
  }),

  /** Everything still due was paid by hand. */
  'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/mark-as-paid': operation({
    as: 'user',
    summary: 'Mark an order as paid',
    input: OfOrder.extend({ userDefinedPaymentMethodName: UserDefinedPaymentMethodNameInput.nullish() }),
    ok: z.object({ order: Order }),
    errors: [
      'ORDER_NOT_FOUND',
      'ORDER_CANCELED',
      'ORDER_IS_REJECTED',
      'ORDER_ALREADY_PAID',
      'INVALID_AMOUNT',
      'PARTIAL_OUT_OF_STOCK',
      'FULL_OUT_OF_STOCK',
    ],
    aliases: alias('orders/{ecomOrderId}/mark-as-paid'),
  }),

  /** Each independently: one that cannot be marked does not affect the others. */
  'POST /v1/bulk/payments-collector/mark-as-paid': operation({
    as: 'user',
    summary: 'Mark several orders as paid',
    input: z.object({ ecomOrderIds: z.array(Guid).min(1).max(100) }),
    ok: z.object({ results: z.array(BulkOrderResult), bulkActionMetadata: BulkActionMetadata }),
    errors: [],
    aliases: ['/ecom/v1/bulk/payments-collector/mark-as-paid'],
  }),

  'GET /ecom/v1/payments-collector/orders/{ecomOrderId}/refundability': operation({
    as: 'user',
    summary: 'Ask which payments of an order can be refunded',
    input: OfOrder,
    ok: z.object({ refundabilities: z.array(Refundability), refundablePerItem: z.boolean() }),
    errors: ['ORDER_NOT_FOUND'],
    aliases: alias('orders/{ecomOrderId}/refundability'),
  }),

  /**
   * Refunds the amount named, or that of the lines, shipping and fees named, or all that is left; never more than was captured. Money paid
   * by hand is refunded by hand: set `externalRefund`. A refund that the provider declines is in `failedPaymentIds`.
   */
  'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/trigger-refund': operation({
    as: 'user',
    summary: 'Refund a payment',
    input: OfOrder.extend({
      payments: z
        .array(z.object({ paymentId: Guid, amount: PriceInput.nullish(), externalRefund: z.boolean().nullish() }))
        .min(1)
        .max(1),
      details: RefundDetailsInput.nullish(),
      sideEffects: RefundSideEffectsInput.nullish(),
    }),
    ok: z.object({ orderTransactions: OrderTransactions, refundId: z.string().optional(), failedPaymentIds: z.array(ItemMetadata) }),
    errors: ['ORDER_NOT_FOUND', 'PAYMENTS_NOT_FOUND', 'REFUND_NOT_AVAILABLE', 'INVALID_AMOUNT'],
    aliases: alias('orders/{ecomOrderId}/trigger-refund'),
  }),

  /** All or nothing. */
  'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/void-authorized-payments': operation({
    as: 'user',
    summary: 'Let authorised payments go',
    input: OfOrder.extend(PaymentsToVoid.shape),
    ok: z.object({ orderTransactions: OrderTransactions }),
    errors: voidRefusals,
    aliases: alias('orders/{ecomOrderId}/void-authorized-payments'),
  }),

  /** All or nothing. After a partial capture the rest is voided. */
  'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/capture-authorized-payments': operation({
    as: 'user',
    summary: 'Take authorised payments',
    input: OfOrder.extend(PaymentsToCapture.shape),
    ok: z.object({ orderTransactions: OrderTransactions }),
    errors: captureRefusals,
    aliases: alias('orders/{ecomOrderId}/capture-authorized-payments'),
  }),
})
