import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import type { FakeStripe } from '../src/stripe/model.ts'
import { fakeStripe } from '../src/stripe/stripe.ts'
import { newMember, type TestMember } from '../src/subscribed-member.ts'

let stripe: FakeStripe
let shop: TestPlatform
let mug: TestProduct

before(async () => {
  stripe = await fakeStripe()
  shop = await startTestPlatform({ stripe })
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Mug', price: 2000, stock: 500 }, shop.clock.now())
})

after(async () => {
  await shop[Symbol.asyncDispose]()
  await stripe[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const returnUrl = 'http://localhost/back'
const pricing = ({ client }: Pick<TestMember, 'client'>) => toCheckout(client, [{ product: mug }])

const cardsOf = async ({ client }: TestMember) =>
  (await client.payments.listSavedPaymentMethods({ siteMemberId: 'me' })).savedPaymentMethods

const payments = async ({ client }: TestMember, orderId: string) => {
  const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
  await client.orders.getOrder({ id: orderId })
  return (await app.orderTransactions.listTransactionsForSingleOrder({ orderId })).orderTransactions.payments
}

const payWith = async (member: TestMember, savedPaymentMethodId: string) =>
  member.client.payments.placeOrder({ id: await pricing(member), savedPaymentMethodId, returnUrl })

describe('a card that Stripe keeps', () => {
  /** A member who has left a card on Stripe’s page. */
  async function withStripe() {
    const member = await newMember(shop)
    const before = new Set(stripe.methods.keys())
    const choice = { id: await pricing(member), paymentMethodId: 'stripe', returnUrl, savePaymentMethod: true }
    const placed = await member.client.payments.placeOrder(choice)
    const back = stripe.visit(placed.actionUrl!.split('/').at(-1)!, 'PAY')
    await member.client.payments.confirmPayment({ id: placed.orderId, resultToken: new URL(back!).searchParams.get('resultToken')! })
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
    const resultToken = new URL(stripe.authenticate(intent.id, true)).searchParams.get('resultToken')!
    assert.equal(await codeOf(newBuyer(shop).payments.confirmPayment({ id: placed.orderId, resultToken })), 'ORDER_NOT_FOUND')
    const done = await member.client.payments.confirmPayment({ id: placed.orderId, resultToken })
    assert.equal(done.status, 'APPROVED')

    const second = await payWith(member, saved.id)
    const back = new URL(stripe.authenticate(intentOf(second.orderId).id, false)).searchParams.get('resultToken')!
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
})
