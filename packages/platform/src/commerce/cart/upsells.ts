import { toDecimal } from '@vitrine/pricing'
import type { KnownLine } from '../selling/line.ts'
import type { Plan } from '../selling/plans.ts'
import type { PricingContext } from '../selling/pricing-context.ts'

export type PlansOf = (productIds: readonly string[]) => Promise<ReadonlyMap<string, readonly Plan[]>>

const atMost = 10

/** For each line that is bought once: its subscription options with their prices. */
export async function upsellsOf(lines: readonly KnownLine[], pricing: PricingContext, plansOf: PlansOf) {
  const once = lines.flatMap(({ id, reference, item }) =>
    reference && item?.productId && !item.plan ? [{ id, reference, productId: item.productId }] : [],
  )
  const plans = await plansOf([...new Set(once.map(({ productId }) => productId))])
  const offers = once.flatMap(({ id, reference, productId }) =>
    (plans.get(productId) ?? []).slice(0, atMost).map((plan) => ({
      lineItemId: id,
      plan,
      reference: { ...reference, options: { ...reference.options, subscriptionOptionId: plan.id } },
    })),
  )
  const known = await pricing.know(offers.map(({ reference }, i) => ({ id: String(i), quantity: 1, reference })))
  const upsells = offers.flatMap(({ lineItemId, plan, reference }, i) => {
    const price = known[i]!.item?.price
    if (price === undefined) return []
    const priceDetails = { price: toDecimal(price, pricing.money.currency), description: pricing.money.text(price) }
    const { id, title, description } = plan
    return [{ lineItemId, upsell: { id, title, ...(description && { description }), catalogReference: reference, priceDetails } }]
  })
  return lines.map(({ id }) => ({
    lineItemId: id,
    upsells: upsells.filter(({ lineItemId }) => lineItemId === id).map(({ upsell }) => upsell),
  }))
}
