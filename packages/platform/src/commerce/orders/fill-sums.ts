import { minor, parseDecimal, sum } from '@vitrine/pricing'
import { sql } from '../../kernel/db/sql.ts'
import type { Amounts } from '../selling/amounts.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import { type FillDeps, fillPortions, portion } from './fill-portions.ts'
import type { OrderDocument, StoredOrder } from './stored-order.ts'

export interface FillSumsDeps extends FillDeps {
  readonly openPricing: OpenPricing
}

/** The sums of an order from before decision 0156: what rules took off moves from the subtotal to the discount, unless an edit did it. */
export function withRulesInDiscount(document: OrderDocument, money: Amounts): OrderDocument {
  const { priceSummary: sums, appliedDiscounts } = document
  if (!sums) return document
  const units = (price: { readonly amount: string } | undefined) => parseDecimal(price?.amount ?? '0', money.currency)
  const byRules = sum(appliedDiscounts.map(({ discountRule }) => units(discountRule?.amount)))
  const byOthers = sum(appliedDiscounts.map(({ coupon, merchantDiscount }) => units((coupon ?? merchantDiscount)?.amount)))
  if (units(sums.discount) >= byRules + byOthers) return document
  const subtotal = money.plain(minor(units(sums.subtotal) + byRules))
  const discount = money.plain(minor(units(sums.discount) + byRules))
  return { ...document, priceSummary: { ...sums, subtotal, discount } }
}

/** Rewrites the sums of orders from before, until no order is left. */
export const fillSums = ({ openPricing, ...deps }: FillSumsDeps): Promise<void> =>
  fillPortions(deps, async (tx, site) => {
    const orders = await tx.query<Pick<StoredOrder, 'id' | 'currency' | 'document'>>(sql`
      select id, currency, document from orders
      where site = ${site} and rules_in_subtotal is not null order by id limit ${portion} for update skip locked`)
    if (orders.length === 0) return 0
    const { moneyIn } = await openPricing(tx, site)
    const rows = orders.map(({ id, currency, document }) => ({ id, document: withRulesInDiscount(document, moneyIn(currency)) }))
    await tx.query(sql`
      update orders set document = filled.document, rules_in_subtotal = null, revision = revision + 1, changed = pg_current_xact_id()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as filled (id uuid, document jsonb)
      where orders.site = ${site} and orders.id = filled.id`)
    return orders.length
  })
