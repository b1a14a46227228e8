import type { CursorQuery, MemberOverview } from '@vitrine/contract'
import { type Db, plannedEachTime, sql } from '../../kernel/db/sql.ts'
import { readKeyset } from '../../kernel/query/keyset.ts'
import { graceMs } from './closing.ts'
import type { MemberDeps } from './deps.ts'
import { adminFields, memberId, type Wanted, wordsIn } from './fields.ts'
import { showMember } from './show.ts'
import { memberColumns, type StoredMember } from './store.ts'

const newestFirst = [{ fieldName: 'createdDate', order: 'DESC' as const }]

const mentionsTrash = (filter: unknown): boolean =>
  typeof filter === 'object' && filter !== null && Object.entries(filter).some(([key, value]) => key === 'deleted' || mentionsTrash(value))

/** Who is in the trash is found only by a filter that says something of it. */
export const notInTrash = (filter: unknown) => (mentionsTrash(filter) ? sql`` : sql`and member.deleted_at is null`)

type PurchasesOf = MemberDeps['purchasesOf']

/** Members with what they bought. */
export async function memberOverviews(
  db: Db,
  site: string,
  members: readonly StoredMember[],
  now: Date,
  purchasesOf: PurchasesOf,
): Promise<MemberOverview[]> {
  const bought = await purchasesOf(
    db,
    site,
    members.map(({ id }) => id),
  )
  return members.map((member) => {
    const { orders, spent } = bought(member.id)
    const { deletedAt, deletedBy, purgeAt } = member
    return {
      member: showMember(member, 'FULL'),
      revision: String(member.revision),
      ...(deletedAt && {
        deletion: {
          state: now.getTime() < deletedAt.getTime() + graceMs ? 'TRASH' : 'PENDING_PURGE',
          deletedDate: deletedAt.toISOString(),
          purgeDate: purgeAt!.toISOString(),
          by: deletedBy ?? 'STAFF',
        },
      }),
      purchases: { orders, spent },
    }
  })
}

/**
 * A page of members in the admin.
 * @throws Unreadable
 */
export async function searchMembers(
  { db, site, now }: { readonly db: Db; readonly site: string; readonly now: Date },
  query: CursorQuery,
  wanted: Wanted,
  purchasesOf: PurchasesOf,
) {
  const { filter, keys, where, tail, page } = readKeyset(query, { fields: adminFields, id: memberId, usual: newestFirst, root: 'search' })
  const words = wordsIn(wanted, true)
  const { rows, metadata } = page(
    await db.query<StoredMember & { keys: string[] }>(
      plannedEachTime(sql`
        select ${memberColumns}, ${keys} from member
        where member.site = ${site} ${notInTrash(filter)} ${words ? sql`and ${words}` : sql``} and ${where} ${tail}`),
    ),
  )
  return { members: await memberOverviews(db, site, rows, now, purchasesOf), metadata }
}
