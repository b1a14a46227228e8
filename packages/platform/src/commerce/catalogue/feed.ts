import { isGtin, type Minor, toDecimal } from '@vitrine/pricing'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { mediaPath, productPath } from './address.ts'
import type { FactVariant, SellingFacts } from './sell.ts'
import { textOf } from './words.ts'

/** A variant as channels for merchants list it. */
export interface FeedItem {
  /** The variant's id; the product's where it has no options. */
  readonly id: string
  /** The product's, where it has options. */
  readonly groupId?: string
  readonly title: string
  readonly description: string
  /** Below the shop's address, with what is chosen. */
  readonly path: string
  readonly imagePath?: string
  /** `preorder` where the shop says when it is expected. */
  readonly availability: 'in_stock' | 'out_of_stock' | 'backorder' | 'preorder'
  /** When what is preordered is expected: `2027-05-14T00:00Z`. */
  readonly availabilityDate?: string
  /** As `26.00 EUR`, before a discount. */
  readonly price: string
  /** What is paid where that is less. */
  readonly salePrice?: string
  readonly brand?: string
  /** The barcode where it is one. */
  readonly gtin?: string
  /** How much it contains, `250g`, and of how much its price is to be said, `100g`. */
  readonly unitPricing?: { readonly measure: string; readonly base: string }
  /** The maker's number of the part; the SKU where none is known. */
  readonly mpn?: string
  readonly color?: string
  readonly size?: string
  readonly weight?: number
}

interface Stock {
  readonly id: string
  readonly left: number | null
  readonly more: number
}

interface Row {
  readonly id: string
  readonly numericId: number
  readonly slug: string
  readonly name: string
  readonly description: string
  readonly brand: string
  readonly facts: SellingFacts
  readonly expectedDate: string | null
  readonly stock: readonly Stock[] | null
}

const atOnce = 200
const longestDescription = 5000

/** What is looked up in a name of an option, whatever its case. */
const isSize = (name: string): boolean => /^(size|größe|groesse|taille|talla|taglia|maat|rozmiar)$/i.test(name.trim())

/** Words within a line stay together, whatever they are dressed in. */
const plainText = (html: string): string =>
  textOf(html.replace(/<\/?(?:a|b|em|i|s|small|span|strong|u)\b[^>]*>/gi, ''))
    .replace(/\s+/g, ' ')
    .trim()

function availabilityOf(stock: Stock | undefined, expectedDate: string | null): Pick<FeedItem, 'availability' | 'availabilityDate'> {
  if (stock && (stock.left === null || stock.left > 0)) return { availability: 'in_stock' }
  if ((stock?.more ?? 0) <= 0) return { availability: 'out_of_stock' }
  return expectedDate === null ? { availability: 'backorder' } : { availability: 'preorder', availabilityDate: `${expectedDate}T00:00Z` }
}

function itemOf(row: Row, variant: FactVariant, currency: string): FeedItem {
  const { facts } = row
  // In the order of the options: a database gives the names back in an order of its own.
  const choices = facts.options.flatMap(({ name }) => (variant.choices[name] === undefined ? [] : [[name, variant.choices[name]] as const]))
  const hasOptions = choices.length > 0
  const money = (amount: Minor) => `${toDecimal(amount, currency)} ${currency}`
  const stock = row.stock?.find(({ id }) => id === variant.counted)
  const color = choices.find(([name]) => facts.options.some((option) => option.name === name && option.choices.some((one) => one.color)))
  const size = choices.find(([name]) => isSize(name))
  const image = variant.image ?? facts.image
  const measure = variant.pricePerUnitData
  return {
    id: hasOptions ? variant.id : row.id,
    ...(hasOptions && { groupId: row.id }),
    title: [row.name, ...choices.map(([, choice]) => choice)].join(', '),
    description: plainText(row.description).slice(0, longestDescription) || row.name,
    path: productPath(row.slug) + (hasOptions ? `?${new URLSearchParams(choices.map(([name, choice]) => [name, choice])).toString()}` : ''),
    ...(image?.id !== undefined && { imagePath: mediaPath(image.id) }),
    ...availabilityOf(stock, row.expectedDate),
    price: money(variant.fullPrice),
    ...(variant.price < variant.fullPrice && { salePrice: money(variant.price) }),
    ...(row.brand !== '' && { brand: row.brand }),
    ...(variant.barcode !== undefined && isGtin(variant.barcode) && { gtin: variant.barcode }),
    ...(measure && {
      unitPricing: {
        measure: `${measure.totalQuantity}${measure.totalMeasurementUnit.toLowerCase()}`,
        base: `${measure.baseQuantity}${measure.baseMeasurementUnit.toLowerCase()}`,
      },
    }),
    ...((variant.mpn || variant.sku) && { mpn: variant.mpn || variant.sku }),
    ...(color && { color: color[1] }),
    ...(size && { size: size[1] }),
    ...(variant.weight !== undefined && { weight: variant.weight }),
  }
}

interface FeedAsked {
  readonly currency: string
  /** A product that is not told. */
  readonly without: string | undefined
  /** A day before it is no promise any more. */
  readonly today: string
}

/** Every variant that shoppers see, the oldest products first, some products at a time: a large catalogue is never in memory as a whole. */
export async function* feedItems(db: Db, site: string, { currency, without, today }: FeedAsked): AsyncGenerator<readonly FeedItem[]> {
  let [number, id] = [Number.MIN_SAFE_INTEGER, '00000000-0000-0000-0000-000000000000']
  for (;;) {
    const rows = await db.query<Row>(sql`
      select id, numeric_id as "numericId", slug, name, description, brand, facts, (
        select json_agg(json_build_object(
          'id', stock.variant_id,
          'left', case when stock.tracked then stock.quantity when stock.in_stock then null else 0 end,
          'more', case when stock.tracked then stock.quantity + stock.backorder_limit else 0 end))
        from stock where stock.site = ${site} and stock.product_id = product.id) as stock, (
        select expected_date::text from product_preorder
        where product_preorder.site = ${site} and product_preorder.product_id = product.id and enabled and expected_date >= ${today}::date) as "expectedDate"
      from product
      where site = ${site} and visible and (numeric_id, id) > (${number}::bigint, ${id}::uuid)
      order by numeric_id, id limit ${atOnce}`)
    const last = rows.at(-1)
    if (!last) return
    yield rows
      .filter((row) => row.id !== without)
      .flatMap((row) => row.facts.variants.filter(({ visible }) => visible).map((variant) => itemOf(row, variant, currency)))
    ;[number, id] = [last.numericId, last.id]
  }
}
