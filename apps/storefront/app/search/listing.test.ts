import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAmount, readAsk } from './listing.ts'

test('an amount is read as people write it, with or without a sign, in the ways of several countries', () => {
  for (const [written, amount] of [
    ['100', 100],
    ['€100', 100],
    ['100 €', 100],
    ['12,5', 12.5],
    ['€19.50', 19.5],
    ['1,250', 1250],
    ['1.250', 1250],
    ['€1,250.50', 1250.5],
    ['1.250,50 €', 1250.5],
    ['1 250 000,05', 1250000.05],
    ['12.', 12],
    [',5', 0.5],
    ['0.0000001', 0],
    ['9'.repeat(40), 1e12],
  ] as const)
    assert.equal(readAmount(written), amount, written)
  for (const nothing of [null, '', 'cheap', '€', '..', '-']) assert.equal(readAmount(nothing), undefined, String(nothing))
})

test('whatever an address asks for is something that the search can be asked', () => {
  const { from, upTo } = readAsk(new URLSearchParams({ from: '9'.repeat(99), to: '0.00000001' }))
  for (const amount of [from, upTo]) assert.match(String(amount), /^\d{1,15}(\.\d{1,3})?$/)
})
