import type { CursorQuery, CursorSearch, InventoryItemV3, inventoryItemsV3, SearchDetailsInput, StoresLocation } from '@vitrine/contract'
import { type Db, join, plannedEachTime, type Sql, sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { type AggregateFields, aggregate } from '../../kernel/query/aggregate.ts'
import { type Fields, readFilter } from '../../kernel/query/filter.ts'
import { readKeyset } from '../../kernel/query/keyset.ts'
import { listed, listing } from '../../kernel/query/listed.ts'
import { readable } from '../../kernel/query/readable.ts'
import type { AskedOfProducts, RowsOfProducts } from '../../kernel/query/rows-of-products.ts'
import { detailsOf, knownTimeZone } from '../../kernel/query/search-details.ts'
import { wordsOf } from '../../kernel/query/words.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { productsBySku } from '../selling/products-by-sku.ts'
import { unitsAt } from './allocation-sql.ts'
import { combined, combinedSql } from './item-id.ts'
import { findLocations, type StoredLocation } from './location-store.ts'
import { noPreorder, type Preorder, shownPreorder } from './rules.ts'
import { itemIsPreorderable, shared } from './store.ts'
import { choicesInWords, variantFact } from './variant-facts.ts'

const locationId = sql`location.id`
const productId = sql`product.id`
const byVisible = { kind: 'ordered', byVisible: true } as const
/** In catalogue v3 no two variants have the same id: that of the product stands for the stock that all of its variants share. */
const variantId = sql`(case when stock.variant_id = ${shared}::uuid then stock.product_id else stock.variant_id end)`
const createdAt = sql`product.created_at`
const updatedAt = sql`coalesce(stock.updated_at, product.updated_at)`

/** What is asked for with all that it needs to be known of a shop. Shoppers see how much there is in all, as it stands with the product. */
function fieldsOf(site: string, hidden: boolean) {
  const units = hidden ? unitsAt(site, sql`stock`, locationId) : sql`stock.quantity`
  const id = combinedSql(sql`stock.item_id`, locationId, site)
  const inStock = sql`(case when stock.tracked then ${units} > 0 else stock.in_stock end)`
  const status = sql`(case when ${inStock} then 'IN_STOCK'
    when stock.tracked and stock.backorder_limit > 0 and stock.quantity <= 0 and stock.quantity + stock.backorder_limit > 0 then 'PREORDER'
    else 'OUT_OF_STOCK' end)`
  const fields: Fields = {
    id: { kind: 'id', column: id },
    productId: { kind: 'id', column: productId, sort: productId, index: { kind: 'unique' } },
    variantId: { kind: 'id', column: variantId },
    locationId: { kind: 'id', column: locationId },
    trackQuantity: { kind: 'flag', column: sql`stock.tracked` },
    quantity: {
      kind: 'number',
      column: sql`(case when stock.tracked then ${units} end)`,
      sort: sql`(case when stock.tracked then ${units} else 0 end)`,
      places: 0,
      nullable: true,
    },
    inStock: { kind: 'flag', column: inStock },
    'preorderInfo.enabled': { kind: 'flag', column: itemIsPreorderable },
    availabilityStatus: { kind: 'text', column: status },
    createdDate: { kind: 'instant', column: createdAt, sort: createdAt, index: byVisible },
    updatedDate: { kind: 'instant', column: updatedAt, sort: updatedAt },
    'product.directCategoryIds': { kind: 'ids', column: sql`product.collection_ids`, index: { kind: 'words' } },
    'product.name': {
      kind: 'text',
      column: sql`product.name`,
      folded: sql`product.name_key`,
      sort: sql`product.name_key`,
      index: byVisible,
    },
    'product.variantSku': {
      kind: 'text',
      column: sql`stock.sku`,
      sort: sql`stock.sku`,
      index: { kind: 'elsewhere', idsBy: productsBySku(site) },
    },
  }
  const aggregates: AggregateFields = {
    productId: { kind: 'text', column: sql`stock.product_id::text` },
    variantId: { kind: 'text', column: sql`${variantId}::text` },
    locationId: { kind: 'text', column: sql`${locationId}::text` },
    trackQuantity: { kind: 'text', column: sql`stock.tracked::text` },
    quantity: { kind: 'number', column: sql`(case when stock.tracked then ${units} end)`, places: 0 },
    inStock: { kind: 'text', column: sql`${inStock}::text` },
    'preorderInfo.enabled': { kind: 'text', column: sql`${itemIsPreorderable}::text` },
    availabilityStatus: { kind: 'text', column: status },
    createdDate: { kind: 'instant', column: createdAt },
    updatedDate: { kind: 'instant', column: updatedAt },
    'product.name': { kind: 'text', column: sql`product.name` },
    'product.variantSku': { kind: 'text', column: sql`stock.sku` },
    'product.directCategoryIds': { kind: 'list', column: sql`product.collection_ids::text[]` },
  }
  return { fields, aggregates, id, units, inStock, status }
}

interface Row {
  readonly id: string
  readonly productId: string
  readonly variantId: string
  readonly locationId: string
  readonly tracked: boolean
  readonly units: number
  readonly inStock: boolean
  readonly status: InventoryItemV3['availabilityStatus']
  readonly preorder: Preorder | null
  readonly name: string
  readonly choices: Readonly<Record<string, string>> | null
  readonly sku: string
  readonly categories: readonly string[]
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly keys: readonly string[]
}

/** Where items are found: each variant at each location, or one of each visible variant for shoppers. */
const among = (products: Sql, site: string, locations: readonly string[], hidden: boolean, isPart = false): Sql => sql`
  ${products} ${
    isPart
      ? sql`cross join lateral (select stock.* from stock where stock.site = ${site} and stock.product_id = product.id offset 0) stock`
      : sql`join stock on stock.site = ${site} and stock.product_id = product.id`
  }
  cross join unnest(${locations}::uuid[]) as location (id)
  where product.site = ${site} ${hidden ? sql`` : sql`and product.visible`}`

const selection = (site: string, hidden: boolean, keys: Sql, from: Sql): Sql => {
  const { id, units, inStock, status } = fieldsOf(site, hidden)
  return sql`
    select ${id} as id, stock.product_id as "productId", ${variantId} as "variantId", ${locationId} as "locationId", stock.tracked,
      ${units} as units, ${inStock} as "inStock", ${status} as status, product.name, stock.sku, product.collection_ids as categories,
      ${choices} as choices,
      (select jsonb_build_object('enabled', preorder.enabled, 'message', preorder.message, 'limit', preorder.quantity_limit,
          'expectedDate', preorder.expected_date)
        from product_preorder preorder where preorder.site = product.site and preorder.product_id = product.id) as preorder,
      ${createdAt} as "createdAt", ${updatedAt} as "updatedAt", ${keys}
    from ${from}`
}

function show({ id, productId, variantId: variant, locationId: location, tracked, units, inStock, status, ...row }: Row): InventoryItemV3 {
  return {
    id,
    revision: String(row.updatedAt.getTime()),
    createdDate: row.createdAt.toISOString(),
    updatedDate: row.updatedAt.toISOString(),
    productId,
    variantId: variant,
    locationId: location,
    trackQuantity: tracked,
    ...(tracked && { quantity: units }),
    inStock,
    availabilityStatus: status,
    preorderInfo: shownPreorder(row.preorder ?? noPreorder),
    product: { name: row.name, variantName: choicesInWords(row.choices), variantSku: row.sku, directCategoryIds: [...row.categories] },
  }
}

const isOpen = ({ active }: StoredLocation): boolean => active
const openLocations = async (db: Db, site: string): Promise<StoredLocation[]> => (await findLocations(db, site)).filter(isOpen)
/** Where something lies is the merchant's matter: to shoppers all of it stands at the first location, whose id is the site's. */
const seenLocations = async (db: Db, site: string, hidden: boolean): Promise<string[]> =>
  hidden ? (await openLocations(db, site)).map(({ id }) => id) : [site]

const choices = variantFact('choices', { facts: sql`product.facts`, variantId: sql`stock.variant_id` })
const variantName = sql`lower((select string_agg(choice, ' ') from jsonb_each_text(${choices}) as chosen (option, choice)))`
const searched: Readonly<Record<string, Sql>> = {
  'product.name': sql`product.name_key`,
  'product.variantName': variantName,
  'product.variantSku': sql`lower(stock.sku)`,
}

/** That an item has all of the words, or some of them, in its name, the name of its variant or its SKU; true where there are none. */
function inWords(details: SearchDetailsInput | undefined): Sql {
  const words = wordsOf(details?.expression ?? '')
  if (words.length === 0) return sql`true`
  const asked = (details?.fields ?? []).flatMap((field) => searched[field] ?? [])
  const columns = asked.length > 0 ? asked : Object.values(searched)
  const found = words.map((word) => {
    const like = sql`like ${`%${word}%`}`
    // What is written of each choice is far to fetch: first it is looked whether the product has such a choice at all.
    const maySay = sql`(product.hidden_stock is not null or lower(array_to_string(product.choices, ' ')) ${like})`
    return sql`(${join(
      columns.map((column) => (column === variantName ? sql`(${maySay} and ${column} ${like})` : sql`${column} ${like}`)),
      ' or ',
    )})`
  })
  return sql`(${join(found, details?.mode === 'OR' ? ' or ' : ' and ')})`
}

interface PageAsked {
  readonly hidden: boolean
  readonly root: 'query' | 'search'
  readonly details?: SearchDetailsInput | undefined
}

/** @throws Unreadable */
async function findPage(products: RowsOfProducts, db: Db, site: string, query: CursorQuery, { hidden, root, details }: PageAsked) {
  const locations = await seenLocations(db, site, hidden)
  const { fields, id } = fieldsOf(site, hidden)
  const keyset = readKeyset(query, {
    fields,
    id,
    usual: [{ fieldName: 'productId', order: 'ASC' }],
    root,
    carried: details && JSON.stringify(details),
  })
  const words = inWords(details)
  const { rows, metadata } = await products.page<Row>(
    db,
    { site, hidden, filter: keyset.filter, fields, keyset, root },
    {
      rows: (from, isPart) => among(from, site, locations, hidden, isPart),
      read: (from) =>
        db.query<Row>(plannedEachTime(sql`${selection(site, hidden, keyset.keys, from)} and ${keyset.where} and ${words} ${keyset.tail}`)),
    },
  )
  const condition = sql`${keyset.condition} and ${words}`
  return { answer: { inventoryItems: rows.map(show), pagingMetadata: metadata }, filter: keyset.filter, condition }
}

/** Everything that is found, or of a large catalogue a part that stands for it. */
async function findAll(products: RowsOfProducts, db: Db, asked: AskedOfProducts): Promise<{ readonly from: Sql; readonly times: number }> {
  const { site, hidden } = asked
  const { products: some, times, isPart } = await products.published(db, asked)
  return { from: among(some, site, await seenLocations(db, site, hidden), hidden, isPart), times }
}

const storesLocations = listing<StoredLocation>(
  { id: 'id', wixLocationId: 'id', name: 'text', defaultLocation: 'flag' },
  ({ id, name, isDefault }) => ({ id, wixLocationId: id, name, defaultLocation: isDefault }),
)

const showLocation = ({ id, name, isDefault, revision, createdAt, updatedAt }: StoredLocation): StoresLocation => ({
  id,
  revision: String(revision),
  createdDate: createdAt.toISOString(),
  updatedDate: updatedAt.toISOString(),
  locationType: 'PHYSICAL',
  wixLocationId: id,
  name,
  defaultLocation: isDefault,
})

/** Stock by variant and location, as newer clients read it. */
export const itemOperationsV3 = (products: RowsOfProducts): Handlers<typeof inventoryItemsV3> => ({
  async 'GET /stores/v3/inventory-items/query'({ query }, { db, site, merchant }) {
    return readable(async () => (await findPage(products, db, site, query ?? {}, { hidden: merchant, root: 'query' })).answer)
  },

  async 'GET /stores/v3/inventory-items/search'({ search: asked }, { db, site, merchant: hidden }) {
    const search: CursorSearch = asked ?? {}
    return readable(async () => {
      const { answer, filter, condition } = await findPage(products, db, site, search, {
        hidden,
        root: 'search',
        details: detailsOf(search),
      })
      const aggregations = search.aggregations ?? []
      if (aggregations.length === 0) return answer
      const { fields, aggregates } = fieldsOf(site, hidden)
      const { from, times } = await findAll(products, db, { site, hidden, filter, fields })
      const how = { root: 'search', timeZone: await knownTimeZone(db, search), times }
      return { ...answer, aggregationData: await aggregate(db, aggregations, aggregates, sql`${from} and ${condition}`, how) }
    })
  },

  async 'GET /stores/v3/inventory-items/count'({ filter: asked, search }, { db, site, merchant: hidden }) {
    return readable(async () => {
      const { fields } = fieldsOf(site, hidden)
      const filter = asked ?? {}
      const condition = readFilter(filter, fields, 'input')
      const { from, times } = await findAll(products, db, { site, hidden, filter, fields })
      const [row] = await db.query<{ count: number }>(
        plannedEachTime(sql`select count(*)::integer as count from ${from} and ${condition} and ${inWords(search ?? undefined)}`),
      )
      return { count: row!.count * times }
    })
  },

  async 'GET /stores/v3/inventory-items/{inventoryItemId}'({ inventoryItemId }, { db, site, merchant }) {
    const asked = inventoryItemId.toLowerCase()
    const locations = await seenLocations(db, site, merchant)
    const stocks = locations.map((location) => combined(asked, location, site))
    const rows = await db.query<Row>(sql`
      ${selection(site, merchant, sql`array[]::text[] as keys`, among(sql`product`, site, locations, merchant))} and stock.item_id = any(${stocks}::uuid[])`)
    const found = rows.find(({ id }) => id === asked)
    return found ? { inventoryItem: show(found) } : refuse('INVENTORY_ITEM_NOT_FOUND')
  },

  async 'GET /stores/v3/locations/default'(_, { db, site }) {
    const found = (await findLocations(db, site)).find(({ isDefault }) => isDefault)
    return { storesLocation: showLocation(found!) }
  },

  async 'GET /stores/v3/locations/{storesLocationId}'({ storesLocationId }, { db, site }) {
    const found = (await findLocations(db, site)).find(({ id }) => id === storesLocationId.toLowerCase())
    return found ? { storesLocation: showLocation(found) } : refuse('LOCATION_NOT_FOUND')
  },

  async 'POST /stores/v3/locations/query'({ query }, { db, site }) {
    const page = await listed(db, await openLocations(db, site), query ?? {}, storesLocations)
    if (page instanceof Refusal) return page
    return { storesLocations: page.rows.map(showLocation), pagingMetadata: page.metadata }
  },
})
