import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { retryMinutes } from '../../kernel/jobs/retry-minutes.ts'

/** An answer of which its asker is told. */
export interface ToTell {
  readonly answerId: string
  readonly email: string
  readonly firstName?: string
  readonly question: string
  readonly answer: string
  readonly byShop: boolean
  readonly authorName?: string
  readonly askedAt: Date
  readonly product: { readonly name: string; readonly slug: string; readonly imageId?: string }
}

export interface SendDeps {
  readonly database: Database
  readonly clock: Clock
  readonly sites: () => Promise<readonly string[]>
  /** What is there to tell; undefined where the answer or the product does not show any more, or the asker has gone. */
  readonly toTell: (db: Db, site: string, answerId: string) => Promise<ToTell | undefined>
  /** Counts an email to an address; in how many seconds it may go, where that has had enough of them. */
  readonly takeOfRecipient: (site: string, email: string) => Promise<number | undefined>
  /**
   * Sends the email, once, however often it is asked to.
   * @throws where it has to be tried again
   */
  readonly send: (site: string, told: ToTell) => Promise<void>
}

interface Due {
  readonly id: string
  readonly tellAt: Date
  readonly tries: number
}

/** So long one process may take over an email before another may try. */
const leaseMs = 3 * 60_000
const minuteMs = 60_000
const atOnce = 100

const setDue = (db: Db, site: string, id: string, at: Date | null, tries: number): Promise<unknown> =>
  db.query(
    sql`update question_answer set tell_at = ${at}, tell_tries = ${tries} where site = ${site} and id = ${id} and tell_at is not null`,
  )

async function sendOne(deps: SendDeps, site: string, { id, tellAt, tries }: Due): Promise<void> {
  const { database, clock } = deps
  const later = (ms: number) => new Date(clock.now().getTime() + ms)
  const leased = await database.query(sql`
    update question_answer set tell_at = ${later(leaseMs)} where site = ${site} and id = ${id} and tell_at = ${tellAt} returning id`)
  if (leased.length === 0) return
  const told = await deps.toTell(database, site, id)
  if (!told) {
    await setDue(database, site, id, null, tries)
    return
  }
  const wait = await deps.takeOfRecipient(site, told.email)
  if (wait !== undefined) {
    await setDue(database, site, id, later(wait * 1000), tries)
    return
  }
  try {
    await deps.send(site, told)
  } catch (error) {
    const minutes = retryMinutes(tries + 1)
    await setDue(database, site, id, minutes === undefined ? null : later(minutes * minuteMs), tries + 1)
    throw error
  }
  await setDue(database, site, id, null, tries)
}

/** Tells askers of their answers. An email that fails does not hold up the rest. */
export async function tellAskers(deps: SendDeps): Promise<void> {
  const faults: unknown[] = []
  for (const site of await deps.sites()) {
    const due = await deps.database.query<Due>(sql`
      select id, tell_at as "tellAt", tell_tries as tries from question_answer
      where site = ${site} and tell_at <= ${deps.clock.now()} and tell_at is not null order by tell_at, id limit ${atOnce}`)
    for (const one of due) await sendOne(deps, site, one).catch((error: unknown) => faults.push(error))
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} emails about answers could not be sent`)
}
