import type { StockLevel, StockLocation } from '@vitrine/contract'
import { figureOf, isFormula } from '../parts/sheet/formula.ts'
import { pastedBlock } from '../parts/sheet/pasted-block.ts'

/** What can be done on the sheet: write over what there is, say what was counted on the shelf, or add what came in. */
export type Mode = 'adjust' | 'count' | 'receive'

/** A cell of the sheet: what there is of a variant, in all or at a location. */
export interface Cell {
  readonly row: StockLevel
  readonly at?: Pick<StockLocation, 'id' | 'name'> | undefined
}

/** A cell that somebody wrote on, as it was when they began. */
export interface Written extends Cell {
  readonly text: string
}

/** What is written on the sheet, by the keys of its cells. */
export type Sheet = ReadonlyMap<string, Written>

export const keyOf = ({ productId, variantId }: Pick<StockLevel, 'productId' | 'variantId'>): string => `${productId} ${variantId}`

export const nameOf = ({ name, choices }: Pick<StockLevel, 'name' | 'choices'>): string => (choices ? `${name}, ${choices}` : name)

export const cellKeyOf = ({ row, at }: Cell): string => (at ? `${keyOf(row)} ${at.id}` : keyOf(row))

/** `Mug, Sage at Warehouse` */
export const cellNameOf = ({ row, at }: Cell): string => (at ? `${nameOf(row)} at ${at.name}` : nameOf(row))

/** Whether a text that was typed or scanned is the SKU or the barcode of a variant. */
export const isCodeOf = ({ sku, barcode }: Pick<StockLevel, 'sku' | 'barcode'>, text: string): boolean => {
  const code = text.trim().toLowerCase()
  return code !== '' && (code === sku.toLowerCase() || code === barcode?.toLowerCase())
}

/** What is tracked; null where nothing is. */
export const quantityOf = ({ tracked, quantity }: StockLevel): number | null => (tracked ? (quantity ?? 0) : null)

/** What a cell has; null where it is not tracked. */
export const unitsOf = ({ row, at }: Cell): number | null =>
  row.tracked && at ? (row.locations?.find(({ locationId }) => locationId === at.id)?.quantity ?? 0) : quantityOf(row)

export const quantityText = (quantity: number | null): string => (quantity === null ? '' : String(quantity))

/** `+6`, `−2` */
export const signed = (change: number): string =>
  change > 0 ? `+${change.toLocaleString('en-GB')}` : change.toLocaleString('en-GB').replace('-', '−')

const most = 1_000_000_000

/**
 * What a cell says: the quantity that there is, `+6` or `-2` from what there was, nothing for not tracked. Undefined where it says none of it.
 *
 * @example
 * readQuantity('+6', 4) // 10
 */
export function readQuantity(text: string, old: number | null): number | null | undefined {
  const said = text.trim().replaceAll(/[\s.,'’](?=\d{3}(?!\d))/g, '')
  if (said === '') return null
  const [, sign, digits] = /^([+\-−])?\s*(\d{1,10})$/.exec(said) ?? []
  if (digits === undefined) return undefined
  const quantity = sign === undefined ? Number(digits) : (old ?? 0) + (sign === '+' ? 1 : -1) * Number(digits)
  return quantity >= 0 && quantity <= most ? quantity : undefined
}

/** How many came in; undefined where a cell does not say it. */
export function readReceived(text: string): number | undefined {
  const quantity = /^\s*\+?\s*\d/.test(text) ? readQuantity(text.replace('+', ''), null) : undefined
  return quantity ? quantity : undefined
}

/** How many were counted; undefined where a cell does not say it. Nothing is added to what the shop believes there is. */
export const readCounted = (text: string): number | undefined => (/^\s*\d/.test(text) ? (readQuantity(text, null) ?? undefined) : undefined)

/** What a cell says while stock is written over. One of a location has a number: whether a variant is tracked is said for all of it. */
export function readCell(cell: Cell, text: string): number | null | undefined {
  const was = unitsOf(cell)
  const now = readQuantity(text, was)
  return cell.at && now === null && was !== null ? undefined : now
}

/** What is written of a variant: in all, or at locations. Never both, so that the one cannot contradict the other. */
export function writtenOf(sheet: Sheet, row: StockLevel): 'all' | 'locations' | undefined {
  const key = keyOf(row)
  if (sheet.has(key)) return 'all'
  return [...sheet.values()].some((one) => one.at && keyOf(one.row) === key) ? 'locations' : undefined
}

/** What a variant has in all, with what is written at its locations. */
export function sumWith(sheet: Sheet, mode: Mode, row: StockLevel): number {
  const key = keyOf(row)
  return changesOn(sheet, mode)
    .filter((change) => keyOf(change.row) === key)
    .reduce((sum, { was, now }) => sum + ((now ?? was ?? 0) - (was ?? 0)), quantityOf(row) ?? 0)
}

/** A change that can be saved, or what is wrong with it. */
export interface Change extends Cell {
  readonly name: string
  readonly was: number | null
  /** Undefined where the cell cannot be read. */
  readonly now: number | null | undefined
}

/** What is other than it was. */
export function changesOn(sheet: Sheet, mode: Mode): readonly Change[] {
  return [...sheet.values()].flatMap(({ text, ...cell }): Change[] => {
    const was = unitsOf(cell)
    const change = { ...cell, name: cellNameOf(cell), was }
    if (mode === 'adjust') {
      const now = readCell(cell, text)
      return now === was ? [] : [{ ...change, now }]
    }
    if (text.trim() === '') return []
    if (mode === 'count') {
      const now = readCounted(text)
      return now === was ? [] : [{ ...change, now }]
    }
    const came = readReceived(text)
    return [{ ...change, now: came === undefined ? undefined : (was ?? 0) + came }]
  })
}

/** How far a count is: how many variants were counted, and how many of them have another quantity than the shop believed. */
export function countedOn(sheet: Sheet): { readonly counted: number; readonly differ: number } {
  const counted = new Set<string>()
  for (const { row, text } of sheet.values()) if (readCounted(text) !== undefined) counted.add(keyOf(row))
  const differ = new Set(changesOn(sheet, 'count').flatMap(({ row, now }) => (now === undefined ? [] : [keyOf(row)])))
  return { counted: counted.size, differ: differ.size }
}

/**
 * What is written into a cell for a text: a formula with what it comes to, in whole units.
 *
 * @example
 * settled('=old*2', '12') // '24'
 */
export const settled = (text: string, old: string): string => (isFormula(text) ? figureOf(text, readQuantity(old, null) ?? 0, 0) : text)

const isFigure = (cell: string): boolean => /^\s*[+\-−]?\s*\d[\d\s.,'’]*$/.test(cell)

/**
 * What was pasted, for so many columns: names and the like before the figures are left out. For one column it is the last figure of each line.
 *
 * @example
 * pastedCells('MUG-S\tSage\t5\t20', 2) // [['5', '20']]
 */
export function pastedCells(text: string, columns: number): readonly (readonly string[])[] {
  const lines = pastedBlock(text).map((cells) => cells.map((cell) => cell.trim()))
  if (columns === 1) return lines.map((cells) => [cells.findLast(isFigure) ?? ''])
  const width = Math.max(...lines.map(({ length }) => length))
  let names = 0
  while (names < width - 1 && lines.some((cells) => cells[names] && !isFigure(cells[names]!))) names++
  return lines.map((cells) => cells.slice(names, names + columns))
}
