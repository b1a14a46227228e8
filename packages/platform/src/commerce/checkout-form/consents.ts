import type { AgreedPage, Consent } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { type Db, lastly, type Sql, sql } from '../../kernel/db/sql.ts'

/** A sentence that a buyer agreed to. */
export interface Given {
  readonly type: Consent['type']
  readonly words: string
  /** The versions of the shop's pages that they are about. */
  readonly pages?: readonly AgreedPage[]
}

export interface ConsentOf {
  readonly orderId: string
  readonly checkoutId: string
  readonly email: string
  readonly buyer: { readonly visitorId?: string; readonly memberId?: string }
}

/** Stores what was agreed to with an order, at the end of a write. Ordering again replaces it. */
export async function keepConsents({ db, site, now }: Context, given: readonly Given[], of: ConsentOf): Promise<void> {
  const { orderId, checkoutId, email, buyer } = of
  const types = given.map(({ type }) => type)
  await lastly(db, sql`delete from consent where site = ${site} and order_id = ${orderId} and not type = any(${types}::text[])`)
  for (const { type, words, pages } of given)
    await lastly(
      db,
      sql`
        insert into consent (site, id, order_id, type, email, words, pages, checkout_id, visitor_id, member_id, created_at)
        values (${site}, ${newId()}, ${orderId}, ${type}, ${email}, ${words}, ${pages ? JSON.stringify(pages) : null}::jsonb, ${checkoutId}, ${buyer.visitorId ?? null}::uuid,
          ${buyer.memberId ?? null}::uuid, ${now})
        on conflict (site, order_id, type) do update set email = excluded.email, words = excluded.words, pages = excluded.pages,
          created_at = excluded.created_at`,
    )
}

export interface StoredConsent {
  readonly id: string
  readonly type: Consent['type']
  readonly email: string
  readonly words: string
  readonly pages: readonly AgreedPage[] | null
  readonly orderId: string
  readonly checkoutId: string
  readonly visitorId: string | null
  readonly memberId: string | null
  readonly createdAt: Date
}

const columns = sql`id, type, email, words, pages, order_id as "orderId", checkout_id as "checkoutId", visitor_id as "visitorId",
  member_id as "memberId", created_at as "createdAt"`

export async function pageOfConsents(
  db: Db,
  site: string,
  { keys, where, tail }: { readonly keys: Sql; readonly where: Sql; readonly tail: Sql },
): Promise<readonly (StoredConsent & { readonly keys: readonly string[] })[]> {
  // Each has its moment; saying so is what takes the index of moments, whose predicate newer servers no longer see in `is not null`.
  return db.query(sql`select ${columns}, ${keys} from consent where site = ${site} and created_at > '-infinity' and ${where} ${tail}`)
}
