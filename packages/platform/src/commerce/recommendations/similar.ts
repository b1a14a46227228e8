import type { SharedTrait } from '@vitrine/contract'

/** What a product is like. */
export interface Traits {
  readonly id: string
  readonly collections: readonly string[]
  readonly words: readonly string[]
  /** `Glaze`, U+001F, `Sage`. */
  readonly choices: readonly string[]
  /** In minor units. */
  readonly price: number
}

const weights = { collections: 0.45, words: 0.2, choices: 0.15, price: 0.2 }
/** What costs four times as much is of another price band altogether. */
const farthest = Math.log(4)
/** What shares less than this is like anything. */
const least = 0.15

/** How much two lists share: 0 to 1 (Jaccard). */
function shareOf(a: readonly string[], b: ReadonlySet<string>): number {
  const both = a.filter((one) => b.has(one)).length
  return both === 0 ? 0 : both / (new Set(a).size + b.size - both)
}

/** 1 for the same price, 0 from four times as much on. */
export function priceCloseness(a: number, b: number): number {
  if (a <= 0 || b <= 0) return a === b ? 1 : 0
  return Math.max(0, 1 - Math.abs(Math.log(a / b)) / farthest)
}

export interface Similar {
  readonly id: string
  /** 0 to 1. */
  readonly score: number
  readonly shared: readonly SharedTrait[]
}

/** Which of some products are most like one, the closest first. The same price alone makes nothing similar. */
export function mostSimilar(product: Traits, others: Iterable<Traits>, most: number): readonly Similar[] {
  const [collections, words, choices] = [new Set(product.collections), new Set(product.words), new Set(product.choices)]
  const found: Similar[] = []
  for (const other of others) {
    if (other.id === product.id) continue
    const inCollections = shareOf(other.collections, collections)
    const inWords = shareOf(other.words, words)
    const inChoices = shareOf(other.choices, choices)
    if (inCollections + inWords + inChoices === 0) continue
    const price = priceCloseness(product.price, other.price)
    const score = weights.collections * inCollections + weights.words * inWords + weights.choices * inChoices + weights.price * price
    if (score < least) continue
    const shared: SharedTrait[] = []
    if (inCollections > 0) shared.push('COLLECTION')
    if (inWords > 0) shared.push('NAME')
    if (inChoices > 0) shared.push('OPTIONS')
    if (price >= 0.7) shared.push('PRICE')
    found.push({ id: other.id, score: Math.round(score * 1000) / 1000, shared })
  }
  return found.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, most)
}
