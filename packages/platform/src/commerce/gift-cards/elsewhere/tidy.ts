import type { Clock } from '../../../kernel/clock/clock.ts'
import type { Database } from '../../../kernel/db/pool.ts'
import type { CardCalls } from './calls.ts'
import { forgetCards, openRedemptions, type StoredRedemption, stepRedemption } from './store.ts'

export interface TidyDeps {
  readonly database: Database
  /** Real time. */
  readonly clock: Clock
  readonly calls: CardCalls
  readonly sites: () => Promise<readonly string[]>
}

const minuteMs = 60_000
const storedMs = 365 * 24 * 60 * minuteMs

/** No request takes as long. */
const askedMs = 2 * minuteMs
const givenUpMs = 7 * 24 * 60 * minuteMs

/** Puts back what was taken off cards for orders that are none, and finds out about what was not answered. */
export async function tidyRedemptions({ database, clock, calls, sites }: TidyDeps): Promise<void> {
  const faults: unknown[] = []
  for (const site of await sites()) {
    const now = clock.now()
    const before = (ms: number) => new Date(now.getTime() - ms)
    const open = await openRedemptions(database, site, { askedBefore: before(askedMs), unknownBefore: before(minuteMs) })
    for (const one of open) await tidied(site, one).catch((fault: unknown) => faults.push(fault))
    await forgetCards(database, site, before(storedMs))
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} redemptions could not be tidied`)

  async function tidied(site: string, one: StoredRedemption): Promise<void> {
    const context = { db: database, site, now: clock.now() }
    if (one.state === 'ASKED' || one.state === 'UNKNOWN') return findOut(site, one)
    const voiding = one.state === 'VOIDING' ? one : await stepRedemption(context, one.id, { from: [one.state], to: 'VOIDING' })
    if (voiding) await calls.putBack(site, voiding)
  }

  /** Asked once more it says how it calls what it took; or takes it now, and then that goes back. */
  async function findOut(site: string, one: StoredRedemption): Promise<void> {
    const context = { db: database, site, now: clock.now() }
    // Whoever asked it is gone.
    if (one.state === 'ASKED') await stepRedemption(context, one.id, { from: ['ASKED'], to: 'UNKNOWN' })
    const asked = await stepRedemption(context, one.id, { from: ['UNKNOWN'], to: 'ASKED' })
    if (!asked) return
    const told = await calls.redeem(site, asked)
    if ('transactionId' in told) {
      const voiding = await stepRedemption(context, one.id, { from: ['ASKED'], to: 'VOIDING', transactionId: told.transactionId })
      if (voiding) await calls.putBack(site, voiding)
    } else if ('refused' in told) {
      if (told.refused === 'ALREADY_REDEEMED') await calls.lose(site, asked, 'its service never said what it calls the redemption')
      else await stepRedemption(context, one.id, { from: ['ASKED'], to: 'REFUSED' })
    } else if (clock.now().getTime() - one.createdAt.getTime() > givenUpMs) await calls.lose(site, asked, 'its service is silent')
    else await stepRedemption(context, one.id, { from: ['ASKED'], to: 'UNKNOWN' })
  }
}
