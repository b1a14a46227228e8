import { figureOf, isFormula } from '../../parts/sheet/formula.ts'
import type { Column } from './cells.ts'
import { readFigure } from './values.ts'

/** The key of a cell of the sheet: its column, and the variant by its choices. */
export const cellKeyOf = (column: Column, variant: string): string => `${column} ${variant}`

export function keyParts(key: string): readonly [column: Column, variant: string] {
  const at = key.indexOf(' ')
  return [key.slice(0, at) as Column, key.slice(at + 1)]
}

/**
 * What is written into a cell for a text: a formula with what it comes to from what the cell said before, a price in the places of the currency.
 *
 * @example
 * settledIn('prices', '=old*1.05', '26.00', 2) // '27.30'
 */
export function settledIn(column: Column, text: string, old: string, places: number): string {
  if (!isFormula(text)) return text
  const base = readFigure(old)
  switch (column) {
    case 'prices':
      return figureOf(text, base, places)
    case 'stock':
      return figureOf(text, base, 0)
    case 'weights':
    case 'contents': {
      const result = figureOf(text, base, 3)
      return result === text ? text : String(Number(result))
    }
    default:
      return text
  }
}

/** A quantity: a whole number, nothing for not tracked; undefined where it is neither. */
export function quantityIn(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const value = readFigure(text)
  return value !== undefined && Number.isInteger(value) ? value : undefined
}

/** A SKU from the product's and the choices: `MUG` and `Sage`, `Small, 180 ml` are `MUG-SAGE-SMALL`. */
export function skuFrom(sku: string, choices: readonly string[]): string {
  const parts = choices.map((choice) => (/[\p{L}\p{N}]+/u.exec(choice.normalize('NFD').replaceAll(/\p{M}/gu, ''))?.[0] ?? '').toUpperCase())
  return [sku.trim(), ...parts].filter(Boolean).join('-').slice(0, 40)
}
