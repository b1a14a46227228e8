/** A cell of a sheet, by its place among those that can be written on. */
export interface Place {
  readonly row: number
  readonly column: number
}

/** Rows and columns from one corner to the other, both in it. */
export interface Area {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export const areaOf = (one: Place, other: Place): Area => ({
  top: Math.min(one.row, other.row),
  bottom: Math.max(one.row, other.row),
  left: Math.min(one.column, other.column),
  right: Math.max(one.column, other.column),
})

const heightOf = ({ top, bottom }: Area): number => bottom - top + 1
const widthOf = ({ left, right }: Area): number => right - left + 1

export const isOneCell = (area: Area): boolean => heightOf(area) === 1 && widthOf(area) === 1

export const holds = ({ top, bottom, left, right }: Area, { row, column }: Place): boolean =>
  row >= top && row <= bottom && column >= left && column <= right

/** Every place of an area, row by row. */
export const placesIn = (area: Area): readonly Place[] =>
  Array.from({ length: heightOf(area) * widthOf(area) }, (_, at) => ({
    row: area.top + Math.floor(at / widthOf(area)),
    column: area.left + (at % widthOf(area)),
  }))

/** The sides of an area that a cell of it lies at: `top left`. */
export const edgesOf = ({ row, column }: Place, { top, bottom, left, right }: Area): string =>
  [row === top && 'top', row === bottom && 'bottom', column === left && 'left', column === right && 'right'].filter(Boolean).join(' ')

/** What one cell gets. */
export interface Filling extends Place {
  readonly text: string
}

const put = (area: Area, textAt: (down: number, across: number) => string | undefined): readonly Filling[] =>
  placesIn(area).flatMap((place) => {
    const text = textAt(place.row - area.top, place.column - area.left)
    return text === undefined ? [] : [{ ...place, text }]
  })

/**
 * A block that is pasted over an area: it repeats where it fits into it a whole number of times, and otherwise goes on from its first cell as far
 * as it reaches.
 *
 * @example
 * pastedOver([['1']], { top: 0, bottom: 2, left: 0, right: 0 }) // 1 in three cells
 */
export function pastedOver(block: readonly (readonly string[])[], area: Area): readonly Filling[] {
  const [rows, columns] = [block.length, Math.max(0, ...block.map(({ length }) => length))]
  if (rows === 0 || columns === 0) return []
  const repeats = heightOf(area) % rows === 0 && widthOf(area) % columns === 0
  const over = repeats ? area : { ...area, bottom: area.top + rows - 1, right: area.left + columns - 1 }
  return put(over, (down, across) => block[down % rows]![across % columns])
}

/** An area drawn out by its handle to a place: along the side on which the place is further away. */
export function drawnOut(area: Area, { row, column }: Place): Area {
  const [down, across] = [Math.max(row - area.bottom, area.top - row, 0), Math.max(column - area.right, area.left - column, 0)]
  if (down === 0 && across === 0) return area
  return down >= across
    ? { ...area, top: Math.min(area.top, row), bottom: Math.max(area.bottom, row) }
    : { ...area, left: Math.min(area.left, column), right: Math.max(area.right, column) }
}

/** What the cells get that an area was drawn out over: the texts of the area again and again, going on from its edge. */
export function filledOver(from: Area, to: Area, textAt: (place: Place) => string | undefined): readonly Filling[] {
  const wrapped = (at: number, first: number, size: number) => first + ((((at - first) % size) + size) % size)
  return placesIn(to).flatMap((place) => {
    if (holds(from, place)) return []
    const text = textAt({
      row: wrapped(place.row, from.top, heightOf(from)),
      column: wrapped(place.column, from.left, widthOf(from)),
    })
    return text === undefined ? [] : [{ ...place, text }]
  })
}

/** Texts as spreadsheets read them from the clipboard. */
export const copiedText = (texts: readonly (readonly string[])[]): string =>
  texts.map((line) => line.map((text) => (/[\t\n\r]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join('\t')).join('\n')

const figure = /^[+\-−]?\d+(?:[.,]\d+)?$/

/** The sum of what is a number among these; undefined where nothing is. Exact, with as many places as the longest has. */
export function sumOf(texts: readonly string[]): string | undefined {
  const figures = texts.map((text) => text.trim().replace('−', '-').replace(',', '.')).filter((text) => figure.test(text))
  if (figures.length === 0) return undefined
  const places = Math.max(...figures.map((text) => text.split('.')[1]?.length ?? 0))
  const sum = figures.reduce((all, text) => {
    const [whole = '', part = ''] = text.split('.')
    return all + BigInt(whole + part.padEnd(places, '0'))
  }, 0n)
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0')
  const grouped = (places === 0 ? digits : digits.slice(0, -places)).replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return `${sum < 0n ? '−' : ''}${grouped}${places === 0 ? '' : `.${digits.slice(-places)}`}`
}
