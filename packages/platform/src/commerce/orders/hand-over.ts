import { type Db, sql } from '../../kernel/db/sql.ts'

/**
 * Hands what a visitor has ordered to the member they turn out to be, as far as it was ordered with the member's own email: a browser that
 * several people use tells nobody of the orders of others. Safe to repeat.
 */
export async function handOverOrders(
  db: Db,
  site: string,
  { visitorId, memberId, email }: { readonly visitorId: string; readonly memberId: string; readonly email: string },
  now: Date,
): Promise<void> {
  await db.query(sql`
    update orders
    set owner = ${`member:${memberId}`}, member_id = ${memberId}, revision = revision + 1, updated_at = ${now},
      document = jsonb_set(document, '{buyerInfo}',
        coalesce(document -> 'buyerInfo', '{}') - 'visitorId' || jsonb_build_object('memberId', ${memberId}::text))
    where site = ${site} and owner = ${`visitor:${visitorId}`} and status <> 'INITIALIZED' and lower(email) = lower(${email}) and email <> ''`)
}
