import type { Question, questions } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { nameOf } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { answerAsBuyer, removeAnswer } from './answer.ts'
import { ask, takeBack } from './ask.ts'
import type { QuestionDeps } from './deps.ts'
import { closest } from './rules.ts'
import { showAnswer, showQuestion, showQuestions } from './show.ts'
import { countOfPage, ownAnswers, ownQuestions, questionsOfPage, type StoredQuestion } from './store.ts'
import { vote, votesOf } from './votes.ts'

/** So many questions of a product are looked at for those that are close to a text. */
const mostCompared = 300

/** What members ask about products, and what they and the shop answer, as shoppers see it. */
export function questionOperations(deps: QuestionDeps): Handlers<typeof questions> {
  const shown = async ({ db, site }: Pick<Context, 'db' | 'site'>, question: StoredQuestion): Promise<Question> =>
    (await showQuestions(deps, db, site, [question], true))[0]!

  return {
    async 'GET /vitrine/v1/questions/page/{productId}'({ productId, limit }, { db, site }) {
      const counts = await countOfPage(db, site, productId)
      const rows = counts.count === 0 ? [] : await questionsOfPage(db, site, productId, limit)
      return { ...counts, questions: await showQuestions(deps, db, site, rows, true) }
    },

    async 'GET /vitrine/v1/questions/close/{productId}'({ productId, text }, { db, site }) {
      const product = (await deps.productsOf(db, site, [productId])).get(productId.toLowerCase())
      const rows = product ? await questionsOfPage(db, site, productId, mostCompared) : []
      return { questions: await showQuestions(deps, db, site, closest(text, rows, product?.name ?? ''), true) }
    },

    async 'GET /vitrine/v1/questions/mine/{productId}'({ productId }, { db, site, caller }) {
      const helpful = await votesOf(db, site, nameOf(caller), productId)
      if (caller.kind !== 'member') return { questions: [], mayAnswer: false, answers: [], helpful }
      const { memberId } = caller
      const own = await ownQuestions(db, site, memberId, productId)
      const answers = await ownAnswers(db, site, memberId, productId)
      return {
        questions: await showQuestions(deps, db, site, own, true),
        mayAnswer: (await deps.orderOf(db, site, memberId, productId.toLowerCase())) !== undefined,
        answers: answers.map((answer) => ({ questionId: answer.questionId, answer: showAnswer(answer) })),
        helpful,
      }
    },

    async 'POST /vitrine/v1/questions'(input, scope) {
      const question = await ask(deps, scope, input)
      return question instanceof Refusal ? question : { question: showQuestion(question, []) }
    },

    async 'DELETE /vitrine/v1/questions/{questionId}'({ questionId }, scope) {
      const question = await takeBack(scope, questionId)
      return question instanceof Refusal ? question : { question: showQuestion(question, []) }
    },

    async 'POST /vitrine/v1/questions/{questionId}/answers'({ questionId, text }, scope) {
      const done = await answerAsBuyer(deps, scope, questionId, text)
      return done instanceof Refusal ? done : { question: await shown(scope, done.question), answer: showAnswer(done.answer) }
    },

    async 'DELETE /vitrine/v1/questions/{questionId}/answers/{answerId}'({ questionId, answerId }, scope) {
      const question = await removeAnswer(scope, questionId, answerId)
      return question instanceof Refusal ? question : { question: await shown(scope, question) }
    },

    async 'POST /vitrine/v1/questions/{questionId}/answers/{answerId}/vote'({ questionId, answerId, helpful }, scope) {
      const answer = await vote(scope, questionId, answerId, helpful)
      return answer instanceof Refusal ? answer : { answer: showAnswer(answer), helpful }
    },
  }
}
