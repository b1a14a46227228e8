import { createHash } from 'node:crypto'
import { type Sql, sql } from '../../../kernel/db/sql.ts'
import { allProducts } from '../document.ts'
import { sharedStock, unitSeparator } from '../product.ts'

/** What of our catalogue has no id of its own: its id is made from its name, so that it is the same in every product and at every time. */
type Named = 'option' | 'choice' | 'modifier' | 'brand' | 'ribbon' | 'pair'

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

/** So many sections of a product have ids of their own. */
const mostSections = 255
const bits = (id: string): bigint => BigInt(`0x${id.replaceAll('-', '')}`)
const ofBits = (given: bigint): string => {
  const hex = given.toString(16).padStart(32, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
/** Another version than the ids of products have, and the number of the section at the end. */
const maskOf = (number: number): bigint => (0xfn << 76n) | BigInt(number)

/** The id of a product's section, counted from 1: it leads back to its product without being stored. */
export const sectionIdOf = (productId: string, number: number): string => ofBits(bits(productId) ^ maskOf(number))

/** The products that a section of this id could belong to, by the numbers that it would have there. */
export const productsOfSection = (sectionId: string): readonly string[] =>
  Array.from({ length: mostSections }, (_, i) => sectionIdOf(sectionId, i + 1))

/** As `sectionIdOf`, in the database. */
export const sectionIdSql = (productId: Sql, number: Sql): Sql => {
  const hex = sql`replace(${productId}::text, '-', '')`
  const half = (text: Sql): Sql => sql`('x' || ${text})::bit(64)::bigint`
  const written = (value: Sql): Sql => sql`lpad(to_hex(${value}), 16, '0')`
  return sql`(${written(sql`${half(sql`left(${hex}, 16)`)} # x'f000'::bigint`)} || ${written(sql`${half(sql`right(${hex}, 16)`)} # ${number}`)})::uuid`
}
