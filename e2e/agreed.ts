import { apiKey, createClient } from '@vitrine/client'
import { paymentLinks } from '@vitrine/client/back-office'
import type { OpenShop } from './shop.ts'

type Wanted = Parameters<OpenShop['merchant']['orders']['createOrder']>[0]['order']['lineItems']

/** An order of what was agreed by telephone, of which so much is asked for by a link; nobody has been sent it yet. */
export async function prepareLink({ merchant, url, apiKey: key }: OpenShop, email: string, amount: string, lineItems: Wanted) {
  const { order } = await merchant.orders.createOrder({
    order: { channelInfo: { type: 'BACKOFFICE_MERCHANT' }, lineItems, priceSummary: {}, buyerInfo: { email } },
    settings: { notifications: { sendNotificationToBuyer: false } },
  })
  const { paymentGatewayOrderId: id } = await merchant.orders.preparePaymentCollection({ ecomOrderId: order.id ?? '', amount: { amount } })
  const links = createClient({ baseUrl: url, auth: apiKey(key), modules: { paymentLinks } }).paymentLinks
  return { order, id, links }
}
