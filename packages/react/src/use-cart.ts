import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Refused } from '@vitrine/client'
import type { Shop } from './provider.ts'
import { useShopClient } from './provider.ts'

type Module = Shop['currentCart']
type Cart = NonNullable<Awaited<ReturnType<Module['getCurrentCart']>>['cart']>
type NewLine = NonNullable<NonNullable<Parameters<Module['addToCurrentCart']>[0]>['lineItems']>[number]
type CheckoutInput = Parameters<Module['createCheckoutFromCurrentCart']>[0]

export interface CartActions {
  /** Resolves with the changed cart; rejects with `Refused`, such as `ITEM_NOT_AVAILABLE`. */
  readonly add: (...lines: readonly NewLine[]) => Promise<Cart>
  /** A quantity of 0 removes the line. */
  readonly setQuantity: (lineItemId: string, quantity: number) => Promise<Cart>
  readonly remove: (...lineItemIds: readonly string[]) => Promise<Cart>
  readonly applyCoupon: (code: string) => Promise<Cart>
  readonly removeCoupon: () => Promise<Cart>
  /** Makes a checkout of the cart; resolves with the address of its page. */
  readonly checkout: (input?: Partial<CheckoutInput>) => Promise<string>
}

export interface CartState extends CartActions {
  /** `undefined` while it is loading, `null` before anything was added. */
  readonly cart: Cart | null | undefined
  /** Whether a change is being sent. */
  readonly isChanging: boolean
  /** Why reading the cart or the last change failed. */
  readonly error: Error | null
}

const key = ['vitrine', 'cart'] as const
const scope = { id: 'vitrine-cart' }

/**
 * The caller's current cart with its operations. Changes are sent one after another, in the order of the calls, and all components show the
 * cart of the last answer.
 *
 * @example
 * const { cart, add } = useCart()
 * await add({ quantity: 1, catalogReference: { appId: storesApp, catalogItemId: product.id } })
 */
export function useCart(): CartState {
  const { currentCart, checkout } = useShopClient()
  const queries = useQueryClient()
  const { data: cart, error } = useQuery({
    queryKey: key,
    queryFn: async (): Promise<Cart | null> => {
      try {
        return (await currentCart.getCurrentCart({})).cart ?? null
      } catch (error) {
        if (error instanceof Refused && error.code === 'OWNED_CART_NOT_FOUND') return null
        throw error
      }
    },
  })
  const change = useMutation({
    scope,
    // A read that is still running would overwrite the newer cart.
    onMutate: () => queries.cancelQueries({ queryKey: key }),
    mutationFn: (send: () => Promise<{ readonly cart?: Cart | undefined }>) => send(),
    async onSuccess({ cart }) {
      await queries.cancelQueries({ queryKey: key })
      queries.setQueryData(key, cart ?? null)
    },
    // The read that was canceled may have been the first one.
    onError: () => queries.invalidateQueries({ queryKey: key }),
  })
  const leave = useMutation({
    scope,
    async mutationFn(input: Partial<CheckoutInput>) {
      const { checkoutId } = await currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB', ...input })
      return (await checkout.getCheckoutUrl({ id: checkoutId })).checkoutUrl
    },
  })
  const changed = async (send: () => Promise<{ readonly cart?: Cart | undefined }>): Promise<Cart> => {
    const { cart } = await change.mutateAsync(send)
    return cart as Cart
  }
  const remove = (...lineItemIds: readonly string[]) =>
    changed(() => currentCart.removeLineItemsFromCurrentCart({ lineItemIds: [...lineItemIds] }))
  return {
    cart,
    isChanging: change.isPending,
    error: error ?? change.error,
    add: (...lines) => changed(() => currentCart.addToCurrentCart({ lineItems: [...lines] })),
    setQuantity: (id, quantity) =>
      quantity <= 0 ? remove(id) : changed(() => currentCart.updateCurrentCartLineItemQuantity({ lineItems: [{ id, quantity }] })),
    remove,
    applyCoupon: (couponCode) => changed(() => currentCart.updateCurrentCart({ couponCode })),
    removeCoupon: () => changed(() => currentCart.removeCouponFromCurrentCart({})),
    checkout: (input = {}) => leave.mutateAsync(input),
  }
}
