import type { Clock } from '../clock/clock.ts'
import type { Db } from '../db/sql.ts'
import { type CodeKeys, openCode } from './code.ts'
import { type DueLetter, findDueLetters, noteSent } from './store.ts'

export interface LettersDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keys: CodeKeys
  readonly sites: () => Promise<readonly string[]>
  /** Sends a letter, once, however often it is asked to. */
  readonly send: (site: string, letter: DueLetter, code: string) => Promise<void>
}

const atOnce = 50

/** Sends the letters of cards that are due, and copies to those who bought them. One that fails keeps none after it from going. */
export async function sendDueLetters({ db, clock, keys, sites, send }: LettersDeps, only?: string): Promise<void> {
  const faults: unknown[] = []
  for (const site of only === undefined ? await sites() : [only]) {
    const key = await keys.find(db, site)
    if (!key) continue
    for (const kind of ['CARD', 'COPY'] as const)
      for (const letter of await findDueLetters(db, site, kind, clock.now(), atOnce))
        await send(site, letter, openCode(key, letter.sealed))
          .then(() => noteSent(db, site, letter))
          .catch((error: unknown) => faults.push(error))
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} gift cards could not be mailed`)
}
