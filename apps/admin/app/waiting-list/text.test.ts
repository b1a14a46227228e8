import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comesOf, planOf } from './text.ts'

test('what can be sold now and what is on its way is one sentence', () => {
  assert.equal(comesOf({ available: 0, incoming: 0 }), '–')
  assert.equal(comesOf({ available: 2, incoming: 0 }), '2 here now')
  assert.equal(comesOf({ available: 0, incoming: 1200 }), '1,200 on the way')
  assert.equal(comesOf({ available: 2, incoming: 24 }), '2 here now, 24 on the way')
  assert.equal(comesOf({ available: undefined, incoming: 24 }), 'not tracked')
})

test('so many are told as the units are good for', () => {
  const pace = { peoplePerUnit: 3, hoursBetweenWaves: 24 }
  assert.equal(planOf({ waiting: 22, available: 0, incoming: 0 }, pace), '3 for each unit')
  assert.equal(planOf({ waiting: 22, available: 2, incoming: 30 }, pace), 'first 6, the rest after 24 hours if stock stays')
  assert.equal(planOf({ waiting: 22, available: 0, incoming: 8 }, pace), 'all at once')
  assert.equal(planOf({ waiting: 22, available: undefined, incoming: 0 }, pace), 'all at once')
})
