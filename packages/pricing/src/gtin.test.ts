import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isGtin } from './gtin.ts'

test('codes of 8, 12, 13 and 14 digits with their check digit are GTINs', () => {
  for (const code of ['96385074', '036000291452', '4006381333931', '10614141000415']) assert.ok(isGtin(code), code)
})

test('wrong check digits, other lengths and letters are none', () => {
  for (const code of ['96385075', '4006381333932', '400638133393', '40063813339310', '123', 'ABC-1234567890', ''])
    assert.ok(!isGtin(code), code)
})
