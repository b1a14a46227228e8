import type { AnswerOfMember, ReviewOfMember } from '@vitrine/contract'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { refuse } from '../../kernel/refusal.ts'
import { mediaPath } from '../catalogue/address.ts'
import type { MemberPageDeps } from '../member-pages/deps.ts'
import { makeLink } from '../wishlists/links.ts'
import { digestOf, lockList } from '../wishlists/store.ts'

const mostPictures = 3

interface Named {
  readonly name: string
  readonly slug: string
  readonly picture: string | null
}

/** What pages of members ask of reviews, questions, wish lists and members. */
export function memberPaging({ origin }: Pick<Kernel, 'origin'>): MemberPageDeps {
  const product = ({ name, slug, picture }: Named) => ({ name, slug, ...(picture !== null && { picture: origin + mediaPath(picture) }) })
  return {
    async ownerOf({ db, site, now }, slug, caller) {
      const [row] = await db.query<{ id: string; blocked: boolean }>(sql`
        select member.id, exists (
          select from member_block block where block.site = ${site} and block.member_id = member.id
            and block.blocked_id = ${caller.kind === 'member' ? caller.memberId : null}) as blocked
        from member where site = ${site} and deleted_at is null and privacy_status = 'PUBLIC' and status = 'APPROVED' and id = coalesce(
          (select own.id from member own where own.site = ${site} and lower(own.slug) = lower(${slug}) and own.slug <> ''),
          (select old.member_id from member_slug old where old.site = ${site} and old.slug = ${slug.toLowerCase()} and old.kept_until > ${now}))`)
      if (!row) return refuse('MEMBER_NOT_FOUND')
      return row.blocked ? refuse('MEMBER_TO_MEMBER_BLOCKED', { memberId: row.id }) : { memberId: row.id }
    },

    async isMember(db, site, memberId) {
      const rows = await db.query(sql`select from member where site = ${site} and id = ${memberId} and deleted_at is null`)
      return rows.length > 0
    },

    async reviewsOf(db, site, memberId, most): Promise<ReviewOfMember[]> {
      const rows = await db.query<
        Named & { id: string; rating: number; title: string | null; body: string | null; reviewDate: Date; bought: boolean }
      >(sql`
        select review.id, review.rating::integer as rating, review.title, review.body, review.review_date as "reviewDate", review.verified as bought,
          product.name, product.slug, product.facts #>> '{image,id}' as picture
        from review join product on product.site = ${site} and product.id::text = review.entity_id and product.visible
        where review.site = ${site} and review.member_id = ${memberId} and review.member_id is not null and review.status = 'APPROVED'
          and review.namespace = 'stores'
        order by review.created_at desc, review.id desc limit ${most}`)
      return rows.map((row) => ({
        id: row.id,
        rating: row.rating,
        ...(row.title !== null && { title: row.title }),
        ...(row.body !== null && { body: row.body }),
        reviewDate: row.reviewDate.toISOString(),
        bought: row.bought,
        product: product(row),
      }))
    },

    async answersOf(db, site, memberId, most): Promise<AnswerOfMember[]> {
      const rows = await db.query<Named & { id: string; question: string; text: string; helpful: number }>(sql`
        select answer.id, question.body as question, answer.body as text, answer.helpful, product.name, product.slug,
          product.facts #>> '{image,id}' as picture
        from question_answer answer
        join question on question.site = ${site} and question.id = answer.question_id and question.status = 'PUBLISHED'
        join product on product.site = ${site} and product.id = question.product_id and product.visible
        where answer.site = ${site} and answer.member_id = ${memberId} and answer.member_id is not null and answer.status = 'PUBLISHED'
        order by answer.created_at desc, answer.id desc limit ${most}`)
      return rows.map(({ id, question, text, helpful, ...named }) => ({ id, question, text, helpful, product: product(named) }))
    },

    async countWords(db, site, memberId) {
      const [row] = await db.query<{ reviews: number; answers: number }>(sql`
        select
          (select count(*) from review where site = ${site} and member_id = ${memberId} and member_id is not null and status = 'APPROVED')::integer as reviews,
          (select count(*) from question_answer
            where site = ${site} and member_id = ${memberId} and member_id is not null and status = 'PUBLISHED')::integer as answers`)
      return row!
    },

    async linkList(context, memberId, wishlistId) {
      const list = await lockList(context.db, context.site, `member:${memberId}`, wishlistId)
      return list && list.kind !== 'SAVED_FOR_LATER' ? makeLink(context, list.id) : undefined
    },

    async endLink(db, site, token) {
      await db.query(sql`delete from wishlist_link where site = ${site} and digest = ${digestOf(token)}`)
    },

    listOf: (db, site, token) => listOf(db, site, token),
  }
}

async function listOf(db: Db, site: string, token: string) {
  const [row] = await db.query<{ name: string; itemCount: number; givenCount: number; imageIds: string[] }>(sql`
    select wishlist.name,
      (select count(*) from wishlist_item item where item.site = ${site} and item.wishlist_id = wishlist.id)::integer as "itemCount",
      (select count(*) from wishlist_item item where item.site = ${site} and item.wishlist_id = wishlist.id and item.quantity <= (
        select coalesce(sum(gift.quantity), 0) from wishlist_gift gift where gift.site = ${site} and gift.item_id = item.id))::integer as "givenCount",
      array(select product.facts #>> '{image,id}' from wishlist_item item
        join product on product.site = ${site} and product.id = item.product_id and product.visible and product.facts #>> '{image,id}' is not null
        where item.site = ${site} and item.wishlist_id = wishlist.id order by item.created_at desc, item.id desc limit ${mostPictures}) as "imageIds"
    from wishlist_link link join wishlist on wishlist.site = ${site} and wishlist.id = link.wishlist_id
    where link.site = ${site} and link.digest = ${digestOf(token)}`)
  return row
}
