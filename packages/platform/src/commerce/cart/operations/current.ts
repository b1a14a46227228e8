import type { cart } from '@vitrine/contract'
import { nameOf } from '../../../kernel/http/caller.ts'
import { type Handlers, optimistic } from '../../../kernel/http/handlers.ts'
import { Prepared } from '../../../kernel/http/wire.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { isStill } from '../store.ts'
import { anyCartOperations } from './any-cart.ts'
import type { CartChanges, CartDeps } from './cart-changes.ts'
import { currentCart } from './target.ts'

/** The caller's current cart. */
export function currentCartOperations(deps: CartDeps, changes: CartChanges): Handlers<typeof cart> {
  const operations = anyCartOperations(deps, changes)
  return {
    async 'GET /ecom/v1/carts/current'(_, scope) {
      const { db, site, caller, now } = scope
      const before = changes.shown.find(site, nameOf(caller), now)
      if (before && (await isStill(db, site, before, deps.basis))) return new Prepared(before.answer)
      const found = await operations.read(scope, currentCart)
      if (found instanceof Refusal) return found
      found.keep()
      return found.answer
    },

    'PATCH /ecom/v1/carts/current': optimistic((input, scope) => operations.update(scope, currentCart, input)),
    'DELETE /ecom/v1/carts/current': optimistic((_, scope) => operations.drop(scope, currentCart)),
    'POST /ecom/v1/carts/current/add-to-cart': optimistic((input, scope) => operations.add(scope, currentCart, input)),
    'POST /ecom/v1/carts/current/remove-line-items': optimistic((input, scope) =>
      operations.removeLines(scope, currentCart, input.lineItemIds),
    ),
    'POST /ecom/v1/carts/current/update-line-items-quantity': optimistic((input, scope) =>
      operations.setQuantities(scope, currentCart, input.lineItems),
    ),
    'POST /ecom/v1/carts/current/remove-coupon': optimistic((_, scope) => operations.removeCoupon(scope, currentCart)),
    'POST /ecom/v1/carts/current/estimate-totals': (input, scope) => operations.estimate(scope, currentCart, input),
    'POST /ecom/v1/carts/current/create-checkout': optimistic((input, scope) => operations.createCheckout(scope, currentCart, input)),
  }
}
