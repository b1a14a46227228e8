import type { Duties } from '@vitrine/contract'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { Icon } from '../parts/icon.tsx'

interface Duty {
  readonly of: keyof Duties
  readonly tone?: 'hot' | 'bad' | 'warn'
  readonly one: string
  readonly more: string
  readonly about: string
  readonly act: string
  readonly search: string
}

const dutiesInTurn: readonly Duty[] = [
  {
    of: 'late',
    tone: 'hot',
    one: 'order is late',
    more: 'orders are late',
    about: 'They were promised for an hour that is over.',
    act: 'Look',
    search: 'fulfilment=waiting&promised=late',
  },
  {
    of: 'declined',
    tone: 'bad',
    one: 'payment failed',
    more: 'payments failed',
    about: 'The bank said no; we wrote to those who paid.',
    act: 'Look',
    search: 'payment=failed',
  },
  {
    of: 'held',
    tone: 'warn',
    one: 'payment is only held',
    more: 'payments are only held',
    about: 'Capture before it expires, or let it go.',
    act: 'Capture or void',
    search: 'payment=held',
  },
  {
    of: 'toFulfill',
    one: 'order to fulfil',
    more: 'orders to fulfil',
    about: 'Everything that has not left yet.',
    act: 'Pack',
    search: 'fulfilment=waiting',
  },
]

const mostCounted = 1000

/** What waits for somebody, the dearest first. */
export function ToDo({ duties }: { duties: Duties }) {
  const waiting = dutiesInTurn.filter(({ of }) => duties[of] > 0)
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>To do now</h2>
        <p>in the order it costs you</p>
      </header>
      {waiting.length === 0 ? (
        <p className="soft">Nothing. Everything has left, and all the money is in.</p>
      ) : (
        <ol className="todo">
          {waiting.map(({ of, tone, one, more, about, act, search }) => (
            <li key={of} {...(tone && { 'data-tone': tone })}>
              <Link to={`/orders?${search}`}>
                <span className="td-n">{duties[of] >= mostCounted ? '1000+' : duties[of]}</span>
                <span className="td-t">
                  <b>{duties[of] === 1 ? one : more}</b>
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
