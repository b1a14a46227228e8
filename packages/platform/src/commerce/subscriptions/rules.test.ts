import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SubscriptionSettings } from '@vitrine/contract'
import fc from 'fast-check'
import {
  begun,
  canceled,
  cyclesOf,
  dueAt,
  failed,
  isOver,
  isPaidUp,
  maySkip,
  type Progress,
  paid,
  putOff,
  resumed,
  retryDays,
  skipped,
  type Terms,
} from './rules.ts'

const monthly: SubscriptionSettings = { frequency: 'MONTH', interval: 1, autoRenewal: true, enableCustomerCancellation: true }
const ordered = new Date('2026-03-10T09:00:00.000Z')
const day = (date: string) => new Date(`${date}T09:00:00.000Z`)
const terms = (more: Partial<Terms> = {}): Terms => ({
  settings: monthly,
  from: ordered.toISOString(),
  passed: 0,
  timeZone: 'UTC',
  ...more,
})
const active: Progress = { status: 'ACTIVE', cycle: 1, attempts: 0, nextAt: day('2026-04-10'), endsAt: null }

describe('when a cycle is due', () => {
  test('the first with the order, each further one a period later', () => {
    assert.deepEqual(
      [1, 2, 3].map((cycle) => dueAt(terms(), cycle)),
      [ordered, day('2026-04-10'), day('2026-05-10')],
    )
    assert.deepEqual(dueAt(terms({ settings: { ...monthly, frequency: 'WEEK', interval: 2 } }), 3), day('2026-04-07'))
  })

  test('cycles that were left out push all later ones back', () => {
    assert.deepEqual(dueAt(terms({ passed: 2 }), 2), day('2026-06-10'))
  })

  test('a period is a month where nothing else is said, at the shop’s own time of day', () => {
    const unsaid: SubscriptionSettings = { frequency: 'UNDEFINED', autoRenewal: true, enableCustomerCancellation: true }
    assert.deepEqual(dueAt(terms({ settings: unsaid }), 2), day('2026-04-10'))
    assert.equal(dueAt(terms({ timeZone: 'Europe/Berlin' }), 2).toISOString(), '2026-04-10T08:00:00.000Z', 'summer time began meanwhile')
  })
})

describe('how many cycles there are', () => {
  test('as many as were sold, one where no number is said, no end where it renews by itself', () => {
    assert.equal(cyclesOf({ ...monthly, autoRenewal: false, billingCycles: 6 }), 6)
    assert.equal(cyclesOf({ ...monthly, autoRenewal: false }), 1)
    assert.equal(cyclesOf({ ...monthly, billingCycles: 6 }), null)
  })

  test('it is paid up with the last of them, and never where it renews by itself', () => {
    const six = terms({ settings: { ...monthly, autoRenewal: false, billingCycles: 6 } })
    assert.deepEqual(
      [5, 6, 7].map((cycle) => isPaidUp(six, { cycle })),
      [false, true, true],
    )
    assert.equal(isPaidUp(terms(), { cycle: 999 }), false)
  })
})

describe('a new subscription', () => {
  test('has its first cycle paid with the order', () => {
    assert.deepEqual(begun(monthly, ordered, 'UTC'), { terms: terms(), progress: active, trialEndsAt: null })
  })

  test('with a free trial owes its first cycle when the trial is over', () => {
    const trial = { ...monthly, freeTrialPeriod: { frequency: 'WEEK' as const, interval: 2 } }
    const { terms: set, progress, trialEndsAt } = begun(trial, ordered, 'UTC')
    assert.deepEqual(trialEndsAt, day('2026-03-24'))
    assert.equal(set.from, day('2026-03-24').toISOString())
    assert.deepEqual(progress, { ...active, cycle: 0, nextAt: day('2026-03-24') })
    assert.deepEqual(
      begun({ ...trial, freeTrialPeriod: {} }, ordered, 'UTC').trialEndsAt,
      day('2026-04-10'),
      'one month where nothing is said',
    )
  })

  test('starts on a date that was asked for, but not before it was ordered', () => {
    const later = { ...monthly, startDate: day('2026-03-20').toISOString() }
    assert.deepEqual(begun(later, ordered, 'UTC').progress.nextAt, day('2026-04-20'))
    const earlier = { ...monthly, startDate: day('2026-01-20').toISOString() }
    assert.deepEqual(begun(earlier, ordered, 'UTC').progress.nextAt, day('2026-04-10'))
  })
})

describe('a renewal that was paid', () => {
  test('is followed by the next cycle on its own day, however late the job ran', () => {
    for (const now of ['2026-04-10', '2026-04-12', '2026-06-01'])
      assert.deepEqual(paid(terms(), active, day(now)), {
        terms: terms(),
        progress: { ...active, cycle: 2, nextAt: day('2026-05-10') },
      })
  })

  test('after failed attempts clears them, and does not charge for the days that went by unpaid', () => {
    const late: Progress = { ...active, status: 'PAST_DUE', attempts: 2, nextAt: day('2026-06-20') }
    const { terms: after, progress } = paid(terms(), late, day('2026-06-20'))
    assert.equal(after.passed, 2)
    assert.deepEqual(progress, { status: 'ACTIVE', cycle: 2, attempts: 0, nextAt: day('2026-07-10'), endsAt: null })
    assert.equal(paid(terms(), late, day('2026-04-12')).terms.passed, 0, 'late by two days only')
  })

  test('a cycle due at this very instant has passed, too', () => {
    const late: Progress = { ...active, status: 'SUSPENDED', attempts: 4 }
    assert.deepEqual(paid(terms(), late, day('2026-05-10')).progress.nextAt, day('2026-06-10'))
  })

  test('keeps an end that was planned and is still ahead; one that is past moves to the end of what is paid for', () => {
    const ending = (endsAt: Date): Progress => ({ ...active, endsAt, nextAt: endsAt })
    const ahead = paid(terms(), ending(day('2026-04-20')), day('2026-04-10')).progress
    assert.deepEqual([ahead.endsAt, ahead.nextAt], [day('2026-04-20'), day('2026-04-20')])
    const due = paid(terms(), ending(day('2026-04-10')), day('2026-04-10')).progress
    assert.deepEqual([due.endsAt, due.nextAt], [day('2026-05-10'), day('2026-05-10')])
  })
})

describe('a renewal that failed', () => {
  test('is tried again after one, two and four days, and then suspended', () => {
    assert.deepEqual(retryDays, [1, 2, 4])
    let progress: Progress = active
    const seen: unknown[] = []
    for (let i = 0; i < 4; i++) {
      progress = failed(progress, day('2026-04-10'))
      seen.push([progress.status, progress.attempts, progress.nextAt])
    }
    assert.deepEqual(seen, [
      ['PAST_DUE', 1, day('2026-04-11')],
      ['PAST_DUE', 2, day('2026-04-12')],
      ['PAST_DUE', 3, day('2026-04-14')],
      ['SUSPENDED', 4, day('2026-04-10')],
    ])
  })

  test('for want of goods is tried again tomorrow and counts as no attempt', () => {
    const late = putOff({ ...active, attempts: 2 }, day('2026-04-10'))
    assert.deepEqual(late, { ...active, status: 'PAST_DUE', attempts: 2, nextAt: day('2026-04-11') })
    assert.equal(putOff({ ...active, status: 'SUSPENDED' }, day('2026-04-10')).status, 'SUSPENDED')
  })
})

describe('canceling', () => {
  const now = day('2026-03-20')

  test('at once ends it now, and nothing is charged any more', () => {
    assert.deepEqual(canceled(terms(), active, 'IMMEDIATELY', now), { ...active, status: 'CANCELED', nextAt: null, endsAt: now })
  })

  test('at the next payment date lets it run until then', () => {
    assert.deepEqual(canceled(terms(), active, 'NEXT_PAYMENT_DATE', now), {
      ...active,
      nextAt: day('2026-04-10'),
      endsAt: day('2026-04-10'),
    })
  })

  test('ends at once what is unpaid or due now, whatever was asked', () => {
    assert.equal(canceled(terms(), { ...active, status: 'PAST_DUE' }, 'NEXT_PAYMENT_DATE', now).status, 'CANCELED')
    assert.equal(canceled(terms(), active, 'NEXT_PAYMENT_DATE', day('2026-04-10')).status, 'CANCELED')
  })

  test('changes nothing once it is over', () => {
    for (const status of ['CANCELED', 'ENDED'] as const) {
      const over: Progress = { ...active, status, endsAt: day('2026-03-15') }
      assert.equal(canceled(terms(), over, 'IMMEDIATELY', now), over)
      assert.equal(isOver(over), true)
    }
    for (const status of ['ACTIVE', 'PAST_DUE', 'SUSPENDED'] as const) assert.equal(isOver({ status }), false, status)
  })
})

describe('resuming', () => {
  test('takes a planned end back and charges when the next cycle is due', () => {
    const ending: Progress = { ...active, endsAt: day('2026-04-10') }
    assert.deepEqual(resumed(terms(), ending, day('2026-03-20')), active)
  })

  test('charges at once what is due by now, with all attempts before it', () => {
    const suspended: Progress = { ...active, status: 'SUSPENDED', attempts: 4, nextAt: null }
    const now = day('2026-05-01')
    assert.deepEqual(resumed(terms(), suspended, now), { ...active, status: 'PAST_DUE', attempts: 0, nextAt: now })
  })
})

describe('skipping the next cycle', () => {
  const now = day('2026-03-20')

  test('is allowed while it is active, paid and without an end', () => {
    assert.equal(maySkip(terms(), active, now), true)
    for (const progress of [
      { ...active, status: 'PAST_DUE' },
      { ...active, status: 'SUSPENDED' },
      { ...active, endsAt: day('2026-04-10') },
      { ...active, cycle: 0 },
    ] as const)
      assert.equal(maySkip(terms(), progress, now), false, JSON.stringify(progress))
  })

  test('is refused when nothing is left to skip, or the cycle is due already', () => {
    assert.equal(maySkip(terms({ settings: { ...monthly, autoRenewal: false, billingCycles: 1 } }), active, now), false)
    assert.equal(maySkip(terms(), active, day('2026-04-10')), false)
  })

  test('is refused where the next payment would come more than a year from now', () => {
    assert.equal(maySkip(terms({ passed: 10 }), active, now), true)
    assert.equal(maySkip(terms({ passed: 11 }), active, now), false)
    assert.equal(maySkip(terms({ settings: { ...monthly, frequency: 'DAY', interval: 183 } }), active, ordered), true, 'exactly 366 days')
  })

  test('puts the next payment where the one after it was', () => {
    const { terms: after, progress } = skipped(terms(), active)
    assert.equal(after.passed, 1)
    assert.deepEqual(progress, { ...active, nextAt: day('2026-05-10') })
  })

  test('no more than a year is ever put off, however often it is skipped', () => {
    fc.assert(
      fc.property(fc.constantFrom('DAY', 'WEEK', 'MONTH', 'YEAR'), fc.integer({ min: 1, max: 50 }), (frequency, interval) => {
        let set = terms({ settings: { ...monthly, frequency: frequency, interval } })
        let progress: Progress = { ...active, nextAt: dueAt(set, 2) }
        for (let i = 0; i < 400 && maySkip(set, progress, now); i++) ({ terms: set, progress } = skipped(set, progress))
        if (set.passed > 0) assert.ok(progress.nextAt!.getTime() <= now.getTime() + 366 * 24 * 3600 * 1000)
        assert.equal(maySkip(set, progress, now), false)
      }),
      { numRuns: 30 },
    )
  })
})

test('a subscription that is paid late is never due before it was paid', () => {
  const date = fc.date({ min: day('2026-04-10'), max: day('2028-04-10'), noInvalidDate: true })
  fc.assert(
    fc.property(date, fc.integer({ min: 1, max: 4 }), (now, attempts) => {
      const { progress } = paid(terms(), { ...active, status: 'PAST_DUE', attempts }, now)
      assert.ok(progress.nextAt! > now)
      assert.ok(progress.nextAt!.getTime() <= now.getTime() + 31 * 24 * 3600 * 1000, 'and not later than one period')
    }),
  )
})
