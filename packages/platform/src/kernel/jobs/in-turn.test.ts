import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTurn } from './in-turn.ts'

test('steps run one after the other, and a failed one keeps none after it from its work', async () => {
  const done: string[] = []
  const step = (name: string, error?: Error) => async () => {
    done.push(`${name} begins`)
    await Promise.resolve()
    if (error) throw error
    done.push(`${name} ends`)
  }
  await inTurn([step('one'), step('two')])()
  assert.deepEqual(done, ['one begins', 'one ends', 'two begins', 'two ends'])

  done.length = 0
  const lost = new Error('lost')
  await assert.rejects(inTurn([step('one', lost), step('two')])(), lost)
  assert.deepEqual(done, ['one begins', 'two begins', 'two ends'])

  const late = new Error('late')
  await assert.rejects(inTurn([step('one', lost), step('two', late)])(), { name: 'AggregateError', errors: [lost, late] })
})
