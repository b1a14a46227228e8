import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Guid, Instant, text, whole } from './primitives.ts'

/**
 * Whether a question, or an answer, shows.
 *
 * - `WAITING`: its author and the shop see it. The shop publishes it, answers it or turns it down.
 * - `PUBLISHED`: everybody sees it.
 * - `REJECTED`: its author and the shop see it.
 */
export const QuestionStatus = z.enum(['WAITING', 'PUBLISHED', 'REJECTED'])
export type QuestionStatus = z.infer<typeof QuestionStatus>

/** An answer to a question. */
export const QuestionAnswer = z.object({
  id: Guid,
  text: z.string(),
  /** Whether the shop answers. Others have bought the product. */
  byShop: z.boolean(),
  /** Such as `Hanna K.`; absent for the shop, and for members without a name. */
  authorName: z.string().optional(),
  /** The slug of the author's page, if it shows what they answer. */
  authorSlug: z.string().optional(),
  status: QuestionStatus,
  /** How many found it helpful. */
  helpful: z.int(),
  createdDate: Instant,
  updatedDate: Instant,
})
export interface QuestionAnswer extends z.infer<typeof QuestionAnswer> {}

/** A member's question about a product, with its answers: those of the shop first, then the most helpful. */
export const Question = z.object({
  id: Guid,
  productId: Guid,
  text: z.string(),
  /** Such as `Hanna K.`; absent for members without a name. */
  authorName: z.string().optional(),
  status: QuestionStatus,
  createdDate: Instant,
  answers: z.array(QuestionAnswer),
})
export interface Question extends z.infer<typeof Question> {}

/** The most characters of a question, and of an answer. */
export const mostQuestionText = 500
export const mostAnswerText = 2000

const OfQuestion = z.object({ questionId: Guid })
const OfAnswer = OfQuestion.extend({ answerId: Guid })
const One = z.object({ question: Question })
const OfProduct = z.object({ productId: Guid })

/**
 * Questions about products, and their answers. The rules of reviews hold: where they find nothing a question shows at once; else it shows
 * when the shop has published or answered it. What the shop answers shows at once, and publishes the question.
 */
export const questions = operations({
  /**
   * The published questions of a product with their published answers, as its page shows them: those with an answer first, then newest
   * first. The same for everybody.
   */
  'GET /vitrine/v1/questions/page/{productId}': operation({
    as: 'anyone',
    summary: 'Read the questions of a product page',
    input: OfProduct.extend({ limit: whole(1, 100).default(5) }),
    ok: z.object({
      /** How many are published. */
      count: z.int(),
      /** How many of them have an answer. */
      answered: z.int(),
      questions: z.array(Question),
    }),
    errors: [],
  }),

  /** Published questions of a product that share words with a text: the closest first, three at most. For while somebody types. */
  'GET /vitrine/v1/questions/close/{productId}': operation({
    as: 'anyone',
    summary: 'Find questions of a product that are close to a text',
    input: OfProduct.extend({ text: text(mostQuestionText) }),
    ok: z.object({ questions: z.array(Question) }),
    errors: [],
  }),

  /** The caller's questions about a product that are not published or not answered, and what they may do. */
  'GET /vitrine/v1/questions/mine/{productId}': operation({
    as: 'visitor',
    merchant: 'reviews.read',
    summary: 'Read what one has asked about a product',
    input: OfProduct,
    ok: z.object({
      questions: z.array(Question),
      /** Whether the caller has bought the product: only then, and signed in, may they answer. */
      mayAnswer: z.boolean(),
      /** Answers by the caller, also those that wait or were rejected. */
      answers: z.array(z.object({ questionId: Guid, answer: QuestionAnswer })),
      /** Answers that the caller found helpful. */
      helpful: z.array(Guid),
    }),
    errors: [],
  }),

  /**
   * Members ask; a member has twenty questions without an answer at most. The asker gets an email when it is answered.
   *
   * `{ productId, text: 'Is the bare foot rough on a wooden table?' }`
   */
  'POST /vitrine/v1/questions': operation({
    as: 'member',
    summary: 'Ask about a product',
    input: OfProduct.extend({ text: text(mostQuestionText, 3) }),
    ok: One,
    errors: ['PRODUCT_NOT_FOUND', 'MEMBER_NOT_FOUND', 'QUESTION_EXISTS', 'TOO_MANY_QUESTIONS'],
  }),

  /** By its asker while it has no answer; by the shop at any time, with its answers. Returns the deleted question. */
  'DELETE /vitrine/v1/questions/{questionId}': operation({
    as: 'visitor',
    merchant: 'reviews.write',
    summary: 'Take a question back',
    input: OfQuestion,
    ok: One,
    errors: ['QUESTION_NOT_FOUND', 'QUESTION_ANSWERED'],
  }),

  /** Members who have bought the product answer, each once. The rules of reviews decide whether it shows at once. */
  'POST /vitrine/v1/questions/{questionId}/answers': operation({
    as: 'member',
    summary: 'Answer a question as a buyer',
    input: OfQuestion.extend({ text: text(mostAnswerText, 1) }),
    ok: One.extend({ answer: QuestionAnswer }),
    errors: ['QUESTION_NOT_FOUND', 'MEMBER_NOT_FOUND', 'ANSWER_NOT_ALLOWED', 'ANSWER_EXISTS'],
  }),

  /** By its author, or by the shop. Returns the question without it. */
  'DELETE /vitrine/v1/questions/{questionId}/answers/{answerId}': operation({
    as: 'visitor',
    merchant: 'reviews.write',
    summary: 'Delete an answer',
    input: OfAnswer,
    ok: One,
    errors: ['ANSWER_NOT_FOUND'],
  }),

  /** Everybody says so once about a published answer, and may take it back: `false`. Not about one's own. */
  'POST /vitrine/v1/questions/{questionId}/answers/{answerId}/vote': operation({
    as: 'visitor',
    merchant: 'reviews.write',
    summary: 'Say that an answer is helpful',
    input: OfAnswer.extend({ helpful: z.boolean() }),
    ok: z.object({ answer: QuestionAnswer, helpful: z.boolean() }),
    errors: ['ANSWER_NOT_FOUND', 'ANSWER_VOTE_OWN'],
  }),
})
