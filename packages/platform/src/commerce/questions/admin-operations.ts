import type { Question, questionAdmin } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { answerAsShop, moderateAnswer, removeShopAnswer } from './answer.ts'
import { moderateQuestion } from './ask.ts'
import type { QuestionDeps } from './deps.ts'
import { countByState, searchQuestions } from './queue.ts'
import { showAnswer, showQuestions } from './show.ts'
import { findQuestion, type StoredQuestion } from './store.ts'

/** Questions as the shop reads and answers them. */
export function questionAdminOperations(deps: QuestionDeps): Handlers<typeof questionAdmin> {
  const shown = async ({ db, site }: Pick<Context, 'db' | 'site'>, question: StoredQuestion): Promise<{ question: Question }> => ({
    question: (await showQuestions(deps, db, site, [question], false))[0]!,
  })
  const answer = async <R extends Refusal>(scope: Pick<Context, 'db' | 'site'>, question: StoredQuestion | R) =>
    question instanceof Refusal ? question : shown(scope, question)

  return {
    async 'POST /vitrine/v1/questions/search'(sought, scope) {
      return searchQuestions(deps, scope, sought)
    },

    async 'GET /vitrine/v1/questions/counts'(_, { db, site }) {
      return { counts: await countByState(db, site) }
    },

    async 'GET /vitrine/v1/questions/{questionId}'({ questionId }, scope) {
      const question = await findQuestion(scope.db, scope.site, questionId)
      return question ? shown(scope, question) : refuse('QUESTION_NOT_FOUND')
    },

    async 'PUT /vitrine/v1/questions/{questionId}/answer'({ questionId, text }, scope) {
      const done = await answerAsShop(scope, questionId, text)
      return done instanceof Refusal ? done : { ...(await shown(scope, done.question)), answer: showAnswer(done.answer) }
    },

    async 'DELETE /vitrine/v1/questions/{questionId}/answer'({ questionId }, scope) {
      return answer(scope, await removeShopAnswer(scope, questionId))
    },

    async 'PATCH /vitrine/v1/questions/{questionId}/moderate'({ questionId, status }, scope) {
      return answer(scope, await moderateQuestion(scope, questionId, status))
    },

    async 'PATCH /vitrine/v1/questions/{questionId}/answers/{answerId}/moderate'({ questionId, answerId, status }, scope) {
      return answer(scope, await moderateAnswer(scope, questionId, answerId, status))
    },
  }
}
