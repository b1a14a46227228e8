import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QuestionInQueue, QuestionStatus, ReviewReason } from '@vitrine/contract'
import { doText, emptyText, isSuspicious, reasonsText } from './text.ts'

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
function question(status: QuestionStatus, reasons: ReviewReason[], ...said: { status: QuestionStatus; reasons?: ReviewReason[] }[]) {
  const answers = said.map((one, n) => ({
    id: id(n),
    text: 'Yes.',
    byShop: false,
    status: one.status,
    helpful: 0,
    createdDate: '2026-10-14T09:00:00.000Z',
    updatedDate: '2026-10-14T09:00:00.000Z',
  }))
  return {
    question: { id: id(8), productId: id(9), text: 'Is it?', status, createdDate: '2026-10-14T09:00:00.000Z', answers },
    reasons,
    answers: said.map((one, n) => ({ answerId: id(n), reasons: one.reasons ?? [] })),
  } satisfies Pick<QuestionInQueue, 'question' | 'reasons' | 'answers'>
}

test('what there is to do with a question: read an answer, publish it, answer it', () => {
  assert.equal(doText(question('PUBLISHED', [])), 'no answer yet')
  assert.equal(doText(question('WAITING', ['LINK'])), 'not shown yet')
  assert.equal(doText(question('PUBLISHED', [], { status: 'PUBLISHED' }, { status: 'WAITING' })), 'an answer to read')
  assert.equal(doText(question('PUBLISHED', [], { status: 'PUBLISHED' }, { status: 'REJECTED' })), '1 answer')
})

test('a question is suspicious by what still waits, not by what was read', () => {
  assert.equal(isSuspicious(question('WAITING', ['LINK'])), true)
  assert.equal(isSuspicious(question('PUBLISHED', ['LINK'])), false)
  assert.equal(isSuspicious(question('WAITING', ['ALL_ARE_READ'])), false)
  assert.equal(isSuspicious(question('PUBLISHED', [], { status: 'WAITING', reasons: ['WORD'] })), true)
  assert.equal(isSuspicious(question('PUBLISHED', [], { status: 'PUBLISHED', reasons: ['WORD'] })), false)
})

test('reasons and empty lists are said in words', () => {
  assert.equal(reasonsText(['LINK', 'WORD']), 'A link or an address in it, A word of the list')
  assert.equal(emptyText('TO_ANSWER', { TO_ANSWER: 0, ANSWERED: 0, REJECTED: 0 }).title, 'No questions yet')
  assert.equal(emptyText('TO_ANSWER', { TO_ANSWER: 0, ANSWERED: 2, REJECTED: 0 }).title, 'All questions are answered')
})
