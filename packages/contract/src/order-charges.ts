import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { OrderTransactions, Payment } from './order-transactions.ts'
import { DelayedCaptureSettings, PriceInput } from './payments-collector.ts'
import { CurrencyCode, Guid, text, Url } from './primitives.ts'

/** A membership that pays for a line of an order. The older names of its fields are accepted, too. */
export const MembershipCharge = z.object({
  lineItemId: Guid,
  membershipIdentifier: z.object({
    existingMembership: z.object({ appId: Guid, membershipId: text(200, 1) }).nullish(),
    membershipId: text(200).nullish(),
    membershipAppId: text(100).nullish(),
  }),
})
export interface MembershipCharge extends z.output<typeof MembershipCharge> {}

const url = Url.nullish()

/** A card payment: by a saved card, if the merchant initiates it; else by the buyer, on the page that the answer leads to. */
export const RegularCharge = z.object({
  amount: PriceInput,
  /** An earlier payment request, to be paid by the buyer. */
  paymentIntentId: Guid.nullish(),
  /** The buyer pays later. */
  delayedCharge: z.boolean().nullish(),
  redirectUrls: z.object({ successUrl: url, cancelUrl: url, errorUrl: url, pendingUrl: url }).nullish(),
  delayedCaptureSettings: DelayedCaptureSettings.nullish(),
  savePaymentMethod: z.boolean().nullish(),
})
export interface RegularCharge extends z.output<typeof RegularCharge> {}

const OfOrder = z.object({ orderId: Guid })
const unpayable = ['ORDER_NOT_FOUND', 'ORDER_CANCELED', 'ORDER_IS_REJECTED', 'ORDER_ALREADY_PAID', 'INVALID_AMOUNT'] as const
/** The goods of an order that waits for its first payment are sold out. */
const short = ['PARTIAL_OUT_OF_STOCK', 'FULL_OUT_OF_STOCK'] as const
const ofMembership = ['ORDER_LINE_ITEM_NOT_FOUND', 'LINE_ITEM_PAID', 'MEMBERSHIP_NOT_ELIGIBLE', 'CHARGE_MEMBERSHIP_ERROR'] as const

/** The merchant's admin: charges for an existing order. */
export const orderCharges = operations({
  /**
   * Memberships and gift cards first, then the rest by card: all or nothing. `merchantInitiated` charges the card that was saved with the
   * order, or the member's own; without it `regularChargeResponseToken` is what the buyer pays: see `/vitrine/v1/payment-collections/{id}`.
   * What a bank declines is returned as `PAYMENT_ERROR`; then the rest of the charge stays.
   */
  'POST /ecom/v1/order-billing/charge-order': operation({
    as: 'user',
    summary: 'Charge an order',
    input: OfOrder.extend({
      memberId: Guid.nullish(),
      regularCharge: RegularCharge.nullish(),
      giftCards: z
        .array(z.object({ giftCardCode: text(20, 8), amount: PriceInput }))
        .max(100)
        .nullish(),
      memberships: z.array(MembershipCharge).max(100).nullish(),
      /** Sent twice with one key, it is charged once. */
      idempotencyKey: Guid.nullish(),
      merchantInitiated: z.boolean().nullish(),
    }),
    ok: z.object({ payments: z.array(Payment), orderTransactions: OrderTransactions, regularChargeResponseToken: z.string().optional() }),
    errors: [
      ...unpayable,
      ...short,
      ...ofMembership,
      'ORDER_HAS_CHARGEBACKS',
      'CURRENCY_NOT_SUPPORTED',
      'GIFT_CARD_NOT_FOUND',
      'GIFT_CARD_EXPIRED',
      'GIFT_CARD_DISABLED',
      'INSUFFICIENT_FUNDS',
      'ALREADY_REDEEMED',
      'PAYMENT_INTENT_ID_REQUIRED',
      'PAYMENT_COLLECTION_NOT_FOUND',
      'NO_SAVED_PAYMENT_METHOD',
      'PAYMENT_ERROR',
    ],
  }),

  /** Authorises an amount on the card that was saved with the order; the clock captures or voids it when the settings say so. */
  'POST /ecom/v1/order-billing/authorize-charge-with-saved-payment-method': operation({
    as: 'user',
    summary: 'Authorise money on the card that was saved with an order',
    input: OfOrder.extend({ amount: PriceInput, currency: CurrencyCode, delayedCaptureSettings: DelayedCaptureSettings }),
    ok: z.object({ payment: Payment, orderTransactions: OrderTransactions }),
    errors: [...unpayable, ...short, 'ORDER_HAS_CHARGEBACKS', 'CURRENCY_NOT_SUPPORTED', 'NO_SAVED_PAYMENT_METHOD', 'PAYMENT_ERROR'],
  }),

  /** Each line with all of its units, by a membership that applies to it; all or nothing. */
  'POST /ecom/v1/order-billing/charge-memberships': operation({
    as: 'user',
    summary: 'Pay for lines of an order with memberships',
    input: OfOrder.extend({ memberId: Guid, memberships: z.array(MembershipCharge).min(1).max(100) }),
    ok: z.object({ payments: z.array(Payment) }),
    errors: ['ORDER_NOT_FOUND', 'ORDER_CANCELED', 'ORDER_IS_REJECTED', ...short, ...ofMembership],
  }),

  /** The older name of `charge-memberships` above, with the same charges. */
  'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/charge-membership': operation({
    as: 'user',
    summary: 'Pay for lines of an order with memberships, by the older name',
    input: z.object({
      ecomOrderId: Guid,
      memberId: Guid,
      membershipCharges: z
        .array(z.object({ lineItemId: Guid, appId: Guid, membershipId: text(100, 1) }))
        .min(1)
        .max(300),
    }),
    ok: z.object({}),
    errors: ['ORDER_NOT_FOUND', 'ORDER_CANCELED', 'ORDER_IS_REJECTED', ...short, ...ofMembership],
    aliases: ['/v1/payments-collector/orders/{ecomOrderId}/charge-membership'],
  }),

  /**
   * Refunds what memberships paid, with their credits; all or nothing. What a service charged is voided by that service, which may refuse.
   */
  'POST /ecom/v1/order-billing/void-memberships': operation({
    as: 'user',
    summary: 'Undo what memberships paid',
    input: OfOrder.extend({ paymentIds: z.array(Guid).min(1).max(100) }),
    ok: z.object({}),
    errors: ['ORDER_NOT_FOUND', 'PAYMENT_NOT_FOUND', 'NOT_MEMBERSHIP_PAYMENT', 'MEMBERSHIP_PAYMENT_NOT_CHARGED', 'VOID_MEMBERSHIP_ERROR'],
  }),
})
