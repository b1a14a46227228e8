import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minor } from '@vitrine/pricing'
import { isViolation } from '../../../kernel/violation.ts'
import { exampleMug, exampleProduct } from '../test/example.ts'
import { type Adjustment, adjusted } from './adjust.ts'

const after = (property: 'price' | 'cost' | 'weight', by: Adjustment, draft = exampleMug()) => {
  const done = adjusted(draft, property, by, 'EUR')
  if (isViolation(done)) return done.data.fieldViolations[0]!.field
  const all = [done, ...done.variants]
  return property === 'weight'
    ? all.map(({ weight }) => weight)
    : all.map((one) => (property === 'price' ? (one.fullPrice ?? one.price) : one.cost))
}

test('prices move by an amount or by a share, those of variants with them', () => {
  assert.deepEqual(after('price', { amount: 1.5 }), [2750, 2750, 3150, 2750, 3150])
  assert.deepEqual(after('price', { amount: -26 }), [0, 0, 400, 0, 400])
  assert.deepEqual(after('price', { percentage: { rate: 10 } }), [2860, 2860, 3300, 2860, 3300])
  assert.deepEqual(after('price', { percentage: { rate: 10, roundToInt: true } }), [2900, 2900, 3300, 2900, 3300])
  assert.deepEqual(after('price', { percentage: { rate: -100 } }), [0, 0, 0, 0, 0])
})

test('costs and weights move where they are known', () => {
  assert.deepEqual(after('cost', { amount: 1 }), [undefined, undefined, undefined, undefined, undefined])
  assert.deepEqual(after('cost', { percentage: { rate: 50 } }, exampleProduct({ cost: minor(801) })), [1202])
  assert.deepEqual(after('weight', { amount: 0.125 }), [0.505, undefined, undefined, undefined, undefined])
  assert.deepEqual(after('weight', { percentage: { rate: 200, roundToInt: true } }), [1, undefined, undefined, undefined, undefined])
})

test('nothing comes to less than nothing, and an adjustment is one thing', () => {
  assert.equal(after('price', { amount: -26.01 }), 'adjust.price')
  assert.equal(after('weight', { amount: -1 }), 'adjust.weight')
  assert.equal(after('cost', { amount: -9 }, exampleProduct({ cost: minor(801) })), 'adjust.cost')
  assert.equal(after('price', {}), 'adjust.price')
  assert.equal(after('price', { amount: 1, percentage: { rate: 1 } }), 'adjust.price')
  assert.equal(after('price', { amount: 0.001 }), 'adjust.price.amount')
})
