import type { StockLevel } from '@vitrine/contract'

/** What can be done on the sheet: say what there is, or add what came in. */
export type Mode = 'count' | 'receive'

/** A row that somebody wrote on, as it was when they began. */
export interface Written {
  readonly row: StockLevel
  readonly text: string
}

/** What is written on the sheet, by the key of its row. */
export type Sheet = ReadonlyMap<string, Written>

export const keyOf = ({ productId, variantId }: Pick<StockLevel, 'productId' | 'variantId'>): string => `${productId} ${variantId}`

export const nameOf = ({ name, choices }: Pick<StockLevel, 'name' | 'choices'>): string => (choices ? `${name}, ${choices}` : name)

/** What is tracked; null where nothing is. */
export const quantityOf = ({ tracked, quantity }: StockLevel): number | null => (tracked ? (quantity ?? 0) : null)

export const quantityText = (quantity: number | null): string => (quantity === null ? '' : String(quantity))

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

/** A change that can be saved, or what is wrong with it. */
export interface Change {
  readonly row: StockLevel
  readonly name: string
  readonly was: number | null
  /** Undefined where the cell cannot be read. */
  readonly now: number | null | undefined
}

/** What is other than it was. */
export function changesOn(sheet: Sheet, mode: Mode): readonly Change[] {
  return [...sheet.values()].flatMap(({ row, text }): Change[] => {
    const was = quantityOf(row)
    const change = { row, name: nameOf(row), was }
    if (mode === 'count') {
      const now = readQuantity(text, was)
      return now === was ? [] : [{ ...change, now }]
    }
    if (text.trim() === '') return []
    const came = readReceived(text)
    return [{ ...change, now: came === undefined ? undefined : (was ?? 0) + came }]
  })
}

/** The lines of something pasted: of rows with several cells, the last that is a number. */
export const pastedLines = (text: string): readonly string[] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map(
      (line) =>
        line
          .split('\t')
          .findLast((cell) => /^\s*[+\-−]?\s*\d[\d\s.,'’]*$/.test(cell))
          ?.trim() ?? '',
    )
