// Events that go to others' addresses: both formats, retries, the log, sending again, and who may have it.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, beforeEach, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { verifyWebhook, verifyWebhookJwt, WebhookNotVerified } from '@vitrine/client/webhooks'
import { type EventType, events, type WebhookFormat } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { currentCart, orders as publishedOrders } from '@wix/ecom'
import { AppStrategy, createClient as published } from '@wix/sdk'
import * as z from 'zod'
import { attack } from '../src/attack.ts'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startBeside, testClock } from '../src/platform.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { addProduct } from '../src/products.ts'
import { startReceiver } from '../src/receiver.ts'

const minute = 60_000
const day = 24 * 60 * minute

// The published library compares what it is sent with a clock of its own.
const shop = await startPlatformForFile({ clock: testClock(new Date().toISOString()) })
const receiver = await startReceiver()
after(() => receiver[Symbol.asyncDispose]())
const mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 10_000 }, shop.clock.now())
const { webhooks } = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'

const cartTypes = ['wix.ecom.v1.cart_created', 'wix.ecom.v1.cart_updated', 'wix.ecom.v1.cart_deleted'] as const

async function hook(events: readonly EventType[] = cartTypes, more: { format?: WebhookFormat; url?: string; appId?: string } = {}) {
  return webhooks.createWebhook({
    webhook: { name: 'Warehouse', url: `${receiver.url}/in`, events: [...events], format: 'STANDARD', ...more },
  })
}
const settle = () => shop.platform.jobs.settle()
const deliveriesOf = async (id: string) => (await webhooks.listWebhookDeliveries({ id })).deliveries
const stateOf = async (id: string) => (await webhooks.listWebhooks({})).webhooks.find((one) => one.id === id)!

/** Somebody whose cart changes so many times. */
async function newCart(changes = 1) {
  const buyer = newBuyer(shop)
  for (let i = 0; i < changes; i++)
    await buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: mug.reference() }] })
  return buyer
}

interface StandardBody {
  readonly type: string
  readonly timestamp: string
  readonly instanceId: string
  readonly identity: { readonly identityType: string }
  readonly data: {
    readonly id: string
    readonly entityId: string
    readonly entityEventSequence: string
    readonly createdEvent?: { readonly entity: { readonly id: string; readonly lineItems: readonly unknown[] } }
  }
}
const bodyOf = ({ body }: { body: string }) => JSON.parse(body) as StandardBody

beforeEach(async () => {
  const { database } = shop.platform
  await settle()
  await database.query(sql`delete from webhook_delivery where site = ${shop.site}`)
  await database.query(sql`delete from webhook where site = ${shop.site}`)
  receiver.sent.length = 0
  receiver.answer = () => 200
})

describe('what is sent', () => {
  test('in the published form, the published client takes with the key of the webhook: order_approved, with the order and who caused it', async () => {
    const { webhook } = await hook(['wix.ecom.v1.order_approved', 'wix.ecom.v1.cart_created'], { format: 'JWT', appId: shop.clientId })
    const buyer = newBuyer(shop)
    const checkout = await toCheckout(buyer, [{ product: mug }])
    const { orderId } = await buyer.payments.placeOrder({
      id: checkout,
      paymentToken: await card(buyer),
      returnUrl: `${shop.url}/back`,
    })
    await settle()
    const client = published({
      auth: AppStrategy({ appId: shop.clientId, publicKey: webhook.publicKey! }),
      modules: { orders: publishedOrders, currentCart },
    })
    const heard: { type: string; entityId?: string; lines?: number }[] = []
    client.orders.onOrderApproved(({ data, metadata }) => {
      assert.equal(metadata.entityFqdn, 'wix.ecom.v1.order')
      assert.equal(metadata.slug, 'approved')
      assert.equal(metadata.instanceId, shop.site)
      assert.equal(metadata.identity?.identityType, 'ANONYMOUS_VISITOR')
      assert.match(metadata.entityEventSequence!, /^\d{16}$/)
      heard.push({ type: 'approved', entityId: data.order!._id!, lines: data.order!.lineItems!.length })
    })
    client.currentCart.onCartCreated(({ entity }) => void heard.push({ type: 'cart', lines: entity.lineItems!.length }))
    for (const { body } of receiver.sent) await client.webhooks.process(body)
    assert.deepEqual(heard, [
      { type: 'cart', lines: 1 },
      { type: 'approved', entityId: orderId, lines: 1 },
    ])
    const other = published({
      auth: AppStrategy({ appId: shop.clientId, publicKey: (await hook(cartTypes, { format: 'JWT' })).webhook.publicKey! }),
    })
    await assert.rejects(other.webhooks.process(receiver.sent[0]!.body), /signature/)
  })

  test('in the form of Standard Webhooks is signed over id, timestamp and body', async () => {
    const { secret } = await hook()
    await newCart()
    await settle()
    const [one] = receiver.sent
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = one!.headers as Record<string, string>
    const expected = createHmac('sha256', Buffer.from(secret!.slice('whsec_'.length), 'base64'))
      .update(`${id}.${timestamp}.${one!.body}`)
      .digest('base64')
    assert.equal(signature, `v1,${expected}`)
    const body = bodyOf(one!)
    assert.deepEqual([body.type, body.instanceId, body.data.id], ['wix.ecom.v1.cart_created', shop.site, id])
    assert.equal(body.data.createdEvent!.entity.lineItems.length, 1)
    assert.equal(body.data.createdEvent!.entity.id, body.data.entityId)
  })

  test('our client takes both, with the type of the data, and nothing that was changed, is too old, or is signed with another key', async () => {
    const { secret } = await hook(['wix.ecom.v1.cart_created'])
    const { webhook } = await hook(['wix.ecom.v1.cart_created'], { format: 'JWT', url: `${receiver.url}/jwt` })
    const other = await hook(['wix.ecom.v1.cart_deleted'], { format: 'JWT' })
    await newCart()
    await settle()
    const [standard, jwt] = ['/in', '/jwt'].map((path) => receiver.sent.find((one) => one.path === path)!)
    const headers = new Headers(standard!.headers as Record<string, string>)
    const request = { headers, body: standard!.body }
    const told = await verifyWebhook(secret!, request)
    assert.ok(told.type === 'wix.ecom.v1.cart_created')
    assert.equal(told.data.lineItems!.length, 1)
    assert.deepEqual(await verifyWebhookJwt([other.webhook.publicKey!, webhook.publicKey!], jwt!.body), told)
    const later = { now: Date.now() + 301_000 }
    for (const wrong of [
      () => verifyWebhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', request),
      () => verifyWebhook(secret!, { headers, body: request.body.replace('cart_created', 'cart_deleted') }),
      () => verifyWebhook(secret!, request, later),
      () => verifyWebhook(secret!, { headers: new Headers(), body: request.body }),
      () => verifyWebhookJwt(other.webhook.publicKey!, jwt!.body),
      () => verifyWebhookJwt(webhook.publicKey!, jwt!.body, later),
    ])
      await assert.rejects(wrong, WebhookNotVerified)
  })

  test('of one entity comes in its order, with numbers that grow, also when several processes send', async () => {
    await using _ = await startBeside(shop)
    await hook()
    await Promise.all(Array.from({ length: 6 }, () => newCart(5)))
    await settle()
    assert.equal(receiver.sent.length, 30)
    for (const told of Map.groupBy(receiver.sent.map(bodyOf), ({ data }) => data.entityId).values()) {
      assert.equal(told[0]!.type, 'wix.ecom.v1.cart_created')
      const numbers = told.map(({ data }) => BigInt(data.entityEventSequence))
      assert.deepEqual(
        numbers,
        numbers.toSorted((a, b) => Number(a - b)),
      )
      assert.equal(new Set(numbers).size, 5)
    }
  })

  test('is only what the webhook wants, and nothing of before it was there', async () => {
    await newCart()
    await hook(['wix.ecom.v1.cart_deleted'])
    const buyer = await newCart(2)
    await buyer.currentCart.deleteCurrentCart({})
    await settle()
    assert.deepEqual(
      receiver.sent.map((one) => bodyOf(one).type),
      ['wix.ecom.v1.cart_deleted'],
    )
  })
})

const Envelope = z.strictObject({
  id: z.guid(),
  entityFqdn: z.string(),
  slug: z.string(),
  entityId: z.string().min(1),
  eventTime: z.iso.datetime(),
  triggeredByAnonymizeRequest: z.boolean(),
  originatedFrom: z.string(),
  entityEventSequence: z.string().regex(/^\d{16}$/),
  createdEvent: z.strictObject({ entity: z.looseObject({}) }).optional(),
  updatedEvent: z.strictObject({ currentEntity: z.looseObject({}) }).optional(),
  deletedEvent: z.strictObject({ deletedEntity: z.looseObject({}).optional() }).optional(),
  actionEvent: z.strictObject({ body: z.looseObject({}) }).optional(),
})

test('all that a purchase, its shipment, its refund and its cancellation bring about is told in the envelope of the wire, with what the contract says of it', async () => {
  await hook(Object.keys(events) as EventType[])
  const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
  const buyer = newBuyer(shop)
  const buy = async () => {
    const id = await toCheckout(buyer, [{ product: mug }])
    return (await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })).orderId
  }
  const orderId = await buy()
  const { order } = await app.orders.getOrder({ id: orderId })
  await app.orderFulfillments.createFulfillment({ orderId, fulfillment: { lineItems: [{ id: order.lineItems[0]!.id, quantity: 1 }] } })
  const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
  await app.orders.triggerRefund({ ecomOrderId: orderId, payments: [{ paymentId: orderTransactions.payments[0]!.id! }] })
  await app.orders.cancelOrder({ id: await buy() })
  await settle()
  const told = new Set<string>()
  for (const sent of receiver.sent) {
    const { type, data } = bodyOf(sent) as { type: EventType; data: object }
    const { kind, entity, data: schema } = events[type]
    if (kind === 'plain') schema.parse(data)
    else {
      const { createdEvent, updatedEvent, deletedEvent, actionEvent, ...metadata } = Envelope.parse(data)
      assert.deepEqual([metadata.entityFqdn, `${entity}_${metadata.slug}`], [entity, type])
      const carried = [createdEvent?.entity, updatedEvent?.currentEntity, actionEvent?.body, deletedEvent && {}].filter(
        (one) => one !== undefined,
      )
      assert.equal(carried.length, 1)
      // A cart that has become an order is gone when its changes are told.
      if (Object.keys(carried[0]!).join() !== 'id') schema.parse(carried[0])
    }
    told.add(type.replace('wix.ecom.v1.', ''))
  }
  assert.deepEqual([...told].toSorted(), [
    'cart_created',
    'cart_deleted',
    'cart_updated',
    'checkout_completed',
    'checkout_created',
    'checkout_updated',
    'fulfillments_updated',
    'order_approved',
    'order_canceled',
    'order_created',
    'order_fulfilled',
    'order_payment_status_updated',
    'order_transactions_refund_completed',
    'order_updated',
  ])
})

describe('a receiver', () => {
  test('that is down for a day of the clock gets everything once it returns, in order, nothing twice by id', async () => {
    const { webhook } = await hook()
    receiver.answer = () => 503
    const expected: string[] = []
    for (let hour = 0; hour < 24; hour += 4) {
      await newCart(2)
      await settle()
      shop.clock.advance(4 * 60 * minute)
      await shop.platform.everyMinute()
      await settle()
    }
    const told = await shop.platform.database.query<{ id: string }>(
      sql`select id from webhook_delivery where site = ${shop.site} and webhook_id = ${webhook.id} order by sequence`,
    )
    expected.push(...told.map(({ id }) => id))
    assert.equal(expected.length, 12)
    assert.equal((await stateOf(webhook.id)).state, 'FAILING')
    assert.deepEqual(receiver.sent, [])
    receiver.answer = () => 200
    shop.clock.advance(60 * minute)
    await shop.platform.everyMinute()
    await settle()
    assert.deepEqual(
      receiver.sent.map(({ headers }) => headers['webhook-id']),
      expected,
    )
    assert.equal((await stateOf(webhook.id)).state, 'ACTIVE')
  })

  test('that does not take an event is asked again after 1 and 5 minutes by the clock of the shop', async () => {
    const { webhook } = await hook()
    let tries = 0
    receiver.answer = () => (++tries < 3 ? 500 : 204)
    await newCart()
    await settle()
    assert.equal(tries, 1)
    await shop.platform.everyMinute()
    assert.equal(tries, 1)
    for (const wait of [1, 5]) {
      shop.clock.advance(wait * minute)
      await shop.platform.everyMinute()
      await settle()
    }
    assert.equal(tries, 3)
    const [delivery] = await deliveriesOf(webhook.id)
    assert.equal(delivery!.state, 'DELIVERED')
    assert.deepEqual(
      delivery!.attempts.map(({ status, answer }) => [status, answer]),
      [
        [500, 'not now'],
        [500, 'not now'],
        [204, undefined],
      ],
    )
  })

  test('that refuses one event gets the others of other entities meanwhile, and those of that entity in their order behind it', async () => {
    const { webhook } = await hook()
    const first = await newCart()
    await settle()
    const bad = bodyOf(receiver.sent[0]!).data.entityId
    receiver.answer = ({ body }) => (JSON.parse(body).data.entityId === bad ? 400 : 200)
    for (let i = 0; i < 2; i++)
      await first.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: mug.reference() }] })
    await settle()
    await newCart()
    await settle()
    const ofOthers = receiver.sent.map((one) => bodyOf(one).data.entityId).filter((id) => id !== bad)
    assert.equal(ofOthers.length, 1)
    assert.equal((await stateOf(webhook.id)).waiting, 2)
    receiver.answer = () => 200
    shop.clock.advance(minute)
    await shop.platform.everyMinute()
    await settle()
    const numbers = receiver.sent.map(bodyOf).flatMap(({ data }) => (data.entityId === bad ? [Number(data.entityEventSequence)] : []))
    assert.equal(numbers.length, 3)
    assert.deepEqual(
      numbers,
      numbers.toSorted((a, b) => a - b),
    )
  })

  test('that is slow keeps no other waiting', async () => {
    const slow = await startReceiver()
    try {
      let release = () => {}
      slow.answer = () => new Promise((resolve) => (release = () => resolve(200)))
      await hook(cartTypes, { url: slow.url })
      await hook()
      await newCart(3)
      for (const until = Date.now() + 8000; receiver.sent.length < 3 && Date.now() < until; )
        await new Promise((next) => setTimeout(next, 20))
      assert.equal(receiver.sent.length, 3)
      assert.equal(slow.sent.length, 0)
      slow.answer = () => 200
      release()
      await settle()
      assert.equal(slow.sent.length, 3)
    } finally {
      await slow[Symbol.asyncDispose]()
    }
  })

  test('that failed for three days is stopped, and the owners are told once; resumed, it gets what still waits', async () => {
    const { database } = shop.platform
    await database.query(sql`
      insert into staff (site, id, email, name, role, password_hash, created_at, updated_at)
      values (${shop.site}, ${crypto.randomUUID()}, 'owner@shop.example', 'Mira', 'OWNER', 'none', ${shop.clock.now()}, ${shop.clock.now()}) on conflict do nothing`)
    const { webhook } = await hook()
    receiver.answer = () => 500
    await newCart()
    for (let hours = 0; hours < 74; hours++) {
      shop.clock.advance(60 * minute)
      await shop.platform.everyMinute()
      await settle()
      if (hours === 70) await newCart()
    }
    const stopped = await stateOf(webhook.id)
    assert.equal(stopped.state, 'STOPPED')
    await shop.platform.everyMinute()
    const mails = await database.query<{ subject: string }>(
      sql`select subject from inbox_mail where site = ${shop.site} and key like ${`webhook-stopped:${webhook.id}:%`} and recipient = 'owner@shop.example'`,
    )
    assert.deepEqual(mails, [{ subject: 'The webhook Warehouse is stopped' }])
    receiver.answer = () => 200
    await webhooks.updateWebhook({ webhook: { id: webhook.id, active: true } })
    await settle()
    assert.equal(receiver.sent.length, 1)
    const states = (await deliveriesOf(webhook.id)).map(({ state }) => state)
    assert.deepEqual(states, ['DELIVERED', 'FAILED'])
  })

  test('of an app that was revoked is sent nothing', async () => {
    const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
    const { app } = await office.developers.createApp({ app: { name: 'Gone', redirectUris: [] } })
    await hook(cartTypes, { appId: app.id })
    await office.developers.revokeApp({ id: app.id })
    await newCart()
    await settle()
    assert.deepEqual(receiver.sent, [])
  })
})

describe('a process that is killed in the middle', () => {
  test('leaves its webhook to another when its lease is over: nothing is lost', async () => {
    const { webhook } = await hook()
    // As it lies when a process died after it had taken the webhook, before it sent anything.
    await shop.platform.database.query(sql`
      update webhook set lease = ${crypto.randomUUID()}, leased_until = ${new Date(shop.clock.now().getTime() + 30_000)} where site = ${shop.site} and id = ${webhook.id}`)
    await newCart(2)
    await settle()
    assert.deepEqual(receiver.sent, [])
    shop.clock.advance(31_000)
    await shop.platform.everyMinute()
    await settle()
    assert.equal(receiver.sent.length, 2)
  })
})

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

describe('a new secret', () => {
  test('of Standard Webhooks is good at once, and the one before for a day beside it', async () => {
    const { webhook, secret } = await hook()
    const { secret: next, webhook: rotated } = await webhooks.rotateWebhookSecret({ id: webhook.id })
    assert.notEqual(next, secret)
    assert.equal(rotated.nextKeyDate, new Date(shop.clock.now().getTime() + day).toISOString())
    const signed = async () => {
      receiver.sent.length = 0
      await newCart()
      await settle()
      const { headers, body } = receiver.sent[0]!
      const text = `${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`
      const by = (whsec: string) =>
        `v1,${createHmac('sha256', Buffer.from(whsec.slice(6), 'base64'))
          .update(text)
          .digest('base64')}`
      const signatures = (headers['webhook-signature'] as string).split(' ')
      return [signatures.includes(by(secret!)), signatures.includes(by(next!))]
    }
    assert.deepEqual(await signed(), [true, true])
    shop.clock.advance(day)
    assert.deepEqual(await signed(), [false, true])
  })

  test('of the published form is shown for a day before it signs', async () => {
    const { webhook } = await hook(cartTypes, { format: 'JWT' })
    const { webhook: rotated } = await webhooks.rotateWebhookSecret({ id: webhook.id })
    assert.equal(rotated.publicKey, webhook.publicKey)
    assert.ok(rotated.nextPublicKey)
    shop.clock.advance(day)
    const now = await stateOf(webhook.id)
    assert.deepEqual([now.publicKey, now.nextPublicKey], [rotated.nextPublicKey, undefined])
  })
})

describe('who may have it', () => {
  test(
    attack({
      area: 'Operations and defaults',
      tries: 'a webhook at an address of the own network',
      answer: '400 OUTBOUND_ADDRESS_NOT_ALLOWED, and nothing is called',
    }),
    async () => {
      for (const url of ['http://169.254.169.254/latest', 'https://10.0.0.8/', 'http://user:x@127.0.0.1/'])
        assert.equal(await codeOf(hook(cartTypes, { url })), 'OUTBOUND_ADDRESS_NOT_ALLOWED')
      const { webhook } = await hook()
      assert.equal(
        await codeOf(webhooks.updateWebhook({ webhook: { id: webhook.id, url: 'https://10.0.0.8/' } })),
        'OUTBOUND_ADDRESS_NOT_ALLOWED',
      )
    },
  )

  test(
    attack({
      area: 'API keys and roles',
      tries: 'a program that may have webhooks has one told of members, whom it may not read',
      answer: '403 SCOPE_NOT_YOURS, and there is no webhook',
    }),
    async () => {
      const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
      const { key } = await office.developers.createApiKey({
        apiKey: { name: 'Narrow', scopes: ['webhooks.read', 'webhooks.write', 'orders.read'] },
      })
      const narrow = createClient({ baseUrl: shop.url, auth: apiKey(key), modules: backOffice }).webhooks
      const webhook = { name: 'Mine', url: `${receiver.url}/in`, format: 'STANDARD' as const }
      assert.equal(
        await codeOf(narrow.createWebhook({ webhook: { ...webhook, events: ['wix.members.v1.member_created'] } })),
        'SCOPE_NOT_YOURS',
      )
      const { eventTypes } = await narrow.listWebhookEventTypes({})
      assert.ok(eventTypes.some(({ type }) => type === 'wix.ecom.v1.order_created'))
      assert.ok(!eventTypes.some(({ type }) => type.startsWith('wix.members')))
      // Nor does it turn one of somebody else's to itself.
      const { webhook: others } = await hook(['wix.members.v1.member_created'])
      assert.equal(await codeOf(narrow.updateWebhook({ webhook: { id: others.id, url: `${receiver.url}/mine` } })), 'SCOPE_NOT_YOURS')
      assert.equal(await codeOf(narrow.testWebhook({ id: others.id })), 'SCOPE_NOT_YOURS')
      const { delivery } = await webhooks.testWebhook({ id: others.id })
      assert.equal(await codeOf(narrow.getWebhookDelivery({ id: others.id, deliveryId: delivery.id })), 'SCOPE_NOT_YOURS')
      assert.equal((await narrow.listWebhooks({})).webhooks.length, 1)
    },
  )

  test('400 for a type there is not, 404 APP_NOT_FOUND, 409 STALE_REVISION and TOO_MANY_WEBHOOKS change nothing', async () => {
    const wrong = { name: 'x', url: 'https://x.example', events: ['wix.ecom.v1.order_paid'], format: 'STANDARD' }
    assert.equal(await codeOf(webhooks.createWebhook({ webhook: wrong as never })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(hook(cartTypes, { appId: crypto.randomUUID() })), 'APP_NOT_FOUND')
    const { webhook } = await hook()
    assert.equal(await codeOf(webhooks.updateWebhook({ webhook: { id: webhook.id, revision: '7', name: 'No' } })), 'STALE_REVISION')
    assert.equal((await stateOf(webhook.id)).name, 'Warehouse')
    for (let i = 1; i < 50; i++) await hook()
    assert.equal(await codeOf(hook()), 'TOO_MANY_WEBHOOKS')
  })

  test('deleted, it is sent nothing that still waited', async () => {
    const { webhook } = await hook()
    receiver.answer = () => 500
    await newCart()
    await settle()
    await webhooks.deleteWebhook({ id: webhook.id })
    receiver.answer = () => 200
    shop.clock.advance(minute)
    await shop.platform.everyMinute()
    await settle()
    assert.deepEqual(receiver.sent, [])
  })
})
