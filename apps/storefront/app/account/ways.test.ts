import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entryOf, orderAt, ways } from './ways.ts'

test('an order is known by the address of its page, and of no other page', () => {
  assert.equal(orderAt(ways.order('0190')), '0190')
  for (const path of [ways.orders, `${ways.order('0190')}/return`, ways.overview, '/elsewhere/account/orders/0190', undefined])
    assert.equal(orderAt(path), undefined)
})

test('an address and the closing of the account stand below an entry of the navigation', () => {
  assert.equal(entryOf(ways.close), ways.emails)
  assert.equal(entryOf(ways.newAddress), ways.profile)
  assert.equal(entryOf(ways.address('0190')), ways.profile)
  for (const path of [ways.overview, ways.emails, ways.order('0190'), ways.closed]) assert.equal(entryOf(path), undefined)
})
