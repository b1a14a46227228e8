import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { JobDefinition } from '../../kernel/jobs/jobs.ts'
import { Refused, refuse } from '../../kernel/refusal.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import type { ChargeFirst } from '../orders/place.ts'
import type { ChargingDeps } from '../payments/charging.ts'
import { chargeCalls } from '../promotions/elsewhere/calls.ts'
import { chargeFirst } from '../promotions/elsewhere/charge-first.ts'
import { lockCharge, useCharges } from '../promotions/elsewhere/store.ts'
import { tidyCharges } from '../promotions/elsewhere/tidy.ts'
import type { MembershipService } from '../selling/membership-services.ts'
import { AskFirst } from '../selling/outside-calls.ts'

export interface MembershipsDeps {
  readonly database: Database
  /** The outside world goes by real time. */
  readonly real: Clock
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly services: (settings: Pick<Sections, 'plugins'>) => readonly MembershipService[]
  readonly report: (fault: unknown, where: string) => void
}

/** Memberships of services, as orders and merchants charge them and let them go. */
export interface MembershipsOfServices extends Pick<ChargingDeps, 'voidCharge'> {
  readonly chargeFirst: ChargeFirst
  readonly use: typeof useCharges
  readonly tidy: (sites: () => Promise<readonly string[]>) => Promise<void>
}

export function membershipsOfServices({ database, real, readSettings, services, report }: MembershipsDeps): MembershipsOfServices {
  const asking = { database, clock: real, services, readSettings, report: (fault: unknown) => report(fault, 'service for memberships') }
  const calls = chargeCalls(asking)
  return {
    chargeFirst: chargeFirst({ ...asking, calls }),
    use: useCharges,
    tidy: (sites) => tidyCharges({ ...asking, calls, sites }),
    async voidCharge({ db, site }, { chargeId, paymentId }) {
      const charge = await lockCharge(db, site, chargeId)
      if (charge?.state !== 'USED') return undefined
      throw new AskFirst(async () => {
        const reason = await calls.voidUsed(site, charge)
        if (reason !== undefined) throw new Refused(refuse('VOID_MEMBERSHIP_ERROR', { reason, paymentId }))
      })
    },
  }
}

/** What an order let go of is voided as soon as the order is no more. */
export const membershipsBack = ({ tidy }: Pick<MembershipsOfServices, 'tidy'>): JobDefinition => ({
  queue: 'memberships-of-services-back',
  on: ['wix.ecom.v1.order_canceled'],
  run: ({ site }) => tidy(async () => [site]),
})
