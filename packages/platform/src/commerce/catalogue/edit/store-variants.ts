import type { OffsetQuery, StoreVariant, storeVariants } from '@vitrine/contract'
import { isId } from '../../../kernel/db/id.ts'
import { type Db, plannedEachTime, type Sql, sql } from '../../../kernel/db/sql.ts'
import type { Handlers } from '../../../kernel/http/handlers.ts'
import { type Fields, readFilter, readSort, Unreadable } from '../../../kernel/query/filter.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { mediaPath } from '../address.ts'
import { allProducts } from '../document.ts'
import { sharedStock } from '../product.ts'
import type { FactImage, FactVariant } from '../sell.ts'

const productId = sql`product.id`
const variantId = sql`(variant->>'id')::uuid`
const storeVariantId = sql`(product.id::text || '-' || (variant->>'id'))`
const sku = sql`(variant->>'sku')`
const tracked = sql`coalesce(stock.tracked, false)`

const fields: Fields = {
  id: { kind: 'text', column: storeVariantId },
  variantId: { kind: 'id', column: variantId },
  productId: { kind: 'id', column: productId, sort: productId },
  productName: { kind: 'text', column: sql`product.name`, folded: sql`product.name_key`, sort: sql`product.name_key` },
  sku: { kind: 'text', column: sku, sort: sku },
  managedVariant: { kind: 'flag', column: sql`((variant->>'counted') <> ${sharedStock})` },
  collectionIds: { kind: 'ids', column: sql`product.collection_ids`, everyones: allProducts.id },
  'stock.trackQuantity': { kind: 'flag', column: tracked },
  'stock.quantity': { kind: 'number', column: sql`(case when stock.tracked then stock.quantity end)`, places: 0, nullable: true },
  'stock.inStock': { kind: 'flag', column: sql`coalesce(case when stock.tracked then stock.quantity > 0 else stock.in_stock end, false)` },
}

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

const among = (site: string): Sql => sql`
  product cross join lateral jsonb_array_elements(product.facts->'variants') variant
  left join stock on stock.site = ${site} and stock.product_id = product.id and stock.variant_id = (variant->>'counted')::uuid`

const find = (db: Db, site: string, where: Sql, tail: Sql): Promise<Row[]> =>
  db.query<Row>(
    plannedEachTime(sql`
      select product.id as "productId", product.name, product.collection_ids as "collectionIds", variant,
        product.facts->'options' as options, product.facts->'image' as image,
        stock.tracked, case when stock.tracked then stock.quantity > 0 else stock.in_stock end as "inStock", stock.quantity,
        (select json_build_object('enabled', enabled, 'message', message, 'limit', quantity_limit, 'expectedDate', expected_date) from product_preorder
          where product_preorder.site = ${site} and product_preorder.product_id = product.id) as preorder
      from ${among(site)} where product.site = ${site} and ${where} ${tail}`),
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

async function query(db: Db, site: string, { filter, sort, paging }: OffsetQuery, publicUrl: string) {
  const where = readFilter(filter ?? {}, fields)
  const order = readSort(sort ?? [], fields, sql`product.id, ${variantId}`, variantId)
  const [limit, offset] = [paging?.limit ?? usualLimit, paging?.offset ?? 0]
  const rows = await find(db, site, where, sql`order by ${order} limit ${limit} offset ${offset}`)
  const [counted] = await db.query<{ total: number }>(
    plannedEachTime(sql`
      select count(*)::integer as total from (
        select from ${among(site)} where product.site = ${site} and ${where} limit ${mostCounted + 1}) found`),
  )
  const { total } = counted!
  return {
    variants: rows.map((row) => shown(row, publicUrl)),
    metadata: { count: rows.length, offset, ...(total <= mostCounted && { total }) },
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
