import type { cartsV2 } from '@vitrine/contract'
import { endingEarly } from '../../../kernel/db/sql.ts'
import { type Handlers, optimistic, type Scope } from '../../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import type { CheckoutChoices } from '../../selling/checkout-choices.ts'
import { readPriceToken } from '../price-token.ts'
import { orderingRefusalV2 } from '../refusals-v2.ts'
import { anyCartV2Operations } from './any-cart-v2.ts'
import type { CartChanges, CartDeps } from './cart-changes.ts'
import { cartById, newCart } from './target.ts'

/** Carts by their ids in the second version of the wire. */
export function cartByIdV2Operations(deps: CartDeps, changes: CartChanges): Handlers<typeof cartsV2> {
  const operations = anyCartV2Operations(deps, changes)
  const { checkoutPageOf, placeOrder } = deps
  const { makeCheckout, writeCart } = changes

  /** The checkout of a cart, written immediately: later steps of the same transaction read it. */
  async function checkoutNow(scope: Scope<'visitor'>, cartId: string, choices: CheckoutChoices = {}) {
    const { db, end } = endingEarly(scope.db)
    const made = await makeCheckout({ ...scope, db }, cartById(cartId), choices, writeCart)
    if (made instanceof Refusal) return orderingRefusalV2(made, cartId)
    await end()
    return made
  }

  return {
    'POST /ecom/v2/carts': optimistic(({ cart, ...input }, scope) => {
      const { openAccess, ...customerInfo } = cart?.customerInfo ?? {}
      const isKnown = Boolean(customerInfo.contactId ?? customerInfo.email)
      const target = newCart({ openAccess: scope.merchant && (openAccess ?? !isKnown) })
      return operations.create(scope, target, { ...input, cart: cart && { ...cart, customerInfo: cart.customerInfo && customerInfo } })
    }),
    'GET /ecom/v2/carts/{cartId}': ({ cartId }, scope) => operations.read(scope, cartById(cartId)),
    'PATCH /ecom/v2/carts/{cart.id}': optimistic(({ cart: { id, ...cart }, fieldMask }, scope) =>
      operations.update(scope, cartById(id), cart, fieldMask),
    ),
    'DELETE /ecom/v2/carts/{cartId}': optimistic(({ cartId }, scope) => operations.drop(scope, cartById(cartId))),
    'POST /ecom/v2/carts/{cartId}/add-line-items': optimistic(({ cartId, ...input }, scope) =>
      operations.add(scope, cartById(cartId), input),
    ),
    'POST /ecom/v2/carts/{cartId}/update-line-items': optimistic(({ cartId, ...input }, scope) =>
      operations.updateLines(scope, cartById(cartId), input),
    ),
    'POST /ecom/v2/carts/{cartId}/remove-line-items': optimistic(({ cartId, lineItemIds }, scope) =>
      operations.removeLines(scope, cartById(cartId), lineItemIds),
    ),
    'POST /ecom/v2/carts/{cartId}/add-coupon': optimistic(({ cartId, coupon }, scope) =>
      operations.addCoupon(scope, cartById(cartId), coupon.code),
    ),
    'POST /ecom/v2/carts/{cartId}/remove-coupon': optimistic(({ cartId, couponId }, scope) =>
      operations.removeCoupon(scope, cartById(cartId), couponId),
    ),
    'POST /ecom/v2/carts/{cartId}/add-gift-card': optimistic(({ cartId, giftCard }, scope) =>
      operations.addGiftCard(scope, cartById(cartId), giftCard),
    ),
    'POST /ecom/v2/carts/{cartId}/remove-gift-card': optimistic(({ cartId, giftCardId }, scope) =>
      operations.removeGiftCard(scope, cartById(cartId), giftCardId),
    ),
    'POST /ecom/v2/carts/{cartId}/set-delivery-method': optimistic(({ cartId, deliveryMethod }, scope) =>
      operations.setDeliveryMethod(scope, cartById(cartId), deliveryMethod),
    ),
    'POST /ecom/v2/carts/{cartId}/remove-delivery-method': optimistic(({ cartId }, scope) =>
      operations.removeDeliveryMethod(scope, cartById(cartId)),
    ),
    'POST /ecom/v2/carts/{cartId}/update-forms-submission': optimistic(({ cartId, ...input }, scope) =>
      operations.updateForms(scope, cartById(cartId), input),
    ),
    'POST /ecom/v2/carts/{cartId}/refresh': ({ cartId }, scope) => operations.read(scope, cartById(cartId)),
    'POST /ecom/v2/carts/{cartId}/calculate': ({ cartId }, scope) => operations.calculate(scope, cartById(cartId)),
    'POST /ecom/v2/carts/{cartId}/estimate': ({ cartId, ...input }, scope) => operations.estimate(scope, cartById(cartId), input),
    'GET /ecom/v2/carts/{cartId}/upsell-options': ({ cartId }, scope) => operations.upsells(scope, cartById(cartId)),

    async 'POST /ecom/v2/carts/{cartId}/get-checkout-url'({ cartId }, scope) {
      const made = await checkoutNow(scope, cartId)
      if (made instanceof Refusal) return made
      return { checkoutUrl: await checkoutPageOf(scope, made.checkoutId) }
    },

    async 'POST /ecom/v2/carts/{cartId}/place-order'({ cartId, priceVerificationToken, ...said }, scope) {
      const expected = priceVerificationToken ? readPriceToken(priceVerificationToken, cartId) : {}
      if (!expected) return refuse('INVALID_PRICE_VERIFICATION_TOKEN')
      const made = await checkoutNow(scope, cartId, { cartDecides: true })
      if (made instanceof Refusal) return made
      const placed = await placeOrder(scope, made.checkoutId, {
        delayCapture: said.delayCapture ?? false,
        savePaymentMethod: said.savePaymentMethod ?? false,
        policiesAgreed: said.policiesAgreed ?? false,
        subscribed: said.subscribed ?? false,
        expected,
      })
      if (placed instanceof Refusal) return orderingRefusalV2(placed, cartId)
      const { orderId, paymentGatewayOrderId } = placed
      return { orderId, ...(paymentGatewayOrderId && { paymentGatewayOrderId }), completed: paymentGatewayOrderId === undefined }
    },

    'POST /ecom/v2/carts/{cartId}/mark-cart-as-completed': optimistic(async ({ cartId, orderId }, scope) =>
      operations.change({ ...scope }, cartById(cartId), (document) => ({ ...document, ordered: orderId ? { orderId } : {} })),
    ),
  }
}
