import type { Clock } from '../clock/clock.ts'
import type { Db } from '../db/sql.ts'
import { type CodeKeys, openCode } from './code.ts'
import { type DueLetter, findDueLetters, noteSent, putOff } from './store.ts'

export interface LettersDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keys: CodeKeys
  readonly sites: () => Promise<readonly string[]>
  /** Counts the email of a card that was bought; in how many seconds it may go, where its address has had enough of them. */
  readonly takeOfRecipient: (site: string, letter: DueLetter) => Promise<number | undefined>
  /** Sends a letter, once, however often it is asked to. */
  readonly send: (site: string, letter: DueLetter, code: string) => Promise<void>
}

const atOnce = 50

/** Sends the letters of cards that are due, and copies to those who bought them. One that fails keeps none after it from going. */
export async function sendDueLetters({ db, clock, keys, sites, takeOfRecipient, send }: LettersDeps, only?: string): Promise<void> {
  const sendOne = async (site: string, letter: DueLetter, key: Buffer): Promise<void> => {
    const wait = await takeOfRecipient(site, letter)
    if (wait !== undefined) return putOff(db, site, letter, new Date(clock.now().getTime() + wait * 1000))
    await send(site, letter, openCode(key, letter.sealed))
    await noteSent(db, site, letter)
  }
  const faults: unknown[] = []
  for (const site of only === undefined ? await sites() : [only]) {
    const key = await keys.find(db, site)
    if (!key) continue
    for (const kind of ['CARD', 'COPY'] as const)
      for (const letter of await findDueLetters(db, site, kind, clock.now(), atOnce))
        await sendOne(site, letter, key).catch((error: unknown) => faults.push(error))
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} gift cards could not be mailed`)
}
