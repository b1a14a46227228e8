import * as z from 'zod'
import { BulkActionMetadata, ItemMetadata } from './bulk.ts'
import { operation, operations } from './operation.ts'
import { AnyObject, Guid, text, whole } from './primitives.ts'

export const CouponType = z.enum(['MONEY_OFF_AMOUNT', 'PERCENT_OFF_RATE', 'FREE_SHIPPING', 'FIXED_PRICE_AMOUNT', 'BUY_X_GET_Y'])
export type CouponType = z.infer<typeof CouponType>

export const CouponNamespace = z.enum(['stores', 'bookings', 'events', 'pricingPlans'])
export type CouponNamespace = z.infer<typeof CouponNamespace>

/** An instant as milliseconds since 1970, in text. */
const Millis = z.string().regex(/^\d{1,15}$/)
/** What a coupon applies to: `{ namespace: 'stores' }`, one product or one collection of it. */
const scope = <Name extends z.ZodType, Id extends z.ZodType>(name: Name, entityId: Id) =>
  z.object({ namespace: CouponNamespace, group: z.object({ name, entityId: entityId.optional() }).optional() })
export const CouponScope = scope(z.string(), z.string())
export interface CouponScope extends z.infer<typeof CouponScope> {}

/** What a coupon takes off, for whom and how often. Amounts are numbers in the shop's currency. */
export const CouponSpecification = z.object({
  type: CouponType,
  name: z.string(),
  code: z.string(),
  startTime: Millis,
  expirationTime: Millis.optional(),
  usageLimit: z.int().optional(),
  limitPerCustomer: z.int().optional(),
  limitedToOneItem: z.boolean(),
  appliesToSubscriptions: z.boolean(),
  discountedCycleCount: z.int().optional(),
  active: z.boolean(),
  moneyOffAmount: z.number().optional(),
  percentOffRate: z.number().optional(),
  freeShipping: z.boolean().optional(),
  fixedPriceAmount: z.number().optional(),
  buyXGetY: z.object({ x: z.int(), y: z.int() }).optional(),
  scope: CouponScope.optional(),
  minimumSubtotal: z.number().optional(),
})
export interface CouponSpecification extends z.infer<typeof CouponSpecification> {}

/** A code that buyers enter, one per cart. */
export const Coupon = z.object({
  id: Guid,
  specification: CouponSpecification,
  dateCreated: Millis,
  expired: z.boolean(),
  numberOfUsages: z.int(),
  displayData: z.object({ name: z.string().optional(), formattedPrice: z.string().optional() }).optional(),
  appId: z.string().optional(),
})
export interface Coupon extends z.infer<typeof Coupon> {}

const instant = z.union([Millis, z.int().min(0).max(999_999_999_999_999)])
const times = z.int().min(1).max(1_000_000_000)
const money = z.number().min(0).max(1_000_000_000_000)

/** The input of a specification. Exactly one of `moneyOffAmount`, `percentOffRate`, `freeShipping`, `fixedPriceAmount` and `buyXGetY`. */
export const CouponSpecificationInput = z.object({
  name: text(80, 1).optional(),
  code: text(20, 1).optional(),
  startTime: instant.nullish(),
  expirationTime: instant.nullish(),
  usageLimit: times.nullish(),
  limitPerCustomer: times.nullish(),
  limitedToOneItem: z.boolean().nullish(),
  appliesToSubscriptions: z.boolean().nullish(),
  discountedCycleCount: z.int().min(1).max(999).nullish(),
  active: z.boolean().nullish(),
  moneyOffAmount: money.nullish(),
  percentOffRate: z.number().min(0).max(100).nullish(),
  freeShipping: z.boolean().nullish(),
  fixedPriceAmount: money.nullish(),
  buyXGetY: z.object({ x: z.int().min(1).max(1000), y: z.int().min(1).max(1000) }).nullish(),
  scope: scope(z.enum(['product', 'collection']), text(36, 1)).nullish(),
  minimumSubtotal: money.nullish(),
})
export interface CouponSpecificationInput extends z.output<typeof CouponSpecificationInput> {}

const OfCoupon = z.object({ id: Guid })
const Result = z.object({ itemMetadata: ItemMetadata, item: Coupon.optional() })

export const coupons = operations({
  /** `{ specification: { name: 'A tenth off', code: 'SLOWSUNDAY', percentOffRate: 10, minimumSubtotal: 50 } }` */
  'POST /stores/v2/coupons': operation({
    as: 'user',
    summary: 'Create a coupon',
    input: z.object({ specification: CouponSpecificationInput }),
    ok: OfCoupon,
    errors: ['COUPON_CODE_ALREADY_EXISTS'],
    aliases: ['/v2/coupons'],
  }),

  'GET /stores/v2/coupons/{id}': operation({
    as: 'user',
    summary: 'Read a coupon',
    input: OfCoupon,
    ok: z.object({ coupon: Coupon }),
    errors: ['COUPON_NOT_FOUND'],
    aliases: ['/v2/coupons/{id}'],
  }),

  /** Absent fields stay unchanged and null clears, unless `partial` is false: then the specification is replaced as a whole. */
  'PATCH /stores/v2/coupons/{id}': operation({
    as: 'user',
    summary: 'Change a coupon',
    input: OfCoupon.extend({ specification: CouponSpecificationInput, partial: z.boolean().nullish() }),
    ok: z.object({}),
    errors: ['COUPON_NOT_FOUND', 'COUPON_CODE_ALREADY_EXISTS'],
    aliases: ['/v2/coupons/{id}'],
  }),

  /** Orders that used it keep their discount. */
  'DELETE /stores/v2/coupons/{id}': operation({
    as: 'user',
    summary: 'Delete a coupon',
    input: OfCoupon,
    ok: z.object({}),
    errors: ['COUPON_NOT_FOUND'],
    aliases: ['/v2/coupons/{id}'],
  }),

  /** Filter and sort are JSON, or JSON as text. `{ query: { filter: '{"specification.active":true}', sort: '{"dateCreated":"desc"}' } }` */
  'POST /stores/v2/coupons/query': operation({
    as: 'user',
    summary: 'Query coupons',
    input: z.object({
      query: z
        .object({
          paging: z.object({ limit: whole(0, 100).nullish(), offset: whole(0, 1_000_000_000).nullish() }).nullish(),
          filter: z.union([text(10_000), AnyObject]).nullish(),
          sort: z.union([text(1000), AnyObject, z.array(AnyObject).max(4)]).nullish(),
        })
        .nullish(),
    }),
    ok: z.object({ coupons: z.array(Coupon), totalResults: z.int() }),
    errors: [],
    reads: true,
    aliases: ['/v2/coupons/query'],
  }),

  /** Each independently: one that cannot be created does not affect the others. */
  'POST /stores/v2/bulk/coupons/create': operation({
    as: 'user',
    summary: 'Create several coupons',
    input: z.object({ specifications: z.array(CouponSpecificationInput).min(1).max(100), returnFullEntity: z.boolean().nullish() }),
    ok: z.object({ results: z.array(Result), bulkActionMetadata: BulkActionMetadata }),
    errors: [],
    aliases: ['/v2/bulk/coupons/create'],
  }),

  'POST /stores/v2/bulk/coupons/delete': operation({
    as: 'user',
    summary: 'Delete several coupons',
    input: z.object({ ids: z.array(Guid).min(1).max(100) }),
    ok: z.object({ results: z.array(Result), bulkActionMetadata: BulkActionMetadata }),
    errors: [],
    aliases: ['/v2/bulk/coupons/delete'],
  }),
})
