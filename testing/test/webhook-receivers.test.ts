// Receivers that are down, slow or refuse, processes that are killed, and what is tried again.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { startReceiver } from '../src/receiver.ts'
import { bodyOf, cartTypes, minute, startWebhookShop } from '../src/webhook-shop.ts'

const { shop, receiver, mug, webhooks, hook, settle, deliveriesOf, stateOf, newCart } = await startWebhookShop()

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
    const [listed] = await deliveriesOf(webhook.id)
    const { delivery } = await webhooks.getWebhookDelivery({ id: webhook.id, deliveryId: listed!.id })
    assert.equal(delivery.state, 'DELIVERED')
    assert.deepEqual(
      delivery.attempts.map(({ status, answer }) => [status, answer]),
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
