import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Price } from '@vitrine/contract'
import fc from 'fast-check'
import type { Db } from '../../kernel/db/sql.ts'
import { amounts } from '../selling/amounts.ts'
import type { OpenPricing, PricingContext } from '../selling/pricing-context.ts'
import { type BooksNews, type BooksOfOrder, balance, keepBooks, nothingPaid, paymentStatusOf } from './books.ts'
import type { StoredOrder } from './stored-order.ts'

const total = 5000
const books = (more: Partial<BooksOfOrder>): BooksOfOrder => ({ ...nothingPaid, ...more })
const money = amounts('EUR', 'en')

describe('the payment status of an order', () => {
  const statusOf = (more: Partial<BooksOfOrder>) => paymentStatusOf(total, books(more))

  test('is by what was paid of it', () => {
    assert.equal(statusOf({}), 'NOT_PAID')
    assert.equal(statusOf({ paid: 1 }), 'PARTIALLY_PAID')
    assert.equal(statusOf({ paid: 4999 }), 'PARTIALLY_PAID')
    assert.equal(statusOf({ paid: 5000 }), 'PAID')
    assert.equal(statusOf({ paid: 5001 }), 'PAID')
    assert.equal(paymentStatusOf(0, nothingPaid), 'PAID', 'nothing is due')
  })

  test('is refunded as soon as something went back, fully once all that was paid has', () => {
    assert.equal(statusOf({ paid: 5000, refunded: 1 }), 'PARTIALLY_REFUNDED')
    assert.equal(statusOf({ paid: 5000, refunded: 5000 }), 'FULLY_REFUNDED')
    assert.equal(statusOf({ paid: 2000, refunded: 2000 }), 'FULLY_REFUNDED', 'of an order that was paid in part')
    assert.equal(statusOf({ paid: 5000, pendingRefund: 5000 }), 'PAID', 'what is only on its way back counts as paid')
  })

  test('is pending while money is authorized or on its way, and while the merchant has to confirm it', () => {
    assert.equal(statusOf({ authorized: 5000 }), 'PENDING')
    assert.equal(statusOf({ pending: 1 }), 'PENDING')
    assert.equal(statusOf({ waitsForMerchant: true }), 'PENDING_MERCHANT')
    assert.equal(statusOf({ pending: 1, waitsForMerchant: true }), 'PENDING')
    assert.equal(statusOf({ paid: 100, authorized: 4900 }), 'PARTIALLY_PAID')
  })

  test('is declined only while nothing else is known of its money', () => {
    assert.equal(statusOf({ declined: true }), 'DECLINED')
    assert.equal(statusOf({ declined: true, pending: 5000 }), 'PENDING')
    assert.equal(statusOf({ declined: true, paid: 5000 }), 'PAID')
    assert.equal(statusOf({ declined: true, waitsForMerchant: true }), 'PENDING_MERCHANT')
  })
})

describe('the balance of an order', () => {
  const dueOf = (more: Partial<BooksOfOrder>) => balance(total, books(more), money).balance!.amount

  test('is what is not paid yet; refunds do not make it due again', () => {
    assert.equal(dueOf({}), '50.00')
    assert.equal(dueOf({ paid: 2000 }), '30.00')
    assert.equal(dueOf({ paid: 5000 }), '0.00')
    assert.equal(dueOf({ paid: 5000, refunded: 3000 }), '0.00')
    assert.equal(dueOf({ paid: 2000, refunded: 2000 }), '30.00')
  })

  test('is below zero where an order came to less than was paid, until the difference is given back', () => {
    assert.equal(dueOf({ paid: 6000 }), '-10.00')
    assert.equal(dueOf({ paid: 6000, refunded: 400 }), '-6.00')
    assert.equal(dueOf({ paid: 6000, refunded: 1000 }), '0.00')
    assert.equal(dueOf({ paid: 6000, refunded: 6000 }), '0.00', 'more than the difference')
  })

  test('shows each sum by its own name, and chargebacks only where there were some', () => {
    const all = balance(total, books({ paid: 100, refunded: 20, authorized: 300, pendingRefund: 40, pending: 500 }), money)
    const prices: Readonly<Record<string, Price | undefined>> = { ...all }
    assert.deepEqual(Object.fromEntries(Object.entries(prices).map(([name, price]) => [name, price?.amount])), {
      balance: '49.00',
      paid: '1.00',
      refunded: '0.20',
      authorized: '3.00',
      pendingRefund: '0.40',
      pending: '5.00',
    })
    const contested = balance(total, books({ chargeback: 700 }), money)
    assert.deepEqual([contested.chargeback?.amount, contested.chargebackReversal?.amount], ['7.00', '0.00'])
    assert.equal(balance(total, books({ chargeback: 700, chargebackReversal: 200 }), money).chargebackReversal?.amount, '2.00')
  })

  test('never asks a buyer for money that was refunded', () => {
    const paid = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(paid, fc.nat({ max: 10_000 }), (came, back) => {
        const refunded = Math.min(came, back)
        assert.equal(Number(dueOf({ paid: came, refunded })) > 0, came < total)
        assert.ok(Number(dueOf({ paid: came, refunded })) >= Number(dueOf({ paid: came })), 'a refund only brings it nearer to nothing')
        assert.ok(Number(dueOf({ paid: came, refunded })) <= Math.max(0, total - came) / 100)
      }),
    )
  })
})

describe('writing the books into an order', () => {
  const now = new Date('2026-03-10T09:00:00.000Z')
  const openPricing: OpenPricing = async () =>
    ({ moneyIn: (currency: string) => amounts(currency, 'en'), settings: { orders: { createInvoice: true } } }) as unknown as PricingContext
  const order = {
    id: 'o1',
    status: 'APPROVED',
    paymentStatus: 'NOT_PAID',
    fulfillmentStatus: 'NOT_FULFILLED',
    currency: 'EUR',
    total,
    revision: 4,
    email: 'ada@example.com',
    owner: 'visitor:v1',
    number: 1001,
    trackingNumbers: [],
    stockItems: [],
    document: { lineItems: [{ id: 'l1', refundQuantity: 1, restockQuantity: 1 }, { id: 'l2' }] },
    createdAt: now,
    updatedAt: now,
  } as unknown as StoredOrder

  /** What the order is then, and which activities and events were written with it. */
  async function keep(more: Partial<BooksOfOrder>, news: BooksNews = { activities: [] }, before: Partial<StoredOrder> = {}) {
    const written: string[] = []
    const db: Db = {
      query: async <Row>({ values }: { readonly values: readonly unknown[] }) => {
        written.push(JSON.stringify(values))
        return [{ id: 'o1' }] as Row[]
      },
    }
    const saved = await keepBooks({ db, site: 's1', now }, { ...order, ...before }, books(more), openPricing, news)
    const text = written.join(' ')
    const said = [
      'ORDER_PAID',
      'ORDER_PARTIALLY_PAID',
      'ORDER_FULFILLED',
      'order_updated',
      'order_fulfilled',
      'order_payment_status_updated',
    ]
    return { saved, said: said.filter((one) => text.includes(one)), text }
  }

  test('says once that it was paid, or paid in part, and not again when money goes back', async () => {
    const paid = await keep({ paid: 5000 })
    assert.deepEqual([paid.saved.paymentStatus, paid.saved.revision, paid.saved.updatedAt], ['PAID', 5, now])
    assert.equal(paid.saved.document.balanceSummary?.paid?.amount, '50.00')
    assert.deepEqual(paid.said, ['ORDER_PAID', 'order_updated', 'order_payment_status_updated'])
    assert.match(paid.text, /\\"invoice\\":true/)
    assert.doesNotMatch((await keep({ paid: 100 })).text, /invoice\\":true/)
    assert.deepEqual((await keep({ paid: 100 })).said, ['ORDER_PARTIALLY_PAID', 'order_updated', 'order_payment_status_updated'])
    assert.deepEqual((await keep({ paid: 5000 }, undefined, { paymentStatus: 'PAID' })).said, ['order_updated'])
    const back = await keep({ paid: 5000, refunded: 100 }, undefined, { paymentStatus: 'PAID' })
    assert.deepEqual(back.said, ['order_updated', 'order_payment_status_updated'])
  })

  test('an order that was given up for want of money stays so until money comes', async () => {
    const canceled = { paymentStatus: 'CANCELED' } as const
    assert.equal((await keep({}, undefined, canceled)).saved.paymentStatus, 'CANCELED')
    assert.equal((await keep({ paid: 100 }, undefined, canceled)).saved.paymentStatus, 'PARTIALLY_PAID')
    assert.equal((await keep({})).saved.paymentStatus, 'NOT_PAID')
  })

  test('counts refunded and restocked units on top of those before, on their own lines', async () => {
    const { saved } = await keep({}, { activities: [], lines: [{ lineItemId: 'l1', refunded: 2, restocked: 1 }] })
    const counts = saved.document.lineItems.map(({ id, refundQuantity, restockQuantity }) => [id, refundQuantity, restockQuantity])
    assert.deepEqual(counts, [
      ['l1', 3, 2],
      ['l2', undefined, undefined],
    ])
    const first = await keep({}, { activities: [], lines: [{ lineItemId: 'l2', refunded: 1 }] })
    assert.deepEqual(first.saved.document.lineItems[1], { id: 'l2', refundQuantity: 1 })
    assert.deepEqual((await keep({})).saved.document.lineItems, order.document.lineItems)
  })

  test('an order of which nothing is left to hand over is fulfilled by its refund, and says so once', async () => {
    const news: BooksNews = { activities: [], fulfillmentStatus: 'FULFILLED' }
    const { saved, said, text } = await keep({ paid: 5000, refunded: 100 }, news, { paymentStatus: 'PARTIALLY_REFUNDED' })
    assert.equal(saved.fulfillmentStatus, 'FULFILLED')
    assert.deepEqual(said, ['ORDER_FULFILLED', 'order_updated', 'order_fulfilled'])
    assert.ok(text.includes('REFUND'))
    const again = await keep({ paid: 5000, refunded: 100 }, news, { paymentStatus: 'PARTIALLY_REFUNDED', fulfillmentStatus: 'FULFILLED' })
    assert.deepEqual(again.said, ['order_updated'])
    assert.equal((await keep({})).saved.fulfillmentStatus, 'NOT_FULFILLED')
  })
})
