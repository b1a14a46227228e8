import { fold } from '../../../kernel/query/fold.ts'
import type { WholeVariant } from '../document.ts'
import type { ProductDraft } from '../product.ts'

/** What rules of collections ask of a product and no column of it says. */
export interface Traits {
  /** Without case and accents, as the brand and the SKUs are. */
  readonly ribbon: string
  readonly brand: string
  readonly skus: readonly string[]
  /** Of the heaviest variant on sale. */
  readonly weight: number
  /** By how many hundredths of a percent the most reduced variant on sale is reduced. */
  readonly discount: number
}

export function traitsOf(draft: ProductDraft, variants: readonly WholeVariant[]): Traits {
  const visible = variants.filter((variant) => variant.visible)
  return {
    ribbon: fold(draft.ribbon ?? ''),
    brand: fold(draft.brand ?? ''),
    skus: [...new Set([draft.sku, ...variants.map(({ sku }) => sku)])].filter((sku) => sku !== '').map(fold),
    weight: Math.max(0, ...visible.map(({ weight = draft.weight ?? 0 }) => weight)),
    discount: Math.max(
      0,
      ...visible.map(({ price, fullPrice }) => (fullPrice > 0 ? Math.floor((10_000 * (fullPrice - price)) / fullPrice) : 0)),
    ),
  }
}
