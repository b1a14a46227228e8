import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import * as modules from '@vitrine/client/modules'
import type { Route } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import sharp from 'sharp'
import { card, newBuyer, toCheckout } from './buyer.ts'
import { emailsTo } from './mailbox.ts'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'
import { addProduct } from './products.ts'
import { newVisitor } from './wire.ts'

/** The writes of reviews, each of one that nobody else changes. */
export function reviewWrites(shop: TestPlatform): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { ...modules, ...backOffice } })
  const addMug = async () => (await addProduct(shop.platform, { site: shop.site, name: 'Reviewed', price: 900 }, shop.clock.now())).id
  const ofMug = async () => ({ namespace: 'stores', entityId: await addMug(), content: { rating: 5, title: 'Handle is right' } })
  const add = async () => (await office.reviews.createReview({ review: await ofMug() })).review
  const ofReview =
    (body: object = {}): (() => Promise<ReadyWrite>) =>
    async () => ({ params: { reviewId: (await add()).id }, body, told: true })
  /** The token in the links of an email that asks for reviews, of an order of its own. */
  const asked = async () => {
    const buyer = newBuyer(shop)
    const email = `${newId()}@example.com`
    const product = await addProduct(shop.platform, { site: shop.site, name: 'Asked about', price: 900, stock: 5 }, shop.clock.now())
    const id = await toCheckout(buyer, [{ product }])
    await buyer.checkout.updateCheckout({ checkout: { id, buyerInfo: { email } } })
    const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
    const { order } = await office.orders.getOrder({ id: orderId })
    const lineItems = order.lineItems.map((line) => ({ id: line.id, quantity: line.quantity }))
    await office.orderFulfillments.createFulfillment({ orderId, fulfillment: { lineItems } })
    await shop.platform.jobs.settle()
    const now = shop.clock.now()
    await shop.platform.database.query(sql`update review_request set due_at = ${now} where site = ${shop.site} and order_id = ${orderId}`)
    await shop.platform.everyMinute()
    const found = (await emailsTo(shop, email)).find(({ subject }) => subject === 'How is Asked about?')
    const token = /review-emails\/off\?token=([^\s)]+)/.exec(found?.text ?? '')?.[1]
    if (!token) throw new Error(`no email that asks for a review came to ${email}`)
    return decodeURIComponent(token)
  }
  const byKey = { token: shop.apiKey, told: true }
  return {
    'POST /reviews/v1/reviews': async () => ({ params: {}, body: { review: await ofMug() }, ...byKey }),
    'PATCH /reviews/v1/reviews/{review.id}': async () => {
      const { id, revision } = await add()
      return { params: { 'review.id': id }, body: { review: { revision, content: { title: 'Changed' } } }, ...byKey }
    },
    'DELETE /reviews/v1/reviews/{reviewId}': async () => ({ params: { reviewId: (await add()).id }, body: {}, ...byKey }),
    'POST /reviews/v1/bulk/reviews/create': async () => ({ params: {}, body: { reviews: [await ofMug()] } }),
    'POST /reviews/v1/bulk/reviews/delete': async () => ({ params: {}, body: { filter: { id: (await add()).id } } }),
    'PATCH /reviews/v1/reviews/{reviewId}/reply': ofReview({ message: 'Thank you.' }),
    'DELETE /reviews/v1/reviews/{reviewId}/reply': async () => {
      const { id } = await add()
      await office.reviewManagement.setReply({ reviewId: id, message: 'Thank you.' })
      return { params: { reviewId: id }, body: {} }
    },
    'PATCH /reviews/v1/reviews/{reviewId}/moderate': ofReview({ status: 'REJECTED' }),
    'POST /reviews/v1/bulk/reviews/moderate': async () => ({ params: {}, body: { filter: { id: (await add()).id }, status: 'REJECTED' } }),
    'POST /vitrine/v1/reviews/{reviewId}/vote': async () => ({
      params: { reviewId: (await add()).id },
      body: { vote: 'HELPFUL' },
      token: (await newVisitor(shop)).token,
    }),
    'POST /vitrine/v1/reviews/{reviewId}/report': async () => ({
      params: { reviewId: (await add()).id },
      body: { reason: 'OTHER' },
      token: (await newVisitor(shop)).token,
    }),
    'POST /vitrine/v1/reviews/links/open': async () => ({
      params: {},
      body: { token: await asked() },
      token: (await newVisitor(shop)).token,
    }),
    'POST /vitrine/v1/reviews/links/emails': async () => ({
      params: {},
      body: { token: await asked(), wanted: false },
      token: (await newVisitor(shop)).token,
    }),
    'POST /vitrine/v1/reviews/pictures': async () => {
      const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#9aa58f' } })
        .png()
        .toBuffer()
      return { params: {}, body: { content: png.toString('base64') }, token: (await newVisitor(shop)).token }
    },
    'POST /vitrine/v1/reviews/film-upload': async () => ({ params: {}, body: {}, token: (await newVisitor(shop)).token }),
    'POST /vitrine/v1/reviews/jobs': async () => ({ params: {}, body: { action: 'REJECT', reviewIds: [(await add()).id] } }),
    'POST /vitrine/v1/reviews/jobs/{jobId}/undo': async () => {
      const { job } = await office.reviewManagement.startJob({ action: 'REJECT', reviewIds: [(await add()).id] })
      return { params: { jobId: job.id }, body: {} }
    },
    'PATCH /vitrine/v1/reviews/settings': async () => ({ params: {}, body: { settings: { minRating: 3 } } }),
  }
}
