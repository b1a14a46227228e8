import type { Db, Sql } from '../db/sql.ts'
import type { Fields } from './filter.ts'
import type { Keyset, Page } from './keyset.ts'

/** What is asked of something that products have several of each, such as variants: its fields are also those of the product. */
export interface AskedOfProducts {
  readonly site: string
  /** Whether what shoppers do not see is asked for, too. */
  readonly hidden: boolean
  /** Where the filter asks for visible products alone, or for hidden ones alone. */
  readonly visible?: boolean | undefined
  readonly filter: Readonly<Record<string, unknown>>
  readonly fields: Fields
}

/** Reads in a bounded time what products have, however many there are. */
export interface RowsOfProducts {
  /**
   * A page of `rows`: what stands behind `from` where `products` are the products, under that name, which `isPart` says are some of many: then what
   * they have is looked up for each of them. A page may be short and say that there is more.
   * @throws Unreadable where a large catalogue cannot be read in that order
   */
  readonly page: <Row extends { readonly keys: readonly string[] }>(
    db: Db,
    asked: AskedOfProducts & { readonly keyset: Keyset; readonly root: string },
    how: { readonly rows: (products: Sql, isPart: boolean) => Sql; readonly read: (from: Sql) => Promise<Row[]> },
  ) => Promise<Page<Row>>
  /** Products that stand for all that are asked for, each of them for so many `times`: for counting. */
  readonly published: (
    db: Db,
    asked: AskedOfProducts,
  ) => Promise<{ readonly products: Sql; readonly times: number; readonly isPart: boolean }>
}

/** What a filter says of `visible`, where that is a field of the products. */
export const visibleIn = ({ visible }: AskedOfProducts['filter']): boolean | undefined =>
  typeof visible === 'boolean' ? visible : undefined
