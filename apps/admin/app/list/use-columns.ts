import { columnsOf } from './address.ts'
import { type Columns, layoutOf, pinnedText, type Widths, widthsText, widthsWith } from './columns.ts'
import type { Column, Listing } from './listing.ts'

export interface LaidOut<T> extends Columns<Column<T>> {
  readonly order: (make: (ids: readonly string[]) => readonly string[]) => void
  readonly pin: (id: string, yes: boolean) => void
  readonly resize: (widths: Widths) => void
  /** Makes one wider or narrower by so many px. */
  readonly widen: (id: string, by: number) => void
}

type Change = Readonly<Record<string, string | undefined>>

/** The columns of a list as its address says, and what can be done with them; `ask` is told the latest address, which may still be on its way. */
export function useColumns<T>(of: Listing<T>, params: URLSearchParams, ask: (make: (from: URLSearchParams) => Change) => void): LaidOut<T> {
  const usual = columnsOf(of.columns, new URLSearchParams()).shown.map(({ id }) => id)
  return {
    ...layoutOf(of.columns, params),
    order: (make) =>
      ask((from) => {
        const ids = make(layoutOf(of.columns, from).shown.map(({ id }) => id))
        return { columns: ids.join() === usual.join() ? undefined : ids.join() }
      }),
    pin: (id, yes) =>
      ask((from) => {
        const { shown, pinned } = layoutOf(of.columns, from)
        return { pinned: pinnedText(shown, yes ? [...pinned, id] : pinned.filter((one) => one !== id)) }
      }),
    resize: (widths) => ask(() => ({ widths: widthsText(widths) })),
    widen: (id, by) =>
      ask((from) => {
        const { shown, widths } = layoutOf(of.columns, from)
        const now = widthsNow()
        return { widths: widthsText(widthsWith(shown, now, widths, id, (widths.get(id) ?? now.get(id) ?? 0) + by)) }
      }),
  }
}

/** How wide the columns of the list on the page are. */
export const widthsNow = (): Widths =>
  new Map(
    [...document.querySelectorAll<HTMLElement>('[data-rows] thead th[data-c]')].map((head) => [
      head.dataset['c'] ?? '',
      head.getBoundingClientRect().width,
    ]),
  )
