import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isTheirs, type OrderedFile, type OrderOfFiles, opened, stateOf, usualTerms } from './rules.ts'

const now = new Date('2026-03-10T09:00:00.000Z')
const file: OrderedFile = { lineItemId: 'l1', fileId: 'f1', refunded: false }
const order: OrderOfFiles = { status: 'APPROVED', paymentStatus: 'PAID', files: [file] }
const link = opened(usualTerms, now)

describe('a file belongs to its buyer', () => {
  test('once its order is approved and paid, also where other lines were refunded', () => {
    assert.equal(isTheirs(order, file), true)
    assert.equal(isTheirs({ ...order, paymentStatus: 'PARTIALLY_REFUNDED' }, file), true)
  })

  test('not while money is missing, and not once it went back', () => {
    for (const paymentStatus of [
      'NOT_PAID',
      'PENDING',
      'PARTIALLY_PAID',
      'FULLY_REFUNDED',
      'CANCELED',
      'DECLINED',
      'UNSPECIFIED',
      'PENDING_MERCHANT',
    ] as const)
      assert.equal(isTheirs({ ...order, paymentStatus }, file), false, paymentStatus)
    assert.equal(isTheirs(order, { ...file, refunded: true }), false)
  })

  test('not while its order is pending, and not once it was canceled or rejected', () => {
    for (const status of ['INITIALIZED', 'PENDING', 'CANCELED', 'REJECTED'] as const)
      assert.equal(isTheirs({ ...order, status }, file), false, status)
  })
})

describe('a download link', () => {
  test('works for 30 days and five downloads unless the shop says otherwise', () => {
    assert.deepEqual(link, { opening: 1, expiresAt: new Date('2026-04-09T09:00:00.000Z'), used: 0, atMost: 5 })
    assert.deepEqual(opened({ days: 1, times: 2 }, now), {
      opening: 1,
      expiresAt: new Date('2026-03-11T09:00:00.000Z'),
      used: 0,
      atMost: 2,
    })
  })

  test('that is renewed starts over under the next number', () => {
    assert.equal(opened(usualTerms, now, 3).opening, 4)
  })

  test('is ready without having been asked for, and until it expires or is used up', () => {
    assert.equal(stateOf(order, file, undefined, now), 'READY')
    assert.equal(stateOf(order, file, link, now), 'READY')
    assert.equal(stateOf(order, file, { ...link, used: 4 }, now), 'READY')
    assert.equal(stateOf(order, file, { ...link, used: 5 }, now), 'USED_UP')
    assert.equal(stateOf(order, file, { ...link, used: 6 }, now), 'USED_UP')
  })

  test('expires at the very instant that it names', () => {
    assert.equal(stateOf(order, file, link, new Date(link.expiresAt.getTime() - 1)), 'READY')
    assert.equal(stateOf(order, file, link, link.expiresAt), 'EXPIRED')
    assert.equal(stateOf(order, file, { ...link, used: 5 }, link.expiresAt), 'EXPIRED', 'and says so before it says that it is used up')
  })

  test('waits for the payment, and is closed for good once the order is canceled or the money went back', () => {
    assert.equal(stateOf({ ...order, paymentStatus: 'NOT_PAID' }, file, undefined, now), 'WAITING')
    assert.equal(stateOf({ ...order, status: 'PENDING' }, file, link, now), 'WAITING')
    assert.equal(stateOf({ ...order, status: 'CANCELED' }, file, link, now), 'CLOSED')
    assert.equal(stateOf({ ...order, paymentStatus: 'FULLY_REFUNDED' }, file, link, now), 'CLOSED')
    assert.equal(stateOf(order, { ...file, refunded: true }, link, now), 'CLOSED')
  })
})
