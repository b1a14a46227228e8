import { type Sql, sql } from '../../kernel/db/sql.ts'
import { stem, wordsOf } from '../../kernel/query/words.ts'

/**
 * Where a SKU is asked for: the products that have it, themselves or in a variant, by the index of stock or, where variants are not managed one by
 * one, by that of words.
 */
export const productsBySku =
  (site: string) =>
  (operator: string, operand: unknown): Sql | undefined => {
    const skus = operator === '$eq' ? [operand] : operator === '$in' ? (operand as readonly unknown[]) : []
    const queries = skus.flatMap((sku) => (typeof sku === 'string' ? (wordsIn(sku) ?? []) : []))
    if (skus.length === 0 || queries.length < skus.length || queries.length > mostTogether) return undefined
    return sql`
      select stock.product_id as id from stock where stock.site = ${site} and stock.sku <> '' and stock.sku = any(${skus}::text[])
      union select product.id from product where product.site = ${site} and product.search @@ ${queries.map((query) => `(${query})`).join(' | ')}::tsquery`
  }

const mostTogether = 100

const wordsIn = (sku: string): string | undefined => {
  const words = wordsOf(sku).map((word) => `'${stem(word)}'`)
  return words.length === 0 ? undefined : words.join(' & ')
}
