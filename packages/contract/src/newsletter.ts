import * as z from 'zod'
import { CursorQuery } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { Email, Guid, Instant, text } from './primitives.ts'

/**
 * - `PENDING`: somebody gave the address, and nobody has used the link in its email yet. It is not to be written to.
 * - `CONFIRMED`: its holder has agreed.
 * - `UNSUBSCRIBED`: its holder, or the shop for them, has ended it.
 */
export const NewsletterState = z.enum(['PENDING', 'CONFIRMED', 'UNSUBSCRIBED'])
export type NewsletterState = z.infer<typeof NewsletterState>

/** A yes or a no that was said to the newsletter, and how that is known. */
export const NewsletterConsent = z.object({
  given: z.boolean(),
  /** What stood beside the field or the button. */
  words: z.string(),
  /** `footer`, `checkout`, `thank-you`, `register`, `account`, `email`, or `admin` where the shop did it for them. */
  place: z.string(),
  /** The path of the page. */
  page: z.string().optional(),
  /** When the address was given. */
  askedDate: Instant,
  /** When the link in the email was used; the same as `askedDate` where the address was proven before. */
  saidDate: Instant,
})
export interface NewsletterConsent extends z.infer<typeof NewsletterConsent> {}

export const NewsletterSubscriber = z.object({
  id: Guid,
  email: z.string(),
  state: NewsletterState,
  createdDate: Instant,
  /** When the address was given last. */
  askedDate: Instant,
  confirmedDate: Instant.optional(),
  unsubscribedDate: Instant.optional(),
  /** The member who signs in with this address, where it is proven to be theirs. */
  memberId: Guid.optional(),
  /** The newest first, twenty at the most. */
  consents: z.array(NewsletterConsent),
})
export interface NewsletterSubscriber extends z.infer<typeof NewsletterSubscriber> {}

/** Whether the shop asks for addresses, and in which words; these are stored with each consent. */
export const NewsletterSettings = z.object({
  /** Whether storefront pages ask. Whoever has subscribed stays subscribed. */
  shown: z.boolean(),
  title: z.string(),
  text: z.string(),
})
export interface NewsletterSettings extends z.infer<typeof NewsletterSettings> {}

const Link = z.object({ token: text(2000, 1) })
const OfLink = z.object({ email: z.string(), state: NewsletterState })

export const newsletter = operations({
  /**
   * Subscribes an address, as soon as its holder has used the link that is sent to it. The answer is the same whether the address is known or
   * not, and an address that is subscribed gets no email. Members who give the address that they sign in with, and that is proven to be theirs, are
   * subscribed at once: `confirmed`. What its holder agrees to are the words of the settings, which the email repeats.
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

  /** Done again it stays confirmed. The link is good for a week, once: after unsubscribing it is over. */
  'POST /vitrine/v1/newsletter/link/confirm': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Confirm a subscription to the newsletter',
    input: Link,
    ok: OfLink,
    errors: ['NEWSLETTER_LINK_EXPIRED'],
  }),

  /** Takes the link of the email and that of the exported list. Done again it stays ended. */
  'POST /vitrine/v1/newsletter/link/unsubscribe': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Unsubscribe from the newsletter',
    input: Link,
    ok: OfLink,
    errors: ['NEWSLETTER_LINK_EXPIRED'],
  }),

  /** The newest first where nobody says otherwise. `expression` is looked for in the address. */
  'POST /vitrine/v1/newsletter/subscribers/search': operation({
    as: 'user',
    personal: 'subscribers',
    summary: 'Search the subscribers of the newsletter',
    input: z.object({ search: CursorQuery.extend({ search: z.object({ expression: text(100).nullish() }).nullish() }).nullish() }),
    ok: z.object({
      subscribers: z.array(NewsletterSubscriber),
      pagingMetadata: CursorPagingMetadata,
      /** Of the whole list, whatever is looked for. */
      totals: z.object({ pending: z.int(), confirmed: z.int(), unsubscribed: z.int() }),
    }),
    errors: [],
    reads: true,
  }),

  /** Somebody told the shop in another way. Done again it stays ended. */
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

  /** What is absent stays. An empty text is the usual one again. */
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
