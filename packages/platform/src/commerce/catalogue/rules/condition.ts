import { join, type Sql, sql } from '../../../kernel/db/sql.ts'
import { fold } from '../../../kernel/query/fold.ts'
import { available } from '../levels.ts'
import { unitSeparator } from '../product.ts'
import type { StoredCondition, StoredRule } from './stored-rule.ts'

const dayMs = 24 * 3_600_000

const tracked = sql`(select sum(stock.quantity) from stock where stock.site = product.site and stock.product_id = product.id and stock.tracked)`
const discount = sql`(product.traits->>'discount')::numeric`
const weight = sql`(product.traits->>'weight')::numeric`

/** Whether a row of `product` meets a rule: never null. */
export function meets({ match, conditions }: StoredRule, now: Date): Sql {
  return sql`(${join(
    conditions.map((condition) => sql`coalesce(${meetsOne(condition, now)}, false)`),
    match === 'ALL' ? ' and ' : ' or ',
  )})`
}

function meetsOne({ field, operator, value, option = '', minor = 0, also }: StoredCondition, now: Date): Sql {
  switch (field) {
    case 'PRICE':
      return compared(sql`product.price`, operator, minor)
    case 'DISCOUNT':
      return operator === 'AT_LEAST'
        ? sql`${discount} >= ${Math.round(100 * Number(value))}::numeric`
        : turned(operator, sql`${discount} > 0`)
    case 'RIBBON':
      return texts(sql`product.traits->>'ribbon'`, operator, fold(value), also)
    case 'BRAND':
      return texts(sql`product.traits->>'brand'`, operator, fold(value), also)
    case 'NAME':
      return texts(sql`product.name_key`, operator, fold(value))
    case 'CHOICE':
      return turned(operator, sql`product.choices && ${[option + unitSeparator + value]}::text[]`)
    case 'STOCK':
      return operator === 'IS' || operator === 'IS_NOT' ? turned(operator, available) : compared(tracked, operator, Number(value))
    case 'AGE': {
      const then = new Date(now.getTime() - Number(value) * dayMs)
      return operator === 'AT_MOST' ? sql`product.created_at > ${then}` : sql`product.created_at <= ${then}`
    }
    case 'SKU': {
      const sought = operator === 'STARTS_WITH' ? operator : 'CONTAINS'
      const some = sql`exists (select from jsonb_array_elements_text(product.traits->'skus') as one (sku) where ${texts(sql`one.sku`, sought, fold(value))})`
      return operator === 'NOT_CONTAINS' ? sql`not ${some}` : some
    }
    case 'WEIGHT':
      return compared(weight, operator, Number(value))
    case 'TYPE':
      return turned(operator, sql`product.product_type = ${value}`)
  }
}

const turned = (operator: StoredCondition['operator'], condition: Sql): Sql =>
  operator === 'IS_NOT' ? sql`not (${condition})` : sql`(${condition})`

const compared = (column: Sql, operator: StoredCondition['operator'], value: number): Sql =>
  operator === 'AT_LEAST' ? sql`${column} >= ${value}::numeric` : sql`${column} <= ${value}::numeric`

function texts(column: Sql, operator: StoredCondition['operator'], value: string, also?: string): Sql {
  switch (operator) {
    case 'CONTAINS':
      return sql`strpos(${column}, ${value}) > 0`
    case 'NOT_CONTAINS':
      return sql`strpos(${column}, ${value}) = 0`
    case 'STARTS_WITH':
      return sql`starts_with(${column}, ${value})`
    default:
      return turned(operator, also === undefined ? sql`${column} = ${value}` : sql`${column} in (${value}, ${fold(also)})`)
  }
}
