import type { Dimensions } from '@vitrine/contract'
import type { CardView, ProductView } from '../catalogue/product.ts'

/** So many things stand beside each other. */
export const mostCompared = 4

/** The page of a comparison. */
export const compareAt = (slugs: readonly string[]): string =>
  slugs.length > 0 ? `/compare?of=${slugs.map(encodeURIComponent).join(',')}` : '/compare'

/** A fact of several things: what is said of each, empty where nothing is. */
export interface FactView {
  readonly label: string
  readonly values: readonly string[]
  /** Of an option with colours: those of each. */
  readonly colours?: readonly (CardView['colours'] | undefined)[]
  readonly differs: boolean
}

export type Compared = Pick<ProductView, 'options' | 'sections' | 'brand' | 'stock' | 'variants'> & {
  readonly weight?: string | undefined
  readonly dimensions?: Dimensions | undefined
  readonly perUnit?: string | undefined
  readonly colours: CardView['colours']
}

/** The slugs that an address names, each once, and no more than can be compared. */
export const slugsOf = (search: URLSearchParams): readonly string[] =>
  [...new Set([...(search.get('of') ?? '').split(','), search.get('add') ?? ''].map((slug) => slug.trim()))]
    .filter((slug) => slug !== '' && slug.length <= 100)
    .slice(0, mostCompared)

const units: Readonly<Partial<Record<Dimensions['unit'], string>>> = { MM: 'mm', CM: 'cm', M: 'm', IN: 'in', FT: 'ft', YD: 'yd' }

/** `25.4 cm`; undefined where no length is said, or no unit that means anything. */
function lengthText(length: string | undefined, dimensions: Dimensions | undefined): string | undefined {
  const unit = dimensions && units[dimensions.unit]
  return unit && Number(length) > 0 ? `${Number(length)} ${unit}` : undefined
}

const stockText = ({ stock, variants }: Compared): string => {
  const all = variants.length > 0 ? variants.map((variant) => variant.stock) : [stock]
  if (all.every(({ some }) => !some)) return 'Sold out'
  return all.some(({ some, preorder }) => some && !preorder) ? 'In stock' : 'Preorder'
}

/** What can be said of each of them, what differs first; facts that nothing is said of are left out. */
export function factsOf(compared: readonly Compared[]): FactView[] {
  const unique = (labels: readonly string[]) => [...new Set(labels)]
  const optionNames = unique(compared.flatMap(({ options }) => options.map(({ name }) => name)))
  const titles = unique(compared.flatMap(({ sections }) => sections.map(({ title }) => title)))
  const of = (label: string, value: (one: Compared) => string | undefined): FactView => {
    const values = compared.map((one) => value(one) ?? '')
    return { label, values, differs: new Set(values).size > 1 }
  }
  const facts = [
    of('Price per unit', ({ perUnit }) => perUnit),
    of('Availability', stockText),
    of('Tall', ({ dimensions }) => lengthText(dimensions?.height, dimensions)),
    of('Across', ({ dimensions }) => lengthText(dimensions?.width, dimensions)),
    of('Deep', ({ dimensions }) => lengthText(dimensions?.length, dimensions)),
    of('Weighs', ({ weight }) => weight),
    of('Brand', ({ brand }) => brand),
    ...optionNames.map((name): FactView => {
      const fact = of(name, ({ options }) =>
        options
          .find((option) => option.name === name)
          ?.choices.map((choice) => choice.name)
          .join(', '),
      )
      const colours = compared.map((one) => (one.colours?.option === name ? one.colours : undefined))
      return colours.some(Boolean) ? { ...fact, colours } : fact
    }),
    ...titles.map((title) => of(title, ({ sections }) => sections.find((section) => section.title === title)?.text)),
  ].filter(({ values }) => values.some((value) => value !== ''))
  return [...facts.filter(({ differs }) => differs), ...facts.filter(({ differs }) => !differs)]
}
