import { attempt } from '@vitrine/client'
import type { Review } from '@vitrine/contract'
import { localeIn } from '@vitrine/pricing'
import { type Media, rendition } from '@vitrine/ui'
import { streamOf } from '../catalogue/media.server.ts'
import { ownFile } from '../shop/own-file.ts'
import type { Visit } from '../shop.server.ts'
import type { Asked, FilmView, ReviewsView, ReviewView } from './reviews.ts'

const shownPictures = 4

export const picturesOf = ({ content, author }: Review): Media[] =>
  (content?.media ?? []).flatMap(({ image }) =>
    image?.url
      ? [
          {
            url: ownFile(image.url),
            width: image.width || 1,
            height: image.height || 1,
            alt: `Picture by ${author?.authorName ?? 'a customer'}`,
          },
        ]
      : [],
  )

/** The width of a film in a review, in CSS pixels. */
const filmWidth = 320

const filmsOf = ({ content }: Review): FilmView[] =>
  (content?.media ?? []).flatMap(({ video }) => {
    if (!video?.url) return []
    const [size] = video.resolutions ?? []
    const width = size?.width || 16
    const height = size?.height || 9
    const url = ownFile(video.url)
    return [
      {
        url,
        streamUrl: streamOf(url),
        poster: rendition({ url }, 2 * filmWidth, Math.round((2 * filmWidth * height) / width)),
        width,
        height,
      },
    ]
  })

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
    films: filmsOf(review),
    reply: reply && { day: day(reply.createdDate), text: reply.message },
    helpful: review.foundHelpful,
  }
}

/** What is said of a product; undefined where it cannot be had. */
export async function readReviews({ client, shop }: Visit, productId: string, asked: Asked): Promise<ReviewsView | undefined> {
  const { first, stars, sort, upTo: limit } = asked
  const [refused, page] = await attempt(
    client.reviews.getPage({
      entityId: productId,
      ...(stars !== undefined && { stars }),
      ...(first !== undefined && { first }),
      sort,
      limit,
    }),
  )
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
