import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareSeen, forgetSeen } from './seen.server.ts'

const money = (amount: string) => ({ amount, convertedAmount: amount, formattedAmount: amount, formattedConvertedAmount: amount })
const lines = (price: string) => [{ id: '01a1ff7d-1d53-71ab-9a9d-6d32eb755047', price: money(price) }] as Parameters<typeof compareSeen>[1]
const withCookie = (set: string | undefined) => new Request('https://shop.example/cart', { headers: { cookie: set?.split(';')[0] ?? '' } })

test('a price is another than the one last seen, until that has been seen too', () => {
  const first = compareSeen(withCookie(undefined), lines('24.00'), false)
  assert.deepEqual(first.was, {})
  const again = compareSeen(withCookie(first.keep), lines('24.00'), false)
  assert.deepEqual(again, { was: {} }, 'nothing is written again that was written')
  const dearer = compareSeen(withCookie(first.keep), lines('26.00'), false)
  assert.deepEqual(Object.values(dearer.was), ['24.00'])
  assert.equal(dearer.keep, undefined, 'it is said as long as nobody has answered')
  assert.deepEqual(compareSeen(withCookie(forgetSeen(false)[0]), lines('26.00'), false).was, {})
})
