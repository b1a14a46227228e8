import { sql } from '../../kernel/db/sql.ts'
import type { Fields } from '../../kernel/query/filter.ts'
import { allProducts } from './document.ts'

const price = sql`product.full_price`

const ordered = { index: { kind: 'ordered', byVisible: true } } as const
const unique = { index: { kind: 'unique' } } as const
const words = { index: { kind: 'words' } } as const

/** By what products can be filtered and sorted, under the wire's names. Prices are those the wire calls `price.price`; `places` are the currency's. */
export const productFields = (places: number): Fields => ({
  id: { kind: 'id', column: productId, sort: productId, ...unique },
  createdDate: { kind: 'instant', column: sql`product.created_at`, index: { ...ordered.index, order: sql`product.created_at` } },
  lastUpdated: { kind: 'instant', column: sql`product.updated_at`, sort: sql`product.updated_at`, ...ordered },
  name: { kind: 'text', column: sql`product.name`, folded: sql`product.name_key`, sort: sql`product.name_key`, ...ordered },
  description: { kind: 'text', column: sql`product.description` },
  sku: { kind: 'text', column: sql`product.sku`, sort: sql`product.sku`, ...ordered },
  price: { kind: 'number', column: price, sort: price, places, ...ordered },
  'priceData.price': { kind: 'number', column: price, sort: price, places, ...ordered },
  numericId: { kind: 'number', column: sql`product.numeric_id`, sort: sql`product.numeric_id`, places: 0, ...ordered },
  productType: { kind: 'text', column: sql`product.product_type`, sort: sql`product.product_type`, ...ordered },
  slug: { kind: 'text', column: sql`product.slug`, sort: sql`product.slug`, ...unique },
  collectionIds: { kind: 'ids', column: sql`product.collection_ids`, everyones: allProducts.id, ...words },
  'collections.id': { kind: 'ids', column: sql`product.collection_ids`, everyones: allProducts.id, ...words },
})

export const productId = sql`product.id`
export const usualOrder = sql`product.numeric_id desc, product.id desc`
export const usualSort = [{ fieldName: 'numericId', order: 'DESC' }] as const

export const collectionId = sql`collection.id`

export const collectionFields: Fields = {
  id: { kind: 'text', column: sql`collection.id`, sort: collectionId },
  name: { kind: 'text', column: sql`collection.name`, folded: sql`collection.name_key`, sort: sql`collection.name_key` },
}
