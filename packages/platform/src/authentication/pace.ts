import { type Failures, forgottenAfterMs, freeTries, pausedUntil, triesLeft } from '../credentials/pauses.ts'
import type { Db } from '../db/sql.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { addFailures, findFailures, forgetFailures } from './store.ts'

/** How often letters are asked for before there is a pause: for an address of mail, and from one of the network. */
const freeLetters = { account: 5, address: 30 } as const

/** Who tries, on which account, known or not. */
export interface Trier {
  readonly email: string
  /** Of the network; empty where the server does not tell. */
  readonly address: string
}

export interface Pace {
  readonly account: number
  readonly address: number
}

const namesOf = (kind: 'try' | 'letter', { email, address }: Trier) => ({
  account: `${kind === 'try' ? 'mail' : 'letter'}:${email.trim().toLowerCase().slice(0, 320)}`,
  address: `${kind === 'try' ? 'address' : 'letters'}:${address}`,
})

/** How often somebody failed lately, or that they have to wait: the same for an account that exists and for one that does not. */
export async function paceOf(
  db: Db,
  site: string,
  kind: 'try' | 'letter',
  trier: Trier,
  now: Date,
): Promise<Pace | Refusal<'TOO_MANY_REQUESTS'>> {
  const names = namesOf(kind, trier)
  const free = kind === 'try' ? freeTries : freeLetters
  const failures = await findFailures(db, site, Object.values(names))
  const until =
    pausedUntil(failures.get(names.account), free.account, now) ??
    (trier.address === '' ? undefined : pausedUntil(failures.get(names.address), free.address, now))
  if (until) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1000) })
  return { account: recent(failures.get(names.account), now), address: recent(failures.get(names.address), now) }
}

const recent = (failures: Failures | undefined, now: Date): number =>
  failures && now.getTime() - failures.lastAt.getTime() <= forgottenAfterMs ? failures.count : 0

/** Counts one more; how many tries the account has left before a pause. */
export async function count(db: Db, site: string, kind: 'try' | 'letter', trier: Trier, now: Date): Promise<number> {
  const names = namesOf(kind, trier)
  const counted = await addFailures(db, site, Object.values(names), now, forgottenAfterMs)
  return triesLeft(counted.get(names.account) ?? 0, freeTries.account)
}

/** Whoever got in has slipped, no more. */
export const forgive = (db: Db, site: string, trier: Trier): Promise<void> => forgetFailures(db, site, namesOf('try', trier).account)

/** So many failures look like somebody who guesses. */
export const looksLikeGuessing = ({ account, address }: Pace): boolean => account >= 3 || address >= 10
