import * as z from 'zod'
import { BackInStockStatus } from './enums.ts'
import { CatalogReferenceInput } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { Decimal, Email, Guid, Instant, text } from './primitives.ts'

/** An item that somebody waits for, as they see it. */
export const BackInStockAlert = z.object({
  id: Guid,
  /** `STOCK`: that it is in stock. `PRICE`: that it costs less than `price`. */
  kind: z.enum(['STOCK', 'PRICE']),
  status: BackInStockStatus,
  createdDate: Instant,
  email: z.string(),
  /** Of `PRICE`: its price at the time of the request. */
  price: Decimal.optional(),
  productId: Guid,
  /** Empty for what is gone. */
  name: z.string(),
  /** Such as `Clay, large`. */
  choices: z.string().optional(),
  /** The id of a picture, as in `/media/{id}`. */
  imageId: z.string().optional(),
  slug: z.string().optional(),
})
export interface BackInStockAlert extends z.infer<typeof BackInStockAlert> {}

/** What a link in an email shows: its own alert, and the others of the same address. */
const OfLink = z.object({
  alert: BackInStockAlert,
  /** Whether the address waits for the item that the email is about. */
  waits: z.boolean(),
  others: z.array(BackInStockAlert),
  /** To use in place of the one from the email from here on: valid for an hour, also for alerts already removed. */
  token: z.string(),
})
const Link = z.object({ token: text(2000, 1) })

export const backInStockAlerts = operations({
  /** Open alerts, newest first, a hundred at most. A visitor gets those of this browser. */
  'GET /vitrine/v1/back-in-stock/mine': operation({
    as: 'visitor',
    personal: 'alerts',
    summary: 'List what one waits for',
    input: z.object({}),
    ok: z.object({ alerts: z.array(BackInStockAlert) }),
    errors: [],
  }),

  /**
   * Requests one email when an item costs less than now and can be bought. It is listed with the other alerts, is removed in the same ways,
   * and the link of its email requests the next one. There is one per address and item.
   */
  'POST /vitrine/v1/price-alerts': operation({
    as: 'visitor',
    cost: 'email',
    summary: 'Ask for an email when something costs less',
    input: z.object({ catalogReference: CatalogReferenceInput, email: Email }),
    ok: z.object({ alert: BackInStockAlert }),
    errors: ['PRICE_ALERT_EXISTS', 'REQUEST_COLLECTION_DISABLED', 'INVALID_CATALOG_REFERENCE_OPTIONS'],
  }),

  'DELETE /vitrine/v1/back-in-stock/mine/{id}': operation({
    as: 'visitor',
    summary: 'Wait for something no more',
    input: z.object({ id: Guid }),
    ok: z.object({}),
    errors: ['BACK_IN_STOCK_NOTIFICATION_REQUEST_NOT_FOUND'],
  }),

  /** Whoever has the link of an email may see the alerts of its address, without signing in. */
  'POST /vitrine/v1/back-in-stock/link/read': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'See what the link of an email is about',
    input: Link,
    ok: OfLink,
    errors: ['BACK_IN_STOCK_LINK_EXPIRED'],
    reads: true,
  }),

  /** Removes the alert for the item that the email is about, another one by `id`, or all. Repeating it changes nothing. */
  'POST /vitrine/v1/back-in-stock/link/stop': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Stop emails about what is back in stock',
    input: Link.extend({ id: Guid.nullish(), all: z.boolean().nullish() }),
    ok: OfLink,
    errors: ['BACK_IN_STOCK_LINK_EXPIRED'],
  }),

  /** Puts the address back at the end of the waiting list of the item that the email is about. */
  'POST /vitrine/v1/back-in-stock/link/resume': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Wait for something again',
    input: Link,
    ok: OfLink,
    errors: ['BACK_IN_STOCK_LINK_EXPIRED', 'REQUEST_COLLECTION_DISABLED'],
  }),
})
