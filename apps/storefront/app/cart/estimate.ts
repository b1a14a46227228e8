import type { WrongCode } from '../totals/code-form.tsx'
import type { IdleCode } from '../totals/codes.ts'
import type { Reasons } from '../totals/totals.tsx'

/** What the bag would cost, delivered to where its shopper is, with what is taken off it. */
export interface Estimate {
  /** What it was calculated for: the lines and their quantities. */
  of: string
  country: string
  countryName: string
  postcode: string
  reasons: Reasons
  /** The code that was taken in. */
  code?: string | undefined
  idle?: IdleCode | undefined
  /** The first way to the door, and where it can be collected instead. */
  way?: { title: string; time?: string | undefined } | undefined
  collect?: { title: string; time?: string | undefined } | undefined
  /** Why it cannot be sent there: a code of the platform, `NO_ZONE`. */
  undeliverable?: string | undefined
  /** What is taken off single lines, by their ids, and by what. */
  less: Readonly<Record<string, { amount: string; by: readonly string[] }>>
  note: string
  /** What single units cost when they were last seen, where that has changed: by the ids of lines. */
  was: Readonly<Record<string, string>>
}

/** What somebody wrote beside the sum that could not be taken, by its field. */
export interface CartWrong {
  code?: WrongCode
  postcode?: { country: string; written: string; why: string }
}

/** Tells one state of the lines from another. */
export const stateOf = (lines: readonly { id: string; quantity: number }[]) =>
  lines.map(({ id, quantity }) => `${id} ${quantity}`).join(',')
