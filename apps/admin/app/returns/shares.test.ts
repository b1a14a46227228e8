import assert from 'node:assert/strict'
import { test } from 'node:test'
import { averageText, barOf, isOften, shareOf } from './shares.ts'

const of = (returnedQuantity: number, soldQuantity: number) => ({ returnedQuantity, soldQuantity })

test('bars are as long as their share of the longest', () => {
  assert.deepEqual([barOf(18, 18), barOf(9, 18), barOf(0, 18), barOf(0, 0)], ['91%', '46%', '0%', '0%'])
})

test('the share of what came back is 1 at most, and 0 where nothing did', () => {
  assert.deepEqual([shareOf(of(5, 20)), shareOf(of(3, 2)), shareOf(of(0, 0))], [0.25, 1, 0])
})

test('the average in whole percent, and never 0 where something came back', () => {
  assert.deepEqual([averageText(of(44, 2200)), averageText(of(1, 900)), averageText(of(0, 0))], ['2 %', 'below 1 %', '0 %'])
})

test('what comes back often: many units, much more than others do', () => {
  assert.equal(isOften(of(6, 31), of(44, 2200)), true)
  assert.equal(isOften(of(5, 64), of(44, 2200)), false, 'below 15 %')
  assert.equal(isOften(of(2, 4), of(44, 2200)), false, 'few')
  assert.equal(isOften(of(6, 31), of(10, 100)), false, 'as others do')
})
