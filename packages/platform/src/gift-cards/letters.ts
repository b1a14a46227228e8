import type { Clock } from '../clock/clock.ts'
import type { Db } from '../db/sql.ts'
import { type CodeKeys, openCode } from './code.ts'
import { claimLetter, type DueLetter, findDueLetters, noteSent, putOff, releaseLetter } from './store.ts'

export interface LettersDeps {
  readonly db: Db
  readonly clock: Clock
  /** Real time: a letter is claimed by it, because the shop's clock may stand still. */
  readonly real: Clock
  readonly keys: CodeKeys
  readonly sites: () => Promise<readonly string[]>
  /** Counts the email of a card that was bought; in how many seconds it may go, where its address has had enough of them. */
  readonly takeOfRecipient: (site: string, letter: DueLetter) => Promise<number | undefined>
  /** Sends a letter, once, however often it is asked to. */
  readonly send: (site: string, letter: DueLetter, code: string) => Promise<void>
}

const atOnce = 50
/** How long one process may take over a letter before another may try. */
const leaseMs = 3 * 60_000

/** Sends the letters of cards that are due, and copies to those who bought them. One that fails keeps none after it from going. */
export async function sendDueLetters(deps: LettersDeps, only?: string): Promise<void> {
  const { db, clock, keys, sites } = deps
  const faults: unknown[] = []
  for (const site of only === undefined ? await sites() : [only]) {
    const key = await keys.find(db, site)
    if (!key) continue
    for (const kind of ['CARD', 'COPY'] as const)
      for (const letter of await findDueLetters(db, site, kind, clock.now(), atOnce))
        await sendOne(deps, site, letter, key).catch((error: unknown) => faults.push(error))
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} gift cards could not be mailed`)
}

/** Claimed before it is counted: of two runs at once one leaves it to the other. */
async function sendOne(
  { db, clock, real, takeOfRecipient, send }: LettersDeps,
  site: string,
  letter: DueLetter,
  key: Buffer,
): Promise<void> {
  const now = real.now()
  const until = new Date(now.getTime() + leaseMs)
  if (!(await claimLetter(db, site, letter, now, until))) return
  try {
    const wait = await takeOfRecipient(site, letter)
    if (wait === undefined) {
      await send(site, letter, openCode(key, letter.sealed))
      await noteSent(db, site, letter)
    } else await putOff(db, site, letter, new Date(clock.now().getTime() + wait * 1000))
  } finally {
    await releaseLetter(db, site, letter, until)
  }
}
