import { suggest } from '../search/search.server.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/suggest.ts'

/** What the search overlay shows while one types. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const q = new URL(request.url).searchParams.get('q')?.trim().slice(0, 100) ?? ''
  return q ? suggest(visit(context), q) : { words: [], collections: [], products: [] }
}
