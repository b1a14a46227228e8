import type { Context } from '../../../kernel/db/context.ts'
import { type Db, type Sql, sql } from '../../../kernel/db/sql.ts'
import { append } from '../../../kernel/events/outbox.ts'
import type { Plan } from '../../selling/plans.ts'
import { writeMarked } from '../placeholders.ts'
import { nextRevision } from '../revision.ts'
import type { SellingFacts } from '../sell.ts'
import { type AssignedPlan, showDetails } from './rules.ts'

interface Row {
  readonly id: string
  readonly document: Omit<Plan, 'id'>
}

const planOf = ({ id, document }: Row): Plan => ({ id, ...document })

/** The first of the writes that reach products: all others of the shop's catalogue wait until it is done. */
export const takeCatalogue = async (db: Db, site: string): Promise<void> => void (await nextRevision(db, site))

export async function savePlans(db: Db, site: string, plans: readonly Plan[], now: Date): Promise<void> {
  const rows = plans.map(({ id, ...document }) => ({ id, document }))
  await db.query(sql`
    insert into subscription_option (site, id, document, created_at, updated_at)
    select ${site}, id, document, ${now}, ${now} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, document jsonb)
    on conflict (site, id) do update set document = excluded.document, updated_at = excluded.updated_at`)
}

export async function findPlans(db: Db, site: string, ids: readonly string[]): Promise<ReadonlyMap<string, Plan>> {
  const rows = await db.query<Row>(sql`
    select id, document from subscription_option where site = ${site} and id = any(${ids}::uuid[])`)
  return new Map(rows.map((row) => [row.id, planOf(row)]))
}

/** The products that have one of these. */
export async function productsWith(db: Db, site: string, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select distinct product_id as id from product_subscription_option where site = ${site} and option_id = any(${ids}::uuid[]) order by id`)
  return rows.map(({ id }) => id)
}

/** Whether all of them were there. Products have to be written again afterwards. */
export async function deletePlans(db: Db, site: string, ids: readonly string[]): Promise<boolean> {
  await db.query(sql`delete from product_subscription_option where site = ${site} and option_id = any(${ids}::uuid[])`)
  const gone = await db.query(sql`delete from subscription_option where site = ${site} and id = any(${ids}::uuid[]) returning id`)
  return gone.length === ids.length
}

export interface Assignment {
  readonly id: string
  readonly hidden: boolean
}

/** Gives a product these plans in this order, and no others. */
export async function assignPlans(db: Db, site: string, productId: string, assigned: readonly Assignment[]): Promise<void> {
  await db.query(sql`delete from product_subscription_option where site = ${site} and product_id = ${productId}`)
  const rows = assigned.map(({ id, hidden }, position) => ({ id, hidden, position }))
  await db.query(sql`
    insert into product_subscription_option (site, product_id, option_id, position, hidden)
    select ${site}, ${productId}, id, position, hidden
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, hidden boolean, position integer)`)
}

/** `false` where there is no such product. */
export async function allowOnce(db: Db, site: string, productId: string, allowed: boolean): Promise<boolean> {
  const rows = await db.query(sql`
    update product set sold_once = ${allowed} where site = ${site} and id = ${productId} returning id`)
  return rows.length === 1
}

/** What a product has, in its order. */
export interface Assigned {
  readonly id: string
  readonly visible: boolean
  readonly soldOnce: boolean
  readonly plans: readonly AssignedPlan[]
}

export async function findAssigned(db: Db, site: string, productIds: readonly string[]): Promise<readonly Assigned[]> {
  const rows = await db.query<Omit<Assigned, 'plans'> & { plans: readonly (Row & { hidden: boolean })[] }>(sql`
    select product.id, product.visible, product.sold_once as "soldOnce", coalesce(
      (select jsonb_agg(jsonb_build_object('id', option.id, 'document', option.document, 'hidden', has.hidden) order by has.position)
        from product_subscription_option has
        join subscription_option option on option.site = ${site} and option.id = has.option_id
        where has.site = ${site} and has.product_id = product.id), '[]') as plans
    from product where product.site = ${site} and product.id = any(${productIds}::uuid[])`)
  return rows.map(({ plans, ...row }) => ({ ...row, plans: plans.map(({ hidden, ...plan }) => ({ ...planOf(plan), hidden })) }))
}

export const shownPlans = ({ plans }: Pick<Assigned, 'plans'>): readonly Plan[] =>
  plans.flatMap(({ hidden, ...plan }) => (hidden ? [] : [plan]))

/** Who sells sees hidden products, and what is hidden on them. */
const seen = (hidden: boolean): Sql => (hidden ? sql`` : sql`and product.visible and not has.hidden`)

const productsHaving = (site: string, id: string, hidden: boolean): Sql => sql`
  product_subscription_option has join product on product.site = ${site} and product.id = has.product_id
  where has.site = ${site} and has.option_id = ${id} ${seen(hidden)}`

/** The plan, if shoppers may know of it. */
export async function findPlan(db: Db, site: string, id: string, hidden: boolean): Promise<Plan | undefined> {
  const [row] = await db.query<Row>(sql`
    select id, document from subscription_option
    where site = ${site} and id = ${id} ${hidden ? sql`` : sql`and exists (select from ${productsHaving(site, id, false)})`}`)
  return row && planOf(row)
}

export async function listProducts(
  db: Db,
  site: string,
  { id, hidden, limit, offset }: { readonly id: string; readonly hidden: boolean; readonly limit: number; readonly offset: number },
): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
  const [rows, [count]] = await Promise.all([
    db.query<{ id: string }>(sql`
      select product.id from ${productsHaving(site, id, hidden)} order by product.id limit ${limit} offset ${offset}`),
    db.query<{ total: number }>(sql`select count(*) as total from ${productsHaving(site, id, hidden)}`),
  ])
  return { ids: rows.map((row) => row.id), total: count?.total ?? 0 }
}

/** What selling a product asks for, beside the facts of its draft. */
type PlanFacts = Pick<SellingFacts, 'plans' | 'onlyByPlan'>

/** Writes into products what their plans are now: what they are sold by, and what the wire says of them. */
export async function tellProducts(db: Db, site: string, productIds: readonly string[], currency: string, now: Date): Promise<void> {
  if (productIds.length === 0) return
  const rows = (await findAssigned(db, site, productIds)).map((product) => {
    const plans = shownPlans(product)
    if (plans.length === 0) return { id: product.id, facts: null, document: null }
    const facts: PlanFacts = { plans, ...(!product.soldOnce && { onlyByPlan: true }) }
    const subscriptionDetails = showDetails(plans, product.soldOnce, currency)
    return { id: product.id, facts, document: `,${writeMarked({ subscriptionDetails }).slice(1)}` }
  })
  await db.query(sql`
    update product set plan_facts = row.facts, plan_document = row.document,
      revision = (select revision from catalogue where catalogue.site = ${site})
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (id uuid, facts jsonb, document text)
    where product.site = ${site} and product.id = row.id`)
  await append(
    db,
    site,
    now,
    rows.map(({ id }) => ({
      type: 'com.wix.ecommerce.catalog.api.v1.ProductChanged',
      entityId: id,
      payload: { productId: id, changedFields: [], originatedFromVersion: 'V1_CATALOG' as const },
    })),
  )
}

/** Gives a product plans of its own, all shown; `soldOnce`, where it is sold in the usual way, too. */
export async function givePlans(
  { db, site, now }: Context,
  productId: string,
  plans: readonly Plan[],
  { soldOnce, currency }: { readonly soldOnce: boolean; readonly currency: string },
): Promise<void> {
  await takeCatalogue(db, site)
  await savePlans(db, site, plans, now)
  await assignPlans(
    db,
    site,
    productId,
    plans.map(({ id }) => ({ id, hidden: false })),
  )
  await allowOnce(db, site, productId, soldOnce)
  await tellProducts(db, site, [productId], currency, now)
}
