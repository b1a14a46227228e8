import assert from 'node:assert/strict'
import { test } from 'node:test'
import { habitOf, whatIsWrong, writePostcode } from './countries.ts'

test('a postcode of digits only says how many it has and should have', () => {
  assert.equal(whatIsWrong('DE', '1043'), 'A German postcode has five figures; this one has four.')
  assert.equal(whatIsWrong('AT', '10435'), 'An Austrian postcode has four figures; this one has five.')
  assert.equal(whatIsWrong('DE', '1o435'), 'A German postcode has five figures and no letters.')
  assert.equal(whatIsWrong('DE', '10435'), undefined)
})

test('one with letters shows what it looks like', () => {
  assert.equal(whatIsWrong('NL', '1012'), 'A Dutch postcode looks like 1012 AB.')
  assert.equal(whatIsWrong('US', '9410'), 'A US ZIP code looks like 94107.')
  assert.equal(whatIsWrong('GB', 'EC1A'), 'A British postcode looks like EC1A 1BB.')
  for (const code of ['EC1A 1BB', 'w1a0ax', 'M1 1AE', 'CR2 6XH', 'DN55 1PT']) assert.equal(whatIsWrong('GB', code), undefined, code)
})

test('where there is none, none is asked for', () => {
  assert.equal(whatIsWrong('HK', ''), undefined)
  assert.equal(whatIsWrong('IE', ''), undefined)
  assert.equal(whatIsWrong('DE', ' '), 'The postcode is missing.')
  assert.equal(whatIsWrong('US', ''), 'The ZIP code is missing.')
})

test('what was written somehow is written as the country does; what is wrong stays as it is', () => {
  assert.equal(writePostcode('NL', '1012ab'), '1012 AB')
  assert.equal(writePostcode('GB', 'ec1a1bb'), 'EC1A 1BB')
  assert.equal(writePostcode('PL', '00 950'), '00-950')
  assert.equal(writePostcode('CA', 'k1a-0b1'), 'K1A 0B1')
  assert.equal(writePostcode('US', '941071234'), '94107-1234')
  assert.equal(writePostcode('LV', '1010'), 'LV-1010')
  assert.equal(writePostcode('LU', 'L-1009'), '1009')
  assert.equal(writePostcode('DE', '1043'), '1043')
  assert.equal(writePostcode('ZZ', 'abc 1'), 'ABC 1')
})

test('towns, states and their names follow the country', () => {
  assert.deepEqual(habitOf('DE'), {
    postcode: { label: 'Postcode', needed: true, numeric: true },
    town: 'Town',
    townFirst: false,
    state: undefined,
  })
  assert.equal(habitOf('US').state?.choices.length, 52)
  assert.deepEqual(habitOf('CA').state?.choices[0], ['CA-AB', 'Alberta'])
  assert.equal(habitOf('US').townFirst, true)
})

test('an address in Japan has its prefecture, by its code', () => {
  const { state } = habitOf('JP')
  assert.equal(state?.label, 'Prefecture')
  assert.equal(state?.choices.length, 47)
  assert.deepEqual(state?.choices[12], ['JP-13', 'Tokyo'])
})
