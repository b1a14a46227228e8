import * as z from 'zod'
import { Image } from './items.ts'
import { operation, operations } from './operation.ts'
import { amount, Email, Guid, text, Url, whole } from './primitives.ts'
import {
  OrderReturn,
  Returnability,
  ReturnCondition,
  ReturnLineInput,
  ReturnMethod,
  ReturnResolution,
  ReturnSettings,
  ReturnStatistics,
  ReturnStatus,
} from './returns.ts'
import { PictureContent } from './review-buyers.ts'
import { Revision } from './revised.ts'

const Answer = z.object({ return: OrderReturn })
/** The revision that a change is made to; an older one is refused with STALE_REVISION. */
const Change = z.object({ id: Guid, revision: Revision.nullish() })
const Message = text(2000).nullish()
const changed = ['RETURN_NOT_FOUND', 'RETURN_STATUS_NOT_ALLOWED'] as const
const Lines = z.array(text(100, 1)).max(10)

/** Returns: buyers request them, the shop decides, receives, inspects, and refunds money, gives credit or exchanges the variant. */
export const returns = operations({
  /** For the buyer of the order, or with the `email` it was ordered with; otherwise there is no such order. */
  'GET /vitrine/v1/orders/{id}/returnable': operation({
    as: 'anyone',
    guesses: ['email'],
    summary: 'Say what of an order can come back',
    input: z.object({ id: Guid, email: Email.optional() }),
    ok: z.object({ returnability: Returnability }),
    errors: ['ORDER_NOT_FOUND'],
  }),

  /**
   * For the buyer of the order, or with the `email` it was ordered with; staff may also request them, even outside the window. Units that
   * were shipped, not refunded and in no other return can be returned. Within the first days set in the settings it is approved at once,
   * unless it needs a code: that waits for the shop.
   */
  'POST /vitrine/v1/orders/{id}/returns': operation({
    as: 'anyone',
    cost: 'email',
    guesses: ['email'],
    summary: 'Ask to return items of an order',
    input: z.object({
      id: Guid,
      email: Email.optional(),
      lines: z.array(ReturnLineInput).min(1).max(300),
      resolution: ReturnResolution.default('REFUND'),
      /** One that the shop offers. */
      method: ReturnMethod.default('SHIPMENT'),
      note: text(1000).nullish(),
      /** Ids of pictures that the caller has uploaded, which show what is wrong; five at most. */
      pictures: z.array(text(100, 1)).max(5).nullish(),
    }),
    ok: Answer,
    errors: [
      'ORDER_NOT_FOUND',
      'ORDER_LINE_ITEM_NOT_FOUND',
      'RETURNS_CLOSED',
      'RETURN_WINDOW_OVER',
      'NOT_RETURNABLE',
      'RETURN_RESOLUTION_NOT_OFFERED',
      'EXCHANGE_NOT_POSSIBLE',
    ],
  }),

  /**
   * Uploads a picture that shows what is wrong with goods: JPEG, PNG, WebP or AVIF. It is rotated upright and no larger than 2048 pixels,
   * and camera metadata (where, when, with what) is removed. It is shown with the return that names it.
   */
  'POST /vitrine/v1/returns/pictures': operation({
    as: 'visitor',
    merchant: 'orders.write',
    summary: 'Upload a picture for a return',
    input: z.object({ content: PictureContent }),
    ok: z.object({ picture: Image }),
    errors: ['PHOTO_NOT_TAKEN'],
  }),

  /** Those of the member's own orders, newest first. */
  'GET /vitrine/v1/returns/mine': operation({
    as: 'member',
    summary: 'List my returns',
    input: z.object({ limit: whole(1, 50).nullish(), cursor: text(200).nullish() }),
    ok: z.object({ returns: z.array(OrderReturn), nextCursor: z.string().optional() }),
    errors: [],
  }),

  /** For the buyer of its order, or with the `email` it was ordered with. */
  'GET /vitrine/v1/returns/{id}': operation({
    as: 'anyone',
    guesses: ['email'],
    summary: 'Read a return',
    input: z.object({ id: Guid, email: Email.optional() }),
    ok: Answer,
    errors: ['RETURN_NOT_FOUND'],
  }),

  /**
   * For the buyer of its order, or with the `email` it was ordered with, until the shop has received the goods. Repeating it changes
   * nothing.
   */
  'POST /vitrine/v1/returns/{id}/cancel': operation({
    as: 'anyone',
    guesses: ['email'],
    summary: 'Call off a return',
    input: Change.extend({ email: Email.optional() }),
    ok: Answer,
    errors: changed,
  }),

  /** Those that wait first, or the newest of one status. `words` are the number of a return or an order, or an email. */
  'POST /vitrine/v1/returns/search': operation({
    as: 'user',
    personal: 'returns',
    summary: 'Search returns',
    input: z.object({
      statuses: z.array(ReturnStatus).max(8).nullish(),
      orderId: Guid.nullish(),
      words: text(320).nullish(),
      limit: whole(1, 100).nullish(),
      cursor: text(200).nullish(),
    }),
    ok: z.object({ returns: z.array(OrderReturn), nextCursor: z.string().optional() }),
    errors: [],
    reads: true,
  }),

  /** How many there are of each status; counts stop at 10,000. */
  'GET /vitrine/v1/returns/counts': operation({
    as: 'user',
    summary: 'Count returns by their status',
    input: z.object({}),
    ok: z.object({ counts: z.array(z.object({ status: ReturnStatus, count: z.int() })) }),
    errors: [],
  }),

  /**
   * Why items are returned, and which are returned most, over the last 90 days (or `days`).
   *
   * @example
   * const { statistics } = await client.orderReturns.getReturnStatistics({ days: 30 })
   */
  'GET /vitrine/v1/returns/statistics': operation({
    as: 'user',
    summary: 'Say why items come back, and which',
    input: z.object({ days: whole(1, 366).nullish() }),
    ok: z.object({ statistics: ReturnStatistics }),
    errors: [],
  }),

  /**
   * Its buyer gets an email with how to return the goods. With `keepsGoods` they need not: all of it counts as accepted, and is not
   * restocked.
   */
  'POST /vitrine/v1/returns/{id}/approve': operation({
    as: 'user',
    summary: 'Approve a return',
    input: Change.extend({
      /** In place of the shop's usual instructions. */
      instructions: Message,
      labelUrl: Url.nullish(),
      trackingNumber: text(100).nullish(),
      /** What a parcel shop scans, as text: the carrier's own code. */
      code: text(200).nullish(),
      keepsGoods: z.boolean().nullish(),
      message: Message,
    }),
    ok: Answer,
    errors: changed,
  }),

  /** Of one that was checked, too: then the returned goods stay the buyer's. They get an email with `message`. */
  'POST /vitrine/v1/returns/{id}/refuse': operation({
    as: 'user',
    summary: 'Refuse a return',
    input: Change.extend({ message: text(2000, 1) }),
    ok: Answer,
    errors: changed,
  }),

  'POST /vitrine/v1/returns/{id}/receive': operation({
    as: 'user',
    summary: 'Note that a return has arrived',
    input: Change,
    ok: Answer,
    errors: changed,
  }),

  /**
   * Records the condition of each line, how many units are accepted, and how many of them go back in stock. It counts as received. Damaged
   * units cannot be restocked. Stock changes at once, and only here.
   */
  'POST /vitrine/v1/returns/{id}/check': operation({
    as: 'user',
    summary: 'Check what came back',
    input: Change.extend({
      lines: z
        .array(
          z.object({
            lineItemId: Guid,
            condition: ReturnCondition,
            accepted: whole(0, 100_000),
            restocked: whole(0, 100_000),
          }),
        )
        .min(1)
        .max(300),
      message: Message,
    }),
    ok: Answer,
    errors: [...changed, 'INVALID_RETURN_CHECK'],
  }),

  /**
   * Refunds what was paid for the accepted units, or less with `amount`, and the delivery with `includeShipping`: to the payments of the
   * order, or as a gift card of the shop. Never more than was paid and is not refunded yet.
   */
  'POST /vitrine/v1/returns/{id}/refund': operation({
    as: 'user',
    merchant: 'payments',
    summary: 'Refund a return',
    input: Change.extend({
      method: z.enum(['PAYMENT', 'STORE_CREDIT']).default('PAYMENT'),
      /** Of all, with the delivery; in the currency of the order. */
      amount: amount(3).nullish(),
      includeShipping: z.boolean().nullish(),
      message: Message,
    }),
    ok: Answer,
    errors: [...changed, 'INVALID_AMOUNT', 'NOTHING_TO_REFUND', 'CURRENCY_NOT_SUPPORTED'],
  }),

  /**
   * Creates a new order with the wanted variants at what was paid for the accepted units: nothing is charged and nothing is refunded. The
   * old order counts them as refunded by hand.
   */
  'POST /vitrine/v1/returns/{id}/exchange': operation({
    as: 'user',
    merchant: 'payments',
    summary: 'Exchange a return',
    input: Change.extend({
      /** The variants, if other ones than the buyer asked for. */
      variants: z
        .array(z.object({ lineItemId: Guid, variantId: Guid }))
        .max(300)
        .nullish(),
      message: Message,
    }),
    ok: Answer,
    errors: [
      ...changed,
      'EXCHANGE_NOT_POSSIBLE',
      'NOTHING_TO_REFUND',
      'CURRENCY_NOT_SUPPORTED',
      'PARTIAL_OUT_OF_STOCK',
      'FULL_OUT_OF_STOCK',
    ],
  }),

  'GET /vitrine/v1/returns/settings': operation({
    as: 'user',
    summary: 'Read by what rules goods come back',
    input: z.object({}),
    ok: z.object({ settings: ReturnSettings }),
    errors: [],
  }),

  /** Absent fields stay unchanged. Returns requested before follow the rules of that time. */
  'PATCH /vitrine/v1/returns/settings': operation({
    as: 'user',
    merchant: 'settings',
    summary: 'Change by what rules goods come back',
    input: z.object({
      settings: z.object({
        revision: Revision.nullish(),
        isOpen: z.boolean().nullish(),
        windowDays: whole(1, 730).nullish(),
        automaticDays: whole(0, 730).nullish(),
        paidBy: ReturnSettings.shape.paidBy.nullish(),
        address: Lines.nullish(),
        instructions: text(2000).nullish(),
        reasons: z.array(text(80, 1)).min(1).max(20).nullish(),
        offersExchange: z.boolean().nullish(),
        offersStoreCredit: z.boolean().nullish(),
        offersCode: z.boolean().nullish(),
        inPersonAddress: Lines.nullish(),
        excludedProductIds: z.array(Guid).max(500).nullish(),
      }),
    }),
    ok: z.object({ settings: ReturnSettings }),
    errors: [],
  }),
})
