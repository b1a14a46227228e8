import { type ByVariant, combinationsOf, keyOf, type ProductOption } from './values.ts'

/** The variants of two options or more as a grid: the choices of one option down, those of all others across. */
export interface Matrix {
  /** The option whose choices are the rows. */
  readonly option: ProductOption
  readonly columns: readonly string[]
  readonly rows: readonly { readonly choice: ProductOption['choices'][number]; readonly keys: readonly string[] }[]
}

/** With the choices of the option at this place as the rows. */
export function matrixOf(options: readonly ProductOption[], at: number): Matrix {
  const option = options[at]!
  const others = options.filter((one) => one !== option)
  const across = combinationsOf(others)
  return {
    option,
    columns: across.map((choices) => keyOf(choices, others)),
    rows: option.choices.map((choice) => ({
      choice,
      keys: across.map((choices) => keyOf({ ...choices, [option.name]: choice.name }, options)),
    })),
  }
}

/** How many there are in all of these variants: what is not tracked or no number does not count. */
export const totalOf = (keys: readonly string[], stock: ByVariant): number =>
  keys.reduce((sum, key) => sum + (Number.parseInt(stock[key] ?? '', 10) || 0), 0)
