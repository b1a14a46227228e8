import { Picture, Stars } from '@vitrine/ui'
import { Link } from 'react-router'
import { to } from '../shop/shop.ts'
import { capital, inWords, many } from '../shop/text.ts'
import { wishlistAt } from '../wishlists/addresses.ts'
import type { MemberPageView } from './page.ts'

/** Pictures of products are 4 to 5. */
export const pictureAt = (url: string) => ({ url, width: 1000, height: 1250, alt: '' })

/** What somebody in the community has chosen to show: reviews, answers and a list. */
export function Shown({ reviews, answers, list }: MemberPageView) {
  const beside = answers.length > 0 || list !== undefined
  if (reviews.length === 0 && !beside) return null
  return (
    <div className="mem__grid">
      {reviews.length > 0 && (
        <section aria-labelledby="member-reviews">
          <h2 id="member-reviews">Reviews</h2>
          <ol>
            {reviews.map(({ id, stars, title, text, bought, month, product }) => (
              <li key={id} className="mrev">
                <Link className="mrev__pic" to={to.product(product.slug)} tabIndex={-1} aria-hidden="true">
                  {product.picture && <Picture of={pictureAt(product.picture)} sizes="72px" ratio={4 / 5} silent />}
                </Link>
                <div>
                  <p className="small soft row">
                    <Stars of={stars} /> {month}
                    {bought && ', bought it'}
                  </p>
                  {title && <h3>{title}</h3>}
                  {text && <p>{text}</p>}
                  <p className="small soft">
                    on the{' '}
                    <Link className="link name" to={to.product(product.slug)}>
                      {product.name}
                    </Link>
                  </p>
                </div>
              </li>
            ))}
          </ol>
        </section>
      )}
      {beside && (
        <div className="mem__side">
          {answers.length > 0 && (
            <section aria-labelledby="member-answers">
              <h2 id="member-answers">Answers</h2>
              <ul className="mans">
                {answers.map(({ id, question, text, helpful, product }) => (
                  <li key={id}>
                    <p className="small soft">{question}</p>
                    <p>{text}</p>
                    <p className="small soft">
                      on the{' '}
                      <Link className="link name" to={to.product(product.slug)}>
                        {product.name}
                      </Link>
                      {helpful > 0 && `, ${helpful} found it helpful`}
                    </p>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {list && (
            <section aria-labelledby="member-list">
              <h2 id="member-list">A list</h2>
              <Link className="mlist" to={`${wishlistAt.page}/${encodeURIComponent(list.token)}`}>
                {list.pictures.length > 0 && (
                  <span className="mlist__pics">
                    {list.pictures.map((url) => (
                      <Picture key={url} of={pictureAt(url)} sizes="(min-width: 56rem) 11vw, 30vw" ratio={4 / 5} silent />
                    ))}
                  </span>
                )}
                <span>{list.name}</span>
                <small className="soft">
                  {capital(many(list.count, 'object'))}
                  {list.given > 0 && `, ${inWords(list.given)} already given`}
                </small>
              </Link>
            </section>
          )}
        </div>
      )}
    </div>
  )
}
