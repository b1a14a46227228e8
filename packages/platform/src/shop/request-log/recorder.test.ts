import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/db/id.ts'
import type { AnsweredRequest } from '../../kernel/http/recording.ts'
import { recorder } from './recorder.ts'

const site = newId()

/** A request of an app, as it is noted once it is answered. */
const answered = (): AnsweredRequest => ({
  request: { method: 'GET', path: '/vitrine/v1/webhooks', search: '', headers: {}, body: undefined, requestId: newId() },
  line: 'GET /vitrine/v1/webhooks',
  caller: { kind: 'app', site, appId: newId(), rights: new Set() } as never,
  answer: { status: 200, headers: {}, body: '{}' },
  milliseconds: 1,
  replay: undefined,
})

function recording(on: boolean) {
  const faults: string[] = []
  let asked = 0
  let written = 0
  const isOn = { now: on }
  const made = recorder({
    database: { query: async () => (written++, []) },
    clock: { now: () => new Date('2026-11-29T12:00:00Z') },
    isEnabled: async () => (asked++, isOn.now),
    siteAt: async () => site,
    report: (fault) => faults.push(String(fault)),
  })
  return { ...made, faults, isOn, asked: () => asked, written: () => written }
}
const burst = (log: ReturnType<typeof recording>) => {
  for (let i = 0; i < 3000; i++) log.note(answered())
  return log.settle()
}

test('what is too much to hold is dropped and reported where the log is on', async () => {
  const log = recording(true)
  await burst(log)
  assert.deepEqual(log.faults, ['Error: 2000 requests were too many to be recorded'])
  assert.ok(log.written() > 0)
})

test('where the log is off nothing is written or reported, and what is known for long is looked up again without holding requests', async (t) => {
  const log = recording(false)
  await burst(log)
  const real = performance.now()
  t.mock.method(performance, 'now', () => real + 11_000)
  await burst(log)
  assert.deepEqual([log.faults, log.written(), log.asked()], [[], 0, 2])
})

test('a switch that was turned on elsewhere is noticed, and one that is turned here holds at once', async (t) => {
  const log = recording(false)
  await burst(log)
  log.isOn.now = true
  const real = performance.now()
  t.mock.method(performance, 'now', () => real + 11_000)
  log.note(answered())
  await log.settle()
  log.note(answered())
  await log.settle()
  assert.equal(log.written(), 1)
  log.isOn.now = false
  log.turned(site)
  log.note(answered())
  await log.settle()
  assert.equal(log.written(), 1)
})
