import { columnsOf } from './address.ts'
import type { Column } from './listing.ts'

/** How the columns of a list are laid out. */
export interface Columns<C> {
  /** In their order, the pinned ones first. */
  readonly shown: readonly C[]
  readonly hidden: readonly C[]
  /** Those that stay at the edge while the list is scrolled sideways, in their order. */
  readonly pinned: readonly string[]
  /** Of the columns whose width was chosen, in px. */
  readonly widths: Widths
}

export type Widths = ReadonlyMap<string, number>

export const narrowest = 56
export const widest = 640

type AnyColumn = Pick<Column<never>, 'id' | 'head' | 'extra' | 'className'>

/** What an address says of the columns: `columns=…`, `pinned=number,customer` or `pinned=none`, `widths=customer.220`. */
export function layoutOf<C extends AnyColumn>(columns: readonly C[], params: URLSearchParams): Columns<C> {
  const { shown, hidden } = columnsOf(columns, params)
  const said = params.get('pinned')?.split(',') ?? usuallyPinned(shown)
  const isPinned = ({ id }: C) => said.includes(id)
  const first = shown.filter(isPinned)
  return {
    shown: [...first, ...shown.filter((column) => !isPinned(column))],
    hidden,
    pinned: first.map(({ id }) => id),
    widths: widthsIn(params.get('widths') ?? '', columns),
  }
}

/** What names the row is never scrolled away, unless it was moved behind others or is no longer pinned. */
const usuallyPinned = (shown: readonly AnyColumn[]): readonly string[] => (shown[0]?.head ? [shown[0].id] : [])

function widthsIn(text: string, columns: readonly AnyColumn[]): Widths {
  const widths = new Map<string, number>()
  for (const part of text.split(',')) {
    const [id = '', px = ''] = part.split('.')
    if (/^\d{1,4}$/.test(px) && columns.some((column) => column.id === id)) widths.set(id, widthWithin(Number(px)))
  }
  return widths
}

const widthWithin = (px: number): number => Math.round(Math.max(narrowest, Math.min(widest, px)))

/** For the address; nothing where it is as usual. */
export function pinnedText(shown: readonly AnyColumn[], pinned: readonly string[]): string | undefined {
  const now = shown.filter(({ id }) => pinned.includes(id)).map(({ id }) => id)
  const rest = shown.filter(({ id }) => !pinned.includes(id))
  const order = [...shown.filter(({ id }) => pinned.includes(id)), ...rest]
  return now.join() === usuallyPinned(order).join() ? undefined : now.join() || 'none'
}

export const widthsText = (widths: Widths): string | undefined => [...widths].map(([id, px]) => `${id}.${px}`).join() || undefined

/**
 * The widths after the edge of a column was moved. Columns before it keep the width they have now, so that the edge stays where it was put;
 * those that are as wide as what is in them need none.
 */
export function widthsWith(shown: readonly AnyColumn[], now: Widths, widths: Widths, id: string, px: number): Widths {
  const next = new Map(widths)
  for (const column of shown) {
    if (column.id === id) break
    const has = now.get(column.id)
    if (has !== undefined && !/\bfit\b/.test(column.className ?? '')) next.set(column.id, widthWithin(has))
  }
  return next.set(id, widthWithin(px))
}

export function widthsWithout(widths: Widths, id: string): Widths {
  const next = new Map(widths)
  next.delete(id)
  return next
}
