import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inFlight } from './in-flight.ts'

test('what is under way is waited for by all who ask for it, and begun again by who asks later, also after a fault', async () => {
  const once = inFlight<number>()
  const { promise, resolve } = Promise.withResolvers<number>()
  let begun = 0
  const work = () => {
    begun++
    return promise
  }
  const both = [once('a', work), once('a', work)]
  assert.equal(await once('b', async () => 7), 7)
  resolve(5)
  assert.deepEqual([await Promise.all(both), begun], [[5, 5], 1])
  await assert.rejects(
    once('a', () => Promise.reject(new Error('no'))),
    /no/,
  )
  assert.equal(await once('a', async () => 6), 6)
})
