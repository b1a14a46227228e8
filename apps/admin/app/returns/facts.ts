import type { ReturnStatus } from '@vitrine/contract'
import { useEffect, useState } from 'react'
import { client } from '../client.ts'

type Counts = readonly { readonly status: ReturnStatus; readonly count: number }[]

/** `3 to decide, 1 to check, 3 on their way`; nothing is open where all of them are settled. */
export function factsText(counts: Counts): string {
  const of = (status: ReturnStatus) => counts.find((one) => one.status === status)?.count ?? 0
  const [asked, received, checked, coming] = [of('REQUESTED'), of('RECEIVED'), of('CHECKED'), of('APPROVED')]
  const said = [
    asked > 0 && `${asked.toLocaleString('en-GB')} to decide`,
    received > 0 && `${received.toLocaleString('en-GB')} to check`,
    checked > 0 && `${checked.toLocaleString('en-GB')} to refund`,
    coming > 0 && `${coming.toLocaleString('en-GB')} on ${coming === 1 ? 'its' : 'their'} way`,
  ].filter(Boolean)
  return said.join(', ') || 'none open'
}

/** How many returns came in these days, of how many orders: `2.1 % of orders in 30 days`. Nothing where nobody ordered. */
export function shareText(returns: number, orders: number, days: number): string | undefined {
  if (orders === 0) return undefined
  const share = (returns / orders) * 100
  return `${share.toLocaleString('en-GB', { maximumFractionDigits: 1 })} % of orders in ${days} days`
}

const days = 30
const dayMs = 24 * 3_600_000

/** What waits, and how many orders come back; undefined until that is known. */
export function useFacts(): { readonly waits: string; readonly share: string | undefined } | undefined {
  const [facts, setFacts] = useState<{ readonly waits: string; readonly share: string | undefined }>()
  useEffect(() => {
    const gone = new AbortController()
    const options = { signal: gone.signal }
    const to = new Date()
    const from = new Date(to.getTime() - days * dayMs)
    // The list stands without it.
    Promise.all([
      client.orderReturns.countReturns({}, options),
      client.orderReturns.getReturnStatistics({ days }, options),
      client.dashboard.getSalesTotal({ from: from.toISOString(), to: to.toISOString() }, options),
    ]).then(
      ([{ counts }, { statistics }, { orders }]) =>
        setFacts({ waits: factsText(counts), share: shareText(statistics.returns, orders, days) }),
      () => {},
    )
    return () => gone.abort()
  }, [])
  return facts
}
