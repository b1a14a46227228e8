import type { Api } from './api.ts'

/**
 * Wish lists, and what was saved for later.
 *
 * @example
 * await client.wishlists.addItem({ catalogReference: { appId: storesApp, catalogItemId: product.id, options: { variantId } } })
 * const { productIds } = await client.wishlists.listSavedProducts({})
 */
export const wishlists = (api: Api) => ({
  getDefaultWishlist: api('GET /ecom/v1/wishlists/get-default'),
  addToDefaultWishlist: api('POST /ecom/v1/wishlists/add-item'),
  removeFromDefaultWishlist: api('POST /ecom/v1/wishlists/remove-item'),
  listMyWishlists: api('GET /vitrine/v1/wishlists/mine'),
  listSavedProducts: api('GET /vitrine/v1/wishlists/saved-products'),
  removeSavedProduct: api('DELETE /vitrine/v1/wishlists/saved-products/{productId}'),
  createWishlist: api('POST /vitrine/v1/wishlists/mine'),
  getWishlist: api('GET /vitrine/v1/wishlists/mine/{id}'),
  updateWishlist: api('PATCH /vitrine/v1/wishlists/mine/{id}'),
  deleteWishlist: api('DELETE /vitrine/v1/wishlists/mine/{id}'),
  addItem: api('POST /vitrine/v1/wishlists/items'),
  updateItem: api('PATCH /vitrine/v1/wishlists/items/{itemId}'),
  removeItem: api('DELETE /vitrine/v1/wishlists/items/{itemId}'),
  moveItem: api('POST /vitrine/v1/wishlists/items/{itemId}/move'),
  setListsOfItem: api('POST /vitrine/v1/wishlists/items/set-lists'),
  shareWishlist: api('POST /vitrine/v1/wishlists/mine/{id}/share'),
  endSharing: api('DELETE /vitrine/v1/wishlists/mine/{id}/share'),
  readSharedWishlist: api('POST /vitrine/v1/wishlists/shared/read', 'reads'),
  giveItem: api('POST /vitrine/v1/wishlists/shared/give'),
  takeBackGift: api('POST /vitrine/v1/wishlists/shared/take-back'),
  moveToCart: api('POST /vitrine/v1/wishlists/mine/{id}/move-to-cart'),
  saveForLater: api('POST /vitrine/v1/wishlists/save-for-later'),
})
