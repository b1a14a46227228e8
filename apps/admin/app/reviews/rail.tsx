import type { ReviewInQueue } from '@vitrine/contract'
import { CircleCheck, Info } from 'lucide-react'
import { Link } from 'react-router'
import { Icon } from '../parts/icon.tsx'
import { NextOne } from './next-one.tsx'
import { authorOf, isSuspicious, marksOf } from './text.ts'

interface RailProps {
  readonly of: ReviewInQueue
  readonly next: ReviewInQueue | undefined
  /** Those that say the same as the next one, by their ids. */
  readonly alike: readonly string[]
  readonly busy: boolean
  readonly onTurnDown: ((ids: readonly string[]) => void) | undefined
}

/** What there is to know of a review and of who wrote it, and whether the next one is worth reading. */
export function Rail({ of, next, alike, busy, onTurnDown }: RailProps) {
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
            <b>{author.reviews}</b> {author.reviews === 1 ? 'review' : 'reviews'}, {author.average.toFixed(1)}
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
      {next && onTurnDown && isSuspicious(next) && <NextOne of={next} alike={alike} busy={busy} onTurnDown={onTurnDown} />}
    </aside>
  )
}
