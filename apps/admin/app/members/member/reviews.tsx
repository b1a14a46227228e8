import type { ReviewInQueue } from '@vitrine/contract'
import { Link } from 'react-router'
import { placedAt } from '../../orders/text.ts'
import { Thumb } from '../../parts/thumb.tsx'
import { Stars } from '../../reviews/stars.tsx'
import { titleOf } from '../../reviews/text.ts'
import { useShop } from '../../shop.ts'

const stateText: Readonly<Partial<Record<string, string>>> = {
  SUBMITTED: 'to read',
  IN_MODERATION: 'to read',
  REJECTED: 'turned down',
}

/** The newest reviews of a member. */
export function MemberReviews({ of }: { of: readonly ReviewInQueue[] }) {
  const { timeZone } = useShop()
  if (of.length === 0) return null
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>Reviews</h2>
      </header>
      <ul className="revs">
        {of.map((each) => {
          const { id, content, moderation, createdDate } = each.review
          const state = stateText[moderation?.moderationStatus ?? '']
          return (
            <li key={id}>
              <Thumb src={each.product?.picture} size={36} />
              <div>
                <p>
                  <Stars of={content?.rating ?? 0} />{' '}
                  <Link className="lead" to={`/reviews?${new URLSearchParams({ id: id })}`}>
                    {titleOf(each)}
                  </Link>{' '}
                  <span className="soft small">
                    {[createdDate && placedAt(createdDate, timeZone), each.product?.name, state].filter(Boolean).join(' · ')}
                  </span>
                </p>
                {content?.title && content.body && <p className="soft clamp">{content.body}</p>}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
