import type { Field } from './columns.ts'
import { type Dialect, plainName } from './dialect.ts'
import { own } from './own.ts'
import { Cells, columnsAt, Reading, type ReadingOptions } from './reading.ts'
import type { ReadProduct } from './record.ts'
import { shopify } from './shopify.ts'
import { wix } from './wix.ts'
import { woocommerce } from './woocommerce.ts'

const all = [wix, woocommerce, shopify, own] as const satisfies readonly Dialect[]

export type DialectName = Dialect['name']

export const dialectOf = (name: DialectName): Dialect => all.find((one) => one.name === name) ?? own

/** Whose file it is, by its first row. */
export function detectDialect(header: readonly string[]): DialectName {
  const names = new Set(header.map(plainName))
  return all.find(({ fits }) => fits(names))!.name
}

/** What the columns of a file are, as far as they are known. Of our own columns, those of one name count once. */
export const fieldsOf = (header: readonly string[], name: DialectName): readonly (Field | null)[] =>
  header.map((column) => dialectOf(name).fieldOf(plainName(column)) ?? null)

/** Reads files of one shape row by row, and product by product. */
export function productReader(name: DialectName, options: ReadingOptions) {
  const dialect = dialectOf(name)
  const at = columnsAt(options.columns)
  const cellsOf = (row: number, cells: readonly string[]) => new Cells(row, cells, at)
  return {
    keyOf: (row: number, cells: readonly string[]): string => dialect.keyOf(cellsOf(row, cells))?.slice(0, 200) ?? `row ${row}`,
    read(rows: readonly { readonly row: number; readonly cells: readonly string[] }[]): ReadProduct {
      const reading = new Reading(options)
      const record = dialect.read(
        rows.map(({ row, cells }) => cellsOf(row, cells)),
        reading,
      )
      return { record, errors: reading.errors, guesses: reading.guesses }
    },
  }
}
