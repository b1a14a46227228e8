import assert from 'node:assert/strict'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { SubscriptionInput } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { type Buyer, berlin, card, newBuyer } from './buyer.ts'
import { startPlatformForFile } from './platform-for-file.ts'
import { addProduct, type TestProduct } from './products.ts'

export const day = 24 * 3600 * 1000

type Settings = SubscriptionInput['subscriptionSettings']
export const monthly: Settings = { frequency: 'MONTH', autoRenewal: true, enableCustomerCancellation: true }

interface Begun {
  readonly buyer: Buyer
  readonly orderId: string
  readonly id: string
}

interface Planned extends TestProduct {
  readonly planId: string
}

/** For a file of tests of subscriptions: a shop, ways to begin one, and what becomes of it. */
export async function startRenewingShop() {
  const shop = await startPlatformForFile()
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

  /** A checkout with something that comes again and again, and perhaps something beside it. */
  async function checkout(
    buyer: Buyer,
    settings: Settings,
    { price = '20', beside }: { price?: string; beside?: string } = {},
  ): Promise<string> {
    const { checkout: made } = await buyer.checkout.createCheckout({
      channelType: 'WEB',
      customLineItems: [
        {
          quantity: 1,
          price,
          productName: { original: 'Coffee' },
          itemType: { preset: 'SERVICE' },
          subscriptionOptionInfo: { title: { original: 'Every month' }, subscriptionSettings: settings },
        },
        ...(beside ? [{ quantity: 1, price: beside, productName: { original: 'A print' }, itemType: { preset: 'SERVICE' as const } }] : []),
      ],
      checkoutInfo: { buyerInfo: { email: 'ada@example.com' }, billingInfo: berlin },
    })
    return made.id!
  }

  async function subscribe(settings: Settings, more: { price?: string; beside?: string; cardNumber?: string } = {}): Promise<Begun> {
    const buyer = newBuyer(shop)
    const id = await checkout(app as unknown as Buyer, settings, more)
    const { orderId, status, actionUrl } = await app.payments.placeOrder({
      id,
      paymentToken: await card(buyer, more.cardNumber),
      returnUrl: `${shop.url}/back`,
    })
    if (status === 'REQUIRES_ACTION') {
      const { resultToken } = await buyer.payments.answerSandboxAuthentication({ id: actionUrl!.split('/').at(-1)!, answer: 'CONFIRM' })
      await app.payments.confirmPayment({ id: orderId, resultToken })
    }
    await shop.platform.jobs.settle()
    const { order } = await app.orders.getOrder({ id: orderId })
    return { buyer, orderId, id: order.lineItems[0]!.subscriptionInfo!.id! }
  }

  /** Something from the catalogue that is sold every month, too. */
  async function planned(name: string, stock: number, itemType: 'PHYSICAL' | 'SERVICE' = 'PHYSICAL'): Promise<Planned> {
    const planId = newId()
    const settings = { frequency: 'MONTH' as const, interval: 1, autoRenewal: true, enableCustomerCancellation: true }
    const plans = [{ id: planId, title: 'Every month', settings }]
    const product = await addProduct(shop.platform, { site: shop.site, name, price: 2000, stock, plans, itemType }, shop.clock.now())
    return { ...product, planId }
  }

  /** A plan of something from the catalogue, delivered where that is needed. */
  async function subscribeTo(product: Planned, cardNumber?: string, couponCode?: string): Promise<Begun> {
    const buyer = newBuyer(shop)
    const reference = product.reference()
    const { checkout: made } = await buyer.checkout.createCheckout({
      channelType: 'WEB',
      lineItems: [
        { quantity: 1, catalogReference: { ...reference, options: { ...reference.options, subscriptionOptionId: product.planId } } },
      ],
      checkoutInfo: {
        buyerInfo: { email: 'ada@example.com' },
        billingInfo: berlin,
        shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } },
      },
      ...(couponCode && { couponCode }),
    })
    const { orderId } = await buyer.payments.placeOrder({
      id: made.id!,
      paymentToken: await card(buyer, cardNumber),
      returnUrl: `${shop.url}/back`,
    })
    await shop.platform.jobs.settle()
    const { order } = await app.orders.getOrder({ id: orderId })
    return { buyer, orderId, id: order.lineItems[0]!.subscriptionInfo!.id! }
  }

  return {
    shop,
    office,
    app,
    subscribe,
    planned,
    subscribeTo,
    stands: async (id: string) => office.subscriptionContracts.getSubscription({ id }),
    ordersOf: async (id: string) =>
      (
        await app.orders.searchOrders({
          search: { filter: { 'lineItems.subscriptionInfo.id': id }, sort: [{ fieldName: 'number', order: 'ASC' }] },
        })
      ).orders,
    async leftOf({ id }: TestProduct) {
      const [row] = await shop.platform.database.query<{ quantity: number }>(
        sql`select quantity from stock where site = ${shop.site} and product_id = ${id}`,
      )
      return row!.quantity
    },
    async lastEmail(subject: RegExp) {
      const { messages } = await app.inbox.listMessages({})
      const found = messages.find((email) => subject.test(email.subject))
      assert.ok(found, `an email like ${subject}`)
      return (await app.inbox.getMessage({ id: found.id })).message
    },
    /** The work of a minute, here and by the clock of the jobs, until no bank is being asked any more. */
    async aMinute(): Promise<void> {
      const { platform } = shop
      await platform.everyMinute()
      for (;;) {
        const [open] = await platform.database.query<{ count: number }>(
          sql`select count(*)::int as count from payment where status = 'PENDING' and provider <> 'manual'`,
        )
        if (open!.count === 0) return
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
  }
}
