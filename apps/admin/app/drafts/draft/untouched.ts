import type { DraftOverview } from '@vitrine/contract'

/** Whether nothing was put into a draft: nobody misses it. */
export const isUntouched = ({ status, units, name, email, note, couponCode, heldUntil }: DraftOverview): boolean =>
  status === 'DRAFT' && units === 0 && name === '' && !email && !note && !couponCode && !heldUntil
