import type { ownWishlists } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { sql } from '../../kernel/db/sql.ts'
import { nameOf } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { candidateFor, put } from './change.ts'
import type { WishlistDeps } from './deps.ts'
import { itemsAtMost } from './rules.ts'
import { showItems, summarise } from './show.ts'
import {
  countItems,
  deleteItems,
  itemColumns,
  listsOf,
  lockItem,
  lockList,
  lockLists,
  lockOnly,
  type StoredItem,
  type StoredList,
  touchList,
} from './store.ts'

type Items = Pick<
  typeof ownWishlists,
  | 'POST /vitrine/v1/wishlists/items'
  | 'POST /vitrine/v1/wishlists/items/set-lists'
  | 'DELETE /vitrine/v1/wishlists/saved-products/{productId}'
  | 'PATCH /vitrine/v1/wishlists/items/{itemId}'
  | 'DELETE /vitrine/v1/wishlists/items/{itemId}'
  | 'POST /vitrine/v1/wishlists/items/{itemId}/move'
>

/** What is on somebody's lists. */
export function itemOperations(deps: WishlistDeps): Handlers<Items> {
  const shown = async (context: Pick<Context, 'db' | 'site'>, item: StoredItem) => {
    const { items } = await showItems(deps, context, [item])
    return { item: items[0]! }
  }

  return {
    async 'POST /vitrine/v1/wishlists/items'({ wishlistId, catalogReference, quantity, note }, scope) {
      const { db, site, caller, now } = scope
      const candidate = await candidateFor(deps, scope, catalogReference)
      if (candidate instanceof Refusal) return candidate
      const owner = nameOf(caller)
      const list = wishlistId ? await lockList(db, site, owner, wishlistId) : await lockOnly(db, site, owner, 'DEFAULT', now)
      if (!list) return refuse('WISHLIST_NOT_FOUND')
      const item = await put(deps, scope, list, candidate, { quantity: quantity ?? 1, note })
      return item instanceof Refusal ? item : shown(scope, item)
    },

    async 'POST /vitrine/v1/wishlists/items/set-lists'({ catalogReference, wishlistIds }, scope) {
      const { db, site, caller, now } = scope
      const candidate = await candidateFor(deps, scope, catalogReference)
      if (candidate instanceof Refusal) return candidate
      const owner = nameOf(caller)
      await lockOnly(db, site, owner, 'DEFAULT', now)
      const lists = (await lockLists(db, site, owner)).filter(({ kind }) => kind !== 'SAVED_FOR_LATER')
      const chosen = new Set(wishlistIds.map((id) => id.toLowerCase()))
      const known = new Set(lists.map(({ id }) => id))
      if ([...chosen].some((id) => !known.has(id))) return refuse('WISHLIST_NOT_FOUND')
      const others = lists.filter(({ id }) => !chosen.has(id)).map(({ id }) => id)
      await deleteItems(scope, sql`item.wishlist_id = any(${others}::uuid[]) and item.same = ${candidate.same}`)
      for (const list of lists.filter(({ id }) => chosen.has(id))) {
        const item = await put(deps, scope, list, candidate)
        if (item instanceof Refusal) return item
      }
      const after: readonly StoredList[] = await listsOf(db, site, owner)
      return { wishlists: await summarise(deps, scope, after) }
    },

    async 'DELETE /vitrine/v1/wishlists/saved-products/{productId}'({ productId }, scope) {
      const { db, site, caller } = scope
      const lists = (await lockLists(db, site, nameOf(caller))).filter(({ kind }) => kind !== 'SAVED_FOR_LATER')
      const ids = lists.map(({ id }) => id)
      return { removed: await deleteItems(scope, sql`item.wishlist_id = any(${ids}::uuid[]) and item.product_id = ${productId}`) }
    },

    async 'PATCH /vitrine/v1/wishlists/items/{itemId}'({ itemId, quantity, note }, scope) {
      const { db, site, caller, now } = scope
      const item = await lockItem(db, site, nameOf(caller), itemId)
      if (!item) return refuse('WISHLIST_ITEM_NOT_FOUND')
      const [after] = await db.query<StoredItem>(sql`
        update wishlist_item item set quantity = ${quantity ?? item.quantity}, note = ${note === undefined ? item.note : note || null}
        where item.site = ${site} and item.id = ${item.id} returning ${itemColumns}`)
      await touchList(db, site, item.wishlistId, now)
      return shown(scope, after!)
    },

    async 'DELETE /vitrine/v1/wishlists/items/{itemId}'({ itemId }, scope) {
      const item = await lockItem(scope.db, scope.site, nameOf(scope.caller), itemId)
      if (!item) return refuse('WISHLIST_ITEM_NOT_FOUND')
      await deleteItems(scope, sql`item.id = ${item.id}`)
      return {}
    },

    async 'POST /vitrine/v1/wishlists/items/{itemId}/move'({ itemId, wishlistId }, scope) {
      const { db, site, caller, now } = scope
      const lists = await lockLists(db, site, nameOf(caller))
      const item = await lockItem(db, site, nameOf(caller), itemId)
      if (!item) return refuse('WISHLIST_ITEM_NOT_FOUND')
      const into = lists.find(({ id }) => id === wishlistId.toLowerCase())
      if (!into) return refuse('WISHLIST_NOT_FOUND')
      if (into.id === item.wishlistId) return shown(scope, item)
      const [there] = await db.query<StoredItem>(sql`
        select ${itemColumns} from wishlist_item item join wishlist_item moved on moved.site = item.site and moved.same = item.same
        where item.site = ${site} and item.wishlist_id = ${into.id} and moved.site = ${site} and moved.id = ${item.id}`)
      if (!there && (await countItems(db, site, into.id)) >= itemsAtMost)
        return refuse('WISHLIST_ITEMS_LIMIT_EXCEEDED', { limit: itemsAtMost })
      if (there) await deleteItems(scope, sql`item.id = ${item.id}`)
      else {
        await db.query(sql`update wishlist_item set wishlist_id = ${into.id} where site = ${site} and id = ${item.id}`)
        await touchList(db, site, item.wishlistId, now)
      }
      await touchList(db, site, into.id, now)
      return shown(scope, there ?? { ...item, wishlistId: into.id })
    },
  }
}
