import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { saveCollection } from '@vitrine/platform/commerce/catalogue/save'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { berlin, card, newBuyer } from './buyer.ts'
import { addPicture } from './pictures.ts'
import type { TestPlatform } from './platform.ts'
import { type Customer, newCustomer, rowsOf, type StockItems } from './populate.ts'
import { addProduct } from './products.ts'
import { newMember } from './subscribed-member.ts'

/** Somebody with one of everything that others must not see, and what a shop does not show its buyers. */
export interface Victim {
  readonly customer: Customer
  readonly memberId: string
  readonly savedCardId: string
  readonly membersOrderId: string
  readonly orderLineId: string
  readonly email: string
  /** One that waits for the shop. */
  readonly reviewId: string
  /** One with an answer by the same member. */
  readonly questionId: string
  readonly answerId: string
  /** One that was asked for. */
  readonly returnId: string
  readonly hidden: {
    readonly productId: string
    readonly productSlug: string
    readonly collectionId: string
    readonly collectionSlug: string
    readonly planId: string
    readonly inventoryItemId: string
    /** A film that not everybody may see. */
    readonly filmId: string
  }
}

export async function newVictim(shop: TestPlatform, stockItems: StockItems): Promise<Victim> {
  const { platform, site, clock } = shop
  const now = clock.now()
  const connection = { baseUrl: shop.url, auth: apiKey(shop.apiKey) }
  const app = createClient(connection)
  const office = createClient({ ...connection, modules: backOffice })
  const customer = await newCustomer(shop, stockItems)
  const { order } = await app.orders.getOrder({ id: customer.paidOrderId })
  await app.orderFulfillments.createFulfillment({
    orderId: order.id!,
    fulfillment: { lineItems: [{ id: order.lineItems[0]!.id, quantity: 1 }] },
  })
  const { return: returned } = await app.returns.requestReturn({
    id: order.id!,
    lines: [{ lineItemId: order.lineItems[0]!.id, quantity: 1, reason: 'It does not suit me' }],
  })
  await office.orderInvoices.generateInvoice({ orderId: order.id! })

  const email = `${newId()}@example.com`
  const contact = { firstName: 'Ada', phones: ['+493012345678'], emails: [email], addresses: [{ country: 'DE', city: 'Leipzig' }] }
  const { member } = await office.memberManagement.createMember({ member: { loginEmail: email, contact } })
  const { memberId, client } = await newMember(shop, member.id)
  const { checkout } = await client.checkout.createCheckout({
    channelType: 'WEB',
    lineItems: [{ quantity: 1, catalogReference: stockItems.mug.reference('Sage') }],
    checkoutInfo: {
      buyerInfo: { email },
      shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } },
    },
  })
  const paymentToken = await card(newBuyer(shop))
  const bought = await client.payments.placeOrder({
    id: checkout.id!,
    paymentToken,
    returnUrl: `${shop.url}/back`,
    savePaymentMethod: true,
  })
  const { savedPaymentMethods } = await client.payments.listSavedPaymentMethods({ siteMemberId: 'me' })

  const { review } = await client.reviews.createReview({
    review: { namespace: 'stores', entityId: stockItems.mug.id, content: { rating: 1, title: 'Lid arrived with a hairline' } },
  })

  const { question } = await client.questions.ask({ productId: stockItems.mug.id, text: 'Does the lid ring when it is tapped?' })
  const { answer } = await client.questions.answer({ questionId: question.id, text: 'Mine does, like a small bell.' })

  const planId = newId()
  const settings = { frequency: 'MONTH' as const, interval: 1, autoRenewal: true, enableCustomerCancellation: true }
  const plans = [{ id: planId, title: 'Every month', settings }]
  const product = await addProduct(platform, { site, name: 'Next spring', price: 900, hidden: true, plans }, now)
  const collection = { id: newId(), slug: 'next-spring', name: 'Next spring', description: '', visible: false, position: 1 }
  await platform.database.transact((db) => saveCollection(db, site, collection, now))
  await platform.jobs.settle()
  const filmId = await addPicture(shop)
  await platform.database.query(sql`update media set kind = 'VIDEO', private = true where site = ${site} and id = ${filmId}`)
  const [stock] = await platform.database.query<{ id: string }>(sql`
    select item_id as id from stock where site = ${site} and product_id = ${product.id}`)
  return {
    customer,
    memberId,
    savedCardId: savedPaymentMethods[0]!.id,
    membersOrderId: bought.orderId,
    orderLineId: order.lineItems[0]!.id,
    email,
    reviewId: review.id,
    questionId: question.id,
    answerId: answer.id,
    returnId: returned.id,
    hidden: {
      filmId,
      productId: product.id,
      productSlug: product.slug,
      collectionId: collection.id,
      collectionSlug: collection.slug,
      planId,
      inventoryItemId: stock!.id,
    },
  }
}

/** Every row of a victim's things. */
export async function victimsRows(
  shop: TestPlatform,
  { customer, memberId, membersOrderId, reviewId, questionId, answerId, returnId }: Victim,
): Promise<unknown> {
  const { site, platform } = shop
  const { database } = platform
  return Promise.all([
    rowsOf(shop, customer),
    database.query(sql`select to_jsonb(member) as row from member where site = ${site} and id = ${memberId}`),
    database.query(sql`select to_jsonb(review) as row from review where site = ${site} and id = ${reviewId}`),
    database.query(sql`select to_jsonb(question) as row from question where site = ${site} and id = ${questionId}`),
    database.query(sql`select to_jsonb(question_answer) as row from question_answer where site = ${site} and id = ${answerId}`),
    database.query(sql`select to_jsonb(order_return) as row from order_return where site = ${site} and id = ${returnId}`),
    database.query(sql`select to_jsonb(orders) as row from orders where site = ${site} and id = ${membersOrderId}`),
    database.query(sql`select to_jsonb(saved_payment_method) as row from saved_payment_method where site = ${site}`),
  ])
}
