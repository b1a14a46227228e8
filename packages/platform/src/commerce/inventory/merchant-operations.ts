import type { merchantInventory } from '@vitrine/contract'
import type { Handlers, Scope } from '../../kernel/http/handlers.ts'
import { readable } from '../../kernel/query/readable.ts'
import type { RowsOfProducts } from '../../kernel/query/rows-of-products.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import { unitsAt } from './allocation.ts'
import { counted, received, repeated } from './counting.ts'
import { type CountWaiting, countLevels, findLevels, type PictureAt } from './levels.ts'
import { keepOpen } from './location-store.ts'
import { findMovements } from './movements.ts'
import type { InventoryDeps } from './operations.ts'
import { findPlaces } from './places.ts'
import type { StockRow } from './rules.ts'
import { holdStock, type PlacedChange, shared, variantsOf } from './store.ts'
import { isMoved, writeChanges } from './write-changes.ts'
import { writePreorder } from './write-preorder.ts'

export interface MerchantInventoryDeps extends InventoryDeps {
  /** Where a picture of the shop is served. */
  readonly pictureAt: PictureAt
  readonly products: RowsOfProducts
  /** How many wait for each variant of these products. */
  readonly countWaiting: CountWaiting
}

const usualLimit = 50

interface Named {
  readonly productId: string
  readonly variantId?: string | null | undefined
}

type NotThere = Refusal<'PRODUCT_NOT_FOUND' | 'INVENTORY_VARIANT_NOT_FOUND'>

/** Holds the stock that is named, each row with what there is of it. */
async function held<Row extends Named>(
  { db, site }: Scope,
  rows: readonly Row[],
): Promise<readonly (readonly [Row, StockRow])[] | NotThere> {
  const found = await holdStock(db, site, [...new Set(rows.map(({ productId }) => productId.toLowerCase()))])
  const known = new Set(found.map(({ productId }) => productId))
  const byKey = new Map(found.map((row) => [`${row.productId} ${row.variantId}`, row]))
  const all: (readonly [Row, StockRow])[] = []
  for (const row of rows) {
    const productId = row.productId.toLowerCase()
    const variantId = (row.variantId ?? shared).toLowerCase()
    if (!known.has(productId)) return refuse('PRODUCT_NOT_FOUND')
    const stock = byKey.get(`${productId} ${variantId}`)
    if (!stock) return refuse('INVENTORY_VARIANT_NOT_FOUND', { productId, variantId })
    all.push([row, stock])
  }
  return all
}

interface Written {
  readonly kind: 'COUNT' | 'RECEIPT'
  readonly note: string | null | undefined
}

const write = (
  scope: Scope<'user'>,
  changes: readonly PlacedChange[],
  { kind, note }: Written,
  { keepByStock }: Pick<InventoryDeps, 'keepByStock'>,
) => writeChanges(scope, changes.filter(isMoved), { kind, mover: { caller: scope.caller, note: note?.trim() || undefined }, keepByStock })

/** What there is of a variant, at one location where its id is given; null where it is not tracked. */
const quantityOf = (row: StockRow, site: string, at: string | undefined): number | null =>
  row.tracked ? (at === undefined ? row.quantity : unitsAt(row, at, site)) : null

/** The location that is asked for, as stock has it; undefined for none. */
async function locationAsked(
  { db, site }: Scope,
  id: string | null | undefined,
): Promise<string | undefined | Refusal<'LOCATION_NOT_FOUND'>> {
  if (id === null || id === undefined) return undefined
  const asked = id.toLowerCase()
  if (asked === site) return asked
  return (await findPlaces(db, site)).inOrder.some((place) => place.id === asked) ? asked : refuse('LOCATION_NOT_FOUND')
}

/** The locations that are about to change, as stock has them, in the order in which they are named: they stay open until the transaction ends. */
async function lockedLocations(
  { db, site }: Scope,
  named: readonly (string | null | undefined)[],
): Promise<readonly (string | undefined)[] | Refusal<'LOCATION_NOT_FOUND' | 'LOCATION_INACTIVE'>> {
  const asked = named.map((id) => id?.toLowerCase())
  const ids = [...new Set(asked.flatMap((id) => id ?? []))]
  if (ids.length === 0) return asked
  const saved = new Map((await keepOpen(db, site, ids)).map(({ id, active }) => [id, active]))
  for (const id of ids) {
    if (!saved.has(id) && id !== site) return refuse('LOCATION_NOT_FOUND')
    if (saved.get(id) === false) return refuse('LOCATION_INACTIVE')
  }
  return asked
}

export const merchantInventoryOperations = ({
  countWaiting,
  pictureAt,
  products,
  ...deps
}: MerchantInventoryDeps): Handlers<typeof merchantInventory> => ({
  async 'POST /vitrine/v1/inventory/query'({ query, locationId: asked }, scope) {
    const locationId = await locationAsked(scope, asked)
    if (locationId instanceof Refusal) return locationId
    const places = await findPlaces(scope.db, scope.site)
    return readable(() => findLevels(scope, query ?? {}, { products, places, locationId, pictureAt, countWaiting }))
  },

  async 'POST /vitrine/v1/inventory/totals'({ filters, locationId: asked }, scope) {
    const locationId = await locationAsked(scope, asked)
    if (locationId instanceof Refusal) return locationId
    return readable(() => countLevels(scope.db, scope.site, filters, { products, locationId }))
  },

  async 'POST /vitrine/v1/inventory/movements'({ limit, cursor, locationId: asked, ...named }, scope) {
    const { db, site } = scope
    const locationId = await locationAsked(scope, asked)
    if (locationId instanceof Refusal) return locationId
    const productId = named.productId.toLowerCase()
    const variantId = (named.variantId ?? shared).toLowerCase()
    const there = await variantsOf(db, site, productId)
    if (there.length === 0) return refuse('PRODUCT_NOT_FOUND')
    if (!there.includes(variantId)) return refuse('INVENTORY_VARIANT_NOT_FOUND', { productId, variantId })
    const page = { productId, variantId, locationId, limit: limit ?? usualLimit, cursor: cursor ?? undefined }
    return findMovements(db, site, page, await findPlaces(db, site))
  },

  async 'POST /vitrine/v1/inventory/count'({ counts, note, locationId }, scope) {
    const { db, site } = scope
    const at = await lockedLocations(
      scope,
      counts.map((one) => one.locationId ?? locationId),
    )
    if (at instanceof Refusal) return at
    const all = await held(scope, counts)
    if (all instanceof Refusal) return all
    const rows = all.map(([{ quantity, expected }, of], i) => ({ of, quantity, expected, at: at[i], i }))
    const twice = repeated(rows)
    if (twice >= 0) return violation(`counts[${twice}].variantId`, 'is there twice')
    const items = rows
      .filter(({ expected, of, at: where }) => expected !== undefined && expected !== quantityOf(of, site, where))
      .map(({ of, at: where, i }) => ({
        productId: of.productId,
        variantId: of.variantId,
        ...(counts[i]!.locationId && where !== undefined && { locationId: where }),
        ...(of.tracked && { quantity: quantityOf(of, site, where)! }),
      }))
    if (items.length > 0) return refuse('STOCK_CHANGED', { items })
    const places = await findPlaces(db, site)
    const changes: PlacedChange[] = []
    for (const [before, own] of Map.groupBy(rows, ({ of }) => of)) {
      const change = counted(before, own, places)
      if (!change) return violation(`counts[${own[0]!.i}].quantity`, 'makes more than can be in stock', 'MAX')
      changes.push(change)
    }
    await write(scope, changes, { kind: 'COUNT', note }, deps)
    return {}
  },

  async 'PUT /vitrine/v1/inventory/preorder'({ preorderInfo, ...named }, scope) {
    const written = await writePreorder(scope, named.productId.toLowerCase(), preorderInfo, {
      caller: scope.caller,
      makeAgain: deps.makeAgain,
    })
    return written ? { preorderInfo: written } : refuse('PRODUCT_NOT_FOUND')
  },

  async 'POST /vitrine/v1/inventory/receive'({ goods, note, locationId }, scope) {
    const { db, site } = scope
    const at = await lockedLocations(
      scope,
      goods.map((one) => one.locationId ?? locationId),
    )
    if (at instanceof Refusal) return at
    const all = await held(scope, goods)
    if (all instanceof Refusal) return all
    const rows = all.map(([{ quantity }, of], i) => ({ of, quantity, at: at[i], i }))
    const places = await findPlaces(db, site)
    const changes: PlacedChange[] = []
    for (const [before, own] of Map.groupBy(rows, ({ of }) => of)) {
      const change = received(before, own, places)
      if (!change) return violation(`goods[${own[0]!.i}].quantity`, 'makes more than can be in stock', 'MAX')
      changes.push(change)
    }
    await write(scope, changes, { kind: 'RECEIPT', note }, deps)
    return {}
  },
})
