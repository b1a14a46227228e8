import { type merchantInventory, mostInStock } from '@vitrine/contract'
import { append } from '../events/outbox.ts'
import type { Handlers, Scope } from '../http/handlers.ts'
import { Unreadable } from '../query/filter.ts'
import { Refusal, refuse } from '../refusal.ts'
import { itemEvents, variantEvents } from './events.ts'
import { countLevels, findLevels } from './levels.ts'
import { findMovements } from './movements.ts'
import type { InventoryDeps } from './operations.ts'
import { changesIn, type StockChange, type StockRow, shownPreorder, updated, updatedPreorder } from './rules.ts'
import { findPreorder, holdStock, savePreorder, shared, variantsOf, withPreorder, writeStock } from './store.ts'

export interface MerchantInventoryDeps extends InventoryDeps {
  /** Where a picture of the shop is served. */
  readonly pictureAt: (id: string) => string
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

/** Writes what changed, who changed it and why, and tells of it. */
async function write(scope: Scope<'user'>, changes: readonly StockChange[], kind: 'COUNT' | 'RECEIPT', note: string | null | undefined) {
  const { db, site, now, caller } = scope
  const real = changesIn(changes)
  await writeStock(scope, real, kind, { caller, note: note?.trim() || undefined })
  await append(db, site, now, variantEvents(real, 'MANUAL', now))
  // A product counts as tracked as long as one of its variants is: what the others are is looked at only where tracking changes.
  const switched = new Set(real.flatMap(({ before, after }) => (before.tracked === after.tracked ? [] : [after.productId])))
  for (const productId of switched) {
    const rows = await holdStock(db, site, [productId])
    const changed = new Map(real.map((change) => [`${change.after.productId} ${change.after.variantId}`, change.before]))
    const before = rows.map((row) => changed.get(`${row.productId} ${row.variantId}`) ?? row)
    const preorder = await findPreorder(db, site, productId)
    await append(db, site, now, itemEvents(productId, { rows: before, preorder }, { rows, preorder }, now))
  }
}

const violated = (field: string, description: string, violatedRule: 'VALIDATION' | 'MAX') =>
  refuse('INVALID_ARGUMENT', { fieldViolations: [{ field, description, violatedRule, data: {} }] })

async function readable<T>(answer: () => Promise<T>): Promise<T | Refusal<'INVALID_ARGUMENT'>> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
    throw error
  }
}

const quantityOf = ({ tracked, quantity }: StockRow): number | null => (tracked ? quantity : null)

export const merchantInventoryOperations = ({ pictureAt, makeAgain }: MerchantInventoryDeps): Handlers<typeof merchantInventory> => ({
  async 'POST /vitrine/v1/inventory/query'({ query }, { db, site, now }) {
    return readable(() => findLevels(db, site, query ?? {}, now, pictureAt))
  },

  async 'POST /vitrine/v1/inventory/totals'({ filters }, { db, site }) {
    return readable(async () => ({ counts: await countLevels(db, site, filters) }))
  },

  async 'POST /vitrine/v1/inventory/movements'({ limit, cursor, ...named }, { db, site }) {
    const productId = named.productId.toLowerCase()
    const variantId = (named.variantId ?? shared).toLowerCase()
    const there = await variantsOf(db, site, productId)
    if (there.length === 0) return refuse('PRODUCT_NOT_FOUND')
    if (!there.includes(variantId)) return refuse('INVENTORY_VARIANT_NOT_FOUND', { productId, variantId })
    return findMovements(db, site, { productId, variantId, limit: limit ?? usualLimit, cursor: cursor ?? undefined })
  },

  async 'POST /vitrine/v1/inventory/count'({ counts, note }, scope) {
    const all = await held(scope, counts)
    if (all instanceof Refusal) return all
    const seen = new Set<StockRow>()
    const twice = all.findIndex(([, row]) => seen.size === seen.add(row).size)
    if (twice >= 0) return violated(`counts[${twice}].variantId`, 'is there twice', 'VALIDATION')
    const items = all
      .filter(([{ expected }, row]) => expected !== undefined && expected !== quantityOf(row))
      .map(([, { productId, variantId, tracked, quantity }]) => ({ productId, variantId, ...(tracked && { quantity }) }))
    if (items.length > 0) return refuse('STOCK_CHANGED', { items })
    const changes = all.map(([{ quantity }, before]) => ({
      before,
      after: updated(before, { tracked: quantity !== null, quantity: quantity ?? undefined }),
    }))
    await write(scope, changes, 'COUNT', note)
    return {}
  },

  async 'PUT /vitrine/v1/inventory/preorder'({ preorderInfo, ...named }, scope) {
    const { db, site, now, caller } = scope
    const productId = named.productId.toLowerCase()
    const rows = await holdStock(db, site, [productId])
    if (rows.length === 0) return refuse('PRODUCT_NOT_FOUND')
    const before = await findPreorder(db, site, productId)
    const preorder = updatedPreorder(before, preorderInfo)
    const changes = changesIn(rows.map((row) => ({ before: row, after: withPreorder(row, preorder) })))
    await savePreorder(scope, productId, preorder)
    await writeStock(scope, changes, 'CORRECTION', { caller })
    await makeAgain(db, site, productId)
    const happenings = [
      ...variantEvents(changes, 'MANUAL', now),
      ...itemEvents(productId, { rows, preorder: before }, { rows, preorder }, now),
    ]
    await append(db, site, now, happenings)
    return { preorderInfo: shownPreorder(preorder) }
  },

  async 'POST /vitrine/v1/inventory/receive'({ goods, note }, scope) {
    const all = await held(scope, goods)
    if (all instanceof Refusal) return all
    const changes: StockChange[] = []
    for (const [before, rows] of Map.groupBy(all, ([, row]) => row)) {
      const quantity = (before.tracked ? before.quantity : 0) + rows.reduce((sum, [{ quantity }]) => sum + quantity, 0)
      if (quantity > mostInStock) return violated(`goods[${all.indexOf(rows[0]!)}].quantity`, 'makes more than can be in stock', 'MAX')
      changes.push({ before, after: updated(before, { tracked: true, quantity }) })
    }
    await write(scope, changes, 'RECEIPT', note)
    return {}
  },
})
