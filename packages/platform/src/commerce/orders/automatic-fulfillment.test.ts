import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderLineItem } from '@vitrine/contract'
import { goesByItself, goodsNews, settled } from './automatic-fulfillment.ts'
import type { StoredOrder } from './stored-order.ts'

const item = (preset: NonNullable<OrderLineItem['itemType']>['preset'], more: object = {}) =>
  ({ itemType: { preset }, ...more }) as OrderLineItem
const orderOf = (lineItems: readonly OrderLineItem[], more: Partial<StoredOrder> = {}): StoredOrder =>
  ({ id: 'o1', fulfillmentStatus: 'NOT_FULFILLED', paymentStatus: 'NOT_PAID', document: { lineItems }, ...more }) as StoredOrder

const file = item('DIGITAL', { digitalFile: { fileId: 'f' } })
const card = item('GIFT_CARD')
const mug = item('PHYSICAL')

test('files, gift cards and custom amounts need no shipment; goods and services do', () => {
  for (const one of [file, card, item('CUSTOM_AMOUNT_ITEM')]) assert.equal(goesByItself(one), true)
  for (const one of [mug, item('SERVICE'), {} as OrderLineItem]) assert.equal(goesByItself(one), false)
})

describe('an order of nothing but files and gift cards', () => {
  test('is fulfilled when it is paid', () => {
    const { fulfillmentStatus, activities, happenings } = settled(orderOf([file, card]), 'PAID')
    assert.equal(fulfillmentStatus, 'FULFILLED')
    assert.deepEqual(activities, [{ type: 'ORDER_FULFILLED', activityType: 'ORDER_FULFILLED' }])
    assert.deepEqual(
      happenings.map(({ type, payload }) => [type, payload]),
      [
        [
          'wix.ecom.v1.order_payment_status_updated',
          { previousPaymentStatus: 'NOT_PAID', newPaymentStatus: 'PAID', files: true, giftCards: true },
        ],
        [
          'wix.ecom.v1.order_fulfilled',
          { previousFulfillmentStatus: 'NOT_FULFILLED', newFulfillmentStatus: 'FULFILLED', action: 'PAYMENT' },
        ],
      ],
    )
  })

  test('is not fulfilled before it is paid in full, twice, or with goods or nothing in it', () => {
    for (const status of ['PENDING', 'PARTIALLY_PAID', 'NOT_PAID', 'DECLINED'] as const)
      assert.equal(settled(orderOf([file]), status).fulfillmentStatus, 'NOT_FULFILLED', status)
    for (const order of [orderOf([file, mug]), orderOf([])]) assert.equal(settled(order, 'PAID').fulfillmentStatus, 'NOT_FULFILLED')
    const partly = settled(orderOf([file], { fulfillmentStatus: 'PARTIALLY_FULFILLED' }), 'PAID')
    assert.deepEqual([partly.fulfillmentStatus, partly.activities], ['PARTIALLY_FULFILLED', []])
  })
})

test('a payment status that stays as it was is not announced', () => {
  assert.deepEqual(settled(orderOf([mug], { paymentStatus: 'PAID' }), 'PAID').happenings, [])
  assert.equal(settled(orderOf([mug]), 'PAID').happenings.length, 1)
})

test('what is announced says whether there are files to fetch or gift cards to send', () => {
  const said = (...lineItems: OrderLineItem[]) => goodsNews(orderOf(lineItems))
  assert.deepEqual(said(mug), {})
  assert.deepEqual(said(mug, file), { files: true })
  assert.deepEqual(said(card), { giftCards: true })
})
