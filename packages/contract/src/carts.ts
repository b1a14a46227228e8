import * as z from 'zod'
import { CartAnswer, CartChange, CartEstimate, CartInfo, couponRefusals, EstimateOptions, LinesToAdd, NewCheckoutOfCart } from './cart.ts'
import { FieldMask, LinesToRemove, QuantitiesToSet } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { Guid } from './primitives.ts'

const OfCart = z.object({ id: Guid })
const at = (path = '') => [`/_api/ecom-cart/v1/carts${path}` as const]

/**
 * Carts by their ids: the caller's own, including the current one; for the shop, all carts. A cart created here is not the caller's current
 * cart; it can be ordered like any other.
 */
export const carts = operations({
  /** `{ lineItems: [{ catalogReference: { appId, catalogItemId: product.id }, quantity: 1 }] }` */
  'POST /ecom/v1/carts': operation({
    as: 'visitor',
    merchant: 'orders.write',
    guesses: ['couponCode'],
    summary: 'Create a cart',
    input: CartChange,
    ok: CartAnswer,
    errors: ['CANT_CREATE_CART_WITHOUT_ITEMS', 'ITEM_NOT_FOUND_IN_CATALOG', 'REDIRECT_URI_NOT_ALLOWED', 'COUPON_LOCKED', ...couponRefusals],
    aliases: at(),
  }),

  'GET /ecom/v1/carts/{id}': operation({
    as: 'visitor',
    merchant: 'orders.read',
    summary: 'Read a cart',
    input: OfCart,
    ok: CartAnswer,
    errors: ['CART_NOT_FOUND'],
    aliases: at('/{id}'),
  }),

  /** The cart that a checkout was created from. */
  'GET /ecom/v1/carts/by-checkout-id/{id}': operation({
    as: 'visitor',
    merchant: 'orders.read',
    summary: 'Read the cart of a checkout',
    input: OfCart,
    ok: CartAnswer,
    errors: ['CART_NOT_FOUND'],
    aliases: at('/by-checkout-id/{id}'),
  }),

  /** Writes the fields that are present, clears those that are null, leaves the rest. The lines sent are added. */
  'PATCH /ecom/v1/carts/{cartInfo.id}': operation({
    as: 'visitor',
    merchant: 'orders.write',
    guesses: ['couponCode'],
    summary: 'Update a cart',
    input: CartChange.extend({ cartInfo: CartInfo.extend({ id: Guid }), cartFieldmask: FieldMask.nullish() }),
    ok: CartAnswer,
    errors: [
      'CART_NOT_FOUND',
      'CART_ALREADY_ORDERED',
      'ITEM_NOT_FOUND_IN_CATALOG',
      'REDIRECT_URI_NOT_ALLOWED',
      'COUPON_LOCKED',
      ...couponRefusals,
    ],
    aliases: at('/{cartInfo.id}'),
  }),

  'DELETE /ecom/v1/carts/{id}': operation({
    as: 'visitor',
    merchant: 'orders.write',
    summary: 'Delete a cart',
    input: OfCart,
    ok: z.object({}),
    errors: ['CART_NOT_FOUND'],
    aliases: at('/{id}'),
  }),

  /** Adding the same item again raises the quantity of its line. */
  'POST /ecom/v1/carts/{id}/add-to-cart': operation({
    as: 'visitor',
    merchant: 'orders.write',
    summary: 'Add to a cart',
    input: LinesToAdd.extend(OfCart.shape),
    ok: CartAnswer,
    errors: ['CART_NOT_FOUND', 'CART_ALREADY_ORDERED', 'ITEM_NOT_FOUND_IN_CATALOG'],
    aliases: at('/{id}/add-to-cart'),
  }),

  'POST /ecom/v1/carts/{id}/remove-line-items': operation({
    as: 'visitor',
    merchant: 'orders.write',
    summary: 'Remove lines from a cart',
    input: OfCart.extend(LinesToRemove.shape),
    ok: CartAnswer,
    errors: ['CART_NOT_FOUND', 'CART_ALREADY_ORDERED', 'LINE_ITEM_NOT_FOUND'],
    aliases: at('/{id}/remove-line-items'),
  }),

  'POST /ecom/v1/carts/{id}/update-line-items-quantity': operation({
    as: 'visitor',
    merchant: 'orders.write',
    summary: 'Set the quantities of lines of a cart',
    input: OfCart.extend(QuantitiesToSet.shape),
    ok: CartAnswer,
    errors: ['CART_NOT_FOUND', 'CART_ALREADY_ORDERED', 'LINE_ITEM_NOT_FOUND'],
    aliases: at('/{id}/update-line-items-quantity'),
  }),

  'POST /ecom/v1/carts/{id}/remove-coupon': operation({
    as: 'visitor',
    merchant: 'orders.write',
    summary: 'Take the coupon off a cart',
    input: OfCart,
    ok: CartAnswer,
    errors: ['CART_NOT_FOUND', 'CART_ALREADY_ORDERED', 'COUPON_LOCKED'],
    aliases: at('/{id}/remove-coupon'),
  }),

  'POST /ecom/v1/carts/{id}/remove-business-location': operation({
    as: 'visitor',
    merchant: 'orders.write',
    summary: 'Take the business location off a cart',
    input: OfCart,
    ok: CartAnswer,
    errors: ['CART_NOT_FOUND', 'CART_ALREADY_ORDERED'],
    aliases: at('/{id}/remove-business-location'),
  }),

  /** Calculates without changing the cart. */
  'POST /ecom/v1/carts/{id}/estimate-totals': operation({
    as: 'visitor',
    merchant: 'orders.read',
    cost: 'price',
    summary: 'Estimate what a cart costs, delivered',
    input: EstimateOptions.extend(OfCart.shape),
    ok: CartEstimate,
    errors: ['CART_NOT_FOUND'],
    reads: true,
    aliases: at('/{id}/estimate-totals'),
  }),

  /** A second call updates the cart's checkout and returns it. */
  'POST /ecom/v1/carts/{id}/create-checkout': operation({
    as: 'visitor',
    merchant: 'orders.write',
    summary: 'Make a checkout of a cart',
    input: NewCheckoutOfCart.extend(OfCart.shape),
    ok: z.object({ checkoutId: z.string() }),
    errors: ['CART_NOT_FOUND', 'CART_ALREADY_ORDERED', 'EMPTY_CHECKOUT', 'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND'],
    aliases: at('/{id}/create-checkout'),
  }),
})
