import type { PromotionState } from '@vitrine/contract'
import type { Between } from '../../kernel/clock/between.ts'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { type Db, lastly, type Sql, sql } from '../../kernel/db/sql.ts'
import { literally } from '../../kernel/query/like.ts'
import { type CouponFields, keyOfCode, type StoredCoupon, typeOf } from './coupon.ts'
import { couponState, type Place } from './overview.ts'

const columns = sql`id, code, active, starts_at as "startsAt", ends_at as "endsAt", usage_limit as "usageLimit",
  limit_per_customer as "limitPerCustomer", uses, given, document, created_at as "createdAt"`

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
export async function insertCoupon({ db, site, now }: Context, fields: CouponFields): Promise<string | undefined> {
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

/** Coupons in some states and with some words in code or name, the newest first, after one that was made then. */
export async function pageOfCoupons(
  db: Db,
  site: string,
  now: Date,
  {
    states,
    words,
    begin,
    limit,
  }: {
    readonly states: readonly PromotionState[] | undefined
    readonly words: string | undefined
    readonly begin: Place | undefined
    readonly limit: number
  },
): Promise<readonly (StoredCoupon & { readonly state: PromotionState })[]> {
  const like = `%${literally((words ?? '').toLowerCase())}%`
  return db.query(sql`
    select ${columns}, ${couponState(now)} as state from coupon
    where coupon.site = ${site} ${states ? sql`and ${couponState(now)} = any(${states}::text[])` : sql``}
      ${words ? sql`and (coupon.code_key like ${like} or lower(coupon.name) like ${like})` : sql``}
      ${begin ? sql`and (coupon.created_at, coupon.id) < (${new Date(begin.at)}, ${begin.id}::uuid)` : sql``}
    order by coupon.created_at desc, coupon.id desc limit ${limit}`)
}

const mostCounted = 10_000

export async function countByState(db: Db, site: string, now: Date): Promise<ReadonlyMap<PromotionState, number>> {
  const rows = await db.query<{ state: PromotionState; count: number }>(sql`
    select state, count(*)::int as count
    from (select ${couponState(now)} as state from coupon where coupon.site = ${site} limit ${mostCounted}) as counted group by state`)
  return new Map(rows.map(({ state, count }) => [state, count]))
}

/** Coupons by what buyers typed. */
export async function findByCodes(db: Db, site: string, codes: readonly string[]): Promise<readonly StoredCoupon[]> {
  if (codes.length === 0) return []
  return db.query(sql`select ${columns} from coupon where site = ${site} and code_key = any(${[...new Set(codes.map(keyOfCode))]}::text[])`)
}

/**
 * Counts a use and what is given by it, if the coupon can still be used: whoever uses the same one waits here, and meets the count as it is
 * then. Answers with the limit for each customer, null for none; undefined where it cannot be used.
 */
export async function countUse(
  { db, site, now }: Context,
  id: string,
  given: number,
): Promise<{ readonly limitPerCustomer: number | null } | undefined> {
  const [row] = await db.query<{ limitPerCustomer: number | null }>(sql`
    update coupon set uses = uses + 1, given = given + ${given}::bigint
    where site = ${site} and id = ${id} and active and starts_at <= ${now} and (ends_at is null or ends_at > ${now})
      and (usage_limit is null or uses < usage_limit)
    returning limit_per_customer as "limitPerCustomer"`)
  return row
}

export async function countUsesBy(db: Db, site: string, id: string, customers: readonly string[]): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`select ${usedBy(site, sql`${id}`, customers)} as count`)
  return row!.count
}

/** Notes who used a coupon, under all their names; the first of them bears what was given. */
export async function noteUse(
  db: Db,
  site: string,
  id: string,
  { orderId, customers, given }: { readonly orderId: string; readonly customers: readonly string[]; readonly given: number },
): Promise<void> {
  await db.query(sql`
    insert into coupon_use (site, coupon_id, customer, order_id, given)
    select ${site}, ${id}, customer, ${orderId}, case when at = 1 then ${given}::bigint else 0 end
    from unnest(${customers}::text[]) with ordinality as named (customer, at)`)
}

/** An order uses its coupon no more. Once more it changes nothing. */
export async function giveUseBack(db: Db, site: string, orderId: string): Promise<void> {
  await db.query(sql`
    with freed as (delete from coupon_use where site = ${site} and order_id = ${orderId} returning coupon_id, given),
      sums as (select coupon_id, sum(given)::bigint as given from freed group by coupon_id)
    update coupon set uses = uses - 1, given = coupon.given - sums.given from sums
    where coupon.site = ${site} and coupon.uses > 0 and coupon.id = sums.coupon_id`)
}

/** A rule, and what it gave an order, in minor units. */
export interface RuleUse {
  readonly id: string
  readonly given: number
}

/** Notes which rules an order was sold under, each once. */
export async function noteRules(db: Db, site: string, orderId: string, rules: readonly RuleUse[]): Promise<void> {
  if (rules.length === 0) return
  const [ids, given] = [rules.map((rule) => rule.id), rules.map((rule) => rule.given)]
  await lastly(
    db,
    sql`insert into discount_rule_use (site, rule_id, order_id, given)
        select ${site}, rule_id, ${orderId}, given from unnest(${ids}::uuid[], ${given}::bigint[]) as used (rule_id, given)
        on conflict do nothing`,
  )
}

export async function forgetRules(db: Db, site: string, orderId: string): Promise<void> {
  await db.query(sql`delete from discount_rule_use where site = ${site} and order_id = ${orderId}`)
}

export async function countRuleUses(db: Db, site: string, ruleIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  return new Map((await sumRuleUses(db, site, ruleIds)).map(({ id, uses }) => [id, uses]))
}

/** How many orders were sold under some rules, and what the rules gave them. */
export async function sumRuleUses(
  db: Db,
  site: string,
  ruleIds: readonly string[],
): Promise<readonly (RuleUse & { readonly uses: number })[]> {
  if (ruleIds.length === 0) return []
  return db.query(sql`
    select rule_id as id, count(*)::int as uses, sum(given)::bigint as given from discount_rule_use
    where site = ${site} and rule_id = any(${ruleIds}::uuid[]) group by rule_id`)
}

/** Coupons that begin or end between two moments. */
export async function turningBetween(db: Db, site: string, { after, until, limit }: Between) {
  return db.query<{ type: 'COUPON_BEGINS' | 'COUPON_ENDS'; at: Date; name: string }>(sql`
    select type, at, name from (
      select 'COUPON_BEGINS' as type, starts_at as at, code as name from coupon where site = ${site} and active
      union all
      select 'COUPON_ENDS', ends_at, code from coupon where site = ${site} and active and ends_at is not null
    ) as turn
    where at > ${after} and at <= ${until} order by at limit ${limit}`)
}
