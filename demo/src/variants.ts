import { shared } from '@vitrine/platform/commerce/inventory/store'
import { storesApp } from '@vitrine/platform/commerce/selling/apps'
import { productIdOf, uuidOf } from './ids.ts'
import type { ProductEntry } from './morrow.ts'

const variantIdOf = ({ options }: Pick<ProductEntry, 'options'>, sku: string): string | undefined =>
  options.length > 0 ? uuidOf(`variant ${sku}`) : undefined

/** A variant as lines and lists name it. */
export function referenceTo(product: Pick<ProductEntry, 'slug' | 'options'>, sku: string) {
  const variantId = variantIdOf(product, sku)
  return { appId: storesApp, catalogItemId: productIdOf(product.slug), ...(variantId && { options: { variantId } }) }
}

/** A variant with its ids and its price. */
export function variantOf(product: ProductEntry, { sku, priceDifference }: ProductEntry['variants'][number]) {
  return {
    productId: productIdOf(product.slug),
    variantId: variantIdOf(product, sku) ?? shared,
    reference: referenceTo(product, sku),
    cents: Math.round((Number(product.price) + Number(priceDifference)) * 100),
  }
}
