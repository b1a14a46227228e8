import type { merchantWishlists, WishedProduct } from '@vitrine/contract'
import { sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { findWished, sumUpWished } from './demand.ts'
import type { WishlistDeps } from './deps.ts'
import { showWithItems } from './show.ts'
import { listsOf } from './store.ts'

const usualLimit = 50
const newMs = 30 * 24 * 3_600_000

/** Wish lists as the shop sees them. */
export function merchantWishlistOperations(deps: WishlistDeps): Handlers<typeof merchantWishlists> {
  return {
    async 'GET /vitrine/v1/wishlists/products'({ limit, offset }, { db, site, now }) {
      const wished = await findWished({ db, site, now }, limit ?? usualLimit, offset ?? 0)
      const bought = await deps.boughtOf(
        db,
        site,
        wished.map(({ productId }) => productId),
      )
      const items = await deps.findItems(
        db,
        site,
        wished.map(({ reference: { appId, catalogItemId } }) => ({ appId, catalogItemId })),
      )
      return {
        products: wished.map(({ reference: _, name, ...one }, i): WishedProduct => {
          const { imageId, availability } = items[i] ?? {}
          return {
            ...one,
            name: items[i]?.name ?? name,
            ...(imageId && { imageId }),
            soldOut: availability === 'SOLD_OUT',
            bought: bought.get(one.productId) ?? 0,
          }
        }),
        totals: await sumUpWished(db, site),
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
