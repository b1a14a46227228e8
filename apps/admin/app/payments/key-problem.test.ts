import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyProblem, pairProblem } from './key-problem.ts'

test('a key is of its own kind, and a publishable one is told apart', () => {
  assert.equal(keyProblem('secret', ''), undefined)
  assert.equal(keyProblem('secret', 'sk_live_51Oj3'), undefined)
  assert.equal(keyProblem('secret', 'rk_test_51Oj3'), undefined)
  assert.match(keyProblem('secret', 'pk_live_51Oj3')!, /publishable key/)
  assert.match(keyProblem('secret', 'sk_live_')!, /begins with/)
  assert.equal(keyProblem('webhook', 'whsec_1'), undefined)
  assert.match(keyProblem('webhook', 'we_1')!, /whsec_/)
})

test('the two keys of an account are of one mode', () => {
  assert.equal(keyProblem('publishable', 'pk_test_1'), undefined)
  assert.match(keyProblem('publishable', 'sk_test_1')!, /pk_/)
  assert.equal(pairProblem('sk_test_1', ''), undefined)
  assert.equal(pairProblem('rk_live_1', 'pk_live_1'), undefined)
  assert.match(pairProblem('sk_test_1', 'pk_live_1')!, /same page/)
})
