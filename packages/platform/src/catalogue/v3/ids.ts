import { createHash } from 'node:crypto'
import { allProducts } from '../document.ts'
import { sharedStock, unitSeparator } from '../product.ts'

/** What of our catalogue has no id of its own: its id is made from its name, so that it is the same in every product and at every time. */
type Named = 'option' | 'choice' | 'modifier' | 'brand' | 'ribbon' | 'section' | 'pair'

export function nameId(kind: Named, ...names: readonly string[]): string {
  const hex = createHash('sha256')
    .update([kind, ...names].join(unitSeparator))
    .digest('hex')
  // A UUID of version 8: made as its maker likes.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The collection of all products, which has no uuid in catalogue v1. */
export const allProductsCategory = '00000000-0000-0000-0000-000000000001'

export const categoryIdOf = (collectionId: string): string => (collectionId === allProducts.id ? allProductsCategory : collectionId)
export const collectionIdOf = (categoryId: string): string => (categoryId === allProductsCategory ? allProducts.id : categoryId)

/** The id of a variant: that of its product where there is nothing to choose, for in catalogue v3 no two variants have the same. */
export const variantIdOf = (productId: string, variantId: string): string => (variantId === sharedStock ? productId : variantId)
