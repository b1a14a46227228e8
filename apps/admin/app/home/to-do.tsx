import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Keys } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { useKeys } from '../shell/keys.ts'
import { nothingToDo } from './empty-text.ts'
import type { Todo } from './todos.ts'

const mostCounted = 1000

/** What waits for somebody. */
export function ToDo({ of, hasOrders }: { of: readonly Todo[]; hasOrders: boolean }) {
  const navigate = useNavigate()
  const [on, setOn] = useState<string>()
  const at = of.findIndex(({ id }) => id === on)
  const step = (by: number) => setOn(of[Math.max(0, Math.min(of.length - 1, at + by))]?.id)
  useKeys(
    of.length > 0
      ? {
          j: { says: 'Next, previous thing to do', moves: true, run: () => step(1) },
          k: { says: 'Next, previous thing to do', moves: true, run: () => step(-1) },
          ...(of[at] && { Enter: { says: 'Open', moves: true, run: () => void navigate(of[at]!.to) } }),
        }
      : {},
    'Home',
  )
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>To do now</h2>
        <p>in the order it costs you</p>
        {of.length > 0 && (
          <div className="acts small" aria-hidden="true">
            <Keys of={['J']} /> <Keys of={['K']} /> <Keys of={['↵']} />
          </div>
        )}
      </header>
      {of.length === 0 ? (
        <p className="soft">{nothingToDo(hasOrders)}</p>
      ) : (
        <ol className="todo">
          {of.map(({ id, tone, count, name, about, act, to }) => (
            <li key={id} {...(tone && { 'data-tone': tone })} {...(id === on && { 'data-focus': true })}>
              <Link to={to}>
                <span className="td-n">{count >= mostCounted ? '1,000+' : count}</span>
                <span className="td-t">
                  <b>{name}</b>
                  <span>{about}</span>
                </span>
                <span className="td-a" />
                <span className="td-go">
                  {act}
                  <Icon of={ChevronRight} small />
                </span>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
