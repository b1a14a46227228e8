/**
 * A block that was copied from a spreadsheet: its rows, and their cells.
 *
 * @example
 * pastedBlock('A\t1\r\nB\t2\r\n') // [['A', '1'], ['B', '2']]
 */
export const pastedBlock = (text: string): string[][] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t'))
