import type { ReviewSort } from '@vitrine/contract'
import { buttonClass, Picture, Star, Stars } from '@vitrine/ui'
import type { CSSProperties } from 'react'
import { Link, useFetcher } from 'react-router'
import type { loader } from '../routes/product-reviews.ts'
import type { action } from '../routes/review-vote.ts'
import { to } from '../shop/shop.ts'
import { inWords, many } from '../shop/text.ts'
import { useShop } from '../shop/use-shop.ts'
import { OneReview } from './one-review.tsx'
import { askedFor, FIRST, REVIEW_SORTS, type ReviewsView, type ReviewView } from './reviews.ts'

interface Props {
  slug: string
  reviews: ReviewsView
}

/** What people say of a product. Filters, sorts and more are addresses: without script the page comes anew, with it only the list. */
export default function Reviews({ slug, reviews: first }: Props) {
  const { name } = useShop()
  const { load, data, state } = useFetcher<typeof loader>()
  const shown = data?.reviews ?? first
  const { asked } = shown
  const voted = data?.votes ?? []
  /** To the same page, with other reviews. */
  const way = (change: Partial<typeof asked>) => {
    const search = askedFor({ ...asked, upTo: FIRST, first: undefined, ...change })
    return {
      to: { pathname: to.product(slug), search, hash: 'reviews' },
      preventScrollReset: true,
      onClick: (event: React.MouseEvent) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        void load(`${to.product(slug)}/reviews${search}`)
      },
    }
  }
  const { count, average, stars, list, left, pictures } = shown
  return (
    <section className="section wrap reviews" id="reviews" aria-labelledby="reviews-h">
      <div className="reviews__sum">
        <h2 id="reviews-h">What people say</h2>
        {count > 0 ? (
          <>
            <p className="reviews__v">
              <span>{average.toFixed(1)}</span>{' '}
              <span className="small soft">
                <Stars of={average} />
                <br />
                {`${count} ${count === 1 ? 'review' : 'reviews'}`}
              </span>
            </p>
            <ul className="histo">
              {[5, 4, 3, 2, 1].map((n) => {
                const some = stars[n - 1] ?? 0
                const isChosen = asked.stars === n
                return (
                  <li key={n}>
                    <Link {...way({ stars: isChosen ? undefined : n })} aria-current={isChosen ? 'true' : undefined}>
                      <span className="figures">
                        {n}
                        <span className="sr"> stars: </span>
                      </span>
                      <Star />
                      <i style={{ '--w': some / count } as CSSProperties} />
                      <span className="figures n">
                        {some}
                        <span className="sr"> reviews</span>
                      </span>
                    </Link>
                  </li>
                )
              })}
            </ul>
          </>
        ) : (
          <p className="soft">Nobody has written about it yet. Yours would be the first.</p>
        )}
        <Link className={buttonClass({ line: true, wide: true })} to={`${to.product(slug)}/review`}>
          Write a review
        </Link>
      </div>
      {count > 0 && (
        <div className="reviews__list" aria-busy={state !== 'idle'}>
          {pictures.length > 0 && (
            <ul className="reviews__pics" aria-label="Pictures by customers">
              {pictures.map((picture, at) => (
                <li key={picture.url}>
                  <a href={picture.url} aria-label={`Picture ${at + 1} by a customer`}>
                    <Picture of={picture} sizes="(min-width: 64rem) 15vw, 22vw" ratio={1} silent />
                  </a>
                </li>
              ))}
            </ul>
          )}
          <nav className="reviews__bar" aria-label="Order of the reviews">
            {asked.stars !== undefined && <Link {...way({ stars: undefined })}>All reviews</Link>}
            {(Object.keys(REVIEW_SORTS) as ReviewSort[]).map((sort) => (
              <Link key={sort} {...way({ sort })} aria-current={asked.sort === sort ? 'true' : undefined}>
                {REVIEW_SORTS[sort]}
              </Link>
            ))}
          </nav>
          <p role="status" className="sr">
            {state === 'idle' && data ? `${many(list.length, 'review')} shown` : ''}
          </p>
          <ol>
            {list.map((review) => (
              <li key={review.id} className="review" id={`review-${review.id}`}>
                <OneReview of={review} shop={name} foot={<Vote review={review} slug={slug} voted={voted.includes(review.id)} />} />
              </li>
            ))}
          </ol>
          {left > 0 && (
            <Link className={buttonClass({ line: true })} {...way({ upTo: asked.upTo + 10, first: asked.first })}>
              {`Show ${inWords(Math.min(left, 10))} more`}
            </Link>
          )}
        </div>
      )}
    </section>
  )
}

function Vote({ review, slug, voted }: { review: ReviewView; slug: string; voted: boolean }) {
  const { Form, data, formData, state } = useFetcher<typeof action>()
  const wants = formData?.get('vote') ?? data?.vote
  const isHelpful = wants === undefined ? voted : wants === 'HELPFUL'
  const wasHelpful = data ? data.vote === 'HELPFUL' : voted
  const count = (data?.helpful ?? review.helpful) + (formData && isHelpful !== wasHelpful ? (isHelpful ? 1 : -1) : 0)
  return (
    <Form method="post" action={`/review-votes/${review.id}`} className="review__foot small">
      <input type="hidden" name="slug" value={slug} />
      <input type="hidden" name="vote" value={isHelpful ? 'NONE' : 'HELPFUL'} />
      <button className="text-button" aria-pressed={isHelpful} aria-describedby={`review-${review.id}`} disabled={state !== 'idle'}>
        Helpful{count > 0 && `, ${count}`}
      </button>
      {data?.not && <span role="alert">{data.not}</span>}
      <a className="text-button" href={`${to.product(slug)}/reviews/${review.id}/report`}>
        Report
      </a>
    </Form>
  )
}
