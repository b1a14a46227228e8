import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCatalogue } from '../morrow.ts'
import { draftsUntil } from './drafts.ts'
import { idsOfMoments } from './moments.ts'
import { visitsUntil } from './visits.ts'

const { products } = readCatalogue()
const timeZone = 'Europe/Berlin'
function until(moment: string) {
  const [now, idAt] = [new Date(moment), idsOfMoments()]
  return draftsUntil({ products, visits: visitsUntil({ products, now, timeZone, idAt }), now, timeZone, idAt })
}

test('the same moment gives the same drafts, to the last unit', () => {
  assert.deepEqual(until('2026-12-08T15:20:00Z'), until('2026-12-08T15:20:00Z'))
})

test('in the order of their time, nothing in them still to come, one begun today even just after midnight', () => {
  for (const moment of ['2026-11-21T23:10:00Z', '2026-12-08T15:20:00Z']) {
    const drafts = until(moment)
    const begun = drafts.map(({ at }) => at.getTime())
    assert.deepEqual(
      begun,
      begun.toSorted((a, b) => a - b),
    )
    for (const { at, changedAt, placed } of drafts) assert.ok(at <= changedAt && changedAt <= new Date(placed?.at ?? moment))
    const today = (at: Date | string) => new Date(at).toLocaleDateString('en-IE', { timeZone })
    assert.equal(today(drafts.at(-1)!.at), today(moment))
  }
})

test('of six that are open one is for nobody yet, and what they name is in the catalogue', () => {
  const open = until('2026-12-08T15:20:00Z').filter(({ placed }) => !placed)
  assert.deepEqual([open.length, open.filter(({ buyer }) => !buyer).length], [6, 1])
  assert.equal(new Set(open.flatMap(({ buyer }) => buyer?.email ?? [])).size, 5, 'nobody calls twice')
})
