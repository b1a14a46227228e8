import type { ModerationStatus, Right } from '@vitrine/contract'
import { createContext, useCallback, useEffect, useState } from 'react'
import { client } from '../client.ts'
import { isOfOrders } from '../live/rules.ts'
import { useNews } from '../live/use-news.ts'
import { readWaiting } from '../members/waiting.ts'

/** What waits in a place of the menu. */
export interface Count {
  readonly number: number
  /** `30 orders to fulfil` */
  readonly says: string
}

/** By the addresses of places. */
export type Counts = ReadonlyMap<string, Count>

/** As the shell has read them. */
export const CountsContext = createContext<Counts>(new Map())

export const mostCounted = 1000
const minuteMs = 60_000
const waiting = { fulfillmentStatus: { $in: ['NOT_FULFILLED', 'PARTIALLY_FULFILLED'] }, status: 'APPROVED' }

const sumOf = <S extends string>(
  counts: readonly { readonly status: S; readonly count: number }[] | undefined,
  ...statuses: readonly S[]
): number => (counts ?? []).reduce((sum, { status, count }) => sum + (statuses.includes(status) ? count : 0), 0)

/** How many reviews nobody has read. */
export const unreadOf = (counts: readonly { readonly status: ModerationStatus; readonly count: number }[] | undefined): number =>
  sumOf(counts, 'SUBMITTED', 'IN_MODERATION')

async function read(rights: ReadonlySet<Right>): Promise<Counts> {
  const counts = new Map<string, Count>()
  const [orders, members, reviews, questions, returns] = await Promise.all([
    rights.has('orders.read') ? client.dashboard.countOrders({ filters: [waiting], most: mostCounted }) : undefined,
    readWaiting(),
    rights.has('reviews.read') ? client.reviewManagement.countByStatus({}) : undefined,
    rights.has('reviews.read') ? client.questionManagement.countByState({}) : undefined,
    rights.has('orders.read') ? client.orderReturns.countReturns({}) : undefined,
  ])
  if (orders?.counts[0]) counts.set('/orders', { number: orders.counts[0], says: `${written(orders.counts[0])} to fulfil` })
  if (members?.count) counts.set('/members', { number: members.count, says: `${written(members.count)} to approve` })
  const unread = unreadOf(reviews?.counts)
  if (unread > 0) counts.set('/reviews', { number: unread, says: `${written(unread)} to read` })
  const toAnswer = questions?.counts.find(({ state }) => state === 'TO_ANSWER')?.count ?? 0
  if (toAnswer > 0) counts.set('/questions', { number: toAnswer, says: `${written(toAnswer)} to answer` })
  const open = sumOf(returns?.counts, 'REQUESTED', 'RECEIVED', 'CHECKED')
  if (open > 0) counts.set('/returns', { number: open, says: `${written(open)} wait for you` })
  return counts
}

export const written = (number: number): string => (number >= mostCounted ? '1,000+' : String(number))

/** What waits in each place, read again when orders change and once a minute. */
export function useCounts(rights: ReadonlySet<Right>): Counts {
  const [counts, setCounts] = useState<Counts>(new Map())
  const look = useCallback(
    () =>
      read(rights).then(setCounts, () => {
        // A place without its number is still a place.
      }),
    [rights],
  )
  useEffect(() => {
    void look()
    const timer = setInterval(() => !document.hidden && void look(), minuteMs)
    return () => clearInterval(timer)
  }, [look])
  useNews(isOfOrders, look)
  return counts
}
