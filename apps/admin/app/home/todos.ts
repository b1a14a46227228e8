import type { Duties } from '@vitrine/contract'
import type { Waiting } from '../members/waiting.ts'
import { dueTodaySearch } from '../orders/list/due.ts'
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
    about: 'The time they were promised for has passed.',
    act: 'Look',
    search: 'fulfilment=waiting&promised=late',
  },
  {
    of: 'dueToday',
    tone: 'hot',
    one: 'order leaves today',
    more: 'orders leave today',
    about: 'What was promised so, with what should have left before.',
    act: 'Pack',
    search: dueTodaySearch,
  },
  {
    of: 'declined',
    tone: 'bad',
    one: 'payment failed',
    more: 'payments failed',
    about: 'The bank declined; the buyers have an email about it.',
    act: 'Look',
    search: 'payment=failed',
  },
  {
    of: 'held',
    tone: 'warn',
    one: 'payment is authorised only',
    more: 'payments are authorised only',
    about: 'Capture it before the authorisation expires, or void it.',
    act: 'Capture or void',
    search: 'payment=held',
  },
  {
    of: 'toFulfill',
    one: 'order to fulfil',
    more: 'orders to fulfil',
    about: 'Everything that has not been sent yet.',
    act: 'Pack',
    search: 'fulfilment=waiting',
  },
]

export interface Todo {
  readonly id: string
  readonly tone?: Duty['tone']
  readonly count: number
  readonly name: string
  readonly about: string
  readonly act: string
  readonly to: string
}

export interface Waits {
  readonly duties: Duties
  /** Reviews that nobody has read. */
  readonly toRead: number
  readonly toApprove: Waiting | undefined
  readonly failedChecks: FailedChecks | undefined
}

/** What waits for somebody, the dearest first. */
export function todosOf({ duties, toRead, toApprove, failedChecks }: Waits): readonly Todo[] {
  return [
    ...dutiesInTurn.map(({ of, tone, one, more, about, act, search }) => ({
      id: of,
      ...(tone && { tone }),
      count: duties[of],
      name: duties[of] === 1 ? one : more,
      about,
      act,
      to: `/orders?${search}`,
    })),
    {
      id: 'toRead',
      count: toRead,
      name: toRead === 1 ? 'review waits' : 'reviews wait',
      about: 'Shoppers see them when you publish them.',
      act: 'Read',
      to: '/reviews',
    },
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
}

const mostLines = 10
const fewestLines = 5
/** Heights of a line of each, in px. */
const [todoHeight, lineHeight] = [39, 26] as const

/** How many live lines are as high as so many things to do beside them. */
export const linesBeside = (todos: number): number =>
  Math.max(fewestLines, Math.min(mostLines, Math.floor((todos * todoHeight) / lineHeight)))
