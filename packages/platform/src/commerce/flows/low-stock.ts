import type { LowStock } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import { lowStockItems } from '../inventory/low-stock.ts'
import { storesApp } from '../selling/apps.ts'
import { choiceNames } from '../selling/choice-names.ts'
import type { FindSellables } from '../selling/sellable.ts'

/** What is nearly gone, as shoppers see it. */
export const lowStock =
  (findSellables: FindSellables) =>
  async (db: Db, site: string, now: Date, most: number, limit: number): Promise<readonly LowStock[]> => {
    const stockItems = await lowStockItems(db, site, now, most, limit)
    const things = await findSellables(
      db,
      site,
      stockItems.map(({ productId, variantId }) => ({ appId: storesApp, catalogItemId: productId, options: { variantId } })),
    )
    return stockItems.map((stockItem, i) => {
      const chosen = choiceNames(things[i]?.descriptionLines)
      const image = things[i]?.image?.url
      return { ...stockItem, ...(chosen.length > 0 && { choices: chosen.join(' · ') }), ...(image && { image }) }
    })
  }
