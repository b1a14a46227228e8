import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { OrderActivity } from '@vitrine/contract'
import { actsOf, shipmentText } from './timeline-entries.ts'

const at = '2026-11-23T14:40:00.000Z'
const later = '2026-11-23T14:41:00.000Z'
const appId = '215238eb-22a5-4c36-9e7b-e7c08025e04e'
const sent = { appId, type: 'SHIPMENT_SENT', additionalData: { shipment: '2', quantity: '1', carrier: 'DHL', trackingNumber: '0034' } }
const activity = (type: OrderActivity['type'], more: Partial<OrderActivity> = {}): OrderActivity => ({
  id: type,
  type,
  createdDate: at,
  ...more,
})
const told = (activities: readonly OrderActivity[]) =>
  actsOf(activities).map(({ main, also }) => [main.type, ...also.map(({ type }) => type)])

suite('the acts of an order', () => {
  test('a shipment with its tracking number is one, and what it means for the order stands below it', () => {
    assert.deepEqual(
      told([
        activity('CUSTOM_ACTIVITY', { customActivity: sent }),
        activity('TRACKING_NUMBER_ADDED'),
        activity('TRACKING_LINK_ADDED'),
        activity('ORDER_FULFILLED'),
      ]),
      [['CUSTOM_ACTIVITY', 'ORDER_FULFILLED']],
    )
    assert.equal(shipmentText(sent), 'Shipment 2 sent, 1 item, DHL 0034')
    assert.equal(shipmentText({ ...sent, type: 'SHIPMENT_VOIDED', additionalData: { quantity: '2' } }), 'Shipment voided, 2 items')
  })

  test('a refund is one, with its reason and whoever asked for it', () => {
    const [one, ...others] = actsOf([
      activity('REFUND_INITIATED', { refundInitiated: { refundId: 'r', reason: 'Goodwill' }, authorEmail: 'mira@morrow.example' }),
      activity('PAYMENT_REFUNDED', { createdDate: later, paymentRefunded: { refundId: 'r' } }),
    ])
    assert.equal(others.length, 0)
    assert.equal(one!.main.authorEmail, 'mira@morrow.example')
    assert.equal(one!.main.refundInitiated?.reason, 'Goodwill')
    assert.deepEqual(told([activity('REFUND_INITIATED', { refundInitiated: { refundId: 'r' } })]), [['REFUND_INITIATED']])
  })

  test('what was captured paid the order; what two people do at once stays two', () => {
    assert.deepEqual(told([activity('AUTHORIZED_PAYMENT_CAPTURED'), activity('ORDER_PAID')]), [
      ['AUTHORIZED_PAYMENT_CAPTURED', 'ORDER_PAID'],
    ])
    assert.deepEqual(told([activity('ORDER_CANCELED', { authorEmail: 'a@b.example' }), activity('ORDER_PAID')]), [
      ['ORDER_CANCELED'],
      ['ORDER_PAID'],
    ])
  })
})
