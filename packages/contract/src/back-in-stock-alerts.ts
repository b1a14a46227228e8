import * as z from 'zod'
import { BackInStockStatus } from './enums.ts'
import { CatalogReferenceInput } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { Decimal, Email, Guid, Instant, text } from './primitives.ts'

/** Something that somebody waits for, as a buyer sees it. */
export const BackInStockAlert = z.object({
  id: Guid,
  /** `STOCK`: that it is in stock. `PRICE`: that it costs less than `price`. */
  kind: z.enum(['STOCK', 'PRICE']),
  status: BackInStockStatus,
  createdDate: Instant,
  email: z.string(),
  /** Of `PRICE`: what it cost when they asked. */
  price: Decimal.optional(),
  productId: Guid,
  /** Empty for what is gone. */
  name: z.string(),
  /** Such as `Clay, large`. */
  choices: z.string().optional(),
  /** The id of a picture, as `/media/{id}` has it. */
  imageId: z.string().optional(),
  slug: z.string().optional(),
})
export interface BackInStockAlert extends z.infer<typeof BackInStockAlert> {}

/** What a link in an email shows: its own alert, and the others that wait for the same address. */
const OfLink = z.object({
  alert: BackInStockAlert,
  /** Whether the address is on the list of the item that the email is about. */
  waits: z.boolean(),
  others: z.array(BackInStockAlert),
  /** In the place of the one from the email, from here on: it is good for an hour, also for what is gone from the list. */
  token: z.string(),
})
const Link = z.object({ token: text(2000, 1) })

export const backInStockAlerts = operations({
  /** Those that wait, the newest first, a hundred at the most. A visitor finds those of this browser. */
  'GET /vitrine/v1/back-in-stock/mine': operation({
    as: 'visitor',
    personal: 'alerts',
    summary: 'List what one waits for',
    input: z.object({}),
    ok: z.object({ alerts: z.array(BackInStockAlert) }),
    errors: [],
  }),

  /**
   * Asks for one email when something costs less than now, and can be bought. It stands among what one waits for, is taken back in the same ways, and
   * the link of its email asks for the next one. The same address waits once for the same thing.
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

  /** Whoever has the link of an email may see what waits for its address, without signing in. */
  'POST /vitrine/v1/back-in-stock/link/read': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'See what the link of an email is about',
    input: Link,
    ok: OfLink,
    errors: ['BACK_IN_STOCK_LINK_EXPIRED'],
    reads: true,
  }),

  /** Takes the address off the list of the item that the email is about, off that of another with `id`, or off all. Done again it stays off. */
  'POST /vitrine/v1/back-in-stock/link/stop': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Stop emails about what is back in stock',
    input: Link.extend({ id: Guid.nullish(), all: z.boolean().nullish() }),
    ok: OfLink,
    errors: ['BACK_IN_STOCK_LINK_EXPIRED'],
  }),

  /** Puts the address back on the list of the item that the email is about, at its end. */
  'POST /vitrine/v1/back-in-stock/link/resume': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Wait for something again',
    input: Link,
    ok: OfLink,
    errors: ['BACK_IN_STOCK_LINK_EXPIRED', 'REQUEST_COLLECTION_DISABLED'],
  }),
})
