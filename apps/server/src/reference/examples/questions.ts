import type { Examples } from './type.ts'
import { id, other } from './values.ts'

const ofAnswer = { questionId: id, answerId: other }

export const questionsExamples = {
  'GET /vitrine/v1/questions/page/{productId}': { productId: other, limit: 5 },
  'GET /vitrine/v1/questions/close/{productId}': { productId: other, text: 'Is the handle wide enough for' },
  'GET /vitrine/v1/questions/mine/{productId}': { productId: other },
  'POST /vitrine/v1/questions': { productId: other, text: 'Is the bare foot rough on a wooden table?' },
  'DELETE /vitrine/v1/questions/{questionId}': { questionId: id },
  'POST /vitrine/v1/questions/{questionId}/answers': { questionId: id, text: 'Under mine it does, with a finger to spare.' },
  'DELETE /vitrine/v1/questions/{questionId}/answers/{answerId}': ofAnswer,
  'POST /vitrine/v1/questions/{questionId}/answers/{answerId}/vote': { ...ofAnswer, helpful: true },
  'POST /vitrine/v1/questions/search': { state: 'TO_ANSWER', words: 'dishwasher', limit: 50 },
  'GET /vitrine/v1/questions/counts': {},
  'GET /vitrine/v1/questions/{questionId}': { questionId: id },
  'PUT /vitrine/v1/questions/{questionId}/answer': { questionId: id, text: 'Three of a large hand, four of a small one.' },
  'DELETE /vitrine/v1/questions/{questionId}/answer': { questionId: id },
  'PATCH /vitrine/v1/questions/{questionId}/moderate': { questionId: id, status: 'PUBLISHED' },
  'PATCH /vitrine/v1/questions/{questionId}/answers/{answerId}/moderate': { ...ofAnswer, status: 'REJECTED' },
} satisfies Partial<Examples>
