import * as z from 'zod'
import { MembersAccountSection, Prompt } from './enums.ts'
import { operation, operations } from './operation.ts'
import { AnyObject, Guid, record, text } from './primitives.ts'

export const UrlDetails = z.object({ endpoint: z.string(), searchParams: z.record(z.string(), z.string()).optional() })
export interface UrlDetails extends z.infer<typeof UrlDetails> {}

/** A hosted page to send the visitor to: `fullUrl`. */
export const RedirectSession = z.object({
  id: Guid,
  fullUrl: z.string(),
  urlDetails: UrlDetails.optional(),
  sessionToken: z.string().optional(),
  shortUrl: z.string(),
})
export interface RedirectSession extends z.infer<typeof RedirectSession> {}

const Landing = text(2048, 1)

/** Where a hosted page sends the visitor afterwards. Each must be on the app's list of allowed redirects. */
export const CallbacksInput = z.object({
  /** After an order; it gets `orderId` in its query. */
  thankYouPageUrl: Landing.nullish(),
  /** When the visitor is done or gives up. */
  postFlowUrl: Landing.nullish(),
  loginUrl: Landing.nullish(),
  bookingsServiceListUrl: Landing.nullish(),
  cartPageUrl: Landing.nullish(),
  planListUrl: Landing.nullish(),
})
export interface CallbacksInput extends z.output<typeof CallbacksInput> {}

export const redirects = operations({
  /**
   * The address of a hosted page for one intent, and only one. Served today: `ecomCheckout`, `auth`, `login`, `logout`, `storesProduct` and
   * `memberAccountPage`. An app's callbacks are on its list of redirects; the one of `auth` has to match exactly.
   *
   * `{ ecomCheckout: { checkoutId }, callbacks: { postFlowUrl: 'https://shop.example/cart', thankYouPageUrl: 'https://shop.example/thanks' } }`
   */
  'POST /_api/redirects-api/v1/redirect-session': operation({
    as: 'visitor',
    /** It leads into a checkout. */
    merchant: 'orders',
    summary: 'Make a redirect session',
    input: z.object({
      ecomCheckout: z.object({ checkoutId: Guid }).nullish(),
      bookingsCheckout: z.object({ timezone: text(40).nullish(), slotAvailability: AnyObject.nullish() }).nullish(),
      eventsCheckout: z.object({ reservationId: Guid.nullish(), eventSlug: text(150).nullish() }).nullish(),
      paidPlansCheckout: z.object({ planId: Guid.nullish(), checkoutData: text(2048).nullish() }).nullish(),
      login: z.object({}).nullish(),
      logout: z.object({ clientId: Guid.nullish() }).nullish(),
      auth: z
        .object({
          authRequest: z
            .object({
              clientId: Guid,
              responseType: text(50).nullish(),
              redirectUri: Landing.nullish(),
              scope: text(500).nullish(),
              state: text(2000).nullish(),
              responseMode: text(50).nullish(),
              codeChallenge: text(128).nullish(),
              codeChallengeMethod: text(10).nullish(),
              sessionToken: text(8000).nullish(),
              idp: Guid.nullish(),
              nonce: text(512).nullish(),
            })
            .nullish(),
          prompt: Prompt.nullish(),
        })
        .nullish(),
      memberAccountPage: z.object({ section: MembersAccountSection.nullish() }).nullish(),
      storesProduct: z.object({ productSlug: text(150).nullish() }).nullish(),
      bookingsBook: z.object({ resourceId: Guid.nullish() }).nullish(),
      ecomOrderPaymentRequest: z.object({ paymentRequestId: Guid.nullish() }).nullish(),
      callbacks: CallbacksInput.nullish(),
      preferences: z
        .object({
          useGenericWixPages: z.boolean().nullish(),
          maintainIdentity: z.boolean().nullish(),
          additionalQueryParameters: record(text(100), text(1000), 100).nullish(),
          checkIfPublish: z.boolean().nullish(),
        })
        .nullish(),
      origin: text(2048).nullish(),
    }),
    ok: z.object({ redirectSession: RedirectSession }),
    errors: [
      'REDIRECT_INTENT_REQUIRED',
      'REDIRECT_INTENT_NOT_SERVED',
      'REDIRECT_URI_NOT_ALLOWED',
      'CHECKOUT_NOT_FOUND',
      'CHECKOUT_IS_COMPLETE',
      'INVALID_CLIENT',
      'PRODUCT_NOT_FOUND',
    ],
    aliases: ['/redirect-session/v1/redirect-session', '/headless/v1/redirect-session'],
    confidential: true,
  }),

  /** For the hosted pages: where they may send the visitor afterwards. */
  'GET /vitrine/v1/redirect-sessions/{id}': operation({
    as: 'anyone',
    summary: 'Read where a redirect session leads back to',
    input: z.object({ id: Guid }),
    ok: z.object({
      checkoutId: z.string().optional(),
      callbacks: z.object({
        thankYouPageUrl: z.string().optional(),
        postFlowUrl: z.string().optional(),
        cartPageUrl: z.string().optional(),
      }),
    }),
    errors: ['REDIRECT_SESSION_NOT_FOUND'],
  }),
})
