import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Actor } from '../../kernel/http/caller.ts'
import { refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import type { QuestionDeps } from './deps.ts'
import { statusOf } from './rules.ts'
import {
  countOpen,
  deleteQuestion,
  findSame,
  insertQuestion,
  isSaidByOthers,
  lockAsker,
  lockQuestion,
  type StoredQuestion,
  setStatus,
} from './store.ts'

type Acting = Context & Actor

/** So many questions of a member may have no answer. */
export const mostOpen = 20

/** A member asks about a product. */
export async function ask(deps: QuestionDeps, acting: Acting, { productId, text }: { readonly productId: string; readonly text: string }) {
  const { db, site, now, caller } = acting
  if (caller.kind !== 'member') return refuse('MEMBER_NOT_FOUND')
  const { memberId } = caller
  const body = text.trim()
  if (body === '') return violation('text', 'has no words', 'REQUIRED_FIELD')
  if (!(await deps.isSold(acting, productId))) return refuse('PRODUCT_NOT_FOUND')
  if (!(await lockAsker(db, site, memberId))) return refuse('MEMBER_NOT_FOUND')
  const same = await findSame(db, site, memberId, productId, body)
  if (same !== undefined) return refuse('QUESTION_EXISTS', { questionId: same })
  if ((await countOpen(db, site, memberId, mostOpen)) >= mostOpen) return refuse('TOO_MANY_QUESTIONS', { limit: mostOpen })
  const author = await deps.authorOf(db, site, memberId)
  const sameText = await isSaidByOthers(db, site, memberId, body)
  const reasons = await deps.reasonsToWait(db, site, { body, sameText, muted: author?.muted === true })
  const question: StoredQuestion = {
    id: newId(),
    productId: productId.toLowerCase(),
    memberId,
    authorName: author?.name ?? null,
    body,
    status: statusOf(reasons),
    reasons,
    answers: 0,
    waitingAnswers: 0,
    createdAt: now,
    updatedAt: now,
  }
  await insertQuestion(db, site, question)
  return question
}

/** Its asker takes a question back while nobody has answered it; the shop at any time. */
export async function takeBack({ db, site, caller, merchant }: Acting, id: string) {
  const question = await lockQuestion(db, site, id)
  if (!question) return refuse('QUESTION_NOT_FOUND')
  if (!merchant) {
    if (caller.kind !== 'member' || question.memberId !== caller.memberId) return refuse('QUESTION_NOT_FOUND')
    if (question.answers > 0) return refuse('QUESTION_ANSWERED')
  }
  await deleteQuestion(db, site, id)
  return question
}

/** Publishes a question or turns it down. */
export async function moderateQuestion(context: Context, id: string, status: 'PUBLISHED' | 'REJECTED') {
  const question = await lockQuestion(context.db, context.site, id)
  if (!question) return refuse('QUESTION_NOT_FOUND')
  if (question.status !== status) await setStatus(context, id, status)
  const moderated: StoredQuestion = { ...question, status }
  return moderated
}
