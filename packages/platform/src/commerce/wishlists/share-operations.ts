import type { ownWishlists, SharedWishlistItem } from '@vitrine/contract'
import { sql } from '../../kernel/db/sql.ts'
import { nameOf } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { refuse } from '../../kernel/refusal.ts'
import { newSecret } from '../selling/secret.ts'
import type { WishlistDeps } from './deps.ts'
import { givenOf } from './gift-rules.ts'
import { byLink, giftsOf } from './gifts.ts'
import { showItems } from './show.ts'
import { digestOf, findList, itemsOf, lockList } from './store.ts'

type Sharing = Pick<
  typeof ownWishlists,
  'POST /vitrine/v1/wishlists/mine/{id}/share' | 'DELETE /vitrine/v1/wishlists/mine/{id}/share' | 'POST /vitrine/v1/wishlists/shared/read'
>

/** So many links to a list work at once; the oldest ends where one more is made. */
const linksAtMost = 10

/** Links by which others see a list. */
export function shareOperations(deps: WishlistDeps): Handlers<Sharing> {
  return {
    async 'POST /vitrine/v1/wishlists/mine/{id}/share'({ id }, { db, site, caller, now }) {
      const list = await lockList(db, site, nameOf(caller), id)
      if (!list || list.kind === 'SAVED_FOR_LATER') return refuse('WISHLIST_NOT_FOUND')
      const token = newSecret()
      await db.query(sql`
        insert into wishlist_link (site, digest, wishlist_id, created_at) values (${site}, ${digestOf(token)}, ${list.id}, ${now})`)
      await db.query(sql`
        delete from wishlist_link where site = ${site} and wishlist_id = ${list.id} and digest not in (
          select digest from wishlist_link where site = ${site} and wishlist_id = ${list.id} and created_at is not null
          order by created_at desc, digest limit ${linksAtMost})`)
      return { token }
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
