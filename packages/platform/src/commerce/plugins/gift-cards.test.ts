import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NoAnswer } from '../selling/outside-calls.ts'
import { giftCardsOf } from './gift-cards.ts'

const plugin = { id: 'p', type: 'GIFT_CARDS', name: 'Cards', baseUrl: 'https://cards.example', active: true } as const
const asked = { site: 's', currency: 'EUR', language: 'en', code: 'HARBOUR-2026' }
const { signal } = new AbortController()

const balance = async (answer: unknown, currency = 'EUR') =>
  giftCardsOf(plugin, async () => answer).balanceOf({ ...asked, currency }, signal)

test('a balance is a number in the currency that was asked for, and counts in whole units', async () => {
  assert.deepEqual(await balance({ balance: 19.1, currencyCode: 'EUR' }), { balance: 1910 })
  assert.deepEqual(await balance({ balance: 0.29 }), { balance: 29 })
  assert.deepEqual(await balance({ balance: 10.009 }), { balance: 1000 })
  assert.deepEqual(await balance({ balance: 500 }, 'JPY'), { balance: 500 })
  assert.deepEqual(await balance({ balance: 5, currencyCode: 'USD' }), { refused: 'CURRENCY_NOT_SUPPORTED' })
  for (const nonsense of [null, [], {}, { balance: '5' }, { balance: -1 }, { balance: Number.NaN }, { balance: 1e12 }])
    await assert.rejects(balance(nonsense), { code: 'UNUSABLE_ANSWER' })
})

test('a redemption is asked in the published form, and has a name', async () => {
  const requests: unknown[] = []
  const redeem = (answer: unknown) =>
    giftCardsOf(plugin, async (_plugin, _asked, request, _signal, question) => {
      requests.push([question, request])
      return answer
    }).redeem({ ...asked, amount: 3090, orderId: 'o' }, signal)
  assert.deepEqual(await redeem({ transactionId: 't' }), { transactionId: 't' })
  assert.deepEqual(requests, [['REDEEM_GIFT_CARD', { code: 'HARBOUR-2026', amount: 30.9, currencyCode: 'EUR', orderId: 'o' }]])
  for (const nonsense of [undefined, {}, { transactionId: 7 }, { transactionId: 'x'.repeat(101) }])
    await assert.rejects(redeem(nonsense), { code: 'UNUSABLE_ANSWER' })
})

test('what the published form says no with is an answer; anything else is silence', async () => {
  const voided = (code: string) =>
    giftCardsOf(plugin, async () => {
      throw new NoAnswer('no', { code })
    }).void({ site: 's', currency: 'EUR', language: 'en', transactionId: 't' }, signal)
  assert.deepEqual(await voided('ALREADY_VOIDED'), { refused: 'ALREADY_VOIDED' })
  await assert.rejects(voided('TIMEOUT'), { code: 'TIMEOUT' })
  await assert.rejects(voided('SOMETHING_ELSE'), { code: 'SOMETHING_ELSE' })
})
