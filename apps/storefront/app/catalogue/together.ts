import { parseDecimal, sum, toDecimal } from '@vitrine/pricing'
import type { CartLineView } from '../cart/cart.ts'
import { type Choices, findVariant, type ProductView, pictureOf, priceBy } from './product.ts'

/** One of several things that are put into the bag by one press. */
export type TogetherItem = Pick<CartLineView, 'productId' | 'variantId' | 'slug' | 'name' | 'price' | 'left' | 'shippable'> & {
  /** The address of its picture. */
  picture?: string | undefined
  /** In the order of its options. */
  choices: Choices
}

/** A product as it is chosen; undefined where it cannot be bought now, and once. */
export function togetherItem(product: ProductView, chosen: Choices): TogetherItem | undefined {
  const variant = findVariant(product, chosen)
  const stock = variant?.stock ?? (product.options.length > 0 ? { some: false } : product.stock)
  if (!product.once || !stock.some || ('preorder' in stock && stock.preorder)) return undefined
  const picture = pictureOf(product, chosen)?.url
  return {
    productId: product.id,
    ...(variant && { variantId: variant.id }),
    slug: product.slug,
    name: product.name,
    ...(picture && { picture }),
    choices: Object.fromEntries(product.options.flatMap(({ name }) => (chosen[name] ? [[name, chosen[name]]] : []))),
    price: String(priceBy(product, variant, undefined).price),
    ...('left' in stock && stock.left !== undefined && { left: stock.left }),
    shippable: product.shippable,
  }
}

/** What they cost together, decimal text. */
export const togetherPrice = (items: readonly TogetherItem[], currency: string): string =>
  toDecimal(sum(items.map(({ price }) => parseDecimal(price, currency))), currency)

/** The line of the bag that it becomes. */
export const lineOf = ({ picture, ...item }: TogetherItem): CartLineView => ({
  ...item,
  id: `coming-${item.variantId ?? item.productId}`,
  picture: picture === undefined ? undefined : { url: picture, ...usualSize, alt: '' },
  chosen: Object.values(item.choices),
  quantity: 1,
  gone: false,
})

const usualSize = { width: 1000, height: 1250 }

/** Names items in a form without script: `product:variant product`. */
export const itemNames = (items: readonly Pick<TogetherItem, 'productId' | 'variantId'>[]): string =>
  items.map(({ productId, variantId }) => (variantId ? `${productId}:${variantId}` : productId)).join(' ')

const mostAtOnce = 4

export const namedItems = (names: string): { readonly productId: string; readonly variantId: string | undefined }[] =>
  names
    .split(' ')
    .filter(Boolean)
    .slice(0, mostAtOnce)
    .map((name) => {
      const [productId = '', variantId] = name.split(':')
      return { productId, variantId }
    })
