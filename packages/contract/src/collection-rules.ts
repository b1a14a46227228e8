import * as z from 'zod'
import { text } from './primitives.ts'

export const CollectionRuleOperator = z.enum(['IS', 'IS_NOT', 'AT_LEAST', 'AT_MOST', 'CONTAINS', 'NOT_CONTAINS', 'STARTS_WITH'])
export type CollectionRuleOperator = z.infer<typeof CollectionRuleOperator>

/** What a condition tests, by `field`, with the operators that apply to it. */
export const collectionRuleOperators = {
  /** The price of the cheapest variant on sale, in the shop's currency, after its discount. */
  PRICE: ['AT_LEAST', 'AT_MOST'],
  /** The highest discount of any variant, in percent. `IS` and `IS_NOT` with the value `yes`: whether any variant is discounted. */
  DISCOUNT: ['IS', 'IS_NOT', 'AT_LEAST'],
  RIBBON: ['IS', 'IS_NOT', 'CONTAINS'],
  BRAND: ['IS', 'IS_NOT'],
  /** A choice of the option named by `option` that a variant on sale has. */
  CHOICE: ['IS', 'IS_NOT'],
  /**
   * `IS` and `IS_NOT` with the value `in`: whether any variant is in stock. The others compare the tracked total; untracked stock matches
   * neither.
   */
  STOCK: ['IS', 'IS_NOT', 'AT_LEAST', 'AT_MOST'],
  /** Days since the product was created: `AT_MOST` 30 matches new products, until the thirty-first day. */
  AGE: ['AT_LEAST', 'AT_MOST'],
  NAME: ['CONTAINS', 'STARTS_WITH', 'NOT_CONTAINS'],
  /** The product's SKU, or that of any of its variants. */
  SKU: ['CONTAINS', 'STARTS_WITH', 'NOT_CONTAINS'],
  /** Of the heaviest variant, in the shop's unit. */
  WEIGHT: ['AT_LEAST', 'AT_MOST'],
  /** `physical` or `digital`. */
  TYPE: ['IS', 'IS_NOT'],
} as const satisfies Readonly<Record<string, readonly CollectionRuleOperator[]>>

export const CollectionRuleField = z.enum([
  'PRICE',
  'DISCOUNT',
  'RIBBON',
  'BRAND',
  'CHOICE',
  'STOCK',
  'AGE',
  'NAME',
  'SKU',
  'WEIGHT',
  'TYPE',
])
export type CollectionRuleField = z.infer<typeof CollectionRuleField>

/**
 * One condition of a rule. Numbers are decimals written as text. Texts are compared without regard to case and accents, except choices,
 * which are compared exactly.
 *
 * `{ field: 'PRICE', operator: 'AT_MOST', value: '40' }`, `{ field: 'CHOICE', option: 'Glaze', operator: 'IS', value: 'Sage' }`
 */
export const CollectionCondition = z.object({
  field: CollectionRuleField,
  operator: CollectionRuleOperator,
  value: text(200, 1),
  /** The option's name; only for `CHOICE`. */
  option: text(50, 1).optional(),
})
export interface CollectionCondition extends z.output<typeof CollectionCondition> {}

/** Which products a collection has: those that meet all of the conditions, or any. */
export const CollectionRule = z.object({
  match: z.enum(['ALL', 'ANY']),
  conditions: z.array(CollectionCondition).min(1).max(20),
})
export interface CollectionRule extends z.output<typeof CollectionRule> {}
