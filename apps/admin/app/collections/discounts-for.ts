import type { AutomaticDiscountRule, Coupon } from '@vitrine/contract'
import { client } from '../client.ts'

const mostRead = 100

/** The names of discounts and coupons that are for a collection, in whatever part of them it is named; what is turned off or expired is left out. */
const namesFor = (collectionId: string, rules: readonly AutomaticDiscountRule[], coupons: readonly Coupon[]): readonly string[] => {
  const isFor = (one: unknown) => JSON.stringify(one).toLowerCase().includes(collectionId.toLowerCase())
  return [
    ...rules.flatMap(({ name, active, ...rest }) => (active && isFor(rest) ? [name] : [])),
    ...coupons.flatMap(({ expired, specification }) =>
      !expired && specification.active && isFor(specification.scope ?? {}) ? [`${specification.name} (${specification.code})`] : [],
    ),
  ]
}

/** Discounts and coupons that end with a collection; none for those who may not see promotions. */
export async function discountsFor(collectionId: string, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const [{ discountRules }, { coupons }] = await Promise.all([
      client.discountRules.queryDiscountRules({ query: { cursorPaging: { limit: mostRead } } }, { signal }),
      client.coupons.queryCoupons({ query: { paging: { limit: mostRead } } }, { signal }),
    ])
    return namesFor(collectionId, discountRules, coupons)
  } catch {
    return []
  }
}
