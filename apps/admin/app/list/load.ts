import { askedBy } from './address.ts'
import type { Listing, PageOf } from './listing.ts'

/** What a list's page is given: promises, so that its frame stands while the rows are still on their way. */
export interface Loaded<T> {
  readonly page: Promise<PageOf<T>>
}

/** The loader of a list's route. */
export const loaderOf =
  <T>(of: Listing<T>) =>
  ({ request }: { request: Request }): Loaded<T> => {
    const params = new URL(request.url).searchParams
    const page = of.read(askedBy(of, params, new Date()), request.signal)
    // Whoever shows it says that it failed.
    page.catch(() => {})
    return { page }
  }
