import { parseDecimal } from '@vitrine/pricing'
import { insertRows } from '../../kernel/db/rows.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { fold } from '../../kernel/query/fold.ts'
import { noteLookedUntil, type StoredAbandoned } from './store.ts'

/** Writes down checkouts that were left long ago. Nobody is written to about what was left before `now`. */
export async function insertPastAbandoned(db: Db, site: string, left: readonly StoredAbandoned[], now: Date): Promise<void> {
  await insertRows(
    db,
    'abandoned_checkout',
    left.map(({ id, checkoutId, status, document, activities, createdAt, updatedAt, recoveredAt, ...asked }) => {
      const { buyerInfo, contactDetails: { firstName = '', lastName = '' } = {}, appliedDiscounts, currency, totalPrice } = document
      const { email = '' } = buyerInfo
      return {
        site,
        id,
        checkout_id: checkoutId,
        status,
        email,
        email_key: fold(email),
        first_name: firstName,
        first_name_key: fold(firstName),
        last_name: lastName,
        last_name_key: fold(lastName),
        visitor_id: buyerInfo.visitorId ?? null,
        member_id: buyerInfo.memberId ?? null,
        coupons: appliedDiscounts.flatMap(({ coupon }) => (coupon?.code ? [coupon.code] : [])),
        currency,
        total: parseDecimal(totalPrice?.amount ?? '0', currency),
        stopped: asked.stopped,
        obstacle: asked.obstacle,
        emails_sent: asked.emailsSent,
        last_email_at: asked.lastEmailAt,
        document,
        activities,
        created_at: createdAt,
        updated_at: updatedAt,
        recovered_at: recoveredAt,
      }
    }),
  )
  await noteLookedUntil(db, site, now)
}
