import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { type EventType, events, slugOf } from './events.ts'

const all = Object.keys(events) as EventType[]
const slugs = (entity: string) =>
  all
    .filter((type) => events[type].entity === entity)
    .map(slugOf)
    .toSorted()

test('the specified events exist, by entity', () => {
  assert.deepEqual(slugs('wix.ecom.v1.cart'), ['created', 'deleted', 'updated'])
  assert.deepEqual(slugs('wix.ecom.v1.checkout'), ['completed', 'created', 'deleted', 'updated'])
  assert.deepEqual(slugs('wix.ecom.v1.order'), [
    'approved',
    'canceled',
    'committed',
    'created',
    'fulfilled',
    'imported',
    'imported_order_deleted',
    'payment_status_updated',
    'updated',
  ])
  assert.deepEqual(slugs('wix.ecom.v1.fulfillments'), ['updated'])
  assert.deepEqual(slugs('wix.ecom.v1.order_transactions'), [
    'chargeback_approved',
    'chargeback_reversed',
    'details_updated',
    'refund_completed',
    'updated',
  ])
  assert.deepEqual(slugs('wix.iam.signon.v1.sign_on_policy'), ['updated'])
  assert.deepEqual(slugs('wix.ecom.subscription_contracts.v1.subscription_contract'), ['created', 'updated'])
  assert.deepEqual(slugs('wix.ecom.v1.back_in_stock_notification_request'), ['created', 'deleted', 'updated'])
  assert.deepEqual(slugs('wix.media.site_media.v1.file_descriptor'), ['deleted', 'file_failed', 'file_ready', 'updated'])
  assert.deepEqual(slugs('wix.members.v1.member'), ['created', 'deleted', 'updated'])
  assert.deepEqual(slugs('wix.reviews.v1.review'), ['created', 'deleted', 'moderation_status_changed', 'review_published', 'updated'])
  assert.deepEqual(slugs('wix.headless.v1.redirect_session'), ['created'])
  assert.deepEqual(slugs('wix.gift_cards.v1.gift_card'), ['created', 'updated'])
  assert.equal(all.filter((type) => events[type].kind === 'plain').length, 9)
})

test('the type of an event with an envelope is its entity and its slug', () => {
  for (const type of all) {
    const { kind, entity } = events[type]
    if (kind === 'plain') assert.equal(slugOf(type), '')
    else assert.equal(`${entity}_${slugOf(type)}`, type)
    if (kind === 'created' || kind === 'updated' || kind === 'deleted') assert.equal(slugOf(type), kind)
  }
})

test('the data of every event turns into JSON Schema', () => {
  for (const type of all) assert.doesNotThrow(() => z.toJSONSchema(events[type].data, { io: 'output' }), type)
})
