import { capital, many } from '../shop/text.ts'

/** Beside the heading of the bag: what is in it that can be had, and that it stays. */
export const countText = (units: number): string =>
  units === 0 ? 'Nothing in it can be had just now.' : `${capital(many(units, 'piece'))}, kept for you on this device`
