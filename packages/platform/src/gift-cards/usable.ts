import type { Moment } from '../db/moment.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { type CodeKeys, plainCode } from './code.ts'
import { cardOf, type Spoilt, spoiltNow } from './redeem.ts'
import type { StoredCard } from './store.ts'

/** The card under a code that a buyer typed, if it can pay anything in this currency now. */
export async function usableCard(
  { db, site, now }: Moment,
  keys: CodeKeys,
  code: string,
  currency: string,
): Promise<StoredCard | Spoilt | Refusal<'GIFT_CARD_NOT_FOUND' | 'GIFT_CARD_CODE_INVALID' | 'GIFT_CARD_IS_EMPTY'>> {
  const { length } = plainCode(code)
  if (length < 8 || length > 20) return refuse('GIFT_CARD_CODE_INVALID')
  const card = await cardOf(db, site, keys, code)
  if (!card || card.currency !== currency) return refuse('GIFT_CARD_NOT_FOUND')
  return spoiltNow(card, now) ?? (card.balance > 0 ? card : refuse('GIFT_CARD_IS_EMPTY'))
}
