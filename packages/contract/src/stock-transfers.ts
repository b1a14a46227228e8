import * as z from 'zod'
import { CursorQuery } from './inputs.ts'
import { mostInStock } from './inventory.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { Flag, Guid, Instant, text, whole } from './primitives.ts'
import { Revision, revised } from './revised.ts'
import { StockedVariant } from './stocked-variant.ts'

/**
 * `DRAFT`: being written, moves nothing. `IN_TRANSIT`: its units have left, and nobody can buy them. `RECEIVED`: it is done. `CANCELED`: it
 * was cancelled, and units still in transit are back where they left.
 */
export const TransferStatus = z.enum(['DRAFT', 'IN_TRANSIT', 'RECEIVED', 'CANCELED'])
export type TransferStatus = z.infer<typeof TransferStatus>

export const TransferLine = StockedVariant.extend({
  quantity: z.int(),
  /** What has arrived. It may be more than was sent. */
  received: z.int(),
  /** What was sent and did not arrive, once the transfer is received. */
  missing: z.int(),
  /** What its origin has of it. Absent where stock is not tracked. */
  available: z.int().optional(),
})
export interface TransferLine extends z.infer<typeof TransferLine> {}

/** Units in transit from one location to another. */
export const StockTransfer = z.object({
  id: Guid,
  number: z.string(),
  status: TransferStatus,
  fromLocationId: Guid,
  toLocationId: Guid,
  reference: z.string().optional(),
  note: z.string().optional(),
  expectedDate: Instant.optional(),
  lines: z.array(TransferLine),
  /** Of all lines. */
  quantity: z.int(),
  received: z.int(),
  createdBy: z.object({ kind: z.enum(['STAFF', 'API_KEY']), id: z.string(), name: z.string().optional() }),
  sentDate: Instant.optional(),
  closedDate: Instant.optional(),
  ...revised,
})
export interface StockTransfer extends z.infer<typeof StockTransfer> {}

/** As in a list, without its lines. */
export const TransferSummary = StockTransfer.omit({ lines: true }).extend({ lineCount: z.int() })
export interface TransferSummary extends z.infer<typeof TransferSummary> {}

const Line = z.object({ productId: Guid, variantId: Guid.nullish() })
const written = {
  reference: text(100).nullish(),
  note: text(500).nullish(),
  expectedDate: Instant.max(40).nullish(),
}
const Lines = z.array(Line.extend({ quantity: whole(1, mostInStock) })).max(500)

/** Transfers of stock between the locations of a shop. Each step names the revision it applies to, so that none is done twice. */
export const stockTransfers = operations({
  /**
   * By cursor, newest first. Filter by `status fromLocationId toLocationId createdDate expectedDate number`; sort by `createdDate number`.
   *
   * `{ query: { filter: { status: 'IN_TRANSIT' } } }`
   */
  'POST /vitrine/v1/inventory/transfers/query': operation({
    as: 'user',
    summary: 'Query transfers between locations',
    input: z.object({ query: CursorQuery.nullish() }),
    ok: z.object({ transfers: z.array(TransferSummary), pagingMetadata: CursorPagingMetadata }),
    errors: [],
    reads: true,
  }),

  'GET /vitrine/v1/inventory/transfers/{transferId}': operation({
    as: 'user',
    summary: 'Read a transfer',
    input: z.object({ transferId: Guid }),
    ok: z.object({ transfer: StockTransfer }),
    errors: ['TRANSFER_NOT_FOUND'],
    reads: true,
  }),

  /** A draft: nothing moves until it is sent. */
  'POST /vitrine/v1/inventory/transfers': operation({
    as: 'user',
    summary: 'Draft a transfer between locations',
    input: z.object({ transfer: z.object({ fromLocationId: Guid, toLocationId: Guid, lines: Lines, ...written }) }),
    ok: z.object({ transfer: StockTransfer }),
    errors: ['LOCATION_NOT_FOUND', 'LOCATION_INACTIVE', 'PRODUCT_NOT_FOUND', 'INVENTORY_VARIANT_NOT_FOUND'],
  }),

  /** Changes what is given. Locations and lines only of a draft; `lines` are all of them. */
  'PATCH /vitrine/v1/inventory/transfers/{transfer.id}': operation({
    as: 'user',
    summary: 'Change a transfer',
    input: z.object({
      transfer: z.object({
        id: Guid,
        revision: Revision,
        fromLocationId: Guid.nullish(),
        toLocationId: Guid.nullish(),
        lines: Lines.nullish(),
        ...written,
      }),
    }),
    ok: z.object({ transfer: StockTransfer }),
    errors: [
      'TRANSFER_NOT_FOUND',
      'TRANSFER_STATUS',
      'LOCATION_NOT_FOUND',
      'LOCATION_INACTIVE',
      'PRODUCT_NOT_FOUND',
      'INVENTORY_VARIANT_NOT_FOUND',
      'STALE_REVISION',
    ],
  }),

  /** Its units leave their origin, all of them or none; until they arrive nobody can buy them. */
  'POST /vitrine/v1/inventory/transfers/{transferId}/send': operation({
    as: 'user',
    summary: 'Put a transfer in transit',
    input: z.object({ transferId: Guid, revision: Revision }),
    ok: z.object({ transfer: StockTransfer }),
    errors: [
      'TRANSFER_NOT_FOUND',
      'TRANSFER_STATUS',
      'TRANSFER_EMPTY',
      'INSUFFICIENT_INVENTORY',
      'INVENTORY_VARIANT_NOT_FOUND',
      'STALE_REVISION',
    ],
  }),

  /**
   * Records units that arrive, in any number of parts. With `close` it is done: what has not arrived by then is missing, and gone from
   * stock.
   *
   * `{ transferId, revision: '2', received: [{ productId, variantId, quantity: 10 }], close: true }`
   */
  'POST /vitrine/v1/inventory/transfers/{transferId}/receive': operation({
    as: 'user',
    summary: 'Receive units of a transfer',
    input: z.object({
      transferId: Guid,
      revision: Revision,
      received: Lines.nullish(),
      close: Flag.nullish(),
    }),
    ok: z.object({ transfer: StockTransfer }),
    errors: ['TRANSFER_NOT_FOUND', 'TRANSFER_STATUS', 'TRANSFER_LINE_NOT_FOUND', 'INVENTORY_VARIANT_NOT_FOUND', 'STALE_REVISION'],
  }),

  /** A draft is discarded; of one in transit, what has not arrived is back where it left, and what has arrived stays. */
  'POST /vitrine/v1/inventory/transfers/{transferId}/cancel': operation({
    as: 'user',
    summary: 'Cancel a transfer',
    input: z.object({ transferId: Guid, revision: Revision }),
    ok: z.object({ transfer: StockTransfer }),
    errors: ['TRANSFER_NOT_FOUND', 'TRANSFER_STATUS', 'STALE_REVISION'],
  }),
})
