import type { FieldViolation, RuleType } from '@vitrine/contract'
import type * as z from 'zod'

type Issue = z.core.$ZodIssue

/** Nobody reads more; what is left is told when these are mended. */
const most = 100

/** What zod found, in the wire's words: one violation a field, sorted by field, each with a `data` object, and no more than a hundred. */
export function violationsOf(issues: readonly Issue[]): FieldViolation[] {
  const first = new Map<string, FieldViolation>()
  for (const issue of issues) {
    for (const violation of flat(issue, [])) if (first.size < most && !first.has(violation.field)) first.set(violation.field, violation)
    if (first.size === most) break
  }
  return [...first.values()].sort((a, b) => (a.field < b.field ? -1 : 1))
}

/** A union that fits none of its members speaks for the member that came closest. */
function flat(issue: Issue, above: readonly PropertyKey[]): FieldViolation[] {
  const path = [...above, ...issue.path]
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const closest = issue.errors.reduce((best, errors) => (errors.length > 0 && errors.length < best.length ? errors : best))
    if (closest.length > 0) return closest.flatMap((inner) => flat(inner, path))
  }
  return [{ field: path.map(String).join('.'), description: issue.message, ...ruleOf(issue) }]
}

function ruleOf(issue: Issue): { violatedRule: RuleType; data: Record<string, unknown> } {
  switch (issue.code) {
    case 'invalid_type':
      return 'input' in issue && issue.input !== undefined
        ? { violatedRule: 'VALIDATION', data: { expected: issue.expected } }
        : { violatedRule: 'REQUIRED_FIELD', data: {} }
    case 'too_small':
      return issue.origin === 'string'
        ? { violatedRule: issue.exact ? 'EXACT_LENGTH' : 'MIN_LENGTH', data: { threshold: Number(issue.minimum) } }
        : issue.origin === 'array'
          ? { violatedRule: issue.exact ? 'EXACT_SIZE' : 'MIN_SIZE', data: { threshold: Number(issue.minimum) } }
          : { violatedRule: 'MIN', data: { threshold: Number(issue.minimum) } }
    case 'too_big':
      return issue.origin === 'string'
        ? { violatedRule: issue.exact ? 'EXACT_LENGTH' : 'MAX_LENGTH', data: { threshold: Number(issue.maximum) } }
        : issue.origin === 'array'
          ? { violatedRule: issue.exact ? 'EXACT_SIZE' : 'MAX_SIZE', data: { threshold: Number(issue.maximum) } }
          : { violatedRule: 'MAX', data: { threshold: Number(issue.maximum) } }
    case 'invalid_format':
      return { violatedRule: 'FORMAT', data: { type: issue.format === 'email' ? 'EMAIL' : issue.format.toUpperCase() } }
    case 'invalid_value':
      return { violatedRule: 'INVALID_ENUM_VALUE', data: { values: issue.values.map(String) } }
    case 'unrecognized_keys':
      return { violatedRule: 'FIELD_NOT_ALLOWED', data: { keys: issue.keys } }
    case 'custom': {
      const { rule, ...data } = issue.params ?? {}
      return typeof rule === 'string' ? { violatedRule: rule as RuleType, data } : { violatedRule: 'VALIDATION', data: {} }
    }
    default:
      return { violatedRule: 'VALIDATION', data: {} }
  }
}
