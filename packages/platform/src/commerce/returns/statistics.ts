import type { ReturnStatistics } from '@vitrine/contract'
import { type Db, sql } from '../../kernel/db/sql.ts'

export const usualDays = 90
const mostReasons = 8
const mostItems = 5
/** So many variants are compared, those with the most units that came back. */
const mostCompared = 100

export type ReturnedItem = ReturnStatistics['items'][number]

/** So many units are taken to have come back as often as the shop's average does: few say little. */
const priorUnits = 20

interface Quantities {
  readonly returnedQuantity: number
  readonly soldQuantity: number
}

/** Those that come back most, by their share of what was sold, drawn to the shop's average where few were sold. */
export function mostReturned(items: readonly ReturnedItem[], all: Quantities): ReturnedItem[] {
  const average = all.soldQuantity === 0 ? 0 : all.returnedQuantity / all.soldQuantity
  const shareOf = ({ returnedQuantity, soldQuantity }: Quantities) =>
    (returnedQuantity + average * priorUnits) / (Math.max(soldQuantity, returnedQuantity) + priorUnits)
  return items.toSorted((one, other) => shareOf(other) - shareOf(one) || other.returnedQuantity - one.returnedQuantity).slice(0, mostItems)
}

/** What came back since `from`, and what of the orders since then. */
export async function statisticsSince(db: Db, site: string, from: Date): Promise<Omit<ReturnStatistics, 'days'>> {
  const since = sql`r.site = ${site} and r.created_at >= ${from} and r.status not in ('REFUSED', 'CANCELED')`
  const sold = sql`orders.site = ${site} and orders.created_at >= ${from} and orders.status <> 'INITIALIZED' and orders.status in ('APPROVED', 'PENDING')`
  const productOf = sql`item #>> '{catalogReference,catalogItemId}'`
  const variantOf = sql`item #>> '{catalogReference,options,variantId}'`
  const reasons = await db.query<{ reason: string; returns: number }>(sql`
    select line ->> 'reason' as reason, count(distinct r.id)::int as returns
    from order_return r, jsonb_array_elements(r.document -> 'lines') as line
    where ${since}
    group by 1 order by 2 desc, 1 limit ${mostReasons}`)
  // To read the documents of a hundred thousand orders takes seconds: only those of orders whose lines are not filled in yet are read.
  const [all] = await db.query<Quantities & { returns: number; items: ReturnedItem[] }>(sql`
    with back as materialized (
      select sold_as.product_id, sold_as.variant_id, line ->> 'name' as name, line ->> 'description' as description, line ->> 'imageId' as image_id,
        (line ->> 'quantity')::int as quantity
      from order_return r join orders on orders.id = r.order_id and ${sold}
        cross join jsonb_array_elements(r.document -> 'lines') as line
        left join lateral (
          select line_items[place] as product_id, line_variants[place] as variant_id
          from array_position(line_ids, line ->> 'lineItemId') as place
          where line_ids is not null
          union all
          select ${productOf}, ${variantOf} from jsonb_array_elements(orders.document -> 'lineItems') as item
          where line_ids is null and item ->> 'id' = line ->> 'lineItemId'
        ) as sold_as on true
      where ${since}
    ), returned as materialized (
      select product_id, variant_id, max(name) as name, max(description) as description, max(image_id) as image_id, sum(quantity)::int as units
      from back where product_id is not null
      group by 1, 2 order by units desc, 1, 2 limit ${mostCompared}
    ), sales as materialized (
      select product_id, variant_id, sum(quantity)::int as units from (
        select unnest(line_items) as product_id, unnest(line_variants) as variant_id, unnest(line_quantities) as quantity from orders where ${sold}
        union all
        select ${productOf}, ${variantOf}, (item ->> 'quantity')::int
        from orders, jsonb_array_elements(orders.document -> 'lineItems') as item
        where ${sold} and line_ids is null) as line
      group by 1, 2
    )
    select
      (select count(*)::int from order_return r where ${since}) as returns,
      (select coalesce(sum(quantity), 0)::int from back) as "returnedQuantity",
      (select coalesce(sum(units), 0)::int from sales) as "soldQuantity",
      (select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('productId', returned.product_id, 'variantId', returned.variant_id,
          'name', name, 'description', nullif(description, ''), 'imageId', nullif(image_id, ''),
          'returnedQuantity', returned.units, 'soldQuantity', coalesce(sales.units, 0)))), '[]')
        from returned left join sales on sales.product_id = returned.product_id and sales.variant_id is not distinct from returned.variant_id
      ) as items`)
  const { returns, returnedQuantity, soldQuantity, items } = all!
  return { returns, returnedQuantity, soldQuantity, reasons, items: mostReturned(items, { returnedQuantity, soldQuantity }) }
}
