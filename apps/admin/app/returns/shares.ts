interface Quantities {
  readonly returnedQuantity: number
  readonly soldQuantity: number
}

/** The length of a bar beside the longest, which is a little shorter than its line. */
export const barOf = (share: number, most: number): string => (most > 0 ? `${Math.round((share / most) * 91)}%` : '0%')

/** How much of everything came back: `2 %`, or `below 1 %`. */
export function averageText({ returnedQuantity, soldQuantity }: Quantities): string {
  const percent = soldQuantity === 0 ? 0 : (returnedQuantity / soldQuantity) * 100
  return percent > 0 && percent < 1 ? 'below 1 %' : `${Math.round(percent)} %`
}

const enough = 3

/** Whether something comes back so often that somebody should look into it: three times the shop's average, and 15 % at the least. */
export function isOften(item: Quantities, all: Quantities): boolean {
  const share = item.returnedQuantity / item.soldQuantity
  return item.returnedQuantity >= enough && share > 0.15 && share * all.soldQuantity > 3 * all.returnedQuantity
}
