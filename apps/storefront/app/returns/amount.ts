import { minor, parseDecimal, sum, toDecimal } from '@vitrine/pricing'

interface Units {
  /** What one of them came to, as a decimal. */
  readonly unitAmount: string
  readonly count: number
}

/** What units of some lines came to together, as a decimal of the currency. */
export const amountOf = (lines: readonly Units[], currency: string): string =>
  toDecimal(sum(lines.map(({ unitAmount, count }) => minor(parseDecimal(unitAmount, currency) * count))), currency)
