import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderAt, ways } from './ways.ts'

test('an order is known by the address of its page, and of no other page', () => {
  assert.equal(orderAt(ways.order('0190')), '0190')
  for (const path of [ways.orders, `${ways.order('0190')}/return`, ways.overview, '/elsewhere/account/orders/0190', undefined])
    assert.equal(orderAt(path), undefined)
})
