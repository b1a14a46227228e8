import type { MerchantProduct, MerchantProductInput } from '@vitrine/contract'
import type { MeasuringUnit } from '@vitrine/pricing'
import type { Values } from '../../parts/merge.ts'

/** The parts of a product that two people may change at once without a quarrel. */
export type Field =
  | 'name'
  | 'description'
  | 'media'
  | 'options'
  | 'prices'
  | 'skus'
  | 'weights'
  | 'barcodes'
  | 'mpns'
  | 'contents'
  | 'hidden'
  | 'price'
  | 'compareAt'
  | 'percent'
  | 'cost'
  | 'weight'
  | 'sku'
  | 'barcode'
  | 'mpn'
  | 'contains'
  | 'containsUnit'
  | 'perQuantity'
  | 'perUnit'
  | 'brand'
  | 'ribbon'
  | 'visible'
  | 'productType'
  | 'collections'
  | 'taxGroup'
  | 'sections'
  | 'seoTitle'
  | 'seoDescription'
  | 'slug'

export type ProductValues = Values<Field>

export const names: Values<Field> = {
  name: 'Title',
  description: 'Description',
  media: 'Media',
  options: 'Options',
  prices: 'Prices of variants',
  skus: 'SKUs of variants',
  weights: 'Weights of variants',
  barcodes: 'Barcodes of variants',
  mpns: 'MPNs of variants',
  contents: 'Contents of variants',
  hidden: 'Hidden variants',
  price: 'Price',
  compareAt: 'Compare at',
  percent: 'Discount',
  cost: 'Cost',
  weight: 'Weight',
  sku: 'SKU',
  barcode: 'Barcode',
  mpn: 'MPN',
  contains: 'Contents',
  containsUnit: 'Unit of the contents',
  perQuantity: 'Unit price per',
  perUnit: 'Unit of the unit price',
  brand: 'Brand',
  ribbon: 'Ribbon',
  visible: 'On show',
  productType: 'Product type',
  collections: 'Collections',
  taxGroup: 'Tax class',
  sections: 'Info sections',
  seoTitle: 'Search engine title',
  seoDescription: 'Search engine description',
  slug: 'Address',
}

export interface Medium {
  readonly mediaId: string
  readonly kind: 'IMAGE' | 'VIDEO' | 'MODEL3D'
  readonly url: string
  readonly width: number
  readonly height: number
  readonly alt: string
  /** The picture that stands for a film or a model, where it has one of its own. */
  readonly posterId?: string
  readonly x: number
  readonly y: number
}

export interface OptionChoice {
  readonly name: string
  /** The code of a colour; the name of anything else. */
  readonly value: string
  readonly mediaIds: readonly string[]
}

export interface ProductOption {
  readonly name: string
  readonly optionType: 'color' | 'drop_down'
  readonly choices: readonly OptionChoice[]
}

export interface Section {
  readonly title: string
  readonly description: string
}

/** What is written of variants, by their keys. */
export type ByVariant = Readonly<Record<string, string>>

const asText = (value: unknown): string => JSON.stringify(value)

export const mediaIn = ({ media }: Pick<ProductValues, 'media'>) => JSON.parse(media) as readonly Medium[]
export const optionsIn = ({ options }: Pick<ProductValues, 'options'>) => JSON.parse(options) as readonly ProductOption[]
export const sectionsIn = ({ sections }: Pick<ProductValues, 'sections'>) => JSON.parse(sections) as readonly Section[]
export const collectionsIn = ({ collections }: Pick<ProductValues, 'collections'>) => JSON.parse(collections) as readonly string[]
export const byVariant = (text: string) => JSON.parse(text) as ByVariant
export const written = asText

/** `Sage · Small`: a variant's choices in the order of the options. */
export const keyOf = (choices: Readonly<Record<string, string>>, options: readonly Pick<ProductOption, 'name'>[]): string =>
  options.map(({ name }) => choices[name] ?? '').join(' · ')

/** All combinations of choices, in the order of the options. */
export function combinationsOf(options: readonly ProductOption[]): readonly Readonly<Record<string, string>>[] {
  if (options.length === 0) return []
  return options.reduce<readonly Readonly<Record<string, string>>[]>(
    (all, { name, choices }) => all.flatMap((chosen) => choices.map((choice) => ({ ...chosen, [name]: choice.name }))),
    [{}],
  )
}

export const figureText = (value: number | undefined, places = 2): string => (value === undefined ? '' : value.toFixed(places))
export const plainFigure = (value: number | undefined): string => (value === undefined ? '' : String(value))

/**
 * A number that somebody wrote, with a point or a comma; undefined where it is none, or below zero.
 *
 * @example
 * readFigure('26,50') // 26.5
 */
export function readFigure(text: string): number | undefined {
  const said = text.trim().replace(',', '.')
  return /^\d{1,9}(\.\d{1,4})?$/.test(said) ? Number(said) : undefined
}

const tagOf = (product: Pick<MerchantProduct, 'seoData'>, isIt: (tag: { type: string; props?: object | undefined }) => boolean) =>
  product.seoData?.tags.find((tag) => isIt(tag))
const isTitle = ({ type }: { type: string }) => type === 'title'
const isDescription = ({ type, props }: { type: string; props?: object | undefined }) =>
  type === 'meta' && props !== undefined && 'name' in props && props.name === 'description'

/** What the fields of the editor say of a product; `places` are those of the shop's currency. */
export function valuesOf(product: MerchantProduct, places: number): ProductValues {
  const { discount, options, pricePerUnitData: measure } = product
  const percent = discount.type === 'PERCENT'
  const own = <T>(pick: (variant: MerchantProduct['variants'][number]) => T | undefined, write: (value: T) => string): string =>
    asText(
      Object.fromEntries(
        product.variants.flatMap((variant) => {
          const value = pick(variant)
          return value === undefined ? [] : [[keyOf(variant.choices, options), write(value)]]
        }),
      ),
    )
  const description = tagOf(product, isDescription)?.props as { content?: unknown } | undefined
  return {
    name: product.name,
    description: product.description,
    media: asText(
      product.media.map(({ focalPoint: { x, y }, ...item }): Medium => {
        const { mediaId, kind, url, width, height, alt, posterId } = item
        const poster = posterId === undefined ? {} : { posterId }
        return { mediaId, kind, url: url === '' ? '' : new URL(url).pathname, width, height, alt, ...poster, x, y }
      }),
    ),
    options: asText(options),
    prices: own(
      ({ price, fullPrice }) => (fullPrice === product.fullPrice ? undefined : percent ? fullPrice : price),
      (value) => figureText(value, places),
    ),
    skus: own(({ sku }) => sku || undefined, String),
    weights: own(({ weight }) => weight, plainFigure),
    barcodes: own(({ barcode }) => barcode, String),
    mpns: own(({ mpn }) => mpn, String),
    contents: own(({ totalQuantity }) => totalQuantity, plainFigure),
    hidden: own(
      ({ visible }) => (visible ? undefined : true),
      () => 'yes',
    ),
    price: figureText(percent ? product.fullPrice : product.price, places),
    compareAt: discount.type === 'AMOUNT' ? figureText(product.fullPrice, places) : '',
    percent: percent ? String(discount.value) : '',
    cost: figureText(product.cost, places),
    weight: plainFigure(product.weight),
    sku: product.sku,
    barcode: product.barcode ?? '',
    mpn: product.mpn ?? '',
    contains: plainFigure(measure?.totalQuantity),
    containsUnit: measure?.totalMeasurementUnit ?? '',
    perQuantity: plainFigure(measure?.baseQuantity),
    perUnit: measure?.baseMeasurementUnit ?? '',
    brand: product.brand ?? '',
    ribbon: product.ribbon ?? '',
    visible: product.visible ? 'yes' : '',
    productType: product.productType,
    collections: asText(product.collectionIds),
    taxGroup: product.taxGroupId ?? '',
    sections: asText(product.sections),
    seoTitle: tagOf(product, isTitle)?.children ?? '',
    seoDescription: typeof description?.content === 'string' ? description.content : '',
    slug: product.slug,
  }
}

/** A product of which nothing is said yet. */
export const emptyValues: ProductValues = {
  name: '',
  description: '',
  media: '[]',
  options: '[]',
  prices: '{}',
  skus: '{}',
  weights: '{}',
  barcodes: '{}',
  mpns: '{}',
  contents: '{}',
  hidden: '{}',
  price: '',
  compareAt: '',
  percent: '',
  cost: '',
  weight: '',
  sku: '',
  barcode: '',
  mpn: '',
  contains: '',
  containsUnit: '',
  perQuantity: '',
  perUnit: '',
  brand: '',
  ribbon: '',
  visible: '',
  productType: 'physical',
  collections: '[]',
  taxGroup: '',
  sections: '[]',
  seoTitle: '',
  seoDescription: '',
  slug: '',
}

export type Wrong = Partial<Record<Field, string>>

const mostVariants = 1000

/** What prevents values from being saved, at the field that it is about. */
export function wrongIn(values: ProductValues): Wrong {
  const wrong: Wrong = {}
  const isFigure = (text: string) => readFigure(text) !== undefined
  if (values.name.trim() === '') wrong.name = 'A title is needed.'
  if (!isFigure(values.price)) wrong.price = values.price.trim() === '' ? 'A price is needed.' : 'An amount such as 26.00.'
  for (const field of ['compareAt', 'cost', 'weight'] as const)
    if (values[field].trim() !== '' && !isFigure(values[field]))
      wrong[field] = field === 'weight' ? 'A number such as 0.38.' : 'An amount such as 26.00.'
  if (!wrong.price && !wrong.compareAt && values.compareAt.trim() !== '' && readFigure(values.compareAt)! < readFigure(values.price)!)
    wrong.compareAt = 'It is more than the price, or empty.'
  if (values.percent.trim() !== '' && !(isFigure(values.percent) && readFigure(values.percent)! <= 100)) wrong.percent = 'From 0 to 100.'
  if (values.containsUnit !== '') {
    for (const field of ['contains', 'perQuantity'] as const)
      if (!(readFigure(values[field])! >= 0.01)) wrong[field] = 'A number such as 250.'
  }
  if (values.slug !== '' && !/^[\p{Ll}\p{Lo}\p{N}]+(-[\p{Ll}\p{Lo}\p{N}]+)*$/u.test(values.slug))
    wrong.slug = 'Lowercase letters, digits, and single hyphens between them.'
  const options = optionsIn(values)
  const seen = new Set<string>()
  for (const { name, choices } of options) {
    if (name.trim() === '') wrong.options = 'Each option has a name.'
    else if (seen.has(name.trim().toLowerCase())) wrong.options = `There are two options named ${name.trim()}.`
    else if (choices.length === 0) wrong.options = `${name} has no choices yet.`
    seen.add(name.trim().toLowerCase())
  }
  const count = combinationsOf(options).length
  if (count > mostVariants)
    wrong.options = `These make ${count.toLocaleString('en-GB')} variants; ${mostVariants.toLocaleString('en-GB')} are the most.`
  const keys = new Set(combinationsOf(options).map((choices) => keyOf(choices, options)))
  for (const field of ['prices', 'weights', 'contents'] as const) {
    const bad = Object.entries(byVariant(values[field])).find(([key, text]) => keys.has(key) && text.trim() !== '' && !isFigure(text))
    if (bad) wrong[field] = `${bad[0]}: a number such as 26.00.`
  }
  return wrong
}

/** The product's price before its discount, as its values say it. */
export function fullPriceOf(values: Pick<ProductValues, 'price' | 'compareAt' | 'percent'>): number {
  const price = readFigure(values.price) ?? 0
  return values.percent === '' ? Math.max(price, readFigure(values.compareAt) ?? 0) : price
}

const rounded = (value: number, places: number): number => Number(value.toFixed(places))

/** What is sent so that a product becomes what the values say; `managed`: whether its variants have fields and stock of their own already. */
export function sentOf(values: ProductValues, before: MerchantProduct | undefined, places: number): MerchantProductInput {
  const price = readFigure(values.price) ?? 0
  const full = fullPriceOf(values)
  const off = rounded(full - price, places)
  const percent = readFigure(values.percent)
  const discount =
    values.percent.trim() !== '' && percent
      ? { type: 'PERCENT' as const, value: percent }
      : off > 0
        ? { type: 'AMOUNT' as const, value: off }
        : { type: 'NONE' as const }
  const options = optionsIn(values)
  const [cost, weight] = [readFigure(values.cost), readFigure(values.weight)]
  const slug = values.slug.trim()
  return {
    name: values.name.trim(),
    ...(slug !== '' && { slug }),
    description: values.description,
    visible: values.visible === 'yes',
    productType: values.productType === 'digital' ? 'digital' : 'physical',
    sku: values.sku.trim(),
    barcode: options.length > 0 ? '' : values.barcode.trim(),
    mpn: options.length > 0 ? '' : values.mpn.trim(),
    ...(values.containsUnit !== '' && { pricePerUnitData: measureOf(values) }),
    priceData: { price: full },
    discount,
    ...(cost !== undefined && { costAndProfitData: { itemCost: cost } }),
    ...(weight !== undefined && { weight }),
    ...(values.brand.trim() !== '' && { brand: values.brand.trim() }),
    ...(values.ribbon.trim() !== '' && { ribbon: values.ribbon.trim() }),
    ...(values.taxGroup !== '' && { taxGroupId: values.taxGroup }),
    additionalInfoSections: sectionsIn(values).filter(({ title }) => title.trim() !== ''),
    productOptions: options.map(({ name, optionType, choices }) => ({
      name: name.trim(),
      optionType,
      choices: choices.map((choice) => ({ value: optionType === 'color' ? choice.value : choice.name, description: choice.name })),
    })),
    ...(options.length > 0 && { manageVariants: isManaged(values, before) }),
    media: mediaIn(values).map(({ mediaId, alt, posterId, x, y }) => ({
      mediaId,
      alt,
      focalPoint: { x, y },
      ...(posterId !== undefined && { posterId }),
    })),
    choiceMedia: options.flatMap(({ name, choices }) =>
      choices.flatMap((choice) =>
        choice.mediaIds.length > 0 ? [{ option: name.trim(), choice: choice.name, mediaIds: [...choice.mediaIds] }] : [],
      ),
    ),
    variants: isManaged(values, before) ? variantsOf(values, before, full, discount.type === 'AMOUNT' ? off : 0, places) : [],
    collectionIds: [...collectionsIn(values)],
    seoData: seoOf(values, before),
    clear: [
      ...(values.brand.trim() === '' ? (['brand'] as const) : []),
      ...(values.ribbon.trim() === '' ? (['ribbon'] as const) : []),
      ...(cost === undefined ? (['cost'] as const) : []),
      ...(weight === undefined ? (['weight'] as const) : []),
      ...(values.taxGroup === '' ? (['taxGroupId'] as const) : []),
      ...(values.containsUnit === '' ? (['pricePerUnitData'] as const) : []),
    ],
  }
}

/** What the values say of how much there is in it, and of how much its price is said. */
export const measureOf = ({ contains, containsUnit, perQuantity, perUnit }: ProductValues) => ({
  totalQuantity: readFigure(contains) ?? 0,
  totalMeasurementUnit: containsUnit as MeasuringUnit,
  baseQuantity: readFigure(perQuantity) ?? 0,
  baseMeasurementUnit: perUnit as MeasuringUnit,
})

/** Variants have fields of their own once they had, once something of theirs is written, and from the first option on. */
export function isManaged(values: ProductValues, before: MerchantProduct | undefined): boolean {
  const options = optionsIn(values)
  if (options.length === 0) return false
  if (!before || before.manageVariants || before.options.length === 0) return true
  return (['prices', 'skus', 'weights', 'hidden', 'barcodes', 'mpns', 'contents'] as const).some(
    (field) => Object.keys(byVariant(values[field])).length > 0,
  )
}

function variantsOf(values: ProductValues, before: MerchantProduct | undefined, full: number, off: number, places: number) {
  const options = optionsIn(values)
  const [prices, skus, weights, hidden, barcodes, mpns, contents] = [
    byVariant(values.prices),
    byVariant(values.skus),
    byVariant(values.weights),
    byVariant(values.hidden),
    byVariant(values.barcodes),
    byVariant(values.mpns),
    byVariant(values.contents),
  ]
  const known = new Map((before?.variants ?? []).map((variant) => [keyOf(variant.choices, before!.options), variant]))
  return combinationsOf(options).flatMap((choices) => {
    const key = keyOf(choices, options)
    const was = known.get(key)
    const own = readFigure(prices[key] ?? '')
    const price = own === undefined ? full : rounded(own + off, places)
    const weight = readFigure(weights[key] ?? '') ?? (was?.weight === undefined ? undefined : (readFigure(values.weight) ?? 0))
    const sku = skus[key] ?? ''
    const visible = hidden[key] !== 'yes'
    const barcode = (barcodes[key] ?? '').trim()
    const mpn = (mpns[key] ?? '').trim()
    const totalQuantity = readFigure(contents[key] ?? '') ?? (was?.totalQuantity === undefined ? undefined : readFigure(values.contains))
    const says = {
      ...((own !== undefined || (was && was.fullPrice !== full)) && { price }),
      ...(weight !== undefined && { weight }),
      ...(sku !== (was?.sku ?? '') && { sku }),
      ...(visible !== (was?.visible ?? true) && { visible }),
      ...(barcode !== (was?.barcode ?? '') && { barcode }),
      ...(mpn !== (was?.mpn ?? '') && { mpn }),
      ...(totalQuantity !== undefined && values.containsUnit !== '' && { totalQuantity }),
    }
    return Object.keys(says).length === 0 ? [] : [{ choices: { ...choices }, ...says }]
  })
}

function seoOf(values: ProductValues, before: MerchantProduct | undefined): NonNullable<MerchantProductInput['seoData']> {
  const others = (before?.seoData?.tags ?? []).filter((tag) => !isTitle(tag) && !isDescription(tag))
  const tag = { custom: false, disabled: false }
  return {
    tags: [
      ...(values.seoTitle.trim() === '' ? [] : [{ ...tag, type: 'title', children: values.seoTitle.trim() }]),
      ...(values.seoDescription.trim() === ''
        ? []
        : [{ ...tag, type: 'meta', props: { name: 'description', content: values.seoDescription.trim() }, children: '' }]),
      ...others.map((one) => ({ ...one, children: one.children ?? '', custom: one.custom ?? true, disabled: one.disabled ?? false })),
    ],
    ...(before?.seoData?.settings && { settings: before.seoData.settings }),
  }
}

const plural = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`

/** A value as people read it, where it is written otherwise. */
export function show(collectionName: (id: string) => string) {
  return (field: Field, value: string): string => {
    switch (field) {
      case 'media':
        return mediaIn({ media: value })
          .map(
            ({ alt, mediaId, x, y }) =>
              `${alt || mediaId}${x === 0.5 && y === 0.5 ? '' : ` (${Math.round(x * 100)} %, ${Math.round(y * 100)} %)`}`,
          )
          .join(', ')
      case 'options':
        return optionsIn({ options: value })
          .map(
            ({ name, choices }) =>
              `${name}: ${choices.map((choice) => (choice.mediaIds.length > 0 ? `${choice.name} (${plural(choice.mediaIds.length, 'picture')})` : choice.name)).join(', ')}`,
          )
          .join('; ')
      case 'prices':
      case 'skus':
      case 'weights':
      case 'barcodes':
      case 'mpns':
      case 'contents':
        return Object.entries(byVariant(value))
          .map(([key, text]) => `${key}: ${text}`)
          .join(', ')
      case 'hidden':
        return Object.keys(byVariant(value)).join(', ')
      case 'collections':
        return collectionsIn({ collections: value }).map(collectionName).join(', ')
      case 'sections':
        return sectionsIn({ sections: value })
          .map(({ title, description }) => `${title}: ${description.replace(/<[^>]+>/g, ' ').trim()}`)
          .join('; ')
      case 'visible':
        return value === 'yes' ? 'Shown' : 'Hidden'
      case 'description':
        return value.replace(/<[^>]+>/g, ' ').trim()
      default:
        return value
    }
  }
}
