import { type Ratio, timesRatio } from './ratio.ts'
import { roundTogether } from './split.ts'

/**
 * Whole minor units of one currency: cents of EUR, yen of JPY, fils of KWD.
 * A safe integer, never -0; negative where something is owed back.
 * Decimals exist only on the wire, see {@link parseDecimal} and {@link toDecimal}.
 */
export type Minor = number & { readonly minor: unique symbol }

/** No money at all, in any currency. */
export const zero = 0 as Minor

/**
 * Marks a whole number as minor units.
 * @throws RangeError when it is not a whole number or lies beyond ±(2^53 − 1)
 * @example
 * minor(1050) // => 1050
 * minor(10.5) // throws RangeError
 * minor(2 ** 53) // throws RangeError
 */
export function minor(units: number): Minor {
  if (!Number.isSafeInteger(units)) throw new RangeError(`${units} is not a whole, safe number of minor units`)
  return (units === 0 ? 0 : units) as Minor
}

/** Currencies of ISO 4217 (list one, 2026) whose minor unit is not the hundredth, and codes that have none and cannot price anything. */
const exceptions: readonly (readonly [exponent: number | null, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
  [null, 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'],
]

/**
 * How many decimals a currency has, by ISO 4217 (not by the habits of CLDR, which drops the decimals of some).
 * @param currency its three-letter code in capitals
 * @throws RangeError when this is no currency code, or a code without a minor unit such as gold
 * @example
 * exponentOf('EUR') // => 2
 * exponentOf('JPY') // => 0
 * exponentOf('KWD') // => 3
 * exponentOf('CLF') // => 4
 * exponentOf('XAU') // throws RangeError
 * exponentOf('eur') // throws RangeError
 */
export function exponentOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError(`${JSON.stringify(currency)} is not a currency code`)
  const exponent = exceptions.find(([, codes]) => codes.includes(currency))?.[0]
  if (exponent === null) throw new RangeError(`${currency} has no minor unit`)
  return exponent ?? 2
}

/** How to round an exact half where there are more decimals than a currency has: see {@link roundDecimal}. */
export type Rounding = 'HALF_AWAY' | 'HALF_EVEN'

const decimal = /^(-?)(\d+)(?:\.(\d+))?$/
const longest = 40

/**
 * Reads the wire's decimal text exactly.
 * @param text digits with an optional minus and an optional point: `"10.50"`, `"10"`, `"-3.2"`
 * @throws RangeError on anything else (`NaN`, `1e3`, `.5`, blanks), on more decimals than the currency has,
 * and beyond ±(2^53 − 1) minor units
 * @example
 * parseDecimal('10.50', 'EUR') // => 1050
 * parseDecimal('10.5', 'EUR') // => 1050
 * parseDecimal('10', 'JPY') // => 10
 * parseDecimal('1.234', 'KWD') // => 1234
 * parseDecimal('10.505', 'EUR') // throws RangeError
 * parseDecimal('1e3', 'EUR') // throws RangeError
 * parseDecimal('NaN', 'EUR') // throws RangeError
 */
export function parseDecimal(text: string, currency: string): Minor {
  const exponent = exponentOf(currency)
  const [, sign, whole, fraction = ''] = decimalParts(text)
  if (fraction.length > exponent) throw new RangeError(`${JSON.stringify(text)} has more than the ${exponent} decimals of ${currency}`)
  return minor(Number(`${sign}${whole}${fraction.padEnd(exponent, '0')}`))
}

/**
 * Reads decimal text that may have more decimals than the currency, such as a converted or computed price, and rounds it once.
 * @param rounding what to do with an exact half: away from zero (the default), or to the even neighbour
 * @throws RangeError on text that is not a plain decimal, and beyond ±(2^53 − 1) minor units
 * @example
 * roundDecimal('10.505', 'EUR') // => 1051
 * roundDecimal('-10.505', 'EUR') // => -1051
 * roundDecimal('10.505', 'EUR', 'HALF_EVEN') // => 1050
 * roundDecimal('10.5051', 'EUR', 'HALF_EVEN') // => 1051
 * roundDecimal('99.5', 'JPY') // => 100
 */
export function roundDecimal(text: string, currency: string, rounding: Rounding = 'HALF_AWAY'): Minor {
  const exponent = exponentOf(currency)
  const [, sign, whole, fraction = ''] = decimalParts(text)
  const saved = BigInt(`${whole}${fraction.slice(0, exponent).padEnd(exponent, '0')}`)
  const rest = fraction.slice(exponent)
  const half = rest.startsWith('5') && /^50*$/.test(rest)
  const up = half && rounding === 'HALF_EVEN' ? saved % 2n === 1n : rest >= '5'
  const units = Number(up ? saved + 1n : saved)
  return minor(sign ? -units : units)
}

function decimalParts(text: string) {
  const parts = text.length <= longest ? decimal.exec(text) : null
  if (!parts) throw new RangeError(`${JSON.stringify(text.slice(0, longest))} is not a decimal amount`)
  return parts
}

/**
 * Writes the wire's decimal text, with all the decimals of the currency.
 * @throws RangeError when the currency is invalid
 * @example
 * toDecimal(minor(1050), 'EUR') // => '10.50'
 * toDecimal(minor(10), 'JPY') // => '10'
 * toDecimal(minor(1234), 'KWD') // => '1.234'
 * toDecimal(minor(-5), 'EUR') // => '-0.05'
 */
export function toDecimal(amount: Minor, currency: string): string {
  const exponent = exponentOf(currency)
  const digits = String(Math.abs(amount)).padStart(exponent + 1, '0')
  const sign = amount < 0 ? '-' : ''
  return exponent === 0 ? sign + digits : `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/**
 * Adds up, in any order to the same result.
 * @throws RangeError when the result is not safe
 * @example
 * sum([minor(1050), minor(-50)]) // => 1000
 * sum([]) // => 0
 * sum([minor(Number.MAX_SAFE_INTEGER), minor(1)]) // throws RangeError
 */
export function sum(amounts: readonly Minor[]): Minor {
  let total = 0
  for (const amount of amounts) {
    total += amount
    if (!Number.isSafeInteger(total)) return minor(Number(amounts.reduce((all, one) => all + BigInt(one), 0n)))
  }
  return minor(total)
}

/**
 * A multiple of an amount.
 * @param count a whole number
 * @throws RangeError when the count is not whole or the result not safe
 * @example
 * times(minor(1050), 3) // => 3150
 * times(minor(1050), 1.5) // throws RangeError
 */
export function times(amount: Minor, count: number): Minor {
  if (!Number.isSafeInteger(count)) throw new RangeError(`${count} is not a whole number of pieces`)
  return minor(amount * count)
}

/**
 * The part that a rate takes of an amount, rounded to whole units, a half away from zero. The product is exact however large it is.
 * @param rate a ratio, see `parseRate`
 * @throws RangeError when the result is not safe
 * @example
 * share(minor(1050), parseRate('0.19')) // => 200
 * share(minor(150), parseRate('0.01')) // => 2
 * share(minor(-150), parseRate('0.01')) // => -2
 * share(minor(9999), parseRate('0.08875')) // => 887
 */
export const share = (amount: Minor, rate: Ratio): Minor => minor(timesRatio(amount, rate.numerator, rate.denominator))

/**
 * Splits a whole in proportion to weights without losing or inventing a unit, by largest remainders (Hare and Niemeyer):
 * everyone gets the floor of the exact part, and what is left goes one by one to the largest remainders; among equal ones, to the first.
 * A negative whole is split like the positive one, with the sign turned.
 * @param weights whole numbers from 0; a weight of 0 gets nothing
 * @throws RangeError when a weight is negative or not whole, their sum is not safe, or a non-zero whole is to be split with all weights
 * zero
 * @example
 * allot(minor(100), [1, 1, 1]) // => [34, 33, 33]
 * allot(minor(-100), [1, 1, 1]) // => [-34, -33, -33]
 * allot(minor(5), [0, 3, 1]) // => [0, 4, 1]
 * allot(minor(5), [0, 0]) // throws RangeError
 */
export function allot(whole: Minor, weights: readonly number[]): Minor[] {
  if (weights.some((weight) => weight < 0)) throw new RangeError('A weight cannot be negative')
  const total = sum(weights.map(minor))
  if (whole === 0) return weights.map(() => zero)
  if (total === 0) throw new RangeError(`${whole} cannot be split among no weight`)
  const parts = roundTogether(Math.abs(whole), weights, Math.abs(whole), total)
  return parts.map((part) => minor(whole < 0 ? -part : part))
}

const formats = new Map<string, { readonly format: Intl.NumberFormat; readonly written: Map<Minor, string> }>()
const writtenAtMost = 2000

/**
 * Writes an amount for people, in the style of their locale, always with the decimals of ISO 4217. Formats are made at first use and
 * cached, as are the amounts that were written last: a page repeats the same ones.
 * @param locale a BCP 47 tag such as `"en"` or `"de-DE"`
 * @throws RangeError when the locale or the currency is invalid
 * @example
 * formatMoney(minor(2600), 'EUR', 'en') // => '€26.00'
 * formatMoney(minor(2600), 'EUR', 'de') // => '26,00\u00a0€'
 * formatMoney(minor(-1234), 'JPY', 'en') // => '-¥1,234'
 */
export function formatMoney(amount: Minor, currency: string, locale: string): string {
  const key = `${locale} ${currency}`
  let saved = formats.get(key)
  if (!saved) {
    const decimals = exponentOf(currency)
    const format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    saved = { format, written: new Map() }
    if (formats.size >= 100) formats.clear()
    formats.set(key, saved)
  }
  const { format, written } = saved
  const known = written.get(amount)
  if (known !== undefined) return known
  const text = format.format(toDecimal(amount, currency) as `${number}`)
  if (written.size >= writtenAtMost) written.clear()
  written.set(amount, text)
  return text
}
