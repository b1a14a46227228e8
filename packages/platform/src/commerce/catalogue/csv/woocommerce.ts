import type { Field } from './columns.ts'
import type { Dialect } from './dialect.ts'
import { type Cells, given, type Reading } from './reading.ts'
import type { ProductRecord, RecordStock, VariantRecord } from './record.ts'
import { type Chosen, checkVariants, commonDiscount, optionsFrom } from './structure.ts'

const mostAttributes = 20

/** As WooCommerce's product CSV import schema names its columns. Units stand in the names of some: `Weight (kg)`. */
const fields: Readonly<Record<string, Field>> = {
  id: 'reference',
  type: 'rowType',
  sku: 'sku',
  gtinupceanorisbn: 'barcode',
  name: 'name',
  published: 'visible',
  visibilityincatalog: 'status',
  shortdescription: 'shortDescription',
  description: 'description',
  instock: 'inStock',
  stock: 'stock',
  backordersallowed: 'backorders',
  weightkg: 'weight',
  weightlbs: 'weight',
  weightg: 'weight',
  weightoz: 'weight',
  lengthcm: 'length',
  widthcm: 'width',
  heightcm: 'height',
  lengthin: 'length',
  widthin: 'width',
  heightin: 'height',
  lengthmm: 'length',
  widthmm: 'width',
  heightmm: 'height',
  lengthm: 'length',
  widthm: 'width',
  heightm: 'height',
  saleprice: 'salePrice',
  regularprice: 'price',
  categories: 'collections',
  tags: 'tags',
  images: 'images',
  parent: 'parent',
  brands: 'brand',
  brand: 'brand',
  ...Object.fromEntries(
    Array.from({ length: mostAttributes }, (_, i) => i + 1).flatMap((n): [string, Field][] => [
      [`attribute${n}name`, `option${n}Name` as Field],
      [`attribute${n}values`, `option${n}Values` as Field],
    ]),
  ),
}

/** Values with commas between them; a comma within one stands behind a backslash. */
const listOf = (text: string): readonly string[] =>
  text
    .split(/(?<!\\),/)
    .map((one) => one.replaceAll('\\,', ',').trim())
    .filter((one) => one !== '')

const typesOf = (cells: Cells): ReadonlySet<string> =>
  new Set(
    (cells.text('rowType') ?? 'simple')
      .toLowerCase()
      .split(',')
      .map((one) => one.trim()),
  )

const isVariation = (cells: Cells): boolean => typesOf(cells).has('variation')

const attributesOf = (cells: Cells): readonly (readonly [name: string, values: string])[] =>
  Array.from({ length: mostAttributes }, (_, i) => i + 1).flatMap((n): (readonly [string, string])[] => {
    const name = cells.text(`option${n}Name` as Field)
    return name === undefined ? [] : [[name, cells.text(`option${n}Values` as Field) ?? '']]
  })

/** Stock is tracked where there is a number; else it is there or not. */
function stockOf(cells: Cells, reading: Reading): RecordStock | undefined {
  const text = cells.text('stock')
  if (text !== undefined && text.toLowerCase() !== 'parent') {
    if (/^-\d+$/.test(text)) {
      reading.guess(cells.row, 'stock', `${text} read as 0`)
      return { quantity: 0 }
    }
    return reading.stock(cells, 'stock')
  }
  const inStock = reading.flag(cells, 'inStock')
  return inStock === undefined ? undefined : { inStock }
}

const priceOf = (cells: Cells, reading: Reading) => {
  const regular = reading.amount(cells, 'price')
  const sale = reading.amount(cells, 'salePrice')
  return { price: sale ?? regular, before: regular }
}

/** A description as WooCommerce writes it: line ends are `\n` in letters. */
const withLines = (text: string | undefined): string | undefined => text?.replaceAll('\\r\\n', '\n').replaceAll('\\n', '\n')

/** What comes last of `Clothing > Hoodies`. */
const collectionsOf = (text: string): readonly string[] => [...new Set(listOf(text).map((one) => one.split('>').at(-1)!.trim()))]

function dimensionsOf(cells: Cells, reading: Reading) {
  const unit = /\((mm|cm|m|in|yd)\)/i.exec(reading.options.header[reading.options.columns.indexOf('length')] ?? '')?.[1]?.toUpperCase()
  const sides = (['length', 'width', 'height'] as const).flatMap((side) => {
    const value = reading.amount(cells, side)
    return value === undefined ? [] : [[side, String(value)] as const]
  })
  if (sides.length === 0 || unit === undefined) return undefined
  return { ...Object.fromEntries(sides), unit: unit as 'CM' }
}

function read(rows: readonly Cells[], reading: Reading): ProductRecord {
  const parent = rows.find((cells) => !isVariation(cells))
  const variations = rows.filter(isVariation)
  const first = parent ?? rows[0]!
  const types = typesOf(first)
  if (!parent) reading.error(first.row, 'parent', `There is no row of the product “${first.text('parent') ?? ''}” in this file.`)
  for (const other of rows.filter((cells) => !isVariation(cells) && cells !== parent))
    reading.error(other.row, 'sku', `Row ${first.row} has the same SKU.`)
  for (const type of ['grouped', 'external'])
    if (types.has(type)) reading.error(first.row, 'rowType', `Products of the type “${type}” cannot be imported.`)
  const chosen: Chosen[] = []
  const lines = variations.map((cells) => {
    const choices: Record<string, string> = {}
    for (const [option, value] of attributesOf(cells)) {
      if (value === '') continue
      choices[option] = value
      chosen.push({ row: cells.row, option, choice: value })
    }
    return { cells, choices, ...priceOf(cells, reading) }
  })
  // Attributes that no variation has only describe the product.
  const used = new Set(chosen.map(({ option }) => option))
  const said = attributesOf(first).filter(([name]) => used.has(name))
  const described = attributesOf(first).filter(([name]) => !used.has(name))
  for (const [name] of described)
    reading.guess(first.row, undefined, `The attribute “${name}” describes the product without making variants; it is left out.`)
  const options = optionsFrom(
    chosen,
    said.map(([name, values]) => ({
      name,
      choices: listOf(values)
        .filter((choice) => chosen.some((one) => one.option === name && one.choice === choice))
        .map((choice) => ({ name: choice })),
    })),
  )
  const own = priceOf(first, reading)
  const priced = lines.length > 0 ? lines : [own]
  const discount = commonDiscount(priced)
  if (!discount) reading.guess(first.row, 'salePrice', 'The discounts differ by variation, so the sale prices go in without a discount.')
  const fullOf = ({ price, before }: { readonly price?: number | undefined; readonly before?: number | undefined }) =>
    discount && discount.type !== 'NONE' && before !== undefined ? before : price
  const variants = lines.map(
    (line): VariantRecord =>
      given({
        row: line.cells.row,
        choices: line.choices,
        sku: reading.text(line.cells, 'sku', 40),
        barcode: reading.text(line.cells, 'barcode', 40),
        price: fullOf(line),
        weight: reading.weight(line.cells, 'weight'),
        visible: reading.flag(line.cells, 'visible'),
        stock: stockOf(line.cells, reading),
        images: line.cells.text('images') === undefined ? undefined : listOf(line.cells.text('images')!).slice(0, 1),
      }),
  )
  const has = variants.length > 0
  if (has) checkVariants(reading, first.row, options, variants)
  const visible = reading.flag(first, 'visible')
  const hidden = first.text('status')?.toLowerCase() === 'hidden'
  const images = listOf(first.text('images') ?? '')
  const all = [...new Set([...images, ...variants.flatMap((one) => one.images ?? [])])]
  const description = withLines(reading.text(first, 'description', 8000))
  return given({
    row: first.row,
    name: reading.text(first, 'name', 80) || undefined,
    description: description || withLines(reading.text(first, 'shortDescription', 8000)) || description,
    brand: reading.text(first, 'brand', 50),
    collections: first.text('collections') === undefined ? undefined : collectionsOf(first.text('collections')!),
    visible: hidden ? false : visible,
    productType: types.has('virtual') || types.has('downloadable') ? 'digital' : undefined,
    images: first.has('images') && all.length > 0 ? all.map((url) => ({ url })) : undefined,
    sku: reading.text(first, 'sku', 40),
    barcode: has ? undefined : reading.text(first, 'barcode', 40),
    price: fullOf(priced[0]!),
    discount: first.has('salePrice') ? (discount ?? { type: 'NONE', value: 0 }) : undefined,
    weight: reading.weight(first, 'weight'),
    productDimensions: dimensionsOf(first, reading),
    ...(has ? { options, manageVariants: true } : { stock: stockOf(first, reading) }),
    variants,
    clear: [],
  }) as ProductRecord
}

export const woocommerce: Dialect = {
  name: 'WOOCOMMERCE',
  fits: (names) => names.has('type') && names.has('name') && names.has('regularprice'),
  fieldOf: (name) => fields[name],
  // A variation names its parent by its SKU, or by `id:` and its id where it has none.
  keyOf(cells) {
    if (isVariation(cells)) return cells.text('parent')?.replace(/^id:\s*/, 'id:')
    const reference = cells.text('reference')
    return cells.text('sku') ?? (reference === undefined ? undefined : `id:${reference}`)
  },
  read,
}
