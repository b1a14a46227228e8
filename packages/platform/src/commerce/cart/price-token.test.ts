import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priceTokenOf, readPriceToken } from './price-token.ts'

test('a price token has the total of its cart, and is invalid for another cart', () => {
  const token = priceTokenOf('a', '51.70', 'EUR')
  assert.deepEqual(readPriceToken(token, 'a'), { total: '51.70', currency: 'EUR' })
  assert.equal(readPriceToken(token, 'b'), undefined)
})

test('an invalid price token is undefined', () => {
  const made = (said: unknown) => Buffer.from(JSON.stringify(said)).toString('base64url')
  for (const token of ['', 'nonsense', made(null), made({}), made(['a', 51.7, 'EUR']), made(['a', '-1', 'EUR']), made(['a', '51.70'])])
    assert.equal(readPriceToken(token, 'a'), undefined, token)
})
