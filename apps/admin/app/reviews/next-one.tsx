import type { ReviewInQueue } from '@vitrine/contract'
import { TriangleAlert } from 'lucide-react'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { authorOf, marksOf } from './text.ts'

interface NextOneProps {
  readonly of: ReviewInQueue
  /** Those that say the same, itself among them; by their ids. */
  readonly alike: readonly string[]
  readonly busy: boolean
  readonly onTurnDown: (ids: readonly string[]) => void
}

/** What is wrong with the suspicious review that comes next: it can be turned down before it is read. */
export function NextOne({ of, alike, busy, onTurnDown }: NextOneProps) {
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>The next one</h2>
      </header>
      <div className="row top">
        <span className="warn-i">
          <Icon of={TriangleAlert} />
        </span>
        <div className="stack-s">
          <p>
            <b>{authorOf(of)}</b> looks suspicious
          </p>
          <ul className="small soft bullets">
            {marksOf(of)
              .filter(({ good }) => !good)
              .map(({ says }) => (
                <li key={says}>{says}</li>
              ))}
          </ul>
          <Button small kind="warn" disabled={busy} onClick={() => onTurnDown(alike)}>
            {alike.length > 1 ? `Turn down all ${alike.length.toLocaleString('en-GB')}` : 'Turn it down'}
          </Button>
        </div>
      </div>
    </section>
  )
}
