// What webhooks are told: both formats, what is signed, the order of events, and the envelope of the wire.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { verifyWebhook, verifyWebhookJwt, WebhookNotVerified } from '@vitrine/client/webhooks'
import { type EventType, events } from '@vitrine/contract'
import { currentCart, orders as publishedOrders } from '@wix/ecom'
import { AppStrategy, createClient as published } from '@wix/sdk'
import * as z from 'zod'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startBeside } from '../src/platform.ts'
import { bodyOf, cartTypes, startWebhookShop } from '../src/webhook-shop.ts'

const { shop, receiver, mug, hook, settle, newCart } = await startWebhookShop()

describe('what is sent', () => {
  test('in the published form, the published client takes with the key of the webhook: order_approved, with the order and who caused it', async () => {
    const { webhook } = await hook(['wix.ecom.v1.order_approved', 'wix.ecom.v1.cart_created'], { format: 'JWT', appId: shop.clientId })
    const buyer = newBuyer(shop)
    const checkout = await toCheckout(buyer, [{ product: mug }])
    // An order takes the cart away, and an event carries its entity as it is when it is sent.
    await settle()
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
      () => verifyWebhook(secret!, { headers: new Headers([...headers, ['webhook-signature', 'v1,*']]), body: request.body.trim() + ' ' }),
      () => verifyWebhookJwt(webhook.publicKey!, 'a.b.*'),
      () => verifyWebhookJwt(webhook.publicKey!, ''),
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
