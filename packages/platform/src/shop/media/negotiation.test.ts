import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepts } from './accept.ts'
import { Busy, budget, lane, singleFlight } from './lane.ts'
import { readRange } from './range.ts'

test('Accept has to name a type, and q=0 refuses it', () => {
  assert.ok(accepts('image/avif,image/webp,image/apng,*/*;q=0.8', 'image/webp'))
  assert.ok(accepts('IMAGE/WEBP;q=0.5', 'image/webp'))
  assert.ok(!accepts('image/*,*/*;q=0.8', 'image/webp'))
  assert.ok(!accepts('image/webp;q=0', 'image/webp'))
  assert.ok(!accepts('image/webp; q=0.000', 'image/webp'))
  assert.ok(!accepts(undefined, 'image/webp'))
})

test('a range is read as RFC 9110 has it', () => {
  assert.deepEqual(readRange('bytes=0-0', 10), { start: 0, end: 0 })
  assert.deepEqual(readRange('bytes=4-', 10), { start: 4, end: 9 })
  assert.deepEqual(readRange('bytes=4-99', 10), { start: 4, end: 9 })
  assert.deepEqual(readRange('bytes=-3', 10), { start: 7, end: 9 })
  assert.deepEqual(readRange('bytes=-99', 10), { start: 0, end: 9 })
  for (const beyond of ['bytes=10-', 'bytes=10-12', 'bytes=-0']) assert.equal(readRange(beyond, 10), 'unsatisfiable', beyond)
  for (const ignored of [undefined, '', 'bytes=-', 'bytes=5-4', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=a-b'])
    assert.equal(readRange(ignored, 10), undefined, ignored)
})

test('a lane runs a few at once, lets some wait and turns the rest away', async () => {
  const { run } = lane({ atOnce: 2, waiting: 1 })
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  let most = 0
  let now = 0
  const work = async () => {
    most = Math.max(most, ++now)
    await gate
    now--
  }
  const runs = [run(work), run(work), run(work)]
  await assert.rejects(run(work), Busy)
  open()
  await Promise.all(runs)
  assert.equal(most, 2)
  await assert.rejects(
    run(() => Promise.reject(new Error('no'))),
    /no/,
  )
  assert.equal(await run(() => Promise.resolve('free again')), 'free again')
})

test('equal work in flight is done once, also when it fails, and again afterwards', async () => {
  const once = singleFlight<number>()
  let done = 0
  const work = async () => ++done
  assert.deepEqual(await Promise.all([once('a', work), once('a', work), once('b', work)]), [1, 1, 2])
  assert.equal(await once('a', work), 3)
  const failing = once('c', () => Promise.reject(new Error('no')))
  await assert.rejects(Promise.all([failing, once('c', work)]), /no/)
  assert.equal(await once('c', work), 4)
})

test('a budget is used up and comes back with time', () => {
  let now = 0
  const permits = budget({ most: 2, perSecond: 1, now: () => now })
  assert.deepEqual([permits.take(), permits.take(), permits.take()], [true, true, false])
  now = 1000
  assert.deepEqual([permits.take(), permits.take()], [true, false])
  now = 60_000
  assert.deepEqual([permits.take(), permits.take(), permits.take()], [true, true, false])
})
