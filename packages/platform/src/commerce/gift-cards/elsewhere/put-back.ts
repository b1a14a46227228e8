import type { Clock } from '../../../kernel/clock/clock.ts'
import type { Database } from '../../../kernel/db/pool.ts'
import { NoAnswer } from '../../selling/outside-calls.ts'
import type { CardCalls } from './calls.ts'
import { findServiceRedemption, stepRedemption } from './store.ts'

/**
 * Puts back what a card of a service paid: all of it, for that is what the published form knows of. `NONE` where no such card paid, `PART`
 * where less than all of it is wanted back.
 * @throws NoAnswer while its service does not take it back; it is tried again by itself
 */
export type PutBack = (site: string, redemptionId: string, amount?: number) => Promise<'NONE' | 'PART' | 'VOIDED' | 'LOST'>

export const putBack =
  ({ database, clock, calls }: { readonly database: Database; readonly clock: Clock; readonly calls: CardCalls }): PutBack =>
  async (site, redemptionId, amount) => {
    const redemption = await findServiceRedemption(database, site, redemptionId)
    if (!redemption) return 'NONE'
    if (amount !== undefined && amount !== redemption.amount) return 'PART'
    if (redemption.state === 'VOIDED' || redemption.state === 'LOST') return redemption.state
    const context = { db: database, site, now: clock.now() }
    const voiding =
      redemption.state === 'VOIDING'
        ? redemption
        : await stepRedemption(context, redemptionId, { from: ['USED', 'RELEASED', 'REDEEMED'], to: 'VOIDING' })
    const done = voiding ? await calls.putBack(site, voiding) : 'LATER'
    if (done === 'LATER') throw new NoAnswer('The service of the gift card has not taken it back yet.')
    return done
  }
