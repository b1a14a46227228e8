import type { memberAdmin } from '@vitrine/contract'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { type Handlers, staged } from '../../kernel/http/handlers.ts'
import { countEach } from '../../kernel/query/count.ts'
import { readFilter, Unreadable } from '../../kernel/query/filter.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { lockSection, readSection, saveSection } from '../../kernel/settings/change.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { memberOverviews, notInTrash, searchMembers } from './admin-search.ts'
import { agreementsOf } from './agreements.ts'
import { findJob, findJobs, preview, showJob, startJob, undo } from './bulk.ts'
import { graceMs } from './closing.ts'
import { emailsOf } from './consents.ts'
import type { MemberDeps } from './deps.ts'
import { adminFields } from './fields.ts'
import { keep, restore } from './register.ts'
import { findMember, lockMember, type StoredMember } from './store.ts'

const countedAtMost = 10_000

const noFields: NonNullable<Sections['memberFields']> = { revision: 0, fields: [] }
const shownFields = ({ revision, fields }: typeof noFields) => ({ fields: [...fields], revision: String(revision) })

export function memberAdminOperations(deps: MemberDeps): Handlers<typeof memberAdmin> {
  const answer = async (db: Db, site: string, member: StoredMember, now: Date) => ({
    member: (await memberOverviews(db, site, [member], now, deps.purchasesOf))[0]!,
  })

  return {
    async 'POST /vitrine/v1/members/search'({ search }, scope) {
      const { search: wanted, ...query } = search ?? {}
      try {
        const { members, metadata } = await searchMembers(scope, query, wanted ?? {}, deps.purchasesOf)
        return { members, pagingMetadata: metadata }
      } catch (error) {
        if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
        throw error
      }
    },

    async 'POST /vitrine/v1/members/count'({ filters }, { db, site }) {
      try {
        const conditions = filters.map((filter, at) => {
          return sql`member.site = ${site} ${notInTrash(filter)} and ${readFilter(filter, adminFields, `filters.${at}`)}`
        })
        return { counts: await countEach(db, 'member', conditions, countedAtMost) }
      } catch (error) {
        if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
        throw error
      }
    },

    async 'GET /vitrine/v1/members/fields'(_, { db, site }) {
      return shownFields((await readSection(db, site, 'memberFields'))?.document ?? noFields)
    },

    async 'PUT /vitrine/v1/members/fields'({ fields, revision }, { db, site, now }) {
      const { document } = await lockSection(db, site, 'memberFields', noFields, now)
      if (revision && revision !== String(document.revision)) return refuse('STALE_REVISION')
      const next = { revision: document.revision + 1, fields }
      return saveSection(db, site, 'memberFields', { document: next, answer: shownFields(next) }, now)
    },

    async 'GET /vitrine/v1/members/{id}'({ id }, { db, site, now }) {
      const member = await findMember(db, site, id)
      if (!member) return refuse('MEMBER_NOT_FOUND')
      const consents = await emailsOf(db, site, member, deps.newsletterSaid)
      const { language } = member.document
      return {
        ...(await answer(db, site, member, now)),
        note: member.note,
        newsletter: consents.find(({ kind }) => kind === 'NEWSLETTER')?.given ?? false,
        ...(language && { language }),
        agreements: await agreementsOf(db, site, id),
      }
    },

    async 'PATCH /vitrine/v1/members/{id}'({ id, note, revision }, scope) {
      const { db, site, now } = scope
      const member = await lockMember(db, site, id)
      if (!member) return refuse('MEMBER_NOT_FOUND')
      if (revision && revision !== String(member.revision)) return refuse('STALE_REVISION')
      return answer(db, site, note === member.note ? member : await keep(scope, { ...member, note }), now)
    },

    async 'GET /vitrine/v1/members/{id}/deletion'({ id }, { db, site, now }) {
      const member = await findMember(db, site, id)
      if (!member || member.deletedAt) return refuse('MEMBER_NOT_FOUND')
      const bought = (await deps.purchasesOf(db, site, [id]))(id)
      return {
        purgeDate: new Date(now.getTime() + graceMs).toISOString(),
        ...bought,
        addresses: member.document.contact.addresses.length,
        cards: await deps.countCards(db, site, id),
        counts: [...(await deps.countData(db, site, member))],
      }
    },

    async 'POST /vitrine/v1/members/{id}/restore'({ id }, scope) {
      const member = await restore(scope, id)
      return member ? answer(scope.db, scope.site, member, scope.now) : refuse('MEMBER_NOT_FOUND')
    },

    'POST /vitrine/v1/members/bulk/preview': ({ action, ...target }, { db, site }) => preview(db, site, action, target, deps),

    'POST /vitrine/v1/members/bulk': staged(async (input, scope) => {
      const job = await startJob(input, scope, deps)
      return job instanceof Refusal ? job : { job: showJob(job) }
    }),

    async 'GET /vitrine/v1/members/jobs'(_, { db, site, now }) {
      return { jobs: (await findJobs(db, site, now)).map(showJob) }
    },

    async 'GET /vitrine/v1/members/jobs/{jobId}'({ jobId }, { db, site }) {
      const job = await findJob(db, site, jobId)
      return job ? { job: showJob(job) } : refuse('MEMBER_JOB_NOT_FOUND')
    },

    'POST /vitrine/v1/members/jobs/{jobId}/undo': staged(async ({ jobId }, scope) => {
      const job = await undo(jobId, scope, deps)
      return job instanceof Refusal ? job : { job: showJob(job) }
    }),
  }
}
