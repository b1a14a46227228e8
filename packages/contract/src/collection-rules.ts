import * as z from 'zod'
import { text } from './primitives.ts'

export const CollectionRuleOperator = z.enum(['IS', 'IS_NOT', 'AT_LEAST', 'AT_MOST', 'CONTAINS', 'NOT_CONTAINS', 'STARTS_WITH'])
export type CollectionRuleOperator = z.infer<typeof CollectionRuleOperator>

/** What a condition asks of a product, by `field`. Only some operators make sense of each. */
export const collectionRuleOperators = {
  /** What the cheapest variant on sale costs, in the shop's currency, its discount off. */
  PRICE: ['AT_LEAST', 'AT_MOST'],
  /** By how many percent the most reduced variant is reduced. `IS` and `IS_NOT` with the value `yes`: whether anything is reduced at all. */
  DISCOUNT: ['IS', 'IS_NOT', 'AT_LEAST'],
  RIBBON: ['IS', 'IS_NOT', 'CONTAINS'],
  BRAND: ['IS', 'IS_NOT'],
  /** A choice that a variant on sale has, of the option under `option`. */
  CHOICE: ['IS', 'IS_NOT'],
  /** `IS` and `IS_NOT` with the value `in`: whether any variant is in stock. The others compare all that is tracked; what is not tracked matches neither. */
  STOCK: ['IS', 'IS_NOT', 'AT_LEAST', 'AT_MOST'],
  /** Days since the product was created: `AT_MOST` 30 holds what is new, and lets go of it on the thirty-first day. */
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
 * One condition of a rule. Numbers are decimals written as text. Texts are compared without regard to case and accents, but for choices, which are
 * compared as they are written.
 *
 * `{ field: 'PRICE', operator: 'AT_MOST', value: '40' }`, `{ field: 'CHOICE', option: 'Glaze', operator: 'IS', value: 'Sage' }`
 */
export const CollectionCondition = z.object({
  field: CollectionRuleField,
  operator: CollectionRuleOperator,
  value: text(200, 1),
  /** The option's name; of `CHOICE` alone. */
  option: text(50, 1).optional(),
})
export interface CollectionCondition extends z.output<typeof CollectionCondition> {}

/** Which products a collection has: those that meet all of the conditions, or any. */
export const CollectionRule = z.object({
  match: z.enum(['ALL', 'ANY']),
  conditions: z.array(CollectionCondition).min(1).max(20),
})
export interface CollectionRule extends z.output<typeof CollectionRule> {}
