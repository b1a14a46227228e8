import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Guid, Instant, text, whole } from './primitives.ts'
import { Product } from './products.ts'

/** Products that shoppers do not see yet, for whoever is given the link. */
export const productPreviews = operations({
  /**
   * A link to the page of a product, also of one that is hidden, always in its current state. It is valid for this many hours, a week by
   * default; it cannot be revoked. On the page nothing can be bought.
   *
   * `{ id, hours: 24 }`
   */
  'POST /vitrine/v1/products/{id}/preview': operation({
    as: 'user',
    summary: 'Make a preview link of a product',
    input: z.object({ id: Guid, hours: whole(1, 720).default(168) }),
    ok: z.object({ url: z.string(), expiresDate: Instant }),
    errors: ['PRODUCT_NOT_FOUND'],
  }),

  /** `token` is the end of the link. One that is not of this shop, was changed or has expired matches no product. */
  'GET /vitrine/v1/products/previews/{token}': operation({
    as: 'visitor',
    summary: 'Read the product of a preview link',
    input: z.object({ token: text(2000, 1) }),
    ok: z.object({ product: Product, expiresDate: Instant }),
    errors: ['PRODUCT_NOT_FOUND'],
  }),
})
