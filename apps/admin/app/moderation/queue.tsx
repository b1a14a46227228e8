import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SearchBox } from '../list/tools.tsx'
import { Button, Keys } from '../parts/button.tsx'
import { Status } from '../parts/glyph.tsx'
import { Thumb } from '../parts/thumb.tsx'
import type { Queue } from './use-queue.ts'

interface QueueTabsProps<Of extends string> {
  readonly tabs: readonly { readonly of: Of; readonly name: string }[]
  readonly at: Of
  readonly counts: Readonly<Record<Of, number>>
  /** What `R` does: `reply`. */
  readonly answers: string
}

export function QueueTabs<Of extends string>({ tabs, at, counts, answers }: QueueTabsProps<Of>) {
  return (
    <div className="tabs">
      <nav aria-label="Views">
        <ul>
          {tabs.map(({ of, name }) => (
            <li key={of}>
              <Link to={`?show=${of}`} {...(of === at && { 'aria-current': 'page' as const })}>
                {name}
                <span className="n">{counts[of].toLocaleString('en-GB')}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="acts small faint">
        <Keys of={['J', 'K']} /> move &nbsp; <Keys of={['A']} /> publish &nbsp; <Keys of={['D']} /> turn down &nbsp; <Keys of={['R']} />{' '}
        {answers}
      </div>
    </div>
  )
}

/** One in the list beside what is read. */
export interface QueueRow {
  readonly id: string
  readonly picture: string | undefined
  /** Before the link: a box to pick it. */
  readonly pick?: ReactNode
  /** Above the title, beside which it is said that it is suspicious; below it where there is nothing. */
  readonly above?: ReactNode
  readonly title: string
  readonly facts: ReactNode
  readonly suspicious: boolean
}

interface QueueOfProps<T> {
  readonly queue: Queue<T>
  readonly items: readonly T[]
  readonly rowOf: (item: T) => QueueRow
  /** What is read: `review`. */
  readonly one: string
  readonly next: string | undefined
  readonly perPage: number
  readonly empty: { readonly title: string; readonly words: string }
  /** Beside the search. */
  readonly tools?: ReactNode
  /** What is read now, and what there is to know of it. */
  readonly children: ReactNode
}

/** A list of what is to be read, and what is read now beside it. */
export function QueueOf<T>({ queue, items, rowOf, one, next, perPage, empty, tools, children }: QueueOfProps<T>) {
  const { params, at, current, list, ask, linkTo } = queue
  const words = params.get('q') ?? ''
  return (
    <>
      <div className="tools">
        <SearchBox hint={`Search ${one}s`} asked={words} onAsk={ask} />
        {tools}
      </div>
      {current ? (
        <div className="cols split queue">
          <div className="picklist">
            <ul ref={list}>
              {items.map((item, index) => {
                const { id, picture, pick, above, title, facts, suspicious } = rowOf(item)
                const warning = suspicious && (
                  <Status glyph="t-warn" tone="warn">
                    Suspicious
                  </Status>
                )
                return (
                  <li key={id} className="rv-pick" {...(index === at && { 'data-on': true })}>
                    {pick}
                    <Link to={linkTo(item)} replace {...(index === at && { 'aria-current': 'true' as const })}>
                      <Thumb src={picture} size={36} />
                      <span className="two grow">
                        {above && (
                          <span className="row rv-row">
                            {above}
                            {warning}
                          </span>
                        )}
                        <b className="ell">{title}</b>
                        <span className="faint small">{facts}</span>
                        {!above && warning}
                      </span>
                    </Link>
                  </li>
                )
              })}
            </ul>
            {next && (
              <p className="pad rv-next">
                <Button small onClick={() => ask({ after: next })}>
                  Show the next {perPage}
                </Button>
              </p>
            )}
          </div>
          {children}
        </div>
      ) : (
        <div className="empty">
          <h2>{words ? `No ${one} says “${words}”` : empty.title}</h2>
          {!words && <p>{empty.words}</p>}
        </div>
      )}
    </>
  )
}
