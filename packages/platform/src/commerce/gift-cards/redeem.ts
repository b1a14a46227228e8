import type { GiftCardStatus } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { type CodeKeys, hashOf } from './code.ts'
import {
  findCard,
  findCardByHash,
  findRedemption,
  findTransactionByKey,
  insertTransaction,
  lockRedemption,
  move,
  noteGivenBack,
  type StoredCard,
  type StoredTransaction,
} from './store.ts'

export type Spoilt = Refusal<'GIFT_CARD_DISABLED' | 'GIFT_CARD_EXPIRED'>

/** As its buyers are told. */
export const statusOf = (card: StoredCard, now: Date): GiftCardStatus =>
  card.disabledAt ? 'DISABLED' : spoiltNow(card, now) ? 'EXPIRED' : 'VALID'

/** Why a card is no good now; undefined where it is. What was decided goes before what time does. */
export function spoiltNow({ disabledAt, expiresAt }: StoredCard, now: Date): Spoilt | undefined {
  if (disabledAt) return refuse('GIFT_CARD_DISABLED')
  return expiresAt && expiresAt <= now ? refuse('GIFT_CARD_EXPIRED') : undefined
}

/** The card under a code. */
export async function cardOf(db: Db, site: string, keys: CodeKeys, code: string): Promise<StoredCard | undefined> {
  const key = await keys.find(db, site)
  return key && findCardByHash(db, site, hashOf(key, code))
}

export interface Redemption {
  readonly cardId: string
  /** In minor units of the card's currency, above 0. */
  readonly amount: number
  readonly orderId: string | null
  readonly orderNumber?: string | null
}

/** Takes all of an amount off a card, or nothing: two who want the same money do not both get it. */
export async function redeem(
  context: Context,
  { cardId, amount, orderId, orderNumber }: Redemption,
): Promise<
  | { readonly transactionId: string; readonly balance: number }
  | Spoilt
  | Refusal<'GIFT_CARD_NOT_FOUND' | 'INSUFFICIENT_FUNDS' | 'ALREADY_REDEEMED'>
> {
  const { db, site, now } = context
  const balance = await move(context, cardId, -amount, false)
  if (balance === undefined) {
    const card = await findCard(db, site, cardId)
    return card ? (spoiltNow(card, now) ?? refuse('INSUFFICIENT_FUNDS')) : refuse('GIFT_CARD_NOT_FOUND')
  }
  // The card's row is held: nobody else redeems it for this order meanwhile.
  if (orderId && (await findRedemption(db, site, cardId, orderId))) return refuse('ALREADY_REDEEMED')
  const card = (await findCard(db, site, cardId))!
  const transactionId = await insertTransaction(context, {
    cardId,
    type: 'REDEEM',
    operation: 'SUBTRACT',
    amount,
    balance,
    currency: card.currency,
    orderId,
    orderNumber: orderNumber ?? null,
  })
  return { transactionId, balance }
}

/** Puts back what a redemption took. */
export async function undo(
  context: Context,
  transactionId: string,
): Promise<Spoilt | Refusal<'TRANSACTION_NOT_FOUND' | 'ALREADY_VOIDED'> | undefined> {
  const { db, site, now } = context
  const redemption = await lockRedemption(db, site, transactionId)
  if (!redemption) return refuse('TRANSACTION_NOT_FOUND')
  if (redemption.givenBack >= redemption.amount) return refuse('ALREADY_VOIDED')
  const spoilt = spoiltNow((await findCard(db, site, redemption.cardId))!, now)
  if (spoilt) return spoilt
  await putBack(context, redemption, redemption.amount - redemption.givenBack, 'VOID')
  return undefined
}

/**
 * Gives back part of a redemption, also onto a card that is no good any more, and once under one key; `false` where that much is not left of
 * it.
 */
export async function refund(context: Context, transactionId: string, amount: number, key: string): Promise<boolean> {
  const { db, site } = context
  const redemption = await lockRedemption(db, site, transactionId)
  if (!redemption) return false
  if (await findTransactionByKey(db, site, redemption.cardId, key)) return true
  if (redemption.givenBack + amount > redemption.amount) return false
  await putBack(context, redemption, amount, 'PAYMENT_METHOD_REFUND', key)
  return true
}

/** Gives back the rest of a redemption, also onto a card that is no good any more; once more it changes nothing. */
export async function giveBack(context: Context, transactionId: string): Promise<void> {
  const redemption = await lockRedemption(context.db, context.site, transactionId)
  if (redemption && redemption.givenBack < redemption.amount)
    await putBack(context, redemption, redemption.amount - redemption.givenBack, 'VOID')
}

async function putBack(
  context: Context,
  { id, cardId, currency, orderId, orderNumber }: StoredTransaction,
  amount: number,
  type: 'VOID' | 'PAYMENT_METHOD_REFUND',
  idempotencyKey: string | null = null,
): Promise<void> {
  const balance = await move(context, cardId, amount, true)
  if (balance === undefined) throw new Error(`gift card ${cardId} is gone`)
  await noteGivenBack(context.db, context.site, id, amount)
  await insertTransaction(context, { cardId, type, operation: 'ADD', amount, balance, currency, orderId, orderNumber, idempotencyKey })
}
