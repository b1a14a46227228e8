import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { arrivalOf, type DayOfWeek, dispatchOf, type SlotChange, type SlotPlan, slotDays, slotsOf, slotsOn } from './calendar.ts'

const berlin = (now: string, ...closedOn: string[]) => ({ now: new Date(now), timeZone: 'Europe/Berlin', closedOn })
const at = (hours: number, minutes = 0) => ({ hours, minutes })
const window = (day: DayOfWeek, from: number, to: number, capacity?: number) => ({
  day,
  start: at(from),
  end: at(to),
  ...(capacity !== undefined && { capacity }),
})
const starts = (plan: SlotPlan, calendar: Parameters<typeof slotsOf>[1]) => slotsOf(plan, calendar).map(({ from }) => from.slice(0, 16))

describe('slots', () => {
  const week: SlotPlan = { windows: [window('SAT', 10, 12), window('MON', 17, 20, 3), window('MON', 9, 12)] }

  test('the next first, at the times of the shop’s wall', () => {
    assert.deepEqual(starts(week, berlin('2026-11-21T06:00:00Z')), [
      '2026-11-21T09:00',
      '2026-11-23T08:00',
      '2026-11-23T16:00',
      '2026-11-28T09:00',
    ])
  })
  test('one that has begun is gone', () => {
    assert.equal(starts(week, berlin('2026-11-21T09:00:00Z'))[0], '2026-11-23T08:00')
    assert.equal(starts(week, berlin('2026-11-21T08:59:59Z'))[0], '2026-11-21T09:00')
  })
  test('from the cut-off on, an order is one of the next day', () => {
    const plan = { ...week, cutOff: at(8) }
    assert.equal(starts(plan, berlin('2026-11-23T06:59:00Z'))[0], '2026-11-23T08:00')
    assert.equal(starts(plan, berlin('2026-11-23T07:00:00Z'))[0], '2026-11-28T09:00')
  })
  test('the days of handling come first, and so many days are offered', () => {
    assert.deepEqual(starts({ ...week, handlingDays: 1 }, berlin('2026-11-22T09:00:00Z')).slice(0, 1), ['2026-11-23T08:00'])
    assert.equal(starts({ ...week, handlingDays: 2 }, berlin('2026-11-22T09:00:00Z'))[0], '2026-11-28T09:00')
    assert.deepEqual(starts({ ...week, daysAhead: 0 }, berlin('2026-11-22T09:00:00Z')), [])
    assert.equal(starts({ ...week, daysAhead: 13 }, berlin('2026-11-22T09:00:00Z')).length, 6)
  })
  test('none on a closed day', () => {
    assert.equal(starts(week, berlin('2026-11-22T09:00:00Z', '2026-11-23'))[0], '2026-11-28T09:00')
  })
  test('at nine on either side of a change of the clocks', () => {
    const daily: SlotPlan = { windows: (['FRI', 'SAT', 'SUN', 'MON'] as const).map((day) => window(day, 9, 10)), daysAhead: 4 }
    assert.deepEqual(starts(daily, berlin('2026-10-23T05:00:00Z')), [
      '2026-10-23T07:00',
      '2026-10-24T07:00',
      '2026-10-25T08:00',
      '2026-10-26T08:00',
    ])
    assert.deepEqual(starts(daily, berlin('2027-03-26T05:00:00Z')), [
      '2027-03-26T08:00',
      '2027-03-27T08:00',
      '2027-03-28T07:00',
      '2027-03-29T07:00',
    ])
  })
  test('an hour that is skipped comes an hour later, one that comes twice the first time', () => {
    const night = { windows: [window('SUN', 2, 4)], daysAhead: 2 }
    assert.deepEqual(starts(night, berlin('2027-03-27T05:00:00Z')), ['2027-03-28T01:00'])
    assert.deepEqual(starts(night, berlin('2026-10-24T05:00:00Z')), ['2026-10-25T00:00'])
  })
  test('a window that ends before it begins is none, and two that begin together are one', () => {
    assert.deepEqual(starts({ windows: [window('MON', 12, 9)] }, berlin('2026-11-22T09:00:00Z')), [])
    assert.equal(slotsOf({ windows: [window('MON', 9, 10), window('MON', 9, 11)] }, berlin('2026-11-22T09:00:00Z')).length, 1)
  })

  test('laws: in the future, ascending, each once, on a wanted day, at its time on the wall', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Asia/Kolkata', 'Pacific/Kiritimati', 'UTC']
    const arbitrary = fc.record({
      now: fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }),
      timeZone: fc.constantFrom(...zones),
      handlingDays: fc.nat({ max: 5 }),
      windows: fc.array(
        fc.record({
          day: fc.constantFrom<DayOfWeek[]>('MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'),
          start: fc.record({ hours: fc.integer({ min: 4, max: 12 }), minutes: fc.constantFrom(0, 30) }),
          end: fc.record({ hours: fc.integer({ min: 13, max: 22 }), minutes: fc.constantFrom(0, 15) }),
        }),
        { maxLength: 6 },
      ),
    })
    fc.assert(
      fc.property(arbitrary, ({ now, timeZone, handlingDays, windows }) => {
        const slots = slotsOf({ windows, handlingDays, daysAhead: 13 }, { now, timeZone })
        const wall = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' })
        const wanted = new Set(
          windows.map(({ day, start }) => `${day} ${String(start.hours).padStart(2, '0')}:${String(start.minutes).padStart(2, '0')}`),
        )
        let last = now.toISOString()
        for (const { from, to } of slots) {
          assert.ok(from > last && to > from)
          last = from
          assert.ok(wanted.has(wall.format(new Date(from)).toUpperCase().replace(',', '').trim()), wall.format(new Date(from)))
        }
        if (handlingDays === 0) assert.ok(slots.length >= 2 * wanted.size - wanted.size)
      }),
    )
  })
})

describe('arrival', () => {
  const days = (min: number, max: number, calendar: Parameters<typeof arrivalOf>[1], cutOff?: ReturnType<typeof at>) => {
    const { from, to } = arrivalOf({ min, max }, calendar, cutOff)
    return [from.slice(0, 10), to.slice(0, 10)]
  }
  test('so many working days after an order', () => {
    assert.deepEqual(days(2, 3, berlin('2026-11-23T09:00:00Z')), ['2026-11-25', '2026-11-26'])
    assert.deepEqual(days(0, 0, berlin('2026-11-23T09:00:00Z')), ['2026-11-23', '2026-11-23'])
  })
  test('over a weekend and closed days', () => {
    assert.deepEqual(days(2, 3, berlin('2026-11-26T09:00:00Z')), ['2026-11-30', '2026-12-01'])
    assert.deepEqual(days(1, 1, berlin('2026-12-24T09:00:00Z', '2026-12-25', '2026-12-26')), ['2026-12-28', '2026-12-28'])
  })
  test('what is ordered at the weekend or after the cut-off leaves on the next working day', () => {
    assert.deepEqual(days(1, 1, berlin('2026-11-21T09:00:00Z')), ['2026-11-24', '2026-11-24'])
    assert.deepEqual(days(1, 1, berlin('2026-11-23T12:59:00Z'), at(14)), ['2026-11-24', '2026-11-24'])
    assert.deepEqual(days(1, 1, berlin('2026-11-23T13:00:00Z'), at(14)), ['2026-11-25', '2026-11-25'])
  })
  test('it has to be shipped on the evening of that day, whatever the days are until it arrives', () => {
    assert.equal(dispatchOf(berlin('2026-11-23T12:59:00Z'), at(14)), '2026-11-23T19:00:00.000Z')
    assert.equal(dispatchOf(berlin('2026-11-23T13:00:00Z'), at(14)), '2026-11-24T19:00:00.000Z')
    assert.equal(dispatchOf(berlin('2026-12-24T15:00:00Z', '2026-12-25'), at(14)), '2026-12-28T19:00:00.000Z')
  })
  test('the day is the shop’s, not that of UTC', () => {
    const auckland = { now: new Date('2026-11-22T20:00:00Z'), timeZone: 'Pacific/Auckland' }
    assert.deepEqual(arrivalOf({ min: 0, max: 0 }, auckland), { from: '2026-11-22T19:00:00.000Z', to: '2026-11-23T07:00:00.000Z' })
  })
})

describe('what is other on a date', () => {
  const clock = (...closedOn: string[]) => ({ timeZone: 'Europe/Berlin', closedOn })

  const plan = {
    windows: [
      { day: 'TUE', start: at(17), end: at(20), capacity: 4 },
      { day: 'TUE', start: at(10), end: at(12) },
    ],
  } as const
  const on = (changes: readonly SlotChange[], ...closedOn: string[]) =>
    slotsOn('2026-11-24', { ...plan, changes }, clock(...closedOn)).map(({ start, capacity, closed }) => [start.hours, capacity, closed])
  const date = '2026-11-24'

  test('nothing where nothing is said, in the order of the day', () => {
    assert.deepEqual(on([{ date: '2026-12-01', closed: true }]), [
      [10, null, false],
      [17, 4, false],
    ])
    assert.deepEqual(slotsOn('2026-11-25', plan, clock()), [])
  })
  test('is so for each slot of the day, and for one as it is said of that', () => {
    assert.deepEqual(on([{ date, capacity: 2 }]), [
      [10, 2, false],
      [17, 2, false],
    ])
    const one = { date, start: at(10), capacity: 1, closed: false }
    assert.deepEqual(on([{ date, capacity: 2, closed: true }, one]), [
      [10, 1, false],
      [17, 2, true],
    ])
  })
  test('never opens a day on which the shop is closed', () => {
    assert.deepEqual(on([{ date, closed: false }], date), [
      [10, null, true],
      [17, 4, true],
    ])
  })
  test('shuts slots out of what can be had, and keeps a slot where it is on the wall when the clocks change', () => {
    const now = { now: new Date('2026-11-23T09:00:00Z'), timeZone: 'Europe/Berlin' }
    assert.deepEqual(
      slotsOf({ ...plan, changes: [{ date, start: at(10), closed: true }] }, now).map(({ from }) => from),
      ['2026-11-24T16:00:00.000Z'],
    )
    const sunday = { windows: [{ day: 'SUN', start: at(17), end: at(18) }] } as const
    assert.deepEqual(
      ['2026-10-18', '2026-10-25'].map((day) => slotsOn(day, sunday, clock())[0]?.from),
      ['2026-10-18T15:00:00.000Z', '2026-10-25T16:00:00.000Z'],
    )
  })
  test('the days that are offered begin after the handling and the cut-off', () => {
    const noon = { now: new Date('2026-11-23T11:00:00Z'), timeZone: 'Europe/Berlin' }
    assert.deepEqual(slotDays({ handlingDays: 1, daysAhead: 3 }, noon), { first: '2026-11-24', last: '2026-11-27' })
    assert.deepEqual(slotDays({ cutOff: at(12), daysAhead: 0 }, noon), { first: '2026-11-24', last: '2026-11-24' })
  })
})
