import type { ownWishlists } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import { nameOf } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { givenOf } from './gift-rules.ts'
import { addGift, giftsOf, lockByLink, removeGift } from './gifts.ts'
import { itemsOf } from './store.ts'

type Giving = Pick<typeof ownWishlists, 'POST /vitrine/v1/wishlists/shared/give' | 'POST /vitrine/v1/wishlists/shared/take-back'>

interface Place {
  readonly db: Db
  readonly site: string
}

/** What people give of what is on a list that was shared with them. */
export function giftOperations(): Handlers<Giving> {
  async function lockItem({ db, site }: Place, token: string, itemId: string) {
    const list = await lockByLink(db, site, token)
    if (!list) return refuse('WISHLIST_NOT_FOUND')
    const item = (await itemsOf(db, site, [list.id])).find(({ id }) => id === itemId.toLowerCase())
    return item ? { list, item } : refuse('WISHLIST_ITEM_NOT_FOUND')
  }
  async function given(
    { db, site }: Place,
    { id, wishlistId, quantity }: { id: string; wishlistId: string; quantity: number },
    who: string,
  ) {
    const gifts = await giftsOf(db, site, wishlistId)
    return givenOf(
      quantity,
      gifts.filter(({ itemId }) => itemId === id),
      who,
    )
  }

  return {
    async 'POST /vitrine/v1/wishlists/shared/give'({ token, itemId, quantity }, scope) {
      const { db, site, caller, now } = scope
      const found = await lockItem(scope, token, itemId)
      if (found instanceof Refusal) return found
      const { list, item } = found
      const giver = nameOf(caller)
      // Before anything is said of what others give.
      if (list.owner === giver) return refuse('WISHLIST_IS_YOURS')
      const wanted = quantity ?? 1
      const { left } = await given(scope, item, giver)
      if (wanted > left) return refuse('WISHLIST_ITEM_GIVEN', { left })
      await addGift(db, site, { itemId: item.id, giver, quantity: wanted, hiddenUntil: list.giftsHiddenUntil, givenAt: now })
      return { given: await given(scope, item, giver) }
    },

    async 'POST /vitrine/v1/wishlists/shared/take-back'({ token, itemId }, scope) {
      const { db, site, caller } = scope
      const found = await lockItem(scope, token, itemId)
      if (found instanceof Refusal) return found
      const giver = nameOf(caller)
      if (found.list.owner === giver || (await given(scope, found.item, giver)).givenByMe === 0) return refuse('WISHLIST_GIFT_NOT_FOUND')
      await removeGift(db, site, found.item.id, giver)
      return { given: await given(scope, found.item, giver) }
    },
  }
}
