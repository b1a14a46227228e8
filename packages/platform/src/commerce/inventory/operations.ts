import type { InventoryItemV2, inventory, ReasonType } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import type { Handlers, Scope } from '../../kernel/http/handlers.ts'
import { readFilter, readSort, Unreadable } from '../../kernel/query/filter.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import { inventoryIdOf } from '../selling/inventory-id.ts'
import { itemEvents, variantEvents } from './events.ts'
import { itemFields, parsedFilter, parsedSort, productIdIn } from './query.ts'
import {
  changesIn,
  decremented,
  incremented,
  type StockChange,
  type StockRow,
  shownPreorder,
  shownStock,
  updated,
  updatedPreorder,
} from './rules.ts'
import { findItems, findPreorder, holdStock, type StoredItem, savePreorder, shared, withPreorder, writeStock } from './store.ts'

const usualLimit = 100

/** What a movement by a program is called: it says so itself, or is taken for a correction. */
const reasonOf = (reason: ReasonType | null | undefined, ofOrders: 'SALE' | 'RETURN'): string =>
  reason === 'ORDER' ? ofOrders : 'CORRECTION'

interface Asked {
  readonly inventoryId?: string | null | undefined
  readonly externalId?: string | null | undefined
  readonly productId?: string | null | undefined
  readonly variantId?: string | null | undefined
}

/** Rows that are moved together, by product and variant. */
interface Move<Row> {
  readonly row: Row
  readonly at: number
}

export interface InventoryDeps {
  /** Makes again what shoppers are told of a product. */
  readonly makeAgain: (db: Db, site: string, productId: string) => Promise<void>
  /** Puts products into collections whose rule asks for stock, or takes them out, after theirs has changed. */
  readonly keepByStock: (context: Context, changed: readonly { readonly productId: string }[]) => Promise<void>
}

export const inventoryOperations = ({ makeAgain, keepByStock }: InventoryDeps): Handlers<typeof inventory> => {
  /** Holds the stock that rows ask for; each with what there is. */
  async function held<Row extends Asked>(
    { db, site }: Scope,
    field: string,
    rows: readonly Row[],
  ): Promise<
    | ReadonlyMap<string, { readonly before: StockRow; readonly moves: readonly Move<Row>[] }>
    | Refusal<'INVALID_ARGUMENT' | 'PRODUCT_NOT_FOUND' | 'INVENTORY_VARIANT_NOT_FOUND'>
  > {
    const keys: { productId: string; variantId: string }[] = []
    for (const [i, row] of rows.entries()) {
      const named = [row.inventoryId, row.externalId, row.productId].filter((id) => typeof id === 'string')
      if (named.length !== 1) return violation(`${field}[${i}]`, 'names one of inventoryId and productId', 'REQUIRED_ONE_OF_FIELD')
      const productId = productIdIn(row)
      if (productId === undefined) return refuse('PRODUCT_NOT_FOUND')
      keys.push({ productId, variantId: row.variantId?.toLowerCase() ?? shared })
    }
    const found = await holdStock(db, site, [...new Set(keys.map(({ productId }) => productId))])
    const known = new Set(found.map(({ productId }) => productId))
    const byKey = new Map(found.map((row) => [`${row.productId} ${row.variantId}`, row]))
    const all = new Map<string, { before: StockRow; moves: Move<Row>[] }>()
    for (const [at, { productId, variantId }] of keys.entries()) {
      if (!known.has(productId)) return refuse('PRODUCT_NOT_FOUND')
      const key = `${productId} ${variantId}`
      const before = byKey.get(key)
      if (!before) return refuse('INVENTORY_VARIANT_NOT_FOUND', { productId, variantId })
      const entry = all.get(key) ?? { before, moves: [] }
      entry.moves.push({ row: rows[at]!, at })
      all.set(key, entry)
    }
    return all
  }

  async function write(scope: Scope<'user'>, changes: readonly StockChange[], movement: string, reason: ReasonType): Promise<void> {
    const real = changesIn(changes)
    await writeStock(scope, real, movement, { caller: scope.caller })
    await keepByStock(
      scope,
      real.map(({ after }) => after),
    )
    await append(scope.db, scope.site, scope.now, variantEvents(real, reason, scope.now))
  }

  async function item({ db, site }: Scope, productId: string): Promise<StoredItem | undefined> {
    const { items } = await findItems(db, site, { where: sql`product.id = ${productId}`, order: sql`product.id`, limit: 1, offset: 0 })
    return items[0]
  }

  return {
    async 'PATCH /stores/v2/inventoryItems/product/{inventoryItem.productId}'({ inventoryItem, reason }, scope) {
      const { db, site, now } = scope
      const { variants, preorderInfo } = inventoryItem
      const productId = productIdIn(inventoryItem)
      const rows = productId === undefined ? [] : await holdStock(db, site, [productId])
      if (productId === undefined || rows.length === 0) return refuse('PRODUCT_NOT_FOUND')
      const given = new Map<string, NonNullable<typeof variants>[number]>()
      for (const [i, variant] of (variants ?? []).entries()) {
        const variantId = variant.variantId.toLowerCase()
        if (given.has(variantId)) return violation(`inventoryItem.variants[${i}].variantId`, 'is there twice')
        if (!rows.some((row) => row.variantId === variantId)) return refuse('INVENTORY_VARIANT_NOT_FOUND', { productId, variantId })
        given.set(variantId, variant)
      }
      const before = await findPreorder(db, site, productId)
      const preorder = preorderInfo ? updatedPreorder(before, preorderInfo) : before
      // The wire has it so: what is not said to be tracked is not.
      const tracked = inventoryItem.trackQuantity ?? false
      const changes = rows.map((row): StockChange => {
        const { quantity, inStock } = given.get(row.variantId) ?? {}
        const after = updated(row, { tracked, quantity: quantity ?? undefined, inStock: inStock ?? undefined })
        return { before: row, after: withPreorder(after, preorder) }
      })
      if (preorderInfo) {
        await savePreorder(scope, productId, preorder)
        await makeAgain(db, site, productId)
      }
      await write(scope, changes, reasonOf(reason, 'SALE'), reason ?? 'MANUAL')
      const after = changes.map((change) => change.after)
      await append(db, site, now, itemEvents(productId, { rows, preorder: before }, { rows: after, preorder }, now))
      return {}
    },

    async 'POST /stores/v2/inventoryItems/increment'({ incrementData, reason }, scope) {
      const all = await held(scope, 'incrementData', incrementData)
      if (all instanceof Refusal) return all
      const changes: StockChange[] = []
      for (const { before, moves } of all.values()) {
        const by = moves.reduce((sum, { row }) => sum + row.incrementBy, 0)
        const after = incremented(before, by)
        if (!after) return violation(`incrementData[${moves[0]!.at}].incrementBy`, 'makes more than can be in stock', 'MAX')
        changes.push({ before, after })
      }
      await write(scope, changes, reasonOf(reason, 'RETURN'), reason ?? 'MANUAL')
      return {}
    },

    async 'POST /stores/v2/inventoryItems/decrement'({ decrementData, reason, restrictInventoryValue }, scope) {
      const all = await held(scope, 'decrementData', decrementData)
      if (all instanceof Refusal) return all
      const beyond = restrictInventoryValue === false
      const changes: StockChange[] = []
      const items: { productId: string; variantId: string; requested: number; available: number }[] = []
      for (const { before, moves } of all.values()) {
        const by = moves.reduce((sum, { row }) => sum + row.decrementBy, 0)
        const after = decremented(before, { by, preorders: moves.some(({ row }) => row.preorderRequest), beyond })
        if ('available' in after) {
          const { productId, variantId } = before
          items.push({ productId, variantId, requested: by, available: after.available })
        } else changes.push({ before, after })
      }
      if (items.length > 0) return refuse('INSUFFICIENT_INVENTORY', { items })
      await write(scope, changes, reasonOf(reason, 'SALE'), reason ?? 'MANUAL')
      return {}
    },

    async 'POST /stores-reader/v2/inventoryItems/{inventoryId}/getVariants'({ variantIds, ...asked }, scope) {
      const productId = productIdIn(asked)
      const found = productId === undefined ? undefined : await item(scope, productId)
      if (!found) return refuse('PRODUCT_NOT_FOUND')
      const wanted = variantIds && variantIds.length > 0 ? new Set(variantIds.map((id) => id.toLowerCase())) : undefined
      return { inventoryItem: shownItem({ ...found, rows: found.rows.filter(({ variantId }) => wanted?.has(variantId) ?? true) }) }
    },

    async 'POST /stores-reader/v2/inventoryItems/query'({ query }, { db, site }) {
      const limit = query?.paging?.limit ?? usualLimit
      const offset = query?.paging?.offset ?? 0
      try {
        const filter = parsedFilter(query?.filter ?? '')
        const { items, total } = await findItems(db, site, {
          where: Object.keys(filter).length === 0 ? undefined : readFilter(filter, itemFields),
          order: readSort(parsedSort(query?.sort ?? ''), itemFields, sql`product.numeric_id desc, product.id desc`, sql`product.id`),
          limit,
          offset,
        })
        return { inventoryItems: items.map(shownItem), metadata: { items: items.length, offset }, totalResults: total }
      } catch (error) {
        if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
        throw error
      }
    },
  }
}

function shownItem({ productId, numericId, updatedAt, preorder, rows }: StoredItem): InventoryItemV2 {
  return {
    id: inventoryIdOf(productId),
    externalId: productId,
    productId,
    trackQuantity: rows.some(({ tracked }) => tracked),
    variants: rows.map((row) => ({ variantId: row.variantId, ...shownStock(row) })),
    lastUpdated: updatedAt.toISOString(),
    numericId: String(numericId),
    preorderInfo: shownPreorder(preorder),
  }
}
