import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../../kernel/clock/clock.ts'
import type { Context } from '../../../kernel/db/context.ts'
import { newId } from '../../../kernel/db/id.ts'
import type { Database } from '../../../kernel/db/pool.ts'
import { Refused, refuse } from '../../../kernel/refusal.ts'
import { AskFirst } from '../../selling/outside-calls.ts'
import { type CardCalls, surelyNotAsked } from './calls.ts'
import {
  beginRedemption,
  lockServiceCard,
  type NewRedemption,
  redemptionsOfCheckout,
  type StoredRedemption,
  stepRedemption,
} from './store.ts'

/** What an order is about to pay off a card of somebody else's. */
export interface WantedRedemption extends Omit<NewRedemption, 'orderId'> {
  /** The order of the checkout that waits for its payment; undefined for a new one. */
  readonly before: string | undefined
  /** The order that was asked for elsewhere already. */
  readonly orderId?: string | undefined
}

export interface RedeemFirstDeps {
  readonly database: Database
  /** Real time. */
  readonly clock: Clock
  readonly calls: CardCalls
  /** Gives up an order that waits for its payment, unless that is under way. */
  readonly giveUp: (site: string, orderId: string) => Promise<void>
  readonly report: (fault: unknown) => void
}

/**
 * The id of the order that a card pays for, once the money is off the card. Within a transaction nobody waits for that: the transaction ends,
 * the service is asked, and the transaction begins anew. What no order has taken when the write is over goes back.
 */
export type RedeemFirst = (context: Context, wanted: WantedRedemption) => Promise<string>

const patienceMs = 10_000
const pollMs = 50

export function redeemFirst({ database, clock, calls, giveUp, report }: RedeemFirstDeps): RedeemFirst {
  const now = (site: string): Context => ({ db: database, site, now: clock.now() })

  async function putUnusedBack(site: string, checkoutId: string): Promise<void> {
    try {
      for (const { id, state } of await redemptionsOfCheckout(database, site, checkoutId)) {
        if (state !== 'REDEEMED' && state !== 'RELEASED') continue
        const voiding = await stepRedemption(now(site), id, { from: ['REDEEMED', 'RELEASED'], to: 'VOIDING' })
        if (voiding) await calls.putBack(site, voiding)
      }
    } catch (fault) {
      // It is written down, and goes back later.
      report(fault)
    }
  }

  /** Begins anew what was asked for this before and not answered, so that it is not taken twice. */
  async function begin(site: string, wanted: NewRedemption, known: readonly StoredRedemption[]): Promise<[string, boolean] | undefined> {
    const asked = known.find((one) => isSame(one, wanted) && one.orderId === wanted.orderId && unanswered(one))
    if (asked && (await stepRedemption(now(site), asked.id, { from: ['UNKNOWN', 'LOST'], to: 'ASKED' }))) return [asked.id, true]
    const id = await beginRedemption(now(site), wanted)
    return id === undefined ? undefined : [id, false]
  }

  async function redeem(site: string, wanted: NewRedemption): Promise<void> {
    const known = await redemptionsOfCheckout(database, site, wanted.checkoutId)
    if (known.some((one) => one.state === 'REDEEMED' && !(isSame(one, wanted) && one.orderId === wanted.orderId)))
      await putUnusedBack(site, wanted.checkoutId)
    const begun = await begin(site, wanted, known)
    if (!begun) return otherIsDone(site, wanted.checkoutId)
    const [id, again] = begun
    const told = await calls.redeem(site, { ...wanted, id })
    const step = (to: StoredRedemption['state'], transactionId?: string) =>
      stepRedemption(now(site), id, { from: ['ASKED'], to, ...(transactionId !== undefined && { transactionId }) })
    if ('transactionId' in told) await step('REDEEMED', told.transactionId)
    else if ('refused' in told && told.refused === 'ALREADY_REDEEMED' && again) await step('REDEEMED')
    else {
      const reason = 'refused' in told ? told.refused : told.silent
      await step('refused' in told || (surelyNotAsked(told.silent) && !again) ? 'REFUSED' : 'UNKNOWN')
      throw new Refused(refuse('REDEEM_GIFT_CARD_ERROR', { reason }))
    }
  }

  /** Somebody else orders the same checkout at this moment. */
  async function otherIsDone(site: string, checkoutId: string): Promise<void> {
    for (let left = patienceMs / pollMs; left > 0; left--) {
      if (!(await redemptionsOfCheckout(database, site, checkoutId)).some(({ state }) => state === 'ASKED')) return
      await sleep(pollMs)
    }
    throw new Refused(refuse('REDEEM_GIFT_CARD_ERROR', { reason: 'TIMEOUT' }))
  }

  return async (context, { before, orderId: elsewhere, ...wanted }) => {
    const { db, site } = context
    await lockServiceCard(db, site, wanted.cardId)
    const known = await redemptionsOfCheckout(db, site, wanted.checkoutId)
    const has = (orderId: string) =>
      known.some((one) => one.orderId === orderId && isSame(one, wanted) && (one.state === 'REDEEMED' || one.state === 'RELEASED'))
    if (before) {
      if (has(before)) return before
      const otherwise = known.some((one) => one.orderId === before && one.state !== 'REFUSED' && !(isSame(one, wanted) && unanswered(one)))
      // Money goes off a card once for an order: what is to be paid otherwise is another order.
      throw new AskFirst(
        async () => {
          if (!otherwise) return redeem(site, { ...wanted, orderId: before })
          await giveUp(site, before)
          await putUnusedBack(site, wanted.checkoutId)
        },
        () => putUnusedBack(site, wanted.checkoutId),
      )
    }
    const promised = known.findLast(
      (one) =>
        one.usedAt === null &&
        isSame(one, wanted) &&
        (elsewhere === undefined || one.orderId === elsewhere) &&
        (one.state === 'REDEEMED' || one.state === 'ASKED' || unanswered(one)),
    )
    const orderId = promised?.orderId ?? elsewhere ?? newId()
    if (promised?.state === 'REDEEMED') return orderId
    throw new AskFirst(
      () => redeem(site, { ...wanted, orderId }),
      () => putUnusedBack(site, wanted.checkoutId),
    )
  }
}

const isSame = ({ cardId, amount }: Pick<NewRedemption, 'cardId' | 'amount'>, wanted: Pick<NewRedemption, 'cardId' | 'amount'>): boolean =>
  cardId === wanted.cardId && amount === wanted.amount

/** Asked for an order that never was, and perhaps taken. */
const unanswered = ({ state, usedAt }: StoredRedemption): boolean => usedAt === null && (state === 'UNKNOWN' || state === 'LOST')
