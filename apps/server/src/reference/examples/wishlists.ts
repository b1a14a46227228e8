import type { Examples } from './type.ts'
import { id, mug, other } from './values.ts'

const catalogReference = mug
const gift = { tags: { tagIds: ['gift'] } }

export const wishlistExamples = {
  'GET /ecom/v1/wishlists/get-default': {},
  'POST /ecom/v1/wishlists/add-item': { catalogReference, returnEntity: true },
  'POST /ecom/v1/wishlists/remove-item': { catalogReference },
  'POST /v1/bulk/wishlists/update-tags': { wishlistIds: [id], assignTags: gift },
  'POST /v1/bulk/wishlists/update-tags-by-filter': { filter: { memberId: id }, assignTags: gift },
  'POST /stores/v1/wishlists/get': { id, limit: 20 },
  'GET /vitrine/v1/wishlists/mine': {},
  'GET /vitrine/v1/wishlists/saved-products': {},
  'POST /vitrine/v1/wishlists/mine': { name: 'For the new flat', note: 'We move in December.' },
  'GET /vitrine/v1/wishlists/mine/{id}': { id },
  'PATCH /vitrine/v1/wishlists/mine/{id}': { id, name: 'Presents', giftsHiddenUntil: '2026-12-24' },
  'DELETE /vitrine/v1/wishlists/mine/{id}': { id },
  'POST /vitrine/v1/wishlists/items': { wishlistId: id, catalogReference, quantity: 6, note: 'The large ones' },
  'POST /vitrine/v1/wishlists/items/set-lists': { catalogReference, wishlistIds: [id, other] },
  'DELETE /vitrine/v1/wishlists/saved-products/{productId}': { productId: id },
  'PATCH /vitrine/v1/wishlists/items/{itemId}': { itemId: id, quantity: 2 },
  'DELETE /vitrine/v1/wishlists/items/{itemId}': { itemId: id },
  'POST /vitrine/v1/wishlists/items/{itemId}/move': { itemId: id, wishlistId: other },
  'POST /vitrine/v1/wishlists/mine/{id}/share': { id },
  'DELETE /vitrine/v1/wishlists/mine/{id}/share': { id },
  'POST /vitrine/v1/wishlists/shared/read': { token: 'mJk3…' },
  'POST /vitrine/v1/wishlists/shared/give': { token: 'mJk3…', itemId: id, quantity: 2 },
  'POST /vitrine/v1/wishlists/shared/take-back': { token: 'mJk3…', itemId: id },
  'POST /vitrine/v1/wishlists/mine/{id}/move-to-cart': { id },
  'POST /vitrine/v1/wishlists/save-for-later': { lineItemId: id },
  'GET /vitrine/v1/wishlists/products': { limit: 20 },
  'GET /vitrine/v1/wishlists/products/{productId}/count': { productId: id },
  'GET /vitrine/v1/wishlists/members/{memberId}': { memberId: id },
} satisfies Partial<Examples>
