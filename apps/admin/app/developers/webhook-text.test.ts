import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerText, eventName, groupName, readable } from './webhook-text.ts'

test('an event is called by its entity and what happened to it', () => {
  assert.equal(eventName('wix.ecom.v1.order_approved', 'wix.ecom.v1.order'), 'order approved')
  assert.equal(
    eventName('wix.media.site_media.v1.file_descriptor_file_ready', 'wix.media.site_media.v1.file_descriptor'),
    'file descriptor file ready',
  )
  assert.equal(eventName('com.wix.ecommerce.catalog.api.v1.ProductChanged'), 'product changed')
  assert.equal(groupName('wix.ecom.v1.back_in_stock_notification_request'), 'Back in stock notification request')
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
