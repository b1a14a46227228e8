import type { Route } from '@vitrine/contract'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'
import { addProduct } from './products.ts'
import { newMember } from './subscribed-member.ts'
import { newVisitor, send } from './wire.ts'

/** The writes of wish lists, each of somebody new. */
export function wishlistWrites(shop: TestPlatform): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const addMug = () => addProduct(shop.platform, { site: shop.site, name: 'Mug', price: 900, stock: 5 }, shop.clock.now())
  const reference = async () => ({ catalogReference: (await addMug()).reference() })
  const call = async (token: string, method: string, path: string, body: object) =>
    (await send(shop, { method, path, headers: { authorization: token }, body })).json
  const visitorsList = async () => {
    const { token } = await newVisitor(shop)
    const { wishlist } = await call(token, 'POST', '/vitrine/v1/wishlists/mine', { name: 'Presents' })
    const { item } = await call(token, 'POST', '/vitrine/v1/wishlists/items', { wishlistId: wishlist.id, ...(await reference()) })
    return { token, id: wishlist.id as string, itemId: item.id as string, productId: item.productId as string }
  }
  const membersList = async () => {
    const { access: token } = await newMember(shop)
    const { wishlist } = await call(token, 'POST', '/vitrine/v1/wishlists/mine', { name: 'Presents' })
    return { token, params: { id: wishlist.id as string }, body: {} }
  }
  /** Something on a list that was shared, and somebody to give it. */
  const sharedItem = async () => {
    const { access: owner } = await newMember(shop)
    const { wishlist } = await call(owner, 'POST', '/vitrine/v1/wishlists/mine', { name: 'Presents' })
    const { item } = await call(owner, 'POST', '/vitrine/v1/wishlists/items', {
      wishlistId: wishlist.id,
      ...(await reference()),
      quantity: 6,
    })
    const link = await call(owner, 'POST', `/vitrine/v1/wishlists/mine/${wishlist.id}/share`, {})
    return { token: (await newVisitor(shop)).token, params: {}, body: { token: link.token as string, itemId: item.id as string } }
  }
  const ofVisitor = async (body: object): Promise<ReadyWrite> => ({ params: {}, body, token: (await newVisitor(shop)).token })
  const ofList =
    (body: object): (() => Promise<ReadyWrite>) =>
    async () => {
      const { token, id, itemId, productId } = await visitorsList()
      return { params: { id, itemId, productId }, body, token }
    }
  const tags = { assignTags: { tags: { tagIds: ['gift'] } } }
  return {
    'POST /ecom/v1/wishlists/add-item': async () => ofVisitor(await reference()),
    'POST /ecom/v1/wishlists/remove-item': async () => ofVisitor(await reference()),
    'POST /v1/bulk/wishlists/update-tags': async () => ({ params: {}, body: { wishlistIds: [(await visitorsList()).id], ...tags } }),
    'POST /v1/bulk/wishlists/update-tags-by-filter': async () => ({
      params: {},
      body: { filter: { id: (await visitorsList()).id }, ...tags },
    }),
    'POST /vitrine/v1/wishlists/mine': () => ofVisitor({ name: 'Presents' }),
    'PATCH /vitrine/v1/wishlists/mine/{id}': ofList({ name: 'Presents for Ada' }),
    'DELETE /vitrine/v1/wishlists/mine/{id}': ofList({}),
    'POST /vitrine/v1/wishlists/items': async () => ofVisitor(await reference()),
    'POST /vitrine/v1/wishlists/items/set-lists': async () => ofVisitor({ ...(await reference()), wishlistIds: [] }),
    'DELETE /vitrine/v1/wishlists/saved-products/{productId}': ofList({}),
    'PATCH /vitrine/v1/wishlists/items/{itemId}': ofList({ quantity: 2 }),
    'DELETE /vitrine/v1/wishlists/items/{itemId}': ofList({}),
    'POST /vitrine/v1/wishlists/items/{itemId}/move': async () => {
      const { token, itemId } = await visitorsList()
      const { wishlist } = await call(token, 'POST', '/vitrine/v1/wishlists/mine', { name: 'For the new flat' })
      return { params: { itemId }, body: { wishlistId: wishlist.id }, token }
    },
    'POST /vitrine/v1/wishlists/mine/{id}/share': membersList,
    'DELETE /vitrine/v1/wishlists/mine/{id}/share': membersList,
    'POST /vitrine/v1/wishlists/shared/give': sharedItem,
    'POST /vitrine/v1/wishlists/shared/take-back': async () => {
      const given = await sharedItem()
      await call(given.token, 'POST', '/vitrine/v1/wishlists/shared/give', given.body)
      return given
    },
    'POST /vitrine/v1/wishlists/mine/{id}/move-to-cart': ofList({}),
    'POST /vitrine/v1/wishlists/save-for-later': async () => {
      const { token } = await newVisitor(shop)
      const lineItems = [{ quantity: 2, ...(await reference()) }]
      const { cart } = await call(token, 'POST', '/ecom/v1/carts/current/add-to-cart', { lineItems })
      return { params: {}, body: { lineItemId: cart.lineItems[0].id }, token }
    },
  }
}
