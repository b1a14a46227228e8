/** Numbers from 0 to 1 that are the same each time. */
export function sameNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

/** Baskets of which it is known what goes together, so that what is learned of them can be measured. */
export interface KnownBaskets {
  readonly products: number
  /** Products go together by so many. */
  readonly groupSize: number
  /** How many of the things after the first are of its group; the others are what sells best. */
  readonly faithful: number
}

/** Popular products are drawn far more often: the square of a uniform number. */
const popular = (products: number, random: () => number): number => Math.floor(random() ** 2 * products)

/** One to five products by their numbers. Which of them belong to a group has nothing to do with how well they sell. */
export function knownBasket({ products, groupSize, faithful }: KnownBaskets, random: () => number): readonly number[] {
  const first = popular(products, random)
  const basket = new Set([first])
  const wanted = 1 + Math.floor(random() * 5)
  // Numbers of a group lie as far from each other as groups are many.
  const groups = Math.ceil(products / groupSize)
  for (let tries = 0; basket.size < wanted && tries < 20; tries++) {
    const other = random() < faithful ? (first % groups) + groups * Math.floor(random() * groupSize) : popular(products, random)
    if (other < products) basket.add(other)
  }
  return [...basket]
}

/** How often what was taken out of a basket is among the first ten that are recommended beside the rest: once for each thing of each basket. */
export function hitRate(
  baskets: readonly (readonly number[])[],
  recommend: (rest: readonly number[]) => readonly number[],
): { readonly hitRate: number; readonly recall: number } {
  let [hits, asked, recalled, whole] = [0, 0, 0, 0]
  for (const basket of baskets) {
    if (basket.length < 2) continue
    for (const left of basket) {
      const rest = basket.filter((one) => one !== left)
      if (recommend(rest).slice(0, 10).includes(left)) hits++
      asked++
    }
    // Of all but the first thing, beside the first alone.
    const wanted = basket.slice(1)
    const found = new Set(recommend(basket.slice(0, 1)).slice(0, 10))
    recalled += wanted.filter((one) => found.has(one)).length
    whole += wanted.length
  }
  return { hitRate: hits / asked, recall: recalled / whole }
}
