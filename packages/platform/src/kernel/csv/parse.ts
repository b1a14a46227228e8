import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'

export const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

export interface CsvRow {
  /** As spreadsheets count: the header is row 1, and empty rows count too. */
  readonly row: number
  readonly cells: readonly string[]
}

/** The file is no table from this row on. */
export class BrokenCsv extends Error {
  override readonly name = 'BrokenCsv'
  readonly row: number
  readonly reason: 'QUOTE' | 'TOO_LONG'
  constructor(row: number, reason: BrokenCsv['reason']) {
    super(reason)
    this.row = row
    this.reason = reason
  }
}

/** A row of more characters than this is the sign of a quote that is never closed. */
const longestRow = 1_000_000

/** What divides the cells of the first line, outside quotes: what is there most often. `sep=;`, as some spreadsheets begin a file, says it. */
export function delimiterOf(head: string): Delimiter {
  const said = /^sep=([,;\t])\r?\n/i.exec(head)?.[1]
  if (said !== undefined) return said as Delimiter
  const counts = new Map<string, number>(delimiters.map((one) => [one, 0]))
  let inQuotes = false
  let isEmpty = true
  for (const character of head) {
    if (character === '"') inQuotes = !inQuotes
    else if (!inQuotes && (character === '\n' || character === '\r')) {
      if (!isEmpty) break
      continue
    } else if (!inQuotes && counts.has(character)) counts.set(character, counts.get(character)! + 1)
    isEmpty = false
  }
  return delimiters.reduce((most, one) => (counts.get(one)! > counts.get(most)! ? one : most))
}

const isDivider = (cells: readonly string[]): boolean => /^sep=.?$/i.test(cells[0]!) && cells.slice(1).every((cell) => cell === '')
const recordsOf = (error: CsvError): number => (typeof error.records === 'number' ? error.records : 0)

/**
 * The rows of a CSV file one after the other, without empty ones. LF, CR and CRLF end a row, also in one file; quotes within a cell that does
 * not begin with one are text.
 * @throws BrokenCsv
 */
export async function* csvRows(text: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: longestRow,
  })
  const source = Readable.from(text)
  const done = pipeline(source, parser)
  done.catch(() => {}) // whoever reads the rows learns it
  let row = 0
  let before = 0
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (row === 0 && before === 0 && isDivider(cells)) {
        before = 1
        continue
      }
      row++
      if (cells.some((cell) => cell.trim() !== '')) yield { row, cells }
    }
    await done
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    // What it had read when it failed may never have come here.
    throw new BrokenCsv(recordsOf(error) - before + 1, error.code === 'CSV_MAX_RECORD_SIZE' ? 'TOO_LONG' : 'QUOTE')
  } finally {
    source.destroy()
    parser.destroy()
  }
}
