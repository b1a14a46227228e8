/** Goods on their way back: approved, received, checked, and given back for, or not; and never twice. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attempt } from '@vitrine/client'
import type { Input } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { berlin, newBuyer } from '../src/buyer.ts'
import { emailsTo } from '../src/mailbox.ts'
import { codeOf } from '../src/refused.ts'
import { reason, startReturningShop } from '../src/returning-shop.ts'

const { shop, office, mug, plate, sent, ask, checked, left, unitsOf, refundedOf, statusOf } = await startReturningShop()

describe('what the shop does', () => {
  test('step by step: approved with a label, received, checked with what is restocked, refunded to the card', async () => {
    const order = await sent([{ product: mug, colour: 'Sage', quantity: 3 }])
    const before = await unitsOf(mug, 'Sage')
    const { id } = await ask(order, { lines: [{ lineItemId: order.lines[0]!, quantity: 3, reason }] })
    const { return: approved } = await office.orderReturns.approveReturn({
      id,
      labelUrl: 'https://labels.example/1.pdf',
      trackingNumber: '0034',
    })
    assert.deepEqual([approved.status, approved.shipping?.labelUrl], ['APPROVED', 'https://labels.example/1.pdf'])
    assert.equal((await office.orderReturns.receiveReturn({ id })).return.status, 'RECEIVED')
    const found = { lineItemId: order.lines[0]!, condition: 'USED' as const, accepted: 2, restocked: 1 }
    const { return: looked } = await office.orderReturns.checkReturn({ id, lines: [found] })
    assert.deepEqual([looked.status, looked.amount.amount, looked.actions], ['CHECKED', '50.00', ['REFUND', 'EXCHANGE']])
    assert.equal(await unitsOf(mug, 'Sage'), before + 1)
    const { return: done } = await office.orderReturns.refundReturn({ id, revision: looked.revision, message: 'Thank you.' })
    assert.deepEqual(
      [done.status, done.refund?.amount.amount, done.refund?.method, done.refund?.status],
      ['REFUNDED', '50.00', 'PAYMENT', 'SUCCEEDED'],
    )
    assert.equal(await refundedOf(order.orderId), '50.00')
    assert.equal(await unitsOf(mug, 'Sage'), before + 1, 'stock changed once')
    assert.deepEqual(await left(order), [0], 'what was not accepted does not come back again')
    assert.deepEqual(
      done.history.map(({ status }) => status),
      ['REQUESTED', 'APPROVED', 'RECEIVED', 'CHECKED', 'REFUNDED'],
    )
  })

  test('of what need not come back nothing is restocked', async () => {
    const order = await sent([{ product: plate }])
    const before = await unitsOf(plate)
    const { id } = await ask(order)
    const { return: approved } = await office.orderReturns.approveReturn({ id, keepsGoods: true })
    assert.deepEqual([approved.status, approved.shipping?.keepsGoods], ['CHECKED', true])
    await office.orderReturns.refundReturn({ id, includeShipping: true })
    assert.equal(await unitsOf(plate), before)
    assert.equal(await refundedOf(order.orderId), (await office.orders.getOrder({ id: order.orderId })).order.priceSummary?.total?.amount)
  })

  test('less than was paid goes back where it says so, and more does not: 400 INVALID_AMOUNT', async () => {
    const order = await sent()
    const { id } = await checked(order)
    const [refused] = await attempt(office.orderReturns.refundReturn({ id, amount: '25.01' }))
    assert.deepEqual([refused?.code, refused?.data], ['INVALID_AMOUNT', { most: '25.00' }])
    assert.equal(await statusOf(id), 'CHECKED')
    assert.equal((await office.orderReturns.refundReturn({ id, amount: '20' })).return.refund?.amount.amount, '20.00')
    assert.equal(await refundedOf(order.orderId), '20.00')
  })

  test('store credit is a gift card by email, and its order counts as refunded by hand', async () => {
    const order = await sent()
    const { id } = await checked(order, { resolution: 'STORE_CREDIT' })
    const key = { idempotencyKey: newId() }
    const { return: done } = await office.orderReturns.refundReturn({ id, method: 'STORE_CREDIT' }, key)
    const again = await office.orderReturns.refundReturn({ id, method: 'STORE_CREDIT' }, key)
    assert.deepEqual([done.status, done.refund?.method, again.return.refund], ['REFUNDED', 'STORE_CREDIT', done.refund])
    assert.equal(await refundedOf(order.orderId), '25.00')
    const cards = await shop.platform.database.query<{ suffix: string; balance: number }>(
      sql`select suffix, balance from gift_card where site = ${shop.site} and order_id = ${order.orderId}`,
    )
    assert.deepEqual(cards, [{ suffix: done.refund!.giftCardSuffix!, balance: 2500 }])
    await shop.platform.jobs.settle()
    await shop.platform.everyMinute()
    assert.ok(
      (await emailsTo(shop, order.email)).some(({ text }) => text.includes(done.refund!.giftCardSuffix!)),
      'the card is in an email',
    )
  })

  test('an exchange is a new order at what was paid, with stock of the other variant', async () => {
    const order = await sent([{ product: mug, colour: 'Sage', quantity: 2 }])
    const [sage, ink] = [await unitsOf(mug, 'Sage'), await unitsOf(mug, 'Ink')]
    const line = { lineItemId: order.lines[0]!, quantity: 2, reason, exchangeVariantId: mug.variants['Ink']! }
    const { id } = await checked(order, { resolution: 'EXCHANGE', lines: [line] })
    const { return: done } = await office.orderReturns.exchangeReturn({ id })
    assert.equal(done.status, 'EXCHANGED')
    assert.deepEqual([await unitsOf(mug, 'Sage'), await unitsOf(mug, 'Ink')], [sage + 2, ink - 2])
    const { order: placed } = await office.orders.getOrder({ id: done.exchangeOrder!.id })
    const seen = async (orderId: string) =>
      (await newBuyer(shop).orders.getOrderStatus({ id: orderId, email: order.email })).order.details?.returns
    const shown = { id, number: done.number, status: 'EXCHANGED' }
    assert.deepEqual(await seen(order.orderId), [{ ...shown, exchangedForThis: false }], 'the order it came from')
    assert.deepEqual(await seen(placed.id!), [{ ...shown, exchangedForThis: true }], 'the order it became')
    assert.deepEqual(
      [
        placed.paymentStatus,
        placed.fulfillmentStatus,
        placed.priceSummary?.total?.amount,
        placed.balanceSummary?.balance?.amount,
        placed.buyerInfo?.email,
      ],
      ['PAID', 'NOT_FULFILLED', '50.00', '0.00', order.email],
    )
    assert.equal(placed.shippingInfo?.logistics?.shippingDestination?.address?.city, berlin.address?.city)
    assert.equal(await refundedOf(order.orderId), '50.00')
  })

  test('409 FULL_OUT_OF_STOCK and PARTIAL_OUT_OF_STOCK: an exchange for what is not there changes nothing', async () => {
    const order = await sent([
      { product: mug, colour: 'Sage' },
      { product: mug, colour: 'Ink' },
    ])
    const lines = order.lines.map((lineItemId) => ({ lineItemId, quantity: 1, reason }))
    const { id } = await checked(order, { lines })
    const variants = (...colours: string[]) => order.lines.map((lineItemId, i) => ({ lineItemId, variantId: mug.variants[colours[i]!]! }))
    const orders = async () => (await shop.platform.database.query(sql`select from orders where site = ${shop.site}`)).length
    const before = await orders()
    assert.equal(await codeOf(office.orderReturns.exchangeReturn({ id })), 'EXCHANGE_NOT_POSSIBLE')
    assert.equal(await codeOf(office.orderReturns.exchangeReturn({ id, variants: variants('Oat', 'Oat') })), 'FULL_OUT_OF_STOCK')
    assert.equal(await codeOf(office.orderReturns.exchangeReturn({ id, variants: variants('Oat', 'Sage') })), 'PARTIAL_OUT_OF_STOCK')
    assert.deepEqual([await orders(), await statusOf(id), await refundedOf(order.orderId)], [before, 'CHECKED', '0.00'])
  })

  test('409 CURRENCY_NOT_SUPPORTED: credit and exchanges are in the currency of the shop', async () => {
    const order = await sent()
    const { id } = await checked(order)
    await shop.platform.database.query(sql`update orders set currency = 'USD' where site = ${shop.site} and id = ${order.orderId}`)
    assert.equal(await codeOf(office.orderReturns.refundReturn({ id, method: 'STORE_CREDIT' })), 'CURRENCY_NOT_SUPPORTED')
    const variants = [{ lineItemId: order.lines[0]!, variantId: mug.variants['Ink']! }]
    assert.equal(await codeOf(office.orderReturns.exchangeReturn({ id, variants })), 'CURRENCY_NOT_SUPPORTED')
    assert.equal(await statusOf(id), 'CHECKED')
  })

  test('409 NOTHING_TO_REFUND where the order was refunded meanwhile', async () => {
    const order = await sent()
    const { id } = await checked(order)
    const { payments } = (await office.orderTransactions.listTransactionsForSingleOrder({ orderId: order.orderId })).orderTransactions
    await office.orderBilling.refundPayments({
      orderId: order.orderId,
      paymentRefunds: [{ paymentId: payments[0]!.id! }],
      refundItems: { lineItems: [{ lineItemId: order.lines[0]!, quantity: 1 }] },
    })
    const variants = [{ lineItemId: order.lines[0]!, variantId: mug.variants['Ink']! }]
    assert.equal(await codeOf(office.orderReturns.refundReturn({ id })), 'NOTHING_TO_REFUND')
    assert.equal(await codeOf(office.orderReturns.exchangeReturn({ id, variants })), 'NOTHING_TO_REFUND')
    assert.equal(await refundedOf(order.orderId), '25.00')
  })

  test('400 INVALID_RETURN_CHECK, and 409 RETURN_STATUS_NOT_ALLOWED out of turn', async () => {
    const order = await sent()
    const { id } = await ask(order)
    const { orderReturns } = office
    const found = { lineItemId: order.lines[0]!, condition: 'DAMAGED' as const, accepted: 1, restocked: 0 }
    for (const early of [
      () => orderReturns.receiveReturn({ id }),
      () => orderReturns.checkReturn({ id, lines: [found] }),
      () => orderReturns.refundReturn({ id }),
      () => orderReturns.exchangeReturn({ id }),
    ])
      assert.equal(await codeOf(early()), 'RETURN_STATUS_NOT_ALLOWED')
    await orderReturns.approveReturn({ id })
    assert.equal(await codeOf(orderReturns.checkReturn({ id, lines: [{ ...found, restocked: 1 }] })), 'INVALID_RETURN_CHECK')
    assert.equal(await codeOf(orderReturns.approveReturn({ id, revision: '1' })), 'STALE_REVISION')
    assert.equal(await codeOf(orderReturns.approveReturn({ id })), 'RETURN_STATUS_NOT_ALLOWED')
    await orderReturns.checkReturn({ id, lines: [{ ...found, accepted: 0 }] })
    assert.equal(await codeOf(orderReturns.refundReturn({ id })), 'RETURN_STATUS_NOT_ALLOWED', 'nothing was accepted')
    const { return: refused } = await orderReturns.refuseReturn({ id, message: 'It has stood on a flame.' })
    assert.deepEqual([refused.status, refused.message, refused.actions], ['REFUSED', 'It has stood on a flame.', []])
    assert.equal(await codeOf(orderReturns.refuseReturn({ id, message: 'Again' })), 'RETURN_STATUS_NOT_ALLOWED')
    assert.equal(await codeOf(office.returns.cancelReturn({ id })), 'RETURN_STATUS_NOT_ALLOWED')
    const guest = newBuyer(shop)
    assert.equal(
      await codeOf(
        guest.returns.requestReturn({
          id: order.orderId,
          email: order.email,
          lines: [{ lineItemId: order.lines[0]!, quantity: 1, reason }],
        }),
      ),
      'NOT_RETURNABLE',
    )
    assert.equal((await ask(order)).number.at(-1), '2', 'the shop may begin another')
  })

  test('404 RETURN_NOT_FOUND', async () => {
    const id = newId()
    const { orderReturns } = office
    const lines = [{ lineItemId: newId(), condition: 'USED' as const, accepted: 1, restocked: 0 }]
    for (const call of [
      () => orderReturns.approveReturn({ id }),
      () => orderReturns.refuseReturn({ id, message: 'No' }),
      () => orderReturns.receiveReturn({ id }),
      () => orderReturns.checkReturn({ id, lines }),
      () => orderReturns.refundReturn({ id }),
      () => orderReturns.exchangeReturn({ id }),
    ])
      assert.equal(await codeOf(call()), 'RETURN_NOT_FOUND')
  })

  test('finds them by status, number, order and email, those that wait first, and counts them', async () => {
    const order = await sent()
    const done = await ask(order)
    await office.orderReturns.refuseReturn({ id: done.id, message: 'No' })
    const waits = await ask(await sent())
    const { orderReturns } = office
    const idsOf = async (input: Input<'POST /vitrine/v1/returns/search'>) =>
      (await orderReturns.searchReturns(input)).returns.map(({ id }) => id)
    assert.deepEqual(await idsOf({ words: done.number }), [done.id])
    assert.deepEqual(await idsOf({ words: `#${done.orderNumber}` }), [done.id])
    assert.deepEqual(await idsOf({ words: order.email }), [done.id])
    assert.deepEqual(await idsOf({ orderId: order.orderId, statuses: ['REQUESTED'] }), [])
    assert.equal((await idsOf({ statuses: ['REQUESTED'], limit: 1 }))[0], waits.id)
    const all: string[] = []
    for (let cursor: string | undefined, pages = 0; pages === 0 || cursor; pages++) {
      const page = await orderReturns.searchReturns({ limit: 3, ...(cursor && { cursor }) })
      all.push(...page.returns.map(({ id }) => id))
      cursor = page.nextCursor
    }
    assert.equal(new Set(all).size, all.length)
    assert.ok(all.indexOf(waits.id) < all.indexOf(done.id))
    const { counts } = await orderReturns.countReturns({})
    assert.equal(
      counts.reduce((sum, { count }) => sum + count, 0),
      all.length,
    )
    const [found] = (await orderReturns.searchReturns({ words: done.number })).returns
    assert.deepEqual([found?.customer?.email, found?.actions], [order.email, []])
  })
})

describe('two at once', () => {
  test('a refund and a second one: money goes back once', async () => {
    const order = await sent([{ product: mug, colour: 'Sage', quantity: 2 }])
    const { id } = await checked(order)
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(office.orderReturns.refundReturn({ id }))))
    assert.deepEqual(codes.sort(), ['RETURN_STATUS_NOT_ALLOWED', 'RETURN_STATUS_NOT_ALLOWED', 'done'])
    assert.equal(await refundedOf(order.orderId), '25.00')
  })

  test('a refund and an exchange: one of them', async () => {
    const order = await sent()
    const { id } = await checked(order)
    const variants = [{ lineItemId: order.lines[0]!, variantId: mug.variants['Ink']! }]
    const codes = await Promise.all([
      codeOf(office.orderReturns.refundReturn({ id })),
      codeOf(office.orderReturns.exchangeReturn({ id, variants })),
    ])
    assert.deepEqual(codes.sort(), ['RETURN_STATUS_NOT_ALLOWED', 'done'])
    assert.equal(await refundedOf(order.orderId), '25.00')
  })

  test('an approval without the goods and a refusal: a refund goes only where it was approved', async () => {
    for (let round = 0; round < 4; round++) {
      const order = await sent()
      const { id } = await ask(order)
      const { orderReturns } = office
      await Promise.all([
        attempt(orderReturns.approveReturn({ id, keepsGoods: true })),
        attempt(orderReturns.refuseReturn({ id, message: 'No' })),
      ])
      const status = await statusOf(id)
      assert.ok(status === 'CHECKED' || status === 'REFUSED')
      assert.equal(await codeOf(orderReturns.refundReturn({ id })), status === 'CHECKED' ? 'done' : 'RETURN_STATUS_NOT_ALLOWED')
      assert.equal(await refundedOf(order.orderId), status === 'CHECKED' ? '25.00' : '0.00')
    }
  })

  test('the refund of a return and one of its order: never more than was paid', async () => {
    const order = await sent()
    const { id } = await checked(order)
    const { payments } = (await office.orderTransactions.listTransactionsForSingleOrder({ orderId: order.orderId })).orderTransactions
    const byHand = office.orderBilling.refundPayments({
      orderId: order.orderId,
      paymentRefunds: [{ paymentId: payments[0]!.id! }],
      refundItems: { lineItems: [{ lineItemId: order.lines[0]!, quantity: 1 }] },
    })
    await Promise.all([attempt(byHand), attempt(office.orderReturns.refundReturn({ id }))])
    assert.equal(await refundedOf(order.orderId), '25.00')
  })
})
