import { attempt } from '@vitrine/client'
import type { Review } from '@vitrine/contract'
import type { Media } from '@vitrine/ui'
import { localeIn } from '../checkout/countries.ts'
import type { Visit } from '../shop.server.ts'
import type { Asked, ReviewsView, ReviewView } from './reviews.ts'

const shownPictures = 4

export const picturesOf = ({ content, author }: Review): Media[] =>
  (content?.media ?? []).flatMap(({ image }) =>
    image?.url
      ? [
          {
            url: new URL(image.url).pathname,
            width: image.width || 1,
            height: image.height || 1,
            alt: `Picture by ${author?.authorName ?? 'a customer'}`,
          },
        ]
      : [],
  )

export function showReview(review: Review, { locale, country, timeZone }: Visit['shop']): ReviewView {
  const { content, author, reply } = review
  const day = (date: string | undefined) =>
    date === undefined
      ? ''
      : new Intl.DateTimeFormat(localeIn(locale, country), { day: 'numeric', month: 'short', year: 'numeric', timeZone }).format(
          new Date(date),
        )
  return {
    id: review.id,
    stars: content?.rating ?? 0,
    title: content?.title,
    text: content?.body,
    author: author?.authorName ?? 'Somebody',
    verified: review.verified,
    date: review.reviewDate ?? '',
    day: day(review.reviewDate),
    pictures: picturesOf(review),
    reply: reply && { day: day(reply.createdDate), text: reply.message },
    helpful: review.foundHelpful,
  }
}

/** What is said of a product; undefined where it cannot be had. */
export async function readReviews({ client, shop }: Visit, productId: string, asked: Asked): Promise<ReviewsView | undefined> {
  const { stars, sort, upTo: limit } = asked
  const [refused, page] = await attempt(client.reviews.getPage({ entityId: productId, ...(stars !== undefined && { stars }), sort, limit }))
  if (refused) return undefined
  const { summary, reviews, withMedia } = page
  const all = stars === undefined ? summary.count : (summary.stars[stars - 1] ?? 0)
  return {
    average: summary.average,
    count: summary.count,
    stars: summary.stars,
    list: reviews.map((review) => showReview(review, shop)),
    left: Math.max(0, all - reviews.length),
    pictures: withMedia.flatMap(picturesOf).slice(0, shownPictures),
    asked,
  }
}
