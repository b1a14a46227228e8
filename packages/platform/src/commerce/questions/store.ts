import { createHash } from 'node:crypto'
import type { QuestionStatus, ReviewReason } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import { wordsOf } from '../../kernel/query/words.ts'

export interface StoredQuestion {
  readonly id: string
  readonly productId: string
  readonly memberId: string | null
  readonly authorName: string | null
  readonly body: string
  readonly status: QuestionStatus
  readonly reasons: readonly ReviewReason[]
  /** How many answers show. */
  readonly answers: number
  readonly waitingAnswers: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface StoredAnswer {
  readonly id: string
  readonly questionId: string
  readonly byShop: boolean
  readonly memberId: string | null
  readonly authorName: string | null
  readonly orderId: string | null
  readonly body: string
  readonly status: QuestionStatus
  readonly reasons: readonly ReviewReason[]
  readonly helpful: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const questionColumns = sql`question.id, question.product_id as "productId", question.member_id as "memberId",
  question.author_name as "authorName", question.body, question.status, question.reasons, question.answers,
  question.waiting_answers as "waitingAnswers", question.created_at as "createdAt", question.updated_at as "updatedAt"`

const answerColumns = sql`answer.id, answer.question_id as "questionId", answer.by_shop as "byShop", answer.member_id as "memberId",
  answer.author_name as "authorName", answer.order_id as "orderId", answer.body, answer.status, answer.reasons, answer.helpful,
  answer.created_at as "createdAt", answer.updated_at as "updatedAt"`

/** What a text says without case and signs. */
const hashOf = (body: string): Buffer => {
  const words = wordsOf(body).join(' ')
  return createHash('sha256')
    .update(words || body)
    .digest()
    .subarray(0, 16)
}

export async function findQuestion(db: Db, site: string, id: string): Promise<StoredQuestion | undefined> {
  const [row] = await db.query<StoredQuestion>(sql`select ${questionColumns} from question where site = ${site} and id = ${id}`)
  return row
}

/** Reads a question to change it or its answers: nobody else does until the transaction ends. */
export async function lockQuestion(db: Db, site: string, id: string): Promise<StoredQuestion | undefined> {
  const [row] = await db.query<StoredQuestion>(sql`select ${questionColumns} from question where site = ${site} and id = ${id} for update`)
  return row
}

/** Whoever asks is locked, so that two at once are counted one after the other; whether they are a member. */
export async function lockAsker(db: Db, site: string, memberId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select from member where site = ${site} and id = ${memberId} and deleted_at is null for no key update`)
  return rows.length > 0
}

/** How many questions of a member have no answer, up to a limit. */
export async function countOpen(db: Db, site: string, memberId: string, limit: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from (
      select from question where site = ${site} and member_id = ${memberId} and member_id is not null and status <> 'REJECTED' and answers = 0
      limit ${limit}) open`)
  return row!.count
}

/** The id of the question by which a member has asked the same of a product. */
export async function findSame(db: Db, site: string, memberId: string, productId: string, body: string): Promise<string | undefined> {
  const [row] = await db.query<{ id: string }>(sql`
    select id from question
    where site = ${site} and member_id = ${memberId} and member_id is not null and product_id = ${productId} and text_hash = ${hashOf(body)}`)
  return row?.id
}

/** Many ask `How tall is it?` without having read it anywhere. */
const [fewestWords, fewestCharacters] = [4, 30] as const

/** Whether somebody else asks the same, of whatever product: whoever sends one text to many is read first. */
export async function isSaidByOthers(db: Db, site: string, memberId: string, body: string): Promise<boolean> {
  const words = wordsOf(body)
  if (words.length < fewestWords || words.join(' ').length < fewestCharacters) return false
  const rows = await db.query(sql`
    select from question where site = ${site} and text_hash = ${hashOf(body)} and member_id is distinct from ${memberId}::uuid limit 1`)
  return rows.length > 0
}

export async function insertQuestion(db: Db, site: string, question: StoredQuestion): Promise<void> {
  const q = question
  await db.query(sql`
    insert into question (site, id, product_id, member_id, author_name, body, text_hash, status, reasons, answers, waiting_answers, created_at, updated_at)
    values (${site}, ${q.id}, ${q.productId}, ${q.memberId}, ${q.authorName}, ${q.body}, ${hashOf(q.body)}, ${q.status}, ${q.reasons}::text[],
      ${q.answers}, ${q.waitingAnswers}, ${q.createdAt}, ${q.updatedAt})`)
}

export async function setStatus({ db, site, now }: Context, id: string, status: QuestionStatus): Promise<void> {
  await db.query(sql`update question set status = ${status}, updated_at = ${now} where site = ${site} and id = ${id}`)
}

export async function deleteQuestion(db: Db, site: string, id: string): Promise<void> {
  await db.query(sql`delete from question where site = ${site} and id = ${id}`)
}

export async function insertAnswer(db: Db, site: string, answer: StoredAnswer, tellAt: Date | null): Promise<void> {
  const a = answer
  await db.query(sql`
    insert into question_answer (site, id, question_id, by_shop, member_id, author_name, order_id, body, text_hash, status, reasons, helpful, tell_at,
      created_at, updated_at)
    values (${site}, ${a.id}, ${a.questionId}, ${a.byShop}, ${a.memberId}, ${a.authorName}, ${a.orderId}, ${a.body}, ${hashOf(a.body)}, ${a.status},
      ${a.reasons}::text[], ${a.helpful}, ${tellAt}, ${a.createdAt}, ${a.updatedAt})`)
}

export async function setAnswerText({ db, site, now }: Context, id: string, body: string): Promise<void> {
  await db.query(sql`
    update question_answer set body = ${body}, text_hash = ${hashOf(body)}, updated_at = ${now} where site = ${site} and id = ${id}`)
}

export async function setAnswerStatus({ db, site, now }: Context, id: string, status: QuestionStatus, tell: boolean): Promise<void> {
  await db.query(sql`
    update question_answer set status = ${status}, updated_at = ${now}, tell_at = ${tell ? now : null} where site = ${site} and id = ${id}`)
}

export async function deleteAnswer(db: Db, site: string, id: string): Promise<void> {
  await db.query(sql`delete from question_answer where site = ${site} and id = ${id}`)
}

/** Counts anew what is said of a question. */
export const countAnswers = (db: Db, site: string, questionId: string): Promise<unknown> =>
  db.query(sql`
    update question set
      answers = (select count(*) from question_answer where site = ${site} and question_id = ${questionId} and status = 'PUBLISHED')::integer,
      waiting_answers = (select count(*) from question_answer where site = ${site} and question_id = ${questionId} and status = 'WAITING')::integer
    where site = ${site} and id = ${questionId}`)

export async function findAnswer(db: Db, site: string, questionId: string, which: Sql): Promise<StoredAnswer | undefined> {
  const [row] = await db.query<StoredAnswer>(sql`
    select ${answerColumns} from question_answer answer where answer.site = ${site} and answer.question_id = ${questionId} and ${which} limit 1`)
  return row
}

export async function lockAnswer(db: Db, site: string, questionId: string, id: string): Promise<StoredAnswer | undefined> {
  const [row] = await db.query<StoredAnswer>(sql`
    select ${answerColumns} from question_answer answer
    where answer.site = ${site} and answer.id = ${id} and answer.question_id = ${questionId} for update`)
  return row
}

/** The answers of questions: the shop's first, then the most helpful, then the oldest. */
export async function answersOf(
  db: Db,
  site: string,
  questionIds: readonly string[],
  published: boolean,
): Promise<ReadonlyMap<string, readonly StoredAnswer[]>> {
  if (questionIds.length === 0) return new Map()
  const rows = await db.query<StoredAnswer>(sql`
    select ${answerColumns} from question_answer answer
    where answer.site = ${site} and answer.question_id = any(${questionIds}::uuid[]) and ${published ? sql`answer.status = 'PUBLISHED'` : sql`true`}
    order by answer.by_shop desc, answer.helpful desc, answer.created_at, answer.id`)
  return Map.groupBy(rows, ({ questionId }) => questionId)
}

/** Those of a product that show, the answered ones first, then the newest. */
export const questionsOfPage = (db: Db, site: string, productId: string, limit: number): Promise<StoredQuestion[]> =>
  db.query<StoredQuestion>(sql`
    select ${questionColumns} from question where site = ${site} and product_id = ${productId} and status = 'PUBLISHED'
    order by (answers > 0) desc, created_at desc, id desc limit ${limit}`)

export async function countOfPage(db: Db, site: string, productId: string): Promise<{ readonly count: number; readonly answered: number }> {
  const [row] = await db.query<{ count: number; answered: number }>(sql`
    select count(*)::integer as count, (count(*) filter (where answers > 0))::integer as answered
    from question where site = ${site} and product_id = ${productId} and status = 'PUBLISHED'`)
  return row!
}

const mostOwn = 20

/** A member's questions about a product, the newest first. */
export const ownQuestions = (db: Db, site: string, memberId: string, productId: string): Promise<StoredQuestion[]> =>
  db.query<StoredQuestion>(sql`
    select ${questionColumns} from question
    where site = ${site} and member_id = ${memberId} and member_id is not null and product_id = ${productId}
    order by created_at desc, id desc limit ${mostOwn}`)

/** A member's answers to questions about a product. */
export const ownAnswers = (db: Db, site: string, memberId: string, productId: string): Promise<StoredAnswer[]> =>
  db.query<StoredAnswer>(sql`
    select ${answerColumns} from question_answer answer
    join question on question.site = ${site} and question.id = answer.question_id
    where answer.site = ${site} and answer.member_id = ${memberId} and answer.member_id is not null and question.product_id = ${productId}
    order by answer.created_at desc limit 100`)
