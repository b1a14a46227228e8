import type { Clock } from '../../kernel/clock/clock.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { type CodeKeys, openCode } from './code.ts'
import { claimEmail, type DueEmail, findDueEmails, noteSent, putOff, releaseEmail } from './store.ts'

export interface EmailsDeps {
  readonly db: Db
  readonly clock: Clock
  /** Real time: an email is claimed by it, because the shop's clock may stand still. */
  readonly real: Clock
  readonly keys: CodeKeys
  readonly sites: () => Promise<readonly string[]>
  /** Counts the email of a card that was bought; in how many seconds it may go, where its address has had enough of them. */
  readonly takeOfRecipient: (site: string, email: DueEmail) => Promise<number | undefined>
  /** Sends an email, once, however often it is asked to. */
  readonly send: (site: string, email: DueEmail, code: string) => Promise<void>
}

const atOnce = 50
/** How long one process may take over an email before another may try. */
const leaseMs = 3 * 60_000

/** Sends the emails of cards that are due, and copies to those who bought them. A failure does not hold up the rest. */
export async function sendDueEmails(deps: EmailsDeps, only?: string): Promise<void> {
  const { db, clock, keys, sites } = deps
  const faults: unknown[] = []
  for (const site of only === undefined ? await sites() : [only]) {
    const key = await keys.find(db, site)
    if (!key) continue
    for (const kind of ['CARD', 'COPY'] as const)
      for (const email of await findDueEmails(db, site, kind, clock.now(), atOnce))
        await sendOne(deps, site, email, key).catch((error: unknown) => faults.push(error))
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} gift cards could not be mailed`)
}

/** Claimed before it is counted: of two runs at once one leaves it to the other. */
async function sendOne({ db, clock, real, takeOfRecipient, send }: EmailsDeps, site: string, email: DueEmail, key: Buffer): Promise<void> {
  const now = real.now()
  const until = new Date(now.getTime() + leaseMs)
  if (!(await claimEmail(db, site, email, now, until))) return
  try {
    const wait = await takeOfRecipient(site, email)
    if (wait === undefined) {
      await send(site, email, openCode(key, email.sealed))
      await noteSent(db, site, email)
    } else await putOff(db, site, email, new Date(clock.now().getTime() + wait * 1000))
  } finally {
    await releaseEmail(db, site, email, until)
  }
}
