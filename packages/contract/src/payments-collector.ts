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

/** How money came by hand: one of the usual ways, or in the shop's own words. */
export const UserDefinedPaymentMethodNameInput = z.object({ predefined: PredefinedPaymentMethod.nullish(), custom: text(150, 1).nullish() })
export interface UserDefinedPaymentMethodNameInput extends z.output<typeof UserDefinedPaymentMethodNameInput> {}

/** The money is held first. After `delayDuration`, or at the action's own date, the clock takes it or lets it go. */
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

/** What is refunded and why. Where a refund names no amount, the lines, the shipping and the fees named here are it. */
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

/** Whether a payment can be given back: by the provider, by hand only, or not, and why. */
export const Refundability = z.object({
  paymentId: z.string(),
  refundabilityStatus: RefundableStatus,
  nonRefundableReason: NonRefundableReason.optional(),
  manuallyRefundableReason: ManuallyRefundableReason.optional(),
  providerLink: z.string().optional(),
})
export interface Refundability extends z.infer<typeof Refundability> {}

/** Payments whose money is held, each with as much of it as is to be taken: all where nothing is said. */
export const PaymentsToCapture = z.object({
  payments: z
    .array(z.object({ paymentId: Guid, amount: PriceInput.nullish() }))
    .min(1)
    .max(100),
})
export interface PaymentsToCapture extends z.output<typeof PaymentsToCapture> {}

/** Payments whose money is held and is to be let go. */
export const PaymentsToVoid = z.object({ paymentIds: z.array(Guid).min(1).max(100) })
export interface PaymentsToVoid extends z.output<typeof PaymentsToVoid> {}

/** Why held money cannot be let go, whoever asks for it. */
export const voidRefusals = [
  'ORDER_NOT_FOUND',
  'PAYMENT_NOT_FOUND',
  'PAYMENT_ALREADY_VOIDED',
  'PAYMENT_ALREADY_CAPTURED',
  'PAYMENT_NOT_AUTHORIZED',
] as const

/** Why held money cannot be taken, whoever asks for it. */
export const captureRefusals = [...voidRefusals, 'NOT_REGULAR_ONLINE_PAYMENT', 'PAYMENT_HAS_PENDING_CAPTURE', 'INVALID_AMOUNT'] as const

const OfOrder = z.object({ ecomOrderId: Guid })
const alias = <const Path extends string>(path: Path) => [`/v1/payments-collector/${path}`] as const

/** Taking what is due for an order, and giving it back. For users and apps; what waits for its first payment is no order here yet. */
export const paymentsCollector = operations({
  /** Asks for an amount, the balance at the most. Whoever has the id that comes back may pay it. */
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

  /** Asks for all that is still due for an order. Whoever has the id that comes back may pay it. */
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

  /** Everything still due came by hand. */
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

  /** Each by itself: one that cannot be marked keeps no other from it. */
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
   * Gives money back: the amount named, or that of the lines, shipping and fees named, or all that is left; never more than was taken.
   * Money that came by hand goes back by hand: say so with `externalRefund`. A refund that the provider declines is in `failedPaymentIds`.
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

  /** All of them or, where one cannot be, none. */
  'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/void-authorized-payments': operation({
    as: 'user',
    summary: 'Let authorised payments go',
    input: OfOrder.extend(PaymentsToVoid.shape),
    ok: z.object({ orderTransactions: OrderTransactions }),
    errors: voidRefusals,
    aliases: alias('orders/{ecomOrderId}/void-authorized-payments'),
  }),

  /** All of them or, where one cannot be, none. What a part leaves is let go. */
  'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/capture-authorized-payments': operation({
    as: 'user',
    summary: 'Take authorised payments',
    input: OfOrder.extend(PaymentsToCapture.shape),
    ok: z.object({ orderTransactions: OrderTransactions }),
    errors: captureRefusals,
    aliases: alias('orders/{ecomOrderId}/capture-authorized-payments'),
  }),
})
