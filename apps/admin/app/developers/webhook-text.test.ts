import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerText, eventName, eventsText, groupName, readable, stateOf } from './webhook-text.ts'

test('an event is called by its entity and what happened to it', () => {
  assert.equal(eventName('wix.ecom.v1.order_approved', 'wix.ecom.v1.order'), 'order approved')
  assert.equal(
    eventName('wix.media.site_media.v1.file_descriptor_file_ready', 'wix.media.site_media.v1.file_descriptor'),
    'file descriptor file ready',
  )
  assert.equal(eventName('com.wix.ecommerce.catalog.api.v1.ProductChanged'), 'product changed')
  assert.equal(groupName('wix.ecom.v1.back_in_stock_notification_request'), 'Back in stock notification request')
})

test('events are told by their groups, and all of them in two words', () => {
  const types = ['order_approved', 'order_canceled', 'cart_created'].map((type) => ({
    type: `wix.ecom.v1.${type}`,
    entity: `wix.ecom.v1.${type.slice(0, type.indexOf('_'))}`,
  }))
  const [approved, canceled, created] = types.map(({ type }) => type)
  assert.equal(eventsText([approved!, canceled!], types), 'order (2)')
  assert.equal(eventsText([approved!, created!], types), 'order approved, cart created')
  assert.equal(eventsText([approved!, canceled!, created!], types), 'All events')
  assert.equal(eventsText(['wix.ecom.v1.order_paid'], types), 'order paid')
})

test('a webhook whose latest attempt failed is failing', () => {
  assert.equal(stateOf({ state: 'ACTIVE', failingSince: '2026-11-20T10:00:00.000Z' }), 'FAILING')
  assert.equal(stateOf({ state: 'ACTIVE' }), 'ACTIVE')
  assert.equal(stateOf({ state: 'PAUSED', failingSince: '2026-11-20T10:00:00.000Z' }), 'PAUSED')
})

test('an answer is its status, or why there is none', () => {
  assert.deepEqual(
    [answerText({ status: 500 }), answerText({ code: 'TIMEOUT' }), answerText({ code: 'NEW' })],
    ['500', 'no answer in time', 'NEW'],
  )
})

test('a body is laid out, with the JSON in its texts', () => {
  assert.equal(readable('{"data":"{\\"id\\":1}","name":"{"}'), '{\n  "data": {\n    "id": 1\n  },\n  "name": "{"\n}')
  assert.equal(readable('no JSON'), 'no JSON')
})
