import * as z from 'zod'
import { Checkout } from './checkout.ts'
import { AddressInput, CouponCode, GiftCardCode, NewLineItem, SelectedShippingOptionInput } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { ApplicationError } from './prices.ts'
import { Decimal, Email, Guid, Instant } from './primitives.ts'

/** How a discount rule, or the coupon that was entered, applies to the cart. Amounts are decimal text in the shop's currency. */
export const AskedRule = z.object({
  kind: z.enum(['RULE', 'COUPON']),
  /** Absent for a coupon that does not exist. */
  id: Guid.optional(),
  name: z.string(),
  code: z.string().optional(),
  /** Whether it applies to this cart. It may still take nothing off, where earlier ones left nothing. */
  given: z.boolean(),
  /** What it took off. */
  amount: Decimal.optional(),
  /**
   * Why a rule does not apply: it is switched off, has not started, has ended, covers none of these goods, or its trigger is not met; see
   * `unmet`.
   */
  because: z.enum(['SWITCHED_OFF', 'NOT_YET', 'OVER', 'NO_SUCH_GOODS', 'UNMET']).optional(),
  /** What the trigger requires, and what the cart has: an amount at list price, or a number of units. */
  unmet: z
    .object({
      type: z.enum(['SUBTOTAL_RANGE', 'ITEM_QUANTITY_RANGE', 'CUSTOMER_ELIGIBILITY', 'CUSTOM']),
      has: Decimal.optional(),
      from: Decimal.optional(),
      to: Decimal.optional(),
    })
    .optional(),
  /** Why the coupon takes nothing off. */
  error: ApplicationError.optional(),
  startsAt: Instant.optional(),
  endsAt: Instant.optional(),
})
export interface AskedRule extends z.infer<typeof AskedRule> {}

/** Whether one of the shop's own delivery options in the region of the address is offered to the cart. */
export const AskedDelivery = z.object({
  /** As the shop's settings have it: without the time of a slot. */
  code: z.string(),
  title: z.string(),
  offered: z.boolean(),
  because: z.enum(['SWITCHED_OFF', 'OUTSIDE_ITS_AREA', 'NO_SLOT', 'NO_RATE', 'UNMET']).optional(),
  /** The unmet condition: weight in the shop's unit, the goods' value as decimal text, or units. */
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

/** What a cart would cost. */
export const CartTest = z.object({
  /** The time whose rules applied. */
  at: Instant,
  /** As the checkout of such a cart would be, without what only a real one has: an id, a buyer, dates. */
  checkout: Checkout,
  /** What is due after a gift card. */
  due: Decimal,
  rules: z.array(AskedRule),
  deliveries: z.array(AskedDelivery),
  /** The gift card and its balance, or why it pays nothing. */
  giftCard: z
    .object({ id: Guid.optional(), suffix: z.string().optional(), balance: Decimal.optional(), error: ApplicationError.optional() })
    .optional(),
})
export interface CartTest extends z.infer<typeof CartTest> {}

export const cartTester = operations({
  /**
   * Calculates a hypothetical cart with the code that calculates checkouts. Nothing is stored, reserved or used up. Without
   * `selectedCarrierServiceOption` the first delivery option offered is taken; null takes none.
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
      /** The buyer, if known: a member, or a guest who is known by an address. */
      memberId: Guid.nullish(),
      email: Email.nullish(),
      taxExemptGroupId: Guid.nullish(),
      /** Another time than now, whose rules, dates and delivery times apply. */
      at: Instant.max(40).nullish(),
    }),
    ok: z.object({ cartTest: CartTest }),
    errors: ['ITEM_NOT_FOUND_IN_CATALOG'],
    reads: true,
  }),
})
