import type { ownWishlists, SharedWishlistItem } from '@vitrine/contract'
import { sql } from '../../kernel/db/sql.ts'
import { nameOf } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { WishlistDeps } from './deps.ts'
import { givenOf } from './gift-rules.ts'
import { byLink, giftsOf } from './gifts.ts'
import { makeLink } from './links.ts'
import { showItems } from './show.ts'
import { findList, itemsOf, lockList } from './store.ts'

type Sharing = Pick<
  typeof ownWishlists,
  'POST /vitrine/v1/wishlists/mine/{id}/share' | 'DELETE /vitrine/v1/wishlists/mine/{id}/share' | 'POST /vitrine/v1/wishlists/shared/read'
>

/** Links by which others see a list. */
export function shareOperations(deps: WishlistDeps): Handlers<Sharing> {
  return {
    async 'POST /vitrine/v1/wishlists/mine/{id}/share'({ id }, scope) {
      const list = await lockList(scope.db, scope.site, nameOf(scope.caller), id)
      if (!list || list.kind === 'SAVED_FOR_LATER') return refuse('WISHLIST_NOT_FOUND')
      return { token: await makeLink(scope, list.id) }
    },

    async 'DELETE /vitrine/v1/wishlists/mine/{id}/share'({ id }, { db, site, caller }) {
      const list = await lockList(db, site, nameOf(caller), id)
      if (!list) return refuse('WISHLIST_NOT_FOUND')
      await db.query(sql`delete from wishlist_link where site = ${site} and wishlist_id = ${list.id}`)
      return {}
    },

    async 'POST /vitrine/v1/wishlists/shared/read'({ token }, { db, site, caller }) {
      const list = await findList(db, site, byLink(site, token))
      if (!list) return refuse('WISHLIST_NOT_FOUND')
      const stored = await itemsOf(db, site, [list.id])
      const { items, currency } = await showItems(deps, { db, site }, stored)
      const mine = list.owner === nameOf(caller)
      // Not even looked up for whoever made the list.
      const gifts = mine ? [] : await giftsOf(db, site, list.id)
      const ownerName = list.memberId ? await deps.publicNameOf(db, site, list.memberId) : undefined
      return {
        wishlist: {
          name: list.name,
          ...(list.note && { note: list.note }),
          ...(ownerName !== undefined && { ownerName }),
          mine,
          ...(list.giftsHiddenUntil && { giftsHiddenUntil: list.giftsHiddenUntil }),
          items: items.map((item): SharedWishlistItem => {
            const { wishlistId: _, addedPrice: __, ...shown } = item
            const given = () =>
              givenOf(
                shown.quantity,
                gifts.filter(({ itemId }) => itemId === shown.id),
                nameOf(caller),
              )
            return mine ? shown : { ...shown, given: given() }
          }),
          currency,
        },
      }
    },
  }
}
