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
  NewCartByIdV2,
  newCartRefusalsV2,
  UpsellsAnswer,
} from './cart-v2-inputs.ts'
import { CartSummaryV2, CartV2 } from './cart-v2-shapes.ts'
import { Agreements } from './checkout.ts'
import { FieldMask, LinesToRemove } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { Guid, text } from './primitives.ts'

const OfCart = z.object({ cartId: Guid })
const Answer = z.object({ cart: CartV2 })
const Calculated = z.object({ cart: CartV2, summary: CartSummaryV2 })
const at = (path = '') => [`/_api/cart-v2/v2/carts${path}` as const]
const shut = ['CART_NOT_FOUND', 'CART_ALREADY_ORDERED'] as const
const byBuyersAndShop = { as: 'visitor', merchant: 'orders.write' } as const
const readByBuyersAndShop = { as: 'visitor', merchant: 'orders.read' } as const

/**
 * Carts by their ids in the second version: the caller's own, including the current one; for the shop, all carts. They are the same carts as in
 * the first version, with the same rules and prices.
 */
export const cartsV2 = operations({
  /** Creates a cart beside the caller's current one. `{ catalogItems: [{ catalogReference: { appId, catalogItemId: product.id }, quantity: 1 }] }` */
  'POST /ecom/v2/carts': operation({
    ...byBuyersAndShop,
    guesses: ['coupons[].code', 'giftCards[].code'],
    summary: 'Create a cart, version 2',
    input: NewCartByIdV2,
    ok: Answer,
    errors: newCartRefusalsV2,
    aliases: at(),
  }),

  'GET /ecom/v2/carts/{cartId}': operation({
    ...readByBuyersAndShop,
    summary: 'Read a cart, version 2',
    input: OfCart,
    ok: Answer,
    errors: ['CART_NOT_FOUND'],
    aliases: at('/{cartId}'),
  }),

  /** `{ cart: { id, note: 'Ring twice, please.' } }` */
  'PATCH /ecom/v2/carts/{cart.id}': operation({
    ...byBuyersAndShop,
    summary: 'Update a cart, version 2',
    input: z.object({ cart: CartV2Input.extend({ id: Guid }), fieldMask: FieldMask.nullish() }),
    ok: Answer,
    errors: [...shut, 'REDIRECT_URI_NOT_ALLOWED'],
    aliases: at('/{cart.id}'),
  }),

  'DELETE /ecom/v2/carts/{cartId}': operation({
    ...byBuyersAndShop,
    summary: 'Delete a cart, version 2',
    input: OfCart,
    ok: z.object({}),
    errors: ['CART_NOT_FOUND'],
    aliases: at('/{cartId}'),
  }),

  /** Adding the same item again raises the quantity of its line. */
  'POST /ecom/v2/carts/{cartId}/add-line-items': operation({
    ...byBuyersAndShop,
    summary: 'Add to a cart, version 2',
    input: LinesToAddV2.extend(OfCart.shape),
    ok: Answer,
    errors: [...shut, 'NO_LINE_ITEMS_TO_ADD', 'ITEM_NOT_FOUND_IN_CATALOG'],
    aliases: at('/{cartId}/add-line-items'),
  }),

  'POST /ecom/v2/carts/{cartId}/update-line-items': operation({
    ...byBuyersAndShop,
    summary: 'Set the quantities of lines of a cart, version 2',
    input: LinesToUpdate.extend(OfCart.shape),
    ok: Answer,
    errors: [...shut, 'LINE_ITEM_NOT_FOUND_IN_CART'],
    aliases: at('/{cartId}/update-line-items'),
  }),

  'POST /ecom/v2/carts/{cartId}/remove-line-items': operation({
    ...byBuyersAndShop,
    summary: 'Remove lines from a cart, version 2',
    input: LinesToRemove.extend(OfCart.shape),
    ok: Answer,
    errors: [...shut, 'LINE_ITEM_NOT_FOUND_IN_CART'],
    aliases: at('/{cartId}/remove-line-items'),
  }),

  /** A cart has one coupon; it has to be removed before another is added. */
  'POST /ecom/v2/carts/{cartId}/add-coupon': operation({
    ...byBuyersAndShop,
    cost: 'guess',
    summary: 'Add a coupon to a cart, version 2',
    input: CouponToAdd.extend(OfCart.shape),
    ok: Answer,
    errors: [...shut, 'COUPON_ALREADY_EXISTS', 'MAX_COUPONS_PER_CART_EXCEEDED', ...couponRefusalsV2],
    aliases: at('/{cartId}/add-coupon'),
  }),

  'POST /ecom/v2/carts/{cartId}/remove-coupon': operation({
    ...byBuyersAndShop,
    summary: 'Remove the coupon of a cart, version 2',
    input: OfCart.extend({ couponId: text(100, 1) }),
    ok: Answer,
    errors: [...shut, 'COUPON_NOT_FOUND_IN_CART', 'COUPON_LOCKED'],
    aliases: at('/{cartId}/remove-coupon'),
  }),

  /** A cart has one gift card. It pays when the order is placed; the totals of the cart do not change. */
  'POST /ecom/v2/carts/{cartId}/add-gift-card': operation({
    ...byBuyersAndShop,
    cost: 'guess',
    summary: 'Add a gift card to a cart, version 2',
    input: GiftCardToAdd.extend(OfCart.shape),
    ok: Answer,
    errors: [...shut, 'GIFT_CARD_ALREADY_EXISTS', 'MAX_GIFT_CARDS_PER_CART_EXCEEDED', ...giftCardRefusalsV2],
    aliases: at('/{cartId}/add-gift-card'),
  }),

  'POST /ecom/v2/carts/{cartId}/remove-gift-card': operation({
    ...byBuyersAndShop,
    summary: 'Remove the gift card of a cart, version 2',
    input: OfCart.extend({ giftCardId: Guid }),
    ok: Answer,
    errors: [...shut, 'GIFT_CARD_NOT_FOUND_IN_CART', 'GIFT_CARD_LOCKED'],
    aliases: at('/{cartId}/remove-gift-card'),
  }),

  /** The code is one of those that the calculation offers for the cart’s address. */
  'POST /ecom/v2/carts/{cartId}/set-delivery-method': operation({
    ...byBuyersAndShop,
    summary: 'Set the delivery method of a cart, version 2',
    input: DeliveryMethodToSet.extend(OfCart.shape),
    ok: Answer,
    errors: [...shut, ...deliveryMethodRefusalsV2],
    aliases: at('/{cartId}/set-delivery-method'),
  }),

  'POST /ecom/v2/carts/{cartId}/remove-delivery-method': operation({
    ...byBuyersAndShop,
    summary: 'Remove the delivery method of a cart, version 2',
    input: OfCart,
    ok: Answer,
    errors: shut,
    aliases: at('/{cartId}/remove-delivery-method'),
  }),

  /** Links form submissions to forms, by the ids of the app that owns the forms. They are stored with the cart and shown in `forms`. */
  'POST /ecom/v2/carts/{cartId}/update-forms-submission': operation({
    ...byBuyersAndShop,
    summary: 'Say which submissions answer the forms of a cart, version 2',
    input: FormsToUpdate.extend(OfCart.shape),
    ok: Answer,
    errors: shut,
    aliases: at('/{cartId}/update-forms-submission'),
  }),

  /** Reads the cart with current prices; every read does the same. */
  'POST /ecom/v2/carts/{cartId}/refresh': operation({
    ...readByBuyersAndShop,
    reads: true,
    summary: 'Refresh a cart, version 2',
    input: OfCart,
    ok: Answer,
    errors: ['CART_NOT_FOUND'],
    aliases: at('/{cartId}/refresh'),
  }),

  /** Delivery, fees, taxes, and everything that prevents an order. */
  'POST /ecom/v2/carts/{cartId}/calculate': operation({
    ...readByBuyersAndShop,
    cost: 'price',
    reads: true,
    summary: 'Calculate a cart, version 2',
    input: OfCart.extend({ refreshCart: z.boolean().nullish() }),
    ok: Calculated,
    errors: ['CART_NOT_FOUND'],
    aliases: at('/{cartId}/calculate'),
  }),

  /** Has only the requested parts. */
  'POST /ecom/v2/carts/{cartId}/estimate': operation({
    ...readByBuyersAndShop,
    cost: 'price',
    reads: true,
    summary: 'Estimate a cart, version 2',
    input: EstimateV2.extend(OfCart.shape),
    ok: Calculated,
    errors: ['CART_NOT_FOUND'],
    aliases: at('/{cartId}/estimate'),
  }),

  /** The subscription options of each line that is bought once. */
  'GET /ecom/v2/carts/{cartId}/upsell-options': operation({
    ...readByBuyersAndShop,
    summary: 'List upsells for the lines of a cart, version 2',
    input: OfCart,
    ok: UpsellsAnswer,
    errors: ['CART_NOT_FOUND'],
    aliases: at('/{cartId}/upsell-options'),
  }),

  /** The address of the page where the cart is paid for: `customCheckoutUrl`, or the page of its checkout, which is created or updated. */
  'POST /ecom/v2/carts/{cartId}/get-checkout-url': operation({
    ...byBuyersAndShop,
    summary: 'Find the checkout page of a cart, version 2',
    input: OfCart.extend({ currencyCode: text(3).nullish() }),
    ok: z.object({ checkoutUrl: z.string() }),
    errors: [...shut, 'EMPTY_CART', 'DELIVERY_METHOD_NO_LONGER_AVAILABLE'],
    aliases: at('/{cartId}/get-checkout-url'),
  }),

  /**
   * Places the order of a cart and takes the stock: all or nothing. It takes no money. An order with an amount due waits for its payment:
   * make a payment collection with `paymentGatewayOrderId`. With the `priceVerificationToken` of a calculation the order is refused once
   * the total has changed.
   */
  'POST /ecom/v2/carts/{cartId}/place-order': operation({
    ...byBuyersAndShop,
    summary: 'Make the order of a cart, version 2',
    input: OfCart.extend({
      priceVerificationToken: text(3000).nullish(),
      savePaymentMethod: z.boolean().nullish(),
      delayCapture: z.boolean().nullish(),
      ...Agreements,
    }),
    ok: z.object({ orderId: Guid, paymentGatewayOrderId: z.string().optional(), completed: z.boolean() }),
    errors: [
      ...shut,
      'EMPTY_CART',
      'LINE_ITEMS_OUT_OF_STOCK',
      'MISSING_DELIVERY_METHOD',
      'DELIVERY_METHOD_NO_LONGER_AVAILABLE',
      'CALCULATION_ERROR',
      'CART_PRICES_OUT_OF_SYNC',
      'INVALID_PRICE_VERIFICATION_TOKEN',
      'INVALID_COUPON_CODE',
      'INVALID_COUPON_STATUS',
      'GIFT_CARD_REDEEM_ERROR',
      'CANNOT_PAY_FOR_GIFT_CARD_WITH_GIFT_CARD',
      'CANNOT_REDEEM_COUPON_WHEN_PURCHASING_GIFT_CARD',
      'CANNOT_PAY_FOR_SUBSCRIPTION_WITH_GIFT_CARD',
      'MEMBERS_ONLY_ITEM',
      'CHARGE_MEMBERSHIP_ERROR',
      'PAYMENT_ALREADY_IN_PROGRESS',
      'POLICY_AGREEMENT_REQUIRED',
      'MINIMUM_ORDER_NOT_REACHED',
      'VIOLATIONS_WITH_ERROR_SEVERITY',
      'FAILED_TO_RETRIEVE_VALIDATIONS_VIOLATIONS',
    ],
    aliases: at('/{cartId}/place-order'),
  }),

  /** For an app that placed the order elsewhere: the cart no longer changes. */
  'POST /ecom/v2/carts/{cartId}/mark-cart-as-completed': operation({
    as: 'user',
    summary: 'Say that a cart is done with, version 2',
    input: OfCart.extend({ orderId: Guid.nullish() }),
    ok: Answer,
    errors: shut,
    aliases: at('/{cartId}/mark-cart-as-completed'),
  }),
})
