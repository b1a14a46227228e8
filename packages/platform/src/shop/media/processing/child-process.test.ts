import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChildEnded, startChild } from './child-process.ts'

test('a child that was told to end before its task is STOPPED, not DIED: its job is returned instead of counted as a failure', async () => {
  const child = startChild({ megabytes: 200 })
  child.end()
  const task = { task: 'process', mime: 'audio/mpeg', path: '/nowhere', folder: '/nowhere', ffmpeg: undefined } as const
  await assert.rejects(child.run(task, 1000), (error) => error instanceof ChildEnded && error.why === 'STOPPED')
})
