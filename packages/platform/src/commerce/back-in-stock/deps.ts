import type { CatalogReference } from '@vitrine/contract'
import type { Minor } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/caller.ts'
import type { BackInStockSettings } from '../../kernel/settings/back-in-stock-settings.ts'
import type { StockItem } from './store.ts'

/** A variant of a visible product, as it is now. */
export interface ItemFacts extends StockItem {
  readonly name: string
  readonly choices?: string
  readonly slug: string
  /** One unit, in minor units of the shop's currency. */
  readonly price: Minor
  readonly imageId?: string
  /** Units that can be sold, preorders among them; null where they are not counted. */
  readonly available: number | null
}

export interface BackInStockDeps {
  readonly settingsOf: (db: Db, site: string) => Promise<BackInStockSettings>
  /** What the references mean, in their order; undefined for what is hidden or gone, or where the options name no variant. */
  readonly findItems: (db: Db, site: string, references: readonly CatalogReference[]) => Promise<readonly (ItemFacts | undefined)[]>
  readonly currencyOf: (db: Db, site: string) => Promise<string>
  readonly contactOf: (db: Db, site: string, memberId: string) => Promise<string | undefined>
  readonly mayLeadTo: (db: Db, caller: Caller, url: string) => Promise<boolean>
  /** Whether a picture is a file of the shop. */
  readonly isFile: (db: Db, site: string, id: string) => Promise<boolean>
  readonly origin: string
}
