import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countsText, dueText, progressOf, titleOf } from './text.ts'

test('a job is called by what it does', () => {
  assert.equal(titleOf({ kind: 'EVENT', name: 'mail-order-confirmation' }), 'Email: order confirmation')
  assert.equal(titleOf({ kind: 'EVENT', name: 'gift-cards-of-order' }), 'Gift cards of order')
  assert.equal(titleOf({ kind: 'MEDIA', name: 'video/webm' }), 'Poster, renditions and streams of a video')
  assert.equal(titleOf({ kind: 'MEDIA', name: 'audio/mpeg' }), 'Waveform of a sound file')
  assert.equal(titleOf({ kind: 'MEDIA', name: 'application/pdf' }), 'First page of a document')
})

test('it says why it came to nothing, or how often it was tried', () => {
  assert.match(progressOf({ state: 'FAILED', attempts: 4, failure: 'DIED', message: 'exit 137' }), /more memory/)
  assert.equal(progressOf({ state: 'FAILED', attempts: 13, message: 'the mail server said no' }), 'the mail server said no')
  assert.equal(progressOf({ state: 'WAITING', attempts: 0 }), 'Not tried yet')
  assert.equal(progressOf({ state: 'RUNNING', attempts: 2 }), '2 tries')
  assert.equal(progressOf({ state: 'DONE', attempts: 1 }), 'At the first try')
})

test('times are said in words where there are some', () => {
  assert.deepEqual(['* * * * *', '5 * * * *', '17 3 * * *', '0 7 * * 1'].map(dueText), [
    'every minute',
    'every hour at :05',
    '03:17 UTC',
    '0 7 * * 1',
  ])
})

test('counts leave out what there is none of', () => {
  assert.equal(countsText({ running: 2, waiting: 0, failed: 1 }), '2 running, 1 failed')
  assert.equal(countsText({ running: 0, waiting: 0, failed: 0 }), 'nothing to do')
})
