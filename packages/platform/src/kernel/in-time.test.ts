import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTime } from './in-time.ts'

const late = () => new Error('too late')

test('an answer in time is the answer, and no timer is left behind', async () => {
  const before = process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  let given: AbortSignal | undefined
  assert.equal(await inTime(60_000, async (signal) => ((given = signal), 'yes'), late), 'yes')
  assert.equal(given?.aborted, false)
  assert.equal(process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length, before)
})

test('a fault in time is the fault', async () => {
  await assert.rejects(
    inTime(60_000, async () => Promise.reject(new Error('no')), late),
    /^Error: no$/,
  )
})

test('whoever is late is told so, and left alone where they do not listen', async () => {
  let given: AbortSignal | undefined
  await assert.rejects(
    inTime(5, (signal) => ((given = signal), new Promise(() => {})), late),
    /too late/,
  )
  assert.equal(given?.aborted, true)
  assert.match(String(given?.reason), /too late/)
})
