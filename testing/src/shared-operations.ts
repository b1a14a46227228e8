import type { Contract, Right, Route } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import type { StockItems } from './populate.ts'
import { storesAppId } from './products.ts'
import type { Victim } from './victim.ts'

/** What not only administrators may call. */
export type SharedRoute = { readonly [R in Route]: Contract[R]['as'] extends 'user' ? never : R }[Route]

/** One request about somebody else's, by the holes of its path and what it takes besides. */
export interface Ask {
  readonly params?: Readonly<Record<string, string>>
  readonly search?: string
  readonly body?: object
}

export interface AboutOthers {
  /** The right that makes somebody its merchant. */
  readonly right: Right
  readonly asks: (victim: Victim, stockItems: StockItems) => readonly Ask[]
}

/** It names nothing of anybody else's: it is about whoever calls it, or what everybody may see, or wants a secret. */
const own = 'own'

const about = (right: Right, asks: AboutOthers['asks']): AboutOthers => ({ right, asks })
const ofCheckout = (right: Right, body?: (victim: Victim, stockItems: StockItems) => object): AboutOthers =>
  about(right, (victim, stockItems) => [{ params: { id: victim.customer.checkoutId }, ...(body && { body: body(victim, stockItems) }) }])
const ofCart = (right: Right, body?: (victim: Victim, stockItems: StockItems) => object): AboutOthers =>
  about(right, (victim, stockItems) => {
    const { cartId } = victim.customer
    return [{ params: { id: cartId, cartId, 'cart.id': cartId, 'cartInfo.id': cartId }, ...(body && { body: body(victim, stockItems) }) }]
  })
const ofOrder = (right: Right, body?: (victim: Victim) => object): AboutOthers =>
  about(right, (victim) =>
    [victim.customer.paidOrderId, victim.membersOrderId].map((id) => ({ params: { id }, ...(body && { body: body(victim) }) })),
  )
const ofMember = (right: Right, body?: object): AboutOthers =>
  about(right, ({ memberId }) => [{ params: { id: memberId }, ...(body && { body }) }])
const ofCard = (right: Right, body?: object): AboutOthers =>
  about(right, ({ savedCardId: savedPaymentMethodId }) => [{ params: { savedPaymentMethodId }, ...(body && { body }) }])
const ofPlan = (search?: string): AboutOthers =>
  about('products.read', ({ hidden }) => [{ params: { id: hidden.planId }, ...(search && { search }) }])
const ofProduct = (ask: Omit<Ask, 'params'> = {}): AboutOthers =>
  about('products.read', ({ hidden }) => [{ params: { id: hidden.productId, productId: hidden.productId }, ...ask }])

const asJson = (query: object): string => `.r=${Buffer.from(JSON.stringify(query)).toString('base64url')}`
const ofItems = (root: 'query' | 'search') =>
  about('products.read', ({ hidden }) => [{ search: asJson({ [root]: { filter: { productId: hidden.productId } } }) }])

const inTree = { treeReference: { appNamespace: '@wix/stores' } }
const treeInQuery = 'treeReference.appNamespace=@wix/stores'
const ofCategory = about('products.read', ({ hidden }) => [{ params: { categoryId: hidden.collectionId }, search: treeInQuery }])

/** What each of them can be asked about somebody else's. */
export const sharedOperations: { readonly [R in SharedRoute]: AboutOthers | typeof own } = {
  // Orders.
  'POST /ecom/v1/orders/search': about('orders.read', ({ email }) => [
    { body: { search: {} } },
    { body: { search: { filter: { 'buyerInfo.email': email } } } },
    { body: { search: { filter: { $or: [{ paymentStatus: 'PAID' }, { paymentStatus: 'NOT_PAID' }] } } } },
  ]),
  'GET /ecom/v1/orders/{id}': ofOrder('orders.read'),
  'GET /vitrine/v1/orders/find': own,
  'GET /vitrine/v1/orders/{id}/status': ofOrder('orders.read'),
  'POST /vitrine/v1/orders/{id}/request-cancellation': ofOrder('orders.write', () => ({ reason: 'Not mine' })),
  'GET /vitrine/v1/orders/{id}/returnable': ofOrder('orders.read'),
  'POST /vitrine/v1/orders/{id}/returns': ofOrder('orders.write', ({ orderLineId }) => ({
    lines: [{ lineItemId: orderLineId, quantity: 1, reason: 'It does not suit me' }],
  })),
  'GET /vitrine/v1/returns/mine': own,
  'GET /vitrine/v1/returns/{id}': about('orders.read', ({ returnId }) => [{ params: { id: returnId } }]),
  'POST /vitrine/v1/returns/{id}/cancel': about('orders.write', ({ returnId }) => [{ params: { id: returnId }, body: {} }]),
  'POST /vitrine/v1/orders/{id}/end-subscription': ofOrder('orders.write', () => ({ subscriptionId: newId() })),
  'POST /vitrine/v1/orders/{id}/renew-download': ofOrder('orders.write', ({ orderLineId }) => ({ lineItemId: orderLineId })),
  'POST /vitrine/v1/orders/{id}/confirm-payment': about('orders.write', ({ customer }) => [
    { params: { id: customer.waitingOrderId }, body: { resultToken: 'x' } },
  ]),
  'GET /ecom/v1/fulfillments/orders/{orderId}': about('orders.read', ({ customer }) => [{ params: { orderId: customer.paidOrderId } }]),
  'POST /ecom/v1/fulfillments/list-by-ids': about('orders.read', ({ customer }) => [{ body: { orderIds: [customer.paidOrderId] } }]),
  'POST /ecom/v1/invoices/list-by-ids': about('orders.read', ({ customer }) => [{ body: { orderIds: [customer.paidOrderId] } }]),

  // Wish lists: nobody reaches those of others, not even the shop by these.
  'GET /ecom/v1/wishlists/get-default': own,
  'POST /ecom/v1/wishlists/add-item': own,
  'POST /ecom/v1/wishlists/remove-item': own,
  'GET /vitrine/v1/wishlists/mine': own,
  'GET /vitrine/v1/wishlists/saved-products': own,
  'POST /vitrine/v1/wishlists/mine': own,
  'GET /vitrine/v1/wishlists/mine/{id}': own,
  'PATCH /vitrine/v1/wishlists/mine/{id}': own,
  'DELETE /vitrine/v1/wishlists/mine/{id}': own,
  'POST /vitrine/v1/wishlists/items': own,
  'POST /vitrine/v1/wishlists/items/set-lists': own,
  'DELETE /vitrine/v1/wishlists/saved-products/{productId}': own,
  'PATCH /vitrine/v1/wishlists/items/{itemId}': own,
  'DELETE /vitrine/v1/wishlists/items/{itemId}': own,
  'POST /vitrine/v1/wishlists/items/{itemId}/move': own,
  'POST /vitrine/v1/wishlists/mine/{id}/share': own,
  'DELETE /vitrine/v1/wishlists/mine/{id}/share': own,
  'POST /vitrine/v1/wishlists/shared/read': own,
  'POST /vitrine/v1/wishlists/shared/give': own,
  'POST /vitrine/v1/wishlists/shared/take-back': own,
  'POST /vitrine/v1/wishlists/mine/{id}/move-to-cart': own,
  'POST /vitrine/v1/wishlists/save-for-later': own,

  // What somebody waits for.
  'POST /back-in-stock-service/v1/back-in-stock-notification-requests': own,
  'GET /vitrine/v1/back-in-stock/mine': own,
  'POST /vitrine/v1/price-alerts': own,
  'DELETE /vitrine/v1/back-in-stock/mine/{id}': own,
  'POST /vitrine/v1/newsletter/subscriptions': own,
  'POST /vitrine/v1/newsletter/link/read': own,
  'POST /vitrine/v1/newsletter/link/confirm': own,
  'POST /vitrine/v1/newsletter/link/unsubscribe': own,
  'POST /vitrine/v1/back-in-stock/link/read': own,
  'POST /vitrine/v1/back-in-stock/link/stop': own,
  'POST /vitrine/v1/back-in-stock/link/resume': own,

  // Checkouts.
  'POST /ecom/v1/checkouts': about('orders.write', ({ customer }, { print }) => [
    {
      body: {
        channelType: 'WEB',
        checkoutInfo: { cartId: customer.cartId },
        lineItems: [{ quantity: 1, catalogReference: print.reference() }],
      },
    },
  ]),
  'GET /ecom/v1/checkouts/{id}': ofCheckout('orders.read'),
  'GET /ecom/v1/checkouts/by-cart-id/{id}': about('orders.read', ({ customer }) => [{ params: { id: customer.cartId } }]),
  'GET /ecom/v1/checkouts/{id}/checkout-url': ofCheckout('orders.write'),
  'GET /ecom/v1/checkouts/{id}/wix-checkout-url': ofCheckout('orders.write'),
  'PATCH /ecom/v1/checkouts/{checkout.id}': about('orders.write', ({ customer }) => [
    { params: { 'checkout.id': customer.checkoutId }, body: { checkout: { buyerNote: 'mine now' } } },
  ]),
  'POST /ecom/v1/checkouts/{id}/remove-coupon': ofCheckout('orders.write', () => ({})),
  'POST /ecom/v1/checkouts/{id}/remove-gift-card': ofCheckout('orders.write', () => ({})),
  'POST /ecom/v1/checkouts/{id}/remove-override-checkout-url': ofCheckout('orders.write', () => ({})),
  'POST /ecom/v1/checkouts/{id}/add-to-checkout': ofCheckout('orders.write', (_, { print }) => ({
    lineItems: [{ quantity: 1, catalogReference: print.reference() }],
  })),
  'POST /ecom/v1/checkouts/{id}/remove-line-items': ofCheckout('orders.write', ({ customer }) => ({
    lineItemIds: customer.checkoutLineIds,
  })),
  'POST /ecom/v1/checkouts/{id}/update-line-items-quantity': ofCheckout('orders.write', ({ customer }) => ({
    lineItems: [{ id: customer.checkoutLineIds[0], quantity: 9 }],
  })),
  'POST /ecom/v1/checkouts/{id}/create-order': ofCheckout('orders.write', () => ({})),
  'GET /vitrine/v1/checkouts/{id}/payment-methods': ofCheckout('orders.read'),
  'POST /vitrine/v1/checkouts/{id}/open': ofCheckout('orders.write', () => ({ key: 'x'.repeat(32) })),
  'POST /vitrine/v1/checkouts/{id}/place-order': about('orders.write', ({ customer: { checkoutId, waitingCheckoutId, paidCheckoutId } }) =>
    [checkoutId, waitingCheckoutId, paidCheckoutId].map((id) => ({ params: { id }, body: { returnUrl: 'https://shop.example/back' } })),
  ),
  'POST /_api/redirects-api/v1/redirect-session': about('orders.write', ({ customer }) => [
    { body: { ecomCheckout: { checkoutId: customer.checkoutId } } },
  ]),
  'POST /vitrine/v1/abandoned-checkouts/{id}/recover': ofCheckout('orders.write', () => ({ token: 'x' })),

  // Carts: everybody has one of their own, and its lines are named by ids.
  'GET /ecom/v1/carts/current': about('orders.read', () => [{}]),
  'PATCH /ecom/v1/carts/current': own,
  'DELETE /ecom/v1/carts/current': about('orders.write', () => [{}]),
  'POST /ecom/v1/carts/current/add-to-cart': own,
  'POST /ecom/v1/carts/current/create-checkout': about('orders.write', () => [{ body: {} }]),
  'POST /ecom/v1/carts/current/estimate-totals': about('orders.read', () => [{ body: {} }]),
  'POST /ecom/v1/carts/current/remove-coupon': about('orders.write', () => [{ body: {} }]),
  'POST /ecom/v1/carts/current/remove-line-items': about('orders.write', ({ customer }) => [{ body: { lineItemIds: customer.lineIds } }]),
  'POST /ecom/v1/carts/current/update-line-items-quantity': about('orders.write', ({ customer }) => [
    { body: { lineItems: [{ id: customer.lineIds[0], quantity: 9 }] } },
  ]),

  'GET /ecom/v2/carts/current': about('orders.read', () => [{}]),
  'PATCH /ecom/v2/carts/current': own,
  'DELETE /ecom/v2/carts/current': about('orders.write', () => [{}]),
  'POST /ecom/v2/carts/current/add-line-items': own,
  'POST /ecom/v2/carts/current/update-line-items': about('orders.write', ({ customer }) => [
    { body: { lineItems: [{ lineItemId: customer.lineIds[0], quantity: { newQuantity: 9 } }] } },
  ]),
  'POST /ecom/v2/carts/current/remove-line-items': about('orders.write', ({ customer }) => [{ body: { lineItemIds: customer.lineIds } }]),
  'POST /ecom/v2/carts/current/add-coupon': own,
  'POST /ecom/v2/carts/current/remove-coupon': own,
  'POST /ecom/v2/carts/current/set-delivery-method': about('orders.write', () => [{ body: { deliveryMethod: { code: 'standard' } } }]),
  'POST /ecom/v2/carts/current/remove-delivery-method': about('orders.write', () => [{ body: {} }]),
  'POST /ecom/v2/carts/current/refresh': about('orders.read', () => [{ body: {} }]),
  'POST /ecom/v2/carts/current/calculate': about('orders.read', () => [{ body: {} }]),
  'POST /ecom/v2/carts/current/estimate': about('orders.read', () => [{ body: {} }]),

  // Carts by their ids.
  'POST /ecom/v1/carts': own,
  'GET /ecom/v1/carts/{id}': ofCart('orders.read'),
  'GET /ecom/v1/carts/by-checkout-id/{id}': ofCheckout('orders.read'),
  'PATCH /ecom/v1/carts/{cartInfo.id}': ofCart('orders.write', () => ({ cartInfo: { buyerNote: 'Not mine' } })),
  'DELETE /ecom/v1/carts/{id}': ofCart('orders.write'),
  'POST /ecom/v1/carts/{id}/add-to-cart': ofCart('orders.write', (_, { mug }) => ({
    lineItems: [{ quantity: 1, catalogReference: mug.reference('Sage') }],
  })),
  'POST /ecom/v1/carts/{id}/remove-line-items': ofCart('orders.write', ({ customer }) => ({ lineItemIds: customer.lineIds })),
  'POST /ecom/v1/carts/{id}/update-line-items-quantity': ofCart('orders.write', ({ customer }) => ({
    lineItems: customer.lineIds.map((id) => ({ id, quantity: 3 })),
  })),
  'POST /ecom/v1/carts/{id}/remove-coupon': ofCart('orders.write', () => ({})),
  'POST /ecom/v1/carts/{id}/remove-business-location': ofCart('orders.write', () => ({})),
  'POST /ecom/v1/carts/{id}/estimate-totals': ofCart('orders.read', () => ({})),
  'POST /_api/delivery-rates/v1/get-delivery-solutions': own,
  'POST /ecom/v1/calculate-totals': about('orders.write', ({ memberId }) => [{ body: { memberId } }]),
  'POST /ecom/v1/carts/{id}/create-checkout': ofCart('orders.write', () => ({})),
  'POST /ecom/v2/carts/current': own,
  'POST /ecom/v2/carts/current/add-gift-card': own,
  'POST /ecom/v2/carts/current/remove-gift-card': own,
  'POST /ecom/v2/carts/current/update-forms-submission': own,
  'GET /ecom/v2/carts/current/upsell-options': about('orders.read', () => [{}]),
  'POST /ecom/v2/carts': own,
  'GET /ecom/v2/carts/{cartId}': ofCart('orders.read'),
  'PATCH /ecom/v2/carts/{cart.id}': ofCart('orders.write', () => ({ cart: { note: 'Not mine' } })),
  'DELETE /ecom/v2/carts/{cartId}': ofCart('orders.write'),
  'POST /ecom/v2/carts/{cartId}/add-line-items': ofCart('orders.write', (_, { mug }) => ({
    catalogItems: [{ quantity: 1, catalogReference: mug.reference('Sage') }],
  })),
  'POST /ecom/v2/carts/{cartId}/update-line-items': ofCart('orders.write', ({ customer }) => ({
    lineItems: customer.lineIds.map((lineItemId) => ({ lineItemId, quantity: { newQuantity: 3 } })),
  })),
  'POST /ecom/v2/carts/{cartId}/remove-line-items': ofCart('orders.write', ({ customer }) => ({ lineItemIds: customer.lineIds })),
  'POST /ecom/v2/carts/{cartId}/add-coupon': ofCart('orders.write', () => ({ coupon: { code: 'NOBODYS' } })),
  'POST /ecom/v2/carts/{cartId}/remove-coupon': ofCart('orders.write', () => ({ couponId: newId() })),
  'POST /ecom/v2/carts/{cartId}/add-gift-card': ofCart('orders.write', () => ({ giftCard: { code: 'NOBODYSCARD' } })),
  'POST /ecom/v2/carts/{cartId}/remove-gift-card': ofCart('orders.write', () => ({ giftCardId: newId() })),
  'POST /ecom/v2/carts/{cartId}/set-delivery-method': ofCart('orders.write', () => ({ deliveryMethod: { code: 'standard' } })),
  'POST /ecom/v2/carts/{cartId}/remove-delivery-method': ofCart('orders.write', () => ({})),
  'POST /ecom/v2/carts/{cartId}/update-forms-submission': ofCart('orders.write', () => ({
    formSubmissions: [{ id: 'engraving', formSubmissionId: newId() }],
  })),
  'POST /ecom/v2/carts/{cartId}/refresh': ofCart('orders.read', () => ({})),
  'POST /ecom/v2/carts/{cartId}/calculate': ofCart('orders.read', () => ({})),
  'POST /ecom/v2/carts/{cartId}/estimate': ofCart('orders.read', () => ({})),
  'GET /ecom/v2/carts/{cartId}/upsell-options': ofCart('orders.read'),
  'POST /ecom/v2/carts/{cartId}/get-checkout-url': ofCart('orders.write', () => ({})),
  'POST /ecom/v2/carts/{cartId}/place-order': ofCart('orders.write', () => ({})),

  // Members.
  'GET /members/v1/members': about('members.read', () => [{ search: 'fieldsets=FULL&paging.limit=100' }]),
  'POST /members/v1/members/query': about('members.read', ({ email, memberId }) => [
    { body: { fieldsets: ['FULL'] } },
    { body: { fieldsets: ['FULL'], query: { filter: { id: memberId } } } },
    { body: { fieldsets: ['FULL'], query: { filter: { loginEmail: email } } } },
    { body: { search: { expression: email } } },
  ]),
  'GET /members/v1/members/{id}': about('members.read', ({ memberId }) => [{ params: { id: memberId }, search: 'fieldsets=FULL' }]),
  'PATCH /members/v1/members/{member.id}': about('members.write', ({ memberId }) => [
    { params: { 'member.id': memberId }, body: { member: { profile: { nickname: 'Mine' } } } },
  ]),
  'POST /members/v1/members/{id}/slug': ofMember('members.write', { slug: 'mine' }),
  'DELETE /members/v1/members/{id}/phones': ofMember('members.write'),
  'DELETE /members/v1/members/{id}/emails': ofMember('members.write'),
  'DELETE /members/v1/members/{id}/addresses': ofMember('members.write'),

  // Reviews that do not show.
  'GET /reviews/v1/reviews/{reviewId}': about('reviews.read', ({ reviewId }) => [
    { params: { reviewId }, search: 'returnPrivateReviews=true' },
  ]),
  'POST /reviews/v1/reviews': own,
  'PATCH /reviews/v1/reviews/{review.id}': about('reviews.write', ({ reviewId }) => [
    { params: { 'review.id': reviewId }, body: { review: { revision: '1', content: { title: 'Mine' } } } },
  ]),
  'DELETE /reviews/v1/reviews/{reviewId}': about('reviews.write', ({ reviewId }) => [{ params: { reviewId } }]),
  'POST /reviews/v1/reviews/query': about('reviews.read', ({ reviewId }) => [
    { body: { returnPrivateReviews: true } },
    { body: { query: { filter: { id: reviewId } }, returnPrivateReviews: true } },
  ]),
  'POST /reviews/v1/reviews/count': own,
  'GET /v1/recommendations/algorithms': own,
  'POST /v1/recommendations/get': own,
  'GET /vitrine/v1/questions/page/{productId}': own,
  'GET /vitrine/v1/questions/close/{productId}': own,
  'GET /vitrine/v1/questions/mine/{productId}': own,
  'POST /vitrine/v1/questions': own,
  'POST /vitrine/v1/questions/{questionId}/answers': own,
  'POST /vitrine/v1/questions/{questionId}/answers/{answerId}/vote': own,
  // Questions that do not show.
  'DELETE /vitrine/v1/questions/{questionId}': about('reviews.write', ({ questionId }) => [{ params: { questionId } }]),
  'DELETE /vitrine/v1/questions/{questionId}/answers/{answerId}': about('reviews.write', ({ questionId, answerId }) => [
    { params: { questionId, answerId } },
  ]),
  'GET /vitrine/v1/recommendations/placements/{placement}': own,
  'POST /vitrine/v1/recommendations/views': own,
  'GET /vitrine/v1/reviews/summaries': own,
  'GET /vitrine/v1/reviews/page/{entityId}': own,
  'GET /vitrine/v1/reviews/highlights': own,
  'GET /vitrine/v1/reviews/mine/{entityId}': own,
  'POST /vitrine/v1/reviews/{reviewId}/vote': own,
  'GET /vitrine/v1/reviews/mine': own,
  'POST /vitrine/v1/reviews/{reviewId}/report': own,
  'POST /vitrine/v1/abandoned-checkouts/links/read': own,
  'POST /vitrine/v1/abandoned-checkouts/links/emails': own,
  'POST /vitrine/v1/reviews/links/open': own,
  'POST /vitrine/v1/reviews/links/read': own,
  'POST /vitrine/v1/reviews/links/emails': own,
  'POST /vitrine/v1/reviews/pictures': own,
  'POST /vitrine/v1/returns/pictures': own,
  'POST /vitrine/v1/reviews/film-upload': own,

  // Saved cards of members.
  'GET /_api/payments/saved-payment-methods/v1/saved-payment-methods': about('payments.read', ({ memberId }) => [
    { search: `siteMemberId=${memberId}` },
  ]),
  'GET /_api/payments/saved-payment-methods/v1/saved-payment-methods/{savedPaymentMethodId}': ofCard('payments.read'),
  'POST /_api/payments/saved-payment-methods/v1/saved-payment-methods/{savedPaymentMethodId}/mark-primary': ofCard('payments.write', {}),
  'DELETE /_api/payments/saved-payment-methods/v1/saved-payment-methods/{savedPaymentMethodId}': ofCard('payments.write'),

  // What the shop does not show yet.
  'GET /stores-reader/v1/products/query-platformized': about('products.read', () => [{ search: '' }]),
  'GET /stores-reader/v1/products/{id}': ofProduct({ search: 'includeMerchantSpecificData=true' }),
  'POST /stores-reader/v1/products/{id}/variants/query': ofProduct({ body: { includeMerchantSpecificData: true } }),
  'GET /stores/v3/products/query': about('products.read', ({ hidden }) => [
    { search: '' },
    { search: asJson({ query: { filter: { id: hidden.productId } } }) },
  ]),
  'GET /stores/v3/products/search': about('products.read', ({ hidden }) => [
    { search: `.r=${Buffer.from(JSON.stringify({ search: { filter: { id: hidden.productId } } })).toString('base64url')}` },
  ]),
  'GET /stores/v3/products/count': about('products.read', () => [{ search: 'returnNonVisibleProducts=true' }]),
  'GET /stores/v3/products/{productId}': ofProduct(),
  'GET /stores/v3/products/slug/{slug}': about('products.read', ({ hidden }) => [{ params: { slug: hidden.productSlug } }]),
  'POST /stores/v3/products/query-variants': about('products.read', ({ hidden }) => [
    { body: { query: { filter: { 'productData.productId': hidden.productId } } } },
  ]),
  'POST /stores/v3/products/search-variants': about('products.read', ({ hidden }) => [
    { body: { search: { filter: { 'productData.productId': hidden.productId } } } },
  ]),
  'GET /stores/v3/provision/version': own,
  'GET /stores/v3/all-products-category': own,
  'GET /stores/v3/customizations/query': own,
  'GET /stores/v3/customizations/{customizationId}': own,
  'POST /stores/v3/customizations/count': own,
  'GET /stores/v3/brands/query': own,
  'GET /stores/v3/brands/{brandId}': own,
  'POST /stores/v3/brands/count': own,
  'POST /stores/v3/ribbons/query': own,
  'GET /stores/v3/ribbons/{ribbonId}': own,
  'POST /stores/v3/ribbons/count': own,
  'GET /stores/v3/inventory-items/query': ofItems('query'),
  'GET /stores/v3/inventory-items/search': ofItems('search'),
  'GET /stores/v3/inventory-items/count': about('products.read', ({ hidden }) => [
    { search: asJson({ filter: { productId: hidden.productId } }) },
  ]),
  'GET /stores/v3/inventory-items/{inventoryItemId}': about('products.read', ({ hidden }) => [
    { params: { inventoryItemId: hidden.inventoryItemId } },
  ]),
  'POST /categories/v1/categories/query': about('products.read', () => [{ body: inTree }]),
  'POST /categories/v1/categories/search': about('products.read', () => [{ body: inTree }]),
  'POST /categories/v1/categories/count': about('products.read', () => [{ body: { ...inTree, returnNonVisibleCategories: true } }]),
  'GET /categories/v1/categories/{categoryId}': ofCategory,
  'GET /categories/v1/categories/slug/{slug}': about('products.read', ({ hidden }) => [
    { params: { slug: hidden.collectionSlug }, search: treeInQuery },
  ]),
  'GET /categories/v1/categories/{categoryId}/list-items': ofCategory,
  'GET /categories/v1/categories/{categoryId}/arranged-items': ofCategory,
  'GET /categories/v1/categories/list-categories-for-item': about('products.read', ({ hidden }) => [
    { search: `${treeInQuery}&item.appId=${storesAppId}&item.catalogItemId=${hidden.productId}` },
  ]),
  'GET /categories/v1/categories/list-categories-for-items': own,
  'GET /categories/v1/categories/list-trees': own,
  'GET /v2/collections/query': about('products.read', () => [{}]),
  'GET /v2/collections/{id}': about('products.read', ({ hidden }) => [{ params: { id: hidden.collectionId } }]),
  'GET /v2/collections/slug/{slug}': about('products.read', ({ hidden }) => [{ params: { slug: hidden.collectionSlug } }]),
  'GET /stores-reader/v1/collections/slug/{slug}': about('products.read', ({ hidden }) => [{ params: { slug: hidden.collectionSlug } }]),
  'GET /_api/subscription-options-reader-server/v1/subscription-options/{id}': ofPlan(),
  'GET /_api/subscription-options-reader-server/v1/subscription-options/{id}/productIds': ofPlan('includeHiddenProducts=true'),
  'GET /_api/subscription-options-reader-server/v1/subscription-options/byProduct/{productId}': ofProduct({
    search: 'includeHiddenSubscriptionOptions=true',
  }),
  'GET /_api/subscription-options-reader-server/v1/subscription-options/product/{productId}/oneTimePurchasesStatus': ofProduct(),
  'GET /gift-cards/v1/gift-card-products/query': own,
  'GET /gift-cards/v1/gift-card-products/{giftCardProductId}': own,
  'POST /stores-reader/v1/products/{id}/productOptionsAvailability': own,
  'GET /vitrine/v1/search': own,
  'GET /vitrine/v1/search/suggest': own,

  // What everybody may know.
  'GET /currency_converter/v1/currencies': own,
  'GET /currency_converter/v1/currencies/rate/{from}/convert/{to}': own,
  'POST /currency_converter/v1/currencies/amounts/{from}/convert/{to}': own,
  'GET /site-properties/v4/properties': own,
  'GET /ecom/v1/delivery-profiles/delivery-destination-properties': own,
  'GET /oauth2/jwks': own,
  'GET /oauth-app/v1/oauth-apps/{id}': own,
  'GET /assets/scripts/v1/site-scripts': own,
  'GET /assets/scripts/v1/site-scripts/essentials': own,
  'GET /assets/scripts/v1/site-scripts/metadata': own,
  'GET /wix-data/v2/items/query': own,
  'GET /vitrine/v1/checkout-page': own,
  'GET /vitrine/v1/shop': own,
  'GET /vitrine/v1/published-pages/{slug}': own,
  'GET /vitrine/v1/url-redirects/resolve': own,
  'GET /vitrine/v1/look-previews/{token}': own,
  'GET /vitrine/v1/page-previews/{token}': own,
  'GET /vitrine/v1/products/slugs/{slug}': own,
  'GET /vitrine/v1/collections/slugs/{slug}': own,
  'GET /vitrine/v1/sign-in': own,
  'GET /vitrine/v1/members/by-slug/{slug}': own,
  'GET /vitrine/v1/members/by-slug/{slug}/page': own,
  'GET /vitrine/v1/members/my/page': own,
  'PATCH /vitrine/v1/members/my/page': own,
  'GET /vitrine/v1/inbox': own,
  'GET /vitrine/v1/inbox/{id}': own,

  // What wants a secret: a token, a code, a password, an id that only its holder was told.
  'GET /_api/iam/authentication/v1/logout': own,
  'GET /vitrine/v1/authorize-requests': own,
  'GET /vitrine/v1/captcha/challenge': own,
  'GET /vitrine/v1/products/previews/{token}': own,
  'GET /vitrine/v1/media/files/{fileId}/captions': about('products.read', ({ hidden }) => [{ params: { fileId: hidden.filmId } }]),
  'GET /vitrine/v1/redirect-sessions/{id}': own,
  'GET /vitrine/v1/payment-collections/{id}': own,
  'POST /vitrine/v1/payment-collections/{id}/pay': own,
  'POST /vitrine/v1/payment-collections/{id}/confirm': own,
  'GET /vitrine/v1/sandbox/authentications/{id}': own,
  'POST /vitrine/v1/sandbox/authentications/{id}': own,
  'POST /vitrine/v1/sandbox/card-tokens': own,
  'POST /oauth2/token': own,
  'POST /oauth2/token-info': own,
  'POST /vitrine/v1/authorize-requests/consent': own,
  'POST /vitrine/v1/staff/invitations/accept': own,
  'POST /vitrine/v1/staff/invitations/preview': own,
  'POST /vitrine/v1/staff/recovery/reset': own,
  'POST /vitrine/v1/staff/recovery/send': own,
  'POST /_api/iam/authentication/v1/sso/login-with-token-params': own,
  'POST /_api/iam/authentication/v2/login': own,
  'POST /_api/iam/authentication/v2/register': own,
  'POST /_api/iam/authentication/v2/validate-email': own,
  'POST /_api/iam/authentication/v2/{factorType}/verify': own,
  'POST /_api/iam/recovery/v1/recover': own,
  'POST /_api/iam/recovery/v1/send-email': own,
  'POST /_api/iam/verification/v1/auth/resend': own,
  'POST /_api/iam/verification/v1/auth/verify': own,
  'POST /_api/iam/verification/v1/start': own,
  'POST /vitrine/v1/device-accounts': own,
  'POST /vitrine/v1/device-accounts/list': own,
  'POST /vitrine/v1/device-accounts/sign-out': own,
  'POST /vitrine/v1/device-accounts/switch': own,
  'POST /vitrine/v1/sign-in/email-code': own,
  'POST /vitrine/v1/sign-in/passkey': own,
  'POST /vitrine/v1/sign-in/passkey/finish': own,
  'POST /vitrine/v1/sign-in/totp': own,

  // A member's own: nobody who is no member has any.
  'GET /members/v1/members/my': about('members.read', () => [{}]),
  'DELETE /members/v1/members/my': about('members.write', () => [{}]),
  'DELETE /vitrine/v1/members/my/blocks/{memberId}': about('members.write', ({ memberId }) => [{ params: { memberId } }]),
  'DELETE /vitrine/v1/members/my/devices/{deviceId}': own,
  'DELETE /vitrine/v1/members/my/passkeys/{passkeyId}': own,
  'DELETE /vitrine/v1/members/my/sessions': own,
  'DELETE /vitrine/v1/members/my/sessions/{sessionId}': own,
  'GET /oauth2/user-info': own,
  'GET /vitrine/v1/members/my': about('members.read', () => [{}]),
  'GET /vitrine/v1/members/my/blocks': own,
  'GET /vitrine/v1/members/my/closing': about('members.read', () => [{}]),
  'GET /vitrine/v1/members/my/export': about('members.read', () => [{}]),
  'GET /vitrine/v1/members/my/factors': own,
  'GET /vitrine/v1/members/my/gift-cards': own,
  'GET /vitrine/v1/members/my/marketing-consents': own,
  'GET /vitrine/v1/members/my/sessions': own,
  'GET /vitrine/v1/members/my/subscriptions': own,
  'PATCH /vitrine/v1/members/my': about('members.write', () => [{ body: { language: 'de' } }]),
  'PATCH /vitrine/v1/members/my/passkeys/{passkeyId}': own,
  'POST /_api/iam/authentication/v2/change-password': own,
  'POST /members/v1/members/join-community': about('members.write', () => [{ body: {} }]),
  'POST /members/v1/members/leave-community': about('members.write', () => [{ body: {} }]),
  'POST /members/v1/members/my/slug': about('members.write', () => [{ body: { slug: 'mine' } }]),
  'POST /vitrine/v1/members/my/blocks': own,
  'POST /vitrine/v1/members/my/closing': about('members.write', () => [{ body: {} }]),
  'POST /vitrine/v1/members/my/factors/code': own,
  'POST /vitrine/v1/members/my/factors/confirm': own,
  'POST /vitrine/v1/members/my/factors/totp': own,
  'POST /vitrine/v1/members/my/factors/{factorId}/remove': own,
  'POST /vitrine/v1/members/my/marketing-consents': own,
  'POST /vitrine/v1/members/my/login-email': own,
  'POST /vitrine/v1/members/my/login-email/confirm': own,
  'POST /vitrine/v1/members/my/passkeys': own,
  'POST /vitrine/v1/members/my/passkeys/begin': own,
  'POST /vitrine/v1/members/my/password': own,
  'POST /vitrine/v1/members/my/photo': own,
  'POST /vitrine/v1/members/my/recovery-codes': own,
  'POST /vitrine/v1/members/my/subscriptions/{id}/card': own,
  'POST /vitrine/v1/members/my/subscriptions/{id}/end': own,
  'POST /vitrine/v1/members/my/subscriptions/{id}/resume': own,
  'POST /vitrine/v1/members/my/subscriptions/{id}/skip': own,
}
