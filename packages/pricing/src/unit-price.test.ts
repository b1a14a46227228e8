import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minor } from './money.ts'
import { comparableUnits, measureText, unitPrice } from './unit-price.ts'

const per = (totalQuantity: number, totalMeasurementUnit: string, baseQuantity: number, baseMeasurementUnit: string) => ({
  totalQuantity,
  totalMeasurementUnit,
  baseQuantity,
  baseMeasurementUnit,
})

test('prices are brought to the base quantity, also from another unit of the same kind', () => {
  assert.equal(unitPrice(minor(1450), per(250, 'G', 100, 'G')), 580)
  assert.equal(unitPrice(minor(1450), per(250, 'G', 1, 'KG')), 5800)
  assert.equal(unitPrice(minor(999), per(75, 'CL', 1, 'L')), 1332)
  assert.equal(unitPrice(minor(1200), per(1, 'LB', 1, 'OZ')), 75)
  assert.equal(unitPrice(minor(400), per(1, 'GAL', 1, 'QT')), 100)
  assert.equal(unitPrice(minor(300), per(1, 'YD', 1, 'FT')), 100)
  assert.equal(unitPrice(minor(2500), per(2.5, 'SQM', 1, 'SQM')), 1000)
  assert.equal(unitPrice(minor(1_000_000), per(1, 'CBM', 1, 'L')), 1000)
})

test('they are rounded once, a half upwards', () => {
  assert.equal(unitPrice(minor(1), per(2, 'G', 1, 'G')), 1)
  assert.equal(unitPrice(minor(1), per(3, 'G', 1, 'G')), 0)
  assert.equal(unitPrice(minor(1000), per(0.33, 'L', 1, 'L')), 3030)
})

test('what cannot be compared has no unit price', () => {
  assert.equal(unitPrice(minor(100), per(1, 'KG', 1, 'L')), undefined)
  assert.equal(unitPrice(minor(100), per(1, 'UNSPECIFIED', 1, 'G')), undefined)
  assert.equal(unitPrice(minor(100), per(0, 'G', 100, 'G')), undefined)
  assert.equal(unitPrice(minor(100), per(100, 'G', 0, 'G')), undefined)
  assert.equal(unitPrice(minor(Number.MAX_SAFE_INTEGER), per(0.01, 'MG', 1, 'KG')), undefined)
})

test('units of a kind are comparable with each other only', () => {
  assert.deepEqual(comparableUnits('SQM'), ['SQM', 'SQFT'])
  assert.deepEqual(comparableUnits('G'), ['MG', 'G', 'KG', 'OZ', 'LB'])
  assert.deepEqual(comparableUnits('UNSPECIFIED'), [])
})

test('measures are written in the way of a language', () => {
  assert.equal(measureText(100, 'ML', 'en'), '100 ml')
  assert.equal(measureText(0.75, 'L', 'de'), '0,75 l')
  assert.equal(measureText(1, 'SQM', 'en'), 'm²')
})
