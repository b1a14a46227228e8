import assert from 'node:assert/strict'
import { test } from 'node:test'
import { focalAfter } from './rules.ts'

const focal = { x: 0.2, y: 0.8 }
const middle = { x: 0.5, y: 0.5 }

test('a picture of the same shape keeps its focal point, however large it is', () => {
  assert.deepEqual(focalAfter(focal, { width: 1200, height: 1500 }, { width: 2400, height: 3001 }), focal)
  assert.deepEqual(focalAfter(focal, { width: 100, height: 100 }, { width: 99, height: 100 }), focal)
})

test('in a picture of another shape, and where a size is not known, it is the middle', () => {
  assert.deepEqual(focalAfter(focal, { width: 1200, height: 1500 }, { width: 1500, height: 1200 }), middle)
  assert.deepEqual(focalAfter(focal, { width: 100, height: 100 }, { width: 97, height: 100 }), middle)
  assert.deepEqual(focalAfter(focal, { width: null, height: null }, { width: 97, height: 100 }), middle)
})

test('one size that is not known, or is nothing, is enough for the middle', () => {
  const size = { width: 100, height: 100 }
  for (const side of ['width', 'height'] as const)
    for (const unknown of [null, 0]) {
      const part = { ...size, [side]: unknown }
      assert.deepEqual(focalAfter(focal, part, size), middle, `${side} before`)
      assert.deepEqual(focalAfter(focal, size, part), middle, `${side} after`)
      assert.deepEqual(focalAfter(focal, part, part), middle, `${side} of both`)
    }
})

test('a picture that is cut by less than two percent of a side keeps its focal point, and by more does not', () => {
  const wide = (width: number) => focalAfter(focal, { width: 1000, height: 1000 }, { width, height: 1000 })
  assert.deepEqual([1019, 981].map(wide), [focal, focal])
  assert.deepEqual([1021, 979].map(wide), [middle, middle])
})
