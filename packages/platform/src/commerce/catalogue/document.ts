import type { MediaItem, PriceData, PricePerUnitData, Product, ProductModel, Variant } from '@vitrine/contract'
import { formatMoney, type Minor, minor, parsePercent, share, toDecimal, type UnitMeasure, unitPrice } from '@vitrine/pricing'
import { inventoryIdOf } from '../selling/inventory-id.ts'
import { mediaPath, productPath } from './address.ts'
import { Live, originMark, type Slot, writeMarked } from './placeholders.ts'
import { type Commerce, type Film, type Model, type Picture, type ProductDraft, sharedStock, type VariantDraft } from './product.ts'
import type { FactImage, SellingFacts } from './sell.ts'

/** The collection that every product is in, under the id that published clients know. It is no uuid. */
export const allProducts = { id: '00000000-000000-000000-000000000001', slug: 'all-products', name: 'All Products' } as const

/** A product whose discount is a percentage, with the prices that it comes to; any other as it is. */
export function priced(draft: ProductDraft): ProductDraft {
  if (draft.percentOff === undefined) return draft
  const part = parsePercent(draft.percentOff)
  const off = <T extends { readonly price: Minor; readonly fullPrice?: Minor }>(one: T) => {
    const { price, fullPrice = price } = one
    return { ...one, fullPrice, price: minor(fullPrice - share(fullPrice, part)) }
  }
  return { ...off(draft), variants: draft.variants.map(off) }
}

/** A variant with what was left out of the draft. */
export interface WholeVariant extends VariantDraft {
  readonly fullPrice: Minor
  readonly visible: boolean
  readonly counted: string
  readonly pricePerUnitData?: PricePerUnitData
  /** Which of the product's stock items, in the order of their variant ids. */
  readonly shelf: number
}

/** The variants of a product as they are sold; one without choices where there are no options. */
export function variantsOf(draft: ProductDraft): readonly WholeVariant[] {
  const { manageVariants, price, fullPrice = price, weight, sku, barcode, mpn, pricePerUnitData: measure } = draft
  const drafts: readonly VariantDraft[] =
    draft.variants.length > 0
      ? draft.variants
      : [
          {
            id: sharedStock,
            sku,
            choices: {},
            price,
            fullPrice,
            ...(weight !== undefined && { weight }),
            ...(barcode && { barcode }),
            ...(mpn && { mpn }),
          },
        ]
  const managed = manageVariants && draft.variants.length > 0
  const counted = (variant: VariantDraft) => (managed ? variant.id.toLowerCase() : sharedStock)
  const order = [...new Set(drafts.map(counted))].sort()
  return drafts.map((variant) => ({
    ...variant,
    id: variant.id.toLowerCase(),
    fullPrice: variant.fullPrice ?? variant.price,
    visible: variant.visible ?? true,
    counted: counted(variant),
    ...(measure && { pricePerUnitData: { ...measure, totalQuantity: variant.totalQuantity ?? measure.totalQuantity } }),
    shelf: order.indexOf(counted(variant)),
  }))
}

/** The cheapest and the dearest of what a shopper can see. */
export function priceRange(draft: ProductDraft, variants: readonly WholeVariant[]): { readonly min: Minor; readonly max: Minor } {
  const prices = variants.filter(({ visible }) => visible).map(({ price }) => price)
  if (prices.length === 0) return { min: draft.price, max: draft.price }
  return { min: minor(Math.min(...prices)), max: minor(Math.max(...prices)) }
}

/** Everything the wire says of a product, with marks where its stock and the shop's address go. */
export function writeProduct(
  draft: ProductDraft,
  { currency, locale }: Commerce,
  facts: { readonly numericId: number; readonly createdAt: Date; readonly updatedAt: Date },
): string {
  const variants = variantsOf(draft)
  const visible = variants.filter((variant) => variant.visible)
  const major = (amount: Minor) => Number(toDecimal(amount, currency))
  const written = (amount: Minor) => formatMoney(amount, currency, locale)
  const priceData = (price: Minor, fullPrice: Minor, measure: UnitMeasure | undefined): PriceData => {
    const perUnit = measure && unitPrice(price, measure)
    return {
      currency,
      price: major(fullPrice),
      discountedPrice: major(price),
      ...(perUnit !== undefined && { pricePerUnit: major(perUnit) }),
      formatted: {
        price: written(fullPrice),
        discountedPrice: written(price),
        ...(perUnit !== undefined && { pricePerUnit: written(perUnit) }),
      },
    }
  }
  const { price, fullPrice = price } = draft
  const data = priceData(price, fullPrice, draft.pricePerUnitData)
  const range = priceRange(draft, variants)
  const weights = visible.flatMap(({ weight }) => weight ?? [])
  const items = draft.media.flatMap((item) => (item.kind === 'image' ? imageItem(item) : item.kind === 'video' ? filmItem(item) : []))
  const models = draft.media.flatMap((item, place) => (item.kind === 'model' ? modelItem(item, place) : []))
  const byId = new Map(items.map((item) => [item.id, item]))
  const shelves = (those: readonly WholeVariant[]) => [...new Set(those.map(({ shelf }) => shelf))].sort((a, b) => a - b)
  const shipped = draft.itemType === 'PHYSICAL'

  const document = {
    id: draft.id.toLowerCase(),
    name: draft.name,
    slug: draft.slug,
    visible: draft.visible,
    productType: shipped ? 'physical' : 'digital',
    description: draft.description,
    sku: draft.sku,
    weight: draft.weight ?? 0,
    weightRange: {
      minValue: Math.min(...weights, ...(weights.length === 0 ? [draft.weight ?? 0] : [])),
      maxValue: Math.max(draft.weight ?? 0, ...weights),
    },
    ...(draft.productDimensions && { productDimensions: draft.productDimensions }),
    ...(draft.packageDimensions && { packageDimensions: draft.packageDimensions }),
    stock: live({ kind: 'product', managed: draft.manageVariants, shelves: shelves(visible) }),
    price: data,
    priceData: data,
    convertedPriceData: data,
    priceRange: { minValue: major(range.min), maxValue: major(range.max) },
    ...(draft.pricePerUnitData && { pricePerUnitData: draft.pricePerUnitData }),
    additionalInfoSections: draft.sections.map(({ title, html }) => ({ title, description: html })),
    ribbons: draft.ribbon ? [{ text: draft.ribbon }] : [],
    media: {
      ...(items[0] && { mainMedia: items.find(({ mediaType }) => mediaType === 'image') ?? items[0] }),
      items,
      ...(models.length > 0 && { models3d: models }),
    },
    customTextFields: (draft.texts ?? []).map(({ title, maxLength, mandatory }) => ({ title, maxLength, mandatory })),
    manageVariants: draft.manageVariants,
    productOptions: draft.options.map(({ name, kind, choices }) => ({
      optionType: kind,
      name,
      choices: choices.map((choice) => {
        const those = visible.filter((variant) => variant.choices[name] === choice.name)
        const pictures = (choice.pictures ?? []).flatMap((id) => byId.get(id) ?? [])
        return {
          value: choice.hex ?? choice.name,
          description: choice.name,
          ...(pictures[0] && { media: { mainMedia: pictures[0], items: pictures } }),
          inStock: live<boolean>({ kind: 'choice', shelves: shelves(those) }),
          visible: those.length > 0,
        }
      }),
    })),
    productPageUrl: { base: originMark, path: productPath(draft.slug) },
    numericId: String(facts.numericId),
    inventoryItemId: inventoryIdOf(draft.id.toLowerCase()),
    discount: discountOf(draft, major),
    collectionIds: [allProducts.id, ...draft.collectionIds],
    variants: variants.map(
      (variant): Variant => ({
        id: variant.id,
        choices: { ...variant.choices },
        variant: {
          priceData: priceData(variant.price, variant.fullPrice, variant.pricePerUnitData),
          convertedPriceData: priceData(variant.price, variant.fullPrice, variant.pricePerUnitData),
          weight: variant.weight ?? draft.weight ?? 0,
          sku: variant.sku,
          visible: variant.visible,
          ...(variant.barcode && { barcode: variant.barcode }),
          ...(variant.mpn && { mpn: variant.mpn }),
          ...(variant.pricePerUnitData && { pricePerUnitData: variant.pricePerUnitData }),
        },
        stock: live({ kind: 'variant', shelves: [variant.shelf] }),
      }),
    ),
    lastUpdated: facts.updatedAt.toISOString(),
    createdDate: facts.createdAt.toISOString(),
    seoData: draft.seo ?? { tags: [] },
    ribbon: draft.ribbon ?? '',
    brand: draft.brand ?? '',
  } satisfies Product
  return writeMarked(document)
}

function discountOf({ price, fullPrice = price, percentOff }: ProductDraft, major: (amount: Minor) => number): Product['discount'] {
  if (fullPrice <= price) return { type: 'NONE', value: 0 }
  return percentOff === undefined
    ? { type: 'AMOUNT', value: major(minor(fullPrice - price)) }
    : { type: 'PERCENT', value: Number(percentOff) }
}

/** What selling needs of a product, beside its document. */
export function sellingFacts(draft: ProductDraft, file?: SellingFacts['file']): SellingFacts {
  const pictures = new Map(draft.media.flatMap((item) => (item.kind === 'image' ? [[item.id, factImage(item)] as const] : [])))
  const [image] = pictures.values()
  return {
    name: draft.name,
    slug: draft.slug,
    itemType: draft.itemType,
    shippable: draft.itemType === 'PHYSICAL',
    ...(draft.taxGroupId !== undefined && { taxGroupId: draft.taxGroupId }),
    ...(draft.fileId !== undefined && { fileId: draft.fileId }),
    ...(file && { file }),
    ...(image && { image }),
    options: draft.options.map(({ name, choices }) => ({
      name,
      choices: choices.map((choice) => ({
        name: choice.name,
        value: choice.hex ?? choice.name,
        ...(choice.hex !== undefined && { color: choice.hex }),
      })),
    })),
    collectionIds: draft.collectionIds.map((id) => id.toLowerCase()),
    ...(draft.payment && { payment: draft.payment }),
    texts: (draft.texts ?? []).map(({ title, maxLength, mandatory }) => ({ title, maxLength, mandatory })),
    variants: variantsOf(draft).map(({ id, sku, price, fullPrice, visible, choices, counted, shelf, ...variant }) => {
      const weight = variant.weight ?? draft.weight
      const own = variant.picture === undefined ? undefined : pictures.get(variant.picture)
      return {
        id,
        sku,
        price,
        fullPrice,
        ...(weight !== undefined && { weight }),
        visible,
        choices,
        ...(own && { image: own }),
        shelf,
        counted,
        ...(variant.barcode && { barcode: variant.barcode }),
        ...(variant.mpn && { mpn: variant.mpn }),
        ...(variant.pricePerUnitData && { pricePerUnitData: variant.pricePerUnitData }),
      }
    }),
  }
}

/** The wire type says what will stand there once the document is filled in. */
const live = <T>(slot: Slot): T => new Live(slot) as T

const factImage = ({ id, width, height, alt, focalPoint, placeholder }: Picture): FactImage => ({
  id,
  width,
  height,
  altText: alt,
  ...(focalPoint && { focalPoint }),
  ...(placeholder !== undefined && { placeholder }),
})

const extension = (id: string): string => /\.([A-Za-z0-9]+)$/.exec(id)?.[1] ?? ''

const small = (id: string) => ({ url: `${originMark + mediaPath(id)}/v1/fit/w_50,h_50,q_90/file.${extension(id)}`, width: 50, height: 50 })

/** A picture as products and collections show it. */
export function imageItem({ id, width, height, alt, title = '' }: Picture): MediaItem {
  const format = extension(id)
  const url = originMark + mediaPath(id)
  return {
    image: { url, width, height, format, altText: alt },
    thumbnail: small(id),
    mediaType: 'image',
    title,
    id,
  }
}

function filmItem({ id, width, height, poster, title = '', alt, milliseconds }: Film): MediaItem {
  return {
    video: {
      files: [{ url: originMark + mediaPath(id), width, height, format: extension(id), ...(alt !== undefined && { altText: alt }) }],
      stillFrameMediaId: poster,
      ...(milliseconds !== undefined && { durationInMilliseconds: milliseconds }),
    },
    thumbnail: small(poster),
    mediaType: 'video',
    title,
    id,
  }
}

function modelItem({ id, poster, posterSize, title = '', alt, bytes }: Model, place: number): ProductModel {
  return {
    id,
    url: originMark + mediaPath(id),
    thumbnail: { id: poster, url: originMark + mediaPath(poster), ...posterSize },
    ...(alt !== undefined && { altText: alt }),
    filename: id,
    ...(bytes !== undefined && { sizeInBytes: String(bytes) }),
    title,
    place,
  }
}
