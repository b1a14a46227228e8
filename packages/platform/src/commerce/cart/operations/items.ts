import { type cart, type RefusalCode } from '@vitrine/contract'
import { type Handlers, optimistic, type Scope } from '../../../kernel/http/handlers.ts'
import { Prepared } from '../../../kernel/http/wire.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { addLines, removeLines, setQuantities } from '../../selling/line.ts'
import { type CartDocument } from '../store.ts'
import { type CartChanges, type Change } from './cart-changes.ts'

const withLines =
  <C extends RefusalCode>(work: (lines: CartDocument['lines']) => CartDocument['lines'] | Refusal<C>): Change<C> =>
  (document) => {
    const lines = work(document.lines)
    return lines instanceof Refusal ? lines : { ...document, lines }
  }

/** What lies in the cart. */
export function cartItemOperations({
  keep,
  findWithPricing,
  changeOrMake,
}: CartChanges): Handlers<
  Pick<
    typeof cart,
    | 'POST /ecom/v1/carts/current/add-to-cart'
    | 'POST /ecom/v1/carts/current/remove-line-items'
    | 'POST /ecom/v1/carts/current/update-line-items-quantity'
    | 'POST /ecom/v1/carts/current/remove-coupon'
  >
> {
  async function change<C extends RefusalCode = never>(
    scope: Scope<'visitor'>,
    work: Change<C>,
  ): Promise<Prepared | Refusal<C | 'OWNED_CART_NOT_FOUND' | 'INVALID_ARGUMENT'>> {
    const [before, pricing] = await findWithPricing(scope)
    return before ? keep(scope, before, work, pricing) : refuse('OWNED_CART_NOT_FOUND')
  }

  return {
    'POST /ecom/v1/carts/current/add-to-cart': optimistic((input, scope) =>
      changeOrMake(scope, input, (document, wanted) => {
        const lines = addLines(document.lines, wanted)
        if (lines instanceof Refusal) return lines
        return { ...document, lines, ...(input.businessLocationId && { businessLocationId: input.businessLocationId }) }
      }),
    ),

    'POST /ecom/v1/carts/current/remove-line-items': optimistic(({ lineItemIds }, scope) =>
      change(
        scope,
        withLines((lines) => removeLines(lines, lineItemIds)),
      ),
    ),

    'POST /ecom/v1/carts/current/update-line-items-quantity': optimistic(({ lineItems }, scope) =>
      change(
        scope,
        withLines((lines) => setQuantities(lines, lineItems)),
      ),
    ),

    'POST /ecom/v1/carts/current/remove-coupon': optimistic((_, scope) =>
      change(scope, (document) => ({ ...document, couponCode: undefined })),
    ),
  }
}
