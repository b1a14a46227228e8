import type { MerchantProductRow } from '@vitrine/contract'
import { figureOf, isFormula } from '../../parts/sheet/formula.ts'
import { readFigure } from '../editor/values.ts'

/** What can be written in the list as a sheet. */
export const columns = ['price', 'compareAt', 'ribbon', 'sku'] as const
export type Column = (typeof columns)[number]

export const columnNames: Readonly<Record<Column, string>> = {
  price: 'Price',
  compareAt: 'Compare at',
  ribbon: 'Ribbon',
  sku: 'SKU',
}

/** What is written of a row, and the row as it was when that began. */
export interface Written {
  readonly row: MerchantProductRow
  readonly cells: Partial<Readonly<Record<Column, string>>>
}

/** By the ids of the products. */
export type Sheet = ReadonlyMap<string, Written>

export const isPercent = ({ discount }: Pick<MerchantProductRow, 'discount'>): boolean => discount.type === 'PERCENT'

/** What stands in a cell while nobody has written in it. */
export function usual(row: MerchantProductRow, column: Column, places: number): string {
  switch (column) {
    case 'price':
      return row.price.toFixed(places)
    case 'compareAt':
      return row.fullPrice > row.price ? row.fullPrice.toFixed(places) : ''
    case 'ribbon':
      return row.ribbon ?? ''
    case 'sku':
      return row.sku
  }
}

/** Whether a column has amounts. */
export const isFigure = (column: Column): boolean => column === 'price' || column === 'compareAt'

/**
 * A cell with what its formula comes to, `=old*1.05` or `+10%`, from what it said before; of an amount the sign of the currency goes, anything else
 * stays.
 */
export function settled(row: MerchantProductRow, column: Column, text: string, old: string, places: number): string {
  if (!isFigure(column)) return text
  return isFormula(text) ? figureOf(text, readFigure(old) ?? row.price, places) : text.replaceAll(/[\p{Sc}\s]/gu, '')
}

/** The sheet with what was written in some cells; what is as it was before is not written. */
export function withCells(
  sheet: Sheet,
  cells: readonly { readonly row: MerchantProductRow; readonly column: Column; readonly text: string }[],
  places: number,
): Sheet {
  const next = new Map(sheet)
  for (const { row: shown, column, text } of cells) {
    const { row, cells: before } = next.get(shown.id) ?? { row: shown, cells: {} }
    const { [column]: _, ...rest } = before
    const after = text === usual(row, column, places) ? rest : { ...rest, [column]: text }
    if (Object.keys(after).length === 0) next.delete(row.id)
    else next.set(row.id, { row, cells: after })
  }
  return next
}

/** What prevents a row from being saved. */
export function wrongIn({ row, cells }: Written, places: number): string | undefined {
  const price = readFigure(cells.price ?? usual(row, 'price', places))
  if (price === undefined) return `${row.name}: a price such as 26.00.`
  const compareAt = cells.compareAt ?? usual(row, 'compareAt', places)
  if (compareAt.trim() === '' || isPercent(row)) return undefined
  const full = readFigure(compareAt)
  if (full === undefined) return `${row.name}: an amount such as 26.00, or nothing.`
  return full < price ? `${row.name}: what it is compared with is more than the price, or empty.` : undefined
}

/** What is sent to make a row what is written. */
export function changeOf({ row, cells }: Written, places: number) {
  const { ribbon, sku } = cells
  const touchesPrice = cells.price !== undefined || cells.compareAt !== undefined
  const price = readFigure(cells.price ?? usual(row, 'price', places)) ?? row.price
  const full = Math.max(price, readFigure(cells.compareAt ?? usual(row, 'compareAt', places)) ?? 0)
  const off = Number((full - price).toFixed(places))
  return {
    ...(ribbon !== undefined && { ribbon: ribbon.trim().slice(0, 30) }),
    ...(sku !== undefined && { sku: sku.trim().slice(0, 40) }),
    ...(touchesPrice && {
      priceData: { price: full },
      discount: off > 0 ? { type: 'AMOUNT' as const, value: off } : { type: 'NONE' as const },
    }),
  }
}

/** What makes a row again what it was before that was saved. */
export const undoOf = ({ row, cells }: Written, places: number) => {
  const was = Object.fromEntries(columns.flatMap((column) => (cells[column] === undefined ? [] : [[column, usual(row, column, places)]])))
  return changeOf({ row, cells: was }, places)
}
