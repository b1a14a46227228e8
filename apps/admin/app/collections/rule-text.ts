import type { CollectionCondition, CollectionRule, CollectionRuleField, CollectionRuleOperator } from '@vitrine/contract'

/** How the fields of a rule can be compared, as the platform takes them. */
export const operatorsByField: Readonly<Record<CollectionRuleField, readonly CollectionRuleOperator[]>> = {
  STOCK: ['IS', 'IS_NOT', 'AT_LEAST', 'AT_MOST'],
  PRICE: ['AT_LEAST', 'AT_MOST'],
  DISCOUNT: ['IS', 'IS_NOT', 'AT_LEAST'],
  RIBBON: ['IS', 'IS_NOT', 'CONTAINS'],
  BRAND: ['IS', 'IS_NOT'],
  CHOICE: ['IS', 'IS_NOT'],
  AGE: ['AT_LEAST', 'AT_MOST'],
  NAME: ['CONTAINS', 'STARTS_WITH', 'NOT_CONTAINS'],
  SKU: ['CONTAINS', 'STARTS_WITH', 'NOT_CONTAINS'],
  WEIGHT: ['AT_LEAST', 'AT_MOST'],
  TYPE: ['IS', 'IS_NOT'],
}

/** What a condition asks for, as merchants say it. */
export const fieldNames: Readonly<Record<CollectionRuleField, string>> = {
  STOCK: 'Stock',
  PRICE: 'Price',
  DISCOUNT: 'Discount',
  RIBBON: 'Ribbon',
  BRAND: 'Brand',
  CHOICE: 'Option',
  AGE: 'Days since it was added',
  NAME: 'Name',
  SKU: 'SKU',
  WEIGHT: 'Weight',
  TYPE: 'Type',
}

const operatorNames: Readonly<Record<CollectionRuleOperator, string>> = {
  IS: 'is',
  IS_NOT: 'is not',
  AT_LEAST: 'is at least',
  AT_MOST: 'is at most',
  CONTAINS: 'contains',
  NOT_CONTAINS: 'does not contain',
  STARTS_WITH: 'begins with',
}

/** Where a field is there or not, what stands for that. */
const fixed: Partial<Record<CollectionRuleField, readonly (readonly [value: string, name: string])[]>> = {
  STOCK: [['in', 'in stock']],
  DISCOUNT: [['yes', 'reduced']],
  TYPE: [
    ['physical', 'physical'],
    ['digital', 'digital'],
  ],
}

const isNumber = (operator: CollectionRuleOperator): boolean => operator === 'AT_LEAST' || operator === 'AT_MOST'

/** The operators of a field, as they are chosen. */
export const operatorsOf = (field: CollectionRuleField): readonly (readonly [CollectionRuleOperator, string])[] =>
  operatorsByField[field].map((operator) => [operator, operatorNames[operator]])

/** The values of a condition to choose from; undefined where they are written. */
export const valuesOf = ({ field, operator }: CollectionCondition) => (isNumber(operator) ? undefined : fixed[field])

/** A condition of another field or operator, with what of its value still makes sense. */
export function turned(before: CollectionCondition, change: Partial<Pick<CollectionCondition, 'field' | 'operator'>>): CollectionCondition {
  const field = change.field ?? before.field
  const known = operatorsByField[field]
  const wanted = change.operator ?? before.operator
  const operator = known.includes(wanted) ? wanted : known[0]!
  const options = valuesOf({ field, operator, value: '' })
  const stays = field === before.field && isNumber(operator) === isNumber(before.operator)
  const value = options ? (options.find(([one]) => one === before.value)?.[0] ?? options[0]![0]) : stays ? before.value : ''
  return { field, operator, value, ...(field === 'CHOICE' && { option: before.option ?? '' }) }
}

/** What prevents a rule from being tried or saved. */
export function wrongOf({ conditions }: CollectionRule): string | undefined {
  if (conditions.length === 0) return 'A rule needs a condition.'
  for (const { field, operator, value, option } of conditions) {
    if (value.trim() === '') return `${fieldNames[field]}: a value is needed.`
    if (field === 'CHOICE' && !option?.trim()) return 'Option: its name is needed.'
    if (isNumber(operator) && !/^\d{1,9}(\.\d+)?$/.test(value.trim())) return `${fieldNames[field]}: a number is needed.`
  }
  return undefined
}

/** `Stock is in stock and Price is at most 40` */
export const sentenceOf = ({ match, conditions }: CollectionRule): string =>
  conditions
    .map(({ field, operator, value, option }) => {
      const name = field === 'CHOICE' && option ? option : fieldNames[field]
      const said = valuesOf({ field, operator, value })?.find(([one]) => one === value)?.[1] ?? value
      return `${name} ${operatorNames[operator]} ${said}`
    })
    .join(match === 'ALL' ? ' and ' : ' or ')

/** What the shop's products have, for conditions to choose from. */
export interface Vocabulary {
  readonly brands: readonly string[]
  readonly ribbons: readonly string[]
  readonly options: readonly { readonly name: string; readonly choices: readonly string[] }[]
}

/** What a condition can ask for that some product has. */
export function offeredFor({ field, option }: CollectionCondition, known: Vocabulary): readonly string[] {
  if (field === 'BRAND') return known.brands
  if (field === 'RIBBON') return known.ribbons
  if (field !== 'CHOICE') return []
  const own = known.options.find(({ name }) => name === option)
  return own?.choices ?? []
}
