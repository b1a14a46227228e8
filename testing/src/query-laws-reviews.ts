import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import * as modules from '@vitrine/client/modules'
import type { Route } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { newBuyer } from './buyer.ts'
import { addPicture } from './pictures.ts'
import type { TestPlatform } from './platform.ts'
import { addProduct } from './products.ts'
import type { QueryLaw, Row } from './query-law.ts'

/** Fills a shop with reviews of every kind that their lists can be asked about. */
export async function fillWithReviews(shop: TestPlatform): Promise<void> {
  const { platform, site, clock } = shop
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { ...modules, ...backOffice } })
  const goods: string[] = []
  for (const name of ['Mug', 'Lamp', 'Bowl']) goods.push((await addProduct(platform, { site, name, price: 900 }, clock.now())).id)
  const picture = await addPicture(shop)
  const contacts = [newId(), newId()]
  for (let n = 0; n < 18; n++) {
    clock.advance(60_000)
    const entityId = goods[n % 3]!
    const by = n % 3 === 2 ? newBuyer(shop) : office
    const media = by === office && n % 4 === 1 ? [{ image: { id: picture } }] : []
    const content = { rating: (n % 5) + 1, title: `No. ${n}`, media }
    const { review } = await by.reviews.createReview({
      review: {
        namespace: n % 7 === 6 && by === office ? 'courses' : 'stores',
        entityId,
        content,
        ...(by === office && n % 2 === 0 && { author: { contactId: contacts[(n / 2) % 2]! } }),
        ...(by === office && { reviewDate: new Date(Date.UTC(2026, n % 11, 1)).toISOString() }),
      },
    })
    if (n % 6 === 5)
      await office.reviewManagement.updateModerationStatus({ reviewId: review.id, status: n % 4 === 1 ? 'APPROVED' : 'REJECTED' })
    if (n % 3 === 0) for (let votes = 0; votes < n % 4; votes++) await vote(shop, review.id, votes === 1 ? 'UNHELPFUL' : 'HELPFUL')
  }
}

const vote = (shop: TestPlatform, reviewId: string, choice: 'HELPFUL' | 'UNHELPFUL') =>
  newBuyer(shop).reviews.voteForReview({ reviewId, vote: choice })

const among = ['$eq', '$in', '$ne']
const compared = ['$eq', '$gt', '$gte', '$in', '$lt', '$lte', '$ne']
const either = ['$eq', '$ne']

const fields = (of: (row: Row) => Row): QueryLaw['fields'] => {
  const part = (row: Row, first: string, second: string) => (of(row)[first] as Row | undefined)?.[second] as string | undefined
  return {
    id: { kind: 'id', operators: among, of: (row) => of(row)['id'] as string },
    'author.contactId': { kind: 'id', operators: among, of: (row) => part(row, 'author', 'contactId') },
    entityId: { kind: 'text', operators: among, of: (row) => of(row)['entityId'] as string },
    namespace: { kind: 'text', operators: among, of: (row) => of(row)['namespace'] as string },
    'moderation.moderationStatus': { kind: 'text', operators: among, of: (row) => part(row, 'moderation', 'moderationStatus') },
    createdDate: { kind: 'instant', operators: compared, of: (row) => of(row)['createdDate'] as string },
    'content.rating': { kind: 'number', operators: compared, of: (row) => part(row, 'content', 'rating') },
    helpfulness: { kind: 'number', operators: compared, of: (row) => of(row)['helpfulness'] as number },
    relevanceScore: { kind: 'number', operators: compared, of: (row) => of(row)['relevanceScore'] as number },
    'origin.type': { kind: 'text', operators: either, of: (row) => part(row, 'origin', 'type') },
    verified: {
      kind: 'flag',
      operators: either,
      of: (row) => of(row)['verified'] as boolean,
      sorted: (row) => (of(row)['verified'] === true ? 1 : 0),
    },
  }
}

const otherwise = { 'content.media': 'published-client.reviews.test.ts: whether there is any' }

export const reviewLaws: { readonly [R in Route]?: QueryLaw } = {
  'POST /reviews/v1/reviews/query': {
    rows: 'reviews',
    input: { returnPrivateReviews: true },
    counted: 'POST /reviews/v1/reviews/count',
    countInput: { includePrivateReviews: true },
    fields: fields((row) => row),
    otherwise,
  },
  'POST /vitrine/v1/reviews/search': {
    rows: 'reviews',
    idOf: ({ review }) => (review as Row)['id'] as string,
    fields: fields(({ review }) => review as Row),
    otherwise,
  },
}
