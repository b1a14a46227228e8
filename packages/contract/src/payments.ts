import * as z from 'zod'
import { Agreements, orderingRefusals } from './checkout.ts'
import { operation, operations } from './operation.ts'
import { amount, CurrencyCode, Guid, text, whole } from './primitives.ts'

/** A card of the sandbox as a token. The number itself is not stored: it is in no table, no log and no answer. */
export const CardToken = z.object({
  token: z.string(),
  brand: z.enum(['VISA', 'MASTERCARD', 'AMEX', 'DISCOVER', 'OTHER']),
  last4: z.string(),
})
export interface CardToken extends z.infer<typeof CardToken> {}

/**
 * The outcome of a payment. `APPROVED`: the order is placed, and is paid or will be paid manually. `REQUIRES_ACTION`: send the buyer to
 * `actionUrl`, then confirm; if the page uses the provider's form, the buyer confirms there with `confirmation`. `PENDING`: the provider
 * has not answered yet; the order is placed, and is paid or given up when it does.
 */
export const PlacedOrder = z.object({
  orderId: Guid,
  orderNumber: z.string(),
  status: z.enum(['APPROVED', 'REQUIRES_ACTION', 'PENDING']),
  actionUrl: z.string().optional(),
  /** What the provider's form on the page confirms the payment with, and the address to return to from a bank's page. */
  confirmation: z.object({ clientSecret: z.string(), returnUrl: z.string() }).optional(),
  /** Proves to the status page that its reader has this order; for the link in the email. */
  statusToken: z.string(),
})
export interface PlacedOrder extends z.infer<typeof PlacedOrder> {}

/**
 * The parameters of a provider's form that a page can show instead of the provider's page: Stripe's Payment Element and Express Checkout
 * Element. Where its script cannot be loaded, the payment method is a `REDIRECT`.
 */
export const PaymentElement = z.object({
  provider: z.literal('STRIPE'),
  publishableKey: z.string(),
  /** The address of the provider's script, which has to be loaded from there. */
  scriptUrl: z.string(),
  /** The amount due, in the provider's smallest unit of the currency. */
  amount: z.int(),
  /** The decimals of that unit: 2 for cents. */
  decimals: z.int(),
  /** In lower case, as the provider writes it. */
  currency: z.string(),
  /** `manual`: the money is authorized now and captured later. */
  captureMethod: z.enum(['automatic', 'manual']),
  /** Whether the payment method is always saved at the provider; otherwise only if the buyer has ticked `keep`. */
  keeps: z.boolean(),
  /** The provider's id of the payment methods chosen by the merchant; absent for those of the account. */
  configuration: z.string().optional(),
})
export interface PaymentElement extends z.infer<typeof PaymentElement> {}

/** The same parameters while no amount is due yet. */
export const ExpressCheckout = PaymentElement.omit({ amount: true })
export interface ExpressCheckout extends z.infer<typeof ExpressCheckout> {}

/**
 * A payment method. `CARD`: ask for the card and send its token. `REDIRECT`: the buyer pays on the provider's page and returns. `OFFLINE`:
 * the order is approved at once, and paid by hand.
 */
export const CheckoutPaymentMethod = z.object({
  id: z.string(),
  kind: z.enum(['CARD', 'REDIRECT', 'OFFLINE']),
  /** As shown to the buyer. */
  name: z.string(),
  /** One sentence beside it. */
  hint: z.string().optional(),
  /** The label of the box by which a member saves the card for later orders; absent where it is not offered. */
  keep: z.string().optional(),
  /** The provider's form, if a page may show it. */
  element: PaymentElement.optional(),
})
export interface CheckoutPaymentMethod extends z.infer<typeof CheckoutPaymentMethod> {}

export const payments = operations({
  /** The payment methods for a checkout, in the order in which to offer them. Empty if there are none. */
  'GET /vitrine/v1/checkouts/{id}/payment-methods': operation({
    as: 'visitor',
    cost: 'price',
    summary: 'List the ways to pay for a checkout',
    input: z.object({ id: Guid }),
    ok: z.object({ paymentMethods: z.array(CheckoutPaymentMethod) }),
    errors: ['CHECKOUT_NOT_FOUND'],
  }),

  /**
   * Stands in for the card field of a payment provider, where card data goes straight there and never through the shop. Wrong numbers,
   * dates and codes are violations of their fields. Nothing is stored, so no Idempotency-Key is needed.
   */
  'POST /vitrine/v1/sandbox/card-tokens': operation({
    as: 'anyone',
    summary: 'Turn a sandbox card into a token',
    input: z.object({
      /** Digits, with any spaces. */
      cardNumber: z
        .string()
        .max(30)
        .regex(/^\d(?: ?\d){11,18}$/, 'is no card number'),
      expiryMonth: whole(1, 12),
      /** Four digits. */
      expiryYear: whole(2000, 2199),
      securityCode: z.string().regex(/^\d{3,4}$/, 'is three or four digits'),
      holder: text(100, 1),
    }),
    ok: CardToken,
    errors: ['SITE_NOT_ACCEPTING_PAYMENTS'],
    reads: true,
  }),

  /**
   * Places the order of a checkout and pays for it. With one Idempotency-Key there is one order and one payment, however often it is sent.
   * Send in `expectedTotal` and `expectedCurrency` what the buyer was shown: if it has changed, nothing happens and `CHECKOUT_CHANGED` is
   * returned. After a card is declined the stock is released and another card may be tried.
   */
  'POST /vitrine/v1/checkouts/{id}/place-order': operation({
    as: 'visitor',
    summary: 'Order and pay',
    input: z.object({
      id: Guid,
      /** The payment method; with only a token, that card. May be left out where nothing is due. */
      paymentMethodId: text(50, 1).optional(),
      /** The card, where the payment method needs one. */
      paymentToken: text(4000, 1).optional(),
      /** A saved card of the member, in place of both. Their bank may ask them to confirm it, as with any other. */
      savedPaymentMethodId: Guid.optional(),
      /** Where the buyer returns to from 3-D Secure or the provider's page. */
      returnUrl: text(2048, 1),
      expectedTotal: amount(3).optional(),
      expectedCurrency: CurrencyCode.optional(),
      ...Agreements,
      /**
       * Saves the card with its provider: a member's for later checkouts, with consent to the label of its payment method. For a
       * subscription it is saved anyway, for that.
       */
      savePaymentMethod: z.boolean().optional(),
      /** The page shows the `element` of the payment method and confirms the payment with it: the answer has a `confirmation` instead of an `actionUrl`. */
      withElement: z.boolean().optional(),
    }),
    ok: PlacedOrder,
    confidential: true,
    errors: [
      'CHECKOUT_NOT_FOUND',
      ...orderingRefusals,
      'PAYMENT_ERROR',
      'PAYMENT_TOKEN_INVALID',
      'PAYMENT_PROVIDER_UNREACHABLE',
      'SAVED_PAYMENT_METHOD_NOT_FOUND',
      'PAYMENT_METHOD_NOT_AVAILABLE',
      'REDIRECT_URI_NOT_ALLOWED',
      'SITE_NOT_ACCEPTING_PAYMENTS',
    ],
  }),

  /** After 3-D Secure or the provider's page: `resultToken` is what that page sent to `returnUrl`. A repeated call returns the same. */
  'POST /vitrine/v1/orders/{id}/confirm-payment': operation({
    as: 'visitor',
    summary: 'Finish a payment that the buyer had to confirm',
    input: z.object({ id: Guid, resultToken: text(4000, 1) }),
    ok: PlacedOrder,
    confidential: true,
    errors: ['ORDER_NOT_FOUND', 'PAYMENT_ERROR', 'PAYMENT_TOKEN_INVALID', 'PAYMENT_PROVIDER_UNREACHABLE', 'PAYMENT_NOT_WAITING'],
  }),

  /** The sandbox bank's own page for 3-D Secure: what the buyer is asked to confirm. */
  'GET /vitrine/v1/sandbox/authentications/{id}': operation({
    as: 'anyone',
    summary: 'Read what a sandbox bank asks the buyer to confirm',
    input: z.object({ id: Guid }),
    ok: z.object({ shop: z.string(), amount: z.string(), formattedAmount: z.string(), returnUrl: z.string(), open: z.boolean() }),
    errors: ['PAYMENT_NOT_WAITING'],
  }),

  /** The buyer's answer on that page. `returnUrl` carries the `resultToken` that `confirm-payment` needs. */
  'POST /vitrine/v1/sandbox/authentications/{id}': operation({
    as: 'anyone',
    summary: 'Confirm or refuse a payment at the sandbox bank',
    input: z.object({ id: Guid, answer: z.enum(['CONFIRM', 'REFUSE']) }),
    ok: z.object({ returnUrl: z.string(), resultToken: z.string() }),
    errors: ['PAYMENT_NOT_WAITING'],
  }),
})
