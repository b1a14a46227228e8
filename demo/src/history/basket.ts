import { storesApp } from '@vitrine/platform/commerce/selling/apps'
import type { StoredLine } from '@vitrine/platform/commerce/selling/line'
import { productIdOf, uuidOf } from '../ids.ts'
import type { ProductEntry } from '../morrow.ts'
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
  return [...chosen].map((product) => {
    const { slug, options, variants } = product
    const { sku } = pick(variants, random)
    return {
      id: newId(),
      quantity: sets.has(slug) ? pick([1, 1, 2, 2, 2, 4, 4, 6], random) : random() < 0.12 ? 2 : 1,
      reference: {
        appId: storesApp,
        catalogItemId: productIdOf(slug),
        ...(options.length > 0 && { options: { variantId: uuidOf(`variant ${sku}`) } }),
      },
    }
  })
}
