import type { carts } from '@vitrine/contract'
import { type Handlers, optimistic, type Scope } from '../../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { wantedLines } from '../../selling/wanted.ts'
import { findIdByCheckout } from '../store.ts'
import { anyCartOperations } from './any-cart.ts'
import type { CartChanges, CartDeps } from './cart-changes.ts'
import { cartById, newCart } from './target.ts'

/** Carts by their ids. */
export function cartByIdOperations(deps: CartDeps, changes: CartChanges): Handlers<typeof carts> {
  const operations = anyCartOperations(deps, changes)

  async function read(scope: Scope<'visitor'>, id: string) {
    const found = await operations.read(scope, cartById(id))
    return found instanceof Refusal ? found : found.answer
  }

  return {
    'POST /ecom/v1/carts': optimistic(async (input, scope) =>
      wantedLines(input).length === 0 ? refuse('CANT_CREATE_CART_WITHOUT_ITEMS') : operations.update(scope, newCart(), input),
    ),
    'GET /ecom/v1/carts/{id}': ({ id }, scope) => read(scope, id),
    async 'GET /ecom/v1/carts/by-checkout-id/{id}'({ id }, scope) {
      const cartId = await findIdByCheckout(scope.db, scope.site, id)
      return cartId === undefined ? refuse('CART_NOT_FOUND') : read(scope, cartId)
    },
    'PATCH /ecom/v1/carts/{cartInfo.id}': optimistic(({ cartInfo: { id, ...cartInfo }, ...input }, scope) =>
      operations.update(scope, cartById(id), { ...input, cartInfo }),
    ),
    'DELETE /ecom/v1/carts/{id}': optimistic(({ id }, scope) => operations.drop(scope, cartById(id))),
    'POST /ecom/v1/carts/{id}/add-to-cart': optimistic(({ id, ...input }, scope) => operations.add(scope, cartById(id), input)),
    'POST /ecom/v1/carts/{id}/remove-line-items': optimistic(({ id, lineItemIds }, scope) =>
      operations.removeLines(scope, cartById(id), lineItemIds),
    ),
    'POST /ecom/v1/carts/{id}/update-line-items-quantity': optimistic(({ id, lineItems }, scope) =>
      operations.setQuantities(scope, cartById(id), lineItems),
    ),
    'POST /ecom/v1/carts/{id}/remove-coupon': optimistic(({ id }, scope) => operations.removeCoupon(scope, cartById(id))),
    'POST /ecom/v1/carts/{id}/remove-business-location': optimistic(({ id }, scope) =>
      operations.removeBusinessLocation(scope, cartById(id)),
    ),
    'POST /ecom/v1/carts/{id}/estimate-totals': ({ id, ...input }, scope) => operations.estimate(scope, cartById(id), input),
    'POST /ecom/v1/carts/{id}/create-checkout': optimistic(({ id, ...input }, scope) =>
      operations.createCheckout(scope, cartById(id), input),
    ),
  }
}
