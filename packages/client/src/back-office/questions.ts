import type { Api } from '../api.ts'

/** Questions as the shop reads and answers them. */
export const questionManagement = (api: Api) => ({
  searchQuestions: api('POST /vitrine/v1/questions/search', 'reads'),
  countByState: api('GET /vitrine/v1/questions/counts'),
  getQuestion: api('GET /vitrine/v1/questions/{questionId}'),
  setAnswer: api('PUT /vitrine/v1/questions/{questionId}/answer'),
  removeAnswer: api('DELETE /vitrine/v1/questions/{questionId}/answer'),
  moderateQuestion: api('PATCH /vitrine/v1/questions/{questionId}/moderate'),
  moderateAnswer: api('PATCH /vitrine/v1/questions/{questionId}/answers/{answerId}/moderate'),
})
