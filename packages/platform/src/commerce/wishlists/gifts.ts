import { newId } from '../../kernel/db/id.ts'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import { digestOf, listColumns, type StoredList } from './store.ts'

export interface StoredGift {
  readonly itemId: string
  readonly giver: string
  readonly quantity: number
  readonly hiddenUntil: string | null
  readonly givenAt: Date
}

/** The list that a link is to. */
export const byLink = (site: string, token: string): Sql =>
  sql`id = (select wishlist_id from wishlist_link where site = ${site} and digest = ${digestOf(token)})`

/** Reads the list of a link to change what is given from it: nobody else does until the transaction ends. */
export async function lockByLink(db: Db, site: string, token: string): Promise<StoredList | undefined> {
  const [list] = await db.query<StoredList>(
    sql`select ${listColumns} from wishlist where site = ${site} and ${byLink(site, token)} for update`,
  )
  return list
}

/** What is given from a list, the earliest first. */
export const giftsOf = (db: Db, site: string, wishlistId: string): Promise<readonly StoredGift[]> =>
  db.query<StoredGift>(sql`
    select gift.item_id as "itemId", gift.giver, gift.quantity, gift.hidden_until::text as "hiddenUntil", gift.given_at as "givenAt"
    from wishlist_item item join wishlist_gift gift on gift.site = ${site} and gift.item_id = item.id
    where item.site = ${site} and item.wishlist_id = ${wishlistId} order by gift.given_at, gift.id`)

/** Of two promises by the same giver, the one that hides it the longer holds. */
const added = sql`
  on conflict (site, item_id, giver) do update set quantity = gift.quantity + excluded.quantity,
    given_at = greatest(gift.given_at, excluded.given_at),
    hidden_until = case when gift.hidden_until is null or excluded.hidden_until is null then null
      else greatest(gift.hidden_until, excluded.hidden_until) end`

export async function addGift(db: Db, site: string, { itemId, giver, quantity, hiddenUntil, givenAt }: StoredGift): Promise<void> {
  await db.query(sql`
    insert into wishlist_gift as gift (site, id, item_id, giver, quantity, hidden_until, given_at)
    values (${site}, ${newId()}, ${itemId}, ${giver}, ${quantity}, ${hiddenUntil}, ${givenAt}) ${added}`)
}

export async function removeGift(db: Db, site: string, itemId: string, giver: string): Promise<void> {
  await db.query(sql`delete from wishlist_gift where site = ${site} and item_id = ${itemId} and giver = ${giver}`)
}

/** Hands what a visitor gives to the member they turn out to be. Nobody gives anything from their own list. Safe to repeat. */
export async function handOverGifts(db: Db, site: string, from: string, into: string): Promise<void> {
  await db.query(sql`
    with gone as (delete from wishlist_gift where site = ${site} and giver = ${from} and giver is not null returning *)
    insert into wishlist_gift as gift (site, id, item_id, giver, quantity, hidden_until, given_at)
    select site, id, item_id, ${into}, quantity, hidden_until, given_at from gone ${added}`)
  await db.query(sql`
    delete from wishlist_gift where site = ${site} and giver = ${into} and giver is not null and item_id in (
      select item.id from wishlist join wishlist_item item on item.site = wishlist.site and item.wishlist_id = wishlist.id
      where wishlist.site = ${site} and wishlist.owner = ${into} and wishlist.owner is not null)`)
}
