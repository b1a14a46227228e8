import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../kernel/db/id.ts'
import type { AnsweredRequest } from '../../kernel/http/recording.ts'
import { callCounter } from './counter.ts'

const site = newId()

function counting(siteAt: (host: string | undefined) => Promise<string> = async () => site) {
  const written: unknown[][] = []
  const faults: string[] = []
  const counter = callCounter({
    database: { query: async (statement: { values: unknown[] }) => (written.push(statement.values), []) } as never,
    clock: { now: () => new Date('2026-11-29T12:07:00Z') },
    siteAt,
    report: (fault) => faults.push(String(fault)),
  })
  const note = (status: number, more: Partial<AnsweredRequest> = {}, host = 'shop.example') =>
    counter.note({
      request: { method: 'GET', path: '/x', search: '', headers: { host }, body: undefined, requestId: newId() },
      line: undefined,
      caller: { kind: 'visitor', site } as never,
      answer: { status, headers: {}, body: '{}' },
      milliseconds: 3,
      replay: undefined,
      ...more,
    })
  return { note, settle: () => counter.settle(), written, faults }
}

test('requests, errors and refusals for too many, in one row of a quarter', async () => {
  const { note, settle, written } = counting()
  for (const status of [200, 304, 404, 500, 429]) note(status)
  await settle()
  assert.equal(written.length, 1)
  assert.deepEqual(written[0]!.slice(0, 5), [site, new Date('2026-11-29T12:00:00Z'), 5, 2, 1])
  await settle()
  assert.equal(written.length, 1, 'what is written is not written again')
})

test('pages of this process, the staff and replays do not count', async () => {
  const { note, settle, written } = counting()
  note(200, { caller: { kind: 'user', site } as never })
  note(200, { replay: { id: newId(), of: newId(), idempotencyKey: undefined } })
  note(200, { request: { internal: true, headers: {} } as never })
  await settle()
  assert.deepEqual(written, [])
})

test('where nobody was identified the host says whose shop it is, and made-up hosts do not fill the memory', async () => {
  const asked: (string | undefined)[] = []
  const { note, settle, written } = counting(async (host) => (asked.push(host), site))
  for (let i = 0; i < 1000; i++) note(404, { caller: undefined }, `host-${i}.example`)
  await settle()
  assert.deepEqual([asked.length, written.length, asked[0]], [50, 50, 'host-0.example'])
})

test('a fault of the database is reported, and loses one row', async () => {
  const { note, settle, faults } = counting(async () => {
    throw new Error('no such shop')
  })
  note(404, { caller: undefined })
  await settle()
  assert.deepEqual(faults, ['Error: no such shop'])
})
