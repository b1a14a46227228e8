import type { ReviewInQueue } from '@vitrine/contract'
import { CircleCheck, Info } from 'lucide-react'
import { Link } from 'react-router'
import { many } from '../list/many.ts'
import { Icon } from '../parts/icon.tsx'
import { authorOf, marksOf } from './text.ts'

/** What there is to know of a review and of who wrote it. */
export function Rail({ of }: { of: ReviewInQueue }) {
  const { author } = of
  return (
    <aside className="rail" aria-label="Marks">
      <section className="sec">
        <header className="sec-h">
          <h2>Marks</h2>
        </header>
        <ul className="marks">
          {marksOf(of).map(({ says, good }) => (
            <li key={says} {...(good && { 'data-ok': true })}>
              <Icon of={good ? CircleCheck : Info} />
              {says}
            </li>
          ))}
        </ul>
      </section>
      <section className="sec">
        <header className="sec-h">
          <h2>{authorOf(of)}</h2>
        </header>
        <ul className="facts">
          <li>
            <b>{author.orders}</b> {author.orders === 1 ? 'order' : 'orders'}
          </li>
          <li>
            {many(author.reviews, 'review')}, {author.average.toFixed(1)}
          </li>
        </ul>
        {author.memberId && (
          <p className="small">
            <Link className="a" to={`/members/${author.memberId}`}>
              Open member
            </Link>
          </p>
        )}
      </section>
    </aside>
  )
}
