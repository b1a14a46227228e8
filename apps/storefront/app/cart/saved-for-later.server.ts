import { attempt } from '@vitrine/client'
import type { Visit } from '../shop.server.ts'
import { showEntries } from '../wishlists/lists.server.ts'

/** What somebody saved for later; undefined where there is nothing. */
export async function savedForLater(here: Visit) {
  if (!here.known) return undefined
  const [, mine] = await attempt(here.client.wishlists.listMyWishlists({}))
  const list = mine?.wishlists.find(({ kind, itemCount }) => kind === 'SAVED_FOR_LATER' && itemCount > 0)
  const [, found] = list ? await attempt(here.client.wishlists.getWishlist({ id: list.id })) : []
  return found && { list: found.wishlist.id, entries: await showEntries(here, found.wishlist.items) }
}

/** What a form does with a line of the cart or with what was saved for later; whether it asked for any of that. */
export async function changeSaved({ client: { wishlists } }: Visit, form: FormData): Promise<boolean> {
  const of = (name: string) => String(form.get(name) ?? '').slice(0, 36)
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    later: () => wishlists.saveForLater({ lineItemId: of('line') }),
    'from-later': () => wishlists.moveToCart({ id: of('list'), itemIds: [of('item')] }),
    'drop-later': () => wishlists.removeItem({ itemId: of('item') }),
  }
  const call = calls[String(form.get('intent') ?? '')]
  if (!call) return false
  const [error] = await attempt(call())
  // What is no longer where it was pressed: the page shows so itself when it is read again.
  if (error && error.status >= 500) throw error
  return true
}
