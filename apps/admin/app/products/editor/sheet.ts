import { pastedBlock } from '../../parts/pasted-block.ts'
import { readFigure } from './values.ts'

/** Rows and cells of what was copied from a spreadsheet. */
export const pastedCells = (text: string): readonly (readonly string[])[] =>
  pastedBlock(text).map((cells) => cells.map((cell) => cell.trim()))

/**
 * What a cell of a figure comes to: a number as it is, `=old*1.05`, `+10%`, `-5 %`, from what there was. What is none of these stays as it was
 * written.
 *
 * @example
 * figureOf('=old*1.05', 26, 2) // '27.30'
 */
export function figureOf(text: string, old: number | undefined, places: number): string {
  const said = text.trim().replaceAll(',', '.')
  const base = old ?? 0
  const [, sign, share] = /^([+\-−])\s*(\d+(?:\.\d+)?)\s*%$/.exec(said) ?? []
  if (share !== undefined) return written(base * (1 + (sign === '+' ? 1 : -1) * (Number(share) / 100)), places)
  const [, operator, number] = /^=\s*old\s*([*/+-])\s*(\d+(?:\.\d+)?)$/i.exec(said) ?? []
  if (operator === undefined) return text
  const by = Number(number)
  if (operator === '/' && by === 0) return text
  return written(operator === '*' ? base * by : operator === '/' ? base / by : operator === '+' ? base + by : base - by, places)
}

const written = (value: number, places: number): string => Math.max(0, value).toFixed(places)

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
