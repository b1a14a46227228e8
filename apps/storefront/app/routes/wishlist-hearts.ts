import { attempt } from '@vitrine/client'
import { redirect } from 'react-router'
import { visit } from '../shop.server.ts'
import { wishlistAt } from '../wishlists/addresses.ts'
import { referenceIn, refusedText } from '../wishlists/lists.server.ts'
import type { Route } from './+types/wishlist-hearts.ts'

const own = { 'Cache-Control': 'no-store' }

/** Which products are on a list of whoever asks. */
export async function loader({ context }: Route.LoaderArgs) {
  const here = visit(context)
  const { productIds } = here.known ? await here.client.wishlists.listSavedProducts({}) : { productIds: [] }
  return Response.json({ productIds }, { headers: own })
}

/** What a heart does. Without script it saves the product, and leads to the list. */
export async function action({ request, context }: Route.ActionArgs) {
  const here = visit(context)
  const form = await request.formData()
  const reference = referenceIn(form)
  here.know()
  const { wishlists } = here.client
  const done: Promise<unknown> =
    form.get('on') === 'no'
      ? wishlists.removeSavedProduct({ productId: reference.catalogItemId })
      : wishlists.addItem({ catalogReference: reference })
  const [refused] = await attempt(done)
  if (refused && refused.status >= 500) throw refused
  if (request.headers.get('accept')?.includes('text/html')) throw redirect(wishlistAt.page, 303)
  return refused
    ? Response.json({ wrong: refusedText(refused.code) ?? refused.code }, { status: refused.status, headers: own })
    : Response.json({}, { headers: own })
}
