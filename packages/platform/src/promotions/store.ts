import { newId } from '../db/id.ts'
import type { Moment } from '../db/moment.ts'
import { type Db, lastly, type Sql, sql } from '../db/sql.ts'
import { type CouponFields, keyOfCode, type StoredCoupon, typeOf } from './coupon.ts'

const columns = sql`id, code, active, starts_at as "startsAt", ends_at as "endsAt", usage_limit as "usageLimit",
  limit_per_customer as "limitPerCustomer", uses, document, created_at as "createdAt"`

export async function findCoupon(db: Db, site: string, id: string): Promise<StoredCoupon | undefined> {
  const [row] = await db.query<StoredCoupon>(sql`select ${columns} from coupon where site = ${site} and id = ${id}`)
  return row
}

/** Reads a coupon to change it: nobody else does until the transaction ends. */
export async function lockCoupon(db: Db, site: string, id: string): Promise<StoredCoupon | undefined> {
  const [row] = await db.query<StoredCoupon>(sql`select ${columns} from coupon where site = ${site} and id = ${id} for update`)
  return row
}

/** A coupon by what a buyer typed, how often these names of the buyer's have used it, and whether one order of theirs does. */
export async function findByCode(
  db: Db,
  site: string,
  code: string,
  customers: readonly string[],
  exceptOrder: string | null,
): Promise<(StoredCoupon & { readonly usesByCustomer: number; readonly held: number }) | undefined> {
  const [row] = await db.query<StoredCoupon & { usesByCustomer: number; held: number }>(sql`
    select ${columns},
      case when limit_per_customer is null then 0 else ${usedBy(site, sql`coupon.id`, customers, exceptOrder)} end as "usesByCustomer",
      (select count(distinct order_id)::int from coupon_use
        where coupon_use.site = ${site} and coupon_use.coupon_id = coupon.id and coupon_use.order_id = ${exceptOrder}::uuid) as held
    from coupon where site = ${site} and code_key = ${keyOfCode(code)}`)
  return row
}

/** How many orders of somebody's used a coupon. Who buys under two names is counted once an order. */
const usedBy = (site: string, couponId: Sql, customers: readonly string[], exceptOrder: string | null = null): Sql => sql`(
  select count(distinct order_id)::int from coupon_use
  where coupon_use.site = ${site} and coupon_use.coupon_id = ${couponId} and coupon_use.customer = any(${customers}::text[])
    and coupon_use.order_id is distinct from ${exceptOrder}::uuid)`

/** The new coupon's id; undefined where another has its code. */
export async function insertCoupon({ db, site, now }: Moment, fields: CouponFields): Promise<string | undefined> {
  const f = fields
  const [row] = await db.query<{ id: string }>(sql`
    insert into coupon (site, id, code, code_key, name, type, active, starts_at, ends_at, usage_limit, limit_per_customer, uses, document, created_at)
    values (${site}, ${newId()}, ${f.code}, ${keyOfCode(f.code)}, ${f.document.name}, ${typeOf(f.document.off)}, ${f.active}, ${f.startsAt}, ${f.endsAt},
      ${f.usageLimit}, ${f.limitPerCustomer}, 0, ${JSON.stringify(f.document)}::jsonb, ${now})
    on conflict do nothing returning id`)
  return row?.id
}

/** `false` where another coupon has its code. */
export async function saveCoupon(db: Db, site: string, id: string, fields: CouponFields): Promise<boolean> {
  const f = fields
  const key = keyOfCode(f.code)
  const rows = await db.query(sql`
    update coupon set code = ${f.code}, code_key = ${key}, name = ${f.document.name}, type = ${typeOf(f.document.off)}, active = ${f.active},
      starts_at = ${f.startsAt}, ends_at = ${f.endsAt}, usage_limit = ${f.usageLimit}, limit_per_customer = ${f.limitPerCustomer},
      document = ${JSON.stringify(f.document)}::jsonb
    where site = ${site} and id = ${id} and not exists (select from coupon other where other.site = ${site} and other.code_key = ${key} and other.id <> ${id})
    returning id`)
  return rows.length === 1
}

/** Who used it is forgotten with it. */
export async function deleteCoupon(db: Db, site: string, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    with uses as (delete from coupon_use where site = ${site} and coupon_id = ${id})
    delete from coupon where site = ${site} and id = ${id} returning id`)
  return rows.length === 1
}

export async function listCoupons(
  db: Db,
  site: string,
  { where, order, limit, offset }: { readonly where: Sql; readonly order: Sql; readonly limit: number; readonly offset: number },
): Promise<{ readonly coupons: readonly StoredCoupon[]; readonly total: number }> {
  const [coupons, [count]] = await Promise.all([
    db.query<StoredCoupon>(
      sql`select ${columns} from coupon where coupon.site = ${site} and ${where} order by ${order} limit ${limit} offset ${offset}`,
    ),
    db.query<{ total: number }>(sql`select count(*)::int as total from coupon where coupon.site = ${site} and ${where}`),
  ])
  return { coupons, total: count!.total }
}

/**
 * Counts a use, if the coupon can still be used: whoever uses the same one waits here, and meets the count as it is then. Answers with the
 * limit for each customer, null for none; undefined where it cannot be used.
 */
export async function countUse({ db, site, now }: Moment, id: string): Promise<{ readonly limitPerCustomer: number | null } | undefined> {
  const [row] = await db.query<{ limitPerCustomer: number | null }>(sql`
    update coupon set uses = uses + 1
    where site = ${site} and id = ${id} and active and starts_at <= ${now} and (ends_at is null or ends_at > ${now})
      and (usage_limit is null or uses < usage_limit)
    returning limit_per_customer as "limitPerCustomer"`)
  return row
}

export async function countUsesBy(db: Db, site: string, id: string, customers: readonly string[]): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`select ${usedBy(site, sql`${id}`, customers)} as count`)
  return row!.count
}

/** Notes who used a coupon, under all their names. */
export async function noteUse(db: Db, site: string, id: string, orderId: string, customers: readonly string[]): Promise<void> {
  await db.query(sql`
    insert into coupon_use (site, coupon_id, customer, order_id)
    select ${site}, ${id}, customer, ${orderId} from unnest(${customers}::text[]) as customer`)
}

/** An order uses its coupon no more. Once more it changes nothing. */
export async function giveUseBack(db: Db, site: string, orderId: string): Promise<void> {
  await db.query(sql`
    with given as (delete from coupon_use where site = ${site} and order_id = ${orderId} returning coupon_id)
    update coupon set uses = uses - 1 where site = ${site} and uses > 0 and id in (select coupon_id from given)`)
}

/** Notes which rules an order was sold under. */
export async function noteRules(db: Db, site: string, orderId: string, ruleIds: readonly string[]): Promise<void> {
  if (ruleIds.length === 0) return
  await lastly(
    db,
    sql`insert into discount_rule_use (site, rule_id, order_id) select ${site}, rule_id, ${orderId} from unnest(${ruleIds}::uuid[]) as rule_id
        on conflict do nothing`,
  )
}

export async function forgetRules(db: Db, site: string, orderId: string): Promise<void> {
  await db.query(sql`delete from discount_rule_use where site = ${site} and order_id = ${orderId}`)
}

export async function countRuleUses(db: Db, site: string, ruleIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ruleIds.length === 0) return new Map()
  const rows = await db.query<{ ruleId: string; count: number }>(sql`
    select rule_id as "ruleId", count(*)::int as count from discount_rule_use
    where site = ${site} and rule_id = any(${ruleIds}::uuid[]) group by rule_id`)
  return new Map(rows.map(({ ruleId, count }) => [ruleId, count]))
}
