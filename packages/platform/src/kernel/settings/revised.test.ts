import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstState, namedId, nextState, showRevised, staleOf } from './revised.ts'

const since = new Date('2026-01-01T00:00:00.000Z')
const now = new Date('2026-03-10T09:00:00.000Z')

test('a revision grows by one with each change, and what a shop was opened with is the first', () => {
  assert.deepEqual(firstState(now), { revision: 1, createdAt: now.toISOString(), updatedAt: now.toISOString() })
  assert.deepEqual(nextState({}, now), { revision: 2, updatedAt: now.toISOString() })
  assert.deepEqual(nextState({ revision: 7, createdAt: since.toISOString(), updatedAt: since.toISOString() }, now), {
    revision: 8,
    createdAt: since.toISOString(),
    updatedAt: now.toISOString(),
  })
})

test('what has no dates of its own is as old as its section; what was never changed, as old as it is', () => {
  assert.deepEqual(showRevised({}, since), { revision: '1', createdDate: since.toISOString(), updatedDate: since.toISOString() })
  assert.deepEqual(showRevised({ revision: 3, createdAt: now.toISOString() }, since), {
    revision: '3',
    createdDate: now.toISOString(),
    updatedDate: now.toISOString(),
  })
  assert.equal(showRevised({ createdAt: since.toISOString(), updatedAt: now.toISOString() }, since).updatedDate, now.toISOString())
})

test('a change to an older state is refused; who names no revision takes it as it is', () => {
  assert.equal(staleOf({ revision: 3 }, '2')?.code, 'STALE_REVISION')
  assert.equal(staleOf({ revision: 3 }, '4')?.code, 'STALE_REVISION')
  assert.equal(staleOf({}, '2')?.code, 'STALE_REVISION')
  for (const said of ['3', null, undefined]) assert.equal(staleOf({ revision: 3 }, said), undefined)
  assert.equal(staleOf({}, '1'), undefined)
})

test('the same name always gets the same id, and another name another', () => {
  assert.equal(namedId('standard'), namedId('standard'))
  assert.notEqual(namedId('standard'), namedId('reduced'))
  assert.match(namedId('standard'), /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
})
