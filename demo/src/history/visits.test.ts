import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCatalogue } from '../morrow.ts'
import { idsOfMoments } from './moments.ts'
import { visitsUntil } from './visits.ts'

const { products } = readCatalogue()
const until = (now: string) => visitsUntil({ products, now: new Date(now), timeZone: 'Europe/Berlin', idAt: idsOfMoments() })

test('the same moment gives the same past, to the last unit', () => {
  assert.deepEqual(until('2026-12-08T15:20:00Z'), until('2026-12-08T15:20:00Z'))
})

test('an hour later there is more of it, and what was there is as it was', () => {
  const [before, after] = [until('2026-12-08T18:20:00Z'), until('2026-12-08T19:20:00Z')]
  const ordersOf = (visits: typeof before) => visits.flatMap(({ order, email }) => (order ? [`${order.at.toISOString()} ${email}`] : []))
  const later = ordersOf(after)
  assert.deepEqual(ordersOf(before), later.slice(0, ordersOf(before).length))
})

test('nothing in it is still to come', () => {
  const now = new Date('2026-11-22T00:10:00Z')
  for (const { at, order, left } of visitsUntil({ products, now, timeZone: 'Europe/Berlin', idAt: idsOfMoments() })) {
    for (const moment of [at, order?.at, left?.at, left?.written, ...(order?.story.map((one) => one.at) ?? [])])
      assert.ok(moment === undefined || moment <= now)
  }
})

test('ids of moments sort by them, and none comes twice', () => {
  const idAt = idsOfMoments()
  const at = (ms: number) => idAt(new Date(Date.UTC(2026, 0, 1) + ms))
  const ids = [at(0), at(0), at(0), at(1), at(1), at(2)]
  assert.deepEqual(ids, [...ids].sort())
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
})
