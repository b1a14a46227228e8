import type { ReviewSettings, reviewAdmin } from '@vitrine/contract'
import { type Handlers, staged } from '../../kernel/http/handlers.ts'
import { readable } from '../../kernel/query/readable.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { lockSection, saveSection } from '../../kernel/settings/change.ts'
import { type ReviewSettingsSection, usualReviewSettings } from '../../kernel/settings/review-settings.ts'
import { staleOf } from '../../kernel/settings/revised.ts'
import { findJob, showJob, startJob, undo } from './bulk.ts'
import type { ReviewDeps } from './deps.ts'
import { countByStatus, type QueueDeps, searchQueue } from './queue.ts'
import { countReported } from './reports.ts'
import { findOverall } from './summary.ts'
import { rulesOf } from './write.ts'

const shownSettings = ({ revision, words, ...rest }: ReviewSettingsSection): ReviewSettings => ({
  ...rest,
  words: [...words],
  revision: String(revision),
})

/** What is said replaces what was there. */
const said = <T extends object>(changes: { readonly [K in keyof T]?: T[K] | null | undefined }): Partial<T> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null && value !== undefined)) as Partial<T>

/** Reviews as the shop reads them, and by what rules they are published. */
export function reviewAdminOperations(deps: ReviewDeps & QueueDeps): Handlers<typeof reviewAdmin> {
  return {
    'POST /vitrine/v1/reviews/search': ({ query, words, reported }, scope) =>
      readable(() => searchQueue(deps, scope, query ?? {}, { asked: words?.trim() || undefined, reported: reported === true })),

    async 'GET /vitrine/v1/reviews/counts'(_, { db, site }) {
      return { counts: await countByStatus(db, site), reported: await countReported(db, site), ...(await findOverall(db, site)) }
    },

    'POST /vitrine/v1/reviews/jobs': staged(async (input, scope) => {
      const job = await startJob(input, scope)
      return job instanceof Refusal ? job : { job: showJob(job) }
    }),

    async 'GET /vitrine/v1/reviews/jobs/{jobId}'({ jobId }, { db, site }) {
      const job = await findJob(db, site, jobId)
      return job ? { job: showJob(job) } : refuse('REVIEW_JOB_NOT_FOUND')
    },

    'POST /vitrine/v1/reviews/jobs/{jobId}/undo': staged(async ({ jobId }, scope) => {
      const job = await undo(jobId, scope)
      return job instanceof Refusal ? job : { job: showJob(job) }
    }),

    async 'GET /vitrine/v1/reviews/settings'(_, { db, site }) {
      return { settings: shownSettings(await rulesOf(deps, db, site)) }
    },

    async 'PATCH /vitrine/v1/reviews/settings'({ settings }, { db, site, now }) {
      const { document } = await lockSection(db, site, 'reviews', usualReviewSettings, now)
      const { revision, ...rest } = settings
      const stale = staleOf(document, revision)
      if (stale) return stale
      const next: ReviewSettingsSection = {
        ...usualReviewSettings,
        ...document,
        ...said<ReviewSettingsSection>(rest),
        revision: document.revision + 1,
      }
      return saveSection(db, site, 'reviews', { document: next, answer: { settings: shownSettings(next) } }, now)
    },
  }
}
