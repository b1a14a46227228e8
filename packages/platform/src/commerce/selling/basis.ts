import { isId } from '../../kernel/db/id.ts'
import type { Db, Sql } from '../../kernel/db/sql.ts'
import type { KnownLine, WantedLine } from './line.ts'
import type { PricingContext } from './pricing-context.ts'

/** All that a price goes by beside cart or checkout: how the shop sells, and the state of each of its products. */
export interface Basis {
  /** In one text, for the statement that reads what is to be priced. */
  now(site: string, products: Sql): Sql
  /** Lets a write go by what such a statement read, so that it need not ask again. */
  takeIn(db: Db, site: string, products: readonly string[], basis: string): void
}

/** The products that lines speak of, also those that are gone: they may come back. */
export const productsOf = (lines: readonly Pick<WantedLine, 'reference'>[]): readonly string[] => [
  ...new Set(lines.flatMap(({ reference }) => (reference && isId(reference.catalogItemId) ? [reference.catalogItemId.toLowerCase()] : []))),
]

/** What these lines are priced by, as `Basis.now` has it. */
export const pricedBy = (lines: readonly KnownLine[], { settings }: Pick<PricingContext, 'settings'>): string =>
  `${settings.revisions}|${[...new Set(lines.flatMap(({ item }) => item?.state || []))].sort().join(';')}`
