import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Route } from '@vitrine/contract'
import { membershipsApp } from '@vitrine/platform/commerce/selling/apps'
import { newId } from '@vitrine/platform/kernel/db/id'
import { keyRing } from '@vitrine/platform/people/identity/keys'
import { tokens } from '@vitrine/platform/people/identity/tokens'
import { berlin, card, newBuyer } from './buyer.ts'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'
import type { StockItems } from './populate.ts'
import { newMember, subscribeAs } from './subscribed-member.ts'

/** A picture of one point. */
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const euros = (amount: string) => ({ amount: { amount } })

/** Writes that charge an order in the admin, of saved cards, and of subscriptions, each with what it needs made before it. */
export function chargeWrites(shop: TestPlatform, { print }: StockItems): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const connection = { baseUrl: shop.url, auth: apiKey(shop.apiKey) }
  const app = createClient(connection)
  const office = createClient({ ...connection, modules: backOffice })
  /** Of the catalogue: a membership pays for nothing else. */
  const line = {
    productName: { original: 'Print' },
    quantity: 1,
    price: { amount: '10.00' },
    itemType: { preset: 'PHYSICAL' as const },
    catalogReference: print.reference(),
  }
  const returnUrl = `${shop.url}/back`
  const ordered = async () => {
    const memberId = newId()
    const { order } = await app.orders.createOrder({
      order: { channelInfo: { type: 'POS' }, buyerInfo: { memberId }, lineItems: [line], priceSummary: {} },
    })
    return { memberId, orderId: order.id!, lineItemId: order.lineItems[0]!.id }
  }
  /** An order of a member who has paid a part of it, and left the card. */
  const withCard = async () => {
    const { memberId, orderId } = await ordered()
    const { regularChargeResponseToken: id } = await office.orderBilling.chargeOrder({
      orderId,
      regularCharge: { ...euros('4.00'), delayedCharge: true, savePaymentMethod: true },
    })
    const payer = newBuyer(shop)
    await payer.payments.payCollection({ id: id!, paymentToken: await card(payer), returnUrl })
    return { memberId, orderId }
  }
  /** An order whose line a membership of its buyer can pay for. */
  const withMembership = async () => {
    const { memberId, orderId, lineItemId } = await ordered()
    const { membership } = await office.memberships.createMembership({ membership: { memberId, name: 'Club', percentOff: '100' } })
    const existingMembership = { appId: membershipsApp, membershipId: membership.id }
    return { orderId, memberId, memberships: [{ lineItemId, membershipIdentifier: { existingMembership } }] }
  }
  /** Something that comes every month. */
  const subscribed = async () => {
    const { checkout } = await app.checkout.createCheckout({
      channelType: 'WEB',
      customLineItems: [
        {
          quantity: 1,
          price: '20',
          productName: { original: 'Coffee' },
          itemType: { preset: 'SERVICE' },
          subscriptionOptionInfo: {
            subscriptionSettings: { frequency: 'MONTH', autoRenewal: true, enableCustomerCancellation: true },
          },
        },
      ],
      checkoutInfo: { buyerInfo: { email: 'ada@example.com' }, billingInfo: berlin },
    })
    const { orderId } = await app.payments.placeOrder({ id: checkout.id!, paymentToken: await card(newBuyer(shop)), returnUrl })
    await shop.platform.jobs.settle()
    const { order } = await app.orders.getOrder({ id: orderId })
    return { orderId, subscriptionId: order.lineItems[0]!.subscriptionInfo!.id! }
  }
  /** Something that comes every month to a member. */
  const subscribedMember = async () => {
    const member = await newMember(shop)
    const { id } = await subscribeAs(shop, member)
    const { subscriptions } = await member.client.mySubscriptions.listMySubscriptions({})
    return { ...member, id, next: subscriptions[0]! }
  }
  const savedCard = async () => {
    const { memberId } = await withCard()
    const { savedPaymentMethods } = await app.payments.listSavedPaymentMethods({ siteMemberId: memberId })
    const issuer = tokens(keyRing(shop.platform.database), shop.clock)
    const bearer = { kind: 'member' as const, site: shop.site, memberId, visitorId: newId(), clientId: shop.clientId }
    const { access } = await issuer.issue(bearer)
    return { params: { savedPaymentMethodId: savedPaymentMethods[0]!.id }, body: {}, token: access }
  }
  return {
    'POST /ecom/v1/order-billing/charge-order': async () => {
      const { orderId } = await withCard()
      return { params: {}, body: { orderId, regularCharge: euros('6.00'), merchantInitiated: true } }
    },
    'POST /ecom/v1/order-billing/authorize-charge-with-saved-payment-method': async () => {
      const { orderId } = await withCard()
      const delayedCaptureSettings = {
        scheduledAction: { actionType: 'CAPTURE' as const },
        delayDuration: { count: 2, unit: 'DAYS' as const },
      }
      return { params: {}, body: { orderId, ...euros('6.00'), currency: 'EUR', delayedCaptureSettings } }
    },
    'POST /ecom/v1/order-billing/charge-memberships': async () => ({ params: {}, body: await withMembership() }),
    'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/charge-membership': async () => {
      const { orderId, memberId, memberships } = await withMembership()
      const membershipCharges = memberships.map(({ lineItemId, membershipIdentifier: { existingMembership } }) => ({
        lineItemId,
        ...existingMembership,
      }))
      return { params: { ecomOrderId: orderId }, body: { memberId, membershipCharges } }
    },
    'POST /ecom/v1/order-billing/void-memberships': async () => {
      const choice = await withMembership()
      const { payments } = await office.orderBilling.chargeMemberships(choice)
      return { params: {}, body: { orderId: choice.orderId, paymentIds: payments.map(({ id }) => id) } }
    },
    'POST /_api/payments/saved-payment-methods/v1/saved-payment-methods/{savedPaymentMethodId}/mark-primary': savedCard,
    'DELETE /_api/payments/saved-payment-methods/v1/saved-payment-methods/{savedPaymentMethodId}': savedCard,
    'POST /vitrine/v1/orders/{id}/end-subscription': async () => {
      const { orderId, subscriptionId } = await subscribed()
      return { params: { id: orderId }, body: { subscriptionId, email: 'ada@example.com' } }
    },
    'POST /vitrine/v1/members/my/photo': async () => ({
      params: {},
      body: { content: onePixel },
      token: (await newMember(shop)).access,
    }),
    'POST /vitrine/v1/members/my/subscriptions/{id}/end': async () => {
      const { id, access } = await subscribedMember()
      return { params: { id }, body: {}, token: access }
    },
    'POST /vitrine/v1/members/my/subscriptions/{id}/resume': async () => {
      const { id, access, client } = await subscribedMember()
      await client.mySubscriptions.endMySubscription({ id })
      return { params: { id }, body: {}, token: access }
    },
    'POST /vitrine/v1/members/my/subscriptions/{id}/skip': async () => {
      const { id, access, next } = await subscribedMember()
      return { params: { id }, body: { chargeDate: next.nextChargeDate! }, token: access }
    },
    'POST /vitrine/v1/members/my/subscriptions/{id}/card': async () => {
      const { id, access, next } = await subscribedMember()
      return { params: { id }, body: { savedPaymentMethodId: next.savedPaymentMethodId! }, token: access }
    },
    'POST /vitrine/v1/subscriptions/{id}/cancel': async () => ({
      params: { id: (await subscribed()).subscriptionId },
      body: { effectiveAt: 'IMMEDIATELY' },
    }),
    'POST /vitrine/v1/subscriptions/{id}/resume': async () => {
      const { subscriptionId: id } = await subscribed()
      await office.subscriptionContracts.cancelSubscription({ id, effectiveAt: 'NEXT_PAYMENT_DATE' })
      return { params: { id }, body: {} }
    },
  }
}
