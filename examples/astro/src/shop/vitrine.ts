import { attempt, createClient, visitor } from '@vitrine/client'
import type { Product as Sold } from '@vitrine/client/types'
import { baseUrl, catalogue, clientId, type Product, type Shop, type TokenJar } from './shop'

const shown = ({ id, slug, name, priceData, description, media, variants, manageVariants }: Sold): Product => ({
  id,
  slug,
  name: name ?? '',
  price: priceData?.formatted?.price ?? '',
  description: description ?? '',
  picture: media?.mainMedia?.image?.url,
  variantId: manageVariants ? variants[0]?.id : undefined,
})

export async function openShop(jar: TokenJar): Promise<Shop> {
  const held = jar.get()
  const tokens = { get: () => (held ? JSON.parse(held) : undefined), set: (next: object) => jar.set(JSON.stringify(next)) }
  const client = createClient({ baseUrl, auth: visitor({ clientId, tokens }) })
  return {
    async products() {
      const { products } = await client.products.queryProducts({ query: { paging: { limit: 12 } } })
      return products.filter(({ stock }) => stock?.inStock).map(shown)
    },
    async product(slug) {
      const { products } = await client.products.queryProducts({ query: { filter: { slug } } })
      return products.map(shown)[0]
    },
    async cart() {
      const [refused, found] = await attempt(client.currentCart.getCurrentCart())
      if (refused?.code === 'OWNED_CART_NOT_FOUND') return undefined
      if (refused) throw refused
      const lines = found.cart.lineItems.map(({ id = '', productName, quantity, lineItemPrice }) => ({
        id,
        name: productName?.translated ?? productName?.original ?? '',
        quantity,
        price: lineItemPrice?.formattedAmount ?? '',
      }))
      return { lines, subtotal: found.cart.subtotal?.formattedAmount ?? '' }
    },
    async add(catalogItemId, variantId) {
      const catalogReference = { appId: catalogue, catalogItemId, ...(variantId && { options: { variantId } }) }
      await client.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference }] })
    },
    async checkoutUrl() {
      const { checkoutId } = await client.currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB' })
      return (await client.checkout.getCheckoutUrl({ id: checkoutId })).checkoutUrl
    },
  }
}
