import type { cartV2 } from '@vitrine/contract'
import { type Handlers, optimistic } from '../../../kernel/http/handlers.ts'
import { anyCartV2Operations } from './any-cart-v2.ts'
import type { CartChanges, CartDeps } from './cart-changes.ts'
import { currentCart, newCurrentCart } from './target.ts'

/** The current cart in the second version of the wire. */
export function currentCartV2Operations(deps: CartDeps, changes: CartChanges): Handlers<typeof cartV2> {
  const operations = anyCartV2Operations(deps, changes)
  return {
    'GET /ecom/v2/carts/current': (_, scope) => operations.read(scope, currentCart),
    'POST /ecom/v2/carts/current': optimistic((input, scope) => operations.create(scope, newCurrentCart, input)),
    'PATCH /ecom/v2/carts/current': optimistic(({ cart, fieldMask }, scope) => operations.update(scope, currentCart, cart, fieldMask)),
    'DELETE /ecom/v2/carts/current': optimistic((_, scope) => operations.drop(scope, currentCart)),
    'POST /ecom/v2/carts/current/add-line-items': optimistic((input, scope) => operations.add(scope, currentCart, input)),
    'POST /ecom/v2/carts/current/update-line-items': optimistic((input, scope) => operations.updateLines(scope, currentCart, input)),
    'POST /ecom/v2/carts/current/remove-line-items': optimistic(({ lineItemIds }, scope) =>
      operations.removeLines(scope, currentCart, lineItemIds),
    ),
    'POST /ecom/v2/carts/current/add-coupon': optimistic(({ coupon }, scope) => operations.addCoupon(scope, currentCart, coupon.code)),
    'POST /ecom/v2/carts/current/remove-coupon': optimistic(({ couponId }, scope) => operations.removeCoupon(scope, currentCart, couponId)),
    'POST /ecom/v2/carts/current/add-gift-card': optimistic(({ giftCard }, scope) => operations.addGiftCard(scope, currentCart, giftCard)),
    'POST /ecom/v2/carts/current/remove-gift-card': optimistic(({ giftCardId }, scope) =>
      operations.removeGiftCard(scope, currentCart, giftCardId),
    ),
    'POST /ecom/v2/carts/current/set-delivery-method': optimistic(({ deliveryMethod }, scope) =>
      operations.setDeliveryMethod(scope, currentCart, deliveryMethod),
    ),
    'POST /ecom/v2/carts/current/remove-delivery-method': optimistic((_, scope) => operations.removeDeliveryMethod(scope, currentCart)),
    'POST /ecom/v2/carts/current/update-forms-submission': optimistic((input, scope) => operations.updateForms(scope, currentCart, input)),
    'POST /ecom/v2/carts/current/refresh': (_, scope) => operations.read(scope, currentCart),
    'POST /ecom/v2/carts/current/calculate': (_, scope) => operations.calculate(scope, currentCart),
    'POST /ecom/v2/carts/current/estimate': (input, scope) => operations.estimate(scope, currentCart, input),
    'GET /ecom/v2/carts/current/upsell-options': (_, scope) => operations.upsells(scope, currentCart),
  }
}
