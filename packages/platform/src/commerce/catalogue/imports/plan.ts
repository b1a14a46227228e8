import type { MerchantProductInput } from '@vitrine/contract'
import { canonical } from '../../../kernel/canonical.ts'
import { isViolation } from '../../../kernel/violation.ts'
import { type OptionAssigned, optionIn, type ProductExtras } from '../csv/beside.ts'
import type { OptionRecord, ProductRecord, RecordStock } from '../csv/record.ts'
import { otherSeo, seoTexts } from '../csv/write.ts'
import { edited } from '../edit/merchant-change.ts'
import { emptyDraft } from '../edit/new-draft.ts'
import { type ProductDraft, sharedStock } from '../product.ts'
import type { ShopFile } from './extras.ts'
import { choiceMediaOf, mediaOf, type PictureAt, withFilms } from './media-changes.ts'
import { Unfit } from './unfit.ts'

/** What a plan needs to know of the shop. */
export interface PlanContext {
  readonly currency: string
  readonly pictureAt: PictureAt
  /** Undefined for a collection that a rule fills. */
  readonly collectionId: (label: string) => string | undefined
  readonly hideNew: boolean
  /** By what a file calls them; undefined where there is none, or it is closed. */
  readonly locationId: (label: string) => string | undefined
  readonly optionId: (label: string) => string | undefined
  /** The file of the shop that an id or address of it names. */
  readonly fileAt: (name: string) => (ShopFile & { readonly id: string }) | undefined
}

export interface Plan {
  readonly after: ProductDraft
  /** By the variant that is counted. */
  readonly stock: ReadonlyMap<string, RecordStock>
  /** What else the file says of it. */
  readonly extras: Partial<ProductExtras>
  /** Addresses of pictures that cannot be had. */
  readonly missing: readonly string[]
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
    ...record.variants.map(({ choices, price, cost, weight, sku, visible, barcode, mpn, contents }) => ({
      choices,
      ...(price !== undefined && { price }),
      ...(cost !== undefined && { cost }),
      ...(weight !== undefined && { weight }),
      ...(sku !== undefined && { sku }),
      ...(visible !== undefined && { visible }),
      ...(barcode !== undefined && { barcode }),
      ...(mpn !== undefined && { mpn }),
      ...(contents && { totalQuantity: contents.quantity }),
    })),
    ...hidden.map((choices) => ({ choices, visible: false })),
  ]
}

function seoOf({ seoTitle, seoDescription, seoData }: ProductRecord, before: ProductDraft): MerchantProductInput['seoData'] {
  const now = seoTexts(before.seo?.tags ?? [])
  const others = otherSeo(before.seo) ?? { tags: [] }
  const { tags: rest, ...settings } = seoData ?? others
  const title = seoTitle ?? now.title
  const description = seoDescription ?? now.description
  const isSame = seoData === undefined || canonical(seoData) === canonical(others)
  if (isSame && title === now.title && description === now.description) return undefined
  const plain = { custom: false, disabled: false }
  return {
    ...settings,
    tags: [
      ...(title ? [{ ...plain, type: 'title', children: title }] : []),
      ...(description ? [{ ...plain, type: 'meta', props: { name: 'description', content: description }, children: '' }] : []),
      ...rest,
    ],
  }
}

/** Of how much the price is said; undefined where a file says nothing of it. */
function unitPriceOf(
  { contents, unitPricePer, variants }: ProductRecord,
  before: ProductDraft,
): MerchantProductInput['pricePerUnitData'] | Unfit {
  const was = before.pricePerUnitData
  const total = contents ?? (was && { quantity: was.totalQuantity, unit: was.totalMeasurementUnit })
  const base = unitPricePer ?? (was && { quantity: was.baseQuantity, unit: was.baseMeasurementUnit })
  const other = variants.find((one) => one.contents?.unit !== undefined && total !== undefined && one.contents.unit !== total.unit)
  if (other) return new Unfit(`The contents of a variant are written in the unit of its product, ${total!.unit}.`)
  if (!contents && !unitPricePer) return undefined
  if (!total || !base) return new Unfit('A price per unit needs both the contents and the quantity that the price is said for.')
  return {
    totalQuantity: total.quantity,
    totalMeasurementUnit: total.unit,
    baseQuantity: base.quantity,
    baseMeasurementUnit: base.unit,
  } as MerchantProductInput['pricePerUnitData']
}

/** A row whose SKU is that of one variant is about that variant, and not about its product. */
export function asVariant(record: ProductRecord, choices: Combination): ProductRecord {
  const { sku: _, price, cost, weight, stock, barcode, mpn, contents, variants: __, ...rest } = record
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
        ...(barcode !== undefined && { barcode }),
        ...(mpn !== undefined && { mpn }),
        ...(contents !== undefined && { contents }),
      },
    ],
  }
}

/** A product as a file makes it, from what it is now, or from nothing. */
export function planned(record: ProductRecord, before: ProductDraft | undefined, context: PlanContext, slugChanges: boolean): Plan | Unfit {
  if (!before && record.name === undefined) return new Unfit('A new product needs a name.')
  const price = record.price ?? record.variants.find((one) => one.price !== undefined)?.price
  if (!before && price === undefined) return new Unfit('A new product needs a price.')
  const base = withFilms(before ?? emptyDraft(record.name!), record.films, context)
  if (base instanceof Unfit) return base
  const extras = extrasOf(record, context)
  if (extras instanceof Unfit) return extras
  const file = record.fileId ? context.fileAt(record.fileId) : undefined
  if (record.fileId && !file)
    return new Unfit(`“${record.fileId.slice(0, 60)}” is no file of this shop. Upload it first.`, { field: 'downloadFile' })
  const { missing, media, pictures } = mediaOf(record, base, context.pictureAt)
  const options = record.options ? mergedOptions(base.options, record.options) : undefined
  if (options instanceof Unfit) return options
  const hasOptions = (options ?? base.options).length > 0
  const manages =
    hasOptions &&
    (record.manageVariants ??
      (base.manageVariants || record.variants.some(({ sku, stock, price: own }) => sku || stock || own !== undefined)))
  const choiceMedia = choiceMediaOf(record, base, context.pictureAt)
  const pricePerUnitData = unitPriceOf(record, base)
  if (pricePerUnitData instanceof Unfit) return pricePerUnitData
  const { discount } = record
  const sent: MerchantProductInput = {
    ...(record.name !== undefined && { name: record.name }),
    ...(record.slug !== undefined && (!before || slugChanges) && { slug: record.slug }),
    ...(record.visible !== undefined && { visible: record.visible }),
    ...(!before && context.hideNew && { visible: false }),
    ...(record.productType !== undefined && { productType: record.productType }),
    ...(record.description !== undefined && record.description !== base.description && { description: record.description }),
    ...(record.sku !== undefined && { sku: record.sku }),
    ...(record.barcode !== undefined && { barcode: record.barcode }),
    ...(record.mpn !== undefined && { mpn: record.mpn }),
    ...(pricePerUnitData && { pricePerUnitData }),
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
  const made = edited(base, sent, {
    currency: context.currency,
    files: new Map([...pictures].map(([id, picture]) => [id, { kind: 'image', ...picture }])),
  })
  if (isViolation(made)) {
    const { field, description } = made.data.fieldViolations[0]!
    return new Unfit(sentence(field, description))
  }
  const { fileId: _, ...withoutFile } = made
  const after = file ? { ...made, fileId: file.id } : record.fileId === '' ? withoutFile : made
  const stock = stockOf(record, after)
  const unplaced = [...stock].flatMap(([variantId, one]) => ('at' in one ? (one.at ?? []) : []).map((at) => ({ variantId, ...at })))
  const nowhere = unplaced.find(({ location }) => context.locationId(location) === undefined)
  if (nowhere)
    return new Unfit(`“${nowhere.location.slice(0, 60)}” is no open location of this shop.`, {
      field: 'stockByLocation',
      row: rowOfStock(record, after, nowhere.variantId),
    })
  return { after, stock, extras, missing }
}

/** What a file says beside what the editor of a product writes. Of preorders it may say some. */
function extrasOf(record: ProductRecord, { optionId }: PlanContext): Partial<ProductExtras> | Unfit {
  const subscriptions: OptionAssigned[] = []
  for (const text of record.subscriptions ?? []) {
    // A title may end as what marks hidden ones.
    const { label, hidden } = optionId(text) === undefined ? optionIn(text) : { label: text, hidden: false }
    const id = optionId(label)
    if (id === undefined)
      return new Unfit(`“${label.slice(0, 60)}” is no subscription option of this shop.`, { field: 'subscriptionOptions' })
    if (subscriptions.some((one) => one.id === id))
      return new Unfit(`“${label.slice(0, 60)}” is there twice.`, { field: 'subscriptionOptions' })
    subscriptions.push({ id, hidden })
  }
  return {
    ...(record.subscriptions && { subscriptions }),
    ...(record.soldOnce !== undefined && { soldOnce: record.soldOnce }),
  }
}

/** The row that says the stock of a variant. */
function rowOfStock(record: ProductRecord, after: ProductDraft, variantId: string): number {
  const variant = after.variants.find(({ id }) => id.toLowerCase() === variantId)
  const own = record.variants.find(({ choices }) => Object.entries(choices).every(([name, choice]) => variant?.choices[name] === choice))
  return own?.row ?? record.row
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
