import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { minor } from '@vitrine/pricing'
import type { GiftCardProductSettings } from '../../kernel/settings/gift-card-settings.ts'
import { describeGift, giftCardOf, readGift } from './gift.ts'

const now = new Date('2026-03-10T09:00:00.000Z')

describe('what a buyer wants of a gift card', () => {
  test('is one of the amounts on offer, or one of their own, as text or number', () => {
    assert.deepEqual(readGift({ variantId: 'ABC' }), { variantId: 'abc' })
    assert.deepEqual(readGift({ customAmount: '25.00' }), { customAmount: '25.00' })
    assert.deepEqual(readGift({ customAmount: 25 }), { customAmount: '25' })
    for (const nothing of [undefined, null, {}, { variantId: 7, customAmount: true }]) assert.deepEqual(readGift(nothing), {})
  })

  test('may be for somebody else: their email is needed, the rest is as far as it was said', () => {
    const giftingInfo = {
      recipientInfo: { email: 'eve@example.com', firstName: ' Eve ', lastName: 'Smith' },
      senderInfo: { name: ' Ada ' },
      greetingMessage: ' Happy birthday ',
      deliverAt: '2026-04-01T10:00:00+02:00',
    }
    assert.deepEqual(readGift({ variantId: 'a', giftingInfo })?.gifting, {
      recipient: { email: 'eve@example.com', name: 'Eve Smith' },
      sender: 'Ada',
      message: 'Happy birthday',
      at: '2026-04-01T08:00:00.000Z',
    })
    const email = 'eve@example.com'
    assert.deepEqual(readGift({ giftingInfo: { recipientInfo: { email, lastName: 'Smith' }, senderInfo: null } })?.gifting, {
      recipient: { email, name: 'Smith' },
    })
    assert.deepEqual(readGift({ giftingInfo: { recipientInfo: { email }, greetingMessage: 7, deliverAt: 'soon' } })?.gifting, {
      recipient: { email },
    })
  })

  test('makes no sense as a gift for nobody', () => {
    for (const giftingInfo of ['eve', {}, { recipientInfo: {} }, { recipientInfo: { email: 'eve' } }, { recipientInfo: { email: 7 } }])
      assert.equal(readGift({ variantId: 'a', giftingInfo }), undefined, JSON.stringify(giftingInfo))
    assert.deepEqual(readGift({ variantId: 'a', giftingInfo: null }), { variantId: 'a' }, 'not a gift')
  })
})

describe('a gift card that the shop sells', () => {
  const product: GiftCardProductSettings = {
    id: 'g',
    name: 'Gift card',
    image: { url: 'card.png' },
    presets: [
      { id: 'twenty', price: minor(1800), value: minor(2000) },
      { id: 'fifty', price: minor(5000), value: minor(5000), image: { url: 'fifty.png' } },
    ],
    custom: { from: minor(1000), to: minor(10_000) },
  }
  const card = (wanted: Parameters<typeof giftCardOf>[1], of = product) => giftCardOf(of, wanted, 'EUR', now)

  test('is one on offer at its price, which may be less than its value', () => {
    assert.deepEqual(card({ variantId: 'twenty' }), { price: 1800, value: 2000, image: { url: 'card.png' } })
    assert.deepEqual(card({ variantId: 'fifty' })?.image, { url: 'fifty.png' })
    assert.equal(card({ variantId: 'twenty', customAmount: '99' })?.value, 2000)
  })

  test('is one of an amount within its bounds, both included', () => {
    for (const [amount, value] of [
      ['10.00', 1000],
      ['100', 10_000],
      ['12.34', 1234],
    ] as const)
      assert.deepEqual([card({ customAmount: amount })?.price, card({ customAmount: amount })?.value], [value, value])
    for (const amount of ['9.99', '100.01', '12.345', 'much', '-20', '']) assert.equal(card({ customAmount: amount }), undefined, amount)
    assert.deepEqual(card({ customAmount: '20' }, { ...product, custom: { ...product.custom!, image: { url: 'own.png' } } })?.image, {
      url: 'own.png',
    })
  })

  test('is none where nothing was chosen, what was chosen is not on offer, or no own amount may be named', () => {
    assert.equal(card({}), undefined)
    assert.equal(card({ variantId: 'hundred' }), undefined)
    assert.equal(card({ variantId: 'hundred', customAmount: '20' }), undefined)
    const { custom: _, ...fixed } = product
    assert.equal(card({ customAmount: '20' }, fixed), undefined)
  })

  test('is none once the day has come on which all of its cards end', () => {
    const ending = (at: string) => card({ variantId: 'twenty' }, { ...product, ends: { at } })
    assert.equal(ending(now.toISOString()), undefined)
    assert.deepEqual(ending('2026-03-10T09:00:00.001Z')?.ends, { at: '2026-03-10T09:00:00.001Z' })
    const years = { value: 3, period: 'YEARS' as const }
    assert.deepEqual(card({ variantId: 'twenty' }, { ...product, ends: years })?.ends, years)
  })

  test('keeps whom it is for', () => {
    const gifting = { recipient: { email: 'eve@example.com' } }
    assert.equal(card({ variantId: 'twenty', gifting })?.gifting, gifting)
    assert.equal(card({ customAmount: '20', gifting })?.gifting, gifting)
    assert.equal('gifting' in card({ variantId: 'twenty' })!, false)
  })
})

test('in cart and order a gift names its recipient and when it is sent, at the shop’s own time, but neither message nor email beside a name', () => {
  const shop = { locale: 'en', timeZone: 'Europe/Berlin' }
  const said = (...of: Parameters<typeof describeGift>) =>
    describeGift(...of).map(({ name, plainText }) => [name?.original, plainText?.original])
  assert.deepEqual(said(undefined, shop), [])
  const recipient = { email: 'eve@example.com' }
  assert.deepEqual(said({ recipient, message: 'Secret' }, shop), [['For', 'eve@example.com']])
  const [to, on] = said({ recipient: { ...recipient, name: 'Eve' }, at: '2026-04-01T08:00:00.000Z' }, shop)
  assert.deepEqual(to, ['For', 'Eve'])
  assert.match(on![1]!, /^Apr 1, 2026, 10:00.AM$/)
})
