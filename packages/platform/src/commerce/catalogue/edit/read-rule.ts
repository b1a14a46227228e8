import { type CollectionCondition, type CollectionRule, collectionRuleOperators } from '@vitrine/contract'
import { isViolation, type Violation, violation } from '../../../kernel/violation.ts'
import type { StoredCondition, StoredRule } from '../rules/stored-rule.ts'
import { minorOf } from './change.ts'

interface Numbers {
  readonly most: number
  readonly places: number
}

const numbers: Readonly<Record<string, Numbers>> = {
  DISCOUNT: { most: 100, places: 2 },
  STOCK: { most: 999_999_999, places: 0 },
  AGE: { most: 3650, places: 0 },
  WEIGHT: { most: 999_999_999.99, places: 6 },
  PRICE: { most: 999_999_999.99, places: 4 },
}

/** What stands for yes where a field is there or not. */
const words: Readonly<Record<string, readonly string[]>> = { DISCOUNT: ['yes'], STOCK: ['in'], TYPE: ['physical', 'digital'] }

/** Reads a rule, or says what of it cannot be. */
export function readRule({ match, conditions }: CollectionRule, currency: string, at: string): StoredRule | Violation {
  const stored: StoredCondition[] = []
  for (const [i, condition] of conditions.entries()) {
    const read = readCondition(condition, currency, `${at}.conditions[${i}]`)
    if (isViolation(read)) return read
    stored.push(read)
  }
  return { match, conditions: stored }
}

function readCondition(sent: CollectionCondition, currency: string, at: string): StoredCondition | Violation {
  const { field, operator, option } = sent
  const operators: readonly string[] = collectionRuleOperators[field]
  if (!operators.includes(operator)) return violation(`${at}.operator`, `is not for ${field}; ${operators.join(', ')} are`)
  if (field === 'CHOICE' && typeof option !== 'string') return violation(`${at}.option`, 'is required of CHOICE')
  const value = sent.value.trim()
  const condition = { field, operator, value, ...(field === 'CHOICE' && { option: option! }) }
  if (operator === 'AT_LEAST' || operator === 'AT_MOST') {
    const { most, places } = numbers[field]!
    const decimal = new RegExp(`^\\d{1,9}${places > 0 ? `(\\.\\d{1,${places}})?` : ''}$`)
    if (!decimal.test(value) || Number(value) > most)
      return violation(`${at}.value`, `is no number from 0 to ${most}${places > 0 ? ` with at most ${places} places` : ''}`)
    if (field !== 'PRICE') return condition
    const minor = minorOf(Number(value), currency, `${at}.value`)
    return isViolation(minor) ? minor : { ...condition, minor }
  }
  if (value === '') return violation(`${at}.value`, 'is empty')
  const known = words[field]
  return known && !known.includes(value) ? violation(`${at}.value`, `is one of ${known.join(', ')}`) : condition
}
