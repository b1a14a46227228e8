import type { cart, cartV2 } from '@vitrine/contract'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { type CartDeps, cartChanges } from './operations/cart-changes.ts'
import { cartCheckoutOperations } from './operations/checkout.ts'
import { currentCartOperations } from './operations/current.ts'
import { cartV2Operations } from './operations/current-v2.ts'
import { cartItemOperations } from './operations/items.ts'

/** The caller's cart. */
export function cartOperations(deps: CartDeps): Handlers<typeof cart & typeof cartV2> {
  const changes = cartChanges(deps)
  return {
    ...currentCartOperations(deps, changes),
    ...cartItemOperations(changes),
    ...cartCheckoutOperations(deps, changes),
    ...cartV2Operations(deps, changes),
  }
}
