import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mostAttempts, needsProcessing, pauseAfter, timeFor } from './rules.ts'

test('a file is tried four times: again after ten seconds, a minute and five', () => {
  assert.equal(mostAttempts, 4)
  assert.deepEqual([1, 2, 3, 4, 9].map(pauseAfter), [10_000, 60_000, 300_000, 300_000, 300_000])
})

test('films, sound, PDFs and models are processed, and nothing else', () => {
  const needed = [
    { kind: 'VIDEO', mime: 'video/mp4' },
    { kind: 'AUDIO', mime: 'audio/mpeg' },
    { kind: 'DOCUMENT', mime: 'application/pdf' },
    { kind: 'MODEL3D', mime: 'model/gltf-binary' },
  ] as const
  const left = [
    { kind: 'IMAGE', mime: 'image/png' },
    { kind: 'DOCUMENT', mime: 'text/csv' },
    { kind: 'ARCHIVE', mime: 'application/zip' },
  ] as const
  assert.deepEqual(needed.map(needsProcessing), [true, true, true, true])
  assert.deepEqual(left.map(needsProcessing), [false, false, false])
})

test('work takes ten minutes and six times the length, and four hours at most', () => {
  const minute = 60_000
  assert.equal(timeFor(undefined), 10 * minute)
  assert.equal(timeFor(0), 10 * minute)
  assert.equal(timeFor(5 * minute), 40 * minute)
  assert.equal(timeFor(38 * minute + minute / 3), 240 * minute)
  assert.equal(timeFor(24 * 60 * minute), 240 * minute)
})
