import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Route } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'
import type { StockItems } from './populate.ts'
import { newVisitor, send } from './wire.ts'

const germany = { deliveryInfo: { address: { country: 'DE', city: 'Leipzig', postalCode: '04109', addressLine: 'Markt 1' } } }

/** A cart with one line, and the token of its visitor. */
interface MadeCart {
  readonly id: string
  readonly token: string
  readonly lineItemId: string
}

/** The writes of carts by id, and of the current cart in the second version, each of a new visitor with a mug in the cart. */
export function cartWrites(shop: TestPlatform, { mug }: StockItems): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const catalogItems = [{ quantity: 1, catalogReference: mug.reference('Sage') }]
  const call = async (token: string, method: string, path: string, body: object) =>
    (await send(shop, { method, path: `/ecom/v2/carts${path}`, headers: { authorization: token }, body })).json
  /** A write of a new visitor with a mug in a cart that is created at `path`; `bodyOf` prepares the cart and returns the body. */
  const ofCartAt =
    (path: string) =>
    (bodyOf: (made: MadeCart) => object | Promise<object> = () => ({})): (() => Promise<ReadyWrite>) =>
    async () => {
      const { token } = await newVisitor(shop)
      const { cart } = await call(token, 'POST', path, { catalogItems })
      const { id } = cart
      const body = await bodyOf({ id, token, lineItemId: cart.lineItems[0].id })
      return { params: { id, cartId: id, 'cart.id': id, 'cartInfo.id': id }, body, token }
    }
  const [ofCurrent, ofCart] = [ofCartAt('/current/add-line-items'), ofCartAt('')]
  const newcomer = (body: object) => async (): Promise<ReadyWrite> => ({ params: {}, body, token: (await newVisitor(shop)).token })

  const newCoupon = async () => {
    const code = `V${newId().slice(-8).toUpperCase()}`
    return { code, id: (await office.coupons.createCoupon({ specification: { name: 'A tenth off', code, percentOffRate: 10 } })).id }
  }
  const newCard = async () =>
    (await office.giftCards.createGiftCard({ giftCard: { initialValue: { amount: '20' }, currency: 'EUR', source: 'MANUAL' } })).giftCard
  const couponToAdd = async () => ({ coupon: { code: (await newCoupon()).code } })
  const couponToRemove = async ({ id, token }: MadeCart) => {
    const coupon = await newCoupon()
    await call(token, 'POST', `/${id}/add-coupon`, { coupon: { code: coupon.code } })
    return { couponId: coupon.id }
  }
  const cardToAdd = async () => ({ giftCard: { code: (await newCard()).code } })
  const cardToRemove = async ({ id, token }: MadeCart) => {
    const card = await newCard()
    await call(token, 'POST', `/${id}/add-gift-card`, { giftCard: { code: card.code } })
    return { giftCardId: card.id }
  }
  const quantities = ({ lineItemId }: MadeCart) => ({ lineItems: [{ lineItemId, quantity: { newQuantity: 3 } }] })
  const linesToRemove = ({ lineItemId }: MadeCart) => ({ lineItemIds: [lineItemId] })
  const methodToSet = async ({ id, token }: MadeCart) => {
    await call(token, 'PATCH', `/${id}`, { cart: { id, ...germany } })
    return { deliveryMethod: { code: 'standard' } }
  }
  const forms = { formSubmissions: [{ id: 'engraving', formSubmissionId: 'answered' }] }
  return {
    'POST /ecom/v1/carts': newcomer({ lineItems: catalogItems }),
    'PATCH /ecom/v1/carts/{cartInfo.id}': ofCart(() => ({ cartInfo: { buyerNote: 'x' } })),
    'DELETE /ecom/v1/carts/{id}': ofCart(),
    'POST /ecom/v1/carts/{id}/add-to-cart': ofCart(() => ({ lineItems: catalogItems })),
    'POST /ecom/v1/carts/{id}/remove-line-items': ofCart(linesToRemove),
    'POST /ecom/v1/carts/{id}/update-line-items-quantity': ofCart(({ lineItemId: id }) => ({ lineItems: [{ id, quantity: 3 }] })),
    'POST /ecom/v1/carts/{id}/remove-coupon': ofCart(async (made) => {
      await couponToRemove(made)
      return {}
    }),
    'POST /ecom/v1/carts/{id}/remove-business-location': ofCart(),
    'POST /ecom/v1/carts/{id}/create-checkout': ofCart(),
    'POST /ecom/v2/carts/current': newcomer({ catalogItems }),
    'POST /ecom/v2/carts': newcomer({ catalogItems }),
    'PATCH /ecom/v2/carts/{cart.id}': ofCart(() => ({ cart: { note: 'x' } })),
    'DELETE /ecom/v2/carts/{cartId}': ofCart(),
    'POST /ecom/v2/carts/{cartId}/add-line-items': ofCart(() => ({ catalogItems })),
    'POST /ecom/v2/carts/{cartId}/update-line-items': ofCart(quantities),
    'POST /ecom/v2/carts/{cartId}/remove-line-items': ofCart(linesToRemove),
    'POST /ecom/v2/carts/{cartId}/add-coupon': ofCart(couponToAdd),
    'POST /ecom/v2/carts/{cartId}/remove-coupon': ofCart(couponToRemove),
    'POST /ecom/v2/carts/{cartId}/add-gift-card': ofCart(cardToAdd),
    'POST /ecom/v2/carts/{cartId}/remove-gift-card': ofCart(cardToRemove),
    'POST /ecom/v2/carts/{cartId}/set-delivery-method': ofCart(methodToSet),
    'POST /ecom/v2/carts/{cartId}/remove-delivery-method': ofCart(),
    'POST /ecom/v2/carts/{cartId}/update-forms-submission': ofCart(() => forms),
    'POST /ecom/v2/carts/{cartId}/get-checkout-url': ofCart(),
    'POST /ecom/v2/carts/{cartId}/place-order': ofCart(async (made) => {
      const { id, token } = made
      await call(token, 'POST', `/${id}/set-delivery-method`, await methodToSet(made))
      const customerInfo = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' }
      await call(token, 'PATCH', `/${id}`, { cart: { id, customerInfo } })
      return {}
    }),
    'POST /ecom/v2/carts/{cartId}/mark-cart-as-completed': async () => {
      const { params } = await ofCart()()
      return { params, body: {} }
    },
    'PATCH /ecom/v2/carts/current': ofCurrent(() => ({ cart: { note: 'x' } })),
    'DELETE /ecom/v2/carts/current': ofCurrent(),
    'POST /ecom/v2/carts/current/add-line-items': ofCurrent(() => ({ catalogItems })),
    'POST /ecom/v2/carts/current/update-line-items': ofCurrent(quantities),
    'POST /ecom/v2/carts/current/remove-line-items': ofCurrent(linesToRemove),
    'POST /ecom/v2/carts/current/add-coupon': ofCurrent(couponToAdd),
    'POST /ecom/v2/carts/current/remove-coupon': ofCurrent(couponToRemove),
    'POST /ecom/v2/carts/current/add-gift-card': ofCurrent(cardToAdd),
    'POST /ecom/v2/carts/current/remove-gift-card': ofCurrent(cardToRemove),
    'POST /ecom/v2/carts/current/update-forms-submission': ofCurrent(() => forms),
    'POST /ecom/v2/carts/current/set-delivery-method': ofCurrent(methodToSet),
    'POST /ecom/v2/carts/current/remove-delivery-method': ofCurrent(),
  }
}
