import type { Api } from './api.ts'

/**
 * Questions about products, and their answers.
 *
 * @example
 * const { questions } = await client.questions.getPage({ productId: product.id })
 */
export const questions = (api: Api) => ({
  getPage: api('GET /vitrine/v1/questions/page/{productId}'),
  findClose: api('GET /vitrine/v1/questions/close/{productId}'),
  getMine: api('GET /vitrine/v1/questions/mine/{productId}'),
  ask: api('POST /vitrine/v1/questions'),
  takeBack: api('DELETE /vitrine/v1/questions/{questionId}'),
  answer: api('POST /vitrine/v1/questions/{questionId}/answers'),
  deleteAnswer: api('DELETE /vitrine/v1/questions/{questionId}/answers/{answerId}'),
  voteForAnswer: api('POST /vitrine/v1/questions/{questionId}/answers/{answerId}/vote'),
})
