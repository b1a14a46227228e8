import type { Context } from '../../kernel/db/context.ts'
import { sql } from '../../kernel/db/sql.ts'
import { handOverRequests } from '../back-in-stock/store.ts'
import { mergeCarts } from '../cart/merge.ts'
import { handOverBesides } from '../cart/store.ts'
import { handOverCheckouts, handOverWithCarts } from '../checkout/store.ts'
import { handOverOrders } from '../orders/hand-over.ts'
import { handOverVotes } from '../questions/votes.ts'
import { handOverReviews } from '../reviews/hand-over.ts'
import { handOverGifts } from '../wishlists/gifts.ts'
import { handOverWishlists } from '../wishlists/hand-over.ts'
import { reviewMember } from './reviewing.ts'

/**
 * Hands what a visitor has chosen to the member they turn out to be: the cart, the checkouts made from it, orders with their email,
 * reviews, votes, what they wait for, wish lists and what they give from those of others. For the exchange of tokens at a login, and safe to repeat at each later one.
 */
export async function mergeAtLogin(context: Context, visitorId: string, memberId: string): Promise<void> {
  const { db, site, now } = context
  const [from, into] = [`visitor:${visitorId}`, `member:${memberId}`]
  await handOverWithCarts(db, site, await handOverBesides(db, site, from, into), from, into, now)
  const merged = await mergeCarts(context, from, into)
  if (merged) await handOverCheckouts(db, site, { owner: from, cartId: merged.from.id }, { owner: into, cartId: merged.into }, now)
  const [signedIn] = await db.query<{ email: string }>(
    sql`select login_email as email from member where site = ${site} and id = ${memberId}`,
  )
  if (signedIn) await handOverOrders(db, site, { visitorId, memberId, email: signedIn.email }, now)
  const member = await reviewMember(db, site, { memberId })
  if (member) await handOverReviews(context, visitorId, member)
  await handOverVotes(context, visitorId, memberId)
  await handOverRequests(db, site, visitorId, memberId, now)
  await handOverWishlists(context, visitorId, memberId)
  await handOverGifts(db, site, from, into)
}
