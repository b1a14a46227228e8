import type { Wishlist, WishlistData, WishlistEntry, WishlistSummary, WishlistWithItems } from '@vitrine/contract'
import { minor, toDecimal } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import type { ItemFacts, WishlistDeps } from './deps.ts'
import { contentsOf, itemsOf, type StoredItem, type StoredList } from './store.ts'

interface Place {
  readonly db: Db
  readonly site: string
}

/** The default list as the published client reads it; undefined stands for one that is not made yet. */
export const showWishlist = (list: StoredList | undefined, items: readonly StoredItem[], memberId: string | undefined): Wishlist => ({
  ...(list && { id: list.id, createdDate: list.createdAt.toISOString(), updatedDate: list.updatedAt.toISOString() }),
  ...(memberId !== undefined && { memberId }),
  items: items.map(({ reference, createdAt }) => ({ catalogReference: reference, addedDate: createdAt.toISOString() })).reverse(),
  tags: { tags: { tagIds: [...(list?.tags ?? [])] }, privateTags: { tagIds: [...(list?.privateTags ?? [])] } },
})

export const kindOfItem = 'PRODUCT'

export const showData = (list: StoredList, items: readonly StoredItem[], totalCount: number): WishlistData => ({
  id: list.id,
  ownerId: list.owner.slice(list.owner.indexOf(':') + 1),
  items: items.map(({ reference, createdAt }) => ({
    id: reference.catalogItemId,
    dateAdded: createdAt.toISOString(),
    type: kindOfItem,
    origin: reference.appId,
  })),
  totalCount,
})

/** An item with what the catalogue says of it now; of what is gone there are no facts. */
export const showItem = (item: StoredItem, facts: ItemFacts | undefined, currency: string): WishlistEntry => ({
  id: item.id,
  wishlistId: item.wishlistId,
  catalogReference: item.reference,
  productId: item.productId,
  quantity: item.quantity,
  ...(item.note && { note: item.note }),
  addedDate: item.createdAt.toISOString(),
  availability: facts?.availability ?? 'GONE',
  name: facts?.name ?? item.name,
  ...(facts?.choices && { choices: facts.choices }),
  ...(facts && { slug: facts.slug, price: toDecimal(facts.price, currency), priceIsFrom: facts.priceIsFrom }),
  ...(facts?.imageId && { imageId: facts.imageId }),
  ...(item.price !== null && item.currency === currency && { addedPrice: toDecimal(minor(item.price), currency) }),
})

export async function showItems({ findItems, currencyOf }: WishlistDeps, { db, site }: Place, items: readonly StoredItem[]) {
  const currency = await currencyOf(db, site)
  const facts = await findItems(
    db,
    site,
    items.map(({ reference }) => reference),
  )
  return { currency, items: items.map((item, i) => showItem(item, facts[i], currency)) }
}

/** Lists without their items, in their order. */
export async function summarise(
  { findItems }: WishlistDeps,
  { db, site }: Place,
  lists: readonly StoredList[],
): Promise<WishlistSummary[]> {
  const contents = await contentsOf(
    db,
    site,
    lists.map(({ id }) => id),
  )
  const references = lists.flatMap(({ id }) => contents.get(id)?.last ?? [])
  const facts = await findItems(db, site, references)
  const pictureOf = new Map(references.map((reference, i) => [reference, facts[i]?.imageId]))
  return lists.map((list): WishlistSummary => {
    const { count = 0, shared = false, last = [] } = contents.get(list.id) ?? {}
    return {
      id: list.id,
      kind: list.kind,
      name: list.name,
      ...(list.note && { note: list.note }),
      ...(list.giftsHiddenUntil && { giftsHiddenUntil: list.giftsHiddenUntil }),
      itemCount: count,
      imageIds: last.flatMap((reference) => pictureOf.get(reference) ?? []),
      shared,
      createdDate: list.createdAt.toISOString(),
      updatedDate: list.updatedAt.toISOString(),
    }
  })
}

/** Lists with their items, in their order. */
export async function showWithItems(deps: WishlistDeps, place: Place, lists: readonly StoredList[]): Promise<WishlistWithItems[]> {
  const ids = lists.map(({ id }) => id)
  const summaries = await summarise(deps, place, lists)
  const { items, currency } = await showItems(deps, place, await itemsOf(place.db, place.site, ids))
  const itemsIn = Map.groupBy(items, ({ wishlistId }) => wishlistId)
  return summaries.map((summary) => ({ ...summary, items: itemsIn.get(summary.id) ?? [], currency }))
}
