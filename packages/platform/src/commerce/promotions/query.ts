import type { Received } from '@vitrine/contract'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import { type Field, type Fields, readFilter, readSort, type SortBy, Unreadable } from '../../kernel/query/filter.ts'
import { refuse } from '../../kernel/refusal.ts'

type CouponQuery = NonNullable<Received<'POST /stores/v2/coupons/query'>['query']>

const id = sql`coupon.id`
const created = sql`(extract(epoch from coupon.created_at) * 1000)::bigint`
const number = (column: Sql): Field => ({ kind: 'number', column, places: 0, nullable: true })

const fieldsAt = (now: Date): Fields => ({
  id: { kind: 'id', column: id, sort: id },
  dateCreated: { kind: 'number', column: created, sort: created, places: 0 },
  expired: { kind: 'flag', column: sql`coalesce(coupon.ends_at <= ${now}, false)` },
  numberOfUsages: number(sql`coupon.uses`),
  'specification.active': { kind: 'flag', column: sql`coupon.active` },
  'specification.name': { kind: 'text', column: sql`coupon.name` },
  'specification.code': { kind: 'text', column: sql`coupon.code` },
  'specification.type': { kind: 'text', column: sql`coupon.type` },
  'specification.startTime': number(sql`(extract(epoch from coupon.starts_at) * 1000)::bigint`),
  'specification.expirationTime': number(sql`(extract(epoch from coupon.ends_at) * 1000)::bigint`),
  'specification.usageLimit': number(sql`coupon.usage_limit`),
  'specification.limitPerCustomer': number(sql`coupon.limit_per_customer`),
})

const usualLimit = 100

/** Filter and sort come as JSON or as the text of it; sorts as `{ dateCreated: 'desc' }` or as the wire's list. */
export function readCouponQuery({ paging, filter, sort }: CouponQuery, now: Date) {
  const fields = fieldsAt(now)
  try {
    return {
      where: readFilter(record(parsed(filter ?? {}, 'query.filter'), 'query.filter'), fields),
      order: readSort(sortsOf(parsed(sort ?? {}, 'query.sort')), fields, sql`coupon.created_at desc, coupon.id desc`, id),
      limit: paging?.limit ?? usualLimit,
      offset: paging?.offset ?? 0,
    }
  } catch (error) {
    if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
    throw error
  }
}

function parsed(value: unknown, path: string): unknown {
  if (typeof value !== 'string') return value
  if (value.trim() === '') return {}
  try {
    return JSON.parse(value)
  } catch {
    throw new Unreadable(path, 'is no JSON', 'FORMAT')
  }
}

function record(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Unreadable(path, 'takes a filter')
  return value as Readonly<Record<string, unknown>>
}

function sortsOf(value: unknown): readonly SortBy[] {
  if (Array.isArray(value)) return value.flatMap((one: unknown) => (isSort(one) ? [one] : sortsOf(one)))
  return Object.entries(record(value, 'query.sort')).map(([fieldName, order]) => ({
    fieldName,
    order: String(order).toUpperCase() === 'DESC' ? 'DESC' : 'ASC',
  }))
}

const isSort = (value: unknown): value is SortBy =>
  typeof value === 'object' && value !== null && typeof (value as { fieldName?: unknown }).fieldName === 'string'
