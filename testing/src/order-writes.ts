import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Route } from '@vitrine/contract'
import { card, newBuyer } from './buyer.ts'
import type { TestPlatform } from './platform.ts'

/** A write that can be done now: what stands in its path, and its body; and who does it, where nobody else may. */
export interface ReadyWrite {
  readonly params: Readonly<Record<string, string>>
  readonly body: object
  readonly token?: string
  /** Whether it is in the audit log; what is done with an API key is, where nothing else is said. */
  readonly told?: boolean
}

const line = { productName: { original: 'A jar' }, quantity: 1, price: { amount: '10' }, itemType: { preset: 'PHYSICAL' as const } }
const order = { channelInfo: { type: 'POS' as const }, lineItems: [line], priceSummary: {} }
const comment = { merchantComment: { message: 'Wrapped' } }
const byHand = { amount: { amount: '4.00' }, regularPaymentDetails: { offlinePayment: true } }

/** Above all numbers that tests have given, and higher with each write: a counter never falls. */
let counter = 50_000

/** The writes of the merchant's side of orders and their money, each with what it needs made before it. */
export function orderWrites(shop: TestPlatform): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const connection = { baseUrl: shop.url, auth: apiKey(shop.apiKey) }
  const app = createClient(connection)
  const office = createClient({ ...connection, modules: backOffice })
  const made = async (more: object = {}) => (await app.orders.createOrder({ order: { ...order, ...more } })).order
  const commented = async () => {
    const { id } = await made()
    return { id: id!, activityId: (await app.orders.addActivity({ id: id!, activity: comment })).activityId }
  }
  const recorded = async (more: object = {}) => {
    const orderId = (await made()).id!
    const { paymentsIds } = await app.orderTransactions.addPayments({ orderId, payments: [{ ...byHand, ...more }] })
    return { orderId, paymentId: paymentsIds[0]! }
  }
  const asked = async () => {
    const ecomOrderId = (await made()).id!
    return (await app.orders.preparePaymentCollection({ ecomOrderId, amount: { amount: '4.00' } })).paymentGatewayOrderId
  }
  const held = async () => {
    const ecomOrderId = (await made()).id!
    const { paymentGatewayOrderId: id } = await app.orders.preparePaymentCollection({
      ecomOrderId,
      amount: { amount: '4.00' },
      delayedCapture: true,
    })
    const payer = newBuyer(shop)
    await payer.payments.payCollection({ id, paymentToken: await card(payer), returnUrl: shop.url })
    const { orderTransactions } = await app.orderTransactions.listTransactionsForSingleOrder({ orderId: ecomOrderId })
    return { orderId: ecomOrderId, paymentId: orderTransactions.payments[0]!.id! }
  }
  const pay = async () => ({ paymentToken: await card(newBuyer(shop)), returnUrl: shop.url })
  return {
    'POST /ecom/v1/orders': async () => ({ params: {}, body: { order } }),
    'POST /ecom/v1/orders/import': async () => ({ params: {}, body: { order } }),
    'POST /ecom/v1/orders/import/bulk-delete-imported-orders': async () => ({
      params: {},
      body: { orderIds: [(await app.orders.importOrder({ order })).order.id] },
    }),
    'POST /ecom/v1/orders/import/set-order-number-counter': async () => ({ params: {}, body: { counter: String((counter += 1000)) } }),
    'POST /ecom/v1/orders/{orderId}/update-status': async () => ({
      params: { orderId: (await made({ status: 'PENDING' })).id! },
      body: { status: 'APPROVED' },
    }),
    'POST /vitrine/v1/orders/{orderId}/emails': async () => ({
      params: { orderId: (await made({ buyerInfo: { email: 'letters@example.com' } })).id! },
      body: { kind: 'ORDER_CONFIRMATION' },
    }),
    'POST /ecom/v1/orders/{id}/activities': async () => ({ params: { id: (await made()).id! }, body: { activity: comment } }),
    'POST /ecom/v1/orders/{orderId}/activities/add': async () => ({
      params: { orderId: (await made()).id! },
      body: { orderActivities: [{ activityType: 'INVOICE_SENT' }] },
    }),
    'PATCH /ecom/v1/orders/{id}/activities/{activityId}': async () => ({ params: await commented(), body: { activity: comment } }),
    'DELETE /ecom/v1/orders/{id}/activities/{activityId}': async () => ({ params: await commented(), body: {} }),
    'POST /ecom/v1/payments-collector/orders/{ecomOrderId}/create-payment-gateway-order': async () => ({
      params: { ecomOrderId: (await made()).id! },
      body: {},
    }),
    'POST /vitrine/v1/payment-collections/{id}/send': async () => ({ params: { id: await asked() }, body: { email: 'ada@example.com' } }),
    'POST /vitrine/v1/payment-collections/{id}/pay': async () => ({ params: { id: await asked() }, body: await pay() }),
    'POST /vitrine/v1/payment-collections/{id}/confirm': async () => {
      const id = await asked()
      const payer = newBuyer(shop)
      const paymentToken = await card(payer, '4000 0000 0000 3220')
      const { actionUrl } = await payer.payments.payCollection({ id, paymentToken, returnUrl: shop.url })
      const { resultToken } = await payer.payments.answerSandboxAuthentication({ id: actionUrl!.split('/').at(-1)!, answer: 'CONFIRM' })
      return { params: { id }, body: { resultToken } }
    },
    'POST /ecom/v1/payments/orders/{orderId}/add-payment': async () => ({
      params: { orderId: (await made()).id! },
      body: { payments: [byHand] },
    }),
    'POST /ecom/v1/payments/{paymentId}/orders/{orderId}/update-payment-transaction-status': async () => ({
      params: await recorded({ status: 'PENDING' }),
      body: { status: 'APPROVED' },
    }),
    'POST /ecom/v1/bulk/payments/update-payment-transaction-status': async () => ({
      params: {},
      body: { paymentAndOrderIds: [await recorded({ status: 'PENDING' })], status: 'APPROVED' },
    }),
    'POST /ecom/v1/payments/orders/{orderId}/update-payments': async () => {
      const { orderId, paymentId } = await recorded()
      return { params: { orderId }, body: { payments: [{ payment: { id: paymentId, refundDisabled: true } }] } }
    },
    'POST /ecom/v1/payments/orders/{orderId}/update-refund-transaction': async () => {
      const { orderId, paymentId } = await recorded()
      const { refundId } = await app.orders.triggerRefund({ ecomOrderId: orderId, payments: [{ paymentId, externalRefund: true }] })
      return { params: { orderId }, body: { refundId, transaction: { paymentId, providerRefundId: 're_7' } } }
    },
    'POST /ecom/v1/order-billing/capture-authorized-payments': async () => {
      const { orderId, paymentId } = await held()
      return { params: {}, body: { orderId, payments: [{ paymentId }] } }
    },
    'POST /ecom/v1/order-billing/void-authorized-payments': async () => {
      const { orderId, paymentId } = await held()
      return { params: {}, body: { orderId, paymentIds: [paymentId] } }
    },
    'POST /ecom/v1/order-billing/refund-payments': async () => {
      const { orderId, paymentId } = await recorded()
      return { params: {}, body: { orderId, paymentRefunds: [{ paymentId, externalRefund: true }] } }
    },
    'POST /ecom/v1/order-billing/redeem-gift-card': async () => {
      const { giftCard } = await office.giftCards.createGiftCard({
        giftCard: { initialValue: { amount: '5' }, currency: 'EUR', source: 'MANUAL' },
      })
      const body = { orderId: (await made()).id!, giftCardCode: giftCard.code, amount: { amount: '4.00' }, currency: 'EUR' }
      return { params: {}, body }
    },
    'POST /ecom/v1/order-billing/generate-receipts': async () => {
      const { orderId, paymentId } = await recorded()
      return { params: {}, body: { orderId, paymentIds: [paymentId] } }
    },
  }
}
