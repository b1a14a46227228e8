// The log of a webhook, sending again, and test events.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type EventType, events } from '@vitrine/contract'
import { codeOf } from '../src/refused.ts'
import { bodyOf, minute, startWebhookShop } from '../src/webhook-shop.ts'

const { shop, receiver, webhooks, hook, settle, deliveriesOf, stateOf, newCart } = await startWebhookShop()

describe('the log', () => {
  test('has request and answer of each delivery, is searched and paged', async () => {
    const { webhook } = await hook()
    await newCart(3)
    await settle()
    const all = await deliveriesOf(webhook.id)
    assert.equal(all.length, 3)
    const { delivery, request } = await webhooks.getWebhookDelivery({ id: webhook.id, deliveryId: all[0]!.id })
    assert.equal(request!.headers['webhook-id'], all[0]!.id)
    assert.equal(request!.body, receiver.sent.at(-1)!.body)
    const [answer] = delivery.attempts
    assert.deepEqual(
      all[0]!.attempts.map((one) => one.answer),
      [undefined],
      'a list has no answers',
    )
    assert.deepEqual([answer!.status, answer!.answer, answer!.url], [200, 'thanks', `${receiver.url}/in`])
    assert.ok(answer!.tookMs >= 0)
    const first = await webhooks.listWebhookDeliveries({ id: webhook.id, limit: 2 })
    const second = await webhooks.listWebhookDeliveries({ id: webhook.id, limit: 2, cursor: first.nextCursor! })
    assert.deepEqual([...first.deliveries, ...second.deliveries], all)
    assert.equal(second.nextCursor, undefined)
    const found = async (search: string) => (await webhooks.listWebhookDeliveries({ id: webhook.id, search })).deliveries.length
    assert.deepEqual(
      [await found('cart_created'), await found(all[0]!.entityId), await found(all[1]!.id), await found('50%')],
      [1, 3, 1, 0],
    )
    assert.equal((await webhooks.listWebhookDeliveries({ id: webhook.id, state: 'FAILED' })).deliveries.length, 0)
    const { lastDay, waiting } = await stateOf(webhook.id)
    assert.deepEqual([lastDay.at(-1), waiting], [{ delivered: 3, failed: 0 }, 0])
  })

  test('404 WEBHOOK_NOT_FOUND and WEBHOOK_DELIVERY_NOT_FOUND for what is not there, and nothing is sent', async () => {
    const { webhook } = await hook()
    const id = crypto.randomUUID()
    for (const call of [
      () => webhooks.updateWebhook({ webhook: { id, active: false } }),
      () => webhooks.deleteWebhook({ id }),
      () => webhooks.rotateWebhookSecret({ id }),
      () => webhooks.testWebhook({ id }),
      () => webhooks.listWebhookDeliveries({ id }),
      () => webhooks.getWebhookDelivery({ id, deliveryId: id }),
      () => webhooks.redeliverWebhookDelivery({ id, deliveryId: id }),
      () => webhooks.replayWebhook({ id, from: shop.clock.now().toISOString(), to: shop.clock.now().toISOString() }),
    ])
      assert.equal(await codeOf(call()), 'WEBHOOK_NOT_FOUND')
    assert.equal(await codeOf(webhooks.getWebhookDelivery({ id: webhook.id, deliveryId: id })), 'WEBHOOK_DELIVERY_NOT_FOUND')
    assert.equal(await codeOf(webhooks.redeliverWebhookDelivery({ id: webhook.id, deliveryId: id })), 'WEBHOOK_DELIVERY_NOT_FOUND')
  })
})

describe('sending again', () => {
  test('a delivery goes out once more under the same id', async () => {
    const { webhook } = await hook()
    await newCart()
    await settle()
    const [delivery] = await deliveriesOf(webhook.id)
    const { delivery: again } = await webhooks.redeliverWebhookDelivery({ id: webhook.id, deliveryId: delivery!.id })
    assert.equal(again.state, 'WAITING')
    await settle()
    assert.deepEqual(
      receiver.sent.map(({ headers, body }) => [headers['webhook-id'], body]),
      [1, 2].map(() => [delivery!.id, receiver.sent[0]!.body]),
    )
    assert.equal((await deliveriesOf(webhook.id))[0]!.attempts.length, 2)
  })

  test('a time is replayed, also of before the webhook was there', async () => {
    shop.clock.advance(minute)
    const from = shop.clock.now().toISOString()
    await newCart(2)
    shop.clock.advance(minute)
    const to = shop.clock.now().toISOString()
    await newCart(1)
    const { webhook } = await hook()
    await settle()
    assert.deepEqual(receiver.sent, [])
    assert.deepEqual(await webhooks.replayWebhook({ id: webhook.id, from, to }), { count: 2, more: false })
    await settle()
    assert.deepEqual(
      receiver.sent.map((one) => bodyOf(one).type),
      ['wix.ecom.v1.cart_created', 'wix.ecom.v1.cart_updated'],
    )
    await webhooks.replayWebhook({ id: webhook.id, from, to })
    await settle()
    assert.equal(new Set(receiver.sent.map(({ headers }) => headers['webhook-id'])).size, 2)
    assert.equal(receiver.sent.length, 4)
  })

  test('a test event goes out at once, says that it is one, and of a type nobody saw yet, too', async () => {
    const { webhook } = await hook(['wix.ecom.v1.order_approved', 'wix.gift_cards.v1.gift_card_created'])
    const { delivery } = await webhooks.testWebhook({ id: webhook.id, eventType: 'wix.gift_cards.v1.gift_card_created' })
    await settle()
    const { data } = JSON.parse(receiver.sent[0]!.body) as { data: { id: string; originatedFrom: string; createdEvent: object } }
    assert.deepEqual([data.id, data.originatedFrom], [delivery.id, 'TEST'])
    assert.ok(data.createdEvent)
  })

  test('there is a test event of every type that there is', async () => {
    const { webhook } = await hook(Object.keys(events) as EventType[])
    for (const eventType of webhook.events)
      assert.equal(await codeOf(webhooks.testWebhook({ id: webhook.id, eventType })), 'done', eventType)
    await settle()
    assert.equal(receiver.sent.length, webhook.events.length)
    assert.deepEqual(shop.faults, [])
  })

  test('what happens while it is paused waits until it is resumed', async () => {
    const { webhook } = await hook()
    assert.equal((await webhooks.updateWebhook({ webhook: { id: webhook.id, active: false } })).webhook.state, 'PAUSED')
    await newCart(2)
    await settle()
    assert.deepEqual([receiver.sent.length, (await stateOf(webhook.id)).waiting], [0, 2])
    await webhooks.updateWebhook({ webhook: { id: webhook.id, active: true } })
    await settle()
    assert.equal(receiver.sent.length, 2)
  })
})
