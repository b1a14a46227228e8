import type { NoReminder } from '@vitrine/contract'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { RecoverySettings } from '../../kernel/settings/sections.ts'
import {
  addActivity,
  endEmails,
  findAbandoned,
  findDueReminders,
  noteEmail,
  putOffEmail,
  type RequestedEmail,
  type StoredAbandoned,
} from './store.ts'

const hourMs = 3600_000
/** Nobody gets two emails about one bag within a day. */
const restMs = 24 * hourMs

/** Why somebody is not written to now; undefined where they may be. */
export function noReminderNow(
  { status, emailsSent, lastEmailAt, nextEmail }: Pick<StoredAbandoned, 'status' | 'emailsSent' | 'lastEmailAt' | 'nextEmail'>,
  { atMost }: Pick<RecoverySettings, 'atMost'>,
  { bought, unsubscribed }: { readonly bought: boolean; readonly unsubscribed: boolean },
  now: Date,
): NoReminder | undefined {
  if (status === 'RECOVERED' || bought) return 'BOUGHT'
  if (unsubscribed) return 'UNSUBSCRIBED'
  if (emailsSent >= atMost) return 'TOO_MANY'
  return nextEmail || (lastEmailAt && now.getTime() - lastEmailAt.getTime() < restMs) ? 'TOO_SOON' : undefined
}

export interface RemindDeps {
  readonly database: Database
  readonly clock: Clock
  readonly recovery: (db: Db, site: string) => Promise<RecoverySettings>
  /** The ids of those whose buyers have ordered since they left. */
  readonly boughtSince: (db: Db, site: string, left: readonly StoredAbandoned[]) => Promise<ReadonlySet<string>>
  /** The ids of those whose buyers want no such emails. */
  readonly unsubscribed: (db: Db, site: string, left: readonly StoredAbandoned[]) => Promise<ReadonlySet<string>>
  /** Counts an email to an address that somebody has named; in how many seconds it may go, where that has had enough of them. */
  readonly takeOfRecipient: (site: string, email: string) => Promise<number | undefined>
  /** Sends the email; whether it went out, now or before. */
  readonly send: (site: string, left: StoredAbandoned, wanted: RequestedEmail) => Promise<boolean>
}

/**
 * Sends the email that is due. Done twice it is sent once: its key says the how manieth it is. What somebody in the admin asked for goes
 * also where the shop writes none by itself.
 */
export async function remind(
  { database, clock, recovery, boughtSince, unsubscribed, takeOfRecipient, send }: RemindDeps,
  site: string,
  id: string,
): Promise<void> {
  const left = await findAbandoned(database, site, id)
  if (!left) return
  const settings = await recovery(database, site)
  const byHand = left.nextEmail !== null
  const bought = (await boughtSince(database, site, [left])).has(id)
  const { email } = left.document.buyerInfo
  if (left.status === 'RECOVERED' || bought || left.emailsSent >= settings.atMost || !email) return endEmails(database, site, id)
  if ((!byHand && !settings.writes) || (await unsubscribed(database, site, [left])).has(id)) {
    await endEmails(database, site, id)
    return addActivity(database, site, id, 'EMAIL_NOT_SENT', clock.now())
  }
  const wait = byHand ? undefined : await takeOfRecipient(site, email)
  if (wait !== undefined) return putOffEmail(database, site, id, new Date(clock.now().getTime() + wait * 1000))
  const sent = await send(site, left, left.nextEmail ?? {})
  await database.transact(async (db) => {
    const now = clock.now()
    const emailsSent = left.emailsSent + 1
    const next = sent && settings.writes && emailsSent < settings.atMost ? new Date(now.getTime() + settings.againHours * hourMs) : null
    if (await noteEmail(db, site, id, emailsSent, next, now)) await addActivity(db, site, id, sent ? 'EMAIL_SENT' : 'EMAIL_NOT_SENT', now)
  })
}

const atOnce = 100

/** Sends all due emails. A failure does not block the rest and is retried. */
export async function remindAll(deps: RemindDeps & { readonly sites: () => Promise<readonly string[]> }): Promise<void> {
  const faults: unknown[] = []
  for (const site of await deps.sites())
    for (const id of await findDueReminders(deps.database, site, deps.clock.now(), atOnce))
      await remind(deps, site, id).catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} reminders could not be sent`)
}
