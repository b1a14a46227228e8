import { readAsk } from '../search/listing.ts'
import { findProducts } from '../search/search.server.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/begin.ts'

/** What the drawer of an empty bag shows: the first two things that can be had. */
export async function loader({ context }: Route.LoaderArgs) {
  const { cards } = await findProducts(visit(context), readAsk(new URLSearchParams('in-stock=yes')), undefined, 2)
  return cards
}
