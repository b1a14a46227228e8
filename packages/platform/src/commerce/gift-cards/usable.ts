import type { Context } from '../../kernel/db/context.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import { type CodeKeys, plainCode } from './code.ts'
import { cardOf, type Spoilt, spoiltNow } from './redeem.ts'
import { findHeld, type StoredCard } from './store.ts'

/** The card under a code that a buyer typed, if it can pay anything in this currency now; what an order of theirs holds is on it too. */
export async function usableCard(
  { db, site, now }: Context,
  keys: CodeKeys,
  code: string,
  currency: string,
  orderId: string | null = null,
): Promise<StoredCard | Spoilt | Refusal<'GIFT_CARD_NOT_FOUND' | 'GIFT_CARD_CODE_INVALID' | 'GIFT_CARD_IS_EMPTY'>> {
  const { length } = plainCode(code)
  if (length < 8 || length > 20) return refuse('GIFT_CARD_CODE_INVALID')
  const card = await cardOf(db, site, keys, code)
  if (!card || card.currency !== currency) return refuse('GIFT_CARD_NOT_FOUND')
  const balance = card.balance + (orderId ? await findHeld(db, site, card.id, orderId) : 0)
  return spoiltNow(card, now) ?? (balance > 0 ? { ...card, balance } : refuse('GIFT_CARD_IS_EMPTY'))
}
