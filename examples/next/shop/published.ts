import { checkout, currentCart } from '@wix/ecom'
import { createClient, OAuthStrategy, type Tokens } from '@wix/sdk'
import { products } from '@wix/stores'
import { baseUrl, catalogue, clientId, type Product, type Shop, type TokenJar } from './shop'

/** The published client asks one host; here its requests go to the shop. */
const { fetch: send } = globalThis
globalThis.fetch = (input, init) => {
  const { hostname, pathname, search } = new URL(input instanceof Request ? input.url : input)
  if (!hostname.endsWith('wixapis.com')) return send(input, init)
  const here = new URL(pathname + search, baseUrl)
  return send(input instanceof Request ? new Request(here, input) : here, init)
}

const shown = ({ _id, slug, name, priceData, description, media, variants, manageVariants }: products.Product): Product => ({
  id: _id ?? '',
  slug: slug ?? '',
  name: name ?? '',
  price: priceData?.formatted?.price ?? '',
  description: description ?? '',
  picture: media?.mainMedia?.image?.url,
  variantId: manageVariants ? variants?.[0]?._id : undefined,
})

export async function openShop(jar: TokenJar): Promise<Shop> {
  const held = jar.get()
  const auth = OAuthStrategy({ clientId, ...(held && { tokens: JSON.parse(held) as Tokens }) })
  if (!held) auth.setTokens(await auth.generateVisitorTokens())
  jar.set(JSON.stringify(auth.getTokens()))
  const client = createClient({ modules: { checkout, currentCart, products }, auth })
  return {
    products: async () => (await client.products.queryProducts().limit(12).find()).items.filter(({ stock }) => stock?.inStock).map(shown),
    product: async (slug) => (await client.products.queryProducts().eq('slug', slug).find()).items.map(shown)[0],
    async cart() {
      const cart = await client.currentCart.getCurrentCart().catch((error: { details?: { applicationError?: { code?: string } } }) => {
        if (error.details?.applicationError?.code !== 'OWNED_CART_NOT_FOUND') throw error
      })
      const lines = cart?.lineItems?.map(({ _id, productName, quantity, lineItemPrice }) => ({
        id: _id ?? '',
        name: productName?.translated ?? productName?.original ?? '',
        quantity: quantity ?? 0,
        price: lineItemPrice?.formattedAmount ?? '',
      }))
      if (!lines) return undefined
      const { priceSummary } = await client.currentCart.estimateCurrentCartTotals({})
      return { lines, subtotal: priceSummary?.subtotal?.formattedAmount ?? '' }
    },
    async add(catalogItemId, variantId) {
      const catalogReference = { appId: catalogue, catalogItemId, ...(variantId && { options: { variantId } }) }
      await client.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference }] })
    },
    async checkoutUrl() {
      const { checkoutId } = await client.currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB' as never })
      return (await client.checkout.getCheckoutUrl(checkoutId!)).checkoutUrl ?? ''
    },
  }
}
