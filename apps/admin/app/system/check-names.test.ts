import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SystemCheck } from '@vitrine/contract'
import { headingOf, reportOf } from './check-names.ts'

const check = (id: SystemCheck['id'], status: SystemCheck['status'], figure?: string): SystemCheck => ({
  id,
  status,
  message: 'As found.',
  ...(figure !== undefined && { figure }),
})

test('the heading counts what needs somebody, and says whether the shop may be public', () => {
  const ok = check('DATABASE', 'OK')
  const [failed, warning] = [check('EMAIL', 'FAILED'), check('SECRET', 'WARNING')]
  for (const [checks, title, facts] of [
    [[ok], 'Everything is in order', 'the shop can be open to everybody'],
    [[warning, ok], 'One thing needs you', 'the shop can be open to everybody'],
    [[failed, ok], 'One thing needs you', 'before the shop goes public'],
    [[failed, warning], 'Two things need you', 'one of them before the shop goes public'],
    [[failed, failed, warning], 'Three things need you', 'two of them before the shop goes public'],
  ] as const)
    assert.deepEqual(headingOf(checks), { title, facts })
})

test('the report has a line for each check', () => {
  assert.equal(
    reportOf([check('EMAIL', 'FAILED', '4 waiting'), check('SECRET', 'WARNING'), check('DATABASE', 'OK', '2 MB')]),
    'FAILED  Email (4 waiting): As found.\nWARNING Keys: As found.\nOK      Database (2 MB): As found.',
  )
})
