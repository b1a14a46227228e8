import { addRates, parsePercent, parseRate, type Ratio, writeRate } from '@vitrine/pricing'

/** The same ratio times a hundred, exactly: powers of ten never round. */
const hundredfold = ({ numerator, denominator }: Ratio): Ratio =>
  denominator >= 100 ? { numerator, denominator: denominator / 100 } : { numerator: numerator * (100 / denominator), denominator: 1 }

/** `0.055` is `5.5`. */
export const percentOf = (share: string): string => writeRate(hundredfold(parseRate(share)))

/** `5,5` is `0.055`; undefined where it is no percentage. */
export function shareOf(percent: string): string | undefined {
  const text = percent.trim().replace(/\s*%$/, '').replace(',', '.')
  return /^\d{1,4}(\.\d{1,4})?$/.test(text) ? writeRate(parsePercent(text)) : undefined
}

/** Whether it is more than the whole: no tax is. */
export function isAboveWhole(share: string): boolean {
  const { numerator, denominator } = parseRate(share)
  return numerator > denominator
}

/** What several shares come to that stack: `8.5 %`. */
export const togetherText = (shares: readonly string[]): string => `${writeRate(hundredfold(addRates(shares.map(parseRate))))} %`
