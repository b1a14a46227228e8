import { createClient, token } from '@vitrine/client'
import * as account from '@vitrine/client/account'
import * as modules from '@vitrine/client/modules'
import { newId } from '@vitrine/platform/kernel/db/id'
import { keyRing } from '@vitrine/platform/people/identity/keys'
import { tokens } from '@vitrine/platform/people/identity/tokens'
import { berlin, card, newBuyer } from './buyer.ts'
import type { TestPlatform } from './platform.ts'
import { addProduct } from './products.ts'

/** A member with a client of their own, in which all that members may ask is in. */
export async function newMember(shop: TestPlatform, memberId: string = newId()) {
  const bearer = { kind: 'member' as const, site: shop.site, memberId, visitorId: newId(), clientId: shop.clientId }
  const { access } = await tokens(keyRing(shop.platform.database), shop.clock).issue(bearer)
  const client = createClient({ baseUrl: shop.url, auth: token(access), modules: { ...modules, ...account } })
  return { memberId, access, client }
}

export type TestMember = Awaited<ReturnType<typeof newMember>>

export interface SubscribeOptions {
  /** Whether the shop lets buyers end it themselves. */
  readonly mayEnd?: boolean
  readonly cardNumber?: string
}

/** Buys something that comes every month, as a member who leaves the card. */
export async function subscribeAs(shop: TestPlatform, { client }: TestMember, { mayEnd = true, cardNumber }: SubscribeOptions = {}) {
  const planId = newId()
  const settings = { frequency: 'MONTH' as const, interval: 1, autoRenewal: true, enableCustomerCancellation: mayEnd }
  const product = await addProduct(
    shop.platform,
    { site: shop.site, name: 'Coffee', price: 2000, stock: 50, plans: [{ id: planId, title: 'Every month', settings }] },
    shop.clock.now(),
  )
  const reference = product.reference()
  const { checkout } = await client.checkout.createCheckout({
    channelType: 'WEB',
    lineItems: [{ quantity: 1, catalogReference: { ...reference, options: { ...reference.options, subscriptionOptionId: planId } } }],
    checkoutInfo: {
      buyerInfo: { email: 'ada@example.com' },
      billingInfo: berlin,
      shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } },
    },
  })
  const paymentToken = await card(newBuyer(shop), cardNumber)
  const { orderId } = await client.payments.placeOrder({ id: checkout.id!, paymentToken, returnUrl: `${shop.url}/back` })
  await shop.platform.jobs.settle()
  const { order } = await client.orders.getOrder({ id: orderId })
  return { orderId, id: order.lineItems[0]!.subscriptionInfo!.id! }
}
