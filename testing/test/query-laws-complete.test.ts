/** Every operation that takes a filter has a law that holds it to an evaluator, or a reason why it has none. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contract, type Route } from '@vitrine/contract'
import { filterPlace } from '../src/query-law.ts'
import { backInStockLaws } from '../src/query-laws-back-in-stock.ts'
import { goodsLaws } from '../src/query-laws-goods.ts'
import { mediaLaws } from '../src/query-laws-media.ts'
import { newsletterLaws } from '../src/query-laws-newsletter.ts'
import { reviewLaws } from '../src/query-laws-reviews.ts'
import { sellingLaws } from '../src/query-laws-selling.ts'

/** Those with a law in `query-laws.test.ts`. */
const elsewhere: readonly Route[] = [
  'POST /ecom/v1/orders/search',
  'POST /vitrine/v1/members/search',
  'POST /vitrine/v1/products/query',
  'GET /stores-reader/v1/products/query-platformized',
  'GET /v2/collections/query',
]

const ofMembers = 'what it is done to is what POST /vitrine/v1/members/search finds, by the same fields'
const ofReviews = 'what it is done to is what POST /reviews/v1/reviews/query finds, by the same fields'
const reasons: { readonly [R in Route]?: string } = {
  'POST /vitrine/v1/orders/export': 'the file has what POST /ecom/v1/orders/search finds, by the same fields',
  'POST /vitrine/v1/members/export': 'the file has what POST /vitrine/v1/members/search finds, by the same fields',
  'POST /vitrine/v1/newsletter/subscribers/export':
    'the file has what POST /vitrine/v1/newsletter/subscribers/search finds, by the same fields',
  'POST /vitrine/v1/products/export': 'the file has what POST /vitrine/v1/products/query finds, by the same fields',
  'POST /vitrine/v1/products/jobs': 'what it is done to is what POST /vitrine/v1/products/query finds, by the same fields',
  'POST /members/v1/members/query': 'the fields of POST /vitrine/v1/members/search, and what others may see of them: members.test.ts',
  'POST /members/v1/members/bulk/delete-by-filter': ofMembers,
  'POST /members/v1/members/bulk/approve-by-filter': ofMembers,
  'POST /members/v1/members/bulk/block-by-filter': ofMembers,
  'POST /vitrine/v1/members/bulk/preview': ofMembers,
  'POST /vitrine/v1/members/bulk': ofMembers,
  'POST /reviews/v1/bulk/reviews/delete': ofReviews,
  'POST /reviews/v1/bulk/reviews/moderate': ofReviews,
  'POST /vitrine/v1/reviews/jobs': ofReviews,
  'POST /v1/bulk/wishlists/update-tags-by-filter': 'it answers nothing of what it finds: published-client.wishlists.test.ts',
  'GET /gift-cards/v1/gift-card-products/query': 'a shop sells one gift card at the most',
  'GET /billing/v1/manual-tax-mappings/query': 'by ids and dates that a shop begins with none of: tax-settings.test.ts',
  'POST /locations/v1/locations/query': 'it filters as POST /stores/v3/locations/query does, and pages by offset: site-properties.test.ts',
  'GET /ecom/v1/delivery-profiles/query': 'a shop has one delivery profile',
}

test('each operation with a filter has a law or a reason', () => {
  const laws = { ...goodsLaws, ...mediaLaws, ...backInStockLaws, ...newsletterLaws, ...reviewLaws, ...sellingLaws({ giftCardId: '' }) }
  const held = [...Object.keys(laws), ...Object.values(laws).flatMap((law) => law.counted ?? []), ...elsewhere, ...Object.keys(reasons)]
  const filtered = (Object.keys(contract) as Route[]).filter((line) => filterPlace(line) !== undefined)
  assert.deepEqual(held.toSorted(), filtered.toSorted())
})
