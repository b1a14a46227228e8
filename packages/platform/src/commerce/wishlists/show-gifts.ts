import type { WishlistGift, WishlistWithItems } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { ownerOf } from '../selling/owner.ts'
import type { WishlistDeps } from './deps.ts'
import { isTold } from './gift-rules.ts'
import { giftsOf } from './gifts.ts'
import type { StoredList } from './store.ts'

/** A list as its owner sees it: with what others give, where the day has come. */
export async function withGifts(
  { todayOf, publicNameOf }: Pick<WishlistDeps, 'todayOf' | 'publicNameOf'>,
  { db, site, now }: Context,
  list: StoredList,
  shown: WishlistWithItems,
): Promise<WishlistWithItems> {
  if (!list.giftsHiddenUntil) return shown
  const today = await todayOf(db, site, now)
  const told = (await giftsOf(db, site, list.id)).filter(({ hiddenUntil }) => isTold(today, hiddenUntil, list.giftsHiddenUntil))
  const members = [...new Set(told.flatMap(({ giver }) => ownerOf(giver).memberId ?? []))]
  const names = new Map(await Promise.all(members.map(async (id) => [id, await publicNameOf(db, site, id)] as const)))
  const giftsFor = Map.groupBy(told, ({ itemId }) => itemId)
  const items = shown.items.map((item) => {
    const gifts = giftsFor.get(item.id)?.map(({ giver, quantity, givenAt }): WishlistGift => {
      const giverName = names.get(ownerOf(giver).memberId ?? '')
      return { quantity, givenDate: givenAt.toISOString(), ...(giverName !== undefined && { giverName }) }
    })
    return gifts ? { ...item, gifts } : item
  })
  return { ...shown, items }
}
