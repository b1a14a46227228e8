import type { Context } from '../../kernel/db/context.ts'
import { sql } from '../../kernel/db/sql.ts'
import { itemsAtMost, mergedLists } from './rules.ts'
import { lockLists, lockOnly, type StoredList, touchList } from './store.ts'

/**
 * Hands the lists of a visitor to the member they turn out to be: named ones as they are, what is on the others to the member's own of their
 * kind, the newest first as far as it holds them. Safe to repeat, and to race whoever adds: what comes to the visitor's afterwards is handed over by
 * the next sign-in.
 */
export async function handOverWishlists(context: Context, visitorId: string, memberId: string): Promise<void> {
  const { db, site, now } = context
  const [from, into] = [`visitor:${visitorId}`, `member:${memberId}`]
  const come = await lockLists(db, site, from)
  if (come.length === 0) return
  const target = await lockOnly(db, site, into, 'DEFAULT', now)
  const own = await lockLists(db, site, into)
  const named = (lists: readonly StoredList[]) => lists.filter(({ kind }) => kind === 'NAMED')
  const { handedOver, poured } = mergedLists(named(come), named(own).length)
  for (const { id } of handedOver)
    await db.query(sql`
      update wishlist set owner = ${into}, member_id = ${memberId}, updated_at = ${now} where site = ${site} and id = ${id}`)
  for (const list of [...come.filter(({ kind }) => kind !== 'NAMED'), ...poured]) {
    const to = list.kind === 'SAVED_FOR_LATER' ? await lockOnly(db, site, into, 'SAVED_FOR_LATER', now) : target
    await pour(context, list.id, to.id)
  }
}

/** Moves the items of a list to another, each once and as many as it holds, and deletes the first. */
async function pour({ db, site, now }: Context, from: string, to: string): Promise<void> {
  await db.query(sql`
    update wishlist_item set wishlist_id = ${to} where site = ${site} and id in (
      select item.id from wishlist_item item
      where item.site = ${site} and item.wishlist_id = ${from} and not exists (
        select from wishlist_item other where other.site = ${site} and other.wishlist_id = ${to} and other.same = item.same)
      order by item.created_at desc, item.id desc
      limit greatest(0, ${itemsAtMost} - (select count(*) from wishlist_item there where there.site = ${site} and there.wishlist_id = ${to})))`)
  await db.query(sql`delete from wishlist where site = ${site} and id = ${from}`)
  await touchList(db, site, to, now)
}
