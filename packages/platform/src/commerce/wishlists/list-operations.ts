import type { ownWishlists } from '@vitrine/contract'
import { sql } from '../../kernel/db/sql.ts'
import { nameOf } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import { storesApp } from '../selling/apps.ts'
import { candidateFor } from './change.ts'
import type { WishlistDeps } from './deps.ts'
import { listsAtMost } from './rules.ts'
import { showWithItems, summarise } from './show.ts'
import { withGifts } from './show-gifts.ts'
import { findList, insertList, listColumns, listsOf, listsWith, lockList, lockOnly, type StoredList } from './store.ts'

type Lists = Pick<
  typeof ownWishlists,
  | 'GET /vitrine/v1/wishlists/mine'
  | 'GET /vitrine/v1/wishlists/saved-products'
  | 'POST /vitrine/v1/wishlists/mine'
  | 'GET /vitrine/v1/wishlists/mine/{id}'
  | 'PATCH /vitrine/v1/wishlists/mine/{id}'
  | 'DELETE /vitrine/v1/wishlists/mine/{id}'
>

const dayIsOver = violation('giftsHiddenUntil', 'is no day to come')

/** Somebody's lists as a whole. */
export function listOperations(deps: WishlistDeps): Handlers<Lists> {
  return {
    async 'GET /vitrine/v1/wishlists/mine'({ productId, variantId }, scope) {
      const { db, site, caller } = scope
      const wishlists = await summarise(deps, scope, await listsOf(db, site, nameOf(caller)))
      if (!productId) return { wishlists }
      const candidate = await candidateFor(deps, scope, {
        appId: storesApp,
        catalogItemId: productId,
        ...(variantId && { options: { variantId } }),
      })
      const holding = candidate instanceof Refusal ? new Set<string>() : await listsWith(db, site, wishlists, candidate.same)
      return { wishlists: wishlists.map((one) => ({ ...one, holds: holding.has(one.id) })) }
    },

    async 'GET /vitrine/v1/wishlists/saved-products'(_, { db, site, caller }) {
      const rows = await db.query<{ productId: string; count: number }>(sql`
        select item.product_id as "productId", count(*)::int as count
        from wishlist join wishlist_item item on item.site = wishlist.site and item.wishlist_id = wishlist.id
        where wishlist.site = ${site} and wishlist.owner = ${nameOf(caller)} and wishlist.owner is not null and wishlist.kind <> 'SAVED_FOR_LATER'
        group by 1`)
      return { productIds: rows.map(({ productId }) => productId), itemCount: rows.reduce((sum, { count }) => sum + count, 0) }
    },

    async 'POST /vitrine/v1/wishlists/mine'({ name, note, giftsHiddenUntil }, scope) {
      const { db, site, caller, now } = scope
      if (giftsHiddenUntil && giftsHiddenUntil <= (await deps.todayOf(db, site, now))) return dayIsOver
      const owner = nameOf(caller)
      // Whoever holds the default list makes no other one at the same time: so no more are made than there may be.
      await lockOnly(db, site, owner, 'DEFAULT', now)
      const named = (await listsOf(db, site, owner)).filter(({ kind }) => kind === 'NAMED')
      if (named.length >= listsAtMost) return refuse('WISHLISTS_LIMIT_EXCEEDED', { limit: listsAtMost })
      const list = await insertList(
        db,
        site,
        { owner, kind: 'NAMED', name: name.trim() || name, note: note || null, giftsHiddenUntil: giftsHiddenUntil ?? null },
        now,
      )
      const [wishlist] = await summarise(deps, scope, [list!])
      return { wishlist: wishlist! }
    },

    async 'GET /vitrine/v1/wishlists/mine/{id}'({ id }, scope) {
      const list = await findList(scope.db, scope.site, sql`id = ${id} and owner = ${nameOf(scope.caller)}`)
      if (!list) return refuse('WISHLIST_NOT_FOUND')
      const [wishlist] = await showWithItems(deps, scope, [list])
      return { wishlist: await withGifts(deps, scope, list, wishlist!) }
    },

    async 'PATCH /vitrine/v1/wishlists/mine/{id}'({ id, name, note, giftsHiddenUntil }, scope) {
      const { db, site, caller, now } = scope
      const list = await lockList(db, site, nameOf(caller), id)
      if (!list) return refuse('WISHLIST_NOT_FOUND')
      const day = giftsHiddenUntil === undefined ? list.giftsHiddenUntil : giftsHiddenUntil
      if (day && day !== list.giftsHiddenUntil && day <= (await deps.todayOf(db, site, now))) return dayIsOver
      const [after] = await db.query<StoredList>(sql`
        update wishlist set name = ${name ?? list.name}, note = ${note === undefined ? list.note : note || null},
          gifts_hidden_until = ${day}, updated_at = ${now}
        where site = ${site} and id = ${id} returning ${listColumns}`)
      const [wishlist] = await summarise(deps, scope, [after!])
      return { wishlist: wishlist! }
    },

    async 'DELETE /vitrine/v1/wishlists/mine/{id}'({ id }, { db, site, caller }) {
      const list = await lockList(db, site, nameOf(caller), id)
      if (!list) return refuse('WISHLIST_NOT_FOUND')
      if (list.kind !== 'NAMED') return refuse('WISHLIST_IS_DEFAULT')
      await db.query(sql`delete from wishlist where site = ${site} and id = ${id}`)
      return {}
    },
  }
}
