import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { card, newBuyer } from '../src/buyer.ts'
import { httpService } from '../src/http-service.ts'
import { codeOf } from '../src/refused.ts'
import { returnUrl, startSavedCardShop } from '../src/saved-card-shop.ts'
import { tokenIn } from '../src/stripe-shop.ts'
import { newMember } from '../src/subscribed-member.ts'

const { stripe, shop, pricing, cardsOf, payments, payWith } = await startSavedCardShop()

describe('a card that Stripe keeps', () => {
  /** A member who has left a card on Stripe’s page. */
  async function withStripe() {
    const member = await newMember(shop)
    const before = new Set(stripe.methods.keys())
    const choice = { id: await pricing(member), paymentMethodId: 'stripe', returnUrl, savePaymentMethod: true }
    const placed = await member.client.payments.placeOrder(choice)
    const back = stripe.visit(placed.actionUrl!.split('/').at(-1)!, 'PAY')
    await member.client.payments.confirmPayment({ id: placed.orderId, resultToken: tokenIn(back) })
    const [saved] = await cardsOf(member)
    const method = [...stripe.methods.values()].find(({ id }) => !before.has(id))!
    return { member, saved: saved!, method }
  }
  const intentOf = (orderId: string) => [...stripe.intents.values()].filter(({ metadata }) => metadata['orderId'] === orderId).at(-1)!

  test('200 pays without a visit to its page, and its customer is there', async () => {
    const { member, saved, method } = await withStripe()
    assert.deepEqual(saved.paymentMethod.cardInfo, { brand: 'VISA', lastFourDigits: '4242', expirationMonth: 12, expirationYear: 2030 })
    const placed = await payWith(member, saved.id)
    assert.equal(placed.status, 'APPROVED')
    const asked = stripe.requests.findLast(({ line }) => line === 'POST /v1/payment_intents')
    assert.deepEqual([asked?.params['customer'], asked?.params['off_session']], [method.customer, undefined])
    assert.equal(intentOf(placed.orderId).amount_received, 2490)
  })

  test('asks on its bank’s page where that wants it, and comes back; refused there, it is not paid', async () => {
    const { member, saved, method } = await withStripe()
    method.again = 'AUTHENTICATE'
    const placed = await payWith(member, saved.id)
    assert.equal(placed.status, 'REQUIRES_ACTION')
    const intent = intentOf(placed.orderId)
    assert.equal(placed.actionUrl, `${stripe.url}/bank/${intent.id}`)
    const resultToken = tokenIn(stripe.authenticate(intent.id, true))
    assert.equal(await codeOf(newBuyer(shop).payments.confirmPayment({ id: placed.orderId, resultToken })), 'ORDER_NOT_FOUND')
    const done = await member.client.payments.confirmPayment({ id: placed.orderId, resultToken })
    assert.equal(done.status, 'APPROVED')

    const second = await payWith(member, saved.id)
    const back = tokenIn(stripe.authenticate(intentOf(second.orderId).id, false))
    assert.equal(await codeOf(member.client.payments.confirmPayment({ id: second.orderId, resultToken })), 'PAYMENT_TOKEN_INVALID')
    const [refused] = await attempt(member.client.payments.confirmPayment({ id: second.orderId, resultToken: back }))
    assert.ok(refused?.code === 'PAYMENT_ERROR')
    assert.equal(refused.data.reason, 'AUTHENTICATION_FAILED')
  })

  test('402 where its bank says no; a visit to the bank that was left is called off when another card pays', async () => {
    const { member, saved, method } = await withStripe()
    method.again = 'DECLINE'
    assert.equal(await codeOf(payWith(member, saved.id)), 'PAYMENT_ERROR')
    method.again = 'AUTHENTICATE'
    const id = await pricing(member)
    const placed = await member.client.payments.placeOrder({ id, savedPaymentMethodId: saved.id, returnUrl })
    const left = intentOf(placed.orderId)
    const paid = await member.client.payments.placeOrder({ id, paymentToken: await card(newBuyer(shop)), returnUrl })
    assert.deepEqual([paid.status, left.status], ['APPROVED', 'canceled'])
  })

  test('whose answer got lost is found among its customer’s payments, and charged once', async () => {
    const { member, saved } = await withStripe()
    for (let i = 0; i < 2; i++) stripe.fail({ on: /^POST \/v1\/payment_intents$/, as: 'DROP_AFTER' })
    const placed = await payWith(member, saved.id)
    assert.equal(placed.status, 'PENDING')
    stripe.forgetKeys()
    shop.clock.advance(60_000)
    await shop.platform.everyMinute()
    assert.deepEqual(
      (await payments(member, placed.orderId)).map(({ regularPaymentDetails: by }) => by?.status),
      ['APPROVED'],
    )
    const all = [...stripe.intents.values()].filter(({ metadata }) => metadata['orderId'] === placed.orderId)
    assert.deepEqual(
      all.map(({ status }) => status),
      ['succeeded'],
    )
  })

  test('that never heard of it charges nothing, and the order waits for another try', async () => {
    const { member, saved } = await withStripe()
    const id = await pricing(member)
    for (let i = 0; i < 2; i++) stripe.fail({ on: /^POST \/v1\/payment_intents$/, as: 'DROP_BEFORE' })
    const placed = await member.client.payments.placeOrder({ id, savedPaymentMethodId: saved.id, returnUrl })
    assert.equal(placed.status, 'PENDING')
    shop.clock.advance(60_000)
    await shop.platform.everyMinute()
    const again = await member.client.payments.placeOrder({ id, savedPaymentMethodId: saved.id, returnUrl })
    assert.equal(again.status, 'APPROVED')
    const all = [...stripe.intents.values()].filter(({ metadata }) => metadata['orderId'] === placed.orderId)
    assert.equal(all.filter(({ status }) => status === 'succeeded').length, 1)
  })

  test('is detached there when its owner takes it out', async () => {
    const { member, saved, method } = await withStripe()
    await member.client.payments.deleteSavedPaymentMethod({ savedPaymentMethodId: saved.id })
    assert.equal(method.customer, null)
    assert.deepEqual(await cardsOf(member), [])
  })

  test('3-D Secure is demanded for it where a service says so, and no longer without the service', async (t) => {
    const { member, saved } = await withStripe()
    const admin = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
    const service = await httpService(() => Response.json({ paymentSettings: { requires3dSecure: true } }))
    t.after(() => service.close())
    const demanded = async () => {
      await payWith(member, saved.id)
      const asked = stripe.requests.findLast(({ line }) => line === 'POST /v1/payment_intents')
      return /request_three_d_secure.{1,8}any/.test(JSON.stringify(asked))
    }
    const { servicePlugin } = await admin.servicePlugins.createServicePlugin({
      servicePlugin: { type: 'PAYMENT_SETTINGS', name: 'Risk', baseUrl: service.url },
    })
    assert.equal(await demanded(), true)
    await admin.servicePlugins.deleteServicePlugin({ id: servicePlugin.id })
    assert.equal(await demanded(), false)
  })
})
