import type { Field } from './columns.ts'
import type { Dialect } from './dialect.ts'
import { type Cells, given, type Reading } from './reading.ts'
import type { ProductRecord, RecordImage, RecordStock, VariantRecord } from './record.ts'
import { type Chosen, checkVariants, commonDiscount, optionsFrom } from './structure.ts'

/** As Shopify's help names the columns of its products file, before and since 2025. */
const fields: Readonly<Record<string, Field>> = {
  handle: 'slug',
  urlhandle: 'slug',
  title: 'name',
  bodyhtml: 'description',
  description: 'description',
  vendor: 'brand',
  collection: 'collections',
  tags: 'tags',
  published: 'visible',
  publishedononlinestore: 'visible',
  status: 'status',
  variantsku: 'variantSku',
  sku: 'variantSku',
  variantgrams: 'variantWeight',
  weightvaluegrams: 'variantWeight',
  variantweightunit: 'weightUnit',
  weightunitfordisplay: 'weightUnit',
  variantinventorytracker: 'trackStock',
  inventorytracker: 'trackStock',
  variantinventoryqty: 'stock',
  inventoryquantity: 'stock',
  variantinventorypolicy: 'backorders',
  continuesellingwhenoutofstock: 'backorders',
  variantprice: 'variantPrice',
  price: 'variantPrice',
  variantcompareatprice: 'compareAtPrice',
  compareatprice: 'compareAtPrice',
  variantrequiresshipping: 'requiresShipping',
  requiresshipping: 'requiresShipping',
  imagesrc: 'image',
  productimageurl: 'image',
  imageposition: 'imagePosition',
  imagealttext: 'imageAlt',
  variantimage: 'variantImages',
  variantimageurl: 'variantImages',
  giftcard: 'rowType',
  seotitle: 'seoTitle',
  seodescription: 'seoDescription',
  costperitem: 'variantCost',
  variantbarcode: 'variantBarcode',
  barcode: 'variantBarcode',
  unitpricetotalmeasure: 'contents',
  unitpricetotalmeasureunit: 'contentsUnit',
  unitpricebasemeasure: 'unitPricePer',
  unitpricebasemeasureunit: 'unitPriceUnit',
  ...Object.fromEntries(
    [1, 2, 3].flatMap((n): [string, Field][] => [
      [`option${n}name`, `option${n}Name` as Field],
      [`option${n}value`, `option${n}Value` as Field],
    ]),
  ),
}

function stockOf(cells: Cells, reading: Reading): RecordStock | undefined {
  if (!cells.has('stock')) return undefined
  // Where a tracker column is empty, Shopify sells without counting.
  if (cells.has('trackStock') && cells.text('trackStock') === undefined) return { inStock: true }
  const text = cells.text('stock')
  // It may have sold more than it had.
  if (text !== undefined && /^-\d+$/.test(text)) {
    reading.guess(cells.row, 'stock', `${text} read as 0`)
    return { quantity: 0 }
  }
  return reading.stock(cells, 'stock')
}

/** Where there is no measure, Shopify writes 0 or nothing. */
const measureOf = (cells: Cells, reading: Reading, field: Field, unit: Field) =>
  Number(cells.text(field) ?? 0) === 0 ? undefined : reading.measure(cells, field, unit)

/** The options that the first row names; `Title` with `Default Title` is how Shopify writes that there are none. */
const optionNames = (first: Cells): readonly (readonly [number, string])[] =>
  [1, 2, 3].flatMap((n): (readonly [number, string])[] => {
    const name = first.text(`option${n}Name` as Field)
    if (name === undefined || (name === 'Title' && first.text('option1Value') === 'Default Title')) return []
    return [[n, name]]
  })

function read(rows: readonly Cells[], reading: Reading): ProductRecord {
  const first = rows[0]!
  const names = optionNames(first)
  // Rows without a price, a SKU and choices only bring one more picture.
  const ofVariants = rows.filter(
    (cells, i) => i === 0 || ['option1Value', 'variantSku', 'variantPrice'].some((field) => cells.text(field as Field) !== undefined),
  )
  if (names.length === 0 && ofVariants.length > 1) {
    for (const { row } of ofVariants.slice(1))
      reading.error(row, undefined, `The product of row ${first.row} has no options, so this cannot be a variant of it.`)
  }
  if (readsYes(first.text('rowType'))) reading.error(first.row, 'rowType', 'Gift cards are not imported: set them up under Gift cards.')
  const chosen: Chosen[] = []
  const lines = ofVariants.map((cells) => {
    const choices: Record<string, string> = {}
    for (const [n, option] of names) {
      const choice = cells.text(`option${n}Value` as Field)
      if (choice === undefined) continue
      choices[option] = choice
      chosen.push({ row: cells.row, option, choice })
    }
    const price = reading.amount(cells, 'variantPrice')
    const before = reading.amount(cells, 'compareAtPrice')
    return { cells, choices, price, before: before || undefined }
  })
  const discount = commonDiscount(lines)
  if (!discount)
    reading.guess(first.row, 'compareAtPrice', 'The prices before the discount differ by variant, so the prices go in without a discount.')
  const fullOf = ({ price, before }: (typeof lines)[number]) =>
    discount && discount.type !== 'NONE' && before !== undefined && price !== undefined && before > price ? before : price
  const images = rows
    .flatMap((cells, i): { readonly image: RecordImage; readonly at: number }[] => {
      const url = cells.text('image')
      if (url === undefined) return []
      const alt = reading.text(cells, 'imageAlt', 500)
      return [{ image: { url, ...(alt && { alt }) }, at: Number(cells.text('imagePosition') ?? i + 1) || i + 1 }]
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ image }) => image)
  const has = names.length > 0
  const single = lines[0]!
  const variants = has
    ? lines.map(
        (line): VariantRecord =>
          given({
            row: line.cells.row,
            choices: line.choices,
            sku: reading.text(line.cells, 'variantSku', 40),
            barcode: reading.text(line.cells, 'variantBarcode', 40),
            contents: measureOf(line.cells, reading, 'contents', 'contentsUnit'),
            price: fullOf(line),
            cost: reading.amount(line.cells, 'variantCost'),
            weight: reading.weight(line.cells, 'variantWeight', 'g'),
            stock: stockOf(line.cells, reading),
            images: line.cells.has('variantImages') ? [line.cells.text('variantImages')].filter((one) => one !== undefined) : undefined,
          }),
      )
    : []
  const options = has ? optionsFrom(chosen) : undefined
  if (options) checkVariants(reading, first.row, options, variants)
  const visible = reading.flag(first, 'visible')
  const status = first.text('status')?.toLowerCase()
  const all = [...images, ...variants.flatMap((one) => one.images ?? []).map((url) => ({ url }))]
  const shipped = first.text('requiresShipping')
  return given({
    row: first.row,
    slug: reading.slug(first, 'slug'),
    name: reading.text(first, 'name', 80) || undefined,
    description: reading.text(first, 'description', 8000),
    brand: reading.text(first, 'brand', 50),
    collections: first
      .text('collections')
      ?.split(',')
      .map((one) => one.trim()),
    visible: status === undefined ? visible : status === 'active' && visible !== false,
    productType: shipped === undefined ? undefined : readsYes(shipped) ? 'physical' : 'digital',
    images: first.has('image') ? all.filter(({ url }, i) => all.findIndex((one) => one.url === url) === i) : undefined,
    price: fullOf(single),
    discount: first.has('compareAtPrice') ? (discount ?? { type: 'NONE', value: 0 }) : undefined,
    seoTitle: reading.text(first, 'seoTitle', 500),
    seoDescription: reading.text(first, 'seoDescription', 1000),
    contents: measureOf(first, reading, 'contents', 'contentsUnit'),
    unitPricePer: measureOf(first, reading, 'unitPricePer', 'unitPriceUnit'),
    ...(has
      ? { options, manageVariants: true }
      : {
          sku: reading.text(single.cells, 'variantSku', 40),
          barcode: reading.text(single.cells, 'variantBarcode', 40),
          cost: reading.amount(single.cells, 'variantCost'),
          weight: reading.weight(single.cells, 'variantWeight', 'g'),
          stock: stockOf(single.cells, reading),
        }),
    variants,
    clear: [],
  }) as ProductRecord
}

const readsYes = (text: string | undefined): boolean => text?.toLowerCase() === 'true'

export const shopify: Dialect = {
  name: 'SHOPIFY',
  fits: (names) =>
    (names.has('handle') && names.has('title') && (names.has('variantprice') || names.has('bodyhtml') || names.has('option1name'))) ||
    (names.has('urlhandle') && names.has('title')),
  fieldOf: (name) => fields[name],
  keyOf: (cells) => cells.text('slug')?.toLowerCase(),
  read,
}
