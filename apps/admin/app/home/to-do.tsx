import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { Icon } from '../parts/icon.tsx'
import { nothingToDo } from './empty-text.ts'
import type { Todo } from './todos.ts'

const mostCounted = 1000

/** What waits for somebody. */
export function ToDo({ of, hasOrders }: { of: readonly Todo[]; hasOrders: boolean }) {
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>To do now</h2>
        <p>in the order it costs you</p>
      </header>
      {of.length === 0 ? (
        <p className="soft">{nothingToDo(hasOrders)}</p>
      ) : (
        <ol className="todo">
          {of.map(({ id, tone, count, name, about, act, to }) => (
            <li key={id} {...(tone && { 'data-tone': tone })}>
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
