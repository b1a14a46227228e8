import type { StoredLine } from '@vitrine/platform/commerce/selling/line'
import type { ProductEntry } from '../morrow.ts'
import { referenceTo } from '../variants.ts'
import { pick, type Random, weighed } from './chance.ts'

/** What sells how well, against 3 of any other; what is not goods is sold by other means. */
const liked: Readonly<Record<string, number>> = {
  'morning-mug': 20,
  'espresso-cup': 10,
  'cereal-bowl': 9,
  'dinner-plate': 9,
  'morning-blend': 9,
  'first-light-candle': 7,
  'tea-towel': 6,
  teapot: 5,
  'pour-over-set': 5,
  'table-lamp': 2,
  'dome-pendant': 1,
  'slow-sun-print': 2,
}
/** Bought by the set. */
const sets: ReadonlySet<string> = new Set(['morning-mug', 'espresso-cup', 'cereal-bowl', 'dinner-plate', 'linen-napkins'])

/** What people like to take along with it. */
const takenAlong: Readonly<Record<string, readonly string[]>> = {
  'morning-mug': ['morning-blend', 'pour-over-set'],
  'espresso-cup': ['house-espresso-tin', 'wooden-spoons'],
  'dinner-plate': ['cereal-bowl', 'linen-napkins'],
  'cereal-bowl': ['dinner-plate', 'wooden-spoons'],
  'cutting-board': ['butter-dish', 'salt-cellar'],
  'first-light-candle': ['candle-pair', 'incense-holder'],
  'pour-over-set': ['morning-blend', 'canister'],
  teapot: ['canister', 'tea-towel'],
  'moon-vase': ['bottle-vase', 'shoulder-vase'],
  'table-lamp': ['slow-sun-print', 'first-light-candle'],
}

/** Two of three things that come after the first are what people take along with that. */
function withTakenAlong(goods: readonly ProductEntry[], chosen: readonly ProductEntry[]): readonly ProductEntry[] {
  const [first, ...others] = chosen
  const along = first && takenAlong[first.slug]
  if (!along) return chosen
  const taken = new Set([first])
  for (const other of others) {
    const place = goods.indexOf(other)
    const liked = place % 3 === 0 ? undefined : goods.find(({ slug }) => slug === along[place % along.length])
    taken.add(liked && !taken.has(liked) && !others.includes(liked) ? liked : other)
  }
  return [...taken]
}

/** What lies in a basket: one to five things, favourites more often, cups and plates in twos, fours and sixes. */
export function basketOf(products: readonly ProductEntry[], random: Random, newId: () => string): readonly StoredLine[] {
  const goods = products.filter(({ itemType, variants }) => itemType === 'PHYSICAL' && variants.length > 0)
  const chosen = new Set<ProductEntry>()
  const wanted = weighed(
    [
      [52, 1],
      [28, 2],
      [13, 3],
      [5, 4],
      [2, 5],
    ],
    random,
  )
  while (chosen.size < wanted)
    chosen.add(
      weighed(
        goods.map((one) => [liked[one.slug] ?? 3, one] as const),
        random,
      ),
    )
  return withTakenAlong(goods, [...chosen]).map((product) => {
    const { sku } = pick(product.variants, random)
    return {
      id: newId(),
      quantity: sets.has(product.slug) ? pick([1, 1, 2, 2, 2, 4, 4, 6], random) : random() < 0.12 ? 2 : 1,
      reference: referenceTo(product, sku),
    }
  })
}
