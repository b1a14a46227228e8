import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyProblem } from './key-problem.ts'

test('a key is of its own kind, and a publishable one is told apart', () => {
  assert.equal(keyProblem('secret', ''), undefined)
  assert.equal(keyProblem('secret', 'sk_live_51Oj3'), undefined)
  assert.equal(keyProblem('secret', 'rk_test_51Oj3'), undefined)
  assert.match(keyProblem('secret', 'pk_live_51Oj3')!, /publishable key/)
  assert.match(keyProblem('secret', 'sk_live_')!, /begins with/)
  assert.equal(keyProblem('webhook', 'whsec_1'), undefined)
  assert.match(keyProblem('webhook', 'we_1')!, /whsec_/)
})
