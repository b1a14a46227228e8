import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Email, Instant } from './primitives.ts'

export const PersonalDataKind = z.enum([
  'ORDERS',
  'CHECKOUTS',
  'CARTS',
  'ABANDONED_CHECKOUTS',
  'DRAFT_ORDERS',
  'GIFT_CARDS',
  'SUBSCRIPTIONS',
  'SAVED_CARDS',
  'CONSENTS',
  'REVIEWS',
  'QUESTIONS',
  'BACK_IN_STOCK_REQUESTS',
  'WISHLISTS',
  'WISHLIST_GIFTS',
  'NEWSLETTER',
  'EMAILS',
  'AUDIT_ENTRIES',
])
export type PersonalDataKind = z.infer<typeof PersonalDataKind>

/** How many rows of a kind are about somebody, and what erasing does with them: `BLANKED` rows stay without name, address and texts. */
export const PersonalDataCount = z.object({
  kind: PersonalDataKind,
  count: z.int(),
  erasure: z.enum(['DELETED', 'BLANKED']),
})
export interface PersonalDataCount extends z.infer<typeof PersonalDataCount> {}

/**
 * What has to end before somebody can be erased: an order that is not fulfilled, a subscription that charges again, a gift card to be
 * emailed.
 */
export const PersonalDataInUse = z.object({
  kind: z.enum(['ORDER', 'SUBSCRIPTION', 'GIFT_CARD']),
  id: z.string(),
  /** The number of the order, the title of the subscription, the last characters of the card. */
  name: z.string(),
})
export interface PersonalDataInUse extends z.infer<typeof PersonalDataInUse> {}

/**
 * The shop's data about a guest, by their email address: whoever ordered or left something without an account. Rows of members are not
 * included, even with the same address.
 */
export const personalData = operations({
  'POST /vitrine/v1/personal-data/preview': operation({
    as: 'user',
    personal: '*',
    summary: 'See what the shop has about a guest',
    input: z.object({ email: Email }),
    ok: z.object({
      /** Only kinds of which there is anything. */
      counts: z.array(PersonalDataCount),
      /** As long as there is any, erasing is refused. */
      inUse: z.array(PersonalDataInUse),
      /** A member who signs in with this address: their data are in their account. */
      memberId: z.string().optional(),
      /** Documents that stay as they are because the law requires it. */
      invoices: z.int(),
    }),
    errors: [],
    reads: true,
    confidential: true,
  }),

  /** Everything about them as it is stored, for the person themselves: make sure that the request is theirs. */
  'POST /vitrine/v1/personal-data/export': operation({
    as: 'user',
    personal: '*',
    summary: 'Export what the shop has about a guest',
    input: z.object({ email: Email }),
    ok: z.object({ fileName: z.string(), packedDate: Instant, data: z.record(z.string(), z.unknown()) }),
    errors: [],
    reads: true,
    confidential: true,
  }),

  /**
   * Deletes what may be deleted, and removes name, address and texts from what stays: orders, which the tax office may ask for. Issued
   * invoices stay as they are. It cannot be undone. The audit log records it, with a keyed hash of the address.
   */
  'POST /vitrine/v1/personal-data/erase': operation({
    as: 'user',
    summary: 'Erase a guest',
    input: z.object({ email: Email }),
    ok: z.object({ counts: z.array(PersonalDataCount) }),
    errors: ['PERSONAL_DATA_IN_USE'],
    confidential: true,
  }),
})
