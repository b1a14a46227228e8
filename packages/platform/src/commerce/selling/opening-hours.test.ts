import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DayOfWeek, OpenHours } from '@vitrine/pricing'
import { hoursInWords } from './opening-hours.ts'

const open = (day: DayOfWeek, start: number, end: number, minutes = 0): OpenHours => ({
  day,
  start: { hours: start, minutes },
  end: { hours: end, minutes },
})

test('days that follow each other with the same hours are said together', () => {
  assert.equal(hoursInWords([open('MON', 10, 19), open('TUE', 10, 19), open('WED', 10, 19)]), 'Open Mon–Wed 10:00–19:00.')
  assert.equal(
    hoursInWords([open('SAT', 11, 16, 30), open('TUE', 11, 19), open('THU', 11, 19), open('WED', 11, 19)]),
    'Open Tue–Thu 11:00–19:00, Sat 11:30–16:30.',
  )
})
test('a closed day between them parts them, and a day may have two spans in any order', () => {
  assert.equal(hoursInWords([open('MON', 9, 16), open('WED', 9, 16)]), 'Open Mon 9:00–16:00, Wed 9:00–16:00.')
  assert.equal(hoursInWords([open('FRI', 14, 18), open('FRI', 9, 12)]), 'Open Fri 9:00–12:00 and 14:00–18:00.')
})
