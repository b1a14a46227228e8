import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAboveWhole, percentOf, shareOf, togetherText } from './percent.ts'

test('shares are written as percentages and read back, exactly', () => {
  assert.deepEqual(['0.19', '0.055', '0', '1', '0.08875'].map(percentOf), ['19', '5.5', '0', '100', '8.875'])
  assert.deepEqual(['19', '5,5', ' 0 ', '100 %', '8.875'].map(shareOf), ['0.19', '0.055', '0', '1', '0.08875'])
  for (let millionths = 0; millionths <= 1_000_000; millionths += 37) {
    const share = `${Math.floor(millionths / 1e6)}.${String(millionths % 1e6).padStart(6, '0')}`
    assert.equal(Number(shareOf(percentOf(share))), Number(share))
  }
})
test('what is no percentage is none', () => {
  for (const text of ['', 'a lot', '-1', '19 per cent', '1.23456']) assert.equal(shareOf(text), undefined, text)
})
test('no tax is more than the whole', () => {
  const above = (percent: string) => isAboveWhole(shareOf(percent)!)
  assert.deepEqual(['0', '19', '100', '100.0001', '250', '9999'].map(above), [false, false, false, true, true, true])
})
test('rates that stack are told together', () => {
  assert.equal(togetherText(['0.04', '0.045', '0.00375']), '8.875 %')
  assert.equal(togetherText(['0.07']), '7 %')
})
