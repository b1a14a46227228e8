import { isDeepStrictEqual } from 'node:util'
import type { BulkProductChange } from '@vitrine/contract'
import type { Minor } from '@vitrine/pricing'
import { isViolation, type Violation } from '../../../../kernel/violation.ts'
import type { ProductDraft } from '../../product.ts'
import { adjusted } from '../adjust.ts'
import { changed } from '../change.ts'
import { without } from '../merchant-change.ts'

/** A product in the collections that a change says, and in those that it does not speak of. */
export function inCollections(
  draft: ProductDraft,
  addTo: readonly string[] | null | undefined,
  removeFrom: readonly string[] | null | undefined,
): ProductDraft {
  const leaves = new Set(removeFrom?.map((one) => one.toLowerCase()))
  const collectionIds = [...new Set([...draft.collectionIds, ...(addTo ?? []).map((one) => one.toLowerCase())])]
  return { ...draft, collectionIds: collectionIds.filter((one) => !leaves.has(one)) }
}

export function bulkChanged(before: ProductDraft, { set, adjustPrice }: BulkProductChange, currency: string): ProductDraft | Violation {
  let draft = before
  if (set) {
    const { addTo, removeFrom, clear, ...sent } = set
    const after = changed(without(draft, clear ?? []), sent, currency)
    if (isViolation(after)) return after
    draft = inCollections(after, addTo, removeFrom)
  }
  return adjustPrice ? adjusted(draft, 'price', adjustPrice, currency) : draft
}

interface Price {
  readonly price: Minor
  readonly fullPrice: Minor | null
}

/** The parts of a product that a change of many can touch, as they are stored: what is absent is null. */
interface Parts {
  readonly visible: boolean
  readonly ribbon: string | null
  readonly brand: string | null
  readonly collectionIds: readonly string[]
  readonly prices: Price & { readonly percentOff: string | null; readonly variants: Readonly<Record<string, Price>> }
}

/** What became of some parts of a product. */
export interface PartsChanged {
  readonly before: Partial<Parts>
  readonly after: Partial<Parts>
}

const priceOf = ({ price, fullPrice }: { readonly price: Minor; readonly fullPrice?: Minor }): Price => ({
  price,
  fullPrice: fullPrice ?? null,
})

const partsOf = (draft: ProductDraft): Parts => ({
  visible: draft.visible,
  ribbon: draft.ribbon ?? null,
  brand: draft.brand ?? null,
  collectionIds: draft.collectionIds,
  prices: {
    ...priceOf(draft),
    percentOff: draft.percentOff ?? null,
    variants: Object.fromEntries(draft.variants.map((variant) => [variant.id, priceOf(variant)])),
  },
})

const names = ['visible', 'ribbon', 'brand', 'collectionIds', 'prices'] as const

/** The parts in which two states of a product differ; undefined where they do not. */
export function partsChanged(before: ProductDraft, after: ProductDraft): PartsChanged | undefined {
  const [old, now] = [partsOf(before), partsOf(after)]
  const differing = names.filter((name) => !isDeepStrictEqual(old[name], now[name]))
  if (differing.length === 0) return undefined
  const only = (parts: Parts): Partial<Parts> => Object.fromEntries(differing.map((name) => [name, parts[name]]))
  return { before: only(old), after: only(now) }
}

/** A product with the parts that a change left as they are now made what they were; undefined where somebody has changed all of them since. */
export function takenBack(draft: ProductDraft, { before, after }: PartsChanged): ProductDraft | undefined {
  const now = partsOf(draft)
  const back = Object.fromEntries(
    names.filter((name) => name in after && isDeepStrictEqual(now[name], after[name])).map((name) => [name, before[name]]),
  ) as Partial<Parts>
  if (Object.keys(back).length === 0) return undefined
  const { ribbon: _ribbon, brand: _brand, ...rest } = draft
  const parts = { ...now, ...back }
  const withParts: ProductDraft = {
    ...rest,
    ...(parts.ribbon !== null && { ribbon: parts.ribbon }),
    ...(parts.brand !== null && { brand: parts.brand }),
    visible: parts.visible,
    collectionIds: parts.collectionIds,
  }
  return back.prices ? withPrices(withParts, back.prices) : withParts
}

function withPrices(draft: ProductDraft, prices: Parts['prices']): ProductDraft {
  const priced = <T extends { readonly price: Minor; readonly fullPrice?: Minor }>(one: T, was: Price) => {
    const { fullPrice: _, ...rest } = one
    return { ...rest, price: was.price, ...(was.fullPrice !== null && { fullPrice: was.fullPrice }) }
  }
  const { percentOff: _, ...rest } = draft
  return {
    ...priced(rest, prices),
    ...(prices.percentOff !== null && { percentOff: prices.percentOff }),
    variants: draft.variants.map((variant) => {
      const was = prices.variants[variant.id]
      return was ? priced(variant, was) : variant
    }),
  }
}
