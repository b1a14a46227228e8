import type { Field } from './columns.ts'
import type { Cells, Reading } from './reading.ts'
import type { ProductRecord } from './record.ts'

/** One shop's way to write products into a file. */
export interface Dialect {
  readonly name: 'VITRINE' | 'SHOPIFY' | 'WOOCOMMERCE' | 'WIX'
  /** Whether these are its columns, as `plainName` writes them. */
  readonly fits: (names: ReadonlySet<string>) => boolean
  /** What a column is. */
  readonly fieldOf: (name: string) => Field | undefined
  /** What the rows of one product have in common; undefined for a row by itself. */
  readonly keyOf: (cells: Cells) => string | undefined
  /** What the rows of one product say. */
  readonly read: (rows: readonly Cells[], reading: Reading) => ProductRecord
}

/** A column's name without what people write differently: `Variant Inventory Qty` → `variantinventoryqty`. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
