import type { ProductImportState } from '@vitrine/contract'
import { byteOrderMark, csvLine } from '../../../kernel/csv/cells.ts'
import type { StoredItem } from './items.ts'

const header = ['Row', 'Name', 'SKU', 'Result', 'Column', 'Details', 'Product ID']

const words: Readonly<Record<string, string>> = {
  NEW: 'new',
  CHANGED: 'changed',
  UNCHANGED: 'same as before',
  SKIPPED: 'skipped',
  ERROR: 'cannot go in',
  FAILED: 'failed',
  UNDONE: 'undone',
  CONFLICT: 'partly undone',
}

const resultOf = ({ outcome, state }: StoredItem, of: ProductImportState): string => {
  if (state === 'FAILED' || state === 'UNDONE' || state === 'CONFLICT') return words[state]!
  const word = words[outcome ?? ''] ?? ''
  const isDue = state === 'PENDING' && (outcome === 'NEW' || outcome === 'CHANGED')
  return isDue && of !== 'CHECKED' && of !== 'CHECKING' ? `${word}, not done` : word
}

/** Lines of a report: one for each product, or one for each thing that is to be said of it. */
export function reportLines(items: readonly StoredItem[], state: ProductImportState, isFirst: boolean): string {
  const lines = items.flatMap((item) => {
    const result = resultOf(item, state)
    const line = (row: number, column: string, details: string) =>
      csvLine([String(row), item.name, item.sku, result, column, details, item.productId ?? ''])
    const remarks = [...item.errors, ...item.guesses].map(({ row, column = '', message }) => line(row, column, message))
    const changes = item.changes.map(({ field, variant, before, after }) =>
      line(item.row, variant === undefined ? field : `${field} (${variant})`, before === '' ? after : `${before} → ${after}`),
    )
    const all = [...remarks, ...(item.outcome === 'CHANGED' ? changes : [])]
    return all.length > 0 ? all : [line(item.row, '', '')]
  })
  return `${isFirst ? byteOrderMark + csvLine(header) : ''}${lines.join('')}`
}
