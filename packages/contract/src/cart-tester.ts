import * as z from 'zod'
import { Checkout } from './checkout.ts'
import { AddressInput, CouponCode, GiftCardCode, NewLineItem, SelectedShippingOptionInput } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { ApplicationError } from './prices.ts'
import { Decimal, Email, Guid, Instant } from './primitives.ts'

/** What a rule of discount, or the coupon that was typed, said to the cart. Amounts are decimal text in the shop's currency. */
export const AskedRule = z.object({
  kind: z.enum(['RULE', 'COUPON']),
  /** Absent for a coupon that there is not. */
  id: Guid.optional(),
  name: z.string(),
  code: z.string().optional(),
  /** Whether it holds for this cart. What holds may take nothing off, where earlier ones left nothing. */
  given: z.boolean(),
  /** What it took off. */
  amount: Decimal.optional(),
  /**
   * Why a rule gives nothing: it is switched off, has not begun, is over, has nothing of these goods to lower, or its trigger does not hold; see `unmet`.
   */
  because: z.enum(['SWITCHED_OFF', 'NOT_YET', 'OVER', 'NO_SUCH_GOODS', 'UNMET']).optional(),
  /** What the trigger asks for, and what there is instead: an amount at list price, or a number of units. */
  unmet: z
    .object({
      type: z.enum(['SUBTOTAL_RANGE', 'ITEM_QUANTITY_RANGE', 'CUSTOMER_ELIGIBILITY', 'CUSTOM']),
      has: Decimal.optional(),
      from: Decimal.optional(),
      to: Decimal.optional(),
    })
    .optional(),
  /** Why the coupon gives nothing. */
  error: ApplicationError.optional(),
  startsAt: Instant.optional(),
  endsAt: Instant.optional(),
})
export interface AskedRule extends z.infer<typeof AskedRule> {}

/** What one of the shop's own ways of delivery in the region of the address said to the cart. */
export const AskedDelivery = z.object({
  /** As the shop's settings have it: without the time of a slot. */
  code: z.string(),
  title: z.string(),
  offered: z.boolean(),
  because: z.enum(['SWITCHED_OFF', 'OUTSIDE_ITS_AREA', 'NO_SLOT', 'NO_RATE', 'UNMET']).optional(),
  /** The condition that is missed: of weight in the shop's unit, of the goods' value as decimal text, of units. */
  unmet: z
    .object({
      type: z.enum(['BY_TOTAL_WEIGHT', 'BY_TOTAL_PRICE', 'BY_TOTAL_QUANTITY']),
      operator: z.enum(['EQ', 'GT', 'GTE', 'LT', 'LTE']),
      value: Decimal,
      has: Decimal,
    })
    .optional(),
})
export interface AskedDelivery extends z.infer<typeof AskedDelivery> {}

/** What a cart would pay. */
export const CartTest = z.object({
  /** The moment whose rules counted. */
  at: Instant,
  /** As the checkout of such a cart would be, without what only a real one has: an id, a buyer, dates. */
  checkout: Checkout,
  /** What is due after a gift card. */
  due: Decimal,
  rules: z.array(AskedRule),
  deliveries: z.array(AskedDelivery),
  /** The gift card, and what is on it, or why it pays nothing. */
  giftCard: z
    .object({ id: Guid.optional(), suffix: z.string().optional(), balance: Decimal.optional(), error: ApplicationError.optional() })
    .optional(),
})
export interface CartTest extends z.infer<typeof CartTest> {}

export const cartTester = operations({
  /**
   * Calculates a cart that nobody has, by the code that calculates checkouts. Nothing is stored, reserved or used up. Without
   * `selectedCarrierServiceOption` the first way of delivery is taken that is offered; null takes none.
   */
  'POST /vitrine/v1/cart-tester/test': operation({
    as: 'user',
    cost: 'price',
    summary: 'Say what a cart would pay, and why',
    input: z.object({
      lineItems: z.array(NewLineItem).min(1).max(100),
      shippingAddress: AddressInput.nullish(),
      selectedCarrierServiceOption: SelectedShippingOptionInput.nullish(),
      couponCode: CouponCode.nullish(),
      /** A card by its code or, so that no code has to be written down, by its id. */
      giftCardCode: GiftCardCode.nullish(),
      giftCardId: Guid.nullish(),
      /** Whoever buys, where that is not just anybody: a member, or a guest who is known by an address. */
      memberId: Guid.nullish(),
      email: Email.nullish(),
      taxExemptGroupId: Guid.nullish(),
      /** Another moment than now: whose rules, dates and times of delivery count. */
      at: Instant.max(40).nullish(),
    }),
    ok: z.object({ cartTest: CartTest }),
    errors: ['ITEM_NOT_FOUND_IN_CATALOG'],
    reads: true,
  }),
})
