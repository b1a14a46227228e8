import type { RecommendedProduct } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import type { Settings } from '../../kernel/settings/settings.ts'
import type { FindSales, OrderSales } from '../selling/follow-sales.ts'
import type { AskForRecommendations, RecommendationProvider } from '../selling/recommendation-services.ts'
import type { Traits } from './similar.ts'

/** A product that could be bought now. */
export interface Available {
  readonly id: string
  readonly slug: string
}

/** An order, by what it has sold by now. */
export type LearnedOrder = Omit<OrderSales, 'createdAt'>

/** What recommendations ask of the catalogue, of orders and of services. */
export interface RecommendationDeps {
  readonly readSettings: Settings['read']
  /** Those of these products that shoppers see and that are in stock. */
  readonly available: (db: Db, site: string, ids: readonly string[]) => Promise<readonly Available[]>
  /** These products as the shop sees them; those that are gone are missing. */
  readonly productsOf: (db: Db, site: string, ids: readonly string[]) => Promise<ReadonlyMap<string, RecommendedProduct>>
  /** What a member has bought in their last orders, the last first. */
  readonly boughtBy: (db: Db, site: string, memberId: string) => Promise<readonly string[]>
  /** The services for recommendations that the shop has set up. */
  readonly services: (settings: Pick<Sections, 'plugins'>) => readonly RecommendationProvider[]
  readonly askService: AskForRecommendations
}

/** What learning asks of the catalogue and of orders. */
export interface LearningDeps {
  readonly findSales: FindSales<LearnedOrder>
  /** Visible products after an id, in the order of their ids. */
  readonly traitsAfter: (db: Db, site: string, afterId: string, limit: number) => Promise<readonly Traits[]>
  /** Visible products that were changed after a moment. */
  readonly traitsSince: (
    db: Db,
    site: string,
    since: { readonly updatedAt: Date; readonly id: string },
    limit: number,
  ) => Promise<readonly (Traits & { readonly updatedAt: Date })[]>
  /** The visible products of a collection (of the shop, where none is named) that sell best. */
  readonly bestOf: (db: Db, site: string, collectionId: string | undefined, limit: number) => Promise<readonly Traits[]>
  /** Those that are in stock and sell best, or came last, with the figure that says so. */
  readonly foremost: (
    db: Db,
    site: string,
    by: 'BEST_SELLING' | 'NEW',
  ) => Promise<readonly { readonly id: string; readonly score: number }[]>
}
