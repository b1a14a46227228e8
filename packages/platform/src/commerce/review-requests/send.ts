import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { retryMinutes } from '../../kernel/jobs/retry-minutes.ts'
import { fold } from '../../kernel/query/fold.ts'
import type { ScheduleDeps } from './schedule.ts'
import { type DueRequest, endRequest, findDue, isOff, leaseRequest, putOff } from './store.ts'

/** A product that somebody has bought and not reviewed. */
export interface BoughtProduct {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly imageId?: string
}

/** What a buyer is asked about. */
export interface Asked {
  readonly orderId: string
  readonly orderNumber: string
  readonly email: string
  readonly firstName?: string
  readonly products: readonly BoughtProduct[]
}

export interface SendDeps extends ScheduleDeps {
  readonly sites: () => Promise<readonly string[]>
  /** What is there to ask; undefined where the order was cancelled or refunded, its buyer has gone, or all was reviewed. */
  readonly askedOf: (db: Db, site: string, orderId: string) => Promise<Asked | undefined>
  /** Counts an email to an address that somebody has named; in how many seconds it may go, where that has had enough of them. */
  readonly takeOfRecipient: (site: string, email: string) => Promise<number | undefined>
  /**
   * Sends the email, once, however often it is asked to; whether it went out, now or before.
   * @throws where it has to be tried again
   */
  readonly send: (site: string, asked: Asked) => Promise<boolean>
}

/** So long one process may take over an email before another may try. */
const leaseMs = 3 * 60_000
const minuteMs = 60_000
const atOnce = 100

async function sendOne(deps: SendDeps, site: string, request: DueRequest): Promise<void> {
  const { database, clock, settingsOf, askedOf, takeOfRecipient, send } = deps
  const { orderId } = request
  const inTurn = <T>(work: (context: Context) => Promise<T>) => database.transact((db) => work({ db, site, now: clock.now() }))
  if (!(await inTurn((context) => leaseRequest(context, request, new Date(context.now.getTime() + leaseMs))))) return
  const asked = (await settingsOf(database, site)).asksByEmail ? await askedOf(database, site, orderId) : undefined
  if (!asked || (await isOff(database, site, fold(asked.email)))) {
    await inTurn((context) => endRequest(context, orderId, 'ENDED'))
    return
  }
  const wait = await takeOfRecipient(site, asked.email)
  if (wait !== undefined) {
    await inTurn((context) => putOff(context, orderId, request.tries, new Date(context.now.getTime() + wait * 1000)))
    return
  }
  let sent: boolean
  try {
    sent = await send(site, asked)
  } catch (error) {
    const tries = request.tries + 1
    const minutes = retryMinutes(tries)
    await inTurn((context) =>
      minutes === undefined
        ? endRequest(context, orderId, 'ENDED')
        : putOff(context, orderId, tries, new Date(context.now.getTime() + minutes * minuteMs)),
    )
    throw error
  }
  await inTurn((context) => endRequest(context, orderId, sent ? 'SENT' : 'ENDED'))
}

/** Asks for reviews where it is time. An email that fails does not hold up the rest. */
export async function askForReviews(deps: SendDeps): Promise<void> {
  const faults: unknown[] = []
  for (const site of await deps.sites())
    for (const request of await findDue(deps.database, site, deps.clock.now(), atOnce))
      await sendOne(deps, site, request).catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} emails that ask for reviews could not be sent`)
}
