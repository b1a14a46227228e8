import type { ProductLabelKind } from '@vitrine/contract'
import { type Db, sql } from '../../db/sql.ts'
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
