import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Price } from '@vitrine/contract'
import fc from 'fast-check'
import { amounts } from '../selling/amounts.ts'
import { type BooksOfOrder, balance, nothingPaid, paymentStatusOf } from './books.ts'

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
