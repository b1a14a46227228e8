// Laws and races of edits: however an order is edited, and whatever else is done with it at the same moment, no unit and no cent is made or lost.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import fc from 'fast-check'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

let shop: TestPlatform
let stockItem: readonly TestProduct[]
let app: ReturnType<typeof newApp>
const newApp = () => {
  const connection = { baseUrl: shop.url, auth: apiKey(shop.apiKey) }
  const { draftOrders, orderBilling } = createClient({ ...connection, modules: backOffice })
  return { ...createClient(connection), draftOrders, orderBilling }
}

before(async () => {
  shop = await startTestPlatform()
  const { platform, site, clock } = shop
  stockItem = [
    await addProduct(platform, { site, name: 'Morning Mug', price: 2599, stock: 5000 }, clock.now()),
    await addProduct(platform, { site, name: 'Evening Bowl', price: 1999, stock: 5000 }, clock.now()),
    await addProduct(platform, { site, name: 'Noon Plate', price: 333, stock: 5000 }, clock.now()),
  ]
  app = newApp()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const cents = (price: { readonly amount: string } | undefined): number => Math.round(Number(price?.amount ?? 0) * 100)
const orderOf = async (id: string) => (await app.orders.getOrder({ id })).order

async function placed() {
  const buyer = newBuyer(shop)
  const id = await toCheckout(buyer, [
    { product: stockItem[0]!, quantity: 3 },
    { product: stockItem[1]!, quantity: 2 },
  ])
  const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: shop.url })
  return orderId
}

/** What is on the stock items, and what their movements come to: the two differ by what was there at first, always. */
async function stockItems(): Promise<number[]> {
  const rows = await shop.platform.database.query<{ quantity: number; moved: number }>(sql`
    select quantity, (select coalesce(sum(m.quantity), 0)::bigint from stock_movement m
      where m.site = s.site and m.product_id = s.product_id and m.variant_id = s.variant_id) as moved
    from stock s where site = ${shop.site} order by product_id`)
  // A write-off has two sides in the book, and none in stock.
  assert.ok(
    rows.every(({ quantity, moved }) => quantity === moved),
    JSON.stringify(rows),
  )
  return rows.map(({ quantity }) => quantity)
}

/** How many units an order holds off each stock item, by its book. */
async function heldBy(orderId: string): Promise<number[]> {
  const rows = await shop.platform.database.query<{ productId: string; held: number }>(sql`
    select product_id as "productId", -sum(quantity)::bigint as held from stock_movement
    where site = ${shop.site} and order_id = ${orderId} group by product_id`)
  return stockItem.map(({ id }) => rows.find(({ productId }) => productId === id)?.held ?? 0)
}

/** Whether all that is said of an order adds up. */
async function lawful(orderId: string) {
  const order = await orderOf(orderId)
  const { subtotal, discount, shipping, tax, total, totalAdditionalFees } = order.priceSummary!
  const added = order.taxIncludedInPrices ? 0 : cents(tax)
  assert.equal(cents(total), cents(subtotal) - cents(discount) + cents(shipping) + cents(totalAdditionalFees) + added)
  assert.ok(cents(total) >= 0)
  const parts = [
    ...order.lineItems.map(({ totalPriceAfterTax }) => totalPriceAfterTax),
    ...order.additionalFees.map(({ priceAfterTax }) => priceAfterTax),
    order.shippingInfo?.cost?.totalPriceAfterTax,
  ]
  assert.equal(
    parts.reduce((all, part) => all + cents(part), 0),
    cents(total),
  )
  const taxes = [
    ...order.lineItems.map(({ taxInfo }) => taxInfo?.taxAmount),
    ...order.additionalFees.map(({ taxInfo }) => taxInfo?.taxAmount),
    order.shippingInfo?.cost?.taxInfo?.taxAmount,
  ]
  assert.equal(
    taxes.reduce((all, part) => all + cents(part), 0),
    cents(tax),
  )
  for (const { totalPriceAfterTax, totalDiscount, quantity } of order.lineItems) {
    assert.ok(quantity > 0)
    assert.ok(cents(totalPriceAfterTax) >= 0 && cents(totalDiscount) >= 0)
  }
  const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId })
  const paid = orderTransactions.payments.reduce(
    (all, { amount, status }) => (status === 'APPROVED' || status.includes('REFUNDED') ? all + cents(amount) : all),
    0,
  )
  const refunded = cents(order.balanceSummary?.refunded)
  assert.ok(refunded <= paid)
  assert.equal(cents(order.balanceSummary?.paid), paid)
  assert.equal(cents(order.balanceSummary?.balance), cents(total) - paid + Math.min(refunded, Math.max(0, paid - cents(total))))
  const held = await heldBy(orderId)
  for (const [i, { id }] of stockItem.entries()) {
    const ordered = order.lineItems
      .filter(({ catalogReference }) => catalogReference?.catalogItemId === id)
      .reduce((all, { quantity, restockQuantity = 0 }) => all + quantity - restockQuantity, 0)
    assert.ok(held[i]! >= 0 && held[i]! <= ordered, JSON.stringify({ held, ordered }))
  }
  await stockItems()
  return order
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('quantity' as const), line: fc.nat(6), quantity: fc.nat(6) }),
  fc.record({ kind: fc.constant('price' as const), line: fc.nat(6), price: fc.integer({ min: 0, max: 9999 }) }),
  fc.record({ kind: fc.constant('add' as const), product: fc.nat(2), quantity: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('custom' as const), price: fc.integer({ min: 0, max: 5000 }), quantity: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    kind: fc.constant('discount' as const),
    percent: fc.integer({ min: 1, max: 100 }),
    on: fc.constantFrom('GLOBAL' as const, 'SHIPPING' as const),
  }),
  fc.record({ kind: fc.constant('amount' as const), amount: fc.integer({ min: 1, max: 3000 }), line: fc.nat(6) }),
  fc.record({ kind: fc.constant('fee' as const), price: fc.integer({ min: 0, max: 2000 }), taxable: fc.boolean() }),
  fc.record({ kind: fc.constant('switch' as const), which: fc.nat(5), applied: fc.boolean() }),
  fc.record({ kind: fc.constant('exempt' as const), taxExempt: fc.boolean() }),
  fc.record({ kind: fc.constant('shipping' as const), price: fc.integer({ min: 0, max: 2000 }) }),
)
const decimal = (units: number) => (units / 100).toFixed(2)

async function take(draftOrderId: string, one: typeof step extends fc.Arbitrary<infer Step> ? Step : never): Promise<void> {
  const { draftOrder } = (await app.draftOrders.getDraftOrder({ draftOrderId })).calculatedDraftOrder
  const line = 'line' in one ? draftOrder.lineItems[one.line % Math.max(1, draftOrder.lineItems.length)]?.lineItem.id : undefined
  switch (one.kind) {
    case 'quantity':
      if (line)
        await attempt(app.draftOrders.updateLineItems({ draftOrderId, lineItemChanges: [{ lineItemId: line, newQuantity: one.quantity }] }))
      return
    case 'price':
      if (line)
        await attempt(
          app.draftOrders.updateLineItems({ draftOrderId, lineItemChanges: [{ lineItemId: line, newPrice: decimal(one.price) }] }),
        )
      return
    case 'add': {
      const catalogLineItems = [{ catalogReference: stockItem[one.product]!.reference(), quantity: one.quantity }]
      await attempt(app.draftOrders.addLineItemsToDraftOrder({ draftOrderId, catalogLineItems }))
      return
    }
    case 'custom': {
      const customLineItems = [{ productName: { original: 'Work' }, price: { amount: decimal(one.price) }, quantity: one.quantity }]
      await app.draftOrders.addLineItemsToDraftOrder({ draftOrderId, customLineItems })
      return
    }
    case 'discount': {
      const discounts = [{ percentage: String(one.percent), discountType: one.on, applyToDraftOrder: true }]
      await app.draftOrders.createCustomDiscounts({ draftOrderId, discounts })
      return
    }
    case 'amount': {
      const discount = { priceAmount: { amount: decimal(one.amount) }, applyToDraftOrder: true }
      const discounts = [
        line
          ? { ...discount, discountType: 'SPECIFIC_ITEMS' as const, lineItemDiscounts: [{ id: line }] }
          : { ...discount, discountType: 'GLOBAL' as const },
      ]
      await attempt(app.draftOrders.createCustomDiscounts({ draftOrderId, discounts }))
      return
    }
    case 'fee': {
      const fee = { name: 'Handling', price: { amount: decimal(one.price) }, taxDetails: { taxable: one.taxable }, applyToDraftOrder: true }
      await app.draftOrders.createCustomAdditionalFees({ draftOrderId, customAdditionalFees: [fee] })
      return
    }
    case 'switch': {
      const { discounts } = draftOrder
      const id = discounts[one.which % Math.max(1, discounts.length)]?.discount.id
      if (id) await attempt(app.draftOrders.setDiscounts({ draftOrderId, discounts: [{ id, applied: one.applied }] }))
      return
    }
    case 'exempt':
      await app.draftOrders.setTaxExemption({ draftOrderId, taxExempt: one.taxExempt })
      return
    case 'shipping': {
      const shippingInfo = { title: 'By bike', cost: { price: { amount: decimal(one.price) } } }
      await app.draftOrders.setShippingInfo({ draftOrderId, shippingInfo })
    }
  }
}

describe('random histories of edits', () => {
  test('order = quote at commit, parts add up, units are conserved, and no refund exceeds what came', async () => {
    const history = fc.array(fc.record({ steps: fc.array(step, { minLength: 1, maxLength: 6 }), inventory: fc.boolean() }), {
      minLength: 1,
      maxLength: 3,
    })
    await fc.assert(
      fc.asyncProperty(history, fc.boolean(), async (edits, cancels) => {
        const before = await stockItems()
        const orderId = await placed()
        for (const { steps, inventory } of edits) {
          const begun = await attempt(app.draftOrders.createDraftOrder({ sourceOrderId: orderId }))
          const draftOrderId = begun[1]!.calculatedDraftOrder.draftOrder.id!
          assert.deepEqual(begun[1]!.calculatedDraftOrder.draftOrder.priceSummary, (await orderOf(orderId)).priceSummary)
          for (const one of steps) await take(draftOrderId, one)
          const { draftOrder } = (await app.draftOrders.getDraftOrder({ draftOrderId })).calculatedDraftOrder
          const updateInventory = inventory ? draftOrder.lineItems.map(({ lineItem }) => ({ lineItemId: lineItem.id })) : []
          const [refused, done] = await attempt(app.draftOrders.commitDraftOrder({ draftOrderId, commitSettings: { updateInventory } }))
          if (refused) {
            assert.equal(refused.code, 'DRAFT_ORDER_COMMIT_FAILED_VALIDATIONS')
            await app.draftOrders.deleteDraftOrder({ draftOrderId })
          } else assert.deepEqual(done.orderAfterCommit.priceSummary, draftOrder.priceSummary)
          await lawful(orderId)
        }
        const { payments } = (await app.orderTransactions.listTransactionsForSingleOrder({ orderId })).orderTransactions
        const paymentId = payments[0]!.id!
        const tooMuch = { amount: decimal(cents(payments[0]!.amount) + 1) }
        assert.equal(
          await codeOf(app.orderBilling.refundPayments({ orderId, paymentRefunds: [{ paymentId, amount: tooMuch }] })),
          'INVALID_PAYMENT_REFUND_AMOUNT',
        )
        await app.orderBilling.refundPayments({ orderId, paymentRefunds: [{ paymentId }] })
        await lawful(orderId)
        if (!cancels) return
        const held = await heldBy(orderId)
        const saved = await stockItems()
        await app.orders.cancelOrder({ id: orderId, restockAllItems: true })
        assert.deepEqual(await heldBy(orderId), [0, 0, 0])
        const after = await stockItems()
        assert.equal(
          after.reduce((all, one) => all + one, 0),
          saved.reduce((all, one) => all + one, 0) + held.reduce((all, one) => all + one, 0),
        )
        assert.ok(after.reduce((all, one) => all + one, 0) <= before.reduce((all, one) => all + one, 0))
      }),
      {
        numRuns: Number(process.env['VITRINE_RUNS'] ?? 12),
        examples: [
          // Something off a line that then costs nothing, before something off all.
          [
            [
              {
                steps: [
                  { kind: 'amount', amount: 1, line: 0 },
                  { kind: 'price', line: 0, price: 0 },
                  { kind: 'discount', percent: 1, on: 'GLOBAL' },
                ],
                inventory: false,
              },
            ],
            false,
          ],
          // Something off the delivery before something off the goods, and edited again.
          [
            [
              {
                steps: [
                  { kind: 'discount', percent: 2, on: 'SHIPPING' },
                  { kind: 'amount', amount: 1, line: 0 },
                  { kind: 'shipping', price: 25 },
                ],
                inventory: false,
              },
              { steps: [{ kind: 'switch', which: 0, applied: false }], inventory: false },
            ],
            false,
          ],
        ],
      },
    )
  })
})

describe('an edit is committed', () => {
  const edited = async () => {
    const orderId = await placed()
    const { draftOrder } = (await app.draftOrders.createDraftOrder({ sourceOrderId: orderId })).calculatedDraftOrder
    const draftOrderId = draftOrder.id!
    const [mugs, bowls] = draftOrder.lineItems.map(({ lineItem }) => lineItem.id)
    await app.draftOrders.updateLineItems({
      draftOrderId,
      lineItemChanges: [
        { lineItemId: mugs!, newQuantity: 1 },
        { lineItemId: bowls!, newQuantity: 4 },
      ],
    })
    const commit = () =>
      app.draftOrders.commitDraftOrder({
        draftOrderId,
        commitSettings: { updateInventory: [{ lineItemId: mugs! }, { lineItemId: bowls! }] },
      })
    return { orderId, draftOrderId, mugs: mugs!, commit }
  }

  test('once, whoever does it how often at once', async () => {
    const { orderId, commit } = await edited()
    const before = await stockItems()
    const codes = await Promise.all(Array.from({ length: 6 }, () => codeOf(commit())))
    assert.deepEqual(codes.toSorted(), [...Array.from({ length: 5 }, () => 'DRAFT_ORDER_ALREADY_COMMITTED'), 'done'].toSorted())
    const order = await lawful(orderId)
    assert.equal(order.activities.filter(({ type }) => type === 'DRAFT_ORDER_CHANGES_APPLIED').length, 1)
    const [mugs, bowls] = [0, 1].map((i) => stockItem[i]!.id)
    const after = await stockItems()
    assert.equal(
      after.reduce((all, one) => all + one, 0),
      before.reduce((all, one) => all + one, 0),
      `${mugs} ${bowls}`,
    )
  })

  test('and cancelled right after: what the edit left comes back, too', async () => {
    const { orderId, commit } = await edited()
    const before = await stockItems()
    assert.equal(await codeOf(commit()), 'done')
    assert.equal(await codeOf(app.orders.cancelOrder({ id: orderId, restockAllItems: true })), 'done')
    assert.deepEqual(await heldBy(orderId), [0, 0, 0])
    assert.equal(
      (await stockItems()).reduce((all, one) => all + one, 0),
      before.reduce((all, one) => all + one, 0) + 5,
    )
    await lawful(orderId)
  })

  test('or the order is cancelled, handed over or refunded first: never both, and all adds up', async () => {
    for (let i = 0; i < 4; i++) {
      const canceled = await edited()
      const [commit, cancel] = await Promise.all([
        codeOf(canceled.commit()),
        codeOf(app.orders.cancelOrder({ id: canceled.orderId, restockAllItems: true })),
      ])
      assert.equal(cancel, 'done')
      assert.ok(commit === 'done' || commit === 'DRAFT_ORDER_COMMIT_FAILED_VALIDATIONS', commit)
      const order = await lawful(canceled.orderId)
      assert.equal(order.status, 'CANCELED')
      assert.deepEqual(await heldBy(canceled.orderId), [0, 0, 0])
      assert.equal(order.lineItems[0]?.quantity, commit === 'done' ? 1 : 3)

      const sent = await edited()
      const fulfillment = { lineItems: [{ id: sent.mugs, quantity: 3 }] }
      const [committed, fulfilled] = await Promise.all([
        codeOf(sent.commit()),
        codeOf(app.orderFulfillments.createFulfillment({ orderId: sent.orderId, fulfillment })),
      ])
      const said = `${committed} ${fulfilled}`
      assert.ok(said === 'done FULFILLMENT_EXCEEDS_ORDER' || said === 'DRAFT_ORDER_COMMIT_FAILED_VALIDATIONS done', said)
      await lawful(sent.orderId)

      const back = await edited()
      const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId: back.orderId })
      const paymentRefunds = [{ paymentId: orderTransactions.payments[0]!.id!, amount: { amount: '10.00' } }]
      const [first, refund] = await Promise.all([
        codeOf(back.commit()),
        codeOf(app.orderBilling.refundPayments({ orderId: back.orderId, paymentRefunds })),
      ])
      assert.equal(refund, 'done')
      assert.ok(first === 'done' || first === 'DRAFT_ORDER_COMMIT_FAILED_VALIDATIONS', first)
      await lawful(back.orderId)
    }
  })

  test('by one of two who begin at once', async () => {
    const orderId = await placed()
    const begun = await Promise.all(Array.from({ length: 5 }, () => attempt(app.draftOrders.createDraftOrder({ sourceOrderId: orderId }))))
    const ids = begun.flatMap(([, done]) => done?.calculatedDraftOrder.draftOrder.id ?? [])
    assert.ok(ids.length >= 1)
    assert.equal(new Set(ids).size, 1)
    for (const [refused] of begun) if (refused) assert.equal(refused.code, 'ORDER_IS_ALREADY_EDITED')
    assert.deepEqual(
      begun.map(([refused]) => refused?.code),
      Array(5).fill(undefined),
      'all are the same caller’s, and go on with one draft',
    )
    assert.equal(begun.filter(([, done]) => done?.preexistingDraftOrder === false).length, 1)
  })
})
