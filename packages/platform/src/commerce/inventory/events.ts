import type { EventData, ReasonType } from '@vitrine/contract'
import { isSame } from '../../kernel/canonical.ts'
import type { Happening } from '../../kernel/events/outbox.ts'
import { inventoryIdOf } from '../selling/inventory-id.ts'
import { type Preorder, type StockChange, type StockRow, shownPreorder, shownStock } from './rules.ts'

const itemChanged = 'com.wix.ecommerce.inventory.api.v1.InventoryItemChanged'
const variantsChanged = 'com.wix.ecommerce.inventory.api.v1.InventoryVariantsChanged'

const named = (productId: string) => ({ inventoryItemId: inventoryIdOf(productId), externalId: productId, productId })

/** That the stock of variants changed: one event for each product. */
export function variantEvents(changes: readonly StockChange[], reason: ReasonType, now: Date): Happening[] {
  const seen = changes.filter(({ before, after }) => !isSame(shownStock(before), shownStock(after)))
  return [...Map.groupBy(seen, ({ after }) => after.productId)].map(([productId, own]) => ({
    type: variantsChanged,
    entityId: productId,
    payload: {
      ...named(productId),
      variants: own.map(({ before, after }) => ({ id: after.variantId, oldValue: shownStock(before), newValue: shownStock(after) })),
      reason,
      updatedDate: now.toISOString(),
    } satisfies EventData<typeof variantsChanged>,
  }))
}

/** That a product is tracked or not, or preordered or not, from now on. */
export function itemEvents(
  productId: string,
  before: { readonly rows: readonly StockRow[]; readonly preorder: Preorder },
  after: { readonly rows: readonly StockRow[]; readonly preorder: Preorder },
  now: Date,
): Happening[] {
  const tracked = (rows: readonly StockRow[]) => rows.some((row) => row.tracked)
  const fieldMask = [
    ...(tracked(before.rows) === tracked(after.rows) ? [] : ['trackInventory']),
    ...(isSame(before.preorder, after.preorder) ? [] : ['preorderInfo']),
  ]
  if (fieldMask.length === 0) return []
  const payload: EventData<typeof itemChanged> = {
    ...named(productId),
    trackInventory: tracked(after.rows),
    preorderInfo: shownPreorder(after.preorder),
    fieldMask,
    updatedDate: now.toISOString(),
  }
  return [{ type: itemChanged, entityId: productId, payload }]
}
