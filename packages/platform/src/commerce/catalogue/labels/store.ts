import type { ProductLabelKind } from '@vitrine/contract'
import { type Db, plannedEachTime, sql } from '../../../kernel/db/sql.ts'
import type { StoredRule } from '../rules/stored-rule.ts'

export interface StoredLabel {
  readonly id: string
  readonly name: string
  readonly products: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The brands or ribbons that products of a shop have. */
export const findLabels = (db: Db, site: string, kind: ProductLabelKind): Promise<StoredLabel[]> =>
  db.query<StoredLabel>(
    kind === 'brand'
      ? sql`select brand_id as id, min(brand) as name, count(*)::integer as products, min(created_at) as "createdAt", max(updated_at) as "updatedAt"
          from product where site = ${site} and brand_id is not null group by brand_id`
      : sql`select ribbon_id as id, min(ribbon) as name, count(*)::integer as products, min(created_at) as "createdAt", max(updated_at) as "updatedAt"
          from product where site = ${site} and ribbon_id is not null group by ribbon_id`,
  )

/**
 * The same of a large catalogue, without a look at each product: counted in the index, and dated by the first and the last product that has the
 * label. One that hardly any product has is there, too.
 */
export async function findLabelsOfMany(db: Db, site: string, kind: ProductLabelKind): Promise<StoredLabel[]> {
  const [id, name] = kind === 'brand' ? [sql`product.brand_id`, sql`product.brand`] : [sql`product.ribbon_id`, sql`product.ribbon`]
  const ofLabel = sql`from product where product.site = ${site} and ${id} = label.id`
  return db.query<StoredLabel>(
    plannedEachTime(sql`
      select label.id, first.name, label.products, first.created_at as "createdAt", last.updated_at as "updatedAt"
      from (select ${id} as id, count(*)::integer as products from product where product.site = ${site} and ${id} is not null group by ${id}) label
      cross join lateral (select ${name} as name, product.created_at ${ofLabel} order by product.id limit 1) first
      cross join lateral (select product.updated_at ${ofLabel} order by product.id desc limit 1) last`),
  )
}

export interface RuledCollection {
  readonly id: string
  readonly name: string
  readonly rule: StoredRule
}

/** Collections that have their products by a rule, in the order of the shop. */
export const findRuledCollections = (db: Db, site: string): Promise<RuledCollection[]> =>
  db.query<RuledCollection>(sql`
    select id, name, rule from collection where site = ${site} and rule is not null order by position, id`)

/** Whether a change of one of these brands or ribbons is under way. */
export async function isBusy(db: Db, site: string, kind: ProductLabelKind, ids: readonly string[]): Promise<boolean> {
  const rows = await db.query(sql`
    select from product_job where site = ${site} and ended_at is null and target->'label'->>'kind' = ${kind}
      and (target->'label'->>'id' = any(${ids}::text[]) or target->'label'->>'toId' = any(${ids}::text[])) limit 1`)
  return rows.length > 0
}
