import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import * as modules from '@vitrine/client/modules'
import type { Route } from '@vitrine/contract'
import { berlin, card, newBuyer } from './buyer.ts'
import { newMember as enrolled } from './member.ts'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'
import { addProduct } from './products.ts'
import { newMember } from './subscribed-member.ts'
import { newVisitor } from './wire.ts'

/** The writes of questions, each of one that nobody else changes. */
export function questionWrites(shop: TestPlatform): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { ...modules, ...backOffice } })
  const member = async () => newMember(shop, await enrolled(shop))
  const add = () => addProduct(shop.platform, { site: shop.site, name: 'Asked about', price: 900, stock: 5 }, shop.clock.now())
  const asked = async () => {
    const product = await add()
    const { question } = await (await member()).client.questions.ask({ productId: product.id, text: 'How tall is it?' })
    return { product, questionId: question.id }
  }
  const owner = async (product: Awaited<ReturnType<typeof add>>) => {
    const who = await member()
    const { checkout } = await who.client.checkout.createCheckout({
      channelType: 'WEB',
      lineItems: [{ quantity: 1, catalogReference: product.reference() }],
      checkoutInfo: {
        buyerInfo: { email: 'ada@example.com' },
        shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } },
      },
    })
    await who.client.payments.placeOrder({ id: checkout.id!, paymentToken: await card(newBuyer(shop)), returnUrl: `${shop.url}/back` })
    await shop.platform.jobs.settle()
    return who
  }
  const answered = async () => {
    const { product, questionId } = await asked()
    const who = await owner(product)
    const { answer } = await who.client.questions.answer({ questionId, text: 'As tall as a hand.' })
    return { questionId, answerId: answer.id }
  }
  const byKey = { token: shop.apiKey, told: true }
  return {
    'POST /vitrine/v1/questions': async () => ({
      params: {},
      body: { productId: (await add()).id, text: 'How wide is it?' },
      token: (await member()).access,
    }),
    'DELETE /vitrine/v1/questions/{questionId}': async () => {
      const { questionId } = await asked()
      return { params: { questionId }, body: {}, ...byKey }
    },
    'POST /vitrine/v1/questions/{questionId}/answers': async () => {
      const { product, questionId } = await asked()
      return { params: { questionId }, body: { text: 'As wide as a hand.' }, token: (await owner(product)).access }
    },
    'DELETE /vitrine/v1/questions/{questionId}/answers/{answerId}': async () => ({ params: await answered(), body: {}, ...byKey }),
    'POST /vitrine/v1/questions/{questionId}/answers/{answerId}/vote': async () => ({
      params: await answered(),
      body: { helpful: true },
      token: (await newVisitor(shop)).token,
    }),
    'PUT /vitrine/v1/questions/{questionId}/answer': async () => {
      const { questionId } = await asked()
      return { params: { questionId }, body: { text: 'Ten centimetres.' } }
    },
    'DELETE /vitrine/v1/questions/{questionId}/answer': async () => {
      const { questionId } = await asked()
      await office.questionManagement.setAnswer({ questionId, text: 'Ten centimetres.' })
      return { params: { questionId }, body: {} }
    },
    'PATCH /vitrine/v1/questions/{questionId}/moderate': async () => {
      const { questionId } = await asked()
      return { params: { questionId }, body: { status: 'REJECTED' } }
    },
    'PATCH /vitrine/v1/questions/{questionId}/answers/{answerId}/moderate': async () => ({
      params: await answered(),
      body: { status: 'REJECTED' },
    }),
    'PATCH /vitrine/v1/members/my/page': async () => ({ params: {}, body: { showsWords: true }, token: (await member()).access }),
  }
}
