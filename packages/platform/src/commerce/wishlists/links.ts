import type { Context } from '../../kernel/db/context.ts'
import { sql } from '../../kernel/db/sql.ts'
import { newSecret } from '../selling/secret.ts'
import { digestOf } from './store.ts'

/** So many links to a list work at once; the oldest ends where one more is made. */
const linksAtMost = 10

/** Makes a link by which others see a list, and returns its token. The one on its owner's page stays. */
export async function makeLink({ db, site, now }: Context, wishlistId: string): Promise<string> {
  const token = newSecret()
  await db.query(sql`
    insert into wishlist_link (site, digest, wishlist_id, created_at) values (${site}, ${digestOf(token)}, ${wishlistId}, ${now})`)
  await db.query(sql`
    delete from wishlist_link where site = ${site} and wishlist_id = ${wishlistId} and digest not in (
      select digest from wishlist_link where site = ${site} and wishlist_id = ${wishlistId} and created_at is not null
      order by created_at desc, digest limit ${linksAtMost})
      and digest not in (select sha256(convert_to(wishlist_token, 'UTF8')) from member_page
        where site = ${site} and wishlist_id = ${wishlistId} and wishlist_id is not null and wishlist_token is not null)`)
  return token
}
