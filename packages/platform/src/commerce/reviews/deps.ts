import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Settings } from '../../kernel/settings/settings.ts'

/** A member as far as reviews name them. */
export interface ReviewMember {
  readonly memberId: string
  readonly contactId: string
  /** How they are named beside what they say; undefined where they have said no name. */
  readonly name: string | undefined
  /** Nothing new from them shows before somebody of the shop has read it. */
  readonly muted: boolean
}

/** Whoever may have ordered something. */
export interface Buyer {
  readonly memberId?: string | null
  readonly visitorId?: string | null
}

/** What reviews need of the other slices. */
export interface ReviewDeps {
  readonly readSettings: Settings['read']
  /** Where a file of the shop is reached. */
  readonly mediaAt: (id: string) => string
  readonly memberOf: (
    db: Db,
    site: string,
    by: { readonly memberId: string } | { readonly contactId: string },
  ) => Promise<ReviewMember | undefined>
  /** The last order of a thing that stands, by whoever is asked about. */
  readonly orderOf: (db: Db, site: string, buyer: Buyer, entityId: string) => Promise<string | undefined>
  /** As the buyer of an order is named in public. */
  readonly buyerOf: (db: Db, site: string, orderId: string) => Promise<string | undefined>
  /** Whether the shop sells this; to the shop itself also what it does not show. */
  readonly isSold: (context: Pick<Context, 'db' | 'site'>, entityId: string, hidden: boolean) => Promise<boolean>
}
