import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SystemCheck } from '@vitrine/contract'
import { systemReport } from './system-report.ts'

const checks: readonly SystemCheck[] = [
  { id: 'PAYMENTS', status: 'FAILED', message: 'Nobody can pay.' },
  { id: 'SECRET', status: 'WARNING', message: 'No secret.' },
  { id: 'DATABASE', status: 'OK', message: 'It answers.' },
]

test('a public shop has each check that is not OK in its log', () => {
  const { warnings, summary } = systemReport(checks, 'https://shop.example')
  assert.deepEqual(warnings, [
    { check: 'PAYMENTS', message: 'Nobody can pay.' },
    { check: 'SECRET', message: 'No secret.' },
  ])
  assert.equal(summary, '2 things to do before the shop goes public: https://shop.example/admin/system')
})

test('a shop on this machine alone is told how many there are, once', () => {
  const { warnings, summary } = systemReport(checks.slice(1), 'http://localhost:3000')
  assert.deepEqual(warnings, [])
  assert.equal(summary, '1 thing to do before the shop goes public: http://localhost:3000/admin/system')
})

test('where all is well, it says so', () => {
  assert.equal(systemReport(checks.slice(2), 'https://shop.example').summary, 'nothing to do')
})
