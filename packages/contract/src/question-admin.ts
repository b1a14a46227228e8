import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Guid, Instant, text, whole } from './primitives.ts'
import { mostAnswerText, Question, QuestionAnswer, QuestionStatus } from './questions.ts'
import { ReviewInQueue, ReviewReason } from './review-admin.ts'

/**
 * What the shop has to do with a question.
 *
 * - `TO_ANSWER`: it has no published answer, or an answer of a buyer waits to be read.
 * - `ANSWERED`: it has an answer.
 * - `REJECTED`: the shop has turned it down.
 */
export const QuestionState = z.enum(['TO_ANSWER', 'ANSWERED', 'REJECTED'])
export type QuestionState = z.infer<typeof QuestionState>

/** A question as the shop reads it, with all of its answers. */
export const QuestionInQueue = z.object({
  question: Question,
  state: QuestionState,
  /** Why it waits, or waited. */
  reasons: z.array(ReviewReason),
  product: ReviewInQueue.shape.product,
  /** The asker; absent where nobody is known. */
  asker: z.object({ memberId: Guid, orders: z.int(), questions: z.int() }).optional(),
  /** Why answers wait, or waited, and by which order their authors are known to have bought the product. */
  answers: z.array(
    z.object({
      answerId: Guid,
      memberId: Guid.optional(),
      reasons: z.array(ReviewReason),
      order: z.object({ id: Guid, number: z.string(), createdDate: Instant }).optional(),
    }),
  ),
})
export interface QuestionInQueue extends z.infer<typeof QuestionInQueue> {}

const OfQuestion = z.object({ questionId: Guid })
const One = z.object({ question: Question })

/** Questions as the shop reads and answers them. */
export const questionAdmin = operations({
  /** Those to answer: oldest first; the others newest first. Words are searched for in questions, answers and names. `cursor`: `nextCursor` of the page before. */
  'POST /vitrine/v1/questions/search': operation({
    as: 'user',
    personal: 'questions',
    summary: 'Search questions, with what there is to know of each',
    input: z.object({
      state: QuestionState.nullish(),
      words: text(100).nullish(),
      questionId: Guid.nullish(),
      limit: whole(1, 100).default(50),
      cursor: text(100).nullish(),
    }),
    ok: z.object({ questions: z.array(QuestionInQueue), nextCursor: z.string().optional() }),
    errors: [],
    reads: true,
  }),

  /** Counts stop at 10,000. */
  'GET /vitrine/v1/questions/counts': operation({
    as: 'user',
    summary: 'Count questions by what there is to do',
    input: z.object({}),
    ok: z.object({ counts: z.array(z.object({ state: QuestionState, count: z.int() })) }),
    errors: [],
  }),

  'GET /vitrine/v1/questions/{questionId}': operation({
    as: 'user',
    summary: 'Read a question, also one that does not show',
    input: OfQuestion,
    ok: One,
    errors: ['QUESTION_NOT_FOUND'],
  }),

  /** The shop's one answer: it replaces the one before. It shows at once, publishes the question, and the asker is told by email. */
  'PUT /vitrine/v1/questions/{questionId}/answer': operation({
    as: 'user',
    summary: 'Answer a question as the shop',
    input: OfQuestion.extend({ text: text(mostAnswerText, 1) }),
    ok: One.extend({ answer: QuestionAnswer }),
    errors: ['QUESTION_NOT_FOUND'],
  }),

  'DELETE /vitrine/v1/questions/{questionId}/answer': operation({
    as: 'user',
    summary: "Remove the shop's answer to a question",
    input: OfQuestion,
    ok: One,
    errors: ['QUESTION_NOT_FOUND'],
  }),

  'PATCH /vitrine/v1/questions/{questionId}/moderate': operation({
    as: 'user',
    summary: 'Publish a question or turn it down',
    input: OfQuestion.extend({ status: QuestionStatus.exclude(['WAITING']) }),
    ok: One,
    errors: ['QUESTION_NOT_FOUND'],
  }),

  /** The asker is told by email once it is published. */
  'PATCH /vitrine/v1/questions/{questionId}/answers/{answerId}/moderate': operation({
    as: 'user',
    summary: "Publish a buyer's answer or turn it down",
    input: OfQuestion.extend({ answerId: Guid, status: QuestionStatus.exclude(['WAITING']) }),
    ok: One,
    errors: ['ANSWER_NOT_FOUND'],
  }),
})
