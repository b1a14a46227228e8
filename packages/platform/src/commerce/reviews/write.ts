import type { NewReview, Received, ReviewReason } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { isId, newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { type Actor, type Caller, nameOf } from '../../kernel/http/caller.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { reviewSettingsOf } from '../../kernel/settings/review-settings.ts'
import type { ReviewDeps, ReviewMember } from './deps.ts'
import { clearReports } from './reports.ts'
import { reasonsToWait, relevanceOf, statusFor } from './rules.ts'
import {
  countSameText,
  deleteReview,
  findBeside,
  findFiles,
  forgetFiles,
  insertReview,
  lockReview,
  type ReviewFile,
  type StoredReview,
  updateReview,
} from './store.ts'
import { moveSummary, productNamespace } from './summary.ts'
import { tell } from './tell.ts'

type Acting = Context & Actor
type Author = Pick<StoredReview, 'authorType' | 'memberId' | 'visitorId' | 'contactId'> & Pick<ReviewMember, 'name' | 'muted'>

export const rulesOf = async ({ readSettings }: Pick<ReviewDeps, 'readSettings'>, db: Db, site: string) =>
  reviewSettingsOf(await readSettings(db, site))

/** A merchant's keys and staff name whose review it is; everybody else writes their own. */
async function authorOf(deps: ReviewDeps, { db, site, caller, merchant }: Acting, contactId: string | null | undefined): Promise<Author> {
  const nobody = { authorType: 'UNKNOWN', memberId: null, visitorId: null, contactId: null, name: undefined, muted: false } as const
  if (merchant) {
    const member = contactId ? await deps.memberOf(db, site, { contactId }) : undefined
    return member ? { ...nobody, ...member, authorType: 'MEMBER' } : { ...nobody, contactId: contactId ?? null }
  }
  if (caller.kind === 'member') {
    const member = await deps.memberOf(db, site, caller)
    return {
      ...nobody,
      authorType: 'MEMBER',
      memberId: caller.memberId,
      contactId: member?.contactId ?? null,
      name: member?.name,
      muted: member?.muted === true,
    }
  }
  const visitorId = writingVisitorOf(caller)
  return visitorId === undefined ? nobody : { ...nobody, authorType: 'VISITOR', visitorId }
}

/** The visitor in whose name somebody writes: their own, or the one that a program names; undefined for members, who write in their own. */
export const writingVisitorOf = (caller: Caller): string | undefined =>
  caller.kind === 'visitor' ? caller.visitorId : caller.kind === 'app' ? caller.visitor?.visitorId : undefined

/** Who may have uploaded the pictures that somebody shows: they themselves, before they signed in or after. */
export const uploadersOf = (caller: Caller): readonly string[] =>
  caller.kind === 'member' ? [nameOf(caller), `visitor:${caller.visitorId}`] : [nameOf(caller)]

type MediaInput = NonNullable<NewReview['content']['media']>

async function filesOf(
  { db, site, caller, merchant }: Acting,
  media: MediaInput,
  before: readonly ReviewFile[] = [],
): Promise<readonly ReviewFile[] | Refusal<'REVIEW_MEDIA_NOT_FOUND'>> {
  const ids = media.flatMap(({ image, video }) => image?.id ?? video?.id ?? [])
  const fresh = ids.filter((id) => !before.some((file) => file.id === id))
  const found = new Map([
    ...before.map((file) => [file.id, file] as const),
    ...(await findFiles(db, site, fresh, merchant ? undefined : uploadersOf(caller))),
  ])
  const files: ReviewFile[] = []
  for (const { image, video } of media) {
    const id = image?.id ?? video?.id
    if (id === undefined) continue
    const file = found.get(id)
    if (!file || file.kind !== (image ? 'image' : 'video')) return refuse('REVIEW_MEDIA_NOT_FOUND', { id })
    if (!files.includes(file)) files.push(file)
  }
  return files
}

const textOf = (said: string | null | undefined): string | null => said?.trim() || null

/** The review with the place that it has by what it says and what others think of it. */
export const ranked = (review: StoredReview): StoredReview => ({
  ...review,
  relevance: relevanceOf({ ...review, mediaCount: review.media.length }),
})

async function judged(deps: ReviewDeps, { db, site, merchant }: Acting, review: StoredReview, muted: boolean): Promise<StoredReview> {
  if (merchant) return { ...review, status: 'APPROVED', publishCount: 1 }
  const rules = await rulesOf(deps, db, site)
  const sameText = (await countSameText(db, site, review)) > 0
  const reasons: ReviewReason[] = reasonsToWait(rules, { ...review, mediaCount: review.media.length, sameText, muted })
  const status = statusFor(reasons)
  const published = status === 'APPROVED' && review.status !== 'APPROVED'
  return { ...review, reasons, status, manuallyChanged: false, publishCount: review.publishCount + (published ? 1 : 0) }
}

type CreateRefusal = Refusal<'REVIEW_ENTITY_NOT_FOUND' | 'REVIEW_EXISTS' | 'REVIEW_NOT_ALLOWED' | 'REVIEW_MEDIA_NOT_FOUND'>

/** Whoever acts writes a review. */
export async function writeReview(
  deps: ReviewDeps,
  acting: Acting,
  { namespace, entityId: given, content, author: named, reviewDate }: NewReview,
): Promise<StoredReview | CreateRefusal> {
  const { db, site, now, caller, merchant } = acting
  const entityId = isId(given) ? given.toLowerCase() : given
  if (!(namespace === productNamespace ? await deps.isSold(acting, entityId, merchant) : merchant)) return refuse('REVIEW_ENTITY_NOT_FOUND')
  const author = await authorOf(deps, acting, named?.contactId)
  const bought = await deps.orderOf(db, site, author, entityId)
  const { writers } = await rulesOf(deps, db, site)
  if (!merchant && (writers === 'BUYERS' ? bought === undefined : writers === 'MEMBERS' && author.memberId === null))
    return refuse('REVIEW_NOT_ALLOWED', { writers })
  const beside = { namespace, entityId, memberId: author.memberId, visitorId: author.visitorId, orderId: bought ?? null }
  const before = await findBeside(db, site, beside)
  if (before) return refuse('REVIEW_EXISTS', { reviewId: before.id })
  const media = await filesOf(acting, content.media ?? [])
  if (media instanceof Refusal) return media
  const written = new Date((merchant ? reviewDate : undefined) ?? now)
  const review = ranked(
    await judged(
      deps,
      acting,
      {
        id: newId(),
        ...beside,
        authorType: author.authorType,
        contactId: author.contactId,
        authorName: textOf(named?.authorName) ?? author.name ?? null,
        title: textOf(content.title),
        body: textOf(content.body),
        rating: content.rating,
        media,
        status: 'SUBMITTED',
        manuallyChanged: false,
        reasons: [],
        verified: bought !== undefined,
        origin: merchant && caller.kind === 'app' ? 'APP' : 'ORGANIC',
        originApp: merchant && caller.kind === 'app' ? caller.appId : null,
        reply: null,
        helpful: 0,
        unhelpful: 0,
        relevance: 0,
        publishCount: 0,
        revision: 1,
        reviewDate: written,
        createdAt: now,
        updatedAt: now,
      },
      author.muted,
    ),
  )
  // Two at once: the other one is read when this is tried again.
  if (!(await insertReview(db, site, review))) {
    const other = await findBeside(db, site, beside)
    return refuse('REVIEW_EXISTS', { reviewId: other?.id ?? '' })
  }
  await moveSummary(acting, undefined, review)
  await tell(acting, review, 'created')
  return review
}

/** Saves a changed review, with the rating of what it is about and the event for the change. */
export async function keepReview(context: Context, before: StoredReview, changed: StoredReview): Promise<StoredReview> {
  const after = ranked({ ...changed, revision: before.revision + 1, updatedAt: context.now })
  await updateReview(context.db, context.site, after)
  await moveSummary(context, before, after)
  const left = before.media.flatMap(({ id }) => (after.media.some((file) => file.id === id) ? [] : [id]))
  await forgetFiles(context, left)
  await tell(context, after, 'updated', before.status)
  return after
}

/** Whether the caller is the author of a review. */
export const isAuthor = (caller: Caller, { memberId, visitorId }: StoredReview): boolean =>
  caller.kind === 'member' ? memberId === caller.memberId : visitorId !== null && visitorId === writingVisitorOf(caller)

type Change = Received<'PATCH /reviews/v1/reviews/{review.id}'>

/** Only what the mask names is written, where there is one. */
function masked({ review, fieldMask }: Change): Change['review'] {
  if (!fieldMask) return review
  const paths = fieldMask.split(',').map((path) => path.trim())
  const wants = (path: string) => paths.some((one) => one === path || path.startsWith(`${one}.`))
  const { id, revision, content, author, reviewDate } = review
  const said = Object.entries(content ?? {}).filter(([name]) => wants(`content.${name}`))
  return {
    id,
    revision,
    ...(said.length > 0 && { content: Object.fromEntries(said) }),
    ...(author && wants('author.authorName') && { author }),
    ...(reviewDate && wants('reviewDate') && { reviewDate }),
  }
}

/** What its author changes is judged again; what the shop changes stays in its status. */
export async function changeReview(deps: ReviewDeps, acting: Acting, input: Change) {
  const { db, site, caller, merchant } = acting
  const before = await lockReview(db, site, input.review.id)
  if (!before || !(merchant || isAuthor(caller, before))) return refuse('REVIEW_NOT_FOUND')
  if (input.review.revision !== String(before.revision)) return refuse('STALE_REVISION')
  const { content, author, reviewDate } = masked(input)
  const media = content?.media ? await filesOf(acting, content.media, before.media) : before.media
  if (media instanceof Refusal) return media
  const changed: StoredReview = {
    ...before,
    media,
    rating: content?.rating ?? before.rating,
    title: content?.title === undefined ? before.title : textOf(content.title),
    body: content?.body === undefined ? before.body : textOf(content.body),
    authorName: author?.authorName === undefined ? before.authorName : textOf(author.authorName),
    reviewDate: merchant && reviewDate ? new Date(reviewDate) : before.reviewDate,
  }
  if (merchant) return keepReview(acting, before, changed)
  const member = before.memberId === null ? undefined : await deps.memberOf(db, site, { memberId: before.memberId })
  return keepReview(acting, before, await judged(deps, acting, changed, member?.muted === true))
}

/** Publishes a review or turns it down; what is so already stays as it is. */
export async function moderate(context: Context, id: string, status: 'APPROVED' | 'REJECTED') {
  const before = await lockReview(context.db, context.site, id)
  if (!before) return refuse('REVIEW_NOT_FOUND')
  await clearReports(context, id)
  if (before.status === status && before.manuallyChanged) return before
  const published = status === 'APPROVED' && before.status !== 'APPROVED'
  return keepReview(context, before, {
    ...before,
    status,
    manuallyChanged: true,
    publishCount: before.publishCount + (published ? 1 : 0),
  })
}

/** What the shop says under a review; `null` for nothing any more. */
export async function reply(context: Context, id: string, message: string | null) {
  const before = await lockReview(context.db, context.site, id)
  if (!before) return refuse('REVIEW_NOT_FOUND')
  if (message === null && before.reply === null) return before
  const at = context.now.toISOString()
  const next = message === null ? null : { message, createdAt: before.reply?.createdAt ?? at, updatedAt: at }
  return keepReview(context, before, { ...before, reply: next })
}

export async function removeReview(context: Context, review: StoredReview): Promise<void> {
  await deleteReview(context.db, context.site, review.id)
  await moveSummary(context, review, undefined)
  await forgetFiles(
    context,
    review.media.map(({ id }) => id),
  )
  await tell(context, review, 'deleted')
}
