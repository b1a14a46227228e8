import { classes, Sun } from '@vitrine/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

const rises = { contact: 0.12, address: 0.4, delivery: 0.7, payment: 1.1 }

export interface StepProps {
  name: keyof typeof rises
  question: string
  state: 'now' | 'done' | 'later'
  /** Where a done step is opened again. */
  change?: string | undefined
  children?: ReactNode
}

/** A question of the checkout; done, it folds to its answer. */
export function StepSection({ name, question, state, change, children }: StepProps) {
  const id = `s-${name}`
  return (
    <section className={classes('step', state === 'done' && 'step--done', state === 'later' && 'step--later')} aria-labelledby={id}>
      <header className="step__head">
        <Sun rise={rises[name]} />
        <h2 id={id} tabIndex={-1}>
          {question}
        </h2>
        {state === 'done' && change && (
          <Link className="link small" to={change}>
            Change<span className="sr"> {question}</span>
          </Link>
        )}
      </header>
      {children && <div className="step__in">{state === 'done' ? <div className="done">{children}</div> : children}</div>}
    </section>
  )
}
