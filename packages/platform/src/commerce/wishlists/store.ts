import { createHash } from 'node:crypto'
import type { CatalogReference, WishlistKind } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import { ownerOf } from '../selling/owner.ts'

export interface StoredList {
  readonly id: string
  readonly owner: string
  readonly memberId: string | null
  readonly kind: WishlistKind
  readonly name: string
  readonly note: string | null
  /** A day, such as `2026-12-24`. */
  readonly giftsHiddenUntil: string | null
  readonly tags: readonly string[]
  readonly privateTags: readonly string[]
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface StoredItem {
  readonly id: string
  readonly wishlistId: string
  readonly productId: string
  readonly reference: CatalogReference
  readonly quantity: number
  readonly note: string | null
  readonly name: string
  readonly price: number | null
  readonly currency: string | null
  readonly createdAt: Date
}

export const listColumns = sql`wishlist.id, wishlist.owner, wishlist.member_id as "memberId", wishlist.kind, wishlist.name, wishlist.note,
  wishlist.gifts_hidden_until::text as "giftsHiddenUntil", wishlist.tags, wishlist.private_tags as "privateTags", wishlist.created_at as "createdAt", wishlist.updated_at as "updatedAt"`
export const itemColumns = sql`item.id, item.wishlist_id as "wishlistId", item.product_id as "productId", item.reference, item.quantity, item.note,
  item.name, item.price::float8 as price, item.currency, item.created_at as "createdAt"`

export const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const rank = sql`array_position(array['DEFAULT', 'NAMED', 'SAVED_FOR_LATER'], wishlist.kind), wishlist.created_at, wishlist.id`

/** The lists of somebody, the default one first. */
export const listsOf = (db: Db, site: string, owner: string): Promise<readonly StoredList[]> =>
  db.query<StoredList>(
    sql`select ${listColumns} from wishlist where site = ${site} and owner = ${owner} and owner is not null order by ${rank}`,
  )

export async function findList(db: Db, site: string, which: Sql): Promise<StoredList | undefined> {
  const [row] = await db.query<StoredList>(sql`select ${listColumns} from wishlist where site = ${site} and ${which}`)
  return row
}

/** Reads somebody's list to change it or what is on it: nobody else does until the transaction ends. */
export async function lockList(db: Db, site: string, owner: string, id: string): Promise<StoredList | undefined> {
  const [row] = await db.query<StoredList>(sql`
    select ${listColumns} from wishlist where site = ${site} and id = ${id} and owner = ${owner} for update`)
  return row
}

/** All lists of somebody to change them, in the order of their ids. */
export const lockLists = (db: Db, site: string, owner: string): Promise<readonly StoredList[]> =>
  db.query<StoredList>(sql`
    select ${listColumns} from wishlist where site = ${site} and owner = ${owner} and owner is not null order by wishlist.id for update`)

/** Somebody's list of which there is one, made where there is none yet, and locked. */
export async function lockOnly(db: Db, site: string, owner: string, kind: Exclude<WishlistKind, 'NAMED'>, now: Date): Promise<StoredList> {
  for (;;) {
    const [found] = await db.query<StoredList>(sql`
      select ${listColumns} from wishlist where site = ${site} and owner = ${owner} and kind = ${kind} and kind <> 'NAMED' for update`)
    const list = found ?? (await insertList(db, site, { owner, kind, name: '', note: null }, now))
    if (list) return list
  }
}

/** Undefined where there is one already of a kind of which there is one. */
export async function insertList(
  db: Db,
  site: string,
  { owner, kind, name, note, giftsHiddenUntil = null }: Pick<StoredList, 'owner' | 'kind' | 'name' | 'note'> & Partial<StoredList>,
  now: Date,
): Promise<StoredList | undefined> {
  const [row] = await db.query<StoredList>(sql`
    insert into wishlist (site, id, owner, member_id, kind, name, note, gifts_hidden_until, created_at, updated_at)
    values (${site}, ${newId()}, ${owner}, ${ownerOf(owner).memberId ?? null}, ${kind}, ${name}, ${note}, ${giftsHiddenUntil}, ${now}, ${now})
    on conflict (site, owner, kind) where kind <> 'NAMED' do nothing returning ${listColumns}`)
  return row
}

export async function touchList(db: Db, site: string, id: string, now: Date): Promise<void> {
  await db.query(sql`update wishlist set updated_at = ${now} where site = ${site} and id = ${id}`)
}

/** What is on lists, the newest first. */
export const itemsOf = (db: Db, site: string, wishlistIds: readonly string[]): Promise<readonly StoredItem[]> =>
  db.query<StoredItem>(sql`
    select ${itemColumns} from wishlist_item item where item.site = ${site} and item.wishlist_id = any(${wishlistIds}::uuid[])
    order by item.created_at desc, item.id desc`)

/** An item on any list of somebody, its list locked. */
export async function lockItem(db: Db, site: string, owner: string, itemId: string): Promise<StoredItem | undefined> {
  const [where] = await db.query<{ wishlistId: string }>(
    sql`select wishlist_id as "wishlistId" from wishlist_item where site = ${site} and id = ${itemId}`,
  )
  if (!where || !(await lockList(db, site, owner, where.wishlistId))) return undefined
  const [item] = await db.query<StoredItem>(sql`
    select ${itemColumns} from wishlist_item item where item.site = ${site} and item.id = ${itemId} and item.wishlist_id = ${where.wishlistId}`)
  return item
}

export async function countItems(db: Db, site: string, wishlistId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    sql`select count(*)::int as count from wishlist_item where site = ${site} and wishlist_id = ${wishlistId}`,
  )
  return row!.count
}

export async function findSame(db: Db, site: string, wishlistId: string, same: Buffer): Promise<StoredItem | undefined> {
  const [row] = await db.query<StoredItem>(sql`
    select ${itemColumns} from wishlist_item item where item.site = ${site} and item.wishlist_id = ${wishlistId} and item.same = ${same}`)
  return row
}

/** Those of some lists that hold an item. */
export async function listsWith(
  db: Db,
  site: string,
  lists: readonly { readonly id: string }[],
  same: Buffer,
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(sql`
    select wishlist_id as id from wishlist_item
    where site = ${site} and wishlist_id = any(${lists.map(({ id }) => id)}::uuid[]) and same = ${same}`)
  return new Set(rows.map(({ id }) => id))
}

export async function insertItem(
  db: Db,
  site: string,
  item: Omit<StoredItem, 'id' | 'createdAt'> & { readonly same: Buffer },
  now: Date,
): Promise<StoredItem> {
  const { wishlistId, productId, reference, same, quantity, note, name, price, currency } = item
  const [row] = await db.query<StoredItem>(sql`
    insert into wishlist_item as item (site, id, wishlist_id, product_id, reference, same, quantity, note, name, price, currency, created_at)
    values (${site}, ${newId()}, ${wishlistId}, ${productId}, ${JSON.stringify(reference)}::jsonb, ${same}, ${quantity}, ${note}, ${name}, ${price},
      ${currency}, ${now})
    returning ${itemColumns}`)
  return row!
}

/** Takes items off locked lists; how many these were. */
export async function deleteItems({ db, site, now }: Context, which: Sql): Promise<number> {
  const gone = await db.query<{ wishlistId: string }>(
    sql`delete from wishlist_item item where item.site = ${site} and ${which} returning item.wishlist_id as "wishlistId"`,
  )
  for (const id of new Set(gone.map(({ wishlistId }) => wishlistId))) await touchList(db, site, id, now)
  return gone.length
}

/** How many items lists hold, and the product of the last two of each, by the lists' ids. */
export async function contentsOf(
  db: Db,
  site: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly count: number; readonly shared: boolean; readonly last: readonly CatalogReference[] }>> {
  const rows = await db.query<{ id: string; count: number; shared: boolean; last: CatalogReference[] | null }>(sql`
    select wishlist.id,
      (select count(*)::int from wishlist_item item where item.site = wishlist.site and item.wishlist_id = wishlist.id) as count,
      exists (select from wishlist_link link where link.site = wishlist.site and link.wishlist_id = wishlist.id) as shared,
      (select jsonb_agg(newest.reference order by newest.created_at desc, newest.id desc) from (
        select item.reference, item.created_at, item.id from wishlist_item item
        where item.site = wishlist.site and item.wishlist_id = wishlist.id order by item.created_at desc, item.id desc limit 2) newest) as last
    from wishlist where wishlist.site = ${site} and wishlist.id = any(${ids}::uuid[])`)
  return new Map(rows.map(({ id, count, shared, last }) => [id, { count, shared, last: last ?? [] }]))
}
