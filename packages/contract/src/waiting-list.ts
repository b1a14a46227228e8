import * as z from 'zod'
import { BackInStockNotificationRequest } from './back-in-stock.ts'
import { CursorQuery } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { CurrencyCode, Decimal, Guid, Instant, text, whole } from './primitives.ts'

const Item = {
  productId: Guid,
  /** The variant whose stock it is; `00000000-0000-0000-0000-000000000000` for a product whose variants share one. */
  variantId: Guid,
  /** Empty for a product that is hidden or gone. */
  name: z.string(),
  choices: z.string().optional(),
  imageId: z.string().optional(),
}

/** A variant that somebody waits for. */
export const WaitingItem = z.object({
  ...Item,
  waiting: z.int(),
  /** How many of them asked within the last seven days. */
  newThisWeek: z.int(),
  /** How many asked in each of the last twelve weeks, oldest first; including those notified meanwhile. */
  weeks: z.array(z.int()),
  /** Its revenue if each of them buys one: in the shop's currency, absent for a product that is hidden or gone. */
  worth: z.string().optional(),
  /** Units that can be sold now, absent where they are not tracked. 0 for a product that is hidden or gone. */
  available: z.int().optional(),
  /** Units in transit to this shop's locations by transfers. */
  incoming: z.int(),
})
export interface WaitingItem extends z.infer<typeof WaitingItem> {}

/** A variant whose price somebody watches. */
export const WatchedItem = z.object({
  ...Item,
  waiting: z.int(),
  /** What it costs now, absent for a product that is hidden or gone. */
  price: Decimal.optional(),
  /** The lowest and the highest price at which they asked: those who asked at more than it costs now are notified within a minute. */
  least: Decimal,
  most: Decimal,
})
export interface WatchedItem extends z.infer<typeof WatchedItem> {}

/** A person who waits, or was notified. */
export const WaitingPerson = z.object({ request: BackInStockNotificationRequest, ...Item, sentDate: z.string().optional() })
export interface WaitingPerson extends z.infer<typeof WaitingPerson> {}

/** `LINK`: by the link of an email. `ACCOUNT`: in the account's list of alerts. `SHOP`: the shop, or a program, removed the request. */
export const WaitingListExit = z.enum(['LINK', 'ACCOUNT', 'SHOP'])
export type WaitingListExit = z.infer<typeof WaitingListExit>

/** That somebody left before their email was sent; who it was is not stored. */
export const LeftItem = z.object({
  ...Item,
  /** `STOCK`: they waited for stock. `PRICE`: for a lower price. */
  kind: z.enum(['STOCK', 'PRICE']),
  how: WaitingListExit,
  askedDate: Instant,
  leftDate: Instant,
})
export interface LeftItem extends z.infer<typeof LeftItem> {}

/** The outcome of back-in-stock emails. */
export const WaitingListOutcomes = z.object({
  /** How many days back. */
  days: z.int(),
  /** How many were notified. */
  told: z.int(),
  /** How many of them bought the product within `withinDays` days: by the address or the member of an approved order. */
  bought: z.int(),
  withinDays: z.int(),
  /** What these orders paid for the product, with tax, in the shop's currency. */
  sales: Decimal,
  /** How many of those who were notified did not buy it, and asked for the next email. */
  askedAgain: z.int(),
})
export interface WaitingListOutcomes extends z.infer<typeof WaitingListOutcomes> {}

/** How the shop notifies those who wait. */
export const WaitingListSettings = z.object({
  collectsRequests: z.boolean(),
  /** How many people are notified for each unit in stock. */
  peoplePerUnit: z.int(),
  /** After how many hours the next ones are notified, if units are still in stock. */
  hoursBetweenWaves: z.int(),
  /** How many emails are sent in a minute at most. */
  emailsPerMinute: z.int(),
})
export interface WaitingListSettings extends z.infer<typeof WaitingListSettings> {}

export const waitingList = operations({
  /** The variants with the most waiting people first. */
  'GET /vitrine/v1/waiting-list/items': operation({
    as: 'user',
    summary: 'List the variants that are waited for',
    input: z.object({ limit: whole(1, 100).nullish(), offset: whole(0, 100_000).nullish() }),
    ok: z.object({
      items: z.array(WaitingItem),
      currency: CurrencyCode,
      totals: z.object({
        items: z.int(),
        people: z.int(),
        sent: z.int(),
        /** How many left within the last 180 days, before their email. */
        left: z.int(),
        /** Of all that can be bought. */
        worth: z.string(),
      }),
    }),
    errors: [],
  }),

  /** The variants whose price is watched, those with the most people first; of those who asked in the shop's current currency. */
  'GET /vitrine/v1/price-alerts/items': operation({
    as: 'user',
    summary: 'List the variants whose price is watched',
    input: z.object({ limit: whole(1, 100).nullish(), offset: whole(0, 100_000).nullish() }),
    ok: z.object({
      items: z.array(WatchedItem),
      currency: CurrencyCode,
      totals: z.object({ items: z.int(), people: z.int(), sent: z.int() }),
    }),
    errors: [],
  }),

  /** Newest first by default. `expression` is matched against the address. */
  'POST /vitrine/v1/waiting-list/people/search': operation({
    as: 'user',
    personal: 'people',
    summary: 'Search the people who wait, and those who were told',
    input: z.object({ search: CursorQuery.extend({ search: z.object({ expression: text(100).nullish() }).nullish() }).nullish() }),
    ok: z.object({ people: z.array(WaitingPerson), pagingMetadata: CursorPagingMetadata }),
    errors: [],
    reads: true,
  }),

  /**
   * Notifies the next who wait for a variant at once, without waiting for the next round: as many as the stock allows, or all with `all`.
   * The emails are sent within a minute.
   */
  'POST /vitrine/v1/waiting-list/items/{productId}/{variantId}/send': operation({
    as: 'user',
    summary: 'Tell those who wait for a variant now',
    input: z.object({ productId: Guid, variantId: Guid, all: z.boolean().nullish() }),
    ok: z.object({ people: z.int() }),
    errors: ['WAITING_ITEM_OUT_OF_STOCK'],
  }),

  /** Latest first, without who they were. Stored for 180 days. */
  'GET /vitrine/v1/waiting-list/left': operation({
    as: 'user',
    summary: 'List who left the waiting list before their email',
    input: z.object({ limit: whole(1, 100).nullish(), offset: whole(0, 100_000).nullish() }),
    ok: z.object({ left: z.array(LeftItem), total: z.int() }),
    errors: [],
  }),

  /** Of the last 90 days. */
  'GET /vitrine/v1/waiting-list/outcomes': operation({
    as: 'user',
    summary: 'Read what became of emails about what is back in stock',
    input: z.object({}),
    ok: z.object({ outcomes: WaitingListOutcomes, currency: CurrencyCode }),
    errors: [],
  }),

  'GET /vitrine/v1/waiting-list/settings': operation({
    as: 'user',
    summary: 'Read how those who wait are told',
    input: z.object({}),
    ok: z.object({ settings: WaitingListSettings }),
    errors: [],
  }),

  /** Absent fields stay unchanged. */
  'PATCH /vitrine/v1/waiting-list/settings': operation({
    as: 'user',
    summary: 'Change how those who wait are told',
    input: z.object({
      settings: z.object({
        collectsRequests: z.boolean().nullish(),
        peoplePerUnit: whole(1, 100).nullish(),
        hoursBetweenWaves: whole(1, 14 * 24).nullish(),
        emailsPerMinute: whole(1, 1000).nullish(),
      }),
    }),
    ok: z.object({ settings: WaitingListSettings }),
    errors: [],
  }),
})
