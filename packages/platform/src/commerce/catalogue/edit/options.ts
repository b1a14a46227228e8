import type { ProductOptionInput } from '@vitrine/contract'
import { newId } from '../../../kernel/db/id.ts'
import { type Violation, violation } from '../../../kernel/violation.ts'
import type { OptionDraft, ProductDraft, VariantDraft } from '../product.ts'

export const mostVariants = 1000

const isColourCode = (value: string | null | undefined): boolean => /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value ?? '')

/** The options that were sent; choices that were there before keep their media. */
export function optionsOf(sent: readonly ProductOptionInput[], before: readonly OptionDraft[]): readonly OptionDraft[] | Violation {
  const options: OptionDraft[] = []
  for (const [i, { name, optionType, choices }] of sent.entries()) {
    const at = `product.productOptions[${i}]`
    if (options.some((option) => option.name === name)) return violation(`${at}.name`, 'is the name of another option of this product')
    const kind = optionType ?? (choices.every(({ value, description }) => description && isColourCode(value)) ? 'color' : 'drop_down')
    const known = before.find((option) => option.name === name)?.choices
    const names = new Set<string>()
    const drafts: OptionDraft['choices'][number][] = []
    for (const [j, { value, description }] of choices.entries()) {
      const says = description ?? value
      if (says === undefined || says === null) return violation(`${at}.choices[${j}].value`, 'is required where there is no description')
      if (names.has(says)) return violation(`${at}.choices[${j}]`, 'is another choice of this option')
      names.add(says)
      const pictures = known?.find((choice) => choice.name === says)?.pictures
      drafts.push({ name: says, ...(kind === 'color' && value && value !== says && { hex: value }), ...(pictures && { pictures }) })
    }
    options.push({ name, kind, choices: drafts })
  }
  const count = options.reduce((product, { choices }) => product * choices.length, 1)
  return count > mostVariants ? violation('product.productOptions', `come to ${count} variants, and ${mostVariants} are the most`) : options
}

/** All combinations of choices, in the order of the options. */
function combinations(options: readonly OptionDraft[]): readonly Readonly<Record<string, string>>[] {
  return options.reduce<readonly Readonly<Record<string, string>>[]>(
    (all, { name, choices }) => all.flatMap((chosen) => choices.map((choice) => ({ ...chosen, [name]: choice.name }))),
    [{}],
  )
}

const keyOf = (choices: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(choices).sort(([a], [b]) => (a < b ? -1 : 1)))

/** A product with other options: variants whose choices are as before stay what they were, the others begin as the product is. */
export function withOptions(draft: ProductDraft, options: readonly OptionDraft[]): ProductDraft {
  const known = new Map(draft.variants.map((variant) => [keyOf(variant.choices), variant]))
  const variants =
    options.length === 0
      ? []
      : combinations(options).map(
          (choices): VariantDraft =>
            known.get(keyOf(choices)) ?? {
              id: newId(),
              sku: '',
              choices,
              price: draft.price,
              ...(draft.fullPrice !== undefined && { fullPrice: draft.fullPrice }),
            },
        )
  return { ...draft, options, variants, manageVariants: options.length > 0 && draft.manageVariants }
}

/** Without what its variants have of their own. */
export function withoutOverrides(draft: ProductDraft): ProductDraft {
  return {
    ...draft,
    variants: draft.variants.map(({ id, choices, picture }) => ({
      id,
      sku: '',
      choices,
      price: draft.price,
      ...(draft.fullPrice !== undefined && { fullPrice: draft.fullPrice }),
      ...(picture !== undefined && { picture }),
    })),
  }
}
