import type { CatalogReference, WishlistAvailability } from '@vitrine/contract'
import type { Minor } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'

/** What the catalogue says of something on a list now. */
export interface ItemFacts {
  readonly productId: string
  /** The variant that is meant; undefined where several are left to choose from. */
  readonly variantId?: string
  readonly name: string
  readonly slug: string
  readonly choices?: string
  readonly imageId?: string
  /** One unit, or the lowest of its variants. */
  readonly price: Minor
  readonly priceIsFrom: boolean
  readonly availability: Exclude<WishlistAvailability, 'GONE'>
}

export interface WishlistDeps {
  /** What the references mean, in their order; undefined for what is hidden or gone, or where the options name no variant. */
  readonly findItems: (db: Db, site: string, references: readonly CatalogReference[]) => Promise<readonly (ItemFacts | undefined)[]>
  readonly currencyOf: (db: Db, site: string) => Promise<string>
  /** The day that it is for the shop, such as `2026-12-24`. */
  readonly todayOf: (db: Db, site: string, now: Date) => Promise<string>
  /** How many members have bought each of these products after they had put it on a list, where it still stands; by the products' ids. */
  readonly boughtOf: (db: Db, site: string, productIds: readonly string[]) => Promise<ReadonlyMap<string, number>>
  /** As a member is named in public; undefined where they have said no name. */
  readonly publicNameOf: (db: Db, site: string, memberId: string) => Promise<string | undefined>
}
