import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dueDay, dueSays, dueTomorrow, dueUntil, overdue, shipByOf } from './due.ts'

const berlin = 'Europe/Berlin'
const shipBy = 'shippingInfo.logistics.shipByDate'

describe('what leaves today', () => {
  const night = new Date('2026-11-22T23:30:00Z')

  test('is counted by the days of the shop, with what should have left before', () => {
    assert.deepEqual(dueUntil(night, berlin, 0), { [shipBy]: { $lt: '2026-11-23T23:00:00.000Z' } })
    assert.deepEqual(overdue(night, berlin), { [shipBy]: { $lt: '2026-11-22T23:00:00.000Z' } })
  })

  test('tomorrow is that day alone, of 25 hours where the clocks go back', () => {
    const before = new Date('2026-10-24T10:00:00Z')
    assert.deepEqual(dueTomorrow(before, berlin), {
      [shipBy]: { $gte: '2026-10-24T22:00:00.000Z', $lt: '2026-10-25T23:00:00.000Z' },
    })
  })
})

describe('when an order leaves', () => {
  const slot = { from: '2026-11-25T07:00:00.000Z', to: '2026-11-26T19:00:00.000Z' }
  const order = (logistics: object) => ({ shippingInfo: { title: 'Standard', logistics } })

  test('is what its way of delivery said, else when its arrival begins, else nothing', () => {
    assert.equal(shipByOf(order({ shipByDate: '2026-11-23T19:00:00.000Z', deliveryTimeSlot: slot })), '2026-11-23T19:00:00.000Z')
    assert.equal(shipByOf(order({ deliveryTimeSlot: slot })), slot.from)
    assert.equal(shipByOf(order({})), undefined)
  })

  test('is said by its day', () => {
    const now = new Date('2026-11-23T11:00:00Z')
    const says = (iso: string) => dueDay(iso, berlin, now)
    assert.deepEqual(says('2026-11-23T19:00:00Z'), { day: 'Today', overdue: false, today: true })
    assert.deepEqual(says('2026-11-24T19:00:00Z'), { day: 'Tomorrow', overdue: false, today: false })
    assert.deepEqual(says('2026-11-27T19:00:00Z'), { day: 'Fri 27 Nov', overdue: false, today: false })
    assert.equal(dueSays('2026-11-20T19:00:00Z', berlin, now), 'Fri 20 Nov, overdue')
    assert.equal(dueSays('2026-11-24T19:00:00Z', berlin, now), 'tomorrow')
    assert.equal(dueSays('2026-12-01T19:00:00Z', berlin, now), 'Tue 1 Dec')
    assert.deepEqual(says('2026-11-20T19:00:00Z'), { day: 'Fri 20 Nov', overdue: true, today: false })
  })
})
