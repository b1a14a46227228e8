import type { PersonalDataCount, Price } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import type { Db, Sql } from '../../kernel/db/sql.ts'
import type { MemberFieldSettings } from '../../kernel/settings/member-fields.ts'
import type { StoredMember } from './store.ts'

/** What a member bought. */
export interface Purchases {
  readonly orders: number
  readonly spent: Price
  /** Orders that stand and are not handed over yet. */
  readonly underWay: number
}

/** What members need of the other slices. */
export interface MemberDeps {
  /** Signs a member out everywhere. */
  readonly endSessions: (context: Context, memberId: string) => Promise<void>
  /** Writes to a member that the shop has let them in. */
  readonly tellApproved: (context: Context, memberId: string) => Promise<void>
  /** Says to the list of subscribers what a member said to the newsletter; `proven`: the address is known to be theirs. */
  readonly noteNewsletter: (
    context: Context,
    said: { readonly given: boolean; readonly words: string; readonly place: string; readonly address: string },
    consentId: string,
    proven: boolean,
  ) => Promise<void>
  /** What was said to the newsletter about an address by a guest or by a link, the newest first. */
  readonly newsletterSaid: (
    db: Db,
    site: string,
    email: string,
  ) => Promise<
    readonly { readonly id: string; readonly given: boolean; readonly words: string; readonly place: string; readonly saidAt: Date }[]
  >
  readonly countSessions: (db: Db, site: string, memberId: string) => Promise<number>
  /** Whether the `member` of a statement owns the shop, is on its staff, or has something that comes again and again. */
  readonly owning: (site: string) => Sql
  readonly staffing: (site: string) => Sql
  readonly subscribing: (site: string) => Sql
  /** The address of one of the staff. */
  readonly mailOf: (db: Db, site: string, userId: string) => Promise<string | undefined>
  readonly purchasesOf: (db: Db, site: string, memberIds: readonly string[]) => Promise<(memberId: string) => Purchases>
  readonly countSubscriptions: (db: Db, site: string, memberId: string) => Promise<number>
  readonly countCards: (db: Db, site: string, memberId: string) => Promise<number>
  /** How many rows of each kind there are about a member, beside the account. */
  readonly countData: (db: Db, site: string, member: StoredMember) => Promise<readonly PersonalDataCount[]>
  /** What the other slices store about a member, by its name. */
  readonly packed: (db: Db, site: string, member: StoredMember) => Promise<Readonly<Record<string, unknown>>>
  /** What the shop wants to know of its members beside what is usual. */
  readonly fieldsOf: (db: Db, site: string) => Promise<readonly MemberFieldSettings[]>
}
