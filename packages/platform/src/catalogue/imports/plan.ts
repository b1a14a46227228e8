import type { MerchantProductInput } from '@vitrine/contract'
import type { OptionRecord, ProductRecord, RecordStock } from '../csv/record.ts'
import { seoTexts } from '../csv/write.ts'
import { edited } from '../edit/merchant-change.ts'
import { emptyDraft } from '../edit/new-draft.ts'
import { isViolation } from '../edit/violation.ts'
import { type Picture, type ProductDraft, sharedStock } from '../product.ts'

/** What a plan needs to know of the shop. */
export interface PlanContext {
  readonly currency: string
  /** The picture at an address; undefined where it cannot be had. */
  readonly pictureAt: (url: string) => Picture | undefined
  /** Undefined for a collection that a rule fills. */
  readonly collectionId: (label: string) => string | undefined
  readonly hideNew: boolean
}

export interface Plan {
  readonly after: ProductDraft
  /** By the variant that is counted. */
  readonly stock: ReadonlyMap<string, RecordStock>
  /** Addresses of pictures that cannot be had. */
  readonly missing: readonly string[]
}

/** Why a product cannot go in, as a sentence. */
export class Unfit {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

type Option = ProductDraft['options'][number]
type Combination = Readonly<Record<string, string>>

/** The options of a product with the choices that a file adds; undefined where it adds nothing. */
function mergedOptions(before: readonly Option[], said: readonly OptionRecord[]): MerchantProductInput['productOptions'] | Unfit {
  if (before.length > 0 && said.some(({ name }) => !before.some((option) => option.name === name))) {
    const unknown = said.find(({ name }) => !before.some((option) => option.name === name))!
    return new Unfit(`“${unknown.name}” is no option of this product. It has ${before.map(({ name }) => name).join(', ')}.`)
  }
  const all: readonly OptionRecord[] =
    before.length === 0
      ? said
      : before.map((option) => {
          const more = said.find(({ name }) => name === option.name)?.choices ?? []
          const known = option.choices.map(({ name, hex }) => {
            const color = more.find((one) => one.name === name)?.color ?? hex
            return { name, ...(color !== undefined && { color }) }
          })
          const isColor = option.kind === 'color' || more.some(({ color }) => color !== undefined)
          return {
            name: option.name,
            kind: isColor ? 'color' : 'drop_down',
            choices: [...known, ...more.filter(({ name }) => !known.some((one) => one.name === name))],
          }
        })
  const isSame =
    before.length > 0 &&
    all.every((option, i) => {
      const old = before[i]!
      return (
        option.choices.length === old.choices.length &&
        option.kind === old.kind &&
        option.choices.every(({ color }, j) => (color ?? '').toLowerCase() === (old.choices[j]!.hex ?? '').toLowerCase())
      )
    })
  if (isSame) return undefined
  return all.map(({ name, kind, choices }) => ({
    name,
    optionType: kind ?? 'drop_down',
    choices: choices.map((choice) => ({ value: choice.color ?? choice.name, description: choice.name })),
  }))
}

const combinationsOf = (
  options: readonly { readonly name: string; readonly choices: readonly { readonly name: string }[] }[],
): readonly Combination[] =>
  options.reduce<readonly Combination[]>(
    (all, { name, choices }) => all.flatMap((chosen) => choices.map((choice) => ({ ...chosen, [name]: choice.name }))),
    [{}],
  )

const keyOf = (names: readonly string[], choices: Combination): string => JSON.stringify(names.map((name) => choices[name] ?? null))

/** What variants have of their own. Those that an option made, and the file does not have, are hidden. */
function overridesOf(record: ProductRecord, before: ProductDraft, options: MerchantProductInput['productOptions'], manages: boolean) {
  if (!manages) return []
  const after = (options ?? before.options).map((option) => ({
    name: option.name,
    choices: option.choices.map((choice) => ({
      name: ('description' in choice ? choice.description : undefined) ?? ('name' in choice ? choice.name : ''),
    })),
  }))
  const names = after.map(({ name }) => name)
  const said = new Set(record.variants.map(({ choices }) => keyOf(names, choices)))
  const known = new Set(before.variants.map(({ choices }) => keyOf(names, choices)))
  const hidden = options
    ? combinationsOf(after).filter((choices) => !said.has(keyOf(names, choices)) && !known.has(keyOf(names, choices)))
    : []
  return [
    ...record.variants.map(({ choices, price, cost, weight, sku, visible }) => ({
      choices,
      ...(price !== undefined && { price }),
      ...(cost !== undefined && { cost }),
      ...(weight !== undefined && { weight }),
      ...(sku !== undefined && { sku }),
      ...(visible !== undefined && { visible }),
    })),
    ...hidden.map((choices) => ({ choices, visible: false })),
  ]
}

function mediaOf(record: ProductRecord, before: ProductDraft, context: PlanContext) {
  const missing: string[] = []
  if (!record.images) return { missing, pictures: new Map<string, Picture>() }
  const pictures = new Map<string, Picture>()
  const wanted = record.images.flatMap(({ url, alt }) => {
    const picture = context.pictureAt(url)
    if (!picture) {
      missing.push(url)
      return []
    }
    if (pictures.has(picture.id)) return []
    pictures.set(picture.id, picture)
    return [{ mediaId: picture.id, ...(alt !== undefined && { alt }) }]
  })
  const images = before.media.filter(({ kind }) => kind === 'image').map(({ id }) => id)
  const isSame = images.length === wanted.length && images.every((id, i) => wanted[i]!.mediaId === id)
  // Films are in no file. They stay where they are, or come after the pictures.
  const media = isSame
    ? before.media.map(({ id }) => wanted.find(({ mediaId }) => mediaId === id) ?? { mediaId: id })
    : [
        ...wanted,
        ...before.media
          .filter((item) => item.kind === 'video' && wanted.some(({ mediaId }) => mediaId === item.poster))
          .map(({ id }) => ({ mediaId: id })),
      ]
  return { missing, media, pictures }
}

/** Which choices the pictures of variants show: those of the one option that they go with. */
function choiceMediaOf(record: ProductRecord, before: ProductDraft, context: PlanContext): MerchantProductInput['choiceMedia'] | Unfit {
  const shown = record.variants.filter(({ images }) => images && images.length > 0)
  if (shown.length === 0) return undefined
  const names = Object.keys(record.variants[0]!.choices)
  const has = before.options.find(({ choices }) => choices.some(({ pictures }) => pictures))?.name
  for (const option of has === undefined ? names : [has]) {
    const sets = new Map<string, readonly string[]>()
    const fits = record.variants.every(({ choices, images = [] }) => {
      const choice = choices[option]
      if (choice === undefined) return false
      const ids = images.flatMap((url) => context.pictureAt(url)?.id ?? [])
      const known = sets.get(choice)
      if (known && known.length > 0 && ids.length > 0 && known.join() !== ids.join()) return false
      if (!known || known.length === 0) sets.set(choice, ids)
      return true
    })
    if (!fits) continue
    const old = before.options.find(({ name }) => name === option)?.choices
    const isSame = [...sets].every(([choice, ids]) => {
      const pictures = old?.find(({ name }) => name === choice)?.pictures ?? []
      return pictures.length === ids.length && ids.every((id) => pictures.includes(id))
    })
    if (isSame) return undefined
    const others = (old ?? []).filter(({ name, pictures }) => pictures && !sets.has(name))
    return [
      ...[...sets].filter(([, ids]) => ids.length > 0).map(([choice, mediaIds]) => ({ option, choice, mediaIds: [...mediaIds] })),
      ...others.map(({ name, pictures }) => ({ option, choice: name, mediaIds: [...pictures!] })),
    ]
  }
  return undefined
}

function seoOf({ seoTitle, seoDescription }: ProductRecord, before: ProductDraft): MerchantProductInput['seoData'] {
  const tags = before.seo?.tags ?? []
  const now = seoTexts(tags)
  const title = seoTitle ?? now.title
  const description = seoDescription ?? now.description
  if (title === now.title && description === now.description) return undefined
  const plain = { custom: false, disabled: false }
  const rest = tags.filter(({ type, props }) => type !== 'title' && !(type === 'meta' && props?.['name'] === 'description'))
  return {
    ...before.seo,
    tags: [
      ...(title ? [{ ...plain, type: 'title', children: title }] : []),
      ...(description ? [{ ...plain, type: 'meta', props: { name: 'description', content: description }, children: '' }] : []),
      ...rest,
    ],
  }
}

/** A row whose SKU is that of one variant is about that variant, and not about its product. */
export function asVariant(record: ProductRecord, choices: Combination): ProductRecord {
  const { sku: _, price, cost, weight, stock, variants: __, ...rest } = record
  return {
    ...rest,
    variants: [
      {
        row: record.row,
        choices,
        ...(price !== undefined && { price }),
        ...(cost !== undefined && { cost }),
        ...(weight !== undefined && { weight }),
        ...(stock !== undefined && { stock }),
      },
    ],
  }
}

/** A product as a file makes it, from what it is now, or from nothing. */
export function planned(record: ProductRecord, before: ProductDraft | undefined, context: PlanContext, slugChanges: boolean): Plan | Unfit {
  if (!before && record.name === undefined) return new Unfit('A new product needs a name.')
  const price = record.price ?? record.variants.find((one) => one.price !== undefined)?.price
  if (!before && price === undefined) return new Unfit('A new product needs a price.')
  const base = before ?? emptyDraft(record.name!)
  const { missing, media, pictures } = mediaOf(record, base, context)
  const options = record.options ? mergedOptions(base.options, record.options) : undefined
  if (options instanceof Unfit) return options
  const hasOptions = (options ?? base.options).length > 0
  const manages =
    hasOptions &&
    (record.manageVariants ??
      (base.manageVariants || record.variants.some(({ sku, stock, price: own }) => sku || stock || own !== undefined)))
  const choiceMedia = choiceMediaOf(record, base, context)
  if (choiceMedia instanceof Unfit) return choiceMedia
  const { discount } = record
  const sent: MerchantProductInput = {
    ...(record.name !== undefined && { name: record.name }),
    ...(record.slug !== undefined && (!before || slugChanges) && { slug: record.slug }),
    ...(record.visible !== undefined && { visible: record.visible }),
    ...(!before && context.hideNew && { visible: false }),
    ...(record.productType !== undefined && { productType: record.productType }),
    ...(record.description !== undefined && record.description !== base.description && { description: record.description }),
    ...(record.sku !== undefined && { sku: record.sku }),
    ...(record.weight !== undefined && { weight: record.weight }),
    ...(record.productDimensions && { productDimensions: record.productDimensions as MerchantProductInput['productDimensions'] }),
    ...(record.packageDimensions && { packageDimensions: record.packageDimensions as MerchantProductInput['packageDimensions'] }),
    ...((record.price !== undefined || !before) && price !== undefined && { priceData: { price } }),
    ...(record.cost !== undefined && { costAndProfitData: { itemCost: record.cost } }),
    ...(discount && { discount }),
    ...(record.sections && { additionalInfoSections: [...record.sections] }),
    ...(record.customTexts && { customTextFields: [...record.customTexts] }),
    ...(record.ribbon !== undefined && { ribbon: record.ribbon }),
    ...(record.brand !== undefined && { brand: record.brand }),
    ...(record.taxGroupId !== undefined && { taxGroupId: record.taxGroupId }),
    seoData: seoOf(record, base),
    ...(record.collections && { collectionIds: record.collections.flatMap((label) => context.collectionId(label) ?? []) }),
    ...(media && { media }),
    ...(options && { productOptions: options }),
    ...(hasOptions && manages !== base.manageVariants && { manageVariants: manages }),
    ...(choiceMedia && { choiceMedia }),
    ...(record.variants.length > 0 && { variants: overridesOf(record, base, options, manages) }),
    ...(record.clear.length > 0 && { clear: [...record.clear] }),
  }
  const after = edited(base, sent, { currency: context.currency, pictures })
  if (isViolation(after)) {
    const { field, description } = after.data.fieldViolations[0]!
    return new Unfit(sentence(field, description))
  }
  return { after, stock: stockOf(record, after), missing }
}

const sentence = (field: string, description: string): string => {
  const name = field.replace(/^product\./, '')
  if (/^variants\[\d+\]$/.test(name) && description === 'is no variant of this product') return 'This is no variant of the product.'
  return `${name[0]!.toUpperCase()}${name.slice(1)} ${description}.`
}

function stockOf(record: ProductRecord, after: ProductDraft): ReadonlyMap<string, RecordStock> {
  const stock = new Map<string, RecordStock>()
  const managed = after.manageVariants && after.variants.length > 0
  if (!managed) {
    const said = record.stock ?? record.variants.find((one) => one.stock)?.stock
    if (said) stock.set(sharedStock, said)
    return stock
  }
  for (const { choices, stock: said } of record.variants) {
    const variant = after.variants.find((one) => Object.entries(choices).every(([option, choice]) => one.choices[option] === choice))
    if (variant && said) stock.set(variant.id.toLowerCase(), said)
  }
  return stock
}
