import type { Api } from './api.ts'

/** The gift card that the shop sells: amounts, or bounds of one. */
export const giftVoucherProducts = (api: Api) => ({
  getGiftCardProduct: api('GET /gift-cards/v1/gift-card-products/{giftCardProductId}'),
  queryGiftCardProducts: api('GET /gift-cards/v1/gift-card-products/query', '/gift-cards/v1/gift-card-products/query'),
})
