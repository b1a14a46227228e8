import { SeoInput } from '@vitrine/contract'
import * as z from 'zod'
import { splitList } from '../../../kernel/csv/cells.ts'
import { leastStock } from './beside.ts'
import { readDimensions, readFocalPoint } from './cell-values.ts'
import { type Field, mostOptions, productColumns } from './columns.ts'
import { type Dialect, plainName } from './dialect.ts'
import { fileIn, filmsIn, preorderIn, stockIn, subscriptionsIn } from './own-beside.ts'
import { type Cells, given, type Reading, shorter } from './reading.ts'
import type { Cleared, ProductRecord, RecordImage, VariantRecord } from './record.ts'
import { type Chosen, checkVariants, isColorCode, optionsFrom } from './structure.ts'

/** What sheets that people make themselves call the same things. */
const synonyms: Readonly<Record<string, Field>> = {
  id: 'id',
  handle: 'slug',
  title: 'name',
  productname: 'name',
  published: 'visible',
  type: 'productType',
  vendor: 'brand',
  collection: 'collections',
  category: 'collections',
  categories: 'collections',
  image: 'images',
  imageurl: 'images',
  imageurls: 'images',
  picture: 'images',
  pictures: 'images',
  articlenumber: 'sku',
  itemnumber: 'sku',
  quantity: 'stock',
  inventory: 'stock',
  qty: 'stock',
  gtin: 'barcode',
  ean: 'barcode',
  upc: 'barcode',
  isbn: 'barcode',
  manufacturerpartnumber: 'mpn',
}

const names = new Map<string, Field>(productColumns.map(([field, label]) => [plainName(label), field]))

const Sections = z.array(z.object({ title: z.string().min(1).max(50), description: z.string().max(16_000) })).max(20)
const Texts = z.array(z.object({ title: z.string().min(1).max(100), maxLength: z.int().min(1).max(500), mandatory: z.boolean() })).max(10)

function parsed<T>(reading: Reading, cells: Cells, field: Field, schema: z.ZodType<T>): T | undefined {
  const text = cells.text(field)
  if (text === undefined) return undefined
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return reading.error(cells.row, field, 'This is not written as the products file of Vitrine has it.')
  }
}

function dimensions(reading: Reading, cells: Cells, field: Field) {
  const text = cells.text(field)
  if (text === undefined) return undefined
  return readDimensions(text) ?? reading.error(cells.row, field, 'Dimensions are written as “30 x 20 x 10 CM”.')
}

/** Whether anything in a row is about a variant of its own. */
const hasChoices = (cells: Cells): boolean => cells.text('option1Name') !== undefined && cells.text('option1Value') !== undefined

function imagesOf(cells: Cells, reading: Reading): readonly RecordImage[] | undefined {
  const text = cells.text('images')
  if (text === undefined) return reading.options.clears && cells.has('images') ? [] : undefined
  const alts = splitList(cells.text('imageAlts') ?? '')
  const points = splitList(cells.text('imageFocalPoints') ?? '')
  const { clears } = reading.options
  const altOf = (i: number) => {
    const alt = alts[i]?.slice(0, 500) ?? ''
    return alt !== '' || (clears && cells.has('imageAlts')) ? { alt } : {}
  }
  const pointOf = (i: number) => {
    if (points.length === 0 && !(clears && cells.has('imageFocalPoints'))) return {}
    const said = points[i] ?? ''
    const focalPoint = said === '' ? middle : readFocalPoint(said)
    if (!focalPoint) reading.error(cells.row, 'imageFocalPoints', `“${shorter(said)}” is no focal point such as 0.5 0.25.`)
    return focalPoint ? { focalPoint } : {}
  }
  return splitList(text)
    .filter((url) => url !== '')
    .map((url, i) => ({ url, ...altOf(i), ...pointOf(i) }))
}

const middle = { x: 0.5, y: 0.5 }

const clearable: readonly (Cleared & Field)[] = ['brand', 'ribbon', 'cost', 'weight', 'taxGroupId']

const isEmpty = (cells: Cells, ...fields: readonly Field[]): boolean =>
  fields.every((field) => cells.has(field) && cells.text(field) === undefined)

const clearedBy = (first: Cells): readonly Cleared[] => [
  ...clearable.filter((field) => isEmpty(first, field)),
  ...(isEmpty(first, 'contents', 'unitPricePer') ? (['pricePerUnitData'] as const) : []),
]

function read(rows: readonly Cells[], reading: Reading): ProductRecord {
  const first = rows[0]!
  const preorder = preorderIn(reading, first)
  const least = leastStock(preorder)
  const withChoices = rows.filter(hasChoices)
  if (rows.length > 1 && withChoices.length < rows.length) {
    for (const { row } of rows.filter((cells) => !hasChoices(cells)).slice(withChoices.length > 0 ? 0 : 1))
      reading.error(row, undefined, `Row ${first.row} is the same product, and this one says no choices of its own.`)
  }
  const chosen: Chosen[] = []
  // In a sheet without columns for variants, what stands in a row with choices is the variant's.
  const isPlain = !['variantSku', 'variantPrice'].some((field) => first.has(field as Field))
  const own = (variant: Field, product: Field): Field => (isPlain ? product : variant)
  const variants = withChoices.map((cells): VariantRecord => {
    const choices: Record<string, string> = {}
    for (let n = 1; n <= mostOptions; n++) {
      const option = cells.text(`option${n}Name` as Field)
      const choice = cells.text(`option${n}Value` as Field)
      if (option === undefined || choice === undefined) continue
      choices[option] = choice
      const color = cells.text(`option${n}Color` as Field)
      if (color !== undefined && !isColorCode(color))
        reading.error(cells.row, `option${n}Color` as Field, `“${shorter(color)}” is no color such as #9aa58f.`)
      chosen.push({ row: cells.row, option, choice, color })
    }
    return given({
      row: cells.row,
      id: idIn(reading, cells, 'variantId'),
      choices,
      sku: reading.text(cells, own('variantSku', 'sku'), 40),
      barcode: reading.text(cells, own('variantBarcode', 'barcode'), 40),
      mpn: reading.text(cells, own('variantMpn', 'mpn'), 70),
      contents: reading.contents(cells, own('variantContents', 'contents')),
      price: reading.amount(cells, own('variantPrice', 'price')),
      cost: reading.amount(cells, own('variantCost', 'cost')),
      weight: reading.weight(cells, own('variantWeight', 'weight')),
      visible: reading.flag(cells, 'variantVisible'),
      stock: stockIn(reading, cells, least),
      images: cells.has('variantImages') ? splitList(cells.text('variantImages') ?? '') : undefined,
    })
  })
  const options = optionsFrom(chosen)
  if (variants.length > 0) checkVariants(reading, first.row, options, variants)
  const says = reading.flag(first, 'manageVariants')
  const manageVariants =
    variants.length === 0 ? undefined : (says ?? (isPlain || variants.some(({ sku, price, stock }) => sku || price !== undefined || stock)))
  const type = first.text('discountType')?.toUpperCase()
  if (type !== undefined && !['NONE', 'PERCENT', 'AMOUNT'].includes(type))
    reading.error(first.row, 'discountType', 'A discount is PERCENT, AMOUNT or NONE.')
  const productType = first.text('productType')?.toLowerCase()
  if (productType !== undefined && productType !== 'physical' && productType !== 'digital')
    reading.error(first.row, 'productType', 'A product is physical or digital.')
  const slug = first.text('slug')
  if (slug !== undefined && reading.slug(first, 'slug') === undefined)
    reading.error(first.row, 'slug', 'An address has lowercase letters, digits, and single hyphens between them.')
  const imageOption = first.text('imageOption')
  if (imageOption !== undefined && variants.length > 0 && !options.some(({ name }) => name === imageOption))
    reading.error(first.row, 'imageOption', `“${shorter(imageOption)}” is no option of this product.`)
  const sharesStock = !manageVariants
  const images = imagesOf(first, reading)
  return given({
    row: first.row,
    id: idIn(reading, first, 'id'),
    slug: reading.slug(first, 'slug'),
    name: reading.text(first, 'name', 80) || undefined,
    visible: reading.flag(first, 'visible'),
    productType,
    description: reading.text(first, 'description', 8000),
    brand: reading.text(first, 'brand', 50) || undefined,
    ribbon: reading.text(first, 'ribbon', 30) || undefined,
    collections:
      first.text('collections') === undefined
        ? reading.options.clears && first.has('collections')
          ? []
          : undefined
        : splitList(first.text('collections')!).filter((one) => one !== ''),
    images,
    films: filmsIn(reading, first),
    imageOption: variants.length > 0 ? imageOption : undefined,
    sku: isPlain && variants.length > 0 ? undefined : reading.text(first, 'sku', 40),
    barcode: isPlain && variants.length > 0 ? undefined : reading.text(first, 'barcode', 40),
    mpn: isPlain && variants.length > 0 ? undefined : reading.text(first, 'mpn', 70),
    price: reading.amount(first, 'price'),
    discount: type === undefined ? undefined : { type, value: reading.amount(first, 'discount') ?? 0 },
    cost: reading.amount(first, 'cost'),
    weight: reading.weight(first, 'weight'),
    contents: reading.measure(first, 'contents'),
    unitPricePer: reading.measure(first, 'unitPricePer'),
    stock: sharesStock ? stockIn(reading, first, least) : undefined,
    preorder,
    subscriptions: subscriptionsIn(reading, first),
    soldOnce: reading.flag(first, 'oneTimePurchase'),
    fileId: fileIn(reading, first),
    productDimensions: dimensions(reading, first, 'productDimensions'),
    packageDimensions: dimensions(reading, first, 'packageDimensions'),
    taxGroupId: idIn(reading, first, 'taxGroupId'),
    seoTitle: reading.text(first, 'seoTitle', 500),
    seoDescription: reading.text(first, 'seoDescription', 1000),
    seoData:
      parsed(reading, first, 'seoData', SeoInput) ?? (isEmpty(first, 'seoData') && reading.options.clears ? { tags: [] } : undefined),
    sections: parsed(reading, first, 'infoSections', Sections),
    customTexts: parsed(reading, first, 'customTexts', Texts),
    manageVariants,
    options: variants.length > 0 ? options : undefined,
    variants,
    clear: reading.options.clears ? clearedBy(first) : [],
  }) as ProductRecord
}

function idIn(reading: Reading, cells: Cells, field: Field): string | undefined {
  const text = cells.text(field)?.toLowerCase()
  if (text === undefined) return undefined
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text))
    return reading.error(cells.row, field, `“${shorter(text)}” is no id of Vitrine.`)
  return text
}

/** Vitrine's own file, and sheets that people make themselves. */
export const own: Dialect = {
  name: 'VITRINE',
  fits: () => true,
  fieldOf: (name) => names.get(name) ?? synonyms[name],
  keyOf: (cells) => cells.text('id')?.toLowerCase() ?? cells.text('slug')?.toLowerCase(),
  read,
}
