import { oneLineEach, type Source, sourceOf } from '../../shop/index.ts'
import { searchMembers } from './admin-search.ts'
import type { MemberDeps } from './deps.ts'
import { memberColumns } from './export.ts'

/** Members as they are exported: what the admin's list finds. */
export const membersToExport = (purchasesOf: MemberDeps['purchasesOf']): Source =>
  sourceOf({
    ...oneLineEach(memberColumns),
    whole: (member) => member,
    async read(db, site, query, now) {
      const { members, metadata } = await searchMembers({ db, site, now }, query, {}, purchasesOf)
      return { rows: members, next: metadata.cursors.next }
    },
  })
