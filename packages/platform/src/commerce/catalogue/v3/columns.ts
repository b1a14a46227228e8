import { raw } from '../../../kernel/db/sql.ts'
import type { WholeVariant } from '../document.ts'
import type { ProductDraft } from '../product.ts'
import { nameId } from './ids.ts'

/** What products of catalogue v3 are filtered and sorted by, as the columns are called. Null where there is nothing of it. */
export interface V3Columns {
  readonly max_price: number
  readonly compare_min: number | null
  readonly compare_max: number | null
  readonly min_weight: number | null
  readonly max_weight: number | null
  readonly ribbon: string
  readonly brand_id: string | null
  readonly ribbon_id: string | null
  readonly hidden_stock: readonly string[] | null
}

const v3 = Object.entries({
  max_price: 'bigint',
  compare_min: 'bigint',
  compare_max: 'bigint',
  min_weight: 'bigint',
  max_weight: 'bigint',
  ribbon: 'text',
  brand_id: 'uuid',
  ribbon_id: 'uuid',
  hidden_stock: 'uuid[]',
} satisfies { readonly [K in keyof V3Columns]: string })

/** For a statement that writes them: their names, with their types, and each taking its new value. */
export const v3Names = raw(v3.map(([name]) => name).join(', '))
export const v3Typed = raw(v3.map((column) => column.join(' ')).join(', '))
export const v3Replaced = raw(v3.map(([name]) => `${name} = excluded.${name}`).join(', '))

/** Weights are in thousandths. */
export function v3Columns(draft: ProductDraft, variants: readonly WholeVariant[]): V3Columns {
  const visible = variants.filter((variant) => variant.visible)
  const compared = visible.flatMap(({ price, fullPrice }) => (fullPrice > price ? [fullPrice] : []))
  const weights = weightsOf(draft, visible).map((weight) => Math.round(weight * 1000))
  const shown = new Set(visible.map(({ counted }) => counted))
  const hidden = [...new Set(variants.flatMap(({ counted }) => (shown.has(counted) ? [] : [counted])))]
  return {
    max_price: visible.length === 0 ? draft.price : Math.max(...visible.map(({ price }) => price)),
    compare_min: compared.length === 0 ? null : Math.min(...compared),
    compare_max: compared.length === 0 ? null : Math.max(...compared),
    min_weight: weights.length === 0 ? null : Math.min(...weights),
    max_weight: weights.length === 0 ? null : Math.max(...weights),
    ribbon: draft.ribbon ?? '',
    brand_id: draft.brand ? nameId('brand', draft.brand) : null,
    ribbon_id: draft.ribbon ? nameId('ribbon', draft.ribbon) : null,
    hidden_stock: hidden.length === 0 ? null : hidden,
  }
}

/** What variants weigh, where that is known; nothing of what is not shipped. */
export const weightsOf = (draft: ProductDraft, variants: readonly WholeVariant[]): readonly number[] =>
  draft.itemType === 'PHYSICAL' ? variants.flatMap(({ weight }) => weight ?? draft.weight ?? []) : []
