import { splitList } from '../../../kernel/csv/cells.ts'
import { type FilmSaid, filmIn, type PreorderTerms, unitsIn, unitsText } from './beside.ts'
import type { Field } from './columns.ts'
import { type Cells, given, type Reading, shorter } from './reading.ts'
import type { RecordStock } from './record.ts'

/** What a list in a cell has; nothing where the cell is empty and takes away what there is, undefined where it leaves it. */
function listIn(reading: Reading, cells: Cells, field: Field): readonly string[] | undefined {
  const text = cells.text(field)
  if (text === undefined) return reading.options.clears && cells.has(field) ? [] : undefined
  return splitList(text).filter((one) => one !== '')
}

/** A cell that may be emptied: null where that takes away what there is. */
function clearable<T>(reading: Reading, cells: Cells, field: Field, read: (text: string) => T | undefined): T | null | undefined {
  const text = cells.text(field)
  if (text === undefined) return reading.options.clears && cells.has(field) ? null : undefined
  return read(text)
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
const mostPreorders = 100_000
const longestMessage = 250

/** How a product can be preordered. */
export function preorderIn(reading: Reading, cells: Cells): Partial<PreorderTerms> | undefined {
  const { row } = cells
  const limit = clearable(reading, cells, 'preorderLimit', (text) =>
    /^\d{1,6}$/.test(text) && Number(text) <= mostPreorders
      ? Number(text)
      : reading.error(row, 'preorderLimit', `“${shorter(text)}” is no number from 0 to 100,000.`),
  )
  const expectedDate = clearable(reading, cells, 'preorderDate', (text) =>
    isDay(text) ? text : reading.error(row, 'preorderDate', `“${shorter(text)}” is no day such as 2027-05-14.`),
  )
  const message = clearable(reading, cells, 'preorderMessage', (text) =>
    text.length <= longestMessage
      ? text
      : reading.error(row, 'preorderMessage', `This has ${text.length} characters; ${longestMessage} are the most.`),
  )
  const said = given({ enabled: reading.flag(cells, 'preorder'), limit, expectedDate, message })
  return Object.keys(said).length > 0 ? said : undefined
}

/** What there is, in all or at each location: both together have to agree. */
export function stockIn(reading: Reading, cells: Cells, least: number): RecordStock | undefined {
  const { row } = cells
  const said = reading.stock(cells, 'stock', least)
  const parts = cells.text('stockByLocation') === undefined ? [] : (listIn(reading, cells, 'stockByLocation') ?? [])
  if (parts.length === 0) return said
  const at = parts.flatMap((part) => unitsIn(part) ?? [])
  const unread = parts.find((part) => !unitsIn(part))
  if (unread !== undefined) return reading.error(row, 'stockByLocation', `“${shorter(unread)}” is not written as “Warehouse: 12”.`)
  const names = at.map(({ location }) => location.toLowerCase())
  const twice = at.find(({ location }, i) => names.indexOf(location.toLowerCase()) < i)
  if (twice) return reading.error(row, 'stockByLocation', `“${shorter(twice.location)}” is there twice.`)
  const below = at.find(({ units }) => units < least)
  if (below) return reading.error(row, 'stockByLocation', `Stock cannot be below ${least}: ${shorter(unitsText(below))}.`)
  const quantity = at.reduce((sum, { units }) => sum + units, 0)
  if (quantity > 1_000_000_000) return reading.error(row, 'stockByLocation', 'Stock can be 1,000,000,000 at the most.')
  if (said && !('quantity' in said)) return reading.error(row, 'stockByLocation', 'The stock is not counted, but its locations are.')
  if (said && said.quantity !== quantity)
    return reading.error(
      row,
      'stockByLocation',
      `Its locations have ${quantity} together, and the stock is ${said.quantity}. Change both, or leave one of them empty.`,
    )
  return { quantity, at }
}

/** Films of the shop, each with the picture that stands for it. */
export function filmsIn(reading: Reading, cells: Cells): readonly FilmSaid[] | undefined {
  return listIn(reading, cells, 'films')?.flatMap((text) => {
    const film = filmIn(text)
    if (!film)
      return reading.error(cells.row, 'films', `“${shorter(text)}” is not written as a place, an id and the address of a picture.`) ?? []
    return [film]
  })
}

export const subscriptionsIn = (reading: Reading, cells: Cells): readonly string[] | undefined =>
  listIn(reading, cells, 'subscriptionOptions')

/** The id of a file; empty where it is taken away. */
export const fileIn = (reading: Reading, cells: Cells): string | undefined => reading.text(cells, 'downloadFile', 500)
