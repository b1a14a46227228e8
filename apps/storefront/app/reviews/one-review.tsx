import { Picture, Stars } from '@vitrine/ui'
import type { ReactNode } from 'react'
import { FilmOfReview } from './film-of-review.tsx'
import type { ReviewView } from './reviews.ts'

/** What somebody said, with what the shop answered. */
export function OneReview({
  of,
  shop,
  heading: Heading = 'h3',
  foot,
}: {
  of: ReviewView
  shop: string
  heading?: 'h2' | 'h3'
  foot?: ReactNode
}) {
  return (
    <>
      <div className="review__head">
        <Stars of={of.stars} />
        <span className="small soft">
          {of.author}
          {of.verified && ', bought it'}
          {of.date && (
            <>
              , <time dateTime={of.date.slice(0, 10)}>{of.day}</time>
            </>
          )}
        </span>
      </div>
      {of.title && <Heading>{of.title}</Heading>}
      {of.text && <p>{of.text}</p>}
      {of.pictures.length > 0 && (
        <div className="review__pics">
          {of.pictures.map((picture) => (
            <a key={picture.url} href={picture.url}>
              <Picture of={picture} sizes="80px" ratio={4 / 5} />
            </a>
          ))}
        </div>
      )}
      {of.films.map((film) => (
        <FilmOfReview key={film.url} of={film} author={of.author} />
      ))}
      {of.reply && (
        <div className="review__reply">
          <p className="small soft">
            {shop} replied, {of.reply.day}
          </p>
          <p>{of.reply.text}</p>
        </div>
      )}
      {foot}
    </>
  )
}
