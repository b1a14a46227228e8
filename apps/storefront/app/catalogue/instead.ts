import type { Choices, ProductView, VariantView } from './product.ts'

/** Variants in stock that differ from what is chosen in one option: one for each option, the last option first (another size rather than another colour), then the others. */
export function instead({ options, variants }: ProductView, chosen: Choices): VariantView[] {
  const near = options
    .toReversed()
    .map((option) =>
      variants.filter(
        ({ choices, stock }) => stock.some && options.every(({ name }) => (choices[name] === chosen[name]) !== (name === option.name)),
      ),
    )
  return [...near.flatMap((some) => some.slice(0, 1)), ...near.flatMap((some) => some.slice(1))]
}
