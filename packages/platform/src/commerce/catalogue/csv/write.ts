import type { MerchantProduct } from '@vitrine/contract'
import { joinList } from '../../../kernel/csv/cells.ts'
import { sharedStock } from '../product.ts'
import { type Beside, filmText, leastStock, optionText, unitsText } from './beside.ts'
import { mostOptions, productColumns } from './columns.ts'

type Column = (typeof productColumns)[number][0]
type Cells = { [column in Column]?: string }

/** What a collection is called in a file: its name, or its slug where the shop has two of that name. */
export function collectionLabels(
  collections: readonly { readonly id: string; readonly name: string; readonly slug: string }[],
): ReadonlyMap<string, string> {
  const names = Map.groupBy(collections, ({ name }) => name)
  return new Map(collections.map(({ id, name, slug }) => [id.toLowerCase(), names.get(name)!.length === 1 ? name : slug]))
}

const yesNo = (value: boolean): string => (value ? 'TRUE' : 'FALSE')
const figure = (value: number | undefined): string => (value === undefined ? '' : String(value))

/** Stock below what an import takes was oversold: an empty cell, which changes nothing when the file comes back. */
function stockText(stock: MerchantProduct['stock'], least: number): string {
  if (stock === undefined) return ''
  if (!stock.tracked) return stock.inStock ? 'in stock' : 'out of stock'
  const quantity = stock.quantity ?? 0
  return quantity < least ? '' : String(quantity)
}

const dimensionsText = (dimensions: MerchantProduct['productDimensions']): string => {
  if (!dimensions) return ''
  const { length = '-', width = '-', height = '-', unit } = dimensions
  return `${length} x ${width} x ${height} ${unit}`
}

type SeoTags = NonNullable<MerchantProduct['seoData']>['tags']

type Focal = MerchantProduct['media'][number]['focalPoint']

const focalText = ({ x, y }: Focal): string => (x === 0.5 && y === 0.5 ? '' : `${x} ${y}`)

const isTitle = ({ type }: SeoTags[number]): boolean => type === 'title'
const isDescription = ({ type, props }: SeoTags[number]): boolean => type === 'meta' && props?.['name'] === 'description'

/** SEO data without the title and the description, which have columns of their own; undefined where there is no more. */
export function otherSeo(seo: MerchantProduct['seoData']): MerchantProduct['seoData'] {
  if (!seo) return undefined
  const tags = seo.tags.filter((tag) => !isTitle(tag) && !isDescription(tag))
  return tags.length > 0 || seo.settings ? { ...seo, tags } : undefined
}

/** What search engines show of a product where the merchant has said it. */
export function seoTexts(tags: SeoTags): { readonly title: string; readonly description: string } {
  const description = tags.find(isDescription)?.props?.content
  return {
    title: tags.find(isTitle)?.children ?? '',
    description: typeof description === 'string' ? description : '',
  }
}

function unitsCell({ units, preorder }: Beside, variantId: string): string {
  const said = units.get(variantId) ?? []
  return said.some((one) => one.units < leastStock(preorder)) ? '' : joinList(said.map(unitsText))
}

const ofBeside = (product: MerchantProduct, beside: Beside): Cells => {
  const { preorder, subscriptions, soldOnce, fileId, optionLabels } = beside
  const films = product.media.flatMap(({ kind, mediaId, url }, i) => (kind !== 'IMAGE' ? [{ id: mediaId, poster: url, place: i + 1 }] : []))
  return {
    films: joinList(films.map(filmText)),
    downloadFile: fileId ?? '',
    preorder: yesNo(preorder.enabled),
    preorderLimit: preorder.limit === null ? '' : String(preorder.limit),
    preorderDate: preorder.expectedDate ?? '',
    preorderMessage: preorder.message ?? '',
    subscriptionOptions: joinList(subscriptions.map(({ id, hidden }) => optionText(optionLabels.get(id) ?? id, hidden))),
    oneTimePurchase: soldOnce || subscriptions.length > 0 ? yesNo(soldOnce) : '',
    ...(product.stock && { stockByLocation: unitsCell(beside, sharedStock) }),
  }
}

const ofProduct = (product: MerchantProduct, labels: ReadonlyMap<string, string>, least: number): Cells => {
  const images = product.media.filter(({ kind }) => kind === 'IMAGE')
  const seo = seoTexts(product.seoData?.tags ?? [])
  const other = otherSeo(product.seoData)
  const focalPoints = images.map(({ focalPoint }) => focalText(focalPoint))
  const measure = product.pricePerUnitData
  return {
    name: product.name,
    visible: yesNo(product.visible),
    productType: product.productType,
    description: product.description,
    brand: product.brand ?? '',
    ribbon: product.ribbon ?? '',
    collections: joinList(product.collectionIds.flatMap((id) => labels.get(id) ?? [])),
    images: joinList(images.map(({ url }) => url)),
    imageAlts: images.some(({ alt }) => alt !== '') ? joinList(images.map(({ alt }) => alt)) : '',
    imageFocalPoints: focalPoints.some((text) => text !== '') ? joinList(focalPoints) : '',
    imageOption: product.options.find(({ choices }) => choices.some(({ mediaIds }) => mediaIds.length > 0))?.name ?? '',
    sku: product.sku,
    barcode: product.barcode ?? '',
    mpn: product.mpn ?? '',
    price: figure(product.fullPrice),
    discountType: product.discount.type,
    discount: product.discount.type === 'NONE' ? '' : figure(product.discount.value),
    cost: figure(product.cost),
    weight: figure(product.weight),
    contents: measure ? `${measure.totalQuantity} ${measure.totalMeasurementUnit}` : '',
    unitPricePer: measure ? `${measure.baseQuantity} ${measure.baseMeasurementUnit}` : '',
    productDimensions: dimensionsText(product.productDimensions),
    packageDimensions: dimensionsText(product.packageDimensions),
    taxGroupId: product.taxGroupId ?? '',
    seoTitle: seo.title,
    seoDescription: seo.description,
    seoData: other ? JSON.stringify(other) : '',
    infoSections:
      product.sections.length > 0 ? JSON.stringify(product.sections.map(({ title, description }) => ({ title, description }))) : '',
    customTexts:
      product.customTextFields.length > 0
        ? JSON.stringify(product.customTextFields.map(({ title, maxLength, mandatory }) => ({ title, maxLength, mandatory })))
        : '',
    manageVariants: product.options.length > 0 ? yesNo(product.manageVariants) : '',
    ...(product.stock && { stock: stockText(product.stock, least) }),
  }
}

const contentsText = (quantity: number | undefined, unit: string | undefined): string =>
  quantity === undefined ? '' : unit === undefined ? String(quantity) : `${quantity} ${unit}`

function ofVariant(product: MerchantProduct, variant: MerchantProduct['variants'][number], beside: Beside): Cells {
  const cells: { [column: string]: string } = { variantId: variant.id }
  const shown: string[] = []
  for (const [i, { name, choices }] of product.options.slice(0, mostOptions).entries()) {
    const chosen = choices.find((choice) => choice.name === variant.choices[name])
    cells[`option${i + 1}Name`] = name
    cells[`option${i + 1}Value`] = variant.choices[name] ?? ''
    cells[`option${i + 1}Color`] = chosen && chosen.value !== chosen.name ? chosen.value : ''
    const images = (chosen?.mediaIds ?? []).flatMap((id) => product.media.filter(({ kind, mediaId }) => kind === 'IMAGE' && mediaId === id))
    shown.push(...images.map(({ url }) => url))
  }
  return {
    ...cells,
    variantImages: joinList(shown),
    ...(product.manageVariants && {
      variantSku: variant.sku,
      variantBarcode: variant.barcode ?? '',
      variantMpn: variant.mpn ?? '',
      variantPrice: variant.fullPrice === product.fullPrice ? '' : figure(variant.fullPrice),
      variantCost: figure(variant.cost),
      variantWeight: figure(variant.weight),
      variantContents: contentsText(variant.totalQuantity, product.pricePerUnitData?.totalMeasurementUnit),
      variantVisible: yesNo(variant.visible),
      stock: stockText(variant.stock, leastStock(beside.preorder)),
      stockByLocation: unitsCell(beside, variant.id),
    }),
  }
}

/**
 * The rows of a product in Vitrine's own file, each with a cell for each of `productColumns`. `csvLine` makes lines of them; `productHeader`
 * is the first.
 */
export function productRows(product: MerchantProduct, labels: ReadonlyMap<string, string>, beside: Beside): readonly (readonly string[])[] {
  const variants: readonly Cells[] =
    product.variants.length > 0 ? product.variants.map((variant) => ofVariant(product, variant, beside)) : [{}]
  return variants.map((variant, i) => {
    const cells: Cells = {
      ...(i === 0 && { ...ofProduct(product, labels, leastStock(beside.preorder)), ...ofBeside(product, beside) }),
      ...variant,
      id: product.id,
      slug: product.slug,
    }
    return productColumns.map(([column]) => cells[column] ?? '')
  })
}
