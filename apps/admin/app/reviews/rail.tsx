import type { ReviewInQueue } from '@vitrine/contract'
import { Author, Marks } from '../moderation/marks.tsx'
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
      <Marks of={marksOf(of)} />
      <Author
        name={authorOf(of)}
        facts={[
          [author.orders, author.orders === 1 ? 'order' : 'orders'],
          [author.reviews, `${author.reviews === 1 ? 'review' : 'reviews'}, ${author.average.toFixed(1)}`],
        ]}
        memberId={author.memberId}
      />
      {next && onTurnDown && isSuspicious(next) && <NextOne of={next} alike={alike} busy={busy} onTurnDown={onTurnDown} />}
    </aside>
  )
}
