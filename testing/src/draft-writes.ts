import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Route } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { berlin } from './buyer.ts'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'

const jar = { productName: { original: 'A jar' }, quantity: 2, price: { amount: '10.00' }, itemType: { preset: 'PHYSICAL' as const } }
const lid = { ...jar, productName: { original: 'A lid' }, quantity: 1 }
const tenth = { percentage: '10', discountType: 'GLOBAL' as const, description: 'For waiting' }
const wrapping = { name: 'Gift wrapping', price: { amount: '3.00' } }

/** The writes of drafts of orders, each with the draft that it needs begun before it. */
export function draftWrites(shop: TestPlatform): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const connection = { baseUrl: shop.url, auth: apiKey(shop.apiKey) }
  const { orders } = createClient(connection)
  const { draftOrders } = createClient({ ...connection, modules: backOffice })
  const ordered = async () => {
    const { order } = await orders.createOrder({
      order: { channelInfo: { type: 'POS' }, status: 'APPROVED', lineItems: [jar], priceSummary: {} },
    })
    return order.id!
  }
  /** The edit of an order that stands. */
  const edit = async () => (await draftOrders.createDraftOrder({ sourceOrderId: await ordered() })).calculatedDraftOrder.draftOrder
  /** A new order that is being written. */
  const fresh = async () =>
    (await draftOrders.createDraftOrder({ draftOrder: { customLineItems: [jar] } })).calculatedDraftOrder.draftOrder.id!
  const discounted = async () => {
    const draftOrderId = (await edit()).id!
    const { draftOrder } = (await draftOrders.createCustomDiscounts({ draftOrderId, discounts: [tenth] })).calculatedDraftOrder
    return { draftOrderId, id: draftOrder.discounts[0]!.discount.id! }
  }
  const charged = async () => {
    const draftOrderId = (await edit()).id!
    const { draftOrder } = (await draftOrders.createCustomAdditionalFees({ draftOrderId, customAdditionalFees: [wrapping] }))
      .calculatedDraftOrder
    return { draftOrderId, id: draftOrder.additionalFees[0]!.additionalFee.id }
  }
  /** Something of an edit, with the edit named in the path; or in the body. */
  const inPath = (body: object) => async () => ({ params: { draftOrderId: (await edit()).id! }, body })
  const inBody = (body: object) => async () => ({ params: {}, body: { draftOrderId: (await edit()).id!, ...body } })
  return {
    'POST /ecom/v1/draft-orders': async () => ({ params: {}, body: { sourceOrderId: await ordered() }, told: false }),
    'POST /ecom/v1/draft-orders/create-empty-draft-order': async () => ({ params: {}, body: {} }),
    'DELETE /ecom/v1/draft-orders/{draftOrderId}': inPath({}),
    'POST /ecom/v1/draft-orders/{draftOrderId}/add-line-items': inPath({ customLineItems: [lid] }),
    'POST /ecom/v1/draft-orders/{draftOrderId}/line-items': async () => {
      const { id, lineItems } = await edit()
      const lineItemChanges = [{ lineItemId: lineItems[0]!.lineItem.id, newQuantity: 3 }]
      return { params: { draftOrderId: id! }, body: { lineItemChanges } }
    },
    'POST /ecom/v1/draft-orders/{draftOrderId}/create-custom-discounts': inPath({ discounts: [tenth] }),
    'POST /ecom/v1/draft-orders/{draftOrderId}/set-discounts': async () => {
      const { draftOrderId, id } = await discounted()
      return { params: { draftOrderId }, body: { discounts: [{ id, applied: true }] } }
    },
    'POST /ecom/v1/draft-orders/{draftOrderId}/delete-custom-discounts': async () => {
      const { draftOrderId, id } = await discounted()
      return { params: { draftOrderId }, body: { discountIds: [id] } }
    },
    'POST /ecom/v1/draft-orders/{draftOrderId}/create-additional-fees': inPath({ customAdditionalFees: [wrapping] }),
    'POST /ecom/v1/draft-orders/{draftOrderId}/set-additional-fees': async () => {
      const { draftOrderId, id } = await charged()
      return { params: { draftOrderId }, body: { additionalFees: [{ id, applied: true }] } }
    },
    'POST /ecom/v1/draft-orders/{draftOrderId}/delete-custom-additional-fees': async () => {
      const { draftOrderId, id } = await charged()
      return { params: { draftOrderId }, body: { customAdditionalFees: [id] } }
    },
    'PUT /ecom/v1/draft-orders/set-buyer-info': inBody({ buyerInfo: { email: 'grace@example.com' } }),
    'PUT /ecom/v1/draft-orders/set-recipient-info': inBody({ recipientInfo: berlin }),
    'PUT /ecom/v1/draft-orders/set-billing-info': inBody({ billingInfo: berlin }),
    'PUT /ecom/v1/draft-orders/set-shipping-info': inBody({
      shippingInfo: { title: 'Air mail', code: 'air', logistics: { shippingDestination: berlin }, cost: { price: { amount: '5.00' } } },
    }),
    'PUT /ecom/v1/draft-orders/set-business-location': inBody({ businessLocation: { id: newId(), name: 'The stall' } }),
    'PUT /ecom/v1/draft-orders/set-tax-exemption': inBody({ taxExempt: true }),
    'POST /ecom/v1/draft-orders/{draftOrderId}/set-deposit': async () => ({
      params: { draftOrderId: await fresh() },
      body: { depositDetails: { percentage: '50' } },
    }),
    'POST /ecom/v1/draft-orders/{id}/update-extended-fields': async () => ({
      params: { id: (await edit()).id! },
      body: { namespace: '@acme/desk', namespaceData: { ticket: 'A-1' } },
    }),
    'POST /ecom/v1/draft-orders/{draftOrderId}/commit': async () => {
      const draftOrderId = (await edit()).id!
      await draftOrders.addLineItemsToDraftOrder({ draftOrderId, customLineItems: [lid] })
      return { params: { draftOrderId }, body: { reason: 'A lid as well' } }
    },
    'PATCH /vitrine/v1/draft-orders/{id}': async () => ({ params: { id: await fresh() }, body: { note: 'The dark ones.' } }),
    'POST /vitrine/v1/draft-orders/{id}/place': async () => ({ params: { id: await fresh() }, body: { payment: 'PAID' } }),
    'POST /ecom/v1/draft-orders/{draftOrderId}/create-order': async () => ({ params: { draftOrderId: await fresh() }, body: {} }),
  }
}
