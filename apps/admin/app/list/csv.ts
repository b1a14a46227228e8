/** What a spreadsheet takes for a formula when a cell begins with it. */
const dangerous = /^[=+\-@\t\r]/
const plainNumber = /^-?\d+([.,]\d+)*$/

/**
 * A cell of a CSV file. What a shopper wrote could begin with `=` and would then be calculated by the merchant's spreadsheet: such a cell begins
 * with an apostrophe, which shows it as text. Numbers stay numbers.
 */
export function cellOf(text: string): string {
  const safe = dangerous.test(text) && !plainNumber.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const lineOf = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`
