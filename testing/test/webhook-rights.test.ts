// Who may have a webhook, and what it is signed with.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { attack } from '../src/attack.ts'
import { codeOf } from '../src/refused.ts'
import { cartTypes, day, minute, startWebhookShop } from '../src/webhook-shop.ts'

const { shop, receiver, webhooks, hook, settle, stateOf, newCart } = await startWebhookShop()

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
      assert.equal(await codeOf(narrow.redeliverWebhookDelivery({ id: others.id, deliveryId: delivery.id })), 'SCOPE_NOT_YOURS')
      // Whoever knows its secret could tell the receiver anything of members.
      assert.equal(await codeOf(narrow.rotateWebhookSecret({ id: others.id })), 'SCOPE_NOT_YOURS')
      // Nor by making it one of orders first, while what tells of members still waits.
      const turned = { events: ['wix.ecom.v1.order_created' as const], url: `${receiver.url}/mine` }
      assert.equal(await codeOf(narrow.updateWebhook({ webhook: { id: others.id, ...turned } })), 'SCOPE_NOT_YOURS')
      receiver.answer = () => 500
      await webhooks.redeliverWebhookDelivery({ id: others.id, deliveryId: delivery.id })
      await webhooks.updateWebhook({ webhook: { id: others.id, events: turned.events } })
      assert.equal(await codeOf(narrow.updateWebhook({ webhook: { id: others.id, url: turned.url } })), 'SCOPE_NOT_YOURS')
      assert.equal(await codeOf(narrow.updateWebhook({ webhook: { id: others.id, name: 'Of orders' } })), 'done')
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
    for (let i = 1; i < 48; i++) await hook()
    const made = await Promise.all(Array.from({ length: 6 }, () => codeOf(hook())))
    assert.deepEqual(made.toSorted(), [...Array<string>(4).fill('TOO_MANY_WEBHOOKS'), 'done', 'done'])
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
