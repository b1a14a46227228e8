import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import type { OrderTransactions } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import fc from 'fast-check'
import { openCollector } from '../src/collector.ts'
import { delayCapture } from '../src/delayed-capture.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { codeOf } from '../src/refused.ts'

const shop = await startPlatformForFile()
const { app, placed, held, stock, orderOf, activitiesOf, refund, captureOf, voidOf } = await openCollector(shop)
afterEach(() => delayCapture(shop))
const eur = (amount: string) => ({ amount })

describe('races end in one legal state', () => {
  const tally = (codes: readonly string[]) => codes.filter((code) => code === 'done').length

  test('capture against void', async () => {
    for (let i = 0; i < 6; i++) {
      const { orderId, paymentId } = await held()
      const codes = await Promise.all([codeOf(captureOf(orderId, paymentId)), codeOf(voidOf(orderId, paymentId))])
      assert.equal(tally(codes), 1, codes.join())
      const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
      lawful(orderTransactions)
      assert.equal(orderTransactions.payments[0]?.status, codes[0] === 'done' ? 'APPROVED' : 'VOIDED')
    }
  })

  test('two captures', async () => {
    const { orderId, paymentId } = await held()
    const codes = await Promise.all(
      [captureOf(orderId, paymentId, '30.00'), captureOf(orderId, paymentId, '40.00'), captureOf(orderId, paymentId)].map(codeOf),
    )
    assert.equal(tally(codes), 1, codes.join())
    assert.equal((await activitiesOf(orderId)).filter((type) => type === 'AUTHORIZED_PAYMENT_CAPTURED').length, 1)
  })

  test('eight refunds at once give back no more than was taken', async () => {
    const { orderId, paymentId } = await placed()
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(refund(orderId, paymentId, '20.00'))))
    assert.equal(tally(codes), 4, codes.join())
    assert.equal((await orderOf(orderId)).balanceSummary?.refunded?.amount, '80.00')
    const [charge] = await shop.platform.database.query<{ refunded: number }>(
      sql`select refunded from sandbox_charge where site = ${shop.site} and payment_id = ${paymentId}`,
    )
    assert.equal(charge?.refunded, 8000, 'the bank says the same')
  })

  test('two who mark it as paid', async () => {
    const { orderId, paymentId } = await held()
    await voidOf(orderId, paymentId)
    const codes = await Promise.all(
      Array.from({ length: 4 }, () => codeOf(app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: orderId }))),
    )
    assert.deepEqual(codes.sort(), ['ORDER_ALREADY_PAID', 'ORDER_ALREADY_PAID', 'ORDER_ALREADY_PAID', 'done'])
  })
})

const cents = (price: { readonly amount: string } | undefined): number => Math.round(Number(price?.amount ?? 0) * 100)

/** Refunded ≤ taken ≤ authorised, of each payment. */
function lawful({ payments, refunds }: OrderTransactions): { taken: number; refunded: number } {
  let [taken, refunded] = [0, 0]
  for (const payment of payments) {
    const captures = payment.regularPaymentDetails?.authorizationDetails?.captures?.filter(({ status }) => status === 'SUCCEEDED') ?? []
    const paid = ['APPROVED', 'REFUNDED', 'PARTIALLY_REFUNDED'].includes(payment.status)
    const took = !paid ? 0 : captures.length > 0 ? captures.reduce((sum, { amount }) => sum + cents(amount), 0) : cents(payment.amount)
    const back = refunds
      .flatMap(({ transactions = [] }) => transactions)
      .filter(({ paymentId, refundStatus }) => paymentId === payment.id && refundStatus === 'SUCCEEDED')
      .reduce((sum, { amount }) => sum + cents(amount), 0)
    assert.ok(captures.length <= 1)
    assert.ok(back <= took && took <= cents(payment.amount), JSON.stringify(payment))
    if (captures.length > 0) assert.notEqual(payment.regularPaymentDetails?.authorizationDetails?.void?.status, 'SUCCEEDED')
    taken += took
    refunded += back
  }
  return { taken, refunded }
}

test('over random histories: refunds ≤ captures ≤ authorised ≤ total, and the order says what its transactions do', async () => {
  const amount = fc.integer({ min: 1, max: 9000 }).map((n) => (n / 100).toFixed(2))
  const step = fc.oneof(
    fc.record({ do: fc.constant('capture' as const), amount: fc.option(amount) }),
    fc.record({ do: fc.constant('void' as const) }),
    fc.record({
      do: fc.constant('refund' as const),
      amount: fc.option(amount),
      external: fc.boolean(),
      restock: fc.constantFrom('NO_ITEMS', 'ALL_ITEMS', 'SOME_ITEMS'),
      which: fc.nat(3),
    }),
    fc.record({ do: fc.constant('hand' as const), amount }),
    fc.record({ do: fc.constant('mark' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 1, maxLength: 8 }), fc.boolean(), async (delayed, steps, together) => {
      const full = await stock()
      const { orderId, paymentId, lineItemId } = delayed ? await held() : await placed()
      const run = async (one: (typeof steps)[number]) => {
        switch (one.do) {
          case 'capture':
            return codeOf(captureOf(orderId, paymentId, one.amount ?? undefined))
          case 'void':
            return codeOf(voidOf(orderId, paymentId))
          case 'hand':
            return codeOf(app.orders.recordManuallyCollectedPayment({ orderId, amount: eur(one.amount) }))
          case 'mark':
            return codeOf(app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: orderId }))
          case 'refund': {
            const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
            const id = orderTransactions.payments[one.which % orderTransactions.payments.length]!.id!
            const restockInfo = {
              type: one.restock as 'ALL_ITEMS',
              ...(one.restock === 'SOME_ITEMS' && { items: [{ lineItemId, quantity: 1 }] }),
            }
            return codeOf(
              app.orders.triggerRefund({
                ecomOrderId: orderId,
                payments: [{ paymentId: id, externalRefund: one.external, ...(one.amount && { amount: eur(one.amount) }) }],
                sideEffects: { restockInfo },
              }),
            )
          }
        }
      }
      if (together) await Promise.all(steps.map(run))
      else for (const one of steps) await run(one)
      const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
      const order = await orderOf(orderId)
      const { taken, refunded } = lawful(orderTransactions)
      const books = order.balanceSummary
      assert.equal(cents(books?.paid), taken)
      assert.equal(cents(books?.refunded), refunded)
      assert.equal(cents(books?.pendingRefund), 0)
      assert.ok(taken + cents(books?.authorized) <= cents(order.priceSummary?.total))
      assert.equal(cents(books?.balance), cents(order.priceSummary?.total) - taken)
      const [line] = order.lineItems
      assert.ok((line?.restockQuantity ?? 0) <= line!.quantity)
      assert.equal(await stock(), full - line!.quantity + (line?.restockQuantity ?? 0))
    }),
    { numRuns: Number(process.env.LAW_RUNS ?? 40), seed: 20261121 },
  )
})
