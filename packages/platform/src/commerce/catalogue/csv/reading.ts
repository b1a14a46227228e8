import { restored } from '../../../kernel/csv/cells.ts'
import { isSlug } from '../edit/slug.ts'
import { grams, readAmount, readFlag, readMeasure, readStock, readUnit } from './cell-values.ts'
import { type Field, labelOf } from './columns.ts'
import type { RecordMeasure, RecordStock, Remark, VariantRecord } from './record.ts'

/** How the rows of a file are read. */
export interface ReadingOptions {
  /** What each column of the file is, in their order. */
  readonly columns: readonly (Field | null)[]
  /** What the columns are called. */
  readonly header: readonly string[]
  /** Whether an empty cell takes away what there is; otherwise it leaves it. */
  readonly clears: boolean
  readonly weightUnit: 'KG' | 'LB'
}

/** A row by what its columns are. Of columns that are the same the first with something in it counts. */
export class Cells {
  readonly row: number
  readonly #cells: readonly string[]
  readonly #at: ReadonlyMap<Field, readonly number[]>

  constructor(row: number, cells: readonly string[], at: ReadonlyMap<Field, readonly number[]>) {
    this.row = row
    this.#cells = cells
    this.#at = at
  }

  has(field: Field): boolean {
    return this.#at.has(field)
  }

  /** Undefined where there is no such column, or nothing in it. */
  text(field: Field): string | undefined {
    for (const at of this.#at.get(field) ?? []) {
      const text = restored(this.#cells[at] ?? '').trim()
      if (text !== '') return text
    }
    return undefined
  }
}

export function columnsAt(columns: readonly (Field | null)[]): ReadonlyMap<Field, readonly number[]> {
  const at = new Map<Field, number[]>()
  for (const [i, field] of columns.entries()) {
    if (field === null) continue
    const known = at.get(field)
    if (known) known.push(i)
    else at.set(field, [i])
  }
  return at
}

/** Reads the cells of one product, and collects what is wrong with them. */
export class Reading {
  readonly options: ReadingOptions
  readonly errors: Remark[] = []
  readonly guesses: Remark[] = []

  constructor(options: ReadingOptions) {
    this.options = options
  }

  #remark(row: number, field: Field | undefined, message: string): Remark {
    if (field === undefined) return { row, message }
    const at = this.options.columns.indexOf(field)
    return { row, column: this.options.header[at] || labelOf(field), message }
  }

  error(row: number, field: Field | undefined, message: string): undefined {
    this.errors.push(this.#remark(row, field, message))
    return undefined
  }

  guess(row: number, field: Field | undefined, message: string): void {
    this.guesses.push(this.#remark(row, field, message))
  }

  /** With a text that is no longer than what a product can have. An empty cell is `''` where it is to take away what there is. */
  text(cells: Cells, field: Field, most: number): string | undefined {
    const text = cells.text(field)
    if (text === undefined) return this.options.clears && cells.has(field) ? '' : undefined
    if (text.length > most) return this.error(cells.row, field, `This has ${text.length} characters; ${most} are the most.`)
    return text
  }

  slug(cells: Cells, field: Field): string | undefined {
    const text = cells.text(field)?.toLowerCase()
    if (text === undefined) return undefined
    if (text.length > 100) return this.error(cells.row, field, `This has ${text.length} characters; 100 are the most.`)
    return isSlug(text) ? text : undefined
  }

  amount(cells: Cells, field: Field): number | undefined {
    const text = cells.text(field)
    if (text === undefined) return undefined
    const read = readAmount(text)
    if (!read) return this.error(cells.row, field, `“${shorter(text)}” is no amount.`)
    if (read.value < 0) return this.error(cells.row, field, 'An amount cannot be below 0.')
    if (read.value > 999_999_999.99) return this.error(cells.row, field, 'An amount can be 999,999,999.99 at the most.')
    if (read.guessed) this.guess(cells.row, field, `${shorter(text)} read as ${read.value}`)
    return read.value
  }

  /** In the shop's unit of weight. `unit` is what the file says it is in. */
  weight(cells: Cells, field: Field, unit?: string): number | undefined {
    const value = this.amount(cells, field)
    if (value === undefined) return undefined
    const header = this.options.header[this.options.columns.indexOf(field)] ?? ''
    const said = unit ?? /\((kg|lbs?|g|oz)\)/i.exec(header)?.[1]
    const factor = said === undefined ? undefined : grams[said.toLowerCase()]
    if (factor === undefined) return value
    return Math.round(((value * factor) / grams[this.options.weightUnit.toLowerCase()]!) * 1000) / 1000
  }

  /** Of a variant, whose unit may be its product's. */
  contents(cells: Cells, field: Field): VariantRecord['contents'] {
    const text = cells.text(field)
    if (text === undefined) return undefined
    return readMeasure(text) ?? this.error(cells.row, field, `“${shorter(text)}” is no quantity with a unit, such as 250 G.`)
  }

  /** With its unit beside the number, or in a column of its own. */
  measure(cells: Cells, field: Field, unitField?: Field): RecordMeasure | undefined {
    const read = this.contents(cells, field)
    if (!read) return undefined
    const said = unitField && cells.text(unitField)
    const unit = read.unit ?? (said === undefined ? undefined : readUnit(said))
    return unit ? { quantity: read.quantity, unit } : this.error(cells.row, field, 'A quantity needs a unit, such as 250 G.')
  }

  flag(cells: Cells, field: Field): boolean | undefined {
    const text = cells.text(field)
    if (text === undefined) return undefined
    return readFlag(text) ?? this.error(cells.row, field, `“${shorter(text)}” is neither yes nor no.`)
  }

  /** `least` is how far below zero it may be. */
  stock(cells: Cells, field: Field, least = 0): RecordStock | undefined {
    const text = cells.text(field)
    if (text === undefined) return undefined
    const read = readStock(text)
    if (!read) return this.error(cells.row, field, `“${shorter(text)}” is no quantity.`)
    if ('quantity' in read && read.quantity < least) return this.error(cells.row, field, `Stock cannot be below ${least}.`)
    if ('quantity' in read && read.quantity > 1_000_000_000) return this.error(cells.row, field, 'Stock can be 1,000,000,000 at the most.')
    return read
  }
}

export const shorter = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** A record without what is undefined. */
export const given = <T extends object>(record: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as never
