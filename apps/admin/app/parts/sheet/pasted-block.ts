const cell = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)|[^\t\r\n]*/y

/**
 * A block that was copied from a spreadsheet: its rows, and their cells. A cell with a tab or a line of its own stands between quotation marks.
 *
 * @example
 * pastedBlock('A\t1\r\nB\t2\r\n') // [['A', '1'], ['B', '2']]
 */
export function pastedBlock(text: string): string[][] {
  const rows: string[][] = [[]]
  cell.lastIndex = 0
  for (;;) {
    const found = cell.exec(text)!
    rows.at(-1)!.push(found[1]?.replaceAll('""', '"') ?? found[0])
    let at = found.index + found[0].length
    if (text[at] === '\t') at++
    else {
      if (text[at] === '\r' && text[at + 1] === '\n') at++
      at++
      if (at >= text.length) return rows
      rows.push([])
    }
    cell.lastIndex = at
  }
}
