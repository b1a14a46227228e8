import type { CatalogReference, ownWishlists, WishlistItemLeft } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { sql } from '../../kernel/db/sql.ts'
import { nameOf } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { candidateFor, put } from './change.ts'
import { countMoved } from './demand.ts'
import type { WishlistDeps } from './deps.ts'
import { showItems } from './show.ts'
import { deleteItems, itemsOf, lockList, lockOnly } from './store.ts'

/** So many of something of the catalogue. */
export interface CartLine {
  readonly reference: CatalogReference
  readonly quantity: number
}

/** What wish lists ask of carts. */
export interface CartForWishlists {
  /** Puts lines into somebody's cart; which of them, by their places, the catalogue does not sell like this. All or nothing where the cart is full. */
  readonly addToCart: (
    context: Context,
    owner: string,
    lines: readonly CartLine[],
  ) => Promise<{ readonly unknown: readonly number[] } | Refusal<'INVALID_ARGUMENT'>>
  /** Takes a line out of somebody's cart; undefined in it where it is of no catalogue, or has a price of its own: then it stays. */
  readonly takeFromCart: (
    context: Context,
    owner: string,
    lineItemId: string,
  ) => Promise<{ readonly line?: CartLine } | Refusal<'OWNED_CART_NOT_FOUND' | 'LINE_ITEM_NOT_FOUND'>>
}

type WithCart = Pick<typeof ownWishlists, 'POST /vitrine/v1/wishlists/mine/{id}/move-to-cart' | 'POST /vitrine/v1/wishlists/save-for-later'>

/** Between lists and the cart. */
export function wishlistCartOperations(deps: WishlistDeps & CartForWishlists): Handlers<WithCart> {
  return {
    async 'POST /vitrine/v1/wishlists/mine/{id}/move-to-cart'({ id, itemIds }, scope) {
      const { db, site, caller } = scope
      const owner = nameOf(caller)
      const list = await lockList(db, site, owner, id)
      if (!list) return refuse('WISHLIST_NOT_FOUND')
      const named = itemIds && new Set(itemIds.map((one) => one.toLowerCase()))
      const stored = (await itemsOf(db, site, [list.id])).filter((item) => !named || named.has(item.id))
      const { items } = await showItems(deps, { db, site }, stored)
      const ready = stored.filter((_, i) => items[i]!.availability === 'AVAILABLE')
      const added = ready.length > 0 ? await deps.addToCart(scope, owner, ready) : { unknown: [] }
      if (added instanceof Refusal) return added
      const moved = ready.filter((_, i) => !added.unknown.includes(i)).map((item) => item.id)
      if (moved.length > 0) await deleteItems(scope, sql`item.id = any(${moved}::uuid[])`)
      // What was saved for later comes from a cart, so that it is no demand of a wish list.
      if (list.kind !== 'SAVED_FOR_LATER')
        await countMoved(
          scope,
          stored.filter((item) => moved.includes(item.id)).map(({ productId }) => productId),
        )
      const left = items
        .filter((item) => !moved.includes(item.id))
        .map(
          ({ id: itemId, name, availability }): WishlistItemLeft => ({
            itemId,
            name,
            availability: availability === 'AVAILABLE' ? 'CHOICE_NEEDED' : availability,
          }),
        )
      return { movedCount: moved.length, left }
    },

    async 'POST /vitrine/v1/wishlists/save-for-later'({ lineItemId }, scope) {
      const { db, site, caller, now } = scope
      const owner = nameOf(caller)
      const list = await lockOnly(db, site, owner, 'SAVED_FOR_LATER', now)
      const taken = await deps.takeFromCart(scope, owner, lineItemId)
      if (taken instanceof Refusal) return taken
      if (!taken.line) return refuse('LINE_ITEM_NOT_SAVEABLE')
      const candidate = await candidateFor(deps, scope, taken.line.reference)
      if (candidate instanceof Refusal) return candidate
      const { quantity } = taken.line
      const item = await put(deps, scope, list, candidate, { quantity })
      if (item instanceof Refusal) return item
      if (item.quantity !== quantity)
        await db.query(sql`update wishlist_item set quantity = ${quantity} where site = ${site} and id = ${item.id}`)
      const { items } = await showItems(deps, { db, site }, [{ ...item, quantity }])
      return { item: items[0]! }
    },
  }
}
