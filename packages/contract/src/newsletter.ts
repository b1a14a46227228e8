import * as z from 'zod'
import { CursorQuery } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { Email, Guid, Instant, text } from './primitives.ts'

/**
 * - `PENDING`: the address was entered, and the link in its email has not been used yet. Do not email it.
 * - `CONFIRMED`: its holder has agreed.
 * - `UNSUBSCRIBED`: its holder, or the shop for them, has ended it.
 */
export const NewsletterState = z.enum(['PENDING', 'CONFIRMED', 'UNSUBSCRIBED'])
export type NewsletterState = z.infer<typeof NewsletterState>

/** Consent to the newsletter or its withdrawal, with the proof of it. */
export const NewsletterConsent = z.object({
  given: z.boolean(),
  /** The text beside the field or the button. */
  words: z.string(),
  /** `footer`, `checkout`, `thank-you`, `register`, `account`, `email`, or `admin` where the shop did it for them. */
  place: z.string(),
  /** The path of the page. */
  page: z.string().optional(),
  /** When the address was entered. */
  askedDate: Instant,
  /** When the link in the email was used; the same as `askedDate` where the address was verified before. */
  saidDate: Instant,
})
export interface NewsletterConsent extends z.infer<typeof NewsletterConsent> {}

export const NewsletterSubscriber = z.object({
  id: Guid,
  email: z.string(),
  state: NewsletterState,
  createdDate: Instant,
  /** When the address was last entered. */
  askedDate: Instant,
  confirmedDate: Instant.optional(),
  unsubscribedDate: Instant.optional(),
  /** The member who signs in with this address, if it is verified. */
  memberId: Guid.optional(),
  /** Newest first, twenty at most. */
  consents: z.array(NewsletterConsent),
})
export interface NewsletterSubscriber extends z.infer<typeof NewsletterSubscriber> {}

/** Whether the shop asks for addresses, and in which words; these are stored with each consent. */
export const NewsletterSettings = z.object({
  /** Whether storefront pages ask for it. Existing subscribers stay subscribed. */
  shown: z.boolean(),
  title: z.string(),
  text: z.string(),
})
export interface NewsletterSettings extends z.infer<typeof NewsletterSettings> {}

const Link = z.object({ token: text(2000, 1) })
const OfLink = z.object({ email: z.string(), state: NewsletterState })

export const newsletter = operations({
  /**
   * Subscribes an address, as soon as its holder has used the link that is sent to it. The answer is the same whether the address is known
   * or not, and a subscribed address gets no email. Members who enter their own verified sign-in address are subscribed at once:
   * `confirmed`. The holder agrees to the wording of the settings, which the email repeats.
   */
  'POST /vitrine/v1/newsletter/subscriptions': operation({
    as: 'visitor',
    cost: 'email',
    summary: 'Subscribe to the newsletter',
    input: z.object({
      email: Email,
      place: text(100, 1).nullish(),
      page: text(500, 1).nullish(),
    }),
    ok: z.object({ confirmed: z.boolean() }),
    errors: ['NEWSLETTER_CLOSED'],
  }),

  /** Whoever has the link of an email sees which address it is about, without signing in. */
  'POST /vitrine/v1/newsletter/link/read': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'See what a link of the newsletter is about',
    input: Link,
    ok: OfLink,
    errors: ['NEWSLETTER_LINK_EXPIRED'],
    reads: true,
  }),

  /** Repeating it changes nothing. The link is valid for a week, once: after unsubscribing it no longer works. */
  'POST /vitrine/v1/newsletter/link/confirm': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Confirm a subscription to the newsletter',
    input: Link,
    ok: OfLink,
    errors: ['NEWSLETTER_LINK_EXPIRED'],
  }),

  /** Accepts the link of the email and that of the exported list. Repeating it changes nothing. */
  'POST /vitrine/v1/newsletter/link/unsubscribe': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Unsubscribe from the newsletter',
    input: Link,
    ok: OfLink,
    errors: ['NEWSLETTER_LINK_EXPIRED'],
  }),

  /** Newest first by default. `expression` is matched against the address. */
  'POST /vitrine/v1/newsletter/subscribers/search': operation({
    as: 'user',
    personal: 'subscribers',
    summary: 'Search the subscribers of the newsletter',
    input: z.object({ search: CursorQuery.extend({ search: z.object({ expression: text(100).nullish() }).nullish() }).nullish() }),
    ok: z.object({
      subscribers: z.array(NewsletterSubscriber),
      pagingMetadata: CursorPagingMetadata,
      /** Of the whole list, whatever the search. */
      totals: z.object({ pending: z.int(), confirmed: z.int(), unsubscribed: z.int() }),
    }),
    errors: [],
    reads: true,
  }),

  /** For those who told the shop in another way. Repeating it changes nothing. */
  'POST /vitrine/v1/newsletter/subscribers/{id}/unsubscribe': operation({
    as: 'user',
    summary: 'Unsubscribe somebody from the newsletter',
    input: z.object({ id: Guid }),
    ok: z.object({ subscriber: NewsletterSubscriber }),
    errors: ['NEWSLETTER_SUBSCRIBER_NOT_FOUND'],
  }),

  'GET /vitrine/v1/newsletter/settings': operation({
    as: 'user',
    summary: 'Read how the shop asks for subscribers',
    input: z.object({}),
    ok: z.object({ settings: NewsletterSettings }),
    errors: [],
  }),

  /** Absent fields stay unchanged. An empty text restores the default. */
  'PATCH /vitrine/v1/newsletter/settings': operation({
    as: 'user',
    summary: 'Change how the shop asks for subscribers',
    input: z.object({
      settings: z.object({ shown: z.boolean().nullish(), title: text(100).nullish(), text: text(500).nullish() }),
    }),
    ok: z.object({ settings: NewsletterSettings }),
    errors: [],
  }),
})
