import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NoAnswer } from '../selling/outside-calls.ts'
import { discountsOf } from './discounts.ts'

const plugin = { id: 'p', type: 'DISCOUNTS', name: 'Points', baseUrl: 'https://points.example', active: true } as const
const reference = { appId: 'a', catalogItemId: 'mug' }
const asked = {
  site: 's',
  providerId: 'p',
  currency: 'EUR',
  language: 'en',
  purchaseFlowId: 'flow',
  email: 'ada@example.com',
  couponCode: 'SPRING',
  lines: [{ id: 'l1', quantity: 2, price: '26.00', reference }],
}
const { signal } = new AbortController()

const said = (answer: unknown, question: typeof asked | Omit<typeof asked, 'couponCode'> = asked) =>
  discountsOf(plugin, async () => answer).discountsFor({ couponCode: undefined, ...question }, signal)
const name = { original: 'Points', translated: 'Punkte' }
const percent = (percentageValue: unknown) => ({ rate: { percentageValue, type: 'PERCENTAGE' } })
const amount = (fixedAmountValue: unknown) => ({ rate: { fixedAmountValue, type: 'FIXED_AMOUNT' } })

test('is asked with lines, code and buyer in the published form', async () => {
  const requests: unknown[] = []
  const service = discountsOf(plugin, async (_plugin, _asked, request) => {
    requests.push(request)
    return { discounts: [] }
  })
  await service.discountsFor(asked, signal)
  await service.discountsFor({ ...asked, couponCode: undefined, email: undefined, purchaseFlowId: undefined, lines: [] }, signal)
  assert.deepEqual(requests, [
    {
      lineItems: [{ id: 'l1', quantity: 2, catalogReference: reference, price: '26.00' }],
      purchaseFlowId: 'flow',
      couponCodes: ['SPRING'],
      buyerEmail: 'ada@example.com',
    },
    { lineItems: [], couponCodes: [] },
  ])
})

test('discounts are of everything, of the delivery or of lines; a coupon has a code', async () => {
  const answer = {
    discounts: [
      { name, externalId: 'x', globalDiscounts: percent('12.5'), source: 'AUTOMATIC' },
      { shippingDiscounts: amount('4'), source: 'COUPON' },
      {
        name: { original: 'Lines' },
        lineItemsDiscounts: { lineItems: [{ id: 'l1', ...amount('1.5') }] },
        couponOptions: { code: 'OTHER' },
      },
    ],
  }
  assert.deepEqual(await said(answer), {
    discounts: [
      { name: 'Punkte', externalId: 'x', off: { scope: 'GLOBAL', rate: { percent: '12.5' } } },
      { name: 'Points', code: 'SPRING', off: { scope: 'SHIPPING', rate: { amount: '4' } } },
      { name: 'Lines', code: 'OTHER', off: { scope: 'LINES', rates: [{ lineId: 'l1', rate: { amount: '1.5' } }] } },
    ],
  })
})

test('what is no discount cannot be used', async () => {
  for (const nonsense of [percent('101'), percent('-1'), percent('much'), amount('-1'), amount(''), amount(null), { rate: null }, {}])
    await assert.rejects(said({ discounts: [{ name, globalDiscounts: nonsense }] }), { code: 'UNUSABLE_ANSWER' })
  for (const nonsense of [
    undefined,
    {},
    { discounts: {} },
    { discounts: [{ name }] },
    { discounts: Array(101).fill({ name, globalDiscounts: percent('1') }) },
  ])
    await assert.rejects(said(nonsense), { code: 'UNUSABLE_ANSWER' })
  await assert.rejects(said({ discounts: [{ lineItemsDiscounts: { lineItems: [percent('1')] } }] }), { code: 'UNUSABLE_ANSWER' })
})

test('what the published form says no to a code with is an answer; anything else is silence', async () => {
  const refusing = (code: string, couponCode: string | undefined = 'SPRING') =>
    discountsOf(plugin, async () => {
      throw new NoAnswer('no', { code })
    }).discountsFor({ ...asked, couponCode }, signal)
  assert.deepEqual(await refusing('ERROR_COUPON_HAS_EXPIRED'), { refused: 'ERROR_COUPON_HAS_EXPIRED' })
  await assert.rejects(refusing('TIMEOUT'), { code: 'TIMEOUT' })
  const unasked = discountsOf(plugin, async () => {
    throw new NoAnswer('no', { code: 'ERROR_COUPON_HAS_EXPIRED' })
  }).discountsFor({ ...asked, couponCode: undefined }, signal)
  await assert.rejects(unasked, { code: 'ERROR_COUPON_HAS_EXPIRED' })
})
