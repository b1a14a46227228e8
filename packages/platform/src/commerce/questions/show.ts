import type { Question, QuestionAnswer } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import type { QuestionDeps } from './deps.ts'
import { answersOf, type StoredAnswer, type StoredQuestion } from './store.ts'

/** As the wire wants it. */
export const showAnswer = (answer: StoredAnswer, slugs?: ReadonlyMap<string, string>): QuestionAnswer => {
  const slug = answer.memberId === null ? undefined : slugs?.get(answer.memberId)
  return {
    id: answer.id,
    text: answer.body,
    byShop: answer.byShop,
    ...(answer.authorName !== null && { authorName: answer.authorName }),
    ...(slug !== undefined && { authorSlug: slug }),
    status: answer.status,
    helpful: answer.helpful,
    createdDate: answer.createdAt.toISOString(),
    updatedDate: answer.updatedAt.toISOString(),
  }
}

export const showQuestion = (question: StoredQuestion, answers: readonly QuestionAnswer[]): Question => ({
  id: question.id,
  productId: question.productId,
  text: question.body,
  ...(question.authorName !== null && { authorName: question.authorName }),
  status: question.status,
  createdDate: question.createdAt.toISOString(),
  answers: [...answers],
})

/** Questions with their answers; to shoppers those that show. */
export async function showQuestions(
  { slugsOf }: Pick<QuestionDeps, 'slugsOf'>,
  db: Db,
  site: string,
  questions: readonly StoredQuestion[],
  published: boolean,
): Promise<Question[]> {
  const answers = await answersOf(
    db,
    site,
    questions.map(({ id }) => id),
    published,
  )
  const authors = [...answers.values()].flatMap((those) => those.flatMap(({ memberId }) => memberId ?? []))
  const slugs = authors.length === 0 ? new Map<string, string>() : await slugsOf(db, site, [...new Set(authors)])
  return questions.map((question) =>
    showQuestion(
      question,
      (answers.get(question.id) ?? []).map((answer) => showAnswer(answer, slugs)),
    ),
  )
}
