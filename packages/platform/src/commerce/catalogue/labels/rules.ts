import { isDeepStrictEqual } from 'node:util'
import type { ProductLabelKind } from '@vitrine/contract'
import { fold } from '../../../kernel/query/fold.ts'
import type { StoredCondition, StoredRule } from '../rules/stored-rule.ts'

/** A brand or ribbon that gets another name. */
export interface Renaming {
  readonly kind: ProductLabelKind
  readonly from: string
  readonly to: string
}

const fieldOf = (kind: ProductLabelKind): StoredCondition['field'] => (kind === 'brand' ? 'BRAND' : 'RIBBON')

const names = (condition: StoredCondition, kind: ProductLabelKind, name: string): boolean =>
  condition.field === fieldOf(kind) &&
  (condition.operator === 'IS' || condition.operator === 'IS_NOT') &&
  fold(condition.value) === fold(name)

/** How a rule asks for a brand or ribbon: by its `name`, by a `part` of it, or not at all. */
export function asksFor({ conditions }: StoredRule, kind: ProductLabelKind, name: string): 'name' | 'part' | undefined {
  if (conditions.some((condition) => names(condition, kind, name))) return 'name'
  const isPart = ({ field, operator, value }: StoredCondition) =>
    field === fieldOf(kind) && operator === 'CONTAINS' && fold(name).includes(fold(value))
  return conditions.some(isPart) ? 'part' : undefined
}

/** The rule that asks for the new name, and for the former one too until all products have the new one. */
export function whileRenamed(rule: StoredRule, { kind, from, to }: Renaming): StoredRule {
  return {
    ...rule,
    conditions: rule.conditions.map((condition) => (names(condition, kind, from) ? { ...condition, value: to, also: from } : condition)),
  }
}

/** The rule from before, which asks for the new name too until all products have their former one again. */
export function whileTakenBack(rule: StoredRule, { kind, from, to }: Renaming): StoredRule {
  return {
    ...rule,
    conditions: rule.conditions.map((condition) => (names(condition, kind, from) ? { ...condition, also: to } : condition)),
  }
}

/** A rule once nothing is being renamed; what it would ask twice it asks once. */
export function settled({ match, conditions }: StoredRule): StoredRule {
  const plain = conditions.map(({ also: _also, ...condition }): StoredCondition => condition)
  return { match, conditions: plain.filter((one, i) => plain.findIndex((other) => isDeepStrictEqual(one, other)) === i) }
}
