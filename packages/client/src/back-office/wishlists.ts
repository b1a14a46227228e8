import type { Api } from '../api.ts'

/** Wish lists as the shop sees them. */
export const memberWishlists = (api: Api) => ({
  getWishlistById: api('POST /stores/v1/wishlists/get', 'reads'),
  bulkUpdateWishlistTags: api('POST /v1/bulk/wishlists/update-tags'),
  bulkUpdateWishlistTagsByFilter: api('POST /v1/bulk/wishlists/update-tags-by-filter'),
  listProductsOnWishlists: api('GET /vitrine/v1/wishlists/products'),
  countWishlistsOfProduct: api('GET /vitrine/v1/wishlists/products/{productId}/count'),
  listWishlistsOfMember: api('GET /vitrine/v1/wishlists/members/{memberId}'),
})
