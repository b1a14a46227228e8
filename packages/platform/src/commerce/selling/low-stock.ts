import { type Sql, sql } from '../../kernel/db/sql.ts'

/** A tracked variant with so many units or fewer stands in `low_stock`, and so does what is not tracked and out of stock. */
export const mostLow = 10

/** The products that have such a variant. */
const productsLow = (site: string): Sql => sql`select distinct low.product_id as id from low_stock low where low.site = ${site}`

const isLow = (operator: string, operand: unknown): boolean =>
  ['$eq', '$lt', '$lte'].includes(operator) && typeof operand === 'number' && operand <= mostLow

/** Where no more than so many units are asked for: the products that can have so few, in a variant or in all. */
export const lowByQuantity =
  (site: string) =>
  (operator: string, operand: unknown): Sql | undefined =>
    isLow(operator, operand) ? productsLow(site) : undefined

/** Where it is asked how many variants are out of stock, and none is no answer: the products that can have one. */
export const lowBySoldOut =
  (site: string) =>
  (operator: string, operand: unknown): Sql | undefined => {
    const least = operator === '$gt' ? 0 : operator === '$gte' || operator === '$eq' ? 1 : Infinity
    return typeof operand === 'number' && operand >= least ? productsLow(site) : undefined
  }

/** Where what is out of stock is asked for: the products that can have such a variant. */
export const lowByInStock =
  (site: string) =>
  (operator: string, operand: unknown): Sql | undefined =>
    operator === '$eq' && operand === false ? productsLow(site) : undefined
