import * as z from 'zod'
import { CursorQuery } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { AnyObject, amount, CurrencyCode, Decimal, Email, Guid, Instant, many, text } from './primitives.ts'

export const GiftCardStatus = z.enum(['VALID', 'EXPIRED', 'DISABLED'])
export type GiftCardStatus = z.infer<typeof GiftCardStatus>

export const GiftCardSource = z.enum(['ORDER', 'MANUAL'])
export type GiftCardSource = z.infer<typeof GiftCardSource>

export const GiftCardTransactionType = z.enum(['REDEEM', 'VOID', 'INITIAL', 'PAYMENT_METHOD_REFUND', 'MANUAL'])
export type GiftCardTransactionType = z.infer<typeof GiftCardTransactionType>

export const BalanceOperationType = z.enum(['ADD', 'SUBTRACT'])
export type BalanceOperationType = z.infer<typeof BalanceOperationType>

/** What anybody who knows its code can see of a gift card. */
export const KnownGiftCard = z.object({
  obfuscatedCode: z.string(),
  balance: z.object({ value: Decimal, currency: CurrencyCode }),
  status: GiftCardStatus,
  appId: Guid,
  externalId: z.string().optional(),
})
export interface KnownGiftCard extends z.infer<typeof KnownGiftCard> {}

export const GiftCardAmount = z.object({ amount: Decimal, formattedAmount: z.string() })
export interface GiftCardAmount extends z.infer<typeof GiftCardAmount> {}

export const GiftCardOrderInfo = z.object({ orderId: Guid, orderNumber: z.string().optional() })
export interface GiftCardOrderInfo extends z.infer<typeof GiftCardOrderInfo> {}

export const GiftCardNotificationInfo = z.object({
  recipient: z.object({ email: z.string().optional(), name: z.string().optional() }).optional(),
  notificationDate: Instant.optional(),
  personalizedMessage: z.string().optional(),
  sender: z.object({ email: z.string().optional(), name: z.string().optional() }).optional(),
})
export interface GiftCardNotificationInfo extends z.infer<typeof GiftCardNotificationInfo> {}

/** A gift card of the shop. Its code is sent once, to its recipient; here it is masked: `****-****-****-1234`. */
export const IssuedGiftCard = z.object({
  id: Guid,
  code: z.string(),
  codeSuffix: z.string(),
  initialValue: GiftCardAmount,
  balance: GiftCardAmount,
  currency: CurrencyCode,
  expirationDate: Instant.optional(),
  createdDate: Instant,
  updatedDate: Instant,
  disabledDate: Instant.optional(),
  notificationInfo: GiftCardNotificationInfo.optional(),
  source: GiftCardSource,
  orderInfo: GiftCardOrderInfo.optional(),
})
export interface IssuedGiftCard extends z.infer<typeof IssuedGiftCard> {}

/** A credit or debit of a gift card; `updatedBalance` is its balance afterwards. */
export const GiftCardTransaction = z.object({
  id: Guid,
  createdDate: Instant,
  type: GiftCardTransactionType,
  giftCardId: Guid,
  amount: GiftCardAmount,
  updatedBalance: GiftCardAmount,
  operationType: BalanceOperationType,
  orderInfo: GiftCardOrderInfo.optional(),
})
export interface GiftCardTransaction extends z.infer<typeof GiftCardTransaction> {}

const person = z.object({ email: Email.nullish(), name: text(200).nullish() })
const IdempotencyKey = text(100, 1)
const value = z.object({ amount: amount(4) })

export const NewGiftCard = z.object({
  /** Generated if absent. */
  code: text(20, 8).nullish(),
  initialValue: value,
  currency: CurrencyCode,
  expirationDate: Instant.max(40).nullish(),
  notificationInfo: z
    .object({
      recipient: person.nullish(),
      notificationDate: Instant.max(40).nullish(),
      personalizedMessage: text(500, 1).nullish(),
      sender: person.nullish(),
    })
    .nullish(),
  source: GiftCardSource,
  orderInfo: z.object({ orderId: Guid, orderNumber: text(100).nullish() }).nullish(),
})
export interface NewGiftCard extends z.output<typeof NewGiftCard> {}

const context = z.object({ locationId: text(50).nullish() }).nullish()
const AnyCode = text(20, 1)
const OfCard = z.object({ giftCardId: Guid })
/** A gift card that a member has paid with, without its code. */
export const MembersGiftCard = z.object({
  codeSuffix: z.string(),
  balance: GiftCardAmount,
  currency: CurrencyCode,
  status: GiftCardStatus,
  expirationDate: Instant.optional(),
})
export interface MembersGiftCard extends z.infer<typeof MembersGiftCard> {}

const Card = z.object({ giftCard: IssuedGiftCard })
const Cards = z.object({ giftCards: z.array(IssuedGiftCard), pagingMetadata: CursorPagingMetadata })

const BalanceChange = OfCard.extend({ amount: value, note: text(255).nullish(), idempotencyKey: IdempotencyKey.nullish() })
const Balance = z.object({ balance: GiftCardAmount, currency: CurrencyCode })

/** Sent as one `query`, or as its parts in query parameters. */
const queryInput = { query: CursorQuery.nullish() }

export const giftCards = operations({
  'POST /ecom/v1/gift-cards/{code}': operation({
    as: 'user',
    cost: 'guess',
    summary: 'Read a gift card by its code',
    input: z.object({ code: AnyCode, appId: Guid.nullish(), pin: text(50).nullish(), context }),
    ok: z.object({ giftCard: KnownGiftCard }),
    errors: ['GIFT_CARD_NOT_FOUND'],
    reads: true,
  }),

  /** Redeems all of the amount or nothing. For an order it can be called once. */
  'POST /ecom/v1/gift-cards/redeem': operation({
    as: 'user',
    cost: 'guess',
    summary: 'Pay with a gift card',
    input: z.object({
      code: AnyCode,
      amount: z.object({ value: amount(5), currency: CurrencyCode.nullish() }),
      orderId: Guid.nullish(),
      appId: Guid.nullish(),
      pin: text(50).nullish(),
      context,
    }),
    ok: z.object({ transactionId: z.string() }),
    errors: [
      'GIFT_CARD_NOT_FOUND',
      'ALREADY_REDEEMED',
      'CURRENCY_NOT_SUPPORTED',
      'INSUFFICIENT_FUNDS',
      'GIFT_CARD_DISABLED',
      'GIFT_CARD_EXPIRED',
    ],
  }),

  'POST /ecom/v1/gift-cards/void': operation({
    as: 'user',
    summary: 'Put back what was paid with a gift card',
    input: z.object({ transactionId: text(100, 1), appId: Guid.nullish(), context }),
    ok: z.object({}),
    errors: ['TRANSACTION_NOT_FOUND', 'ALREADY_VOIDED', 'GIFT_CARD_DISABLED', 'GIFT_CARD_EXPIRED'],
  }),

  /** With a recipient it is emailed, at once or on its `notificationDate`. The same `idempotencyKey` again returns the same card. */
  'POST /gift-cards/v1/gift-cards': operation({
    as: 'user',
    summary: 'Create a gift card',
    input: z.object({ giftCard: NewGiftCard, idempotencyKey: IdempotencyKey.nullish() }),
    ok: Card,
    errors: ['GIFT_CARD_CODE_ALREADY_EXISTS', 'CURRENCY_NOT_SUPPORTED'],
  }),

  'GET /gift-cards/v1/gift-cards/{giftCardId}': operation({
    as: 'user',
    summary: 'Read a gift card',
    input: OfCard,
    ok: Card,
    errors: ['GIFT_CARD_NOT_FOUND'],
  }),

  'GET /gift-cards/v1/gift-cards/query': operation({
    as: 'user',
    personal: 'giftCards',
    summary: 'Query gift cards',
    input: z.object(queryInput),
    ok: Cards,
    errors: [],
    twin: '/gift-cards/v1/gift-cards/query',
  }),

  /** Words are searched for in recipients, senders and the last digits of the code. */
  'POST /gift-cards/v1/gift-cards/search': operation({
    as: 'user',
    personal: 'giftCards',
    summary: 'Search gift cards',
    input: z.object({
      search: CursorQuery.extend({
        search: z
          .object({
            expression: text(100).nullish(),
            mode: text(10).nullish(),
            fields: many(text(200), 20).nullish(),
            fuzzy: z.boolean().nullish(),
          })
          .nullish(),
      }).nullish(),
    }),
    ok: Cards,
    errors: [],
    reads: true,
  }),

  /** Those that are emailed to an address, newest first; 100 at most. */
  'GET /gift-cards/v1/gift-cards': operation({
    as: 'user',
    summary: 'List the gift cards of a mail address',
    input: z.object({ email: Email }),
    ok: z.object({ giftCards: z.array(IssuedGiftCard) }),
    errors: [],
  }),

  /** By part of a name or an email address of the recipient or the sender; newest first, 100 at most. */
  'POST /gift-cards/v1/gift-cards/list-by-contact-details': operation({
    as: 'user',
    summary: 'List the gift cards of somebody',
    input: z.object({ searchField: text(200, 1) }),
    ok: z.object({ giftCards: z.array(IssuedGiftCard) }),
    errors: [],
    reads: true,
  }),

  /** What the shop owes on its cards, and how many there are; counts stop at 10,000 of a kind. */
  'GET /vitrine/v1/gift-cards/summary': operation({
    as: 'user',
    summary: 'Sum up the gift cards',
    input: z.object({}),
    ok: z.object({
      currency: CurrencyCode,
      owed: Decimal,
      counts: z.object({ all: z.int(), withMoney: z.int(), empty: z.int(), waiting: z.int(), disabled: z.int() }),
    }),
    errors: [],
  }),

  /**
   * Gift cards of the shop that orders of the member were paid with, those first that still have a balance, at most 20.
   *
   * @example
   * const { giftCards } = await client.myGiftCards.listMyGiftCards()
   */
  'GET /vitrine/v1/members/my/gift-cards': operation({
    as: 'member',
    summary: 'List my gift cards',
    input: z.object({}),
    ok: z.object({ giftCards: z.array(MembersGiftCard) }),
    errors: [],
  }),

  'POST /gift-cards/v1/gift-cards/count': operation({
    as: 'user',
    summary: 'Count gift cards',
    input: z.object({ filter: AnyObject.nullish() }),
    ok: z.object({ count: z.int() }),
    errors: [],
    reads: true,
  }),

  /** For good. */
  'POST /gift-cards/v1/gift-cards/{giftCardId}/disable': operation({
    as: 'user',
    summary: 'Disable a gift card',
    input: OfCard,
    ok: Card,
    errors: ['GIFT_CARD_NOT_FOUND', 'GIFT_CARD_DISABLED', 'GIFT_CARD_EXPIRED'],
  }),

  /** Emails its code to the recipient, or to somebody else, within a minute: again, or before its date. */
  'POST /gift-cards/v1/gift-cards/{giftCardId}/send-email': operation({
    as: 'user',
    cost: 'email',
    summary: 'Mail a gift card',
    input: OfCard.extend({ recipientEmail: Email.nullish() }),
    ok: z.object({}),
    errors: ['GIFT_CARD_NOT_FOUND', 'GIFT_CARD_RECIPIENT_NOT_FOUND', 'GIFT_CARD_DISABLED', 'GIFT_CARD_EXPIRED', 'GIFT_CARD_CODE_NOT_KEPT'],
  }),

  'POST /gift-cards/v1/gift-cards/{giftCardId}/increase-balance': operation({
    as: 'user',
    summary: 'Put money on a gift card',
    input: BalanceChange,
    ok: Balance,
    errors: ['GIFT_CARD_NOT_FOUND', 'GIFT_CARD_DISABLED', 'GIFT_CARD_EXPIRED', 'INVALID_GIFT_CARD_BALANCE'],
  }),

  'POST /gift-cards/v1/gift-cards/{giftCardId}/decrease-balance': operation({
    as: 'user',
    summary: 'Take money off a gift card',
    input: BalanceChange,
    ok: Balance,
    errors: ['GIFT_CARD_NOT_FOUND', 'GIFT_CARD_DISABLED', 'GIFT_CARD_EXPIRED', 'INSUFFICIENT_FUNDS'],
  }),

  /** Newest first by default. */
  'GET /gift-cards/v1/gift-cards/{giftCardId}/transactions/query': operation({
    as: 'user',
    summary: 'Query what went onto a gift card and off it',
    input: OfCard.extend(queryInput),
    ok: z.object({ transactions: z.array(GiftCardTransaction), pagingMetadata: CursorPagingMetadata }),
    errors: ['GIFT_CARD_NOT_FOUND'],
    twin: '/gift-cards/v1/gift-cards/{giftCardId}/transactions/query',
  }),
})
