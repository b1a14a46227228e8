import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Actor } from '../../kernel/http/caller.ts'
import { refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import type { QuestionDeps } from './deps.ts'
import { isTold, statusOf } from './rules.ts'
import {
  countAnswers,
  deleteAnswer,
  findAnswer,
  findQuestion,
  insertAnswer,
  lockAnswer,
  lockQuestion,
  type StoredAnswer,
  type StoredQuestion,
  setAnswerStatus,
  setAnswerText,
  setStatus,
} from './store.ts'

type Acting = Context & Actor
export interface Answered {
  readonly question: StoredQuestion
  readonly answer: StoredAnswer
}

/** The question as it is after its answers have changed. */
async function counted({ db, site }: Pick<Context, 'db' | 'site'>, id: string): Promise<StoredQuestion> {
  await countAnswers(db, site, id)
  return (await findQuestion(db, site, id))!
}

/** A member who has bought the product answers. */
export async function answerAsBuyer(deps: QuestionDeps, acting: Acting, questionId: string, text: string) {
  const { db, site, now, caller } = acting
  if (caller.kind !== 'member') return refuse('MEMBER_NOT_FOUND')
  const { memberId } = caller
  const body = text.trim()
  if (body === '') return violation('text', 'has no words', 'REQUIRED_FIELD')
  const question = await lockQuestion(db, site, questionId)
  if (question?.status !== 'PUBLISHED') return refuse('QUESTION_NOT_FOUND')
  const author = await deps.authorOf(db, site, memberId)
  if (!author) return refuse('MEMBER_NOT_FOUND')
  const orderId = await deps.orderOf(db, site, memberId, question.productId)
  if (orderId === undefined) return refuse('ANSWER_NOT_ALLOWED')
  const before = await findAnswer(db, site, questionId, sql`answer.member_id = ${memberId} and answer.member_id is not null`)
  if (before) return refuse('ANSWER_EXISTS', { answerId: before.id })
  const reasons = await deps.reasonsToWait(db, site, { body, sameText: false, muted: author.muted })
  const answer: StoredAnswer = {
    id: newId(),
    questionId: question.id,
    byShop: false,
    memberId,
    authorName: author.name ?? null,
    orderId,
    body,
    status: statusOf(reasons),
    reasons,
    helpful: 0,
    createdAt: now,
    updatedAt: now,
  }
  await insertAnswer(db, site, answer, answer.status === 'PUBLISHED' && isTold(question, answer) ? now : null)
  return { question: await counted(acting, question.id), answer }
}

/** The shop says its answer, or says it anew; the question shows from now on. */
export async function answerAsShop(context: Context, questionId: string, text: string) {
  const { db, site, now } = context
  const body = text.trim()
  if (body === '') return violation('text', 'has no words', 'REQUIRED_FIELD')
  const question = await lockQuestion(db, site, questionId)
  if (!question) return refuse('QUESTION_NOT_FOUND')
  const before = await findAnswer(db, site, question.id, sql`answer.by_shop`)
  const answer: StoredAnswer = before
    ? { ...before, body, updatedAt: now }
    : {
        id: newId(),
        questionId: question.id,
        byShop: true,
        memberId: null,
        authorName: null,
        orderId: null,
        body,
        status: 'PUBLISHED',
        reasons: [],
        helpful: 0,
        createdAt: now,
        updatedAt: now,
      }
  if (before) await setAnswerText(context, before.id, body)
  else await insertAnswer(db, site, answer, isTold(question, answer) ? now : null)
  if (question.status !== 'PUBLISHED') await setStatus(context, question.id, 'PUBLISHED')
  return { question: await counted(context, question.id), answer }
}

export async function removeShopAnswer(context: Context, questionId: string) {
  const { db, site } = context
  const question = await lockQuestion(db, site, questionId)
  if (!question) return refuse('QUESTION_NOT_FOUND')
  const answer = await findAnswer(db, site, question.id, sql`answer.by_shop`)
  if (!answer) return question
  await deleteAnswer(db, site, answer.id)
  return counted(context, question.id)
}

/** Its author, or the shop, takes an answer away. */
export async function removeAnswer(acting: Acting, questionId: string, answerId: string) {
  const { db, site, caller, merchant } = acting
  const question = await lockQuestion(db, site, questionId)
  const answer = question && (await lockAnswer(db, site, question.id, answerId))
  if (!answer || !(merchant || (caller.kind === 'member' && answer.memberId === caller.memberId))) return refuse('ANSWER_NOT_FOUND')
  await deleteAnswer(db, site, answer.id)
  return counted(acting, answer.questionId)
}

/** Publishes an answer of a buyer or turns it down. */
export async function moderateAnswer(context: Context, questionId: string, answerId: string, status: 'PUBLISHED' | 'REJECTED') {
  const { db, site } = context
  const question = await lockQuestion(db, site, questionId)
  const answer = question && (await lockAnswer(db, site, question.id, answerId))
  if (!answer) return refuse('ANSWER_NOT_FOUND')
  if (answer.status !== status)
    await setAnswerStatus(context, answer.id, status, status === 'PUBLISHED' && answer.status === 'WAITING' && isTold(question, answer))
  return counted(context, question.id)
}
