import type { ReturnCondition, ReturnLine } from '@vitrine/contract'

/** What is written of a line while it is looked at; quantities as they were typed. */
export interface CheckedLine {
  readonly lineItemId: string
  readonly condition: ReturnCondition
  readonly accepted: string
  readonly restocked: string
}

/** As it mostly is: all of it as new, and back in stock. */
export const checksOf = (lines: readonly Pick<ReturnLine, 'lineItemId' | 'quantity'>[]): CheckedLine[] =>
  lines.map(({ lineItemId, quantity }) => ({
    lineItemId,
    condition: 'AS_NEW',
    accepted: String(quantity),
    restocked: String(quantity),
  }))

const quantityOf = (text: string): number => (/^\s*\d{1,6}\s*$/.test(text) ? Number(text) : Number.NaN)

/** What is wrong with a line; undefined where nothing is. */
export function wrongOf({ accepted, restocked }: CheckedLine, quantity: number): { accepted?: string; restocked?: string } | undefined {
  const [taken, back] = [quantityOf(accepted), quantityOf(restocked)]
  if (!(taken <= quantity)) return { accepted: `From 0 to ${quantity}.` }
  return back <= taken ? undefined : { restocked: `From 0 to ${taken}.` }
}
