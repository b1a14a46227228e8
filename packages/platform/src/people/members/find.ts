import type { MembersPagingMetadata } from '@vitrine/contract'
import { type Db, join, plannedEachTime, raw, type Sql, sql } from '../../kernel/db/sql.ts'
import { type Fields, readFilter, readSort, type SortBy, Unreadable } from '../../kernel/query/filter.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import { allFields, memberId, publicFields, type Wanted, wordsIn } from './fields.ts'
import { memberColumns, type StoredMember } from './store.ts'

/** Whom somebody may find: all, or those in the community who have not blocked them. */
export interface Eyes {
  readonly seesAll: boolean
  readonly memberId?: string
}

export interface MemberQuery {
  readonly filter?: Readonly<Record<string, unknown>> | null | undefined
  readonly sorting?: readonly SortBy[] | null | undefined
  readonly paging?: { readonly limit?: number | null | undefined; readonly offset?: number | null | undefined } | null | undefined
}

/** Nobody counts beyond this. */
export const countedAtMost = 100_000
const usualLimit = 50

/** The condition that a query means, for whoever asks. */
export function conditionOf(
  site: string,
  filter: MemberQuery['filter'],
  wanted: Wanted,
  { seesAll, memberId: asking }: Eyes,
  root = 'query',
): Sql {
  const fields: Fields = seesAll ? allFields : publicFields
  const words = wordsIn(wanted, seesAll)
  const unblocked = sql`not exists (select 1 from member_block where member_block.site = ${site} and member_block.member_id = member.id and member_block.blocked_id = ${asking ?? null}::uuid)`
  return join(
    [
      sql`member.site = ${site} and member.deleted_at is null`,
      ...(seesAll ? [] : [sql`member.privacy_status = 'PUBLIC' and member.status = 'APPROVED'`, ...(asking ? [unblocked] : [])]),
      readFilter(filter ?? {}, fields, root),
      ...(words ? [words] : []),
    ],
    ' and ',
  )
}

/** A page by offset, and how many there are. */
export async function queryMembers(
  db: Db,
  site: string,
  query: MemberQuery,
  wanted: Wanted,
  eyes: Eyes,
): Promise<{ readonly found: readonly StoredMember[]; readonly metadata: MembersPagingMetadata } | Refusal<'INVALID_ARGUMENT'>> {
  const limit = query.paging?.limit ?? usualLimit
  const offset = query.paging?.offset ?? 0
  try {
    const condition = conditionOf(site, query.filter, wanted, eyes)
    const order = readSort(query.sorting ?? [], eyes.seesAll ? allFields : publicFields, sql`member.created_at, member.id`, memberId)
    const [found, [counted]] = await Promise.all([
      db.query<StoredMember>(
        plannedEachTime(
          sql`select ${memberColumns} from member where ${condition} order by ${order} limit ${raw(String(limit))} offset ${raw(String(offset))}`,
        ),
      ),
      db.query<{ count: number }>(
        plannedEachTime(
          sql`select count(*)::integer as count from (select 1 from member where ${condition} limit ${countedAtMost + 1}) found`,
        ),
      ),
    ])
    const tooManyToCount = counted!.count > countedAtMost
    // Whoever turns pages goes on as long as there is one more.
    const total = tooManyToCount ? Math.max(countedAtMost, offset + found.length + (found.length === limit ? 1 : 0)) : counted!.count
    return { found, metadata: { count: found.length, offset, total, tooManyToCount } }
  } catch (error) {
    if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
    throw error
  }
}
