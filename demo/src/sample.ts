import { readFile } from 'node:fs/promises'
import { type SampleProducts, sampleAddress } from '@vitrine/platform/commerce/catalogue/imports/samples'
import { csvLine, joinList } from '@vitrine/platform/kernel/csv/cells'
import { type Catalogue, type ProductEntry, readCatalogue, shopFolder } from './morrow.ts'
import { paragraph } from './products.ts'

const addressOf = (path: string): string => sampleAddress + path

/** Without decimals where there are none, so that a currency without cents takes it as well. */
const amount = (cents: number): string => (cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2))
const cents = (decimal: string): number => Math.round(Number(decimal) * 100)

type Row = Readonly<Record<string, string>>

/** The rows of a product: what is the product's stands in the first. */
function rowsOf(product: ProductEntry, collections: ReadonlyMap<string, string>): readonly Row[] {
  const { slug, name, brand, ribbon, description, sections, pictures, options, variants, compareAtPrice, weightKg, sku } = product
  const before = cents(compareAtPrice ?? product.price)
  const reduction = before - cents(product.price)
  const { option, choiceOf } = shownBy(product)
  const first: Row = {
    Name: name,
    Description: paragraph(description),
    Brand: brand,
    Ribbon: ribbon ?? '',
    Collections: joinList(product.collections.map((one) => collections.get(one)!)),
    Images: joinList(pictures.map(({ path }) => addressOf(path))),
    'Image alt texts': joinList(pictures.map(({ alt }) => alt)),
    'Image focal points': joinList(pictures.map(({ focalPoint: { x, y } }) => `${x} ${y}`)),
    'Images by option': option ?? '',
    SKU: sku,
    Price: amount(before),
    ...(reduction > 0 && { 'Discount type': 'AMOUNT', Discount: amount(reduction) }),
    'Weight (kg)': weightKg ?? '',
    'Info sections': JSON.stringify(sections.map(({ title, text }) => ({ title, description: paragraph(text) }))),
  }
  if (options.length === 0) return [{ Slug: slug, ...first, Stock: String(variants[0]?.stock ?? 'in stock') }]
  const shown = new Set<string>()
  return variants.map((variant, i) => {
    const choice = choiceOf(variant.choices)
    const isFirstOfChoice = choice !== undefined && !shown.has(choice)
    if (choice !== undefined) shown.add(choice)
    return {
      Slug: slug,
      ...(i === 0 && first),
      'Manage variants': 'TRUE',
      Stock: String(variant.stock ?? 'in stock'),
      'Variant SKU': variant.sku,
      'Variant price': amount(before + cents(variant.priceDifference)),
      ...(isFirstOfChoice && {
        'Variant images': joinList(pictures.filter(({ choices }) => choices?.[option!] === choice).map(({ path }) => addressOf(path))),
      }),
      ...Object.fromEntries(
        options.flatMap(({ name: title, choices }, n) => {
          const chosen = variant.choices[title]!
          return [
            [`Option ${n + 1} name`, title],
            [`Option ${n + 1} value`, chosen],
            [`Option ${n + 1} color`, choices.find((one) => one.name === chosen)?.hex?.toLowerCase() ?? ''],
          ]
        }),
      ),
    }
  })
}

/** The option whose choices have pictures of their own. */
function shownBy({ options, pictures }: ProductEntry) {
  const option = options.find(({ name }) => pictures.some(({ choices }) => choices?.[name] !== undefined))?.name
  return { option, choiceOf: (choices: Readonly<Record<string, string>>) => (option === undefined ? undefined : choices[option]) }
}

function fileOf({ products, collections }: Catalogue): string {
  const names = new Map(collections.map(({ slug, name }) => [slug, name]))
  // What needs more than a file of products says, a subscription, a voucher, a class, is left out.
  const rows = products
    .filter(({ itemType, subscriptions }) => itemType === 'PHYSICAL' && subscriptions.length === 0)
    .flatMap((product) => rowsOf(product, names))
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [header, ...rows.map((row) => header.map((name) => row[name] ?? ''))].map((cells) => csvLine(cells)).join('')
}

/** The products of the demo shop that a shop can be filled with for a look. */
export const sampleProducts: SampleProducts = {
  fileName: 'Sample products',
  file: () => fileOf(readCatalogue()),
  picture: async (name) => (isPicture(readCatalogue(), name) ? readFile(new URL(name, shopFolder)) : undefined),
}

const isPicture = ({ products }: Catalogue, name: string): boolean =>
  products.some(({ pictures }) => pictures.some(({ path }) => path === name))
