import type { Context } from '../../kernel/db/context.ts'
import { sql } from '../../kernel/db/sql.ts'
import { countAnswers, deleteAnswer, deleteQuestion, lockQuestion } from './store.ts'
import { forgetVotes } from './votes.ts'

/** Deletes questions with all that was answered, answers, and takes back the votes of these callers. */
export async function eraseQuestions(
  context: Context,
  { questionIds, answerIds }: { readonly questionIds: readonly string[]; readonly answerIds: readonly string[] },
  voters: readonly string[],
): Promise<void> {
  const { db, site } = context
  const answered = await db.query<{ id: string; questionId: string }>(sql`
    select id, question_id as "questionId" from question_answer where site = ${site} and id = any(${answerIds}::uuid[])`)
  const locked = [...new Set([...questionIds, ...answered.map(({ questionId }) => questionId)])].sort()
  for (const id of locked) {
    if (!(await lockQuestion(db, site, id))) continue
    if (questionIds.includes(id)) {
      await deleteQuestion(db, site, id)
      continue
    }
    for (const answer of answered) if (answer.questionId === id) await deleteAnswer(db, site, answer.id)
    await countAnswers(db, site, id)
  }
  for (const voter of voters) await forgetVotes(context, voter)
}
