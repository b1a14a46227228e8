import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderTransactions } from '@vitrine/contract'
import { chargebackHappenings, chargebackNews, disputed } from './chargebacks.ts'
import { newPayment, type StoredChargeback, type StoredPayment } from './store.ts'

const now = new Date('2026-03-10T09:00:00.000Z')
const before = '2026-03-01T09:00:00.000Z'
const chargeback = (more: Partial<StoredChargeback> = {}): StoredChargeback => ({
  id: 'c1',
  externalId: 'dp_1',
  amount: 2600,
  reversed: 0,
  status: 'APPROVED',
  createdAt: before,
  updatedAt: before,
  ...more,
})
const payment = (...chargebacks: StoredChargeback[]): StoredPayment => {
  const fresh = newPayment({ id: 'p1', orderId: 'o1', provider: 'stripe', status: 'APPROVED', amount: 5000, currency: 'EUR' }, now)
  return { ...fresh, document: { ...fresh.document, ...(chargebacks.length > 0 && { chargebacks }) } }
}
const dispute = (amount: number, reversed = 0, reference = 'dp_1') => ({ reference, amount, reversed })
const won = chargeback({ status: 'REVERSED', reversed: 2600 })

describe('what a provider says of its disputes', () => {
  test('money that a bank took back is a chargeback of its own', () => {
    const [made, ...rest] = disputed(payment(), [dispute(2600)], now)!
    assert.deepEqual(rest, [])
    assert.match(made!.id, /^[0-9a-f-]{36}$/)
    assert.deepEqual({ ...made, id: 'c1' }, chargeback({ createdAt: now.toISOString(), updatedAt: now.toISOString() }))
  })

  test('a question of the bank is none as long as no money has moved', () => {
    assert.equal(disputed(payment(), [dispute(0)], now), undefined)
    assert.equal(disputed(payment(), [], now), undefined)
  })

  test('what is known already changes nothing', () => {
    assert.equal(disputed(payment(chargeback()), [dispute(2600)], now), undefined)
    assert.equal(disputed(payment(won), [dispute(2600, 2600)], now), undefined)
  })

  test('money that came back reverses the chargeback, which stays the same one; more of it is noticed too', () => {
    assert.deepEqual(disputed(payment(chargeback()), [dispute(2600, 2600)], now), [{ ...won, updatedAt: now.toISOString() }])
    assert.deepEqual(disputed(payment(chargeback()), [dispute(3000)], now), [
      { ...chargeback({ amount: 3000 }), updatedAt: now.toISOString() },
    ])
    assert.equal(disputed(payment(won), [dispute(2600, 0)], now)?.[0]?.status, 'APPROVED')
  })

  test('one that the provider does not speak of is kept', () => {
    const all = disputed(payment(chargeback()), [dispute(500, 0, 'dp_2')], now)!
    assert.deepEqual(
      all.map(({ externalId, amount }) => [externalId, amount]),
      [
        ['dp_1', 2600],
        ['dp_2', 500],
      ],
    )
  })

  test('one without a name at the provider is known by ours', () => {
    const { externalId: _, ...own } = chargeback()
    assert.equal(disputed(payment(own), [dispute(2600, 0, 'c1')], now), undefined)
  })
})

describe('the timeline of the order', () => {
  const types = (stored: StoredPayment, after: readonly StoredChargeback[]) => chargebackNews(stored, after).map(({ type }) => type)

  test('says of a chargeback when it comes, and when it is reversed, each once', () => {
    assert.deepEqual(types(payment(), [chargeback()]), ['CHARGEBACK_CREATED'])
    assert.deepEqual(types(payment(chargeback()), [chargeback()]), [])
    assert.deepEqual(types(payment(chargeback()), [won]), ['CHARGEBACK_REVERSED'])
    assert.deepEqual(types(payment(won), [won]), [])
    assert.deepEqual(types(payment(), [won]), ['CHARGEBACK_CREATED', 'CHARGEBACK_REVERSED'])
  })

  test('with the amounts of what was taken and of what came back, and the card it was', () => {
    const stored = payment(chargeback())
    const card = { brand: 'Visa', last4: '4242' }
    const [told] = chargebackNews({ ...stored, document: { ...stored.document, card } }, [
      chargeback({ status: 'REVERSED', reversed: 1000 }),
    ])
    const { amount, reversalAmount, paymentDetails, paymentId, chargebackId } = told!.chargebackReversed!
    assert.deepEqual([amount?.amount, reversalAmount?.amount, paymentId, chargebackId], ['26.00', '10.00', 'p1', 'c1'])
    assert.deepEqual(paymentDetails, { creditCardDetails: { brand: 'Visa', lastFourDigits: '4242' } })
  })
})

test('webhooks hear of a chargeback when it comes and when it is reversed, each once, and not of another payment’s', () => {
  const shown = (id: string, ...chargebacks: readonly { id: string; status: string }[]) => ({ id, regularPaymentDetails: { chargebacks } })
  const told = (stored: StoredPayment, ...payments: object[]) =>
    chargebackHappenings(stored, { payments } as unknown as OrderTransactions).map(({ type, entityId }) => {
      assert.equal(entityId, 'o1')
      return type.replace('wix.ecom.v1.order_transactions_chargeback_', '')
    })
  const open = { id: 'c1', status: 'APPROVED' }
  const back = { id: 'c1', status: 'REVERSED' }
  assert.deepEqual(told(payment(), shown('p1', open)), ['approved'])
  assert.deepEqual(told(payment(chargeback()), shown('p1', open)), [])
  assert.deepEqual(told(payment(chargeback()), shown('p1', back)), ['reversed'])
  assert.deepEqual(told(payment(won), shown('p1', back)), [])
  assert.deepEqual(told(payment(), shown('p1', back)), ['approved', 'reversed'])
  assert.deepEqual(told(payment(), shown('p2', open)), [])
  assert.deepEqual(told(payment(), { id: 'p1' }), [])
})
