import type { CollectionCondition, CollectionRule } from '@vitrine/contract'

/** A rule as it is stored: as it was sent, and what a price comes to in minor units. */
export interface StoredRule {
  readonly match: CollectionRule['match']
  readonly conditions: readonly StoredCondition[]
}

export interface StoredCondition extends Pick<CollectionCondition, 'field' | 'operator' | 'value'> {
  readonly option?: string
  /** Of a price. */
  readonly minor?: number
  /** Of a brand or ribbon that is being renamed: the name that some products still have. */
  readonly also?: string
}

/** A rule as it was sent. */
export const shownRule = ({ match, conditions }: StoredRule): CollectionRule => ({
  match,
  conditions: conditions.map(({ minor: _minor, also: _also, ...condition }) => condition),
})

/** Whether the stock of a product decides. */
export const asksForStock = ({ conditions }: StoredRule): boolean => conditions.some(({ field }) => field === 'STOCK')

/** After how many days of age a product comes or goes. */
export const agesOf = ({ conditions }: StoredRule): readonly number[] =>
  conditions.flatMap(({ field, value }) => (field === 'AGE' ? [Number(value)] : []))
