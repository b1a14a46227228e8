import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RefundDetails } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import { amounts } from '../selling/amounts.ts'
import type { OpenPricing, PricingContext } from '../selling/pricing-context.ts'
import { type Account, begunNews, type CollectDeps, endedNews, endOf, newAction, unitsByLine, withAction } from './collect.ts'
import { newPayment, type RefundAction, type StoredAction } from './store.ts'

const now = new Date('2026-03-10T09:00:00.000Z')
const later = new Date('2026-03-10T09:05:00.000Z')

/** Remembers what would be written, and has nothing to read. */
function recorder() {
  const written: string[] = []
  const db: Db = {
    query: async (statement) => {
      written.push(statement.strings.join('?'))
      return []
    },
  }
  return { db, written }
}

const openPricing: OpenPricing = async () => ({ moneyIn: (currency: string) => amounts(currency, 'en') }) as PricingContext
const deps = { openPricing } as CollectDeps

const payment = newPayment(
  { id: 'p1', orderId: 'o1', provider: 'sandbox', status: 'APPROVED', amount: 10_000, currency: 'EUR', document: {} },
  now,
)
const paidByCard = { ...payment, document: { card: { brand: 'VISA', last4: '4242' } } }

const line = (id: string, quantity: number, restocked = 0) => ({
  id,
  quantity,
  refunded: 0,
  restocked,
  total: 1000,
  tax: 0,
  discount: 0,
})

function refund(details: Partial<RefundDetails>, sideEffects: RefundAction['document']['sideEffects'], more: Partial<RefundAction> = {}) {
  const action: RefundAction = {
    id: 'r1',
    paymentId: 'p1',
    orderId: 'o1',
    attempt: 't1',
    kind: 'REFUND',
    amount: 1000,
    state: 'SUCCEEDED',
    reference: 'x',
    createdAt: now,
    updatedAt: now,
    document: { details: { shippingIncluded: false, ...details }, external: false, ...(sideEffects && { sideEffects }) },
    ...more,
  }
  return action
}

const accountOf = (actions: readonly StoredAction[], lines = [line('mug', 3, 1), line('bowl', 1)]): Account => ({
  order: {
    id: 'o1',
    status: 'APPROVED',
    total: 10_000,
    dueNow: 10_000,
    currency: 'EUR',
    taxIncluded: true,
    shipping: 0,
    shippingTax: 0,
    fees: [],
    lines,
  },
  payments: [paidByCard],
  actions,
})

const newsOf = async (action: StoredAction, others: readonly StoredAction[] = []) => {
  const { db, written } = recorder()
  const news = await endedNews(deps, { db, site: 's1', now }, accountOf([action, ...others]), paidByCard, action)
  return { ...news, events: written.filter((text) => text.includes('insert into outbox')).length }
}

describe('units that go back to the inventory with a refund', () => {
  const restocked = async (...of: Parameters<typeof refund>) =>
    Object.fromEntries((await newsOf(refund(...of))).lines!.map((one) => [one.lineItemId, one.restocked]))
  const noEmail = { sendOrderRefundedEmail: false }

  test('are never more than were sold and have not gone back before, whatever the refund says', async () => {
    const some = (quantity: number) => ({
      ...noEmail,
      restockInfo: { type: 'SOME_ITEMS' as const, items: [{ lineItemId: 'mug', quantity }] },
    })
    assert.deepEqual(await restocked({}, some(2)), { mug: 2, bowl: 0 })
    assert.deepEqual(await restocked({}, some(3)), { mug: 2, bowl: 0 }, 'three were sold, one is back already')
    assert.deepEqual(await restocked({}, some(1000)), { mug: 2, bowl: 0 })
  })

  test('a line that is named twice goes back twice, up to what is left of it', async () => {
    const one = { lineItemId: 'mug', quantity: 1 }
    const info = (items: (typeof one)[]) => ({ ...noEmail, restockInfo: { type: 'SOME_ITEMS' as const, items } })
    assert.deepEqual(await restocked({}, info([one, one])), { mug: 2, bowl: 0 })
    assert.deepEqual(await restocked({}, info([one, one, one])), { mug: 2, bowl: 0 })
  })

  test('are all refunded units where all items are restocked, and the rest of the order where none is named', async () => {
    const all = { ...noEmail, restockInfo: { type: 'ALL_ITEMS' as const } }
    assert.deepEqual(await restocked({ lineItems: [{ lineItemId: 'mug', quantity: 1 }] }, all), { mug: 1, bowl: 0 })
    assert.deepEqual(await restocked({ lineItems: [{ lineItemId: 'mug', quantity: 3 }] }, all), { mug: 2, bowl: 0 })
    assert.deepEqual(await restocked({}, all), { mug: 2, bowl: 1 })
  })

  test('are none where nothing was said of it', async () => {
    assert.deepEqual(await restocked({ lineItems: [{ lineItemId: 'mug', quantity: 1 }] }, noEmail), { mug: 0, bowl: 0 })
    assert.deepEqual(await restocked({ lineItems: [{ lineItemId: 'mug', quantity: 1 }] }, undefined), { mug: 0, bowl: 0 })
  })

  test('count as refunded on their own lines, whether they are restocked or not', async () => {
    const { lines } = await newsOf(refund({ lineItems: [{ lineItemId: 'bowl', quantity: 1 }] }, noEmail))
    assert.deepEqual(
      lines!.map(({ lineItemId, refunded }) => [lineItemId, refunded]),
      [
        ['mug', 0],
        ['bowl', 1],
      ],
    )
  })
})

describe('what the order tells of money', () => {
  test('a refund by the provider with its card, and one made outside as manual', async () => {
    const back = await newsOf(refund({}, undefined))
    assert.deepEqual(
      [back.activities[0]!.type, back.activities[0]!.paymentRefunded?.payment?.regular?.lastFourDigits, back.events],
      ['PAYMENT_REFUNDED', '4242', 1],
    )
    const details = { shippingIncluded: false, reason: 'Broken' } as RefundDetails
    const outside = await newsOf(refund({}, undefined, { document: { details, external: true } }))
    assert.deepEqual(outside.activities[0]!.orderRefunded, {
      manual: true,
      amount: { amount: '10.00', formattedAmount: '€10.00' },
      reason: 'Broken',
    })
  })

  test('a refund that failed changes no line and announces no refund', async () => {
    const failed = await newsOf(refund({ lineItems: [{ lineItemId: 'mug', quantity: 1 }] }, undefined, { state: 'FAILED' }))
    assert.equal(failed.activities[0]!.type, 'PAYMENT_REFUND_FAILED')
    assert.deepEqual([failed.lines, failed.events], [undefined, 0])
  })

  test('a refund over two payments is announced once, when the last of them is done', async () => {
    const first = refund({}, undefined)
    const second = (state: StoredAction['state']): RefundAction =>
      refund({}, undefined, { id: 'r2', state, document: { details: { shippingIncluded: false }, external: false, together: 'r1' } })
    assert.equal((await newsOf(first, [second('PENDING')])).events, 0)
    assert.equal((await newsOf(second('SUCCEEDED'), [first])).events, 1)
    assert.equal((await newsOf(second('FAILED'), [first])).events, 1, 'a part of it went back')
    assert.equal((await newsOf(first, [{ ...second('PENDING'), document: { ...first.document } }])).events, 1, 'another refund')
  })

  test('a capture and a void each say so; one that failed says nothing', async () => {
    const hold = (kind: 'CAPTURE' | 'VOID', state: StoredAction['state']): StoredAction => ({
      ...refund({}, undefined),
      kind,
      state,
      document: { by: 'MANUAL' },
    })
    assert.equal((await newsOf(hold('CAPTURE', 'SUCCEEDED'))).activities[0]!.type, 'AUTHORIZED_PAYMENT_CAPTURED')
    assert.equal((await newsOf(hold('VOID', 'SUCCEEDED'))).activities[0]!.type, 'AUTHORIZED_PAYMENT_VOIDED')
    assert.deepEqual((await newsOf(hold('CAPTURE', 'FAILED'))).activities, [])
  })

  test('a refund that was asked for is told at once, but not one that was made outside', async () => {
    const { db } = recorder()
    const begun = (action: StoredAction) => begunNews(deps, { db, site: 's1', now }, accountOf([action]), action)
    assert.equal((await begun(refund({}, undefined)))[0]!.type, 'REFUND_INITIATED')
    assert.deepEqual(await begun(refund({}, undefined, { document: { details: { shippingIncluded: false }, external: true } })), [])
  })
})

describe('an action', () => {
  const pending = refund({}, undefined, { state: 'PENDING', reference: null })

  test('succeeds or fails by what the provider answers, and stays open without an answer', () => {
    const done = endOf(pending, { state: 'APPROVED', reference: 'ref' }, later)!
    assert.deepEqual([done.state, done.reference, done.updatedAt], ['SUCCEEDED', 'ref', later])
    const no = endOf(pending, { state: 'DECLINED', reason: 'NO_FUNDS', message: 'No.', retryable: false }, later)!
    assert.deepEqual([no.state, no.reference, no.document.failure], ['FAILED', null, { reason: 'NO_FUNDS', message: 'No.' }])
    assert.equal(done.document.failure, undefined)
    assert.equal(endOf(pending, { state: 'PENDING', reference: 'ref' }, later), undefined)
  })

  test('begins pending on the payment and order that it is of', () => {
    const { id, ...begun } = newAction(
      payment,
      { kind: 'VOID' as const, amount: 500, attempt: 't2', document: { by: 'MANUAL' as const } },
      now,
    )
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.deepEqual(begun, {
      kind: 'VOID',
      amount: 500,
      attempt: 't2',
      document: { by: 'MANUAL' },
      paymentId: 'p1',
      orderId: 'o1',
      state: 'PENDING',
      reference: null,
      createdAt: now,
      updatedAt: now,
    })
  })

  test('that changed takes its own place among the others, in the order of their ids', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => refund({}, undefined, { id, state: 'PENDING' }))
    const changed = { ...b!, state: 'SUCCEEDED' as const }
    assert.deepEqual(withAction(accountOf([a!, b!, c!]), changed).actions, [a, changed, c])
    assert.deepEqual(withAction(accountOf([a!, c!]), changed).actions, [a, changed, c])
  })
})

test('units are added up by line; a line that is named twice counts twice', () => {
  const named = [
    { lineItemId: 'mug', quantity: 1 },
    { lineItemId: 'bowl', quantity: 2 },
    { lineItemId: 'mug', quantity: 3 },
    { lineItemId: 'bowl' },
  ]
  assert.deepEqual(
    [...unitsByLine(named)],
    [
      ['mug', 4],
      ['bowl', 2],
    ],
  )
  assert.equal(unitsByLine(undefined).size, 0)
})
