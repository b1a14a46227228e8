interface Quantities {
  readonly returnedQuantity: number
  readonly soldQuantity: number
}

/** How much of what was sold came back, 0 to 1; what was sold before the period counts as sold in it. */
export const shareOf = ({ returnedQuantity, soldQuantity }: Quantities): number =>
  returnedQuantity === 0 ? 0 : returnedQuantity / Math.max(soldQuantity, returnedQuantity)

/** The length of a bar beside the longest, which is a little shorter than its line. */
export const barOf = (share: number, most: number): string => (most > 0 ? `${Math.round((share / most) * 91)}%` : '0%')

/** How much of everything came back: `2 %`, or `below 1 %`. */
export function averageText(all: Quantities): string {
  const percent = shareOf(all) * 100
  return percent > 0 && percent < 1 ? 'below 1 %' : `${Math.round(percent)} %`
}

const enough = 3

/** Whether something comes back so often that somebody should look into it: three times the shop's average, and 15 % at the least. */
export const isOften = (item: Quantities, all: Quantities): boolean =>
  item.returnedQuantity >= enough && shareOf(item) > 0.15 && shareOf(item) > 3 * shareOf(all)
