import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { dayOf, fromTheWall, onTheWall } from './times.ts'

suite('times on the wall of the shop', () => {
  test('go there and back, in summer and in winter', () => {
    for (const [iso, wall] of [
      ['2026-12-31T22:59:00.000Z', '2026-12-31T23:59'],
      ['2026-06-30T22:00:00.000Z', '2026-07-01T00:00'],
    ] as const) {
      assert.equal(onTheWall(Date.parse(iso), 'Europe/Berlin'), wall)
      assert.equal(fromTheWall(wall, 'Europe/Berlin'), Date.parse(iso))
    }
    assert.equal(fromTheWall('', 'Europe/Berlin'), undefined)
  })

  test('name their year where it is another', () => {
    const now = Date.parse('2026-11-22T00:00:00.000Z')
    assert.equal(dayOf(Date.parse('2026-12-31T23:30:00.000Z'), 'Europe/Berlin', now), '1 Jan 2027')
    assert.equal(dayOf(Date.parse('2026-12-31T22:30:00.000Z'), 'Europe/Berlin', now), '31 Dec')
  })
})
