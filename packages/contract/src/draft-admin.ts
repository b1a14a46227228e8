import * as z from 'zod'
import { CalculatedDraftOrder } from './draft-order.ts'
import { DraftOrderStatus, OrderStatus, PaymentStatus } from './enums.ts'
import { CursorQuery } from './inputs.ts'
import { Image } from './items.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { ApplicationError, Price } from './prices.ts'
import { amount, CurrencyCode, Email, Guid, Instant, text } from './primitives.ts'

const At = Instant.max(40)

/** `LINK`: its buyer was sent a link to pay. `PAID`: it was paid by other means. `LATER`: it is paid later. */
export const DraftPlacing = z.enum(['LINK', 'PAID', 'LATER'])
export type DraftPlacing = z.infer<typeof DraftPlacing>

/** A draft from scratch, as lists show it. */
export const DraftOverview = z.object({
  id: Guid,
  /** From 1; shown as D-318. A draft that nothing is written into has none, and is in no list. */
  number: z.int().optional(),
  status: DraftOrderStatus,
  /** Whom it is for; empty if unknown. */
  name: z.string(),
  email: z.string().optional(),
  currency: CurrencyCode,
  total: Price,
  units: z.int(),
  /** Of its first few items. */
  images: z.array(Image),
  note: z.string().optional(),
  couponCode: z.string().optional(),
  createdBy: z.object({ name: z.string() }),
  createdDate: Instant,
  updatedDate: Instant,
  /** Until then its units are reserved; of one whose link was sent, those of its order. */
  heldUntil: Instant.optional(),
  placed: DraftPlacing.optional(),
  /** The resulting order. */
  order: z.object({ id: Guid, number: z.string(), status: OrderStatus, paymentStatus: PaymentStatus }).optional(),
})
export interface DraftOverview extends z.infer<typeof DraftOverview> {}

/** Drafts from scratch, as the admin shows them to those who write them. */
export const draftAdmin = operations({
  /** Newest first by default. `expression` is matched against the number, whom it is for, and its items. */
  'POST /vitrine/v1/draft-orders/search': operation({
    as: 'user',
    personal: 'drafts',
    summary: 'Search drafts from scratch',
    input: z.object({
      search: CursorQuery.extend({ search: z.object({ expression: text(100).nullish() }).nullish() }).nullish(),
    }),
    ok: z.object({ drafts: z.array(DraftOverview), pagingMetadata: CursorPagingMetadata }),
    errors: [],
    reads: true,
  }),

  /** `shelves`: the units available for each line, including those reserved for it; absent where stock is not tracked. */
  'GET /vitrine/v1/draft-orders/{id}': operation({
    as: 'user',
    summary: 'Read a draft from scratch',
    input: z.object({ id: Guid }),
    ok: z.object({
      draft: DraftOverview,
      calculatedDraftOrder: CalculatedDraftOrder,
      stockItems: z.array(z.object({ lineItemId: Guid, available: z.int().optional() })),
      coupon: z.object({ code: z.string(), error: ApplicationError.optional() }).optional(),
      /** Of one that waits for its payment: where it is paid. */
      paymentLink: z.string().optional(),
    }),
    errors: ['DRAFT_ORDER_DOES_NOT_EXIST'],
  }),

  /**
   * Absent fields stay unchanged; `null` clears. `note` becomes a staff comment in the order's activities. A coupon that takes nothing off
   * stays, and the draft says why. With `heldUntil`, a month ahead at most, its units are reserved until then.
   */
  'PATCH /vitrine/v1/draft-orders/{id}': operation({
    as: 'user',
    summary: 'Note something of a draft, hold its pieces',
    input: z.object({
      id: Guid,
      note: text(1000).nullish(),
      couponCode: text(50).nullish(),
      heldUntil: At.nullish(),
    }),
    ok: z.object({ draft: DraftOverview }),
    errors: ['DRAFT_ORDER_DOES_NOT_EXIST', 'DRAFT_ORDER_ALREADY_COMMITTED', 'CATALOG_ITEM_NOT_AVAILABLE'],
  }),

  /**
   * Turns a draft into an order, once. `LINK`: the order waits for its payment, and whoever is to pay gets an email with the link, unless
   * `sendEmail` is false; after `heldUntil` it no longer waits, and its units can be sold again. `PAID`: it was paid in full by other means. `LATER`: it is placed, and
   * payment is due.
   */
  'POST /vitrine/v1/draft-orders/{id}/place': operation({
    as: 'user',
    summary: 'Place a draft',
    input: z.object({
      id: Guid,
      payment: DraftPlacing,
      /** The total that was shown: if it has changed, nothing happens. */
      expectedTotal: amount(3).optional(),
      /** Of `LINK`: to whom, where it is not the buyer. */
      email: Email.optional(),
      sendEmail: z.boolean().optional(),
      customMessage: text(1000).optional(),
      heldUntil: At.optional(),
    }),
    ok: z.object({
      order: z.object({ id: Guid, number: z.string() }),
      /** Of `LINK`: where it is paid, and who was emailed, if anybody. */
      link: z.object({ url: z.string(), sentTo: z.string().optional() }).optional(),
    }),
    errors: [
      'DRAFT_ORDER_DOES_NOT_EXIST',
      'DRAFT_ORDER_ALREADY_COMMITTED',
      'CREATE_ORDER_FAILED_VALIDATIONS',
      'DRAFT_ORDER_DEPOSIT_AMOUNT_EXCEEDS_ORDER_TOTAL',
      'DRAFT_ORDER_CHANGED',
    ],
  }),
})
