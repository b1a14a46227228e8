import { canonical } from '../../../kernel/canonical.ts'
import type { ProductDraft, VariantDraft } from '../product.ts'

const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)

type Fields = Readonly<Record<string, unknown>>

/** Each field as it was before, unless it is other than what was left behind: then it stays, and is named. */
function merged(before: Fields, after: Fields, now: Fields): { readonly value: Fields; readonly kept: readonly string[] } {
  const value: Record<string, unknown> = { ...now }
  const kept: string[] = []
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (isSame(before[name], after[name]) || isSame(now[name], before[name])) continue
    if (!isSame(now[name], after[name])) kept.push(name)
    else if (before[name] === undefined) delete value[name]
    else value[name] = before[name]
  }
  return { value, kept }
}

export interface Undone {
  readonly draft: ProductDraft
  /** What somebody changed since, and so stays. */
  readonly kept: readonly string[]
}

/** Together they say what variants there are, and go back together or not at all. */
const shape = ({ options, variants, manageVariants }: ProductDraft) =>
  canonical({ options, manageVariants, variants: variants.map(({ id, choices }) => ({ id, choices })) })

/**
 * A product without what an import did to it: how it was before, how it was left, and how it is now.
 */
export function undone(before: ProductDraft, after: ProductDraft, now: ProductDraft): Undone {
  const { variants: _, options: __, manageVariants: ___, ...restBefore } = before
  const { variants: ____, options: _____, manageVariants: ______, ...restAfter } = after
  const { variants, options, manageVariants, ...restNow } = now
  const rest = merged(restBefore, restAfter, restNow)
  const kept = [...rest.kept]
  const isReshaped = shape(before) !== shape(after)
  const goesBack = isReshaped && shape(now) === shape(after)
  if (isReshaped && !goesBack && shape(now) !== shape(before)) kept.push('options')
  const was = new Map(before.variants.map((one) => [one.id, one]))
  const left = new Map(after.variants.map((one) => [one.id, one]))
  const merging = (variant: VariantDraft): VariantDraft => {
    const [old, made] = [was.get(variant.id), left.get(variant.id)]
    if (!old || !made) return variant
    const { value, kept: own } = merged(old as unknown as Fields, made as unknown as Fields, variant as unknown as Fields)
    kept.push(...own.map((field) => `${options.flatMap(({ name }) => variant.choices[name] ?? []).join(' / ')}: ${field}`))
    return value as unknown as VariantDraft
  }
  const all = variants.map(merging)
  const restored = goesBack ? before.variants.map((old) => all.find(({ id }) => id === old.id) ?? old) : all
  return {
    draft: {
      ...(rest.value as unknown as typeof restNow),
      options: goesBack ? before.options : options,
      manageVariants: goesBack ? before.manageVariants : manageVariants,
      variants: restored,
    },
    kept,
  }
}
