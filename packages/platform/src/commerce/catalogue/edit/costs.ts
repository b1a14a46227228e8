import type { CostAndProfitData, Product } from '@vitrine/contract'
import { formatMoney, type Minor, minor, toDecimal } from '@vitrine/pricing'
import { priced, variantsOf } from '../document.ts'
import type { Commerce, ProductDraft } from '../product.ts'

/** What a merchant reads of what one costs and what is earned with it; nothing where no cost is known. */
export function costData(cost: Minor | undefined, price: Minor, { currency, locale }: Commerce): CostAndProfitData | undefined {
  if (cost === undefined) return undefined
  const profit = minor(price - cost)
  const major = (amount: Minor) => Number(toDecimal(amount, currency))
  return {
    itemCost: major(cost),
    formattedItemCost: formatMoney(cost, currency, locale),
    profit: major(profit),
    formattedProfit: formatMoney(profit, currency, locale),
    profitMargin: price === 0 ? 0 : Math.round((profit / price) * 10_000) / 10_000,
  }
}

/** A product as merchants read it: with costs and profits. */
export function withCosts(product: Product, given: ProductDraft, commerce: Commerce): Product {
  const draft = priced(given)
  const costs = new Map(variantsOf(draft).map((variant) => [variant.id, costData(variant.cost ?? draft.cost, variant.price, commerce)]))
  const own = costData(draft.cost, draft.price, commerce)
  const known = [...costs.values()].flatMap((data) => data?.itemCost ?? [])
  return {
    ...product,
    ...(own && { costAndProfitData: own }),
    ...(known.length > 0 && { costRange: { minValue: Math.min(...known), maxValue: Math.max(...known) } }),
    variants: product.variants.map((variant) => {
      const data = costs.get(variant.id)
      return data && variant.variant ? { ...variant, variant: { ...variant.variant, costAndProfitData: data } } : variant
    }),
  }
}
