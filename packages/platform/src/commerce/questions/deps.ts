import type { QuestionInQueue, ReviewReason } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'

type Order = NonNullable<QuestionInQueue['answers'][number]['order']>

/** What questions need of the other slices. */
export interface QuestionDeps {
  /**
   * Why somebody of the shop reads a text before it shows, by the rules of reviews; nothing where it shows at once.
   * `sameText`: whether somebody else says the same.
   */
  readonly reasonsToWait: (
    db: Db,
    site: string,
    text: { readonly body: string; readonly sameText: boolean; readonly muted: boolean },
  ) => Promise<ReviewReason[]>
  /** How a member is named beside what they say, where they have said a name, and whether they are muted; undefined for no member. */
  readonly authorOf: (
    db: Db,
    site: string,
    memberId: string,
  ) => Promise<{ readonly name: string | undefined; readonly muted: boolean } | undefined>
  /** The last order of a product that stands, by a member. */
  readonly orderOf: (db: Db, site: string, memberId: string, productId: string) => Promise<string | undefined>
  /** Whether the shop shows a product. */
  readonly isSold: (context: Pick<Context, 'db' | 'site'>, productId: string) => Promise<boolean>
  readonly productsOf: (
    db: Db,
    site: string,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, NonNullable<QuestionInQueue['product']>>>
  readonly ordersOf: (db: Db, site: string, ids: readonly string[]) => Promise<ReadonlyMap<string, Order>>
  /** How many orders of a member stand. */
  readonly countOrders: (db: Db, site: string, memberId: string) => Promise<number>
  /** The slugs of members whose pages show what they answer. */
  readonly slugsOf: (db: Db, site: string, memberIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
}
