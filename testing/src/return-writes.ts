import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import * as modules from '@vitrine/client/modules'
import type { Route } from '@vitrine/contract'
import sharp from 'sharp'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'
import { addProduct } from './products.ts'
import { newVisitor } from './wire.ts'

/** The writes of returns, each of an order of its own that was paid for and sent. */
export function returnWrites(shop: TestPlatform): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { ...modules, ...backOffice } })
  const reason = 'It does not suit me'

  async function sent() {
    const product = await addProduct(
      shop.platform,
      { site: shop.site, name: 'Sent back', price: 1000, colours: { Sage: 5, Ink: 5 } },
      shop.clock.now(),
    )
    const { order } = await office.orders.createOrder({
      order: {
        channelInfo: { type: 'POS' },
        priceSummary: {},
        paymentStatus: 'PAID',
        buyerInfo: { email: 'back@example.com' },
        lineItems: [
          {
            productName: { original: 'Sent back' },
            catalogReference: product.reference('Sage'),
            quantity: 1,
            price: { amount: '10.00' },
            itemType: { preset: 'PHYSICAL' },
          },
        ],
      },
    })
    const lineItemId = order.lineItems[0]!.id
    await office.orderFulfillments.createFulfillment({ orderId: order.id!, fulfillment: { lineItems: [{ id: lineItemId, quantity: 1 }] } })
    return { orderId: order.id!, lineItemId, inkId: product.variants['Ink']! }
  }
  async function asked() {
    const { orderId, lineItemId, inkId } = await sent()
    const { return: made } = await office.returns.requestReturn({ id: orderId, lines: [{ lineItemId, quantity: 1, reason }] })
    return { id: made.id, lineItemId, inkId }
  }
  const checked = async (keepsGoods = true) => {
    const made = await asked()
    await office.orderReturns.approveReturn({ id: made.id, keepsGoods })
    return made
  }
  const of = ({ id }: { readonly id: string }, body: object = {}): ReadyWrite => ({ params: { id }, body, token: shop.apiKey })
  return {
    'POST /vitrine/v1/orders/{id}/returns': async () => {
      const { orderId, lineItemId } = await sent()
      return of({ id: orderId }, { lines: [{ lineItemId, quantity: 1, reason }] })
    },
    'POST /vitrine/v1/returns/pictures': async () => {
      const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#9aa58f' } })
        .png()
        .toBuffer()
      return { params: {}, body: { content: png.toString('base64') }, token: (await newVisitor(shop)).token }
    },
    'POST /vitrine/v1/returns/{id}/cancel': async () => of(await asked()),
    'POST /vitrine/v1/returns/{id}/approve': async () => of(await asked()),
    'POST /vitrine/v1/returns/{id}/refuse': async () => of(await asked(), { message: 'Used' }),
    'POST /vitrine/v1/returns/{id}/receive': async () => of(await checked(false)),
    'POST /vitrine/v1/returns/{id}/check': async () => {
      const made = await checked(false)
      return of(made, { lines: [{ lineItemId: made.lineItemId, condition: 'AS_NEW', accepted: 1, restocked: 1 }] })
    },
    'POST /vitrine/v1/returns/{id}/refund': async () => of(await checked()),
    'POST /vitrine/v1/returns/{id}/exchange': async () => {
      const made = await checked()
      return of(made, { variants: [{ lineItemId: made.lineItemId, variantId: made.inkId }] })
    },
    'PATCH /vitrine/v1/returns/settings': async () => ({ params: {}, body: { settings: { windowDays: 30 } } }),
  }
}
