import type { SubscriptionContract, SubscriptionState } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import type { Amounts } from '../selling/amounts.ts'
import { cyclesOf, dueAt, isOver, isPaidUp } from './rules.ts'
import type { StoredContract, StoredCycle } from './store.ts'

/** A contract as the wire wants it. */
export const showContract = ({ id, revision, createdAt, updatedAt, document }: StoredContract): SubscriptionContract => ({
  id,
  revision: String(revision),
  createdDate: createdAt.toISOString(),
  updatedDate: updatedAt.toISOString(),
  ...(document.title && { title: document.title }),
  ...(document.description !== undefined && { description: document.description }),
  subscriptionSettings: document.terms.settings,
  ...document.mirror,
  activities: [],
})

/** How it stands, with the card that is charged. */
export function showSubscription(
  contract: StoredContract,
  cycles: readonly StoredCycle[],
  card: { readonly brand: string; readonly last4: string } | null | undefined,
  money: Amounts,
): SubscriptionState {
  const { id, orderId, status, cycle, nextAt, endsAt, document } = contract
  const { terms, title, trialEndsAt, nextAmount } = document
  const all = cyclesOf(terms.settings)
  const goesOn = !isOver(contract) && !isPaidUp(terms, contract) && !endsAt
  const runsOut = !isOver(contract) && isPaidUp(terms, contract) ? dueAt(terms, cycle + 1) : null
  const ends = endsAt ?? runsOut
  const retries = status === 'PAST_DUE' && nextAt
  return {
    id,
    orderId,
    title,
    status,
    ...(goesOn &&
      status !== 'SUSPENDED' && {
        nextChargeDate: (retries || dueAt(terms, cycle + 1)).toISOString(),
        nextAmount: money.plain(minor(nextAmount)),
      }),
    ...(retries && { retryDate: retries.toISOString() }),
    cyclesPaid: cycle,
    ...(all !== null && { cyclesTotal: all }),
    ...(trialEndsAt && { trialEndDate: trialEndsAt }),
    ...(ends && { endDate: ends.toISOString() }),
    ...(card && { card }),
    settings: terms.settings,
    orders: cycles.map(({ orderId: of, number, state }) => ({ orderId: of, cycleNumber: number, state })),
  }
}
