import type { OffsetQuery, StoreVariant, storeVariants } from '@vitrine/contract'
import { isId } from '../../../kernel/db/id.ts'
import { type Db, plannedEachTime, type Sql, sql } from '../../../kernel/db/sql.ts'
import type { Handlers } from '../../../kernel/http/handlers.ts'
import { type Fields, readFilter, readSort, sortTerms, Unreadable } from '../../../kernel/query/filter.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { lowByInStock, lowByQuantity } from '../../selling/low-stock.ts'
import { productsBySku } from '../../selling/products-by-sku.ts'
import { mediaPath } from '../address.ts'
import { allProducts } from '../document.ts'
import { findFew } from '../large/few.ts'
import { walkOf } from '../large/walk.ts'
import { sharedStock } from '../product.ts'
import { readCatalogue } from '../revision.ts'
import { isLarge } from '../sample.ts'
import type { FactImage, FactVariant } from '../sell.ts'

const productId = sql`product.id`
const variantId = sql`(variant->>'id')::uuid`
const storeVariantId = sql`(product.id::text || '-' || (variant->>'id'))`
const sku = sql`(variant->>'sku')`
const tracked = sql`coalesce(stock.tracked, false)`

const fieldsOf = (site: string): Fields => ({
  id: { kind: 'text', column: storeVariantId },
  variantId: { kind: 'id', column: variantId },
  productId: { kind: 'id', column: productId, sort: productId, index: { kind: 'unique' } },
  productName: {
    kind: 'text',
    column: sql`product.name`,
    folded: sql`product.name_key`,
    sort: sql`product.name_key`,
    index: { kind: 'ordered', byVisible: true },
  },
  sku: { kind: 'text', column: sku, sort: sku, index: { kind: 'elsewhere', idsBy: productsBySku(site) } },
  managedVariant: { kind: 'flag', column: sql`((variant->>'counted') <> ${sharedStock})` },
  collectionIds: { kind: 'ids', column: sql`product.collection_ids`, everyones: allProducts.id, index: { kind: 'words' } },
  'stock.trackQuantity': { kind: 'flag', column: tracked },
  'stock.quantity': {
    kind: 'number',
    column: sql`(case when stock.tracked then stock.quantity end)`,
    places: 0,
    nullable: true,
    index: { kind: 'elsewhere', idsBy: lowByQuantity(site) },
  },
  'stock.inStock': {
    kind: 'flag',
    column: sql`coalesce(case when stock.tracked then stock.quantity > 0 else stock.in_stock end, false)`,
    index: { kind: 'elsewhere', idsBy: lowByInStock(site) },
  },
})

const usualLimit = 50
const mostCounted = 10_000

interface Row {
  readonly productId: string
  readonly name: string
  readonly collectionIds: readonly string[]
  readonly variant: FactVariant
  /** Of the product, in their order. */
  readonly options: readonly { readonly name: string }[] | null
  readonly image: FactImage | null
  readonly tracked: boolean | null
  readonly inStock: boolean | null
  readonly quantity: number | null
  readonly preorder: {
    readonly enabled: boolean
    readonly message: string | null
    readonly limit: number | null
    readonly expectedDate: string | null
  } | null
}

const among = (site: string, products: Sql): Sql => sql`
  ${products} cross join lateral jsonb_array_elements(product.facts->'variants') variant
  left join stock on stock.site = ${site} and stock.product_id = product.id and stock.variant_id = (variant->>'counted')::uuid`

const find = (db: Db, site: string, where: Sql, tail: Sql, products = sql`product`): Promise<Row[]> =>
  db.query<Row>(
    plannedEachTime(sql`
      select product.id as "productId", product.name, product.collection_ids as "collectionIds", variant,
        product.facts->'options' as options, product.facts->'image' as image,
        stock.tracked, case when stock.tracked then stock.quantity > 0 else stock.in_stock end as "inStock", stock.quantity,
        (select json_build_object('enabled', enabled, 'message', message, 'limit', quantity_limit, 'expectedDate', expected_date) from product_preorder
          where product_preorder.site = ${site} and product_preorder.product_id = product.id) as preorder
      from ${among(site, products)} where product.site = ${site} and ${where} ${tail}`),
  )

function shown(row: Row, publicUrl: string): StoreVariant {
  const { variant, preorder } = row
  const choices = Object.fromEntries(
    (row.options ?? []).flatMap(({ name }) => (variant.choices[name] === undefined ? [] : [[name, variant.choices[name]]])),
  )
  const names = Object.values(choices)
  const image = variant.image ?? row.image ?? undefined
  return {
    id: `${row.productId}-${variant.id}`,
    variantId: variant.id,
    productId: row.productId,
    variantName: names.length > 0 ? names.join(', ') : row.name,
    productName: row.name,
    managedVariant: variant.counted !== sharedStock,
    sku: variant.sku,
    stock: {
      trackQuantity: row.tracked ?? false,
      ...(row.tracked && { quantity: row.quantity ?? 0 }),
      inStock: row.inStock ?? false,
    },
    choices,
    collectionIds: [allProducts.id, ...row.collectionIds],
    ...(image?.id !== undefined && {
      media: {
        image: {
          id: image.id,
          url: publicUrl + mediaPath(image.id),
          ...(image.width !== undefined && { width: image.width }),
          ...(image.height !== undefined && { height: image.height }),
          ...(image.altText !== undefined && { altText: image.altText }),
        },
      },
    }),
    ...(preorder?.enabled && {
      preorderInfo: {
        enabled: true,
        ...(preorder.message !== null && { message: preorder.message }),
        ...(preorder.limit !== null && { limit: preorder.limit }),
        ...(preorder.expectedDate !== null && { expectedDate: preorder.expectedDate }),
      },
    }),
  }
}

/** So many products of a large catalogue are looked at for a page. */
const reach = 20_000

/**
 * Where a page is looked for: in all products; of a large catalogue among those that an index tells, or on a walk in the order that is asked for,
 * which may end before all of it was met.
 */
async function placeOf(db: Db, site: string, fields: Fields, { filter, sort }: OffsetQuery) {
  if (!isLarge((await readCatalogue(db, site)).products)) return { products: sql`product`, isCut: false }
  const terms = sortTerms(sort?.length ? sort : [{ fieldName: 'productId' }], fields, productId)
  const asked = { site, hidden: true, filter: filter ?? {}, fields, condition: sql`true`, terms }
  const few = await findFew(db, asked)
  if (few) return { products: few, isCut: false }
  const walk = walkOf({ ...asked, ofRows: true }, reach)
  if (!walk) throw new Unreadable('query.sort', 'sorts more than can be sorted: it is for a narrower filter', 'MAX_SIZE')
  const bound = await walk.findBound(db)
  return { products: walk.met(bound), isCut: bound !== undefined }
}

async function query(db: Db, site: string, asked: OffsetQuery, publicUrl: string) {
  const { filter, sort, paging } = asked
  const fields = fieldsOf(site)
  const where = readFilter(filter ?? {}, fields)
  const order = readSort(sort ?? [], fields, sql`product.id, ${variantId}`, variantId)
  const [limit, offset] = [paging?.limit ?? usualLimit, paging?.offset ?? 0]
  const { products, isCut } = await placeOf(db, site, fields, asked)
  const rows = await find(db, site, where, sql`order by ${order} limit ${limit} offset ${offset}`, products)
  if (isCut && rows.length < limit)
    throw offset > 0
      ? new Unreadable('query.paging.offset', 'goes deeper into so many variants than is looked at; narrow them down', 'MAX')
      : new Unreadable(
          'query.filter',
          'finds too little among too many variants; narrow them down by a SKU, a product or how it begins',
          'MAX_SIZE',
        )
  const [counted] = isCut
    ? []
    : await db.query<{ total: number }>(
        plannedEachTime(sql`
          select count(*)::integer as total from (
            select from ${among(site, products)} where product.site = ${site} and ${where} limit ${mostCounted + 1}) found`),
      )
  return {
    variants: rows.map((row) => shown(row, publicUrl)),
    metadata: { count: rows.length, offset, ...(counted && counted.total <= mostCounted && { total: counted.total }) },
  }
}

/** Variants of all products, for the merchant and their programs. */
export const storeVariantOperations = ({ publicUrl }: { readonly publicUrl: string }): Handlers<typeof storeVariants> => ({
  async 'POST /stores-reader/v1/variants/query'({ query: asked }, { db, site }) {
    try {
      return await query(db, site, asked ?? {}, publicUrl)
    } catch (error) {
      if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
      throw error
    }
  },

  async 'GET /stores-reader/v1/variants/{id}'({ id }, { db, site }) {
    const [, product, variant] = /^([0-9a-f-]{36})-([0-9a-f-]{36})$/.exec(id.toLowerCase()) ?? []
    if (product === undefined || !isId(product) || !isId(variant!)) return refuse('STORE_VARIANT_NOT_FOUND')
    const [row] = await find(db, site, sql`product.id = ${product}::uuid and ${variantId} = ${variant}::uuid`, sql`limit 1`)
    return row ? { variant: shown(row, publicUrl) } : refuse('STORE_VARIANT_NOT_FOUND')
  },
})
