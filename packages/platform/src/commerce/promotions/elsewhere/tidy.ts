import type { ChargeCalls, ElsewhereDeps } from './calls.ts'
import { isGivenUp } from './calls.ts'
import { openCharges, type StoredCharge, stepCharge } from './store.ts'

export interface TidyDeps extends Pick<ElsewhereDeps, 'database' | 'clock'> {
  readonly calls: ChargeCalls
  readonly sites: () => Promise<readonly string[]>
}

const minuteMs = 60_000
/** No request takes as long. */
const askedMs = 2 * minuteMs

/** Voids what was charged for orders that are none, and finds out about what was not answered. */
export async function tidyCharges({ database, clock, calls, sites }: TidyDeps): Promise<void> {
  const faults: unknown[] = []
  for (const site of await sites()) {
    const before = (ms: number) => new Date(clock.now().getTime() - ms)
    const open = await openCharges(database, site, { askedBefore: before(askedMs), unknownBefore: before(minuteMs) })
    for (const one of open) await tidied(site, one).catch((fault: unknown) => faults.push(fault))
  }
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} charges of memberships could not be tidied`)

  async function tidied(site: string, one: StoredCharge): Promise<void> {
    const context = { db: database, site, now: clock.now() }
    if (one.state === 'ASKED' || one.state === 'UNKNOWN') return findOut(site, one)
    const voiding = one.state === 'VOIDING' ? one : await stepCharge(context, one.id, { from: [one.state], to: 'VOIDING' })
    if (voiding) await calls.putBack(site, voiding)
  }

  /** Asked once more it says how it calls the charge; or charges now, and then that is voided. */
  async function findOut(site: string, one: StoredCharge): Promise<void> {
    const context = { db: database, site, now: clock.now() }
    // Whoever asked it is gone.
    if (one.state === 'ASKED') await stepCharge(context, one.id, { from: ['ASKED'], to: 'UNKNOWN' })
    const asked = await stepCharge(context, one.id, { from: ['UNKNOWN'], to: 'ASKED' })
    if (!asked) return
    const told = await calls.charge(site, asked)
    if ('transactionId' in told) {
      const voiding = await stepCharge(context, one.id, { from: ['ASKED'], to: 'VOIDING', transactionId: told.transactionId })
      if (voiding) await calls.putBack(site, voiding)
    } else if ('refused' in told) {
      if (told.refused === 'MEMBERSHIP_ALREADY_CHARGED') await calls.lose(site, asked, 'its service never said what it calls the charge')
      else await stepCharge(context, one.id, { from: ['ASKED'], to: 'REFUSED' })
    } else if (isGivenUp(one, clock.now())) await calls.lose(site, asked, 'its service is silent')
    else await stepCharge(context, one.id, { from: ['ASKED'], to: 'UNKNOWN' })
  }
}
