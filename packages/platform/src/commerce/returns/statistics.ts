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
  const [all] = await db.query<{ returns: number; returnedQuantity: number; soldQuantity: number }>(sql`
    select
      (select count(*)::int from order_return r where ${since}) as returns,
      (select coalesce(sum((line ->> 'quantity')::int), 0)::int
        from order_return r join orders on orders.id = r.order_id and ${sold}, jsonb_array_elements(r.document -> 'lines') as line
        where ${since}) as "returnedQuantity",
      (select coalesce(sum((item ->> 'quantity')::int), 0)::int
        from orders, jsonb_array_elements(orders.document -> 'lineItems') as item where ${sold}) as "soldQuantity"`)
  const items = await db.query<{
    productId: string | null
    variantId: string | null
    name: string
    description: string | null
    imageId: string | null
    returnedQuantity: number
    soldQuantity: number
  }>(sql`
    with returned as materialized (
      select ${productOf} as product_id, ${variantOf} as variant_id, max(line ->> 'name') as name, max(line ->> 'description') as description,
        max(line ->> 'imageId') as image_id, sum((line ->> 'quantity')::int)::int as units
      from order_return r join orders on orders.id = r.order_id and ${sold},
        jsonb_array_elements(r.document -> 'lines') as line,
        jsonb_array_elements(orders.document -> 'lineItems') as item
      where ${since} and item ->> 'id' = line ->> 'lineItemId' and ${productOf} is not null
      group by 1, 2 order by units desc, 1, 2 limit ${mostCompared}
    ), sales as materialized (
      select ${productOf} as product_id, ${variantOf} as variant_id, sum((item ->> 'quantity')::int)::int as units
      from orders, jsonb_array_elements(orders.document -> 'lineItems') as item
      where ${sold} and orders.item_ids && array(select product_id from returned) and ${productOf} in (select product_id from returned)
      group by 1, 2
    )
    select returned.product_id as "productId", returned.variant_id as "variantId", name, description, image_id as "imageId",
      returned.units as "returnedQuantity", coalesce(sales.units, 0) as "soldQuantity"
    from returned left join sales on sales.product_id = returned.product_id and sales.variant_id is not distinct from returned.variant_id`)
  return {
    ...all!,
    reasons,
    items: mostReturned(
      items.map(({ productId, variantId, description, imageId, ...item }) => ({
        ...item,
        ...(productId && { productId }),
        ...(variantId && { variantId }),
        ...(description && { description }),
        ...(imageId && { imageId }),
      })),
      all!,
    ),
  }
}
