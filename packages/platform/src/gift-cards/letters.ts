import type { Clock } from '../clock/clock.ts'
import type { Db } from '../db/sql.ts'
import { type CodeKeys, openCode } from './code.ts'
import { findDueLetters, forgetCode, type StoredCard } from './store.ts'

export interface LettersDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keys: CodeKeys
  readonly sites: () => Promise<readonly string[]>
  /** Sends a card's letter, once, however often it is asked to. */
  readonly send: (site: string, card: StoredCard, code: string) => Promise<void>
}

const atOnce = 50

/** Sends the letters of cards that are due, and forgets their codes. One that fails keeps none after it from going. */
export async function sendDueLetters({ db, clock, keys, sites, send }: LettersDeps, only?: string): Promise<void> {
  const faults: unknown[] = []
  for (const site of only === undefined ? await sites() : [only]) {
    const key = await keys.find(db, site)
    if (!key) continue
    for (const { card, sealed } of await findDueLetters(db, site, clock.now(), atOnce))
      await send(site, card, openCode(key, sealed))
        .then(() => forgetCode(db, site, card.id))
        .catch((error: unknown) => faults.push(error))
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} gift cards could not be mailed`)
}
