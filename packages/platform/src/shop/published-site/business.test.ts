import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '../../kernel/refusal.ts'
import { consentsOf, policyOf, scheduleOf } from './business.ts'

const morning = { openDay: 'MONDAY', openTime: '09:00', closeDay: 'MONDAY', closeTime: '12:30' } as const
const fieldOf = (refused: unknown) =>
  refused instanceof Refusal ? (refused.data as { fieldViolations: { field: string }[] }).fieldViolations[0]?.field : undefined

describe('when the business is open', () => {
  test('is kept as it was sent, with what is usual of special days', () => {
    const special = { startDate: '2026-12-24', endDate: '2026-12-26' }
    assert.deepEqual(scheduleOf({ periods: [morning], specialHourPeriod: [special] }), {
      periods: [morning],
      specialHourPeriod: [{ ...special, isClosed: false, comment: '' }],
    })
  })
  test('is nothing where no period and no special day is said', () => {
    assert.equal(scheduleOf({ periods: [], specialHourPeriod: null }), undefined)
  })
  test('may go past midnight, and ends after it begins', () => {
    const night = { openDay: 'FRIDAY', openTime: '20:00', closeDay: 'SATURDAY', closeTime: '02:00' } as const
    assert.deepEqual(scheduleOf({ periods: [night] }), { periods: [night], specialHourPeriod: [] })
    assert.equal(fieldOf(scheduleOf({ periods: [morning, { ...morning, closeTime: '09:00' }] })), 'businessSchedule.periods[1].closeTime')
    const backwards = { startDate: '2026-12-26', endDate: '2026-12-24' }
    assert.equal(fieldOf(scheduleOf({ specialHourPeriod: [backwards] })), 'businessSchedule.specialHourPeriod[0].endDate')
  })
})

describe('what a site may keep and send of visitors', () => {
  test('is all of it until something else is said; null says nothing', () => {
    assert.deepEqual(policyOf(), { essential: true, functional: true, analytics: true, advertising: true, dataToThirdParty: true })
    const said = consentsOf({ advertising: false }, { essential: true, analytics: false, functional: null })
    assert.deepEqual(said, { advertising: false, analytics: false })
    assert.deepEqual(policyOf(said), { essential: true, functional: true, analytics: false, advertising: false, dataToThirdParty: true })
  })
})
