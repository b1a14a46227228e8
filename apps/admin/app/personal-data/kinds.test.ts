import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inUseLink, inUseText, readDays } from './kinds.ts'

test('days are whole, from one to ten years', () => {
  assert.deepEqual(
    ['1', ' 90 ', '3650', '0', '3651', '1.5', '-1', 'a year', ''].map((text) => readDays(text)),
    [1, 90, 3650, undefined, undefined, undefined, undefined, undefined, undefined],
  )
})

test('what keeps somebody from being erased is named, and leads to where it ends', () => {
  const order = { kind: 'ORDER' as const, id: '1', name: '10002' }
  assert.deepEqual([inUseText(order), inUseLink(order)], ['Order 10002 is not fulfilled yet.', '/orders/1'])
  const card = { kind: 'GIFT_CARD' as const, id: '2', name: '…AB12' }
  assert.deepEqual([inUseText(card), inUseLink(card)], ['The gift card …AB12 is still to be emailed.', '/gift-cards/2'])
})
