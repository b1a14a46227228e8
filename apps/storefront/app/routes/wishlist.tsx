import { redirect } from 'react-router'
import { ways } from '../account/ways.ts'
import { whoIs } from '../member/member.server.ts'
import { visit } from '../shop.server.ts'
import { wishlistAt } from '../wishlists/addresses.ts'
import { changeLists, readLists } from '../wishlists/lists.server.ts'
import { ListsPage } from '../wishlists/lists-page.tsx'
import type { Route } from './+types/wishlist.ts'
import '@vitrine/ui/account.css'

export const headers = () => ({ 'Cache-Control': 'no-store' })

/** The lists of somebody who has not signed in; a member's are in the account. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const here = visit(context)
  if ((await whoIs(here)) !== '') throw redirect(ways.wishlists + url.search, 303)
  return readLists(here, url.searchParams.get('list'))
}

export async function action({ request, context }: Route.ActionArgs) {
  return changeLists(visit(context), await request.formData(), wishlistAt.page)
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Wish lists · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

export default function WishlistPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap wl-open">
      <ListsPage of={loaderData} said={actionData} address={wishlistAt.page} signedIn={false} />
    </div>
  )
}
