import type { Context } from '../../kernel/db/context.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { type Actor, nameOf } from '../../kernel/http/caller.ts'
import { refuse } from '../../kernel/refusal.ts'
import { findQuestion, lockAnswer } from './store.ts'

/** Everybody has one vote; while it is counted the answer is locked, so that the same vote twice at once counts once. */
export async function vote(acting: Context & Actor, questionId: string, answerId: string, helpful: boolean) {
  const { db, site, now, caller } = acting
  const question = await findQuestion(db, site, questionId)
  const answer = question?.status === 'PUBLISHED' ? await lockAnswer(db, site, question.id, answerId) : undefined
  if (answer?.status !== 'PUBLISHED') return refuse('ANSWER_NOT_FOUND')
  if (caller.kind === 'member' && answer.memberId === caller.memberId) return refuse('ANSWER_VOTE_OWN')
  const voter = nameOf(caller)
  const changed = await db.query(
    helpful
      ? sql`
          insert into question_vote (site, answer_id, voter, created_at) values (${site}, ${answer.id}, ${voter}, ${now})
          on conflict do nothing returning answer_id`
      : sql`delete from question_vote where site = ${site} and answer_id = ${answer.id} and voter = ${voter} returning answer_id`,
  )
  if (changed.length > 0) await move(db, site, answer.id, helpful ? 1 : -1)
  return { ...answer, helpful: answer.helpful + (changed.length > 0 ? (helpful ? 1 : -1) : 0) }
}

const move = (db: Db, site: string, answerId: string, by: 1 | -1): Promise<unknown> =>
  db.query(sql`update question_answer set helpful = helpful + ${by}::integer where site = ${site} and id = ${answerId}`)

/** The answers to questions about a product that somebody found helpful. */
export async function votesOf(db: Db, site: string, voter: string, productId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select answer.id from question_vote
    join question_answer answer on answer.site = ${site} and answer.id = question_vote.answer_id
    join question on question.site = ${site} and question.id = answer.question_id
    where question_vote.site = ${site} and voter = ${voter} and voter <> '' and question.product_id = ${productId} limit 1000`)
  return rows.map(({ id }) => id)
}

/** Takes away somebody's votes, and what they counted. */
export async function forgetVotes({ db, site }: Pick<Context, 'db' | 'site'>, voter: string): Promise<void> {
  const rows = await db.query<{ answerId: string }>(
    sql`delete from question_vote where site = ${site} and voter = ${voter} and voter <> '' returning answer_id as "answerId"`,
  )
  for (const { answerId } of rows.toSorted((a, b) => (a.answerId < b.answerId ? -1 : 1))) await move(db, site, answerId, -1)
}

/** A visitor's votes are the member's whom they turn out to be: of two for one answer one counts, and none for their own. */
export async function handOverVotes(context: Pick<Context, 'db' | 'site'>, visitorId: string, memberId: string): Promise<void> {
  const { db, site } = context
  const [from, to] = [`visitor:${visitorId}`, `member:${memberId}`]
  await db.query(sql`
    update question_vote vote set voter = ${to}
    where vote.site = ${site} and vote.voter = ${from} and vote.voter <> ''
      and not exists (select from question_vote other where other.site = ${site} and other.answer_id = vote.answer_id and other.voter = ${to})
      and not exists (select from question_answer answer where answer.site = ${site} and answer.id = vote.answer_id and answer.member_id = ${memberId})`)
  await forgetVotes(context, from)
}
