import { type Minor, minor } from '@vitrine/pricing'
import type { ProductDraft } from '../product.ts'

/** What comes off the price of a product and of each of its variants. */
export type DiscountDraft =
  | { readonly type: 'NONE' }
  | { readonly type: 'AMOUNT'; readonly off: Minor }
  | { readonly type: 'PERCENT'; readonly off: string }

type Priced = { readonly price: Minor; readonly fullPrice?: Minor }

/** The price before the discount. */
export const fullOf = ({ price, fullPrice = price }: Priced): Minor => fullPrice

export function discountOfDraft(draft: ProductDraft): DiscountDraft {
  if (draft.percentOff !== undefined) return { type: 'PERCENT', off: draft.percentOff }
  const off = minor(fullOf(draft) - draft.price)
  return off > 0 ? { type: 'AMOUNT', off } : { type: 'NONE' }
}

function withPrice<T extends Priced>(one: T, full: Minor, discount: DiscountDraft) {
  const { price: _, fullPrice: __, ...rest } = one
  return discount.type === 'AMOUNT' && discount.off > 0
    ? { ...rest, price: minor(Math.max(0, full - discount.off)), fullPrice: full }
    : { ...rest, price: full }
}

/**
 * A product with another price before its discount, another discount, or both. Variants whose price is the product's follow it; those with a
 * price of their own have it still, and the discount comes off it. `own` says the price of some variants by their ids.
 */
export function repriced(
  draft: ProductDraft,
  {
    full,
    discount = discountOfDraft(draft),
    own,
  }: { readonly full?: Minor; readonly discount?: DiscountDraft; readonly own?: ReadonlyMap<string, Minor> },
): ProductDraft {
  const before = fullOf(draft)
  const after = full ?? before
  const { percentOff: _, ...plain } = draft
  return {
    ...withPrice(plain, after, discount),
    ...(discount.type === 'PERCENT' && { percentOff: discount.off }),
    variants: draft.variants.map((variant) => {
      const was = fullOf(variant)
      return withPrice(variant, own?.get(variant.id) ?? (was === before ? after : was), discount)
    }),
  }
}
