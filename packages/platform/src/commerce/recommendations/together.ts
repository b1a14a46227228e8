/** An occasion on which products met: an order, or a look at a product after others. */
export interface Occasion {
  readonly id: string
  readonly products: readonly string[]
}

/** How often something happened more (or, negative, less) than was counted before. */
export interface Changes {
  readonly occasions: number
  readonly products: ReadonlyMap<string, number>
  /** By both ids, the lesser first. */
  readonly pairs: ReadonlyMap<string, number>
}

/** Whoever orders so many different things restocks a shop: what is in there says nothing of what goes together. */
const mostTogether = 40

export const pairOf = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`)

class Counts {
  occasions = 0
  readonly products = new Map<string, number>()
  readonly pairs = new Map<string, number>()

  add({ products }: Pick<Occasion, 'products'>, times: 1 | -1): void {
    if (products.length === 0 || products.length > mostTogether) return
    this.occasions += times
    for (const product of products) more(this.products, product, times)
    products.forEach((one, at) => {
      for (const other of products.slice(at + 1)) more(this.pairs, pairOf(one, other), times)
    })
  }
}

function more(counts: Map<string, number>, key: string, times: number): void {
  const now = (counts.get(key) ?? 0) + times
  if (now === 0) counts.delete(key)
  else counts.set(key, now)
}

const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((one, at) => one === b[at])

/** What orders change of what was counted, and which of them have to be remembered anew. Their products are in the order of their ids. */
export function changesOfOrders(
  orders: readonly Occasion[],
  counted: ReadonlyMap<string, readonly string[]>,
): { readonly changes: Changes; readonly changed: readonly Occasion[] } {
  const counts = new Counts()
  const changed = orders.filter(({ id, products }) => !same(products, counted.get(id) ?? []))
  for (const order of changed) {
    counts.add({ products: counted.get(order.id) ?? [] }, -1)
    counts.add(order, 1)
  }
  return { changes: counts, changed }
}

/** A look at a product, after others in the same visit. */
export interface View {
  readonly productId: string
  readonly before: readonly string[]
}

/** A visit begins with its first look; each further one meets those before it. */
export function changesOfViews(views: readonly View[]): Changes {
  const products = new Map<string, number>()
  const pairs = new Map<string, number>()
  for (const { productId, before } of views) {
    more(products, productId, 1)
    for (const other of new Set(before)) if (other !== productId) more(pairs, pairOf(productId, other), 1)
  }
  return { occasions: views.filter(({ before }) => before.length === 0).length, products, pairs }
}

const entropy = (...counts: readonly number[]) => {
  const all = counts.reduce((sum, count) => sum + count, 0)
  return counts.reduce((sum, count) => (count > 0 ? sum + count * Math.log(count / all) : sum), 0)
}

/**
 * Dunning's log-likelihood ratio: how surely two things meet more often than chance has it. `both` occasions have the two of them, `one` and `other` each
 * of them, of `all`. 0 where they meet as often as chance has it, or less.
 */
export function significance(both: number, one: number, other: number, all: number): number {
  const total = Math.max(all, one + other - both)
  if (both * total <= one * other) return 0
  const [a, b, c, d] = [both, one - both, other - both, total - one - other + both].map((count) => Math.max(0, count)) as [
    number,
    number,
    number,
    number,
  ]
  return Math.max(0, 2 * (entropy(a, b, c, d) - entropy(a + b, c + d) - entropy(a + c, b + d)))
}

/** Chance alone reaches this once in twenty times (χ², one degree of freedom). */
export const leastSignificance = 3.84

/** A product that something met, and how often. */
export interface Met {
  readonly otherId: string
  readonly together: number
  /** How often the other one was there at all. */
  readonly others: number
}

/** What a product meets more often than chance has it, the surest first. */
export function surest(met: readonly Met[], of: number, all: number, most: number) {
  return met
    .map(({ otherId, together, others }) => ({ id: otherId, together, of, score: significance(together, of, others, all) }))
    .filter(({ together, score }) => together > 1 && score >= leastSignificance)
    .sort((a, b) => b.score - a.score || b.together - a.together || (a.id < b.id ? -1 : 1))
    .slice(0, most)
    .map((item) => ({ ...item, score: Math.round(item.score * 100) / 100 }))
}
