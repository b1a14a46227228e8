import type { ByVariant } from './values.ts'

/** What a variant has of its own, each in a column of the sheet. */
export type Column = 'skus' | 'barcodes' | 'mpns' | 'prices' | 'stock' | 'weights' | 'contents'

export interface Cells {
  readonly skus: ByVariant
  readonly barcodes: ByVariant
  readonly mpns: ByVariant
  readonly contents: ByVariant
  readonly prices: ByVariant
  readonly stock: ByVariant
  readonly weights: ByVariant
  readonly hidden: ByVariant
}

export const labels: Readonly<Record<Column, string>> = {
  skus: 'SKU',
  barcodes: 'Barcode',
  mpns: 'MPN',
  prices: 'Price',
  stock: 'In stock',
  weights: 'Weight',
  contents: 'Contents',
}
