import type { AbandonedCheckout } from '@vitrine/contract'
import { sql } from '../../kernel/db/sql.ts'
import type { Fields } from '../../kernel/query/filter.ts'
import { holding } from '../../kernel/query/like.ts'
import type { StoredAbandoned } from './store.ts'

/** The signed link that brings a checkout back, with a coupon where there is one. */
export type LinkOf = (site: string, abandoned: Pick<StoredAbandoned, 'id' | 'updatedAt'>, couponCode?: string) => Promise<string>

/** An abandoned checkout as the wire wants it. */
export const shownWith =
  (linkOf: LinkOf) =>
  async (site: string, saved: StoredAbandoned): Promise<AbandonedCheckout> => ({
    id: saved.id,
    createdDate: saved.createdAt.toISOString(),
    updatedDate: saved.updatedAt.toISOString(),
    checkoutId: saved.checkoutId,
    status: saved.status,
    ...saved.document,
    activities: saved.activities,
    ...(saved.recoveredAt && { checkoutRecoveredDate: saved.recoveredAt.toISOString() }),
    checkoutUrl: await linkOf(site, saved),
  })

const id = sql`id`
const instant = (column: ReturnType<typeof sql>) => ({ kind: 'instant' as const, column, sort: column })
const listed = ['$eq', '$in', '$ne', '$nin']
export const abandonedFields: Fields = {
  id: { kind: 'id', column: id, sort: id },
  createdDate: instant(sql`created_at`),
  updatedDate: instant(sql`updated_at`),
  status: { kind: 'text', column: sql`status`, sort: sql`status`, operators: listed },
  'buyerInfo.email': { kind: 'text', column: sql`email`, folded: sql`email_key`, sort: sql`email_key` },
  'buyerInfo.visitorId': { kind: 'id', column: sql`visitor_id`, nullable: true },
  'buyerInfo.memberId': { kind: 'id', column: sql`member_id`, nullable: true },
  'buyerInfo.userId': { kind: 'id', column: sql`user_id`, nullable: true },
  'buyerInfo.contactId': { kind: 'id', column: sql`contact_id`, nullable: true },
  'contactDetails.firstName': { kind: 'text', column: sql`first_name`, folded: sql`first_name_key` },
  'contactDetails.lastName': { kind: 'text', column: sql`last_name`, folded: sql`last_name_key` },
  'activities.type': { kind: 'texts', column: sql`array(select jsonb_array_elements(activities) ->> 'type')` },
  'appliedDiscounts.coupon.code': { kind: 'texts', column: sql`coupons` },
}
export const abandonedId = id

/** Every word of it, in the address or the name. */
export function spoken(words: string) {
  const like = holding(words)
  return sql`(email_key like ${like} or first_name_key || ' ' || last_name_key like ${like})`
}
