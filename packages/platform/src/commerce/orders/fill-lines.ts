import { sql } from '../../kernel/db/sql.ts'
import { type FillDeps, fillPortions, portion } from './fill-portions.ts'

/** Fills in the columns of lines of orders from before, until no order is without. */
export const fillLines = (deps: FillDeps): Promise<void> =>
  fillPortions(deps, async (tx, site) => {
    const filled = await tx.query(sql`
      update orders
      set line_ids = array(select line ->> 'id' from jsonb_array_elements(document -> 'lineItems') as line),
        line_items = array(select line #>> '{catalogReference,catalogItemId}' from jsonb_array_elements(document -> 'lineItems') as line),
        line_variants = array(select line #>> '{catalogReference,options,variantId}' from jsonb_array_elements(document -> 'lineItems') as line),
        line_quantities = array(select (line ->> 'quantity')::int from jsonb_array_elements(document -> 'lineItems') as line)
      where site = ${site} and id in (
        select id from orders where site = ${site} and line_ids is null order by id limit ${portion} for update skip locked)
      returning id`)
    return filled.length
  })
