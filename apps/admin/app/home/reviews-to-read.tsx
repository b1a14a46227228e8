import type { ReviewInQueue } from '@vitrine/contract'
import { Link } from 'react-router'
import { many } from '../orders/text.ts'
import { Status } from '../parts/glyph.tsx'
import { Thumb } from '../parts/thumb.tsx'
import { Stars } from '../reviews/stars.tsx'
import { authorOf, isSuspicious, titleOf } from '../reviews/text.ts'

/** The reviews that have waited longest, of `count` that nobody has read. */
export function ReviewsToRead({ of, count }: { of: readonly ReviewInQueue[]; count: number }) {
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Reviews to read</h2>
        <p>{count.toLocaleString('en-GB')}</p>
        <div className="acts">
          <Link className="a small" to="/reviews">
            Queue
          </Link>
        </div>
      </header>
      <ul className="revs">
        {of.map((each) => {
          const { id, content } = each.review
          const pictures = content?.media.length ?? 0
          return (
            <li key={id}>
              <Thumb src={each.product?.picture} size={36} />
              <div>
                <p>
                  <Stars of={content?.rating ?? 0} />{' '}
                  <Link className="lead" to={`/reviews?${new URLSearchParams({ id })}`}>
                    {titleOf(each)}
                  </Link>
                </p>
                {content?.title && content.body && <p className="soft clamp">{content.body}</p>}
                <p className="faint small">
                  {authorOf(each)}
                  {pictures > 0 && ` · ${many(pictures, 'picture')}`}
                  {isSuspicious(each) && (
                    <>
                      {' · '}
                      <Status glyph="t-warn" tone="warn">
                        Suspicious
                      </Status>
                    </>
                  )}
                </p>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
