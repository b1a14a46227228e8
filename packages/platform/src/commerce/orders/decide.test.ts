import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderStatus } from '@vitrine/contract'
import type { Db } from '../../kernel/db/sql.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type DecideDeps, decide } from './decide.ts'
import type { StoredOrder } from './stored-order.ts'

const now = new Date('2026-03-10T09:00:00.000Z')
const price = (amount: string) => ({ amount, formattedAmount: amount })

const waiting: StoredOrder = {
  id: 'o1',
  number: 1001,
  checkoutId: null,
  checkoutRevision: null,
  owner: 'visitor:v1',
  guests: [],
  email: 'ada@example.com',
  status: 'PENDING',
  paymentStatus: 'NOT_PAID',
  fulfillmentStatus: 'NOT_FULFILLED',
  currency: 'EUR',
  total: 2600,
  holdsStock: true,
  stockItems: [],
  revision: 4,
  trackingNumbers: [],
  document: { lineItems: [{ id: 'l1' }, { id: 'l2' }] } as unknown as StoredOrder['document'],
  createdAt: now,
  updatedAt: now,
}

const withBalance = (balance: Readonly<Record<string, string>>): StoredOrder => ({
  ...waiting,
  document: {
    ...waiting.document,
    balanceSummary: Object.fromEntries(Object.entries(balance).map(([name, amount]) => [name, price(amount)])) as never,
  },
})

/** Decides on an order with a shop that remembers what was done: which statements write, and what became of stock and perks. */
async function decided(order: StoredOrder | undefined, to: OrderStatus, short: readonly string[] = []) {
  const done: string[] = []
  const db: Db = {
    query: async <Row>(statement: { readonly strings: readonly string[] }) => {
      const text = statement.strings.join('?')
      if (/^\s*select/.test(text)) return (order ? [order] : []) as Row[]
      done.push(/(update|insert into) (\w+)/.exec(text)?.[2] ?? text)
      return [{ id: order?.id }] as Row[]
    },
  }
  const deps = {
    stock: {
      take: async () => {
        done.push('stock taken')
        return short
      },
      putBack: async () => void done.push('stock put back'),
    },
    perks: { giveBack: async () => void done.push('perks given back') },
  } as unknown as DecideDeps
  const answer = await decide({ db, site: 's1', now }, 'o1', to, deps)
  return { answer, done, code: answer instanceof Refusal ? answer.code : undefined }
}

describe('rejecting an order', () => {
  test('is refused while its money is authorized, and nothing is changed', async () => {
    const { answer, done } = await decided(withBalance({ authorized: '26.00' }), 'REJECTED')
    assert.ok(answer instanceof Refusal)
    assert.deepEqual([answer.code, answer.data], ['UNSUPPORTED_TRANSITION', { from: 'PENDING', to: 'REJECTED' }])
    assert.deepEqual(done, [])
  })

  test('is refused once something of it is paid, be it a cent', async () => {
    for (const balance of [{ paid: '26.00' }, { paid: '0.01' }, { paid: '10.00', authorized: '16.00' }])
      assert.deepEqual(await decided(withBalance(balance), 'REJECTED').then(({ code, done }) => [code, done]), [
        'UNSUPPORTED_TRANSITION',
        [],
      ])
  })

  test('gives back its stock, coupon and gift card where nothing was paid', async () => {
    for (const order of [waiting, withBalance({ paid: '0.00', authorized: '0.00', pending: '26.00' })]) {
      const { answer, done } = await decided(order, 'REJECTED')
      assert.ok(!(answer instanceof Refusal))
      assert.deepEqual([answer.status, answer.holdsStock, answer.revision], ['REJECTED', false, 5])
      assert.deepEqual(done.slice(0, 2), ['perks given back', 'stock put back'])
      assert.ok(done.includes('orders') && done.includes('outbox'))
    }
  })

  test('puts back no stock that it does not hold', async () => {
    const { done } = await decided({ ...waiting, holdsStock: false }, 'REJECTED')
    assert.ok(done.includes('perks given back') && !done.includes('stock put back') && !done.includes('stock taken'))
  })
})

describe('an order that was put aside', () => {
  test('waits again, and holds its stock', async () => {
    const { answer, done } = await decided({ ...waiting, status: 'INITIALIZED' }, 'PENDING')
    assert.ok(!(answer instanceof Refusal))
    assert.deepEqual([answer.status, answer.holdsStock], ['PENDING', true])
    assert.ok(!done.includes('stock taken') && !done.includes('perks given back'))
  })

  test('takes its stock again where it holds none, or says which lines are short', async () => {
    const gone: StoredOrder = { ...waiting, status: 'INITIALIZED', holdsStock: false }
    const { answer, done } = await decided(gone, 'PENDING')
    assert.ok(!(answer instanceof Refusal) && answer.holdsStock)
    assert.equal(done[0], 'stock taken')
    const some = await decided(gone, 'PENDING', ['l2'])
    assert.deepEqual((some.answer as Refusal).data, { lineItemIds: ['l2'] })
    assert.deepEqual([some.code, some.done], ['PARTIAL_OUT_OF_STOCK', ['stock taken']])
    assert.equal((await decided(gone, 'PENDING', ['l1', 'l2'])).code, 'FULL_OUT_OF_STOCK')
  })
})

describe('a decision is refused', () => {
  test('for an order that is not there', async () => {
    assert.equal((await decided(undefined, 'REJECTED')).code, 'ORDER_NOT_FOUND')
  })

  test('where the status is set already', async () => {
    assert.equal((await decided(waiting, 'PENDING')).code, 'STATUS_ALREADY_SET')
  })

  test('once an order was approved, rejected or canceled', async () => {
    for (const status of ['APPROVED', 'REJECTED', 'CANCELED'] as const)
      for (const to of ['APPROVED', 'PENDING', 'REJECTED'] as const)
        if (status !== to) assert.equal((await decided({ ...waiting, status }, to)).code, 'UNSUPPORTED_TRANSITION', `${status} to ${to}`)
  })

  test('for what is no decision: canceling has an operation of its own, and nothing becomes new again', async () => {
    for (const to of ['CANCELED', 'INITIALIZED'] as const) assert.equal((await decided(waiting, to)).code, 'STATUS_NOT_SUPPORTED')
  })
})
