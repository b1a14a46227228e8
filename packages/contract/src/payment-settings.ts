import * as z from 'zod'
import { PredefinedPaymentMethod } from './enums.ts'
import { operation, operations } from './operation.ts'
import { Instant, many, text } from './primitives.ts'

/** A payment method without a provider: the order is approved at once, and paid by hand. */
export const OfflinePaymentMethod = z.object({
  /** Unique in the shop. */
  id: z.string(),
  /** As shown to the buyer: `Bank transfer`. */
  name: z.string(),
  /** One sentence beside it, before the order is placed. */
  hint: z.string().optional(),
  /** How to pay, once the order is placed: an account, an address. Line breaks stay. */
  instructions: z.string().optional(),
  /** Offered only to those who collect their goods, who then pay there, or only to those they are sent to. */
  onlyFor: z.enum(['PICKUP', 'SHIPPING']).optional(),
  predefined: PredefinedPaymentMethod.optional(),
  /** Absent for true. An inactive one keeps its texts, and is not offered. */
  active: z.boolean().optional(),
  /**
   * After this many days an unpaid order is cancelled and its stock released; 0 for never. Absent for 14, and for never with payment in
   * cash or on collection.
   */
  expiresAfterDays: z.int().optional(),
})
export interface OfflinePaymentMethod extends z.infer<typeof OfflinePaymentMethod> {}

export const PaymentMode = z.enum(['LIVE', 'SANDBOX'])
export type PaymentMode = z.infer<typeof PaymentMode>

/** The account that a shop takes payments with. Its secrets are never shown. */
export const StripeAccount = z.object({
  /** `ENVIRONMENT`: the server was started with its keys, and they can only be changed there. `ADMIN`: a merchant entered them. */
  source: z.enum(['ENVIRONMENT', 'ADMIN']),
  /** Whether its keys move real money. */
  mode: z.enum(['LIVE', 'TEST']),
  /** The last four characters of the secret key. */
  last4: z.string(),
  /** `acct_…`, and the name it has at Stripe; absent where the environment has the keys. */
  accountId: z.string().optional(),
  accountName: z.string().optional(),
  /** The publishable key of Stripe's form. Without it buyers pay on Stripe's page. */
  publishableKey: z.string().optional(),
  /** Whether the shop made its webhook at Stripe itself. */
  ownWebhook: z.boolean(),
  /** When Stripe last accepted the keys. */
  checkedDate: Instant.optional(),
})
export interface StripeAccount extends z.infer<typeof StripeAccount> {}

/** How buyers may pay. */
export const PaymentSettings = z.object({
  /** The providers that take new payments, and whether the shop offers them. */
  providers: z.array(
    z.object({
      id: z.string(),
      offered: z.boolean(),
      name: z.string(),
      /** Whether real money moves. No key is ever shown. */
      mode: z.enum(['LIVE', 'TEST']),
      /** When its last webhook arrived; if none ever did, perhaps its webhook is not set up. */
      lastHeardDate: Instant.optional(),
    }),
  ),
  offlineMethods: z.array(OfflinePaymentMethod),
  /** Whether payments of new orders are only authorized, and what happens then: automatically or, by default, by hand. */
  capture: z.object({ held: z.boolean(), action: z.enum(['CAPTURE', 'VOID']).optional(), afterDays: z.int().optional() }),
  /** Whether cards of orders are saved, for charges that are agreed on later. */
  savesCards: z.boolean(),
  /**
   * Who takes new payments: the account at Stripe whose keys were entered, or the sandbox bank where the server has one. Keys of the
   * environment take precedence over this.
   */
  mode: PaymentMode,
  /** Whether the server has a sandbox bank, which takes test cards. */
  hasSandbox: z.boolean(),
  /** The account at Stripe; absent where nobody has entered keys. */
  stripe: StripeAccount.optional(),
})
export interface PaymentSettings extends z.infer<typeof PaymentSettings> {}

export const StripeMethodName = z.enum(['CARD', 'APPLE_PAY', 'GOOGLE_PAY', 'LINK', 'SEPA_DEBIT', 'IDEAL', 'BANCONTACT', 'KLARNA'])
export type StripeMethodName = z.infer<typeof StripeMethodName>

/** A payment method of the account at Stripe. */
export const StripeMethod = z.object({
  method: StripeMethodName,
  /** Whether the account may accept it; if not, the merchant applies for it at Stripe. */
  available: z.boolean(),
  /** Whether buyers are offered it, where currency, country and device allow it. */
  offered: z.boolean(),
})
export interface StripeMethod extends z.infer<typeof StripeMethod> {}

export const LiveChecklistItem = z.object({
  id: z.enum(['ACCOUNT', 'HTTPS', 'EMAIL', 'CLOCK', 'WEBHOOK', 'LEGAL_PAGES', 'TAXES', 'DELIVERY']),
  /** `FAILED` keeps a shop from taking real money; `WARNING` is what should exist and does not. */
  status: z.enum(['OK', 'WARNING', 'FAILED']),
  /** What was found, and what to do; whole sentences in English. */
  message: z.string(),
})
export interface LiveChecklistItem extends z.infer<typeof LiveChecklistItem> {}

export const paymentSettings = operations({
  'GET /vitrine/v1/payment-settings': operation({
    as: 'user',
    summary: 'Read how buyers may pay',
    input: z.object({}),
    ok: z.object({ paymentSettings: PaymentSettings }),
    errors: [],
  }),
  /** Absent fields stay unchanged; `offlineMethods` are replaced as a whole, of `providers` those that are named. */
  'PATCH /vitrine/v1/payment-settings': operation({
    as: 'user',
    summary: 'Change how buyers may pay',
    input: z.object({
      paymentSettings: z.object({
        providers: many(z.object({ id: text(50, 1), offered: z.boolean() }), 20).optional(),
        offlineMethods: many(
          z.object({
            id: text(50, 1).regex(/^[a-z0-9-]+$/, 'may hold lowercase letters, digits and hyphens'),
            name: text(60, 1),
            hint: text(200).nullish(),
            instructions: text(2000).nullish(),
            onlyFor: z.enum(['PICKUP', 'SHIPPING']).nullish(),
            predefined: PredefinedPaymentMethod.nullish(),
            active: z.boolean().nullish(),
            expiresAfterDays: z.int().min(0).max(365).nullish(),
          }),
          20,
        ).optional(),
        /** Cards are held for seven days at most. */
        capture: z
          .object({ held: z.boolean(), action: z.enum(['CAPTURE', 'VOID']).nullish(), afterDays: z.int().min(1).max(7).nullish() })
          .optional(),
        savesCards: z.boolean().optional(),
      }),
    }),
    ok: z.object({ paymentSettings: PaymentSettings }),
    errors: [],
  }),
  /**
   * Checks the keys with Stripe, sets up a webhook there unless a signing secret is given, and stores them encrypted. Who takes new
   * payments does not change, but live keys in place of test keys wait until the shop goes live.
   */
  'PUT /vitrine/v1/payment-settings/stripe-keys': operation({
    as: 'user',
    summary: 'Enter the keys of an account at Stripe',
    input: z.object({
      stripeKeys: z.object({
        secretKey: text(255, 12).regex(/^(sk|rk)_(live|test)_\w+$/, 'begins with sk_live_, rk_live_, sk_test_ or rk_test_'),
        /** Of a webhook that was made at Stripe by hand; without it the shop makes one. */
        webhookSecret: text(255, 8)
          .regex(/^whsec_\w+$/, 'begins with whsec_')
          .optional(),
        /** Of the same account and mode. With it buyers pay in the checkout itself. If it is left out, the previous key stays while the account is the same. */
        publishableKey: text(255, 12)
          .regex(/^pk_(live|test)_\w+$/, 'begins with pk_live_ or pk_test_')
          .optional(),
      }),
    }),
    ok: z.object({ paymentSettings: PaymentSettings }),
    errors: ['PAYMENT_KEYS_IN_ENVIRONMENT', 'PAYMENT_KEYS_REFUSED', 'PAYMENT_PROVIDER_UNREACHABLE', 'PAYMENTS_UNDER_WAY'],
    confidential: true,
  }),
  /**
   * Deletes the keys. What was paid with them stays, and can be refunded only at Stripe. New payments go through the sandbox, if there is
   * one.
   */
  'DELETE /vitrine/v1/payment-settings/stripe-keys': operation({
    as: 'user',
    summary: 'Remove the keys of the account at Stripe',
    input: z.object({}),
    ok: z.object({ paymentSettings: PaymentSettings }),
    errors: ['PAYMENT_KEYS_IN_ENVIRONMENT', 'PAYMENTS_UNDER_WAY'],
  }),
  /** Asks Stripe each time which methods the account may take. */
  'GET /vitrine/v1/payment-settings/stripe-methods': operation({
    as: 'user',
    summary: 'Read which payment methods Stripe offers buyers',
    input: z.object({}),
    ok: z.object({ stripeMethods: z.array(StripeMethod) }),
    errors: ['PAYMENTS_NOT_READY', 'PAYMENT_KEYS_REFUSED', 'PAYMENT_PROVIDER_UNREACHABLE'],
  }),
  /** Methods that are not named stay as they are. The choice is stored at Stripe in a configuration of the shop's own, and also holds for Stripe's page. */
  'PUT /vitrine/v1/payment-settings/stripe-methods': operation({
    as: 'user',
    summary: 'Choose which payment methods Stripe offers buyers',
    input: z.object({ stripeMethods: many(z.object({ method: StripeMethodName, offered: z.boolean() }), 8) }),
    ok: z.object({ stripeMethods: z.array(StripeMethod) }),
    errors: ['PAYMENTS_NOT_READY', 'PAYMENT_KEYS_REFUSED', 'PAYMENT_PROVIDER_UNREACHABLE'],
  }),
  /** Checks everything that a shop needs before it takes real money; Stripe is asked again. */
  'GET /vitrine/v1/payment-settings/live-checklist': operation({
    as: 'user',
    summary: 'Check what a shop needs before it takes real money',
    input: z.object({}),
    ok: z.object({ items: z.array(LiveChecklistItem) }),
    errors: [],
  }),
  'POST /vitrine/v1/payment-settings/mode': operation({
    as: 'user',
    summary: 'Go live, or back to the sandbox',
    input: z.object({ mode: PaymentMode }),
    ok: z.object({ paymentSettings: PaymentSettings }),
    errors: ['PAYMENT_KEYS_IN_ENVIRONMENT', 'PAYMENTS_NOT_READY', 'PAYMENT_PROVIDER_UNREACHABLE'],
  }),
})
