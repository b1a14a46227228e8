import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Input } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'

const shop = await startPlatformForFile()
const product = (name: string) => addProduct(shop.platform, { site: shop.site, name, price: 2600, stock: 100 }, shop.clock.now())
const mug = await product('Morning Mug')
const bowl = await product('Evening Bowl')
const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })

type Sent = Input<'POST /ecom/v1/payments/orders/{orderId}/add-payment'>['payments'][number]

const orderOf = async (id: string) => (await app.orders.getOrder({ id })).order
const storyOf = async (id: string) => (await orderOf(id)).activities.map(({ activityType }) => activityType)
const setStock = ({ id }: TestProduct, quantity: number) =>
  shop.platform.database.query(sql`update stock set quantity = ${quantity} where site = ${shop.site} and product_id = ${id}`)
const stockOf = async ({ id }: TestProduct): Promise<number> => {
  const [row] = await shop.platform.database.query<{ quantity: number }>(
    sql`select quantity from stock where site = ${shop.site} and product_id = ${id}`,
  )
  return row!.quantity
}
const statusesOf = async (id: string) => {
  const { status, paymentStatus } = await orderOf(id)
  return [status, paymentStatus]
}

/** What an integration orders at a checkout of its own: a mug and its delivery, 30.90, or more. */
async function waiting(...products: readonly TestProduct[]): Promise<{ readonly orderId: string; readonly checkoutId: string }> {
  const buyer = newBuyer(shop)
  const checkoutId = await toCheckout(
    buyer,
    (products.length > 0 ? products : [mug]).map((product) => ({ product })),
  )
  const { orderId } = await buyer.checkout.createOrder({ id: checkoutId })
  assert.equal((await orderOf(orderId)).status, 'INITIALIZED')
  return { orderId, checkoutId }
}
const paidElsewhere = (amount: string, more: Partial<Sent> = {}): Sent => ({
  amount: { amount },
  regularPaymentDetails: { providerTransactionId: 'pi_7', gatewayTransactionId: 'gw_7' },
  ...more,
})
const add = (orderId: string, ...payments: Sent[]) => app.orderTransactions.addPayments({ orderId, payments })

describe('an order that waits for its first payment', () => {
  test('is read, updated, commented and found by the merchant’s key', async () => {
    const { orderId: id } = await waiting()
    const { order } = await app.orders.updateOrder({
      order: { id, buyerNote: 'ring twice', channelInfo: { externalOrderId: 'X-7' } },
    })
    assert.deepEqual([order.status, order.channelInfo?.externalOrderId], ['INITIALIZED', 'X-7'])
    await app.orders.addActivity({ id, activity: { merchantComment: { message: 'called them' } } })
    const found = await app.orders.searchOrders({ search: { filter: { id, status: 'INITIALIZED' } } })
    assert.equal(found.orders.length, 1)
  })

  test('is approved by a payment that was made elsewhere; its checkout and cart are done with', async () => {
    const { orderId, checkoutId } = await waiting()
    const { orderTransactions } = await add(orderId, paidElsewhere('30.90'))
    assert.deepEqual(
      orderTransactions.payments.map(({ regularPaymentDetails: regular }) => [regular?.status, regular?.providerTransactionId]),
      [['APPROVED', 'pi_7']],
    )
    assert.deepEqual(await statusesOf(orderId), ['APPROVED', 'PAID'])
    assert.ok((await orderOf(orderId)).purchasedDate)
    assert.deepEqual(
      (await storyOf(orderId)).filter((type) => type === 'ORDER_PAID'),
      ['ORDER_PAID'],
      'it is told once',
    )
    assert.equal((await app.checkout.getCheckout({ id: checkoutId })).checkout.completed, true)
    await shop.platform.jobs.settle()
    const types = await shop.platform.database.query<{ type: string }>(
      sql`select type from outbox where site = ${shop.site} and entity_id = ${orderId}`,
    )
    assert.equal(types.filter(({ type }) => type === 'wix.ecom.v1.order_approved').length, 1)
  })

  test('is approved by money that is held elsewhere, which is then captured, or voided', async () => {
    const [taken, released, told] = [await waiting(), await waiting(), await waiting()]
    const held = async ({ orderId }: { readonly orderId: string }) => {
      const { paymentsIds } = await add(orderId, paidElsewhere('30.90', { regularPaymentDetails: { status: 'AUTHORIZED' } }))
      assert.deepEqual(await statusesOf(orderId), ['APPROVED', 'PENDING'])
      assert.equal((await orderOf(orderId)).balanceSummary?.authorized?.amount, '30.90')
      assert.ok((await storyOf(orderId)).includes('AUTHORIZED_PAYMENT_CREATED'))
      return paymentsIds[0]!
    }
    const paymentId = await held(taken)
    assert.equal(await codeOf(add(taken.orderId, paidElsewhere('1.00'))), 'INVALID_AMOUNT', 'all of it is held')
    assert.equal(await codeOf(app.orders.cancelOrder({ id: taken.orderId })), 'ORDER_HAS_AUTHORIZED_TRANSACTION')
    await office.orderBilling.captureAuthorizedPayments({ orderId: taken.orderId, payments: [{ paymentId }] })
    assert.deepEqual(await statusesOf(taken.orderId), ['APPROVED', 'PAID'])

    await office.orderBilling.voidAuthorizedPayments({ orderId: released.orderId, paymentIds: [await held(released)] })
    assert.deepEqual(await statusesOf(released.orderId), ['APPROVED', 'NOT_PAID'])
    await app.orders.cancelOrder({ id: released.orderId })

    const place = { orderId: told.orderId, paymentId: await held(told) }
    assert.equal(await codeOf(app.orderTransactions.updatePaymentStatus({ ...place, status: 'PENDING' })), 'STATUS_NOT_ALLOWED')
    await app.orderTransactions.updatePaymentStatus({ ...place, status: 'APPROVED' })
    assert.deepEqual(await statusesOf(told.orderId), ['APPROVED', 'PAID'])
    const card = { amount: { amount: '1' }, giftcardPaymentDetails: { giftCardPaymentId: 'g7', appId: crypto.randomUUID() } }
    assert.equal(
      await codeOf(add((await waiting()).orderId, { ...card, status: 'AUTHORIZED' })),
      'STATUS_NOT_ALLOWED',
      'cards hold nothing',
    )
  })

  test('a payment that is on its way changes nothing until it has come', async () => {
    const { orderId } = await waiting()
    const { paymentsIds } = await add(orderId, paidElsewhere('30.90', { status: 'PENDING' }))
    assert.equal((await orderOf(orderId)).status, 'INITIALIZED')
    await app.orderTransactions.updatePaymentStatus({ orderId, paymentId: paymentsIds[0]!, status: 'APPROVED' })
    assert.deepEqual(await statusesOf(orderId), ['APPROVED', 'PAID'])
  })

  test('is approved when it is marked as paid, alone and among others, and by a manual payment of a part', async () => {
    const [one, two, three] = [await waiting(), await waiting(), await waiting()]
    const { order } = await app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId: one.orderId })
    assert.deepEqual([order.status, order.paymentStatus], ['APPROVED', 'PAID'])
    const { results } = await app.orders.paymentCollectionBulkMarkOrdersAsPaid({ ecomOrderIds: [two.orderId] })
    assert.deepEqual([results[0]?.item?.status, results[0]?.item?.paymentStatus], ['APPROVED', 'PAID'])
    await app.orders.recordManuallyCollectedPayment({ orderId: three.orderId, amount: { amount: '10' } })
    assert.deepEqual(await statusesOf(three.orderId), ['APPROVED', 'PARTIALLY_PAID'])
  })

  test('is collected for: what is due with it, all of it, and paying that approves it', async () => {
    const { orderId } = await waiting()
    assert.equal((await app.orders.getPaymentCollectabilityStatus({ ecomOrderId: orderId })).status, 'COLLECTABLE')
    const prepare = (amount: string) => app.orders.preparePaymentCollection({ ecomOrderId: orderId, amount: { amount } })
    assert.equal(await codeOf(prepare('10.00')), 'INVALID_AMOUNT')
    const { paymentGatewayOrderId: id } = await prepare('30.90')
    const payer = newBuyer(shop)
    const pay = { id, paymentToken: await card(payer), returnUrl: `${shop.url}/paid` }
    assert.equal((await payer.payments.payCollection(pay)).status, 'APPROVED')
    assert.deepEqual(await statusesOf(orderId), ['APPROVED', 'PAID'])
  })

  test('is collected for without an amount: all that is due with it, and paying that approves it', async () => {
    const { orderId } = await waiting()
    const { paymentGatewayOrderId: id } = await app.orders.paymentCollectionCreatePaymentGatewayOrder({ ecomOrderId: orderId })
    const payer = newBuyer(shop)
    await payer.payments.payCollection({ id, paymentToken: await card(payer), returnUrl: `${shop.url}/paid` })
    assert.deepEqual(await statusesOf(orderId), ['APPROVED', 'PAID'])
  })

  test('is cancelled, and its goods are in stock again whatever was asked', async () => {
    const before = await stockOf(mug)
    const { orderId } = await waiting()
    assert.equal(await stockOf(mug), before - 1)
    await app.orders.cancelOrder({ id: orderId, restockAllItems: false })
    assert.deepEqual(await statusesOf(orderId), ['CANCELED', 'CANCELED'])
    assert.equal(await stockOf(mug), before)
    assert.equal(await codeOf(add(orderId, paidElsewhere('30.90'))), 'ORDER_CANCELED')
  })
})

describe('goods that are gone meanwhile', () => {
  /** A declined card gave the goods back, and somebody else has them. */
  async function without(...products: readonly TestProduct[]): Promise<string> {
    const buyer = newBuyer(shop)
    const id = await toCheckout(
      buyer,
      products.map((product) => ({ product })),
    )
    const { orderId } = await buyer.checkout.createOrder({ id })
    await attempt(buyer.payments.placeOrder({ id, paymentToken: await card(buyer, '4000 0000 0000 0002'), returnUrl: `${shop.url}/back` }))
    await setStock(mug, 0)
    return orderId
  }

  test('FULL_OUT_OF_STOCK where nothing of the order is left, PARTIAL_OUT_OF_STOCK where some is; nothing is booked', async () => {
    const pending = async (orderId: string) => {
      const { paymentsIds } = await add(orderId, paidElsewhere('1.00', { status: 'PENDING' }))
      return paymentsIds[0]!
    }
    const amount = { amount: '1.00' }
    const calls: Readonly<Record<string, (orderId: string) => Promise<unknown>>> = {
      'add-payment': (orderId) => add(orderId, paidElsewhere('1.00')),
      'update-payment-transaction-status': async (orderId) =>
        app.orderTransactions.updatePaymentStatus({ orderId, paymentId: await pending(orderId), status: 'APPROVED' }),
      'manual-payment': (orderId) => app.orders.recordManuallyCollectedPayment({ orderId, amount }),
      'mark-as-paid': (ecomOrderId) => app.orders.paymentCollectionMarkOrderAsPaid({ ecomOrderId }),
      'redeem-gift-card': (orderId) =>
        office.orderBilling.redeemGiftCard({ orderId, giftCardCode: 'NO-SUCH-CARD-AT', amount, currency: 'EUR' }),
      'charge-order': (orderId) => office.orderBilling.chargeOrder({ orderId, giftCards: [{ giftCardCode: 'NO-SUCH-CARD-AT', amount }] }),
      'authorize-charge-with-saved-payment-method': (orderId) =>
        office.orderBilling.authorizeChargeWithSavedPaymentMethod({
          orderId,
          amount,
          currency: 'EUR',
          delayedCaptureSettings: {},
        }),
      'charge-memberships': (orderId) =>
        office.orderBilling.chargeMemberships({
          orderId,
          memberId: crypto.randomUUID(),
          memberships: [
            {
              lineItemId: crypto.randomUUID(),
              membershipIdentifier: { existingMembership: { appId: crypto.randomUUID(), membershipId: 'm7' } },
            },
          ],
        }),
      'charge-membership': (ecomOrderId) =>
        app.orders.chargeMemberships({
          ecomOrderId,
          memberId: crypto.randomUUID(),
          membershipCharges: [{ lineItemId: crypto.randomUUID(), appId: crypto.randomUUID(), membershipId: 'm7' }],
        }),
    }
    for (const [code, products] of [
      ['FULL_OUT_OF_STOCK', [mug]],
      ['PARTIAL_OUT_OF_STOCK', [mug, bowl]],
    ] as const) {
      await setStock(mug, 100)
      const orderId = await without(...products)
      for (const [name, call] of Object.entries(calls)) assert.equal(await codeOf(call(orderId)), code, name)
      const { status, balanceSummary } = await orderOf(orderId)
      assert.deepEqual([status, balanceSummary?.paid?.amount ?? '0.00'], ['INITIALIZED', '0.00'])
      await setStock(mug, 100)
      await add(orderId, paidElsewhere('1.00'))
      assert.deepEqual(await statusesOf(orderId), ['APPROVED', 'PARTIALLY_PAID'], 'once they are back it is approved')
    }
  })
})
