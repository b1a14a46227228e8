import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Input } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { startOfferingShop } from '../src/offering-shop.ts'
import { addProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'

const { shop, app, giftCard, order } = await startOfferingShop()

describe('what is paid later', () => {
  const settings = { frequency: 'MONTH', interval: 1, autoRenewal: true, enableCustomerCancellation: true } as const
  const checkoutOf = async (
    lineItems: Input<'POST /ecom/v1/checkouts'>['lineItems'],
    customLineItems?: Input<'POST /ecom/v1/checkouts'>['customLineItems'],
  ) =>
    (
      await app.checkout.createCheckout({
        channelType: 'BACKOFFICE_MERCHANT',
        lineItems,
        ...(customLineItems && { customLineItems }),
        checkoutInfo: { buyerInfo: { email: 'ada@example.com' } },
      })
    ).checkout

  test('a deposit is paid with the order, the rest is due', async () => {
    const table = {
      quantity: 2,
      price: '400',
      productName: { original: 'Table' },
      itemType: { preset: 'SERVICE' as const },
      paymentOption: 'DEPOSIT_ONLINE' as const,
      depositAmount: '100',
    }
    const checkout = await checkoutOf(undefined, [table])
    assert.deepEqual(
      [checkout.payNow?.total?.amount, checkout.payLater?.total?.amount, checkout.lineItems[0]?.depositAmount?.amount],
      ['200.00', '600.00', '200.00'],
    )
    const { orderId } = await order(app, checkout.id!)
    const { order: made } = await app.orders.getOrder({ id: orderId })
    assert.deepEqual(
      [made.status, made.paymentStatus, made.balanceSummary?.paid?.amount, made.balanceSummary?.balance?.amount],
      ['APPROVED', 'PARTIALLY_PAID', '200.00', '600.00'],
    )
    assert.deepEqual([made.lineItems[0]?.paymentOption, made.lineItems[0]?.depositAmount?.amount], ['DEPOSIT_ONLINE', '200.00'])
  })

  test('what is paid offline needs no bank', async () => {
    const lesson = {
      quantity: 1,
      price: '45',
      productName: { original: 'Lesson' },
      itemType: { preset: 'SERVICE' as const },
      paymentOption: 'FULL_PAYMENT_OFFLINE' as const,
    }
    const checkout = await checkoutOf(undefined, [lesson])
    assert.deepEqual([checkout.payNow?.total?.amount, checkout.payLater?.total?.amount], ['0.00', '45.00'])
    const { orderId } = await order(app, checkout.id!, false)
    const { order: made } = await app.orders.getOrder({ id: orderId })
    assert.deepEqual([made.status, made.paymentStatus, made.balanceSummary?.balance?.amount], ['APPROVED', 'NOT_PAID', '45.00'])
  })

  test('a subscription says how it goes on; a free trial is paid when it is over', async () => {
    const plans = [
      { id: newId(), title: 'Every month', settings, percentOff: '10' },
      { id: newId(), title: 'Try it', settings: { ...settings, freeTrialPeriod: { frequency: 'WEEK' as const, interval: 2 } } },
    ]
    const coffee = await addProduct(
      shop.platform,
      { site: shop.site, name: 'Coffee', price: 1000, stock: 50, plans, itemType: 'SERVICE' },
      shop.clock.now(),
    )
    const line = (subscriptionOptionId?: string) => {
      const reference = coffee.reference()
      return {
        quantity: 1,
        catalogReference: { ...reference, options: { ...reference.options, ...(subscriptionOptionId && { subscriptionOptionId }) } },
      }
    }
    const checkout = await checkoutOf([line(plans[0]!.id), line(plans[1]!.id), line()])
    assert.deepEqual(
      checkout.lineItems.map(({ price, subscriptionOptionInfo, savePaymentMethod }) => [
        price?.amount,
        subscriptionOptionInfo?.title?.original,
        savePaymentMethod,
      ]),
      [
        ['9.00', 'Every month', true],
        ['10.00', 'Try it', true],
        ['10.00', undefined, false],
      ],
    )
    assert.deepEqual(
      [checkout.payNow?.total?.amount, checkout.payAfterFreeTrial?.total?.amount, checkout.priceSummary?.total?.amount],
      ['19.00', '10.00', '29.00'],
    )
    const { orderId } = await order(app, checkout.id!)
    const { order: made } = await app.orders.getOrder({ id: orderId })
    assert.deepEqual(
      made.lineItems.map(({ subscriptionInfo }) => [
        subscriptionInfo?.cycleNumber,
        subscriptionInfo?.subscriptionSettings?.frequency,
        subscriptionInfo?.subscriptionSettings?.startDate,
      ]),
      [
        [1, 'MONTH', shop.clock.now().toISOString()],
        [1, 'MONTH', shop.clock.now().toISOString()],
        [undefined, undefined, undefined],
      ],
    )
    assert.deepEqual([made.payAfterFreeTrial?.total?.amount, made.balanceSummary?.paid?.amount], ['10.00', '19.00'])
  })

  test('SUBSCRIPTION_WITH_GIFT_CARD where nothing else is bought; MEMBERS_ONLY_ITEM without a membership', async () => {
    const { code } = await giftCard('100')
    const box = {
      quantity: 1,
      price: '20',
      productName: { original: 'Box' },
      itemType: { preset: 'SERVICE' as const },
      subscriptionOptionInfo: { subscriptionSettings: { frequency: 'MONTH' as const } },
    }
    const checkout = await checkoutOf(undefined, [box])
    await app.checkout.updateCheckout({ checkout: { id: checkout.id! }, giftCardCode: code })
    assert.equal(await codeOf(app.checkout.createOrder({ id: checkout.id! })), 'SUBSCRIPTION_WITH_GIFT_CARD')
    const lesson = {
      quantity: 1,
      price: '45',
      productName: { original: 'Class' },
      itemType: { preset: 'SERVICE' as const },
      paymentOption: 'MEMBERSHIP' as const,
    }
    const members = await checkoutOf(undefined, [lesson])
    assert.equal(members.violations[0]?.severity, 'ERROR')
    assert.equal(await codeOf(app.checkout.createOrder({ id: members.id! })), 'MEMBERS_ONLY_ITEM')
  })
})
