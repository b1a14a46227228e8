import { CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '../parts/icon.tsx'

export interface Mark {
  readonly says: string
  readonly good: boolean
}

/** What speaks for and against what somebody wrote. */
export const Marks = ({ of }: { readonly of: readonly Mark[] }) => (
  <section className="sec">
    <header className="sec-h">
      <h2>Marks</h2>
    </header>
    <ul className="marks">
      {of.map(({ says, good }) => (
        <li key={says} {...(good && { 'data-ok': true })}>
          <Icon of={good ? CircleCheck : Info} />
          {says}
        </li>
      ))}
    </ul>
  </section>
)

interface AuthorProps {
  readonly name: string
  /** A number and what it counts. */
  readonly facts: readonly (readonly [number, string])[]
  readonly memberId: string | undefined
  readonly children?: ReactNode
}

export const Author = ({ name, facts, memberId, children }: AuthorProps) => (
  <section className="sec">
    <header className="sec-h">
      <h2>{name}</h2>
    </header>
    {facts.length > 0 && (
      <ul className="facts">
        {facts.map(([count, says]) => (
          <li key={says}>
            <b>{count}</b> {says}
          </li>
        ))}
      </ul>
    )}
    {memberId && (
      <p className="small">
        <Link className="a" to={`/members/${memberId}`}>
          Open member
        </Link>
      </p>
    )}
    {children}
  </section>
)
