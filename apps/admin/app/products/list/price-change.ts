import type { BulkProductChange } from '@vitrine/contract'

/** `5%`, `-12 %`, `1.50`, `-2`: by how much prices change; undefined where it is neither a percentage nor an amount. */
export function adjustmentIn(text: string): NonNullable<BulkProductChange['adjustPrice']> | undefined {
  const [, sign = '', figure = '', percent] = /^([+\-−]?)\s*(\d{1,9}(?:[.,]\d{1,3})?)\s*(%?)$/.exec(text.trim()) ?? []
  const value = Number(figure.replace(',', '.')) * (sign === '-' || sign === '−' ? -1 : 1)
  if (figure === '' || value === 0) return undefined
  if (!percent) return { amount: value }
  return Number.isInteger(value) && value >= -100 && value <= 1000 ? { percentage: { rate: value } } : undefined
}

/** The change of products that a text means. */
export function pricesBy(text: string): Pick<BulkProductChange, 'adjustPrice'> | undefined {
  const adjustPrice = adjustmentIn(text)
  return adjustPrice && { adjustPrice }
}
