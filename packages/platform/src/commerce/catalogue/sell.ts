import type { DescriptionLine, FileType, Image, ItemTypePreset, PricePerUnitData } from '@vitrine/contract'
import type { Minor } from '@vitrine/pricing'
import type { PaymentTerms, Plan } from '../selling/plans.ts'
import { sharedStock } from './product.ts'

/** What is needed to sell a product, stored beside its document. */
export interface SellingFacts {
  readonly name: string
  readonly slug: string
  readonly itemType: ItemTypePreset
  readonly shippable: boolean
  readonly taxGroupId?: string
  readonly fileId?: string
  /** What that file is; absent in what was written before it was said. */
  readonly file?: { readonly name: string; readonly type: FileType }
  readonly image?: FactImage
  readonly options: readonly {
    readonly name: string
    readonly choices: readonly { readonly name: string; readonly value: string; readonly color?: string }[]
  }[]
  /** Absent in what was written before discounts asked for it. */
  readonly collectionIds?: readonly string[]
  readonly payment?: PaymentTerms
  /** The subscription options that shoppers see; stored separately, with the options themselves. */
  readonly plans?: readonly Plan[]
  /** It is not sold once. */
  readonly onlyByPlan?: true
  /** For what may be sold before it is in stock; stored separately, with the stock. */
  readonly preorder?: { readonly message?: string; readonly expectedDate?: string }
  readonly texts: readonly { readonly title: string; readonly maxLength: number; readonly mandatory: boolean }[]
  readonly variants: readonly FactVariant[]
}

export interface FactImage extends Pick<Image, 'id' | 'width' | 'height' | 'altText'> {
  readonly focalPoint?: { readonly x: number; readonly y: number }
  readonly placeholder?: string
}

export interface FactVariant {
  readonly id: string
  readonly sku: string
  readonly price: Minor
  readonly fullPrice: Minor
  readonly weight?: number
  readonly visible: boolean
  /** Option → choice, by their names. */
  readonly choices: Readonly<Record<string, string>>
  readonly image?: FactImage
  /** Which of the product's stock items, counted in the order of their variant ids. */
  readonly shelf: number
  /** The variant id that its units are counted under. */
  readonly counted: string
  readonly barcode?: string
  readonly mpn?: string
  readonly pricePerUnitData?: PricePerUnitData
}

/** What a reference asks for, as far as it is ours to read. */
export interface Wanted {
  readonly variantId?: string
  readonly options?: Readonly<Record<string, string>>
  readonly customTextFields?: Readonly<Record<string, string>>
  readonly subscriptionOptionId?: string
}

/**
 * Reads the options of a catalog reference: `{ variantId }`, `{ options: { Glaze: 'Sage' } }`, `{ customTextFields: { … } }`. Anything else is no
 * reason to refuse. The only variant of a product without options also goes by the product's id, as catalogue v3 has it.
 */
export function readWanted(options: unknown, productId: string): Wanted {
  if (typeof options !== 'object' || options === null) return {}
  const { variantId, options: choices, customTextFields, subscriptionOptionId } = options as Record<string, unknown>
  return {
    ...(typeof variantId === 'string' && { variantId: variantId.toLowerCase() === productId ? sharedStock : variantId }),
    ...(isTexts(choices) && { options: choices }),
    ...(isTexts(customTextFields) && { customTextFields }),
    ...(typeof subscriptionOptionId === 'string' && { subscriptionOptionId }),
  }
}

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every((text) => typeof text === 'string')

/** The variant that is meant: by its id, by a choice for every option, or the only one there is. */
export function findVariant({ variants, options }: SellingFacts, { variantId, options: chosen }: Wanted): FactVariant | undefined {
  const named = variantId?.toLowerCase()
  if (named !== undefined) return variants.find(({ id, visible }) => visible && id === named)
  const picks = Object.entries(chosen ?? {})
  if (picks.length !== options.length) return undefined
  const names = new Map<string, string>()
  for (const [name, text] of picks) {
    const choice = options.find((option) => option.name === name)?.choices.find((each) => each.name === text || each.value === text)
    if (!choice) return undefined
    names.set(name, choice.name)
  }
  return variants.find(({ visible, choices }) => visible && options.every(({ name }) => choices[name] === names.get(name)))
}

/** By what people tell a variant from others of its product: `Sage, Large`, and its picture. */
export function shownVariant(
  { options, image }: SellingFacts,
  variant: FactVariant,
): { readonly choices?: string; readonly imageId?: string } {
  const choices = options.flatMap(({ name }) => variant.choices[name] ?? [])
  const imageId = (variant.image ?? image)?.id
  return { ...(choices.length > 0 && { choices: choices.join(', ') }), ...(imageId !== undefined && { imageId }) }
}

/** The lines under a product's name in a cart; undefined where a text that must be there is not, or one is that may not. */
export function describe(
  { options, texts }: SellingFacts,
  variant: FactVariant,
  written: Readonly<Record<string, string>> = {},
): DescriptionLine[] | undefined {
  for (const { title, mandatory } of texts) if (mandatory && !written[title]?.trim()) return undefined
  const lines: DescriptionLine[] = []
  for (const { name, choices } of options) {
    const choice = choices.find((each) => each.name === variant.choices[name])
    if (!choice) continue
    const { name: original, color } = choice
    lines.push(
      color === undefined
        ? { name: { original: name }, plainText: { original }, lineType: 'PLAIN_TEXT' }
        : { name: { original: name }, colorInfo: { original, code: color }, lineType: 'COLOR' },
    )
  }
  for (const [title, text] of Object.entries(written)) {
    const field = texts.find((each) => each.title === title)
    if (!field || text.length > field.maxLength) return undefined
    if (text.trim()) lines.push({ name: { original: title }, plainText: { original: text }, lineType: 'PLAIN_TEXT' })
  }
  return lines
}
