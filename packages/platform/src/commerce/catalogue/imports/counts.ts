import type { ProductImportCounts, ProductImportItem } from '@vitrine/contract'
import { labelOf } from '../csv/columns.ts'
import type { CheckedItem } from './items.ts'

/** What becomes of a product, and how many pictures it names. */
export type CountedItem = CheckedItem & { readonly pictures: number }

const counterOf = { NEW: 'new', CHANGED: 'changed', UNCHANGED: 'unchanged', SKIPPED: 'skipped', ERROR: 'errors' } as const

const visible = labelOf('visible')
const isHidden = (changes: ProductImportItem['changes']): boolean =>
  changes.some(({ field, after }) => field === visible && after === 'FALSE')

/** The figures of a dry run with some products more, or less. */
export function counted(
  before: ProductImportCounts,
  items: readonly Pick<CountedItem, 'outcome' | 'guesses' | 'pictures' | 'changes'>[],
  by: 1 | -1,
): ProductImportCounts {
  const counts = { ...before }
  const fields = new Map(before.fields.map(({ field, products }) => [field, products]))
  for (const { outcome, guesses, pictures, changes } of items) {
    counts.processed += by
    counts[counterOf[outcome]] += by
    if (guesses.length > 0) counts.guessed += by
    counts.pictures += by * pictures
    if (outcome === 'NEW' && isHidden(changes)) counts.newHidden += by
    if (outcome === 'CHANGED')
      for (const field of new Set(changes.map((one) => one.field))) fields.set(field, (fields.get(field) ?? 0) + by)
  }
  return {
    ...counts,
    fields: [...fields]
      .filter(([, products]) => products > 0)
      .sort(([, a], [, b]) => b - a)
      .map(([field, products]) => ({ field, products })),
  }
}
