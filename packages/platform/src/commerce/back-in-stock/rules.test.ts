import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BackInStockStatus } from '@vitrine/contract'
import { hasArrived, isBack, type RequestStep, roomIn, statusAfter, statusesBefore } from './rules.ts'

const now = new Date('2026-11-21T09:00:00.000Z')
const usual = { peoplePerUnit: 3, hoursBetweenWaves: 24 }

describe('steps of a request', () => {
  test('lead where the table says, and nowhere else', () => {
    const steps: readonly RequestStep[] = ['TELL', 'SENT', 'GIVE_UP', 'WAIT_ON', 'MARK']
    const reached = BackInStockStatus.options.flatMap((from) =>
      steps.flatMap((step) => {
        const to = statusAfter(from, step)
        return to ? [`${from} ${step} ${to}`] : []
      }),
    )
    assert.deepEqual(reached, [
      'RECEIVED TELL PROCESSING',
      'RECEIVED MARK NOTIFICATION_SENT',
      'PROCESSING SENT NOTIFICATION_SENT',
      'PROCESSING GIVE_UP FAILED',
      'PROCESSING WAIT_ON RECEIVED',
      'PROCESSING MARK NOTIFICATION_SENT',
      'FAILED TELL PROCESSING',
      'FAILED MARK NOTIFICATION_SENT',
    ])
    assert.deepEqual(statusesBefore('MARK'), ['RECEIVED', 'PROCESSING', 'FAILED'])
  })

  test('who was told is never told again', () => {
    for (const step of ['TELL', 'SENT', 'GIVE_UP', 'WAIT_ON', 'MARK'] as const)
      assert.equal(statusAfter('NOTIFICATION_SENT', step), undefined)
  })
})

describe('how many are told', () => {
  test('three for each unit, less those of this wave', () => {
    assert.deepEqual(roomIn({ beganAt: null, told: 0 }, 4, usual, now), { room: 12, wave: { beganAt: now, told: 0 } })
    const beganAt = new Date('2026-11-21T08:00:00.000Z')
    assert.deepEqual(roomIn({ beganAt, told: 12 }, 5, usual, now), { room: 3, wave: { beganAt, told: 12 } })
    assert.equal(roomIn({ beganAt, told: 12 }, 2, usual, now).room, 0)
  })

  test('a day later as many again, if the units are still there', () => {
    const beganAt = new Date('2026-11-20T09:00:00.000Z')
    assert.deepEqual(roomIn({ beganAt, told: 12 }, 2, usual, now), { room: 6, wave: { beganAt: now, told: 0 } })
    assert.equal(roomIn({ beganAt: new Date(beganAt.getTime() + 1), told: 12 }, 2, usual, now).room, 0)
  })

  test('all where nobody counts the units, none where there are none', () => {
    assert.equal(roomIn({ beganAt: null, told: 0 }, null, usual, now).room, Number.POSITIVE_INFINITY)
    assert.equal(roomIn({ beganAt: null, told: 0 }, 0, usual, now).room, 0)
  })
})

describe('what has come', () => {
  const none = { inStock: false, quantity: 0 }
  const some = (quantity: number) => ({ inStock: true, quantity })
  const uncounted = { inStock: true }
  test('is what can be sold again, and more of what could be sold', () => {
    const changes = [
      { oldValue: none, newValue: some(2) },
      { oldValue: some(2), newValue: some(3) },
      { oldValue: some(3), newValue: some(2) },
      { oldValue: some(1), newValue: none },
      { oldValue: none, newValue: uncounted },
      { oldValue: some(2), newValue: uncounted },
    ]
    assert.deepEqual(changes.map(hasArrived), [true, true, false, false, true, false])
    assert.deepEqual(changes.map(isBack), [true, false, false, false, true, false])
  })
})
