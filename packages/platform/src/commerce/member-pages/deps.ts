import type { AnswerOfMember, ListOfMember, ReviewOfMember } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Caller } from '../../kernel/http/caller.ts'
import type { Refusal } from '../../kernel/refusal.ts'

/** A member of the community whose page somebody may see. */
export interface PageOwner {
  readonly memberId: string
}

/** What pages of members need of the other slices. */
export interface MemberPageDeps {
  /** Whose page an address is, also one that was theirs within the last year. */
  readonly ownerOf: (
    context: Pick<Context, 'db' | 'site' | 'now'>,
    slug: string,
    caller: Caller,
  ) => Promise<PageOwner | Refusal<'MEMBER_NOT_FOUND' | 'MEMBER_TO_MEMBER_BLOCKED'>>
  readonly isMember: (db: Db, site: string, memberId: string) => Promise<boolean>
  readonly reviewsOf: (db: Db, site: string, memberId: string, most: number) => Promise<readonly ReviewOfMember[]>
  readonly answersOf: (db: Db, site: string, memberId: string, most: number) => Promise<readonly AnswerOfMember[]>
  readonly countWords: (db: Db, site: string, memberId: string) => Promise<{ readonly reviews: number; readonly answers: number }>
  /** Makes a link to a list of a member, and returns its token; undefined where they have no such list. */
  readonly linkList: (context: Context, memberId: string, wishlistId: string) => Promise<string | undefined>
  readonly endLink: (db: Db, site: string, token: string) => Promise<void>
  /** What a link shows; undefined where it is over. */
  readonly listOf: (db: Db, site: string, token: string) => Promise<Omit<ListOfMember, 'token'> | undefined>
}
