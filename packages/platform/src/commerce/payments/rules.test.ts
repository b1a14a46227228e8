import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type News, settlement } from './rules.ts'
import type { PaymentState, StoredPayment } from './store.ts'

const at = new Date('2026-11-21T09:00:00.000Z')
const later = new Date('2026-11-21T09:00:05.000Z')

const begun: StoredPayment = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  orderId: '0199aaaa-0000-7000-8000-000000000002',
  provider: 'sandbox',
  status: 'PENDING',
  amount: 2600,
  currency: 'EUR',
  providerReference: null,
  document: { card: { brand: 'VISA', last4: '4242' } },
  voidOwed: false,
  scheduledAction: null,
  scheduledAt: null,
  revision: 1,
  createdAt: at,
  updatedAt: at,
}

const approved: News = { state: 'APPROVED', reference: 'r' }
const authorized: News = { state: 'AUTHORIZED', reference: 'r' }
const declined: News = { state: 'DECLINED', reason: 'CARD_DECLINED', message: 'No.', retryable: false }
const action: News = { state: 'ACTION_REQUIRED', reference: 'r', actionUrl: 'https://bank.example/1' }
const pending: News = { state: 'PENDING', reference: 'r' }
const unknown: News = { state: 'UNKNOWN' }
const givenUp: News = { state: 'GIVEN_UP' }

const everything: readonly News[] = [approved, authorized, declined, action, pending, unknown, givenUp]

const after = (payment: StoredPayment, news: News): StoredPayment | 'UNCHANGED' | 'ORPHANED' => {
  const settled = settlement(payment, news, later)
  return settled.kind === 'CHANGED' ? settled.payment : settled.kind
}

const facts = ({ status, providerReference, voidOwed, revision, updatedAt, document }: StoredPayment) => ({
  status,
  providerReference,
  voidOwed,
  revision,
  updatedAt,
  reason: document.reason,
  actionUrl: document.actionUrl,
})

test('each answer makes of an open payment what it says, once', () => {
  const expected: [News, Partial<ReturnType<typeof facts>>][] = [
    [approved, { status: 'APPROVED', providerReference: 'r' }],
    [authorized, { status: 'AUTHORIZED', providerReference: 'r' }],
    [declined, { status: 'DECLINED', reason: 'CARD_DECLINED' }],
    [action, { status: 'ACTION_REQUIRED', providerReference: 'r', actionUrl: 'https://bank.example/1' }],
    [pending, { status: 'PENDING', providerReference: 'r' }],
    [unknown, { status: 'CANCELED', voidOwed: true }],
    [givenUp, { status: 'CANCELED', voidOwed: true, reason: 'GIVEN_UP' }],
  ]
  for (const [news, change] of expected) {
    const changed = after(begun, news)
    assert.ok(typeof changed === 'object', news.state)
    assert.deepEqual(facts(changed), { ...facts(begun), revision: 2, updatedAt: later, ...change })
    if (news !== unknown && news !== givenUp) assert.equal(after(changed, news), 'UNCHANGED', `${news.state} again`)
  }
})

test('money for a payment that was given up or declined is orphaned; for one that is paid it is nothing new', () => {
  for (const status of ['CANCELED', 'DECLINED'] as const) {
    for (const news of everything.slice(0, 2)) assert.equal(after({ ...begun, status }, news), 'ORPHANED')
  }
  for (const status of ['APPROVED', 'AUTHORIZED', 'VOIDED'] as const) {
    for (const news of everything) assert.equal(after({ ...begun, status }, news), 'UNCHANGED')
  }
})

test('in whatever order and however often answers come, a payment moves only forward and ends once', () => {
  const rank: { readonly [S in PaymentState]: number } = {
    PENDING: 0,
    ACTION_REQUIRED: 0,
    APPROVED: 1,
    AUTHORIZED: 1,
    DECLINED: 1,
    CANCELED: 1,
    VOIDED: 1,
  }
  const news = fc.constantFrom(...everything)
  fc.assert(
    fc.property(fc.array(news, { minLength: 1, maxLength: 12 }), (history) => {
      let payment = begun
      let ends = 0
      for (const one of history) {
        const settled = settlement(payment, one, later)
        if (settled.kind !== 'CHANGED') continue
        assert.ok(rank[settled.payment.status] >= rank[payment.status])
        assert.equal(settled.payment.revision, payment.revision + 1)
        assert.deepEqual(
          [settled.payment.amount, settled.payment.id, settled.payment.document.card],
          [begun.amount, begun.id, begun.document.card],
        )
        if (rank[settled.payment.status] === 1) ends++
        payment = settled.payment
      }
      const decisive = history.find(({ state }) => state !== 'PENDING' && state !== 'ACTION_REQUIRED')
      assert.equal(ends, decisive ? 1 : 0)
      if (decisive) assert.equal(payment.status, { UNKNOWN: 'CANCELED', GIVEN_UP: 'CANCELED' }[decisive.state as string] ?? decisive.state)
    }),
    { numRuns: 2000 },
  )
})

test('a payment that waits for its buyer may still become pending, and pending may still ask the buyer', () => {
  const waiting = after(begun, action) as StoredPayment
  assert.equal(after(waiting, pending), 'UNCHANGED', 'the bank says less than it did')
  const taken = after(begun, pending) as StoredPayment
  assert.equal((after(taken, action) as StoredPayment).status, 'ACTION_REQUIRED')
})

test('the secret of a confirmation is stored while the buyer can confirm, and removed with the next status', () => {
  const secret: News = { state: 'ACTION_REQUIRED', reference: 'pi', clientSecret: 'pi_secret' }
  const waiting = after(begun, secret)
  assert.ok(typeof waiting === 'object')
  assert.equal(waiting.document.clientSecret, 'pi_secret')
  assert.equal(after(waiting, secret), 'UNCHANGED')
  for (const news of [approved, authorized, declined, givenUp, unknown, { state: 'PENDING', reference: 'pi' } as const]) {
    const settled = after(waiting, news)
    assert.ok(typeof settled === 'object' && !('clientSecret' in settled.document), news.state)
  }
})

test('a payment confirmed on our page keeps its method name while it is pending', () => {
  const waiting = after(begun, { state: 'ACTION_REQUIRED', reference: 'r', clientSecret: 'pi_secret' })
  assert.ok(typeof waiting === 'object')
  const onItsWay = after(waiting, pending)
  assert.ok(typeof onItsWay === 'object')
  assert.equal(onItsWay.status, 'PENDING')
  assert.equal(after(onItsWay, pending), 'UNCHANGED')
})
