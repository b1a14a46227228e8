import type { Route } from '@vitrine/contract'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'
import { addProduct } from './products.ts'
import { newVisitor } from './wire.ts'

/** The writes of recommendations, each of a product that nobody else changes. */
export function recommendationWrites(shop: TestPlatform): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const add = async () => (await addProduct(shop.platform, { site: shop.site, name: 'Recommended', price: 900 }, shop.clock.now())).id
  return {
    'POST /vitrine/v1/recommendations/views': async () => ({
      params: {},
      body: { productId: await add(), before: [await add()] },
      token: (await newVisitor(shop)).token,
    }),
    'PUT /vitrine/v1/recommendations/products/{productId}/picks': async () => ({
      params: { productId: await add() },
      body: { pinned: [await add()], excluded: [] },
    }),
    'PUT /vitrine/v1/recommendations/picks': async () => ({ params: {}, body: { pinned: [], excluded: [await add()] } }),
    'PATCH /vitrine/v1/recommendations/settings': async () => ({
      params: {},
      body: { settings: { placements: [{ placement: 'HOME', enabled: true, algorithms: ['NEW'] }] } },
    }),
  }
}
