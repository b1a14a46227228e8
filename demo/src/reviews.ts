import { insertReview, type ReviewFile, type StoredReview } from '@vitrine/platform/commerce/reviews/store'
import { moveSummary, productNamespace } from '@vitrine/platform/commerce/reviews/summary'
import { ranked } from '@vitrine/platform/commerce/reviews/write'
import type { Db } from '@vitrine/platform/kernel/db/sql'
import { demoSite, productIdOf, uuidOf } from './ids.ts'
import type { Catalogue, ReviewEntry } from './morrow.ts'
import { type Files, fileAt } from './pictures.ts'

interface More {
  readonly pictures?: readonly string[]
  readonly helpful?: number
  readonly unhelpful?: number
}

/** Beside what is said: pictures, and how many found it helpful, by product and author. */
const more: Readonly<Record<string, More>> = {
  'morning-mug Hanna K.': { pictures: ['morning-mug/pair.webp', 'morning-mug/sage.webp'], helpful: 31, unhelpful: 1 },
  'morning-mug Marta L.': { helpful: 12 },
  'morning-mug Tobias R.': { helpful: 9, unhelpful: 1 },
  'morning-mug Joost v.': { pictures: ['morning-mug/ink.webp'] },
  'teapot Greta S.': { helpful: 4 },
}

interface Waiting extends Pick<ReviewEntry, 'product' | 'author' | 'rating' | 'title' | 'text' | 'verified'> {
  readonly hoursAgo: number
  readonly reasons: StoredReview['reasons']
  readonly pictures?: readonly string[]
}

/** What nobody of the shop has read yet. */
const waiting: readonly Waiting[] = [
  {
    product: 'teapot',
    author: 'Pauline M.',
    rating: 2,
    title: 'Lid arrived with a hairline',
    text: 'Otherwise lovely, but I look closely at this price. The pot pours without a drip and the handle is warm, not hot. There is a fine line from the knob to the rim of the lid, I can feel it with my nail. Pictures attached.',
    verified: true,
    hoursAgo: 5,
    reasons: ['LOW_RATING'],
    pictures: ['teapot/open.webp', 'teapot/ink.webp'],
  },
  {
    product: 'first-light-candle',
    author: 'user_88213',
    rating: 5,
    title: 'best candle!!! visit my shop',
    text: 'best candle ever, more at www.cheap-candle.example, free shipping worldwide',
    verified: false,
    hoursAgo: 4,
    reasons: ['NOT_VERIFIED', 'LINK'],
  },
  {
    product: 'cereal-bowl',
    author: 'Noor A.',
    rating: 5,
    title: 'Every morning since',
    text: 'It was a present, so I have no order to show. Deep enough for soup, and the rim is kind to the lip.',
    verified: false,
    hoursAgo: 3,
    reasons: ['NOT_VERIFIED'],
  },
  {
    product: 'table-lamp',
    author: 'Ewa B.',
    rating: 2,
    title: 'The switch is stiff',
    text: 'The light is as warm as I hoped. The switch takes two hands, which is one too many at night.',
    verified: true,
    hoursAgo: 2,
    reasons: ['LOW_RATING'],
  },
  {
    product: 'moon-vase',
    author: 'Lena S.',
    rating: 4,
    title: 'The seam is the best part',
    text: 'I saw it in the studio and ordered it at the counter. You can see where the two halves met.',
    verified: false,
    hoursAgo: 1,
    reasons: ['NOT_VERIFIED'],
  },
]

const waitingIdOf = ({ product, author }: Pick<Waiting, 'product' | 'author'>) => uuidOf(`review that waits ${product} ${author}`)

/** Those of them whose authors have bought the product. */
export const verifiedWaiting = waiting.filter(({ verified }) => verified).map((one) => ({ id: waitingIdOf(one), product: one.product }))

const hourMs = 3_600_000

export const reviewPicture = (files: Files, path: string): ReviewFile => {
  const { id, fileName, width, height } = fileAt(files, `images/${path}`)
  return { kind: 'image', id, fileName, width, height }
}

/** A review without what is said in it. */
export const blankReview = (
  product: string,
  author: string,
  at: Date,
): Omit<StoredReview, 'rating' | 'title' | 'body' | 'verified' | 'status'> => ({
  id: uuidOf(`review ${product} ${author}`),
  namespace: productNamespace,
  entityId: productIdOf(product),
  authorType: 'VISITOR',
  memberId: null,
  visitorId: null,
  contactId: null,
  authorName: author,
  orderId: null,
  media: [],
  manuallyChanged: false,
  reasons: [],
  origin: 'ORGANIC',
  originApp: null,
  reply: null,
  helpful: 0,
  unhelpful: 0,
  relevance: 0,
  publishCount: 0,
  revision: 1,
  reviewDate: at,
  createdAt: at,
  updatedAt: at,
})

/** What people have said of the shop's products in the last year and a half, and what waits to be read. */
export async function addReviews(db: Db, { reviews }: Catalogue, files: Files, now: Date): Promise<void> {
  const published = reviews.map(({ product, author, rating, title, text: body, date, verified, reply }): StoredReview => {
    const { pictures = [], helpful = 0, unhelpful = 0 } = more[`${product} ${author}`] ?? {}
    const at = new Date(Math.min(Date.parse(`${date}T10:00:00Z`), now.getTime() - hourMs))
    return {
      ...blankReview(product, author, at),
      rating,
      title,
      body,
      verified,
      media: pictures.map((path) => reviewPicture(files, path)),
      status: 'APPROVED',
      publishCount: 1,
      helpful,
      unhelpful,
      ...(reply && { reply: { message: reply.text, createdAt: `${reply.date}T10:00:00.000Z`, updatedAt: `${reply.date}T10:00:00.000Z` } }),
    }
  })
  const held = waiting.map(
    ({ product, author, rating, title, text: body, verified, hoursAgo, reasons, pictures = [] }): StoredReview => ({
      ...blankReview(product, author, new Date(now.getTime() - hoursAgo * hourMs)),
      id: waitingIdOf({ product, author }),
      rating,
      title,
      body,
      verified,
      reasons,
      media: pictures.map((path) => reviewPicture(files, path)),
      status: 'IN_MODERATION',
    }),
  )
  for (const review of [...published, ...held].map(ranked)) {
    if (await insertReview(db, demoSite, review)) await moveSummary({ db, site: demoSite, now }, undefined, review)
  }
}
