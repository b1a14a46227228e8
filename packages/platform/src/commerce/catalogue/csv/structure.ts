import type { Reading } from './reading.ts'
import type { OptionRecord, VariantRecord } from './record.ts'

const colorCode = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

/** One choice of one row. */
export interface Chosen {
  readonly row: number
  readonly option: string
  readonly choice: string
  readonly color?: string | undefined
}

/** The options that the rows of a product make, in the order in which they come. `first`: choices that are known before, in their order. */
export function optionsFrom(chosen: readonly Chosen[], first: readonly OptionRecord[] = []): readonly OptionRecord[] {
  const options = new Map(
    first.map((option) => [option.name, { ...option, choices: new Map(option.choices.map((one) => [one.name, one])) }]),
  )
  for (const { option, choice, color } of chosen) {
    const known = options.get(option) ?? { name: option, choices: new Map<string, OptionRecord['choices'][number]>() }
    options.set(option, known)
    const before = known.choices.get(choice)
    if (!before || (before.color === undefined && color)) known.choices.set(choice, { name: choice, ...(color && { color }) })
  }
  return [...options.values()].map(({ choices, ...option }): OptionRecord => {
    const all = [...choices.values()]
    const isColor = all.some(({ color }) => color !== undefined)
    return { ...option, ...(isColor && { kind: 'color' as const }), choices: all }
  })
}

export const isColorCode = (text: string): boolean => colorCode.test(text)

/** Whether there are more than a product can have, and no two variants are the same. */
export function checkVariants(reading: Reading, row: number, options: readonly OptionRecord[], variants: readonly VariantRecord[]): void {
  if (options.length > 6) reading.error(row, undefined, `This product has ${options.length} options; 6 are the most.`)
  const count = options.reduce((product, { choices }) => product * choices.length, 1)
  if (count > 1000) reading.error(row, undefined, `The options make ${count} variants; 1,000 are the most.`)
  for (const { name, choices } of options) {
    if (name.length > 50) reading.error(row, undefined, `The option “${name.slice(0, 50)}…” has a name of more than 50 characters.`)
    const long = choices.find((choice) => choice.name.length > 50)
    if (long) reading.error(row, undefined, `The choice “${long.name.slice(0, 50)}…” has more than 50 characters.`)
    if (choices.length > 100) reading.error(row, undefined, `${name} has ${choices.length} choices; 100 are the most.`)
  }
  const seen = new Map<string, number>()
  for (const variant of variants) {
    const missing = options.find(({ name }) => variant.choices[name] === undefined)
    if (missing) reading.error(variant.row, undefined, `This variant does not say its ${missing.name}.`)
    const key = JSON.stringify(options.map(({ name }) => variant.choices[name]))
    const before = seen.get(key)
    if (before !== undefined) reading.error(variant.row, undefined, `Row ${before} has the same variant.`)
    else seen.set(key, variant.row)
  }
}

interface Prices {
  readonly price?: number | undefined
  /** Before the discount. */
  readonly before?: number | undefined
}

const cents = (value: number): number => Math.round(value * 1000) / 1000

/**
 * One discount for a product of which each variant says what it costs and cost before: an amount where it is the same everywhere, else a
 * percentage. Undefined where neither is.
 */
export function commonDiscount(
  prices: readonly Prices[],
): { readonly type: 'NONE' | 'PERCENT' | 'AMOUNT'; readonly value: number } | undefined {
  const pairs = prices.map(({ price = 0, before }) => ({ price, full: before !== undefined && before > price ? before : price }))
  const offs = new Set(pairs.map(({ price, full }) => cents(full - price)))
  if (offs.size === 1) {
    const [off] = offs
    return off === 0 ? { type: 'NONE', value: 0 } : { type: 'AMOUNT', value: off! }
  }
  const rates = new Set(pairs.map(({ price, full }) => (full === 0 ? 0 : Math.round((1 - price / full) * 10_000) / 100)))
  return rates.size === 1 ? { type: 'PERCENT', value: [...rates][0]! } : undefined
}
