import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeBehind } from './write-behind.ts'

test('what is planned many times is written once, after the pause', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const write = context.mock.fn(async () => {})
  const behind = writeBehind(3000, write)
  behind.plan()
  behind.plan()
  context.mock.timers.tick(2999)
  assert.equal(write.mock.callCount(), 0)
  context.mock.timers.tick(1)
  return Promise.resolve().then(() => assert.equal(write.mock.callCount(), 1))
})

test('settling writes at once, after the write that goes on', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const said: string[] = []
  const behind = writeBehind(3000, async () => {
    said.push('begun')
    await Promise.resolve()
    said.push('done')
  })
  behind.plan()
  await Promise.all([behind.settle(), behind.settle()])
  assert.deepEqual(said, ['begun', 'done', 'begun', 'done'])
  context.mock.timers.tick(3000)
  await Promise.resolve()
  assert.equal(said.length, 4)
})
