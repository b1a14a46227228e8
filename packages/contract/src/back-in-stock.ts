import * as z from 'zod'
import { BackInStockStatus } from './enums.ts'
import { CatalogReferenceInput, CursorQuery } from './inputs.ts'
import { CatalogReference } from './items.ts'
import { ImageInput } from './line-parts.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { amount, Email, Guid, Instant, many, record, text } from './primitives.ts'

/**
 * A request for an email when an item is back in stock.
 *
 * - `RECEIVED`: it waits.
 * - `PROCESSING`: the item is in stock, and the email is about to be sent.
 * - `NOTIFICATION_SENT`: the email was sent, or the request was marked as notified.
 * - `FAILED`: the email cannot be delivered, or the shop sends none of its kind.
 */
export const BackInStockNotificationRequest = z.object({
  id: Guid.optional(),
  catalogReference: CatalogReference.optional(),
  email: z.string(),
  contactId: Guid.optional(),
  status: BackInStockStatus,
  /** Whether the shop sent the email automatically when stock arrived; false where somebody reported the stock. */
  autoNotified: z.boolean().optional(),
  createdDate: Instant.optional(),
  itemUrl: z.string().optional(),
})
export interface BackInStockNotificationRequest extends z.infer<typeof BackInStockNotificationRequest> {}

/** How many requests wait for an item. */
export const BackInStockNotificationRequestsCount = z.object({ catalogReference: CatalogReference, count: z.int() })
export interface BackInStockNotificationRequestsCount extends z.infer<typeof BackInStockNotificationRequestsCount> {}

/** Whether requests are collected, for each app that has a catalogue. */
export const BackInStockSettings = z.object({
  collectionStates: z.array(z.object({ appId: Guid, collectingRequests: z.boolean() })),
})
export interface BackInStockSettings extends z.infer<typeof BackInStockSettings> {}

const ItemDetails = z.object({
  name: text(200, 1),
  /** Of one unit, in the shop's currency. */
  price: amount(4),
  /** A file of the shop. */
  image: ImageInput.nullish(),
})

const Answer = z.object({ request: BackInStockNotificationRequest })
const WithId = z.object({ id: Guid })
const Settings = z.object({ settings: BackInStockSettings })
const OfApp = z.object({ appId: Guid })

const at = <const Rest extends string>(rest: Rest) => [`/v1/back-in-stock-notification-requests${rest}` as const]

export const backInStock = operations({
  /**
   * Requests one email when an item is back in stock. The caller may name any address; there is one request per address and item.
   * `itemDetails` is how the caller shows it: the email has the name, price and picture of the day on which it is sent.
   */
  'POST /back-in-stock-service/v1/back-in-stock-notification-requests': operation({
    as: 'visitor',
    merchant: 'orders',
    cost: 'email',
    summary: 'Ask for an email when something is back in stock',
    input: z.object({
      request: z.object({
        catalogReference: CatalogReferenceInput,
        email: Email,
        /** Where the email leads, in place of the shop's own page. From a buyer it has to be on the redirect list. */
        itemUrl: text(2048).nullish(),
      }),
      itemDetails: ItemDetails,
    }),
    ok: Answer,
    errors: [
      'BACK_IN_STOCK_NOTIFICATION_REQUEST_ALREADY_EXISTS',
      'REQUEST_COLLECTION_DISABLED',
      'INVALID_CATALOG_REFERENCE_OPTIONS',
      'INVALID_ITEM_IMAGE_URL',
      'REDIRECT_URI_NOT_ALLOWED',
    ],
    aliases: at(''),
  }),

  'GET /back-in-stock-service/v1/back-in-stock-notification-requests/{id}': operation({
    as: 'user',
    summary: 'Read a request for an email',
    input: WithId,
    ok: Answer,
    errors: ['BACK_IN_STOCK_NOTIFICATION_REQUEST_NOT_FOUND'],
    aliases: at('/{id}'),
  }),

  'DELETE /back-in-stock-service/v1/back-in-stock-notification-requests/{id}': operation({
    as: 'user',
    summary: 'Take a request for an email off the waiting list',
    input: WithId,
    ok: z.object({}),
    errors: ['BACK_IN_STOCK_NOTIFICATION_REQUEST_NOT_FOUND'],
    aliases: at('/{id}'),
  }),

  /** Marks it as notified in another way: no email is sent. One notified before stays as it is. */
  'PUT /back-in-stock-service/v1/back-in-stock-notification-requests/{id}/mark-as-notification-sent': operation({
    as: 'user',
    summary: 'Mark a request for an email as answered',
    input: WithId,
    ok: Answer,
    errors: ['BACK_IN_STOCK_NOTIFICATION_REQUEST_NOT_FOUND'],
    aliases: at('/{id}/mark-as-notification-sent'),
  }),

  /** Newest first by default. */
  'GET /back-in-stock-service/v1/back-in-stock-notification-requests': operation({
    as: 'user',
    personal: 'requests',
    summary: 'Query requests for emails',
    input: z.object({ query: CursorQuery.nullish() }),
    ok: z.object({ requests: z.array(BackInStockNotificationRequest), metadata: CursorPagingMetadata }),
    errors: [],
    twin: '/back-in-stock-service/v1/back-in-stock-notification-requests/query',
    aliases: at(''),
  }),

  /** How many still wait. A reference without options counts those of all variants of the product. */
  'GET /back-in-stock-service/v1/back-in-stock-notification-requests/count-by-catalog-reference': operation({
    as: 'user',
    summary: 'Count who waits for which items',
    input: z.object({ catalogReferences: many(CatalogReferenceInput, 100) }),
    ok: z.object({ countsPerCatalogReference: z.array(BackInStockNotificationRequestsCount) }),
    errors: [],
    aliases: at('/count-by-catalog-reference'),
  }),

  /**
   * Notifies all who wait for an item, or those of these requests that still wait, in order of request: whatever the stock is, because the
   * caller reports it. The email shows `itemDetails`. Nobody is notified of a product that is not visible.
   */
  'POST /back-in-stock-service/v1/back-in-stock-notification-requests/report-items-back-in-stock': operation({
    as: 'user',
    summary: 'Report that items are back in stock',
    input: z.object({
      itemDetails: ItemDetails,
      catalogReference: CatalogReferenceInput.nullish(),
      requestIds: many(Guid, 100).nullish(),
      /** For the templates of automations, of which this shop has none: accepted and ignored. */
      extraAutomationTemplateParameters: record(text(100), text(1000), 50).nullish(),
    }),
    ok: z.object({}),
    errors: ['REQUEST_CONTAINS_BOTH_CATALOG_REFERENCE_AND_REQUEST_IDS', 'INVALID_ITEM_IMAGE_URL'],
    aliases: at('/report-items-back-in-stock'),
  }),

  'PUT /back-in-stock-service/v1/back-in-stock-notification-requests/settings': operation({
    as: 'user',
    summary: 'Read whether requests are collected',
    input: z.object({}),
    ok: Settings,
    errors: [],
    reads: true,
    aliases: at('/settings'),
  }),

  'POST /back-in-stock-service/v1/back-in-stock-notification-requests/settings/start-collecting': operation({
    as: 'user',
    summary: 'Begin to collect requests',
    input: OfApp,
    ok: Settings,
    errors: ['NOT_SUPPORTED_APP_DEF_ID'],
    aliases: at('/settings/start-collecting'),
  }),

  /** Existing requests go on waiting. */
  'POST /back-in-stock-service/v1/back-in-stock-notification-requests/settings/stop-collecting': operation({
    as: 'user',
    summary: 'Collect no more requests',
    input: OfApp,
    ok: Settings,
    errors: [],
    aliases: at('/settings/stop-collecting'),
  }),
})
