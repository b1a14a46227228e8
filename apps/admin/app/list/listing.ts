import type { CursorQuery, Right } from '@vitrine/contract'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Crumb } from '../shell/page.tsx'
import type { FileExport } from './file-export.ts'

/**
 * What makes a list of the admin: describe it once, and `<List of={…}>` with `loaderOf(…)` is its page.
 *
 * ```tsx
 * const coupons: Listing<Coupon> = {
 *   name: 'coupons', path: '/promotions', title: 'Promotions', one: 'coupon', more: 'coupons', usualSort: '-created',
 *   idOf: ({ id }) => id, called: ({ code }) => `coupon ${code}`, to: ({ id }) => `/promotions/${id}`,
 *   columns: [
 *     { id: 'code', name: 'Code', head: true, cell: ({ code }) => code },
 *     { id: 'created', name: 'Made', sort: 'createdDate', cell: … },
 *   ],
 *   narrowings: [{ name: 'state', title: 'State', verb: 'is', choices: [{ value: 'on', says: 'running', means: () => ({ active: true }) }] }],
 *   views: [{ id: 'all', name: 'All', search: '' }, { id: 'running', name: 'Running', search: 'state=on' }],
 *   read: async ({ query }, signal) => {
 *     const { coupons, metadata } = await client.coupons.queryCoupons({ query }, { signal })
 *     return pageOf(coupons, metadata)
 *   },
 *   nothing: { title: 'No coupons yet', words: 'A code takes a share or an amount off what is bought.' },
 * }
 * export const loader = loaderOf(coupons) // and beside it: export { shouldRevalidate } from './load.ts'
 * export const Component = () => <List of={coupons} main={<ButtonLink to="new">New coupon</ButtonLink>} />
 * ```
 *
 * All that is asked for stands in the address: `q`, each narrowing by its name, `sort`, `columns`, `pinned`, `widths`, `rows`, the place in the pages. A loader
 * that other pages change calls `listChanged(name)` (`news.ts`).
 */
export interface Listing<T> {
  /** What saved views and news know it by: `orders`. */
  readonly name: string
  readonly path: string
  readonly title: string
  /** Where it stands, if it is no place of its own. */
  readonly place?: readonly Crumb[]
  readonly one: string
  readonly more: string
  readonly columns: readonly Column<T>[]
  /** A column's id, `-` before it for descending. */
  readonly usualSort: string
  readonly listFilters: readonly ListFilter[]
  /** Always there, in front of those that people save; the first is where one comes in. */
  readonly views: readonly View[]
  /** Where it can be searched: what its words may be, and what they mean. */
  readonly search?: { readonly hint: string; readonly means: (text: string) => Filter }
  /** Where one can go to a place in it by writing: what that changes in the address, undefined for what means no place. */
  readonly jump?: {
    readonly hint: string
    readonly means: (text: string) => Readonly<Record<string, string | undefined>> | undefined
    readonly refused: string
  }
  readonly idOf: (row: T) => string
  /** As it is spoken of: `order 10 012`. */
  readonly called: (row: T) => string
  /** Whether nothing is left to do about a row, so that it stands back. */
  readonly quiet?: (row: T) => boolean
  /** The page of a row, where it has one. */
  readonly to?: (row: T) => string
  readonly read: (asked: Asked, signal?: AbortSignal) => Promise<PageOf<T>>
  /** How many there are for each of several filters, as far as `most`. */
  readonly count?: (filters: readonly Filter[], most: number) => Promise<readonly number[]>
  readonly acts?: readonly AnyAct<T>[]
  /** Where the shop writes files of it; other lists are written by the browser, page by page. */
  readonly file?: FileExport
  /** What picked rows come to together, beside their number. */
  readonly sumOf?: (rows: readonly T[]) => string
  readonly peek?: Peek<T>
  /** Said where there is nothing at all; `here` in place of it, and `whole` in place of everything around the list too, where there is more to say. */
  readonly nothing: {
    readonly title: string
    readonly words: string
    readonly act?: ReactNode
    readonly here?: ReactNode
    readonly whole?: ReactNode
  }
  /** Beside `table`: `orders` has a layout of its own on narrow screens, `pic` has pictures. */
  readonly className?: string
}

export type Filter = Readonly<Record<string, unknown>>

export interface Column<T> {
  /** In the address and in saved views. */
  readonly id: string
  readonly name: string
  /** The cell that names the row; it always stays, and links to the row's page. */
  readonly head?: boolean
  /** The wire's name of what it is sorted by. */
  readonly sort?: string
  /** Not shown where nobody chose it. */
  readonly extra?: boolean
  /** `num`, `fit`, `clip`, `soft` and the like. */
  readonly className?: string
  readonly cell: (row: T) => ReactNode
  /** The same for a file; without it the column is not exported. */
  readonly text?: (row: T) => string
  /** Whether a row has nothing here: a phone leaves it out. */
  readonly none?: (row: T) => boolean
  /** How wide it is while it loads, in px. */
  readonly bar?: number
  /** How many pictures it has at most, while it loads. */
  readonly pictures?: number
}

export interface Choice {
  readonly value: string
  readonly says: string
  readonly means: (now: Date) => Filter
}

/** Something that the list can be narrowed by: by some of its choices (any of them), or by a text of one's own. */
export interface ListFilter {
  /** In the address. */
  readonly name: string
  readonly title: string
  /** Between the title and the value. */
  readonly verb: string
  readonly choices?: readonly Choice[]
  readonly meansText?: (text: string) => Filter
  /** The text is a range, from … to …, of days or of amounts (`range.ts`). */
  readonly range?: 'days' | 'amounts'
  /** What the text may be, of a long list such as countries. */
  readonly options?: () => readonly { readonly value: string; readonly says: string }[]
  /** Whether only one of the choices can hold, such as of periods. */
  readonly single?: boolean
}

export interface View {
  readonly id: string
  readonly name: string
  /** What the address says after its question mark. */
  readonly search: string
  /** Said where it has no rows, and nobody has narrowed it further. */
  readonly nothing?: { readonly title: string; readonly words: string }
}

/** What a page of a list asks for. */
export interface Asked {
  /** In the wire's words; a cursor carries the filter and the sort it came from. */
  readonly query: CursorQuery
  /** The address itself, for lists that speak otherwise. */
  readonly params: URLSearchParams
}

export interface PageOf<T> {
  readonly rows: readonly T[]
  readonly next: string | undefined
  readonly previous: string | undefined
}

/** How something that can be done with all rows that are picked is offered. */
interface Offered<T> {
  /** A verb: `Fulfil`. */
  readonly name: string
  readonly icon: LucideIcon
  readonly key?: string
  readonly needs: Right
  /** Of which rows it can be done; of all, where nothing is said. */
  readonly fits?: (row: T) => boolean
}

/** Opens something of the page's own with the rows that are picked, such as a dialog. */
export interface Opener<T> extends Offered<T> {
  readonly opens: (rows: readonly T[]) => void
  /** The rows stay picked. */
  readonly keeps?: boolean
}

/** Something that is done with all rows that are picked. */
export interface Act<T> extends Offered<T> {
  /** Does it to at most 100 rows, and says of each what came of it. */
  readonly run: (rows: readonly T[], value: string) => Promise<Outcome>
  /** `12 orders tagged.`; `done` are the rows it was done to. */
  readonly said: (count: string, value: string, done: readonly T[]) => string
  /** It cannot be undone, so it is asked about before: what it comes to, and what to know about these rows. */
  readonly confirms?: (rows: readonly T[]) => readonly string[]
  /** Said of all that a list finds, whose rows are not at hand. */
  readonly warns?: string
  /** Takes it back, by ids. */
  readonly undo?: (ids: readonly string[], value: string) => Promise<unknown>
  /** For all that the list finds: the shop looks at them before, and does it by itself. */
  readonly all?: {
    readonly ahead: (filter: Filter, signal: AbortSignal) => Promise<Ahead>
    /** `value` is what was asked for before. Of how many it is told, where that is known. */
    readonly run: (filter: Filter, tell: (done: number, of?: number) => void, signal: AbortSignal, value: string) => Promise<Whole>
  }
  /** Asked before, such as which tag. */
  readonly asks?: {
    readonly title: string
    readonly about: string
    readonly label: string
    /** What there is to choose from, offered while one writes. */
    readonly offers?: (signal: AbortSignal) => Promise<readonly string[]>
  }
}

export type AnyAct<T> = Act<T> | Opener<T>

/** Whom an act would touch, before it does. */
export interface Ahead {
  readonly touched: number
  /** There are more than were counted. */
  readonly orMore: boolean
  /** What becomes of the others, and until when it can be taken back: `4 are blocked already.` */
  readonly says: readonly string[]
  /** What is said about each of the examples: email addresses, where nothing is said. */
  readonly column?: string
  /** A few of those that it touches. */
  readonly examples: readonly { readonly id: string; readonly name: string; readonly about: string; readonly to: string }[]
}

/** What became of all that a list found. */
export interface Whole {
  readonly done: number
  /** What it could not do, and why. */
  readonly left?: string
  /** It goes on by itself. */
  readonly goesOn: boolean
  readonly undo: () => Promise<unknown>
}

export interface Outcome {
  readonly done: readonly string[]
  readonly failed: readonly { readonly id: string; readonly why: string }[]
}

/** What is seen of a row beside the list, without leaving it. */
export interface Peek<T> {
  readonly title: (row: T) => ReactNode
  readonly body: (row: T) => ReactNode
  /** Which of the list's acts can be done here, by name; the first is what is done here most. */
  readonly acts?: readonly string[]
}

/** A page as the wire's lists by cursor answer it. */
export const pageOf = <T>(
  rows: readonly T[],
  {
    cursors,
    hasNext,
  }: {
    readonly cursors?: { readonly next?: string | undefined; readonly prev?: string | undefined } | undefined
    readonly hasNext?: boolean | undefined
  },
): PageOf<T> => ({ rows, next: hasNext ? cursors?.next : undefined, previous: cursors?.prev })
