import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../kernel/db/context.ts'
import { Refused, refuse } from '../../../kernel/refusal.ts'
import { canonical } from '../../selling/line.ts'
import type { MembershipItem } from '../../selling/membership-services.ts'
import { AskFirst } from '../../selling/outside-calls.ts'
import { type ChargeCalls, type ElsewhereDeps, surelyNotAsked } from './calls.ts'
import { beginCharge, chargesOfPurchase, lockChargesOfPurchase, type NewCharge, type StoredCharge, stepCharge } from './store.ts'

/** What an order is about to pay with memberships of services. */
export interface WantedCharges {
  readonly purchaseId: string
  readonly memberId: string
  readonly charges: readonly {
    readonly appId: string
    readonly membershipId: string
    readonly name: string
    readonly lineItemId: string
    readonly item: MembershipItem
  }[]
  /** The order of the checkout that waits for its payment. */
  readonly before: string | undefined
}

/**
 * What was charged, once it is. Within a transaction nobody waits for that: the transaction ends, the services are asked, and the transaction
 * begins anew. What no order has taken when the write is over is voided.
 */
export type ChargeFirst = (context: Context, wanted: WantedCharges) => Promise<readonly StoredCharge[]>

export interface ChargeFirstDeps extends ElsewhereDeps {
  readonly calls: ChargeCalls
}

const patienceMs = 10_000
const pollMs = 50

export function chargeFirst({ database, clock, services, readSettings, report, calls }: ChargeFirstDeps): ChargeFirst {
  const now = (site: string): Context => ({ db: database, site, now: clock.now() })
  const refused = (reason: string, lineItemId: string) =>
    new Refused(refuse('CHARGE_MEMBERSHIP_ERROR', { reason, lineItemIds: [lineItemId] }))

  async function voidUnused(site: string, purchaseId: string, lineItemId?: string): Promise<void> {
    try {
      for (const { id, state, lineItemId: line } of await chargesOfPurchase(database, site, purchaseId)) {
        if ((state !== 'CHARGED' && state !== 'RELEASED') || (lineItemId !== undefined && line !== lineItemId)) continue
        const voiding = await stepCharge(now(site), id, { from: ['CHARGED', 'RELEASED'], to: 'VOIDING' })
        if (voiding) await calls.putBack(site, voiding)
      }
    } catch (fault) {
      // It is written down, and voided later.
      report(fault)
    }
  }

  /** Asks anew what was asked for this before and not answered, under the same key, so that it is not charged twice. */
  async function begin(site: string, wanted: NewCharge, known: readonly StoredCharge[]) {
    const unanswered = known.find((one) => one.state === 'UNKNOWN' && isSame(one, wanted))
    const again = unanswered && (await stepCharge(now(site), unanswered.id, { from: ['UNKNOWN'], to: 'ASKED' }))
    if (again) return { charge: again, again: true }
    const begun = await beginCharge(now(site), wanted)
    return begun && { charge: begun, again: false }
  }

  async function charge(site: string, wanted: NewCharge): Promise<void> {
    const { purchaseId, lineItemId } = wanted
    const known = await chargesOfPurchase(database, site, purchaseId)
    const isOther = (one: StoredCharge) => one.state === 'CHARGED' && one.lineItemId === lineItemId && !isSame(one, wanted)
    if (known.some(isOther)) await voidUnused(site, purchaseId, lineItemId)
    const begun = await begin(site, wanted, known)
    if (!begun) return otherIsDone(site, wanted)
    const told = await calls.charge(site, begun.charge)
    const step = (to: StoredCharge['state'], transactionId?: string) =>
      stepCharge(now(site), begun.charge.id, { from: ['ASKED'], to, ...(transactionId !== undefined && { transactionId }) })
    if ('transactionId' in told) await step('CHARGED', told.transactionId)
    else if ('refused' in told) {
      // It was charged, and what the service calls it is lost.
      if (told.refused === 'MEMBERSHIP_ALREADY_CHARGED' && begun.again) return void (await step('CHARGED'))
      await step('REFUSED')
      throw refused(told.refused, lineItemId)
    } else {
      await step(surelyNotAsked(told.silent) && !begun.again ? 'REFUSED' : 'UNKNOWN')
      throw refused(told.silent, lineItemId)
    }
  }

  /** Somebody else orders the same checkout at this moment. */
  async function otherIsDone(site: string, { purchaseId, lineItemId }: NewCharge): Promise<void> {
    for (let left = patienceMs / pollMs; left > 0; left--) {
      const known = await chargesOfPurchase(database, site, purchaseId)
      if (!known.some((one) => one.state === 'ASKED' && one.lineItemId === lineItemId)) return
      await sleep(pollMs)
    }
    throw refused('TIMEOUT', lineItemId)
  }

  return async ({ db, site }, { purchaseId, memberId, charges, before }) => {
    const active = services(await readSettings(db, site)).filter((service) => service.active)
    const wanted = charges.map((one): NewCharge => {
      const service = active.find(({ appId }) => appId === one.appId)
      if (!service) throw refused('CIRCUIT_OPEN', one.lineItemId)
      return { ...one, pluginId: service.id, memberId, purchaseId }
    })
    const known = await lockChargesOfPurchase(db, site, purchaseId)
    const there = (want: NewCharge) =>
      known.find((one) => isSame(one, want) && (one.state === 'CHARGED' || (one.state === 'RELEASED' && one.orderId === before)))
    const found = wanted.flatMap((want) => there(want) ?? [])
    if (found.length === wanted.length) return found
    throw new AskFirst(
      async () => {
        for (const want of wanted) if (!there(want)) await charge(site, want)
      },
      () => voidUnused(site, purchaseId),
    )
  }
}

const isSame = (one: NewCharge, other: NewCharge): boolean => asText(one) === asText(other)

const asText = ({ pluginId, memberId, membershipId, lineItemId, item }: NewCharge): string =>
  canonical([pluginId, memberId, membershipId, lineItemId, item])
