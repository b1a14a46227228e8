import type { Clock } from '../../kernel/clock/clock.ts'
import type { Context } from '../../kernel/db/context.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { retryMinutes } from '../../kernel/jobs/retry-minutes.ts'
import { step } from './change.ts'
import { type ClaimDeps, claimArrived, roomThisMinute } from './claim.ts'
import type { BackInStockDeps, ItemFacts } from './deps.ts'
import { claimDropped } from './price-drops.ts'
import { columns, type StoredRequest } from './store.ts'

export interface SendDeps extends ClaimDeps, Pick<BackInStockDeps, 'findItems'> {
  readonly sites: () => Promise<readonly string[]>
  /** Counts an email to an address that somebody has named; in how many seconds it may go, where that has had enough of them. */
  readonly takeOfRecipient: (site: string, email: string) => Promise<number | undefined>
  /**
   * Sends the email, once, however often it is asked to; whether it went out, now or before.
   * @throws where it has to be tried again
   */
  readonly send: (site: string, request: StoredRequest, item: ItemFacts) => Promise<boolean>
}

/** So long one process may take over an email before another may try. */
const leaseMs = 3 * 60_000
const minuteMs = 60_000

async function findDue(db: Db, site: string, now: Date, limit: number): Promise<readonly StoredRequest[]> {
  return db.query<StoredRequest>(sql`
    select ${columns} from back_in_stock_request request
    where request.site = ${site} and request.status = 'PROCESSING' and request.next_try_at <= ${now}
    order by request.created_at, request.id limit ${limit}`)
}

/** Takes an email for itself; whether nobody else has. */
async function lease({ db, site, now }: Context, { id, nextTryAt }: StoredRequest): Promise<boolean> {
  const rows = await db.query(sql`
    update back_in_stock_request set next_try_at = ${new Date(now.getTime() + leaseMs)}
    where site = ${site} and id = ${id} and status = 'PROCESSING' and next_try_at = ${nextTryAt} returning id`)
  return rows.length > 0
}

async function sendOne(deps: SendDeps, site: string, request: StoredRequest): Promise<void> {
  const { database, clock, findItems, takeOfRecipient, send } = deps
  const which = sql`request.id = ${request.id}`
  const inTurn = <T>(work: (context: Context) => Promise<T>) => database.transact((db) => work({ db, site, now: clock.now() }))
  if (!(await inTurn((context) => lease(context, request)))) return
  const [item] = await findItems(database, site, [request.reference])
  // Sold out again, hidden, or no longer for less: they go on waiting, in their old place.
  if (!item || (request.autoNotified && item.available === 0) || (request.price !== null && item.price >= request.price)) {
    await inTurn((context) => step(context, which, 'WAIT_ON', sql`, next_try_at = null`))
    return
  }
  const wait = await takeOfRecipient(site, request.email)
  if (wait !== undefined) return putOff(database, site, request.id, request.tries, new Date(clock.now().getTime() + wait * 1000))
  let sent: boolean
  try {
    sent = await send(site, request, item)
  } catch (error) {
    const tries = request.tries + 1
    const minutes = retryMinutes(tries)
    if (minutes === undefined) await inTurn((context) => step(context, which, 'GIVE_UP', sql`, tries = ${tries}, next_try_at = null`))
    else await putOff(database, site, request.id, tries, new Date(clock.now().getTime() + minutes * minuteMs))
    throw error
  }
  await inTurn((context) =>
    sent
      ? step(context, which, 'SENT', sql`, sent_at = ${context.now}, next_try_at = null`)
      : step(context, which, 'GIVE_UP', sql`, next_try_at = null`),
  )
}

async function putOff(db: Db, site: string, id: string, tries: number, until: Date): Promise<void> {
  await db.query(sql`
    update back_in_stock_request set tries = ${tries}, next_try_at = ${until} where site = ${site} and id = ${id} and status = 'PROCESSING'`)
}

/** Sends what is due, in the order in which people asked. A failure does not hold up the rest. */
async function sendDue(deps: SendDeps, site: string, faults: unknown[]): Promise<void> {
  const { database, settingsOf } = deps
  const now = deps.clock.now()
  const room = await roomThisMinute({ db: database, site, now }, await settingsOf(database, site))
  for (const request of await findDue(database, site, now, room))
    await sendOne(deps, site, request).catch((error: unknown) => faults.push(error))
}

export type TellDeps = SendDeps & { readonly database: Database; readonly clock: Clock }

/** Tells those who wait for what has come or costs less now, in these shops. */
export async function tellIn(deps: TellDeps, sites: Iterable<string>): Promise<void> {
  const faults: unknown[] = []
  for (const site of sites) {
    await claimArrived(deps, site).catch((error: unknown) => faults.push(error))
    await claimDropped(deps, site).catch((error: unknown) => faults.push(error))
    await sendDue(deps, site, faults).catch((error: unknown) => faults.push(error))
  }
  if (faults.length > 0)
    throw new AggregateError(faults, `${faults.length} emails about what is back in stock or costs less could not be sent`)
}

/** Tells those who wait for what has come, however it came. */
export const tellWaiting = async (deps: TellDeps): Promise<void> => tellIn(deps, await deps.sites())
