import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byTime, countsText, dueText, progressOf, shareOf, statusOf, titleOf } from './text.ts'

test('a job is called by what it does', () => {
  assert.equal(titleOf({ kind: 'EVENT', name: 'mail-order-confirmation' }), 'Email: order confirmation')
  assert.equal(titleOf({ kind: 'EVENT', name: 'gift-cards-of-order' }), 'Gift cards of order')
  assert.equal(titleOf({ kind: 'MEDIA', name: 'video/webm' }), 'Poster, renditions and streams of a video')
  assert.equal(titleOf({ kind: 'MEDIA', name: 'audio/mpeg' }), 'Waveform of a sound file')
  assert.equal(titleOf({ kind: 'MEDIA', name: 'application/pdf' }), 'First page of a document')
  assert.equal(titleOf({ kind: 'MEDIA', name: 'model/gltf-binary' }), 'Picture of a 3D model')
  assert.equal(titleOf({ kind: 'MEDIA', name: 'fetch' }), 'Import of a file from its address')
  assert.equal(titleOf({ kind: 'IMPORT', name: 'import', undo: false }), 'Import of products')
  assert.equal(titleOf({ kind: 'IMPORT', name: 'check', undo: false }), 'Dry run of an import')
  assert.equal(titleOf({ kind: 'IMPORT', name: 'import', undo: true }), 'Undo of imported products')
  assert.equal(titleOf({ kind: 'BULK', name: 'reviews', undo: false }), 'Change of many reviews')
  assert.equal(titleOf({ kind: 'BULK', name: 'products', undo: true }), 'Undo of a change of many products')
})

test('it says why it came to nothing, or how often it was attempted', () => {
  assert.match(progressOf({ state: 'FAILED', attempts: 4, failure: 'DIED', message: 'exit 137' }), /more memory/)
  assert.equal(progressOf({ state: 'FAILED', attempts: 13, message: 'the mail server said no' }), 'the mail server said no')
  assert.equal(progressOf({ state: 'WAITING', attempts: 0 }), 'Not started yet')
  assert.equal(progressOf({ state: 'RUNNING', attempts: 2 }), '2 attempts')
  assert.equal(progressOf({ state: 'DONE', attempts: 1 }), 'At the first attempt')
})

test('an import or a change says how far it is, and how many were refused', () => {
  assert.equal(progressOf({ state: 'RUNNING', attempts: 1, done: 1284, total: 2000 }), '1,284 of 2,000')
  assert.equal(progressOf({ state: 'DONE', attempts: 1, done: 12, total: 12, failed: 3, kind: 'IMPORT' }), '12 products, 3 failed')
  assert.equal(progressOf({ state: 'RUNNING', attempts: 1, done: 2, total: 9, kind: 'BULK', name: 'reviews' }), '2 of 9 reviews')
  assert.equal(progressOf({ state: 'RUNNING', attempts: 1, done: 4 }), '4')
  assert.equal(progressOf({ state: 'FAILED', attempts: 1, done: 0, message: 'It has no head.' }), 'It has no head.')
  assert.deepEqual(
    [shareOf({ state: 'RUNNING', done: 5, total: 10 }), shareOf({ state: 'DONE', done: 5, total: 10 }), shareOf({ state: 'RUNNING' })],
    [0.5, undefined, undefined],
  )
})

test('what is done and had failures is a warning that says how many', () => {
  assert.deepEqual(statusOf({ state: 'DONE', failed: 1200 }), { glyph: 't-warn', tone: 'warn', says: '1,200 failed' })
  assert.equal(statusOf({ state: 'DONE', failed: 0 }).says, 'Done')
  assert.equal(statusOf({ state: 'RUNNING', failed: 2 }).says, 'Running')
})

test('times are said in words where there are some', () => {
  assert.deepEqual(['* * * * *', '5 * * * *', '17 3 * * *', '0 7 * * 1'].map(dueText), [
    'every minute',
    'every hour at :05',
    '03:17 UTC',
    '0 7 * * 1',
  ])
})

test('what is due most often comes first, then by the time of the day', () => {
  assert.deepEqual(
    ['17 3 * * *', '41 * * * *', '* * * * *', '23 * * * *']
      .map((every) => ({ every }))
      .sort(byTime)
      .map(({ every }) => every),
    ['* * * * *', '23 * * * *', '41 * * * *', '17 3 * * *'],
  )
})

test('counts leave out what there is none of', () => {
  assert.equal(countsText({ running: 2, waiting: 0, failed: 1 }), '2 running, 1 failed')
  assert.equal(countsText({ running: 0, waiting: 0, failed: 0 }), 'nothing to do')
})
