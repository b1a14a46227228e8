import type { cart, carts, cartsV2, cartV2, totalsCalculator } from '@vitrine/contract'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { cartByIdOperations } from './operations/by-id.ts'
import { cartByIdV2Operations } from './operations/by-id-v2.ts'
import { type CartDeps, cartChanges } from './operations/cart-changes.ts'
import { currentCartOperations } from './operations/current.ts'
import { currentCartV2Operations } from './operations/current-v2.ts'
import { totalsCalculatorOperations } from './operations/totals-calculator.ts'

/** The caller's current cart, and carts by their ids, in both versions of the wire; and totals without a cart. */
export function cartOperations(
  deps: CartDeps,
): Handlers<typeof cart & typeof carts & typeof cartV2 & typeof cartsV2 & typeof totalsCalculator> {
  const changes = cartChanges(deps)
  return {
    ...currentCartOperations(deps, changes),
    ...cartByIdOperations(deps, changes),
    ...currentCartV2Operations(deps, changes),
    ...cartByIdV2Operations(deps, changes),
    ...totalsCalculatorOperations(deps),
  }
}
