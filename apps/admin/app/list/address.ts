import { withParams } from '../parts/params.ts'
import type { Asked, Choice, Column, Filter, ListFilter, Listing, View } from './listing.ts'
import { rangeSays } from './range.ts'

export const perPage = 50

/** What an address says beside what is looked for: where one stands, how it looks, from which view one came. */
const place = ['after', 'before', 'from'] as const

type Filterable = Pick<Listing<never>, 'listFilters' | 'search'>

/** A filter with the values that hold. */
export interface ActiveFilter {
  readonly of: ListFilter
  readonly values: readonly string[]
  readonly choices: readonly Choice[]
}

/** What holds of a list by its address. */
export const activeFilters = (listFilters: readonly ListFilter[], params: URLSearchParams): readonly ActiveFilter[] =>
  listFilters.flatMap((of) => {
    const said = params.get(of.name)
    if (!said) return []
    if (of.meansText) return [{ of, values: [said], choices: [] }]
    const values = said.split(',')
    const choices = (of.choices ?? []).filter(({ value }) => values.includes(value)).slice(0, of.single ? 1 : undefined)
    return choices.length > 0 ? [{ of, values: choices.map(({ value }) => value), choices }] : []
  })

/** What a narrowing says: `paid or refunded`. */
export function saysOf({ of, choices, values }: ActiveFilter): string {
  if (of.range) return rangeSays(values[0]!)
  if (choices.length > 0) return choices.map(({ says }) => says).join(' or ')
  return of.options?.().find(({ value }) => value === values[0])?.says ?? values.join(', ')
}

/** The filter that an address means, in the wire's words; empty where all is asked for. */
export function filterOf({ listFilters, search }: Filterable, params: URLSearchParams, now: Date): Filter {
  const text = params.get('q')?.trim()
  const parts = activeFilters(listFilters, params).map(({ of, choices, values }) =>
    of.meansText ? of.meansText(values[0]!) : any(choices.map(({ means }) => means(now))),
  )
  const all = [...parts, ...(text && search ? [search.means(text)] : [])].filter((part) => Object.keys(part).length > 0)
  return all.length === 0 ? {} : all.length === 1 ? all[0]! : { $and: all }
}

const any = (filters: readonly Filter[]): Filter => (filters.length === 1 ? filters[0]! : { $or: filters })

export interface Sorting {
  readonly by: string
  readonly descending: boolean
}

const readSort = (text: string): Sorting => ({ by: text.replace(/^-/, ''), descending: text.startsWith('-') })

export function sortingOf<T>({ columns, usualSort }: Pick<Listing<T>, 'columns' | 'usualSort'>, params: URLSearchParams): Sorting {
  const said = readSort(params.get('sort') ?? usualSort)
  return columns.some(({ id, sort }) => id === said.by && sort !== undefined) ? said : readSort(usualSort)
}

export const sortText = ({ by, descending }: Sorting): string => `${descending ? '-' : ''}${by}`

/** What a page asks for, of an address. */
export function askedBy<T>(of: Listing<T>, params: URLSearchParams, now: Date, limit = perPage): Asked {
  const cursor = params.get('after') ?? params.get('before')
  if (cursor) return { query: { cursorPaging: { limit, cursor } }, params }
  const filter = filterOf(of, params, now)
  const { by, descending } = sortingOf(of, params)
  const field = of.columns.find(({ id }) => id === by)?.sort
  return {
    query: {
      cursorPaging: { limit },
      ...(Object.keys(filter).length > 0 && { filter }),
      ...(field && { sort: [{ fieldName: field, order: descending ? 'DESC' : 'ASC' }] }),
    },
    params,
  }
}

/** The columns in their order, those that are shown first; what an address does not know is as usual. */
export function columnsOf<C extends Pick<Column<never>, 'id' | 'head' | 'extra'>>(
  columns: readonly C[],
  params: URLSearchParams,
): { readonly shown: readonly C[]; readonly hidden: readonly C[] } {
  const said = params.get('columns')?.split(',')
  const heads = columns.filter(({ head }) => head)
  const shown = said
    ? [...new Set([...heads.filter(({ id }) => !said.includes(id)), ...said.flatMap((id) => columns.find((one) => one.id === id) ?? [])])]
    : columns.filter(({ extra }) => !extra)
  return { shown, hidden: columns.filter((one) => !shown.includes(one)) }
}

export const isRoomy = (params: URLSearchParams): boolean => params.get('rows') === 'roomy'

/** An address without where one stands in the pages. */
export function withoutPlace(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params)
  for (const name of place) rest.delete(name)
  return rest
}

/** Whether two addresses ask for the same rows, however they show them. */
export function sameRows(a: URLSearchParams, b: URLSearchParams): boolean {
  const [one, other] = [a, b].map((params) => {
    const asked = new URLSearchParams(params)
    for (const name of ['columns', 'pinned', 'widths', 'rows', 'view', 'from']) asked.delete(name)
    asked.sort()
    return asked.toString()
  })
  return one === other
}

/** What is looked at, always written in the same order, so that two addresses of the same are the same text. */
export function lookOf(params: URLSearchParams | string): string {
  const rest = withoutPlace(new URLSearchParams(params))
  rest.delete('view')
  rest.sort()
  return rest.toString()
}

/** The view that an address is of: the one it came from, or the one that says just the same. */
export function viewOf<V extends View>(
  views: readonly V[],
  params: URLSearchParams,
): { readonly view: V | undefined; readonly changed: boolean } {
  const look = lookOf(params)
  const named = views.find(({ id }) => id === params.get('view'))
  const view = named ?? views.find(({ search }) => lookOf(search) === look)
  return { view, changed: view === undefined ? look !== '' : lookOf(view.search) !== look }
}

/** The address of a view. Views that people saved are named in it, since two may show the same. */
export const addressOf = (path: string, { id, search }: View, isSaved: boolean): string => {
  const said = [search, isSaved ? `view=${id}` : ''].filter(Boolean).join('&')
  return said ? `${path}?${said}` : path
}

/** An address with something changed: it begins at the first page again, and still comes from the same view. */
export function changed(
  params: URLSearchParams,
  change: Readonly<Record<string, string | undefined>>,
  from: View | undefined,
): URLSearchParams {
  return withParams(withoutPlace(params), { ...change, ...(from && { view: from.id }) })
}
