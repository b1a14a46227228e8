import { ways } from '../account/ways.ts'
import { needAccount } from '../member/member.server.ts'
import { visit } from '../shop.server.ts'
import { changeLists, readLists } from '../wishlists/lists.server.ts'
import { ListsPage } from '../wishlists/lists-page.tsx'
import type { Route } from './+types/account-wishlists.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const here = visit(context)
  await needAccount(here)
  return readLists(here, url.searchParams.get('list'))
}

export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  await needAccount(here)
  return changeLists(here, await request.formData(), ways.wishlists)
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Wish lists · ${loaderData?.shopName}` },
  { name: 'robots', content: 'noindex' },
]

export default function AccountWishlistsPage({ loaderData, actionData }: Route.ComponentProps) {
  return <ListsPage of={loaderData} said={actionData} address={ways.wishlists} signedIn />
}
