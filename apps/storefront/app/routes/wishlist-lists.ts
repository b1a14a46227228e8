import { attempt } from '@vitrine/client'
import { whoIs } from '../member/member.server.ts'
import { type Visit, visit } from '../shop.server.ts'
import { myLists, referenceIn, refusedText } from '../wishlists/lists.server.ts'
import type { ListsAnswer } from '../wishlists/lists.ts'
import type { Route } from './+types/wishlist-lists.ts'

async function answer(here: Visit, asked: FormData | URLSearchParams, wrong?: string, status = 200): Promise<Response> {
  const [productId, variantId] = ['product', 'variant'].map((name) => String(asked.get(name) ?? '').slice(0, 36))
  const [lists, who] = await Promise.all([myLists(here, { ...(productId && { productId }), ...(variantId && { variantId }) }), whoIs(here)])
  const body: ListsAnswer = { lists, signedIn: who !== '', ...(wrong !== undefined && { wrong }) }
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
}

/** The lists to choose from for a product. */
export function loader({ url, context }: Route.LoaderArgs) {
  return answer(visit(context), url.searchParams)
}

/** Puts a product on the lists that were ticked and takes it off the others, or makes another list. */
export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  const form = await request.formData()
  here.know()
  const { wishlists } = here.client
  const done: Promise<unknown> =
    form.get('intent') === 'create'
      ? wishlists.createWishlist({ name: String(form.get('name') ?? '').slice(0, 60) })
      : wishlists.setListsOfItem({ catalogReference: referenceIn(form), wishlistIds: form.getAll('list').map(String) })
  const [refused] = await attempt(done)
  if (refused && refused.status >= 500) throw refused
  return answer(here, form, refused && (refusedText(refused.code) ?? 'That was not saved.'), refused?.status)
}
