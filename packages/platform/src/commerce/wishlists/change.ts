import type { CatalogReference, CatalogReferenceInput } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { sql } from '../../kernel/db/sql.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { ItemFacts, WishlistDeps } from './deps.ts'
import { itemsAtMost, samenessOf, storedReference } from './rules.ts'
import { countItems, deleteItems, digestOf, findSame, insertItem, type StoredItem, type StoredList, touchList } from './store.ts'

/** Something that may be put on a list, as the catalogue knows it. */
export interface Candidate {
  readonly reference: CatalogReference
  readonly facts: ItemFacts
  readonly same: Buffer
}

export async function candidateFor(
  { findItems }: Pick<WishlistDeps, 'findItems'>,
  { db, site }: Pick<Context, 'db' | 'site'>,
  sent: CatalogReferenceInput | CatalogReference,
) {
  const reference = storedReference(sent)
  const [facts] = await findItems(db, site, [reference])
  if (!facts) return refuse('ITEM_NOT_FOUND_IN_CATALOG', { catalogItemId: sent.catalogItemId })
  return { reference, facts, same: digestOf(samenessOf(reference, facts.variantId)) }
}

/** Puts something on a locked list; what is there already stays as it is. */
export async function put(
  { currencyOf }: Pick<WishlistDeps, 'currencyOf'>,
  { db, site, now }: Context,
  list: StoredList,
  { reference, facts, same }: Candidate,
  { quantity = 1, note = null }: { readonly quantity?: number | undefined; readonly note?: string | null | undefined } = {},
) {
  const there = await findSame(db, site, list.id, same)
  if (there) return there
  if ((await countItems(db, site, list.id)) >= itemsAtMost) return refuse('WISHLIST_ITEMS_LIMIT_EXCEEDED', { limit: itemsAtMost })
  const item: StoredItem = await insertItem(
    db,
    site,
    {
      wishlistId: list.id,
      productId: facts.productId,
      reference,
      same,
      quantity,
      note: note || null,
      name: facts.name,
      price: facts.price,
      currency: await currencyOf(db, site),
    },
    now,
  )
  await touchList(db, site, list.id, now)
  return item
}

/** Takes something off a locked list, also what the catalogue no longer has. */
export async function takeOff(
  { findItems }: Pick<WishlistDeps, 'findItems'>,
  context: Context,
  listId: string,
  sent: CatalogReferenceInput,
): Promise<void> {
  const reference = storedReference(sent)
  const [facts] = await findItems(context.db, context.site, [reference])
  const same = digestOf(samenessOf(reference, facts?.variantId))
  await deleteItems(
    context,
    sql`item.wishlist_id = ${listId} and (item.same = ${same} or item.reference = ${JSON.stringify(reference)}::jsonb)`,
  )
}
