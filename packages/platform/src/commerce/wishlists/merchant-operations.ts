import type { merchantWishlists } from '@vitrine/contract'
import { sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import type { WishlistDeps } from './deps.ts'
import { showWithItems } from './show.ts'
import { listsOf } from './store.ts'

const newMs = 30 * 24 * 3_600_000

/** Wish lists as the shop sees them. */
export function merchantWishlistOperations(deps: WishlistDeps): Handlers<typeof merchantWishlists> {
  return {
    async 'GET /vitrine/v1/wishlists/products/{productId}/count'({ productId }, { db, site, now }) {
      const [counts] = await db.query<{ wishlists: number; people: number; newPeople: number }>(sql`
        select count(distinct wishlist.id)::int as wishlists, count(distinct wishlist.owner)::int as people,
          count(distinct wishlist.owner) filter (where item.created_at > ${new Date(now.getTime() - newMs)})::int as "newPeople"
        from wishlist_item item join wishlist on wishlist.site = item.site and wishlist.id = item.wishlist_id
        where item.site = ${site} and item.product_id = ${productId} and item.product_id is not null and wishlist.kind <> 'SAVED_FOR_LATER'`)
      return counts!
    },

    async 'GET /vitrine/v1/wishlists/members/{memberId}'({ memberId }, { db, site }) {
      const lists = await listsOf(db, site, `member:${memberId.toLowerCase()}`)
      return { wishlists: await showWithItems(deps, { db, site }, lists) }
    },
  }
}
