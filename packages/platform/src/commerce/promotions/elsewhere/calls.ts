import type { Clock } from '../../../kernel/clock/clock.ts'
import type { Context } from '../../../kernel/db/context.ts'
import type { Database } from '../../../kernel/db/pool.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import type { Sections } from '../../../kernel/settings/sections.ts'
import type { MembershipService } from '../../selling/membership-services.ts'
import { NoAnswer } from '../../selling/outside-calls.ts'
import { noteVoidAsked, type StoredCharge, stepCharge, touchCharge } from './store.ts'

/** It did not say whether it did what it was asked. */
interface Silent {
  readonly silent: string
}

export interface ElsewhereDeps {
  readonly database: Database
  /** Real time. */
  readonly clock: Clock
  readonly services: (settings: Pick<Sections, 'plugins'>) => readonly MembershipService[]
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly report: (fault: unknown) => void
}

/** What services for memberships are told to do, outside of every transaction. */
export interface ChargeCalls {
  charge(site: string, charge: StoredCharge): Promise<Awaited<ReturnType<MembershipService['charge']>> | Silent>
  /** Voids what its order has, where the service allows it; why not, where it does not. */
  voidUsed(site: string, charge: StoredCharge): Promise<string | undefined>
  /** Voids what is marked for it. What the service does not void now is tried again later, and after a week given up. */
  putBack(site: string, voiding: StoredCharge): Promise<void>
  /** Nobody knows whether it was charged, or it cannot be voided: somebody has to look at it. */
  lose(site: string, charge: StoredCharge, why: string): Promise<void>
}

const givenUpMs = 7 * 24 * 60 * 60 * 1000

/** Where the service was never called nothing was charged either. */
export const surelyNotAsked = (code: string): boolean => code === 'CIRCUIT_OPEN' || code === 'OUTBOUND_ADDRESS_NOT_ALLOWED'

/** Whether a service was silent about it for so long that somebody has to look at it. */
export const isGivenUp = ({ createdAt }: StoredCharge, now: Date): boolean => now.getTime() - createdAt.getTime() > givenUpMs

type Asked = Parameters<MembershipService['voidability']>[0]

export function chargeCalls({ database, clock, services, readSettings, report }: ElsewhereDeps): ChargeCalls {
  const context = (site: string): Context => ({ db: database, site, now: clock.now() })
  const { signal } = new AbortController()

  async function asking<T>(
    site: string,
    { pluginId }: StoredCharge,
    ask: (service: MembershipService, asked: Omit<Asked, 'transactionId'>) => Promise<T>,
  ): Promise<T | Silent> {
    const settings = await readSettings(database, site)
    const service = services(settings).find(({ id }) => id === pluginId)
    if (!service) return { silent: 'CIRCUIT_OPEN' }
    const { currency, locale } = settings.commerce
    try {
      return await ask(service, { site, currency, language: locale.slice(0, 2) })
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      report(error)
      return { silent: error.code }
    }
  }

  /** Why it is not voided, and whether it may be later. */
  async function voided(site: string, charge: StoredCharge): Promise<{ readonly why: string; readonly later: boolean } | undefined> {
    const { transactionId } = charge
    if (transactionId === null) return { why: 'UNKNOWN_TRANSACTION', later: false }
    // What was voided cannot be voided: where that answer was lost, it is asked for again.
    if (!charge.voidAsked) {
      const can = await asking(site, charge, (service, asked) => service.voidability({ ...asked, transactionId }, signal))
      if ('silent' in can) return { why: can.silent, later: true }
      if ('refused' in can) return can.refused === 'TRANSACTION_ALREADY_VOIDED' ? undefined : { why: can.refused, later: false }
      if (!can.voidable) return { why: can.reason ?? 'TRANSACTION_CANNOT_BE_VOIDED', later: false }
      await noteVoidAsked(context(site), charge.id)
    }
    const told = await asking(site, charge, (service, asked) => service.void({ ...asked, transactionId }, signal))
    if (told === undefined) return undefined
    if ('silent' in told) return { why: told.silent, later: true }
    return told.refused === 'TRANSACTION_ALREADY_VOIDED' ? undefined : { why: told.refused, later: false }
  }

  const calls: ChargeCalls = {
    charge: (site, charge) =>
      asking(site, charge, async (service, asked) => {
        if (!service.active) throw new NoAnswer(`${service.name} is not asked any more.`, { code: 'CIRCUIT_OPEN' })
        const { memberId, membershipId, item, id: idempotencyKey } = charge
        return service.charge({ ...asked, memberId, membershipId, item, idempotencyKey }, signal)
      }),

    async voidUsed(site, charge) {
      const not = await voided(site, charge)
      if (not) return not.why
      await stepCharge(context(site), charge.id, { from: ['USED'], to: 'VOIDED' })
      return undefined
    },

    async putBack(site, voiding) {
      const not = await voided(site, voiding)
      if (!not) await stepCharge(context(site), voiding.id, { from: ['VOIDING'], to: 'VOIDED' })
      else if (!not.later) await calls.lose(site, voiding, `its service says ${not.why}`)
      else if (isGivenUp(voiding, clock.now())) await calls.lose(site, voiding, 'its service is silent')
      else await touchCharge(context(site), voiding.id)
    },

    async lose(site, { id, membershipId }, why) {
      await stepCharge(context(site), id, { from: ['ASKED', 'UNKNOWN', 'VOIDING'], to: 'LOST' })
      report(new Error(`The membership ${membershipId} of a service may have been charged for no order: ${why}`))
    },
  }
  return calls
}
