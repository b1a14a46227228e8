import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { brandOf, passesLuhn, sandboxCards } from './cards.ts'

test('every sandbox card has a valid check digit, and so have no two that differ in one digit', () => {
  for (const number of Object.keys(sandboxCards)) {
    assert.equal(passesLuhn(number), true, number)
    for (let at = 0; at < number.length; at++) {
      const other = `${number.slice(0, at)}${(Number(number[at]) + 1) % 10}${number.slice(at + 1)}`
      assert.equal(passesLuhn(other), false, other)
    }
  }
})

const digit = Array.from({ length: 10 }, (_, i) => String(i))

test('of the ten numbers that differ in their last digit only, one is valid', () => {
  const digits = fc.string({ unit: fc.constantFrom(...digit), minLength: 11, maxLength: 18 })
  fc.assert(
    fc.property(digits, (body) => {
      assert.equal(digit.filter((last) => passesLuhn(body + last)).length, 1)
    }),
  )
})

test('a card’s brand is told by how its number begins', () => {
  const brands = {
    '4242': 'VISA',
    '5099': 'OTHER',
    '5100': 'MASTERCARD',
    '5599': 'MASTERCARD',
    '5600': 'OTHER',
    '2199': 'OTHER',
    '2200': 'MASTERCARD',
    '2799': 'MASTERCARD',
    '2800': 'OTHER',
    '3400': 'AMEX',
    '3700': 'AMEX',
    '3500': 'OTHER',
    '6011': 'DISCOVER',
    '1340': 'OTHER',
  }
  for (const [number, brand] of Object.entries(brands)) assert.equal(brandOf(number), brand, number)
})
