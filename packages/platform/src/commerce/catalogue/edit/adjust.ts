import { exponentOf, type Minor, minor, share } from '@vitrine/pricing'
import { isViolation, type Violation, violation } from '../../../kernel/violation.ts'
import type { ProductDraft } from '../product.ts'
import { minorOf } from './change.ts'
import { fullOf, repriced } from './pricing.ts'

/** By how much: a share of what there is, or an amount that is added. */
export interface Adjustment {
  readonly percentage?: { readonly rate: number; readonly roundToInt?: boolean | null | undefined } | null | undefined
  readonly amount?: number | null | undefined
}

type Rule = (before: number) => number

/** Rounded to whole steps of so many, a half up. */
const rounded = (value: number, step: number): number => Math.round(value / step) * step

const scaled = (amount: Minor, rate: number): Minor => share(amount, { numerator: 100 + rate, denominator: 100 })

/** A product whose price, cost or weight, and that of each variant with one of its own, is so much more or less. */
export function adjusted(
  draft: ProductDraft,
  property: 'price' | 'cost' | 'weight',
  { percentage, amount }: Adjustment,
  currency: string,
): ProductDraft | Violation {
  const field = `adjust.${property}`
  const isAmount = amount !== null && amount !== undefined
  if (isAmount === (percentage !== null && percentage !== undefined)) return violation(field, 'has either a percentage or an amount')
  if (property === 'weight') return weighed(draft, isAmount ? (before) => round3(before + amount) : weightRule(percentage!), field)
  const added = isAmount ? signed(amount, currency, `${field}.amount`) : 0
  if (isViolation(added)) return added
  const whole = 10 ** exponentOf(currency)
  const rule = (before: Minor): Minor => {
    if (isAmount) return minor(before + added)
    const after = scaled(before, percentage!.rate)
    return minor(percentage!.roundToInt ? rounded(after, whole) : after)
  }
  return property === 'price' ? withPrices(draft, rule, field) : withCosts(draft, rule, field)
}

function signed(amount: number, currency: string, field: string): number | Violation {
  const units = minorOf(Math.abs(amount), currency, field)
  return isViolation(units) ? units : Math.sign(amount) * units
}

const round3 = (value: number): number => Math.round(value * 1000) / 1000

const weightRule =
  ({ rate, roundToInt }: NonNullable<Adjustment['percentage']>): Rule =>
  (before) =>
    roundToInt ? Math.round((before * (100 + rate)) / 100) : round3((before * (100 + rate)) / 100)

const below = (field: string): Violation => violation(field, 'comes to less than nothing')

function withPrices(draft: ProductDraft, rule: (before: Minor) => Minor, field: string): ProductDraft | Violation {
  const full = rule(fullOf(draft))
  const own = new Map(draft.variants.map((variant) => [variant.id, rule(fullOf(variant))]))
  return full < 0 || [...own.values()].some((price) => price < 0) ? below(field) : repriced(draft, { full, own })
}

function withCosts(draft: ProductDraft, rule: (before: Minor) => Minor, field: string): ProductDraft | Violation {
  const of = <T extends { readonly cost?: Minor }>(one: T): T => (one.cost === undefined ? one : { ...one, cost: rule(one.cost) })
  const after = { ...of(draft), variants: draft.variants.map(of) }
  return [after, ...after.variants].some(({ cost = 0 }) => cost < 0) ? below(field) : after
}

function weighed(draft: ProductDraft, rule: Rule, field: string): ProductDraft | Violation {
  const of = <T extends { readonly weight?: number }>(one: T): T => (one.weight === undefined ? one : { ...one, weight: rule(one.weight) })
  const after = { ...of(draft), variants: draft.variants.map(of) }
  return [after, ...after.variants].some(({ weight = 0 }) => weight < 0) ? below(field) : after
}
