/** What a spreadsheet takes for a formula when a cell begins with it. */
const dangerous = /^[=+\-@\t\r]/
const plainNumber = /^-?\d+(\.\d+)?$/

/** Without it a spreadsheet reads another alphabet. */
export const byteOrderMark = '\uFEFF'

/** A cell of a CSV file after RFC 4180. One that a spreadsheet would run begins with an apostrophe, which shows it as text; numbers stay numbers. */
export function cellOf(text: string): string {
  const safe = dangerous.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const lineOf = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`
