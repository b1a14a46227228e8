import type { WishlistGiven } from '@vitrine/contract'

interface Gift {
  readonly giver: string
  readonly quantity: number
  readonly givenAt: Date
}

/** How an item with so many asked for stands: never fewer than none are left, also where its owner asks for fewer than are given. */
export function givenOf(asked: number, gifts: readonly Gift[], caller: string): WishlistGiven {
  const sum = (some: readonly Gift[]) => some.reduce((total, { quantity }) => total + quantity, 0)
  const given = sum(gifts)
  const last = Math.max(...gifts.map(({ givenAt }) => givenAt.getTime()))
  return {
    given,
    givenByMe: sum(gifts.filter(({ giver }) => giver === caller)),
    left: Math.max(0, asked - given),
    ...(gifts.length > 0 && { lastDate: new Date(last).toISOString() }),
  }
}

/**
 * Whether the owner of a list is told of a gift. Both days have come: the one that was on the list when it was promised, so that nobody can bring
 * it forward, and the one that is on it now. Where either says no day, never.
 */
export const isTold = (today: string, promised: string | null, onList: string | null): boolean =>
  promised !== null && onList !== null && promised <= today && onList <= today
