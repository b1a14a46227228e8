import type { Duties } from '@vitrine/contract'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import type { Waiting } from '../members/waiting.ts'
import { Icon } from '../parts/icon.tsx'
import { nothingToDo } from './empty-text.ts'
import type { FailedChecks } from './failed-checks.ts'

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

interface Todo {
  readonly id: string
  readonly tone?: Duty['tone']
  readonly count: number
  readonly name: string
  readonly about: string
  readonly act: string
  readonly to: string
}

/** What waits for somebody, the dearest first. */
export function ToDo({
  duties,
  toApprove,
  failedChecks,
  hasOrders,
}: {
  duties: Duties
  toApprove: Waiting | undefined
  failedChecks: FailedChecks | undefined
  hasOrders: boolean
}) {
  const waiting: Todo[] = [
    ...dutiesInTurn.map(({ of, tone, one, more, about, act, search }) => ({
      id: of,
      ...(tone && { tone }),
      count: duties[of],
      name: duties[of] === 1 ? one : more,
      about,
      act,
      to: `/orders?${search}`,
    })),
    ...(toApprove
      ? [
          {
            id: 'toApprove',
            count: toApprove.count,
            name: toApprove.count === 1 ? 'member waits for approval' : 'members wait for approval',
            about: 'They have asked for an account, and cannot sign in yet.',
            act: 'Decide',
            to: toApprove.to,
          },
        ]
      : []),
    ...(failedChecks
      ? [
          {
            id: 'failedChecks',
            tone: 'warn' as const,
            count: failedChecks.count,
            name: failedChecks.count === 1 ? 'thing to do before the shop goes public' : 'things to do before the shop goes public',
            about: failedChecks.first,
            act: 'Look',
            to: '/system',
          },
        ]
      : []),
  ].filter(({ count }) => count > 0)
  return (
    <section className="sec">
      <header className="sec-h">
        <h2>To do now</h2>
        <p>in the order it costs you</p>
      </header>
      {waiting.length === 0 ? (
        <p className="soft">{nothingToDo(hasOrders)}</p>
      ) : (
        <ol className="todo">
          {waiting.map(({ id, tone, count, name, about, act, to }) => (
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
