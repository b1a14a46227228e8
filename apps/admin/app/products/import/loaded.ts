import type { ProductImport, ProductImportItem } from '@vitrine/contract'

export interface Loaded {
  readonly productImport: ProductImport
  /** What a column can be. */
  readonly fields: readonly { readonly id: string; readonly name: string }[]
  readonly items: readonly ProductImportItem[]
  readonly next: number | undefined
}
