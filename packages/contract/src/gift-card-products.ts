import * as z from 'zod'
import { CursorQuery, FieldMask } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { amount, Decimal, Guid, Instant, text, Url, whole } from './primitives.ts'
import { Revision, revised } from './revised.ts'

export const GiftCardExpirationType = z.enum(['NONE', 'FIXED', 'RELATIVE'])
export type GiftCardExpirationType = z.infer<typeof GiftCardExpirationType>

export const GiftCardExpirationPeriod = z.enum(['DAYS', 'WEEKS', 'MONTHS', 'YEARS'])
export type GiftCardExpirationPeriod = z.infer<typeof GiftCardExpirationPeriod>

const Money = z.object({
  amount: Decimal,
  convertedAmount: Decimal,
  formattedAmount: z.string(),
  formattedConvertedAmount: z.string(),
})

const Picture = z.object({
  id: z.string().optional(),
  url: z.string(),
  width: z.int().optional(),
  height: z.int().optional(),
  altText: z.string().optional(),
})

/** The gift card that a shop sells; a shop has one at most. Cards already sold stay as they are when it changes or is deleted. */
export const GiftCardProduct = z.object({
  id: Guid,
  ...revised,
  name: z.string(),
  description: z.string().optional(),
  image: Picture.optional(),
  expirationType: GiftCardExpirationType,
  fixedExpirationDate: Instant.optional(),
  /** Counted from the day on which the card is issued. */
  relativeExpirationDate: z.object({ value: z.int(), period: GiftCardExpirationPeriod }).optional(),
  /** What it may be bought for, and its value then. */
  presetVariants: z.array(z.object({ id: Guid, price: Money, value: Money, image: Picture.optional() })),
  /** Bounds of an amount that the buyer enters; absent where there are only the presets. */
  customVariant: z.object({ minValue: Money, maxValue: Money, image: Picture.optional() }).optional(),
})
export interface GiftCardProduct extends z.infer<typeof GiftCardProduct> {}

const MoneyInput = z.object({ amount: amount(4) })
const PictureInput = z.object({
  id: text(200).nullish(),
  url: Url,
  width: z.int().min(0).max(100_000).nullish(),
  height: z.int().min(0).max(100_000).nullish(),
  altText: text(200).nullish(),
})

export const GiftCardProductInput = z.object({
  name: text(55, 1).optional(),
  description: text(3000).nullish(),
  image: PictureInput.nullish(),
  expirationType: GiftCardExpirationType.nullish(),
  fixedExpirationDate: Instant.max(40).nullish(),
  relativeExpirationDate: z.object({ value: whole(1, 10_000), period: GiftCardExpirationPeriod }).nullish(),
  /** Replaced as a whole. One without a `value` is worth its price. */
  presetVariants: z
    .array(z.object({ price: MoneyInput, value: MoneyInput.nullish(), image: PictureInput.nullish() }))
    .max(200)
    .nullish(),
  customVariant: z.object({ minValue: MoneyInput, maxValue: MoneyInput, image: PictureInput.nullish() }).nullish(),
})
export interface GiftCardProductInput extends z.output<typeof GiftCardProductInput> {}

const OfProduct = z.object({ giftCardProductId: Guid })
const Answer = z.object({ giftCardProduct: GiftCardProduct })

/**
 * Bought like any other item, with
 * `{ appId: 'd80111c5-a0f4-47a8-b63a-65b54d774a27', catalogItemId: <the product's id>, options: { variantId } }`, or `customAmount` in
 * place of `variantId`. `options.giftingInfo` has its recipient, sender, message and the date when it is emailed; without it the buyer gets
 * it.
 */
export const giftCardProducts = operations({
  'POST /gift-cards/v1/gift-card-products': operation({
    as: 'user',
    summary: 'Create the gift card that the shop sells',
    input: z.object({ giftCardProduct: GiftCardProductInput.extend({ name: text(55, 1) }) }),
    ok: Answer,
    errors: [
      'GIFT_CARD_PRODUCT_ALREADY_EXISTS',
      'CANNOT_CREATE_GIFT_CARD_PRODUCT_WITHOUT_VARIANTS',
      'CANNOT_CREATE_GIFT_CARD_PRODUCT_WITH_PAST_EXPIRATION_DATE',
      'CANNOT_CREATE_GIFT_CARD_PRODUCT_WITH_INVALID_CUSTOM_AMOUNTS_RANGE',
    ],
  }),

  'GET /gift-cards/v1/gift-card-products/{giftCardProductId}': operation({
    as: 'visitor',
    summary: 'Read the gift card that the shop sells',
    input: OfProduct,
    ok: Answer,
    errors: ['GIFT_CARD_PRODUCT_NOT_FOUND'],
  }),

  'GET /gift-cards/v1/gift-card-products/query': operation({
    as: 'visitor',
    summary: 'Query the gift cards that the shop sells',
    input: z.object({ query: CursorQuery.nullish() }),
    ok: z.object({ giftCardProducts: z.array(GiftCardProduct), pagingMetadata: CursorPagingMetadata }),
    errors: [],
    twin: '/gift-cards/v1/gift-card-products/query',
  }),

  /** Needs the revision that was read last. Absent fields stay unchanged; presets are replaced as a whole. */
  'PATCH /gift-cards/v1/gift-card-products/{giftCardProduct.id}': operation({
    as: 'user',
    summary: 'Change the gift card that the shop sells',
    input: z.object({
      giftCardProduct: GiftCardProductInput.extend({ id: Guid, revision: Revision }),
      fieldMask: FieldMask.nullish(),
    }),
    ok: Answer,
    errors: [
      'GIFT_CARD_PRODUCT_NOT_FOUND',
      'CANNOT_UPDATE_GIFT_CARD_PRODUCT_TO_HAVE_NO_VARIANTS',
      'CANNOT_UPDATE_GIFT_CARD_PRODUCT_TO_HAVE_PAST_EXPIRATION_DATE',
      'CANNOT_UPDATE_GIFT_CARD_PRODUCT_WITH_INVALID_CUSTOM_AMOUNTS_RANGE',
    ],
  }),

  'DELETE /gift-cards/v1/gift-card-products/{giftCardProductId}': operation({
    as: 'user',
    summary: 'Sell no gift card any more',
    input: OfProduct,
    ok: z.object({}),
    errors: ['GIFT_CARD_PRODUCT_NOT_FOUND'],
  }),
})
