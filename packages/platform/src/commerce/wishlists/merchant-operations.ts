import type { merchantWishlists, WishlistProduct } from '@vitrine/contract'
import { sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { findDemand, sumUpDemand } from './demand.ts'
import type { WishlistDeps } from './deps.ts'
import { showWithItems } from './show.ts'
import { listsOf } from './store.ts'

const usualLimit = 50
const newMs = 30 * 24 * 3_600_000

/** Wish lists as the shop sees them. */
export function merchantWishlistOperations(deps: WishlistDeps): Handlers<typeof merchantWishlists> {
  return {
    async 'GET /vitrine/v1/wishlists/products'({ limit, offset }, { db, site, now }) {
      const demand = await findDemand({ db, site, now }, limit ?? usualLimit, offset ?? 0)
      const bought = await deps.boughtOf(
        db,
        site,
        demand.map(({ productId }) => productId),
      )
      const items = await deps.findItems(
        db,
        site,
        demand.map(({ reference: { appId, catalogItemId } }) => ({ appId, catalogItemId })),
      )
      return {
        products: demand.map(({ productId, name, wishlists, people, newPeople, moved }, i): WishlistProduct => {
          const { imageId, availability } = items[i] ?? {}
          return {
            productId,
            name: items[i]?.name ?? name,
            ...(imageId && { imageId }),
            soldOut: availability === 'SOLD_OUT',
            wishlists,
            people,
            newPeople,
            moved,
            bought: bought.get(productId) ?? 0,
          }
        }),
        totals: await sumUpDemand(db, site),
      }
    },

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
