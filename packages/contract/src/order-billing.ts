import * as z from 'zod'
import { ManuallyRefundableReason, NonRefundableReason } from './enums.ts'
import { operation, operations } from './operation.ts'
import { CreditCardDetails } from './order-history.ts'
import { AdditionalFeeRefund, LineItemRefund, OrderTransactions, Payment, Refund, ShippingRefund } from './order-transactions.ts'
import { captureRefusals, PaymentsToCapture, PaymentsToVoid, PriceInput, RestockItemInput, voidRefusals } from './payments-collector.ts'
import { ApplicationError, Price } from './prices.ts'
import { CurrencyCode, Guid, text } from './primitives.ts'

export const MonetaryPaymentSummary = z.object({ paid: Price, refunded: Price, refundPending: Price, maxRefund: Price })
export interface MonetaryPaymentSummary extends z.infer<typeof MonetaryPaymentSummary> {}

/** Whether a payment can be refunded: by its provider, by hand, or not; one of the three. */
export const PaymentRefundability = z.object({
  refundable: z.boolean().optional(),
  manuallyRefundable: z.object({ reason: ManuallyRefundableReason }).optional(),
  nonRefundable: z.object({ reason: NonRefundableReason }).optional(),
  payment: z.object({
    paymentId: Guid,
    monetary: MonetaryPaymentSummary,
    creditCardDetails: CreditCardDetails.optional(),
    paymentMethod: z.string().optional(),
    offlinePayment: z.boolean(),
  }),
})
export interface PaymentRefundability extends z.infer<typeof PaymentRefundability> {}

const Refundable = z.object({ amount: Price, refundedAmount: Price, availableRefundAmount: Price })

/** What of an order can still be refunded. */
export const OrderRefundability = z.object({
  payments: z.array(PaymentRefundability),
  paymentsSummary: z.object({ monetary: MonetaryPaymentSummary }),
  lineItems: z.array(
    z.object({ lineItemId: Guid, originalQuantity: z.int(), refundedQuantity: z.int(), availableRefundQuantity: z.int() }),
  ),
  shipping: Refundable.optional(),
  additionalFees: z.array(Refundable.extend({ additionalFeeId: Guid })),
})
export interface OrderRefundability extends z.infer<typeof OrderRefundability> {}

/** Which units, fees and how much of the delivery to refund. Without an amount all that is left of it. */
export const RefundItemsInput = z.object({
  lineItems: z
    .array(z.object({ lineItemId: Guid, quantity: z.int().min(1).max(100_000) }))
    .max(300)
    .nullish(),
  additionalFees: z
    .array(z.object({ additionalFeeId: Guid, amount: PriceInput.nullish() }))
    .max(100)
    .nullish(),
  shipping: z.object({ amount: PriceInput.nullish() }).nullish(),
})
export interface RefundItemsInput extends z.output<typeof RefundItemsInput> {}

const Calculated = z.object({ total: Price, tax: Price, discount: Price, subtotal: Price })
const CalculationError = z.object({
  lineItem: LineItemRefund.optional(),
  additionalFee: AdditionalFeeRefund.optional(),
  shipping: ShippingRefund.optional(),
  error: z.object({ applicationError: ApplicationError }),
})

/** The amount of a refund of some units, or why it is impossible. */
export const CalculatedRefund = z.object({
  available: z.boolean().optional(),
  notAvailable: z.object({ errors: z.array(CalculationError) }).optional(),
  summary: Calculated.extend({ lineItemsSubtotal: Price, additionalFeesTotal: Price }),
  calculatedRefundItems: z.object({
    lineItems: z.array(z.object({ item: LineItemRefund, summary: Calculated })),
    additionalFees: z.array(z.object({ additionalFee: AdditionalFeeRefund, summary: Calculated })),
    shipping: z.object({ shipping: ShippingRefund, summary: Calculated }).optional(),
  }),
})
export interface CalculatedRefund extends z.infer<typeof CalculatedRefund> {}

const OfOrder = z.object({ orderId: Guid })

/** An order's payments for the merchant's admin, beside the collector: the same payments, the same rules. */
export const orderBilling = operations({
  /** All or nothing. After a partial capture the rest is voided. */
  'POST /ecom/v1/order-billing/capture-authorized-payments': operation({
    as: 'user',
    summary: 'Take authorised payments of an order',
    input: OfOrder.extend(PaymentsToCapture.shape),
    ok: z.object({ orderTransactions: OrderTransactions }),
    errors: [...captureRefusals, 'ORDER_HAS_CHARGEBACKS'],
  }),

  /** All or nothing. */
  'POST /ecom/v1/order-billing/void-authorized-payments': operation({
    as: 'user',
    summary: 'Let authorised payments of an order go',
    input: OfOrder.extend(PaymentsToVoid.shape),
    ok: z.object({ orderTransactions: OrderTransactions }),
    errors: voidRefusals,
  }),

  'POST /ecom/v1/order-billing/get-order-refundability': operation({
    as: 'user',
    summary: 'Ask what of an order can be given back',
    input: OfOrder,
    ok: OrderRefundability,
    errors: ['ORDER_NOT_FOUND'],
    reads: true,
  }),

  'POST /ecom/v1/order-billing/calculate-refund': operation({
    as: 'user',
    cost: 'price',
    summary: 'Reckon what a refund comes to',
    input: OfOrder.extend({ refundItems: RefundItemsInput.nullish() }),
    ok: CalculatedRefund,
    errors: ['ORDER_NOT_FOUND'],
    reads: true,
  }),

  /**
   * Refunds one payment or several. A payment without an amount refunds the value of the items, if it is the only one, and all that is left
   * of it otherwise. A refund that its provider declines is `FAILED` in the answer.
   */
  'POST /ecom/v1/order-billing/refund-payments': operation({
    as: 'user',
    summary: 'Refund payments of an order',
    input: OfOrder.extend({
      paymentRefunds: z
        .array(z.object({ paymentId: Guid, amount: PriceInput.nullish(), externalRefund: z.boolean().nullish() }))
        .min(1)
        .max(50),
      refundItems: RefundItemsInput.nullish(),
      sideEffects: z
        .object({
          restock: z.object({ lineItems: z.array(RestockItemInput).max(300).nullish() }).nullish(),
          notifications: z.object({ sendCustomerEmail: z.boolean().nullish(), customMessage: text(1000, 1).nullish() }).nullish(),
        })
        .nullish(),
      customerReason: text(200).nullish(),
    }),
    ok: z.object({ refund: Refund, orderTransactions: OrderTransactions }),
    errors: [
      'ORDER_NOT_FOUND',
      'PAYMENT_NOT_FOUND',
      'ORDER_LINE_ITEM_NOT_FOUND',
      'ADDITIONAL_FEE_NOT_FOUND',
      'SHIPPING_NOT_FOUND',
      'INVALID_PAYMENT_REFUND_AMOUNT',
      'INVALID_ADDITIONAL_FEE_REFUND_AMOUNT',
      'INVALID_SHIPPING_REFUND_AMOUNT',
      'INVALID_LINE_ITEM_REFUND_QUANTITY',
      'INVALID_LINE_ITEM_RESTOCK_QUANTITY',
      'PAYMENT_NOT_REFUNDABLE',
      'EXTERNAL_REFUND_EXPECTED',
    ],
  }),

  /** All of the amount, or nothing: concurrent calls do not both get the same money. */
  'POST /ecom/v1/order-billing/redeem-gift-card': operation({
    as: 'user',
    summary: 'Pay for an order off a gift card',
    input: OfOrder.extend({ giftCardCode: text(20, 8), amount: PriceInput, currency: CurrencyCode }),
    ok: z.object({ orderTransactions: OrderTransactions, payment: Payment }),
    errors: [
      'ORDER_NOT_FOUND',
      'ORDER_CANCELED',
      'ORDER_IS_REJECTED',
      'ORDER_ALREADY_PAID',
      'PARTIAL_OUT_OF_STOCK',
      'FULL_OUT_OF_STOCK',
      'INVALID_AMOUNT',
      'CURRENCY_NOT_SUPPORTED',
      'GIFT_CARD_NOT_FOUND',
      'GIFT_CARD_EXPIRED',
      'GIFT_CARD_DISABLED',
      'INSUFFICIENT_FUNDS',
      'ALREADY_REDEEMED',
    ],
  }),

  /** One per received payment. */
  'POST /ecom/v1/order-billing/generate-receipts': operation({
    as: 'user',
    summary: 'Write a receipt for a payment',
    input: OfOrder.extend({ paymentIds: z.array(Guid).min(1).max(1) }),
    ok: z.object({ receipts: z.array(z.object({ paymentId: Guid, receiptId: Guid })) }),
    errors: ['ORDER_NOT_FOUND', 'PAYMENT_NOT_FOUND', 'RECEIPT_ALREADY_EXIST', 'INVALID_PAYMENT_TYPE', 'INVALID_PAYMENT_STATUS'],
  }),
})
