import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Route } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'
import type { StockItems } from './populate.ts'
import { newVisitor, send } from './wire.ts'

const germany = { deliveryInfo: { address: { country: 'DE', city: 'Leipzig', postalCode: '04109', addressLine: 'Markt 1' } } }

/** The writes of the second version of the cart, each of somebody new with a mug in the cart. */
export function cartV2Writes(shop: TestPlatform, { mug }: StockItems): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const catalogItems = [{ quantity: 1, catalogReference: mug.reference('Sage') }]
  const call = async (token: string, method: string, path: string, body: object) =>
    (await send(shop, { method, path: `/ecom/v2/carts/current${path}`, headers: { authorization: token }, body })).json
  const newCart = async () => {
    const { token } = await newVisitor(shop)
    const { cart } = await call(token, 'POST', '/add-line-items', { catalogItems })
    return { token, lineItemId: cart.lineItems[0].id as string }
  }
  const newCoupon = async () => {
    const code = `V${newId().slice(-8).toUpperCase()}`
    return { code, id: (await office.coupons.createCoupon({ specification: { name: 'A tenth off', code, percentOffRate: 10 } })).id }
  }
  const ofCart =
    (bodyOf: (lineItemId: string) => object): (() => Promise<ReadyWrite>) =>
    async () => {
      const { token, lineItemId } = await newCart()
      return { params: {}, body: bodyOf(lineItemId), token }
    }
  return {
    'PATCH /ecom/v2/carts/current': ofCart(() => ({ cart: { note: 'x' } })),
    'DELETE /ecom/v2/carts/current': ofCart(() => ({})),
    'POST /ecom/v2/carts/current/add-line-items': ofCart(() => ({ catalogItems })),
    'POST /ecom/v2/carts/current/update-line-items': ofCart((lineItemId) => ({
      lineItems: [{ lineItemId, quantity: { newQuantity: 3 } }],
    })),
    'POST /ecom/v2/carts/current/remove-line-items': ofCart((lineItemId) => ({ lineItemIds: [lineItemId] })),
    'POST /ecom/v2/carts/current/add-coupon': async () => {
      const { code } = await newCoupon()
      return ofCart(() => ({ coupon: { code } }))()
    },
    'POST /ecom/v2/carts/current/remove-coupon': async () => {
      const [{ token }, { code, id }] = [await newCart(), await newCoupon()]
      await call(token, 'POST', '/add-coupon', { coupon: { code } })
      return { params: {}, body: { couponId: id }, token }
    },
    'POST /ecom/v2/carts/current/set-delivery-method': async () => {
      const { token } = await newCart()
      await call(token, 'PATCH', '', { cart: germany })
      return { params: {}, body: { deliveryMethod: { code: 'standard' } }, token }
    },
    'POST /ecom/v2/carts/current/remove-delivery-method': ofCart(() => ({})),
  }
}
