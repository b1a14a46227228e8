import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorShare } from './error-share.ts'

test('the share of errors is as exact as it is small, and never 0 where there were some', () => {
  const shares = [
    [0, 0],
    [0, 7],
    [131, 214_880],
    [42, 1000],
    [17, 100],
    [1, 1_000_000],
  ] as const
  assert.deepEqual(
    shares.map(([errors, requests]) => errorShare(errors, requests)),
    ['0 %', '0 %', '0.06 %', '4.2 %', '17 %', 'below 0.01 %'],
  )
})
