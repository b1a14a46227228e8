import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refuse } from '../../kernel/refusal.ts'
import { orderingRefusalV2 } from './refusals-v2.ts'

const said = (refused: Parameters<typeof orderingRefusalV2>[0]) => {
  const { code, data } = orderingRefusalV2(refused, 'cart')
  return [code, data]
}

test('a refused order has the code of the second version, with its facts', () => {
  assert.deepEqual(said(refuse('EMPTY_CHECKOUT')), ['EMPTY_CART', undefined])
  assert.deepEqual(said(refuse('CHECKOUT_CHANGED')), ['CART_PRICES_OUT_OF_SYNC', undefined])
  assert.deepEqual(said(refuse('CHECKOUT_ALREADY_PAID', { orderId: 'o' })), ['CART_ALREADY_ORDERED', { cartId: 'cart', orderId: 'o' }])
  assert.deepEqual(said(refuse('CHECKOUT_ALREADY_PAID', { orderId: '' })), ['CART_ALREADY_ORDERED', { cartId: 'cart' }])
  assert.deepEqual(said(refuse('CHECKOUT_PAYMENT_ALREADY_IN_PROGRESS', { orderId: 'o' })), ['PAYMENT_ALREADY_IN_PROGRESS', undefined])
  assert.deepEqual(said(refuse('FULL_OUT_OF_STOCK', { lineItemIds: ['a'] })), [
    'LINE_ITEMS_OUT_OF_STOCK',
    { lineItemIds: ['a'], allLineItemsOutOfStock: true },
  ])
  assert.deepEqual(said(refuse('PARTIAL_OUT_OF_STOCK', { lineItemIds: ['a'] })), [
    'LINE_ITEMS_OUT_OF_STOCK',
    { lineItemIds: ['a'], allLineItemsOutOfStock: false },
  ])
  assert.deepEqual(said(refuse('ERROR_COUPON_HAS_EXPIRED', { couponCode: 'X' })), [
    'INVALID_COUPON_STATUS',
    { couponCode: 'X', reason: 'EXPIRED' },
  ])
  assert.deepEqual(said(refuse('ERROR_COUPON_DOES_NOT_EXIST', { couponCode: 'X' })), ['INVALID_COUPON_CODE', { couponCode: 'X' }])
  assert.deepEqual(said(refuse('REDEEM_GIFT_CARD_ERROR', { reason: 'EXPIRED' })), ['GIFT_CARD_REDEEM_ERROR', { error: 'EXPIRED' }])
})

test('a code that both versions have stays the same', () => {
  assert.deepEqual(said(refuse('MINIMUM_ORDER_NOT_REACHED', { minimum: '50.00', subtotal: '26.00' })), [
    'MINIMUM_ORDER_NOT_REACHED',
    { minimum: '50.00', subtotal: '26.00' },
  ])
})
