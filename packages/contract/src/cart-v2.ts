import * as z from 'zod'
import {
  CartV2Input,
  CouponToAdd,
  couponRefusalsV2,
  DeliveryMethodToSet,
  deliveryMethodRefusalsV2,
  EstimateV2,
  FormsToUpdate,
  GiftCardToAdd,
  giftCardRefusalsV2,
  LinesToAddV2,
  LinesToUpdate,
  NewCartV2,
  newCartRefusalsV2,
  UpsellsAnswer,
} from './cart-v2-inputs.ts'
import { CartSummaryV2, CartV2 } from './cart-v2-shapes.ts'
import { FieldMask, LinesToRemove } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { Guid, text } from './primitives.ts'

const Answer = z.object({ cart: CartV2 })
const Calculated = z.object({ cart: CartV2, summary: CartSummaryV2 })
const at = (path = '') => [`/_api/cart-v2/v2/carts/current${path}` as const]

/** The current cart in its second version: the same cart as in the first, with the same rules and prices. */
export const cartV2 = operations({
  'GET /ecom/v2/carts/current': operation({
    as: 'visitor',
    summary: 'Read the current cart, version 2',
    input: z.object({}),
    ok: Answer,
    errors: ['OWNED_CART_NOT_FOUND'],
    aliases: at(),
  }),

  /** Refused when the caller has a current cart already: there is only one. */
  'POST /ecom/v2/carts/current': operation({
    as: 'visitor',
    merchant: 'orders.write',
    guesses: ['coupons[].code', 'giftCards[].code'],
    summary: 'Create the current cart, version 2',
    input: NewCartV2,
    ok: Answer,
    errors: ['CURRENT_CART_ALREADY_EXISTS', ...newCartRefusalsV2],
    aliases: at(),
  }),

  /** `{ cart: { note: 'Ring twice, please.' } }` */
  'PATCH /ecom/v2/carts/current': operation({
    as: 'visitor',
    summary: 'Update the current cart, version 2',
    input: z.object({ cart: CartV2Input, fieldMask: FieldMask.nullish() }),
    ok: Answer,
    errors: ['OWNED_CART_NOT_FOUND', 'REDIRECT_URI_NOT_ALLOWED'],
    aliases: at(),
  }),

  'DELETE /ecom/v2/carts/current': operation({
    as: 'visitor',
    summary: 'Delete the current cart, version 2',
    input: z.object({}),
    ok: z.object({}),
    errors: ['OWNED_CART_NOT_FOUND'],
    aliases: at(),
  }),

  /** Creates the cart if there is none. Adding the same item again raises the quantity of its line. */
  'POST /ecom/v2/carts/current/add-line-items': operation({
    as: 'visitor',
    summary: 'Add to the current cart, version 2',
    input: LinesToAddV2,
    ok: Answer,
    errors: ['NO_LINE_ITEMS_TO_ADD', 'ITEM_NOT_FOUND_IN_CATALOG'],
    aliases: at('/add-line-items'),
  }),

  'POST /ecom/v2/carts/current/update-line-items': operation({
    as: 'visitor',
    summary: 'Set the quantities of lines of the current cart, version 2',
    input: LinesToUpdate,
    ok: Answer,
    errors: ['OWNED_CART_NOT_FOUND', 'LINE_ITEM_NOT_FOUND_IN_CART'],
    aliases: at('/update-line-items'),
  }),

  'POST /ecom/v2/carts/current/remove-line-items': operation({
    as: 'visitor',
    summary: 'Remove lines from the current cart, version 2',
    input: LinesToRemove,
    ok: Answer,
    errors: ['OWNED_CART_NOT_FOUND', 'LINE_ITEM_NOT_FOUND_IN_CART'],
    aliases: at('/remove-line-items'),
  }),

  /** A cart has one coupon; it has to be removed before another is added. */
  'POST /ecom/v2/carts/current/add-coupon': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Add a coupon to the current cart, version 2',
    input: CouponToAdd,
    ok: Answer,
    errors: ['OWNED_CART_NOT_FOUND', 'COUPON_ALREADY_EXISTS', 'MAX_COUPONS_PER_CART_EXCEEDED', ...couponRefusalsV2],
    aliases: at('/add-coupon'),
  }),

  'POST /ecom/v2/carts/current/remove-coupon': operation({
    as: 'visitor',
    summary: 'Remove the coupon of the current cart, version 2',
    input: z.object({ couponId: text(100, 1) }),
    ok: Answer,
    errors: ['OWNED_CART_NOT_FOUND', 'COUPON_NOT_FOUND_IN_CART', 'COUPON_LOCKED'],
    aliases: at('/remove-coupon'),
  }),

  /** A cart has one gift card. It pays when the order is placed; the totals of the cart do not change. */
  'POST /ecom/v2/carts/current/add-gift-card': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Add a gift card to the current cart, version 2',
    input: GiftCardToAdd,
    ok: Answer,
    errors: ['OWNED_CART_NOT_FOUND', 'GIFT_CARD_ALREADY_EXISTS', 'MAX_GIFT_CARDS_PER_CART_EXCEEDED', ...giftCardRefusalsV2],
    aliases: at('/add-gift-card'),
  }),

  'POST /ecom/v2/carts/current/remove-gift-card': operation({
    as: 'visitor',
    summary: 'Remove the gift card of the current cart, version 2',
    input: z.object({ giftCardId: Guid }),
    ok: Answer,
    errors: ['OWNED_CART_NOT_FOUND', 'GIFT_CARD_NOT_FOUND_IN_CART', 'GIFT_CARD_LOCKED'],
    aliases: at('/remove-gift-card'),
  }),

  /** Links form submissions to forms, by the ids of the app that owns the forms. They are stored with the cart and shown in `forms`. */
  'POST /ecom/v2/carts/current/update-forms-submission': operation({
    as: 'visitor',
    summary: 'Say which submissions answer the forms of the current cart, version 2',
    input: FormsToUpdate,
    ok: Answer,
    errors: ['OWNED_CART_NOT_FOUND'],
    aliases: at('/update-forms-submission'),
  }),

  /** The subscription options of each line that is bought once. */
  'GET /ecom/v2/carts/current/upsell-options': operation({
    as: 'visitor',
    summary: 'List upsells for the lines of the current cart, version 2',
    input: z.object({}),
    ok: UpsellsAnswer,
    errors: ['OWNED_CART_NOT_FOUND'],
    aliases: at('/upsell-options'),
  }),

  /** By the code that the calculation or an estimate of the first version offers for the cart’s address. */
  'POST /ecom/v2/carts/current/set-delivery-method': operation({
    as: 'visitor',
    summary: 'Set the delivery method of the current cart, version 2',
    input: DeliveryMethodToSet,
    ok: Answer,
    errors: ['OWNED_CART_NOT_FOUND', ...deliveryMethodRefusalsV2],
    aliases: at('/set-delivery-method'),
  }),

  'POST /ecom/v2/carts/current/remove-delivery-method': operation({
    as: 'visitor',
    summary: 'Remove the delivery method of the current cart, version 2',
    input: z.object({}),
    ok: Answer,
    errors: ['OWNED_CART_NOT_FOUND'],
    aliases: at('/remove-delivery-method'),
  }),

  /** Reads the cart with current prices; every read does the same. */
  'POST /ecom/v2/carts/current/refresh': operation({
    as: 'visitor',
    reads: true,
    summary: 'Refresh the current cart, version 2',
    input: z.object({}),
    ok: Answer,
    errors: ['OWNED_CART_NOT_FOUND'],
    aliases: at('/refresh'),
  }),

  /** Delivery, fees, taxes, and everything that prevents an order. */
  'POST /ecom/v2/carts/current/calculate': operation({
    as: 'visitor',
    cost: 'price',
    reads: true,
    summary: 'Calculate the current cart, version 2',
    input: z.object({ refreshCart: z.boolean().nullish() }),
    ok: Calculated,
    errors: ['OWNED_CART_NOT_FOUND'],
    aliases: at('/calculate'),
  }),

  /** Has only the requested parts. */
  'POST /ecom/v2/carts/current/estimate': operation({
    as: 'visitor',
    cost: 'price',
    reads: true,
    summary: 'Estimate the current cart, version 2',
    input: EstimateV2,
    ok: Calculated,
    errors: ['OWNED_CART_NOT_FOUND'],
    aliases: at('/estimate'),
  }),
})
