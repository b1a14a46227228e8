/** An exact rate as two whole numbers, such as 19 / 100; what a decimal rate of the wire means without a float. */
export interface Ratio {
  readonly numerator: number
  /** A power of ten where the ratio was read from decimal text. */
  readonly denominator: number
}

/**
 * Reads a rate as decimal text: `"0.19"` for 19 %, `"0.08875"` for 8.875 %.
 * @throws RangeError when it is no plain, non-negative decimal or has more than 15 digits
 * @example
 * parseRate('0.19') // => { numerator: 19, denominator: 100 }
 * parseRate('0.08875') // => { numerator: 8875, denominator: 100000 }
 * parseRate('0.190000') // => { numerator: 19, denominator: 100 }
 * parseRate('-0.1') // throws RangeError
 */
export function parseRate(text: string): Ratio {
  const [, whole = '', decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const fraction = decimals.replace(/0+$/, '')
  if (whole === '' || whole.length + fraction.length > 15) throw new RangeError(`${JSON.stringify(text.slice(0, 40))} is not a rate`)
  return { numerator: Number(whole + fraction), denominator: 10 ** fraction.length }
}

/**
 * Reads a percentage as a ratio: `"12.5"` is one eighth.
 * @throws RangeError when it is no plain, non-negative decimal or has more than 13 digits
 * @example
 * parsePercent('12.5') // => { numerator: 125, denominator: 1000 }
 * parsePercent('100') // => { numerator: 1, denominator: 1 }
 */
export function parsePercent(text: string): Ratio {
  const { numerator, denominator } = parseRate(text)
  return parseRate(writeRate({ numerator, denominator: denominator * 100 }))
}

/**
 * Writes a ratio over a power of ten as the shortest decimal text.
 * @example
 * writeRate({ numerator: 8875, denominator: 100000 }) // => '0.08875'
 * writeRate({ numerator: 0, denominator: 1 }) // => '0'
 */
export function writeRate({ numerator, denominator }: Ratio): string {
  const decimals = Math.round(Math.log10(denominator))
  const digits = String(numerator).padStart(decimals + 1, '0')
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const whole = digits.slice(0, digits.length - decimals)
  return decimals === 0 || fraction === '' ? whole : `${whole}.${fraction}`
}

/**
 * Adds rates that stack, such as a state's and a city's.
 * @throws RangeError when the result needs more than 15 digits
 * @example
 * addRates([parseRate('0.04'), parseRate('0.04875')]) // => { numerator: 8875, denominator: 100000 }
 * addRates([]) // => { numerator: 0, denominator: 1 }
 */
export function addRates(rates: readonly Ratio[]): Ratio {
  const denominator = Math.max(1, ...rates.map((rate) => rate.denominator))
  const numerator = rates.reduce((all, rate) => all + rate.numerator * (denominator / rate.denominator), 0)
  return parseRate(writeRate({ numerator, denominator }))
}

/**
 * `amount × numerator / denominator`, rounded to the whole number, a half away from zero. Exact however large the product.
 * @param denominator a whole number from 1
 * @example
 * timesRatio(5, 1, 2) // => 3
 * timesRatio(-5, 1, 2) // => -3
 * timesRatio(9007199254740991, 99, 100) // => 8917127262193581
 */
export function timesRatio(amount: number, numerator: number, denominator: number): number {
  const product = amount * numerator
  if (Number.isSafeInteger(product) && Number.isSafeInteger(2 * denominator)) {
    const size = Math.abs(product)
    const rest = size % denominator
    const rounded = (size - rest) / denominator + (2 * rest >= denominator ? 1 : 0)
    return product < 0 ? -rounded : rounded
  }
  const exact = BigInt(amount) * BigInt(numerator)
  const rounded = Number(roundedQuotient(exact < 0n ? -exact : exact, BigInt(denominator)))
  return exact < 0n ? -rounded : rounded
}

/** A non-negative quotient of big integers, rounded to the nearest, a half upwards. */
export const roundedQuotient = (numerator: bigint, denominator: bigint): bigint => (2n * numerator + denominator) / (2n * denominator)
