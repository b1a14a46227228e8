import { recommended } from '../catalogue/recommended.server.ts'
import { firstInStock } from '../search/search.server.ts'
import { visit } from '../shop.server.ts'
import type { Route } from './+types/begin.ts'

/** What the drawer of an empty bag shows: two things that can be had. */
export async function loader({ context }: Route.LoaderArgs) {
  const here = visit(context)
  return recommended(here, 'EMPTY_CART', { most: 2, otherwise: () => firstInStock(here, 2) })
}
