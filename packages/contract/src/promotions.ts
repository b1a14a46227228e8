import * as z from 'zod'
import { Coupon, CouponSpecificationInput } from './coupons.ts'
import { AutomaticDiscountRule, DiscountRuleInput } from './discount-rules.ts'
import { operation, operations } from './operation.ts'
import { CurrencyCode, Decimal, Guid, Instant, text, whole } from './primitives.ts'
import { Reason } from './reasons.ts'

/** Whether a promotion applies now, later or no longer; `OFF` where somebody switched it off. A used-up coupon has `ENDED`. */
export const PromotionState = z.enum(['ACTIVE', 'SCHEDULED', 'ENDED', 'OFF'])
export type PromotionState = z.infer<typeof PromotionState>

/** A coupon or a discount rule, and its use. Amounts are decimal text in the shop's currency. */
export const Promotion = z.object({
  state: PromotionState,
  /** Orders that it discounted, without cancelled ones, and by how much. */
  uses: z.int(),
  given: Decimal,
  coupon: Coupon.optional(),
  discountRule: AutomaticDiscountRule.optional(),
  /** Of a rule, its position in the stack, from 1. */
  place: z.int().optional(),
})
export interface Promotion extends z.infer<typeof Promotion> {}

const Count = z.object({ all: z.int(), active: z.int(), scheduled: z.int(), ended: z.int() })

/** Why a promotion takes nothing off a cart. */
export const Unmoved = z.object({
  because: z.enum([
    'PIECES',
    'SUBTOTAL',
    'NO_SUCH_GOODS',
    'OTHER_CUSTOMER',
    'OTHER_COUPON',
    'ONLY_SUBSCRIPTIONS',
    'NO_DELIVERY',
    'NOTHING_LEFT',
    'CUSTOM',
  ]),
  /** Units, or an amount as decimal text: what the cart has, and the required bounds. */
  has: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  /** The coupon that the cart has already. */
  couponCode: z.string().optional(),
})
export interface Unmoved extends z.infer<typeof Unmoved> {}

/** A recent cart, checkout or order, beside its total with the change. */
export const PreviewedCart = z.object({
  kind: z.enum(['ORDER', 'CHECKOUT', 'CART']),
  id: Guid,
  number: z.string().optional(),
  buyer: z.string().optional(),
  city: z.string().optional(),
  at: Instant,
  units: z.int(),
  /** A few of its items. */
  items: z.array(z.object({ name: z.string(), quantity: z.int(), image: z.string().optional() })),
  /** Its current total, and with the change. */
  before: Decimal,
  now: Decimal,
  /** What the promotion, as it would be, takes off. */
  given: Decimal,
  unmoved: Unmoved.optional(),
  /** How far it has come towards the goal: units, or an amount. */
  has: z.string().optional(),
  /** How both totals are calculated, where the promotion takes anything off. */
  beforeReasons: z.array(Reason).optional(),
  nowReasons: z.array(Reason).optional(),
})
export interface PreviewedCart extends z.infer<typeof PreviewedCart> {}

const Effect = z.object({ carts: z.int(), given: Decimal })

/** What a promotion would have done to recent carts. */
export const PromotionPreview = z.object({
  currency: CurrencyCode,
  /** How many carts were examined, and over which time; fewer than requested if there are no more, or the time to calculate ran out. */
  examined: z.int(),
  complete: z.boolean(),
  from: Instant.optional(),
  to: Instant.optional(),
  /** How many it discounts, and by how much in total: as it would be, and as it is. */
  after: Effect,
  before: Effect.optional(),
  /** How many carts would have had another total. */
  changed: z.int(),
  /** What a cart needs before the promotion applies, where that is counted. */
  goal: z.object({ unit: z.enum(['PIECES', 'AMOUNT']), needs: z.string() }).optional(),
  carts: z.array(PreviewedCart),
})
export interface PromotionPreview extends z.infer<typeof PromotionPreview> {}

export const promotions = operations({
  /** Newest first. Ended ones and those that are switched off are one view: `ENDED`. Words are searched for in codes and names. */
  'GET /vitrine/v1/promotions': operation({
    as: 'user',
    summary: 'List coupons and discount rules together',
    input: z.object({
      view: z.enum(['ACTIVE', 'SCHEDULED', 'ENDED']).nullish(),
      search: text(100).nullish(),
      cursor: text(100).nullish(),
      limit: whole(1, 100).nullish(),
    }),
    ok: z.object({
      currency: CurrencyCode,
      promotions: z.array(Promotion),
      /** How many there are of each; counts of coupons stop at 10,000. */
      counts: Count,
      next: z.string().optional(),
    }),
    errors: [],
  }),

  /** Needs every rule of the shop once, in the order in which they are to stack: each on what the ones before it left. */
  'POST /vitrine/v1/promotions/order': operation({
    as: 'user',
    summary: 'Say in which order discount rules stack',
    input: z.object({ discountRuleIds: z.array(Guid).min(1).max(100) }),
    ok: z.object({}),
    errors: ['DISCOUNT_RULES_CHANGED'],
  }),

  /**
   * Recalculates recent carts, checkouts and orders with a coupon or a rule as it would be, and changes nothing. With an `id` it replaces
   * the one that it would change. It counts as active and within its dates; a coupon as if entered by everybody who has no other one.
   */
  'POST /vitrine/v1/promotions/preview': operation({
    as: 'user',
    cost: 'price',
    summary: 'Say what a coupon or a discount rule would have done',
    input: z.object({
      coupon: z.object({ id: Guid.nullish(), specification: CouponSpecificationInput }).nullish(),
      discountRule: DiscountRuleInput.extend({ id: Guid.nullish() }).nullish(),
      last: whole(1, 200).nullish(),
    }),
    ok: PromotionPreview,
    errors: ['COUPON_NOT_FOUND', 'DISCOUNT_RULE_NOT_FOUND'],
    reads: true,
  }),
})
