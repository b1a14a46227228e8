import type { OfflineMethod } from './sections.ts'

const usualDays = 14

/** After how many days an order whose money has not come by hand is cancelled; 0 for never. Cash, and what is paid on collection, is waited for. */
export const expiryDaysOf = ({
  expiresAfterDays,
  predefined,
  onlyFor,
}: Pick<OfflineMethod, 'expiresAfterDays' | 'predefined' | 'onlyFor'>): number =>
  expiresAfterDays ?? (predefined === 'CASH' || onlyFor === 'PICKUP' ? 0 : usualDays)
