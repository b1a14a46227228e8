import type { SavedView } from '@vitrine/contract'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { client } from '../client.ts'
import { askedBy, sameRows } from './address.ts'
import type { Listing, PageOf } from './listing.ts'

/** What a list's page is given: promises, so that its frame stands while the rows are still on their way. */
export interface Loaded<T> {
  /** The rows, and which address they are those of. */
  readonly page: Promise<PageOf<T> & { readonly at: string }>
  readonly views: Promise<readonly SavedView[]>
}

/** The loader of a list's route. */
export const loaderOf =
  <T>(of: Listing<T>) =>
  ({ request }: { request: Request }): Loaded<T> => {
    const { search, searchParams: params } = new URL(request.url)
    const page = of.read(askedBy(of, params, new Date()), request.signal).then((rows) => ({ ...rows, at: search }))
    const views = client.views.listViews({ list: of.name }, { signal: request.signal }).then((answer) => answer.views)
    // Whoever shows them says that they failed; a list without the views that people saved is still a list.
    page.catch(() => {})
    views.catch(() => {})
    return { page, views }
  }

/** Goes beside the loader: rows that only look otherwise, by other columns say, are not read again. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname === nextUrl.pathname &&
  currentUrl.search !== nextUrl.search &&
  sameRows(currentUrl.searchParams, nextUrl.searchParams)
    ? false
    : defaultShouldRevalidate
