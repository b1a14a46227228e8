import { isId } from '../../kernel/db/id.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { mediaPath } from '../catalogue/address.ts'
import type { Buyer, ReviewDeps, ReviewMember } from '../reviews/deps.ts'
import type { QueueDeps } from '../reviews/queue.ts'

interface MemberRow {
  readonly memberId: string
  readonly contactId: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly nickname: string | null
  readonly muted: boolean
}

/** As somebody is named in public: `Hanna K.` */
export function publicName({ firstName, lastName, nickname }: Pick<MemberRow, 'firstName' | 'lastName' | 'nickname'>): string | undefined {
  const first = firstName?.trim()
  const initial = Array.from(lastName?.trim() ?? '')[0]
  if (first) return initial ? `${first} ${initial.toUpperCase()}.` : first
  return nickname?.trim() || undefined
}

/** Under which names somebody may have opened the link of an order. */
const namesOf = ({ memberId, visitorId }: { readonly [K in keyof Buyer]: Buyer[K] | undefined }): string[] => [
  ...(memberId ? [`member:${memberId}`] : []),
  ...(visitorId ? [`visitor:${visitorId}`] : []),
]

export async function reviewMember(
  db: Db,
  site: string,
  by: { readonly memberId: string } | { readonly contactId: string },
): Promise<ReviewMember | undefined> {
  const [row] = await db.query<MemberRow>(sql`
    select id as "memberId", contact_id as "contactId", document #>> '{contact,firstName}' as "firstName",
      document #>> '{contact,lastName}' as "lastName", document #>> '{profile,nickname}' as nickname,
      activity_status = 'MUTED' as muted
    from member where site = ${site} and ${'memberId' in by ? sql`id = ${by.memberId}` : sql`contact_id = ${by.contactId}`} limit 1`)
  return row && { memberId: row.memberId, contactId: row.contactId, name: publicName(row), muted: row.muted }
}

/** What reviews ask of members, orders and the catalogue. */
export const reviewing = ({ origin, readSettings }: Pick<Kernel, 'origin' | 'readSettings'>): ReviewDeps & QueueDeps => ({
  readSettings,
  mediaAt: (id) => origin + mediaPath(id),
  memberOf: reviewMember,

  async orderOf(db, site, { memberId, visitorId }, entityId) {
    const of = (by: ReturnType<typeof sql>) => sql`
      select id, created_at from orders
      where site = ${site} and ${by} and status = 'APPROVED' and item_ids @> ${[entityId]}::text[]`
    const theirs = [
      ...(memberId ? [of(sql`member_id = ${memberId} and member_id is not null`), of(sql`owner = ${`member:${memberId}`}`)] : []),
      ...(visitorId ? [of(sql`owner = ${`visitor:${visitorId}`}`)] : []),
      of(sql`id in (select order_id from review_guest where site = ${site} and owner = any(${namesOf({ memberId, visitorId })}::text[]))`),
    ]
    for (const statement of theirs) {
      const [row] = await db.query<{ id: string }>(sql`${statement} order by created_at desc limit 1`)
      if (row) return row.id
    }
    return undefined
  },

  async buyerOf(db, site, orderId) {
    const [row] = await db.query<{ firstName: string | null; lastName: string | null }>(sql`
      select buyer ->> 'firstName' as "firstName", buyer ->> 'lastName' as "lastName"
      from orders, coalesce(document #> '{billingInfo,contactDetails}', document #> '{recipientInfo,contactDetails}') as buyer
      where site = ${site} and id = ${orderId}`)
    return row && publicName({ ...row, nickname: null })
  },

  async isSold({ db, site }, entityId, hidden) {
    const [row] = isId(entityId)
      ? await db.query<{ visible: boolean }>(sql`select visible from product where site = ${site} and id = ${entityId}`)
      : []
    return row !== undefined && (hidden || row.visible)
  },

  async productsOf(db, site, ids) {
    const rows = await db.query<{ id: string; name: string; slug: string; picture: string | null }>(sql`
      select id, name, slug, facts #>> '{image,id}' as picture from product where site = ${site} and id = any(${ids.filter(isId)}::uuid[])`)
    return new Map(
      rows.map(({ picture, ...row }) => [row.id, { ...row, ...(picture !== null && { picture: origin + mediaPath(picture) }) }]),
    )
  },

  async ordersOf(db, site, ids) {
    const rows = await db.query<{ id: string; number: number; createdAt: Date }>(
      sql`select id, number, created_at as "createdAt" from orders where site = ${site} and id = any(${[...ids]}::uuid[])`,
    )
    return new Map(rows.map(({ id, number, createdAt }) => [id, { id, number: String(number), createdDate: createdAt.toISOString() }]))
  },

  async countOrders(db, site, memberId) {
    const [row] = await db.query<{ count: number }>(sql`
      select count(*)::integer as count from orders
      where site = ${site} and member_id = ${memberId} and member_id is not null and status = 'APPROVED' and status <> 'INITIALIZED'`)
    return row!.count
  },
})
