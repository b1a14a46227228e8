import type { Field } from './columns.ts'
import type { Dialect } from './dialect.ts'
import { type Cells, given, type Reading } from './reading.ts'
import type { ProductRecord, VariantRecord } from './record.ts'
import { type Chosen, checkVariants, isColorCode, optionsFrom } from './structure.ts'

/** As the template of the products file names them, in both of its versions. */
const fields: Readonly<Record<string, Field>> = {
  handleid: 'slug',
  handle: 'slug',
  fieldtype: 'rowType',
  name: 'name',
  description: 'description',
  plaindescription: 'description',
  productimageurl: 'images',
  media: 'images',
  mediaurl: 'images',
  mediaalttext: 'imageAlt',
  collection: 'collections',
  categories: 'collections',
  sku: 'sku',
  barcode: 'barcode',
  ribbon: 'ribbon',
  price: 'price',
  strikethroughprice: 'compareAtPrice',
  surcharge: 'surcharge',
  visible: 'visible',
  discountmode: 'discountType',
  discountvalue: 'discount',
  inventory: 'stock',
  weight: 'weight',
  cost: 'cost',
  brand: 'brand',
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].flatMap((n): [string, Field][] => [
      [`productoptionname${n}`, `option${n}Name` as Field],
      [`productoptiontype${n}`, `option${n}Type` as Field],
      [`productoptiondescription${n}`, `option${n}Values` as Field],
      [`productoptionchoices${n}`, `option${n}Values` as Field],
      [`additionalinfotitle${n}`, `section${n}Title` as Field],
      [`additionalinfodescription${n}`, `section${n}Text` as Field],
      [`customtextfield${n}`, `text${n}Title` as Field],
      [`customtextcharlimit${n}`, `text${n}Limit` as Field],
      [`customtextmandatory${n}`, `text${n}Mandatory` as Field],
    ]),
  ),
}

const listOf = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** `#ff0000:Red` of a colour, else the name alone. */
function choiceIn(text: string): { readonly choice: string; readonly color?: string } {
  const [, color, name] = /^(#[0-9a-f]{3,6})\s*:\s*(.+)$/i.exec(text) ?? []
  return color !== undefined && name !== undefined && isColorCode(color) ? { choice: name.trim(), color } : { choice: text }
}

/** A file of the shop that is left is named by its id alone. */
const imageAddress = (text: string): string => (/^https?:/i.test(text) ? text : `https://static.wixstatic.com/media/${text}`)

const typeOf = (cells: Cells): string => (cells.text('rowType') ?? 'product').toLowerCase()
const numbers = [1, 2, 3, 4, 5, 6] as const

function read(rows: readonly Cells[], reading: Reading): ProductRecord {
  const product = rows.find((cells) => typeOf(cells) === 'product')
  const first = product ?? rows[0]!
  if (!product) reading.error(first.row, 'rowType', 'There is no row of the type “Product” with this handle.')
  for (const other of rows.filter((cells) => typeOf(cells) === 'product' && cells !== product))
    reading.error(other.row, 'slug', `Row ${first.row} is a product with the same handle.`)
  const names = numbers.flatMap((n): (readonly [number, string])[] => {
    const name = first.text(`option${n}Name` as Field)
    return name === undefined ? [] : [[n, name]]
  })
  const options = names.map(([n, name]) => ({
    name,
    ...(first.text(`option${n}Type` as Field)?.toUpperCase() === 'COLOR' && { kind: 'color' as const }),
    choices: listOf(first.text(`option${n}Values` as Field)).map((text) => {
      const { choice, color } = choiceIn(text)
      return { name: choice, ...(color !== undefined && { color }) }
    }),
  }))
  const base = reading.amount(first, 'price')
  const struck = reading.amount(first, 'compareAtPrice')
  const full = struck !== undefined && base !== undefined && struck > base ? struck : base
  const chosen: Chosen[] = []
  const variants = rows
    .filter((cells) => typeOf(cells) === 'variant')
    .map((cells): VariantRecord => {
      const choices: Record<string, string> = {}
      for (const [n, option] of names) {
        const text = cells.text(`option${n}Values` as Field)
        if (text === undefined) continue
        const { choice, color } = choiceIn(text)
        choices[option] = choice
        chosen.push({ row: cells.row, option, choice, color })
      }
      const surcharge = reading.amount(cells, 'surcharge')
      const own = reading.amount(cells, 'price')
      return given({
        row: cells.row,
        choices,
        sku: reading.text(cells, 'sku', 40),
        barcode: reading.text(cells, 'barcode', 40),
        price: own ?? (full === undefined ? undefined : Math.round((full + (surcharge ?? 0)) * 1000) / 1000),
        cost: reading.amount(cells, 'cost'),
        weight: reading.weight(cells, 'weight'),
        visible: reading.flag(cells, 'visible'),
        stock: reading.stock(cells, 'stock'),
      })
    })
  const all = optionsFrom(chosen, options)
  if (variants.length > 0) checkVariants(reading, first.row, all, variants)
  const mode = first.text('discountType')?.toUpperCase()
  const off = reading.amount(first, 'discount')
  if (mode !== undefined && mode !== 'PERCENT' && mode !== 'AMOUNT' && mode !== 'NONE')
    reading.error(first.row, 'discountType', 'A discount is PERCENT or AMOUNT.')
  const discount =
    struck !== undefined && base !== undefined && struck > base
      ? { type: 'AMOUNT' as const, value: Math.round((struck - base) * 1000) / 1000 }
      : mode === 'PERCENT' || mode === 'AMOUNT'
        ? off
          ? { type: mode, value: off }
          : { type: 'NONE' as const, value: 0 }
        : undefined
  const sections = numbers.flatMap((n) => {
    const title = reading.text(first, `section${n}Title` as Field, 50)
    const description = reading.text(first, `section${n}Text` as Field, 16_000)
    return title ? [{ title, description: description ?? '' }] : []
  })
  const customTexts = ([1, 2] as const).flatMap((n) => {
    const title = reading.text(first, `text${n}Title`, 100)
    if (!title) return []
    const limit = reading.amount(first, `text${n}Limit`) ?? 500
    return [
      { title, maxLength: Math.min(500, Math.max(1, Math.round(limit))), mandatory: reading.flag(first, `text${n}Mandatory`) ?? false },
    ]
  })
  const media = rows.filter((cells) => typeOf(cells) !== 'variant')
  const images = media.flatMap((cells) => {
    const alt = reading.text(cells, 'imageAlt', 500)
    return listOf(cells.text('images')).map((text) => ({ url: imageAddress(text), ...(alt && { alt }) }))
  })
  const ownsVariants = variants.some(
    ({ sku, barcode, price, weight, stock, visible }) =>
      sku || barcode || weight !== undefined || stock || visible === false || price !== full,
  )
  return given({
    row: first.row,
    slug: reading.slug(first, 'slug'),
    name: reading.text(first, 'name', 80) || undefined,
    description: reading.text(first, 'description', 8000),
    brand: reading.text(first, 'brand', 50),
    ribbon: reading.text(first, 'ribbon', 30),
    collections: first.text('collections') === undefined ? undefined : listOf(first.text('collections')),
    visible: reading.flag(first, 'visible'),
    images: images.length > 0 ? images.filter(({ url }, i) => images.findIndex((one) => one.url === url) === i) : undefined,
    sku: reading.text(first, 'sku', 40),
    barcode: all.length > 0 ? undefined : reading.text(first, 'barcode', 40),
    price: full,
    discount,
    cost: reading.amount(first, 'cost'),
    weight: reading.weight(first, 'weight'),
    stock: all.length > 0 && ownsVariants ? undefined : reading.stock(first, 'stock'),
    sections: sections.length > 0 ? sections : undefined,
    customTexts: customTexts.length > 0 ? customTexts : undefined,
    ...(all.length > 0 && { options: all, manageVariants: ownsVariants }),
    variants,
    clear: [],
  }) as ProductRecord
}

export const wix: Dialect = {
  name: 'WIX',
  fits: (names) => names.has('fieldtype') && (names.has('handleid') || names.has('handle')),
  fieldOf: (name) => fields[name],
  keyOf: (cells) => cells.text('slug'),
  read,
}
