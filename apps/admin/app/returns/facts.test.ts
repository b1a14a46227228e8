import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factsText, shareText } from './facts.ts'

test('what waits is said in the order in which it is done', () => {
  const counts = [
    { status: 'APPROVED' as const, count: 1 },
    { status: 'REQUESTED' as const, count: 1200 },
    { status: 'REFUNDED' as const, count: 212 },
  ]
  assert.equal(factsText(counts), '1,200 to decide, 1 on its way')
  assert.equal(factsText([{ status: 'REFUNDED', count: 9 }]), 'none open')
})

test('a share is of orders, and of none there is none', () => {
  assert.equal(shareText(21, 1000, 30), '2.1 % of orders in 30 days')
  assert.equal(shareText(0, 12, 30), '0 % of orders in 30 days')
  assert.equal(shareText(3, 0, 30), undefined)
})
