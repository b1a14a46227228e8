import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReturnView } from './view.ts'
import { headlineOf, leftAtTheShop, linesTitleOf, messageParts, rowWords, saidOf, stopsOf } from './words.ts'

const line = { quantity: 2, accepted: 2 }
const refunded = (refund: object | undefined, lines: readonly object[] = [line]) =>
  headlineOf({ status: 'REFUNDED', currency: 'EUR', lines, refund } as unknown as ReturnView, (amount) => `€${amount}`)

test('a refunded return says how much is back, once it is', () => {
  assert.equal(refunded({ method: 'PAYMENT', status: 'SUCCEEDED', amount: '44.00' }), '€44.00 are back with you')
  assert.equal(refunded({ method: 'PAYMENT', status: 'PENDING', amount: '44.00' }), 'Your money is on its way back')
  assert.equal(refunded({ method: 'MANUAL', status: 'SUCCEEDED', amount: '44.00' }), 'Your money is on its way back')
  assert.equal(refunded({ method: 'STORE_CREDIT', status: 'SUCCEEDED', amount: '44.50' }), '€44.50 are yours on a gift card')
  assert.equal(
    refunded({ method: 'PAYMENT', status: 'SUCCEEDED', amount: '44.00' }, [line, { quantity: 1, accepted: 0 }]),
    'One piece stays yours',
  )
})

test('the pieces of a return come back, came back, or stay with their buyer', () => {
  assert.equal(linesTitleOf('APPROVED'), 'What comes back')
  assert.equal(linesTitleOf('REFUNDED'), 'What came back')
  assert.equal(linesTitleOf('REFUSED'), 'What stays yours')
  assert.equal(linesTitleOf('CANCELED'), 'What stays yours')
})

test('what came and was not taken back lies at the shop; what never came, may be kept or was called off does not', () => {
  const left = (statuses: readonly string[], more: object = {}) =>
    leftAtTheShop({
      status: statuses.at(-1),
      history: statuses.map((status) => ({ status })),
      lines: [line, { quantity: 3, accepted: 1 }],
      ...more,
    } as unknown as ReturnView)
  assert.equal(left(['REQUESTED', 'APPROVED', 'RECEIVED', 'CHECKED', 'REFUNDED']), 2)
  assert.equal(left(['REQUESTED', 'APPROVED', 'RECEIVED', 'REFUSED']), 2)
  assert.equal(left(['REQUESTED', 'REFUSED']), 0)
  assert.equal(left(['REQUESTED', 'APPROVED', 'CHECKED'], { shipping: { keepsGoods: true } }), 0)
  assert.equal(left(['REQUESTED', 'APPROVED', 'RECEIVED'], { lines: [{ quantity: 3, accepted: undefined }] }), 0)
})

test('a line says what was chosen, how many, and why', () => {
  const said = (more: object) => saidOf({ quantity: 2, description: 'Oat, Large', reason: 'It does not suit me', ...more } as never)
  assert.equal(said({}), 'Oat, Large, two. It does not suit me')
  assert.equal(said({ quantity: 1, exchangeFor: 'Sage, Large' }), 'Oat, Large, for Sage, Large. It does not suit me')
  assert.equal(said({ description: '' }), 'Two. It does not suit me')
  assert.equal(said({ description: '', quantity: 1 }), 'It does not suit me')
})

test('of what the shop wrote the first sentence says what happened', () => {
  assert.deepEqual(messageParts('The glaze is cracked. The candle is fine.'), ['The glaze is cracked.', 'The candle is fine.'])
  assert.deepEqual(messageParts('The glaze is cracked.'), ['The glaze is cracked.', ''])
  assert.deepEqual(messageParts('cracked'), ['cracked', ''])
})

test('a code for a parcel shop is ready, and what was taken back in part says so', () => {
  const of = (more: object) => ({ lines: [line], shipping: {}, resolution: 'REFUND', ...more }) as unknown as ReturnView
  const history = [{ status: 'REQUESTED' }, { status: 'APPROVED' }]
  assert.equal(rowWords(of({ status: 'APPROVED', shipping: { code: { text: '1' } } })).words, 'Code ready')
  assert.equal(rowWords(of({ status: 'APPROVED' })).words, 'Send it back')
  assert.equal(rowWords(of({ status: 'REFUNDED' })).words, 'Money back')
  assert.equal(rowWords(of({ status: 'REFUNDED', lines: [{ quantity: 2, accepted: 1 }] })).words, 'Partly taken back')
  const now = stopsOf(of({ status: 'APPROVED', history, shipping: { code: { text: '1' } } })).find(({ state }) => state === 'NOW')
  assert.equal(now?.words, 'Code ready')
})
