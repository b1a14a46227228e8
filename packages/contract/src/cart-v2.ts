import * as z from 'zod'
import { CartSummaryV2, CartV2 } from './cart-v2-shapes.ts'
import { AddressInput, CatalogReferenceInput, ContactDetailsInput, CouponCode, FieldMask, Quantity } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { Email, Guid, text } from './primitives.ts'

/** Prices and words of one’s own are for the first version of the cart: they are not read here. */
const CatalogItem = z.object({ catalogReference: CatalogReferenceInput, quantity: Quantity })

/** What a caller may write of a cart: what is absent stays, null clears. What only the shop sets is not read. */
export const CartV2Input = z.object({
  note: text(1000).nullish(),
  customerInfo: z.object({ contactId: Guid.nullish(), email: Email.nullish(), ...ContactDetailsInput.shape }).nullish(),
  deliveryInfo: z.object({ address: AddressInput.nullish() }).nullish(),
  businessInfo: z.object({ locationId: Guid.nullish() }).nullish(),
  customCheckoutUrl: text(1000).nullish(),
})
export interface CartV2Input extends z.output<typeof CartV2Input> {}

const Answer = z.object({ cart: CartV2 })
const Calculated = z.object({ cart: CartV2, summary: CartSummaryV2 })
const at = (path = '') => [`/_api/cart-v2/v2/carts/current${path}` as const]
const couponRefusalsV2 = ['INVALID_COUPON_CODE', 'INVALID_COUPON_STATUS', 'COUPON_LOCKED'] as const

/** The current cart in its second version: the same cart as that of the first, by the same rules and prices. */
export const cartV2 = operations({
  'GET /ecom/v2/carts/current': operation({
    as: 'visitor',
    summary: 'Read the current cart, version 2',
    input: z.object({}),
    ok: Answer,
    errors: ['OWNED_CART_NOT_FOUND'],
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

  /** Makes the cart where there is none. The same thing added again raises the quantity of its line. */
  'POST /ecom/v2/carts/current/add-line-items': operation({
    as: 'visitor',
    summary: 'Add to the current cart, version 2',
    input: z.object({
      catalogItems: z.array(CatalogItem).max(100).nullish(),
      /** Lines with a price of one’s own are for the first version of the cart. */
      customItems: z.array(z.object({})).max(0).nullish(),
    }),
    ok: Answer,
    errors: ['NO_LINE_ITEMS_TO_ADD', 'ITEM_NOT_FOUND_IN_CATALOG'],
    aliases: at('/add-line-items'),
  }),

  'POST /ecom/v2/carts/current/update-line-items': operation({
    as: 'visitor',
    summary: 'Set the quantities of lines of the current cart, version 2',
    input: z.object({
      lineItems: z
        .array(z.object({ lineItemId: Guid, quantity: z.object({ newQuantity: Quantity }) }))
        .min(1)
        .max(100),
    }),
    ok: Answer,
    errors: ['OWNED_CART_NOT_FOUND', 'LINE_ITEM_NOT_FOUND_IN_CART'],
    aliases: at('/update-line-items'),
  }),

  'POST /ecom/v2/carts/current/remove-line-items': operation({
    as: 'visitor',
    summary: 'Remove lines from the current cart, version 2',
    input: z.object({ lineItemIds: z.array(Guid).min(1).max(100) }),
    ok: Answer,
    errors: ['OWNED_CART_NOT_FOUND', 'LINE_ITEM_NOT_FOUND_IN_CART'],
    aliases: at('/remove-line-items'),
  }),

  /** A cart has one coupon; it has to be removed before another is added. */
  'POST /ecom/v2/carts/current/add-coupon': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Add a coupon to the current cart, version 2',
    input: z.object({ coupon: z.object({ code: CouponCode }) }),
    ok: Answer,
    errors: ['OWNED_CART_NOT_FOUND', 'COUPON_ALREADY_EXISTS', 'MAX_COUPONS_PER_CART_EXCEEDED', ...couponRefusalsV2],
    aliases: at('/add-coupon'),
  }),

  'POST /ecom/v2/carts/current/remove-coupon': operation({
    as: 'visitor',
    summary: 'Remove the coupon of the current cart, version 2',
    input: z.object({ couponId: text(100, 1) }),
    ok: Answer,
    errors: ['OWNED_CART_NOT_FOUND', 'COUPON_NOT_FOUND_IN_CART'],
    aliases: at('/remove-coupon'),
  }),

  /** By the code that the calculation or an estimate of the first version offers for the cart’s address. */
  'POST /ecom/v2/carts/current/set-delivery-method': operation({
    as: 'visitor',
    summary: 'Set the delivery method of the current cart, version 2',
    input: z.object({ deliveryMethod: z.object({ code: text(100, 1), appId: Guid.nullish() }) }),
    ok: Answer,
    errors: ['OWNED_CART_NOT_FOUND', 'DELIVERY_METHOD_NOT_FOUND', 'DELIVERY_METHOD_MISSING_ADDRESS', 'DELIVERY_METHOD_MISSING_LINE_ITEMS'],
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

  /** A cart is priced anew at each read: this is one. */
  'POST /ecom/v2/carts/current/refresh': operation({
    as: 'visitor',
    reads: true,
    summary: 'Refresh the current cart, version 2',
    input: z.object({}),
    ok: Answer,
    errors: ['OWNED_CART_NOT_FOUND'],
    aliases: at('/refresh'),
  }),

  /** Delivery, fees and taxes, and all that is in the way of an order. */
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

  /** Only what is asked for. Gift cards are chosen in the checkout; `calculateGiftCards` adds nothing. */
  'POST /ecom/v2/carts/current/estimate': operation({
    as: 'visitor',
    cost: 'price',
    reads: true,
    summary: 'Estimate the current cart, version 2',
    input: z.object({
      refreshCart: z.boolean().nullish(),
      /** `PRE_CHECKOUT_VALIDATIONS` asks for no address and no delivery method yet; it holds where nothing is said. */
      validationConfig: z.enum(['SKIP_VALIDATIONS', 'PRE_CHECKOUT_VALIDATIONS', 'CHECKOUT_VALIDATIONS']).nullish(),
      calculateDelivery: z.boolean().nullish(),
      calculateAdditionalFees: z.boolean().nullish(),
      calculateTax: z.boolean().nullish(),
      calculateGiftCards: z.boolean().nullish(),
    }),
    ok: Calculated,
    errors: ['OWNED_CART_NOT_FOUND'],
    aliases: at('/estimate'),
  }),
})
