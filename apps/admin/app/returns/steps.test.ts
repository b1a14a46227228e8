import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderReturn, ReturnStatus } from '@vitrine/contract'
import { stepsOf } from './steps.ts'

const at = (status: ReturnStatus, day: number): OrderReturn['history'][number] => ({
  status,
  date: `2026-11-0${day}T10:00:00.000Z`,
  by: 'SHOP',
})
const told = (status: ReturnStatus, history: OrderReturn['history'], resolution: OrderReturn['resolution'] = 'REFUND') =>
  stepsOf({ status, history, resolution }).map(
    (step) => `${step.status} ${step.is}${step.reached ? ` ${step.reached.date.slice(8, 10)}` : ''}`,
  )

test('a return is where it stands, after what is done and before what is to come', () => {
  assert.deepEqual(told('APPROVED', [at('REQUESTED', 1), at('APPROVED', 2)]), [
    'REQUESTED done 01',
    'APPROVED now 02',
    'RECEIVED later',
    'CHECKED later',
    'REFUNDED later',
  ])
  assert.deepEqual(told('REQUESTED', [at('REQUESTED', 1)], 'EXCHANGE').at(-1), 'EXCHANGED later')
})

test('one that has ended goes no further: settled is done, refused is where it stands', () => {
  assert.deepEqual(told('REFUNDED', [at('REQUESTED', 1), at('APPROVED', 2), at('REFUNDED', 3)]), [
    'REQUESTED done 01',
    'APPROVED done 02',
    'REFUNDED done 03',
  ])
  assert.deepEqual(told('REFUSED', [at('REQUESTED', 1), at('REFUSED', 2)]), ['REQUESTED done 01', 'REFUSED now 02'])
})

test('a step that nobody wrote down has no date', () => {
  assert.deepEqual(told('CHECKED', []), ['CHECKED now', 'REFUNDED later'])
})
