import type { CursorQuery, InventoryItemV3, inventoryItemsV3, StoresLocation } from '@vitrine/contract'
import { type Db, plannedEachTime, type Sql, sql } from '../db/sql.ts'
import type { Handlers } from '../http/handlers.ts'
import { type Fields, Unreadable } from '../query/filter.ts'
import { readKeyset } from '../query/keyset.ts'
import { listed, listing } from '../query/listed.ts'
import { Refusal, refuse } from '../refusal.ts'
import { unitsAt } from './allocation-sql.ts'
import { combined, combinedSql } from './item-id.ts'
import { findLocations, type StoredLocation } from './location-store.ts'
import { noPreorder, type Preorder, shownPreorder } from './rules.ts'
import { itemIsPreorderable, shared } from './store.ts'
import { choicesInWords, variantFact } from './variant-facts.ts'

const locationId = sql`location.id`
/** In catalogue v3 no two variants have the same id: that of the product stands for the stock that all of its variants share. */
const variantId = sql`(case when stock.variant_id = ${shared}::uuid then stock.product_id else stock.variant_id end)`
const updatedAt = sql`coalesce(stock.updated_at, product.updated_at)`

/** What is asked for with all that it needs to be known of a shop. */
function fieldsOf(site: string) {
  const units = unitsAt(site, sql`stock`, locationId)
  const id = combinedSql(sql`stock.item_id`, locationId, site)
  const inStock = sql`(case when stock.tracked then ${units} > 0 else stock.in_stock end)`
  const status = sql`(case when ${inStock} then 'IN_STOCK'
    when stock.tracked and stock.backorder_limit > 0 and stock.quantity <= 0 and stock.quantity + stock.backorder_limit > 0 then 'PREORDER'
    else 'OUT_OF_STOCK' end)`
  const fields: Fields = {
    id: { kind: 'id', column: id },
    productId: { kind: 'id', column: sql`stock.product_id`, sort: sql`stock.product_id` },
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
    updatedDate: { kind: 'instant', column: updatedAt },
    'product.name': { kind: 'text', column: sql`product.name`, folded: sql`product.name_key`, sort: sql`product.name_key` },
    'product.variantSku': { kind: 'text', column: sql`stock.sku`, sort: sql`stock.sku` },
  }
  return { fields, id, units, inStock, status }
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

/** The columns of an item, and where it is found: each variant at each location. */
const selection = (site: string, locations: readonly StoredLocation[], keys: Sql): Sql => {
  const { id, units, inStock, status } = fieldsOf(site)
  return sql`
    select ${id} as id, stock.product_id as "productId", ${variantId} as "variantId", ${locationId} as "locationId", stock.tracked,
      ${units} as units, ${inStock} as "inStock", ${status} as status, product.name, stock.sku, product.collection_ids as categories,
      ${variantFact('choices', { facts: sql`product.facts`, variantId: sql`stock.variant_id` })} as choices,
      (select jsonb_build_object('enabled', preorder.enabled, 'message', preorder.message, 'limit', preorder.quantity_limit)
        from product_preorder preorder where preorder.site = product.site and preorder.product_id = product.id) as preorder,
      product.created_at as "createdAt", ${updatedAt} as "updatedAt", ${keys}
    from stock join product on product.site = ${site} and product.id = stock.product_id
    cross join unnest(${locations.map((location) => location.id)}::uuid[]) as location (id)
    where stock.site = ${site}`
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

/** @throws Unreadable */
async function findPage(db: Db, site: string, query: CursorQuery, root: 'query' | 'search', words: string) {
  const locations = (await findLocations(db, site)).filter(isOpen)
  const { fields, id } = fieldsOf(site)
  const keyset = readKeyset(query, {
    fields,
    id,
    usual: [{ fieldName: 'productId', order: 'ASC' }],
    root,
    ...(words && { carried: words }),
  })
  const text = `%${words.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  const found = words ? sql`and (lower(product.name) like ${text} or lower(stock.sku) like ${text})` : sql``
  const rows = await db.query<Row>(
    plannedEachTime(sql`${selection(site, locations, keyset.keys)} and ${keyset.where} ${found} ${keyset.tail}`),
  )
  const { rows: shown, metadata } = keyset.page(rows)
  return { inventoryItems: shown.map(show), pagingMetadata: metadata }
}

async function readable<T>(answer: () => Promise<T>): Promise<T | Refusal<'INVALID_ARGUMENT'>> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
    throw error
  }
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
export const itemOperationsV3: Handlers<typeof inventoryItemsV3> = {
  async 'GET /stores/v3/inventory-items/query'({ query }, { db, site }) {
    return readable(() => findPage(db, site, query ?? {}, 'query', ''))
  },

  async 'GET /stores/v3/inventory-items/search'({ search }, { db, site }) {
    return readable(() => findPage(db, site, search ?? {}, 'search', search?.search?.expression?.trim() ?? ''))
  },

  async 'GET /stores/v3/inventory-items/{inventoryItemId}'({ inventoryItemId }, { db, site }) {
    const asked = inventoryItemId.toLowerCase()
    const locations = (await findLocations(db, site)).filter(isOpen)
    const stocks = locations.map((location) => combined(asked, location.id, site))
    const rows = await db.query<Row>(sql`
      ${selection(site, locations, sql`array[]::text[] as keys`)} and stock.item_id = any(${stocks}::uuid[])`)
    const found = rows.find(({ id }) => id === asked)
    return found ? { inventoryItem: show(found) } : refuse('INVENTORY_ITEM_NOT_FOUND')
  },

  async 'GET /stores/v3/locations/{storesLocationId}'({ storesLocationId }, { db, site }) {
    const found = (await findLocations(db, site)).find(({ id }) => id === storesLocationId.toLowerCase())
    return found ? { storesLocation: showLocation(found) } : refuse('LOCATION_NOT_FOUND')
  },

  async 'POST /stores/v3/locations/query'({ query }, { db, site }) {
    const page = await listed(db, (await findLocations(db, site)).filter(isOpen), query ?? {}, storesLocations)
    if (page instanceof Refusal) return page
    return { storesLocations: page.rows.map(showLocation), pagingMetadata: page.metadata }
  },
}
