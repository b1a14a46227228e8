// Type expectations; never run.
import { apiKey, attempt, createClient, currentCart, each, type Refused, token, visitor } from '@vitrine/client'
import { createClient as createModularClient } from '@vitrine/client/modular'
import type { Cart, Ok, Product } from '@vitrine/contract'

const baseUrl = 'https://x.test'
const client = createClient({ baseUrl, auth: visitor({ clientId: 'app' }) })

export async function answersAreTyped() {
  const { cart }: { cart: Cart } = await client.currentCart.getCurrentCart()
  const { orderId } = await client.checkout.createOrder({ id: 'c1' })
  const text: string = orderId
  // @ts-expect-error an order id is a text
  const number: number = orderId
  return [cart, text, number]
}

export function inputsAreTyped() {
  client.currentCart.getCurrentCart()
  client.currentCart.getCurrentCart({}, { signal: new AbortController().signal })
  client.search.searchProducts({ sort: 'priceAsc', choices: { Glaze: ['Sage'] } })
  // @ts-expect-error the path parameter is required
  client.orders.getOrder()
  // @ts-expect-error and so is its name
  client.orders.getOrder({ orderId: 'o1' })
  // @ts-expect-error not one of the sorts
  client.search.searchProducts({ sort: 'cheapest' })
  // @ts-expect-error a quantity is a number
  client.currentCart.updateCurrentCartLineItemQuantity({ lineItems: [{ id: 'l1', quantity: '2' }] })
  // @ts-expect-error no such operation
  client.currentCart.addItems
}

export async function refusalsNarrow() {
  const [refused, answer] = await attempt(client.payments.placeOrder({ id: 'c1', returnUrl: 'https://x.test/thanks' }))
  if (!refused) return answer.orderNumber
  switch (refused.code) {
    case 'PARTIAL_OUT_OF_STOCK': {
      const lines: readonly string[] = refused.data.lineItemIds
      return lines
    }
    case 'PAYMENT_ERROR':
      return refused.data.retryable
    case 'INVALID_ARGUMENT':
      return refused.data.fieldViolations[0]?.violatedRule
    // @ts-expect-error not a refusal of this operation
    case 'OWNED_CART_NOT_FOUND':
      return
    case 'CHECKOUT_NOT_FOUND': {
      // @ts-expect-error this code carries no data
      return refused.data.orderId
    }
  }
  // @ts-expect-error where it was refused there is no answer
  return answer.orderNumber
}

export function onlyTheModulesAskedFor() {
  const small = createClient({ baseUrl, modules: { currentCart } })
  small.currentCart.deleteCurrentCart()
  // @ts-expect-error not asked for
  small.products
  const smaller = createModularClient({ baseUrl, modules: { cart: currentCart } })
  smaller.cart.deleteCurrentCart()
  // @ts-expect-error modular means: say which
  createModularClient({ baseUrl })
}

export async function sessionsAreTyped() {
  const { accessToken } = await client.auth.tokens()
  const role: 'none' | 'visitor' | 'member' = await client.auth.role()
  // @ts-expect-error an API key has no role
  createClient({ baseUrl, auth: apiKey('k') }).auth.role()
  // @ts-expect-error a lone token cannot be renewed
  createClient({ baseUrl, auth: token('t') }).auth.tokens()
  return [accessToken.expiresAt.toFixed(), role]
}

export async function walksAreTyped() {
  for await (const product of each('products', client.products.queryProducts, { query: {} })) {
    const same: Product = product
    void same
  }
  // @ts-expect-error the answer of this query has no such list
  each('collections', client.products.queryProducts, { query: {} })
  // @ts-expect-error without its place for the page the next one cannot be asked for
  each('products', client.products.queryProducts, {})
  // @ts-expect-error an order is no list
  each('order', client.orders.getOrder, { id: 'o1' })
}

export type TheWireIsTheContract = Ok<'GET /ecom/v1/carts/current'> extends { cart: Cart } ? true : never
export const itIs: TheWireIsTheContract = true
export const refusedIsOne = (refused: Refused<'PAYMENT_ERROR'>): string => refused.data.reason
