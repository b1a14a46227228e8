import * as z from 'zod'
import { BulkActionMetadata, ItemMetadata } from './bulk.ts'
import { MembershipPaymentStatus, PaymentTransactionStatus, RefundStatus, TransactionStatus } from './enums.ts'
import { FieldMask } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { OrderTransactions, Payment } from './order-transactions.ts'
import { PriceInput, UserDefinedPaymentMethodNameInput } from './payments-collector.ts'
import { Guid, Instant, text } from './primitives.ts'

const At = Instant.max(40)

/** A chargeback, and perhaps its reversal. */
export const ChargebackInput = z.object({
  id: Guid,
  amount: PriceInput,
  status: z.enum(['APPROVED', 'REVERSED']),
  /** How much of it was reversed; all of it by default. */
  reversalAmount: PriceInput.nullish(),
  externalId: Guid.nullish(),
})
export interface ChargebackInput extends z.output<typeof ChargebackInput> {}

const RegularDetails = z.object({
  offlinePayment: z.boolean().nullish(),
  /** The older place of the payment's status. */
  status: TransactionStatus.nullish(),
  paymentOrderId: text(100).nullish(),
  gatewayTransactionId: text(100).nullish(),
  providerTransactionId: text(100).nullish(),
  creditCardDetails: z.object({ lastFourDigits: text(4).nullish(), brand: text(100).nullish() }).nullish(),
  paymentMethodName: z.object({ userDefinedName: UserDefinedPaymentMethodNameInput.nullish() }).nullish(),
  chargebacks: z.array(ChargebackInput).max(6).nullish(),
})

/** A payment that was made elsewhere: by hand, by card, by gift card or by membership; one of the three. */
export const RecordedPaymentInput = z.object({
  amount: PriceInput,
  createdDate: At.nullish(),
  status: PaymentTransactionStatus.nullish(),
  refundDisabled: z.boolean().nullish(),
  regularPaymentDetails: RegularDetails.nullish(),
  giftcardPaymentDetails: z.object({ giftCardPaymentId: text(100), appId: Guid, obfuscatedCode: text(30).nullish() }).nullish(),
  membershipPaymentDetails: z
    .object({
      membershipId: text(200),
      lineItemId: text(100, 1),
      name: z.object({ original: text(100, 1), translated: text(100).nullish() }).nullish(),
      providerAppId: Guid,
      externalTransactionId: text(100, 1).nullish(),
      status: MembershipPaymentStatus.nullish(),
    })
    .nullish(),
})
export interface RecordedPaymentInput extends z.output<typeof RecordedPaymentInput> {}

/** The fields of a payment that may be changed afterwards; its amount and who made it may not. */
export const PaymentUpdate = z.object({
  refundDisabled: z.boolean().nullish(),
  regularPaymentDetails: RegularDetails.pick({ gatewayTransactionId: true, providerTransactionId: true, chargebacks: true }).nullish(),
})
export interface PaymentUpdate extends z.output<typeof PaymentUpdate> {}

const OfPayment = z.object({ orderId: Guid, paymentId: Guid })
const aliases = <const Path extends string>(path: Path) =>
  [`/ecom/v1/ep-payments/${path}`, `/_api/ecom-payments/v1/payments/${path}`] as const

/**
 * Payments and refunds made outside the platform. What a provider of the shop's own carries out is recorded by the calls that request it;
 * here an app records what was done elsewhere, and never more than an order costs.
 */
export const recordedPayments = operations({
  /** All of them or none. Without a status they are `APPROVED`. */
  'POST /ecom/v1/payments/orders/{orderId}/add-payment': operation({
    as: 'user',
    summary: 'Record payments that were made elsewhere',
    input: z.object({ orderId: Guid, payments: z.array(RecordedPaymentInput).min(1).max(50) }),
    ok: z.object({ orderTransactions: OrderTransactions, paymentsIds: z.array(Guid) }),
    errors: [
      'ORDER_NOT_FOUND',
      'ORDER_CANCELED',
      'ORDER_IS_REJECTED',
      'INVALID_AMOUNT',
      'STATUS_NOT_ALLOWED',
      'PARTIAL_OUT_OF_STOCK',
      'FULL_OUT_OF_STOCK',
    ],
    aliases: aliases('orders/{orderId}/add-payment'),
  }),

  /** Of a recorded one that waits: it arrived, was declined, or will not come. The same status again changes nothing. */
  'POST /ecom/v1/payments/{paymentId}/orders/{orderId}/update-payment-transaction-status': operation({
    as: 'user',
    summary: 'Say what became of a recorded payment',
    input: OfPayment.extend({ status: TransactionStatus.nullish() }),
    ok: z.object({ orderTransactions: OrderTransactions }),
    errors: ['ORDER_NOT_FOUND', 'PAYMENT_NOT_FOUND', 'INVALID_AMOUNT', 'STATUS_NOT_ALLOWED', 'PARTIAL_OUT_OF_STOCK', 'FULL_OUT_OF_STOCK'],
    aliases: aliases('{paymentId}/orders/{orderId}/update-payment-transaction-status'),
  }),

  /** Each independently: one that cannot be changed does not affect the others. */
  'POST /ecom/v1/bulk/payments/update-payment-transaction-status': operation({
    as: 'user',
    summary: 'Say what became of several recorded payments',
    input: z.object({
      paymentAndOrderIds: z.array(OfPayment).min(1).max(300),
      status: TransactionStatus.nullish(),
      returnFullEntity: z.boolean().nullish(),
    }),
    ok: z.object({
      results: z.array(z.object({ itemMetadata: ItemMetadata, item: Payment.optional() })),
      bulkActionMetadata: BulkActionMetadata,
    }),
    errors: [],
    aliases: ['/_api/ecom-payments/v1/bulk/payments/update-payment-transaction-status'],
  }),

  /**
   * Each by the fields that are sent, or those of its mask. Chargebacks (`chargebacks`) lower what can be refunded, and as long as one is
   * in force nothing more is collected for the order.
   */
  'POST /ecom/v1/payments/orders/{orderId}/update-payments': operation({
    as: 'user',
    summary: 'Say more about payments',
    input: z.object({
      orderId: Guid,
      payments: z
        .array(z.object({ payment: PaymentUpdate.extend({ id: Guid }), fieldMask: FieldMask.nullish() }))
        .min(1)
        .max(100),
    }),
    ok: z.object({ orderTransactions: OrderTransactions }),
    errors: ['ORDER_TRANSACTIONS_NOT_FOUND', 'PAYMENT_NOT_FOUND', 'INVALID_AMOUNT'],
    aliases: aliases('orders/{orderId}/update-payments'),
  }),

  /**
   * The provider's id of a refund, and the reason for its status. Whether money was refunded is for the provider to say, not for this call.
   */
  'POST /ecom/v1/payments/orders/{orderId}/update-refund-transaction': operation({
    as: 'user',
    summary: 'Say more about a refund',
    input: z.object({
      orderId: Guid,
      refundId: Guid,
      transaction: z.object({
        paymentId: Guid,
        refundStatus: RefundStatus.nullish(),
        refundStatusInfo: z.object({ paymentGatewayReasonCode: text(100).nullish(), description: text(1000).nullish() }).nullish(),
        providerRefundId: text(100).nullish(),
      }),
      fieldMask: FieldMask.nullish(),
    }),
    ok: z.object({ orderTransactions: OrderTransactions }),
    errors: ['ORDER_TRANSACTIONS_NOT_FOUND', 'REFUND_NOT_FOUND', 'REFUND_TRANSACTION_NOT_FOUND', 'STATUS_NOT_ALLOWED'],
    aliases: aliases('orders/{orderId}/update-refund-transaction'),
  }),
})
