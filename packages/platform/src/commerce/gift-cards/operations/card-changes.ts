import type { CursorQuery, IssuedGiftCard } from '@vitrine/contract'
import { minor, parseDecimal, toDecimal } from '@vitrine/pricing'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import { type Field, type Fields, Unreadable } from '../../../kernel/query/filter.ts'
import { readKeyset } from '../../../kernel/query/keyset.ts'
import { literally } from '../../../kernel/query/like.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { violation } from '../../../kernel/violation.ts'
import { type Amounts, amounts } from '../../selling/amounts.ts'
import { type CodeKeys, maskOf } from '../code.ts'
import type { ServiceCards } from '../elsewhere/cards.ts'
import { pageOfCards, type StoredCard } from '../store.ts'

export interface GiftCardDeps {
  readonly keys: CodeKeys
  /** Those of somebody else's. */
  readonly cards: Pick<ServiceCards, 'lookUp'>
  readonly commerce: (db: Db, site: string) => Promise<{ readonly currency: string; readonly locale: string }>
}

/** An amount above nothing, to the last unit. */
export function unitsOf(text: string, currency: string, field: string): number | Refusal<'INVALID_ARGUMENT'> {
  try {
    const units = parseDecimal(text, currency)
    return units > 0 ? units : violation(field, 'is not above zero', 'DECIMAL_GT')
  } catch {
    return violation(field, `has more decimals than ${currency}`, 'DECIMAL_MAX_SCALE')
  }
}

// --- queries --------------------------------------------------------------------------------------------------------------------
export const newestFirst = [{ fieldName: 'createdDate', order: 'DESC' }] as const

export const cardId = sql`gift_card.id`

export const transactionId = sql`gift_card_transaction.id`

export const column = {
  created: sql`gift_card.created_at`,
  updated: sql`gift_card.updated_at`,
  balance: sql`gift_card.balance`,
  initial: sql`gift_card.initial`,
  suffix: sql`gift_card.suffix`,
  expires: sql`gift_card.expires_at`,
  disabled: sql`gift_card.disabled_at`,
  notify: sql`gift_card.notify_at`,
  expiresOrNever: sql`coalesce(gift_card.expires_at, '9999-12-31'::timestamptz)`,
  transactionCreated: sql`gift_card_transaction.created_at`,
  operation: sql`gift_card_transaction.operation`,
  type: sql`gift_card_transaction.type`,
}

export function cardFields(places: number): Fields {
  const amount = (of: 'balance' | 'initial'): Field => ({ kind: 'number', column: column[of], sort: column[of], places })
  const suffix: Field = { kind: 'text', column: column.suffix, sort: column.suffix }
  return {
    id: { kind: 'id', column: cardId, sort: cardId },
    createdDate: { kind: 'instant', column: column.created, sort: column.created },
    updatedDate: { kind: 'instant', column: column.updated, sort: column.updated },
    expirationDate: { kind: 'instant', column: column.expires, sort: column.expiresOrNever, nullable: true },
    disabledDate: { kind: 'instant', column: column.disabled, nullable: true },
    /** As long as its email has not gone. */
    'notificationInfo.notificationDate': { kind: 'instant', column: column.notify, nullable: true },
    balance: amount('balance'),
    'balance.amount': amount('balance'),
    initialValue: amount('initial'),
    'initialValue.amount': amount('initial'),
    codeSuffix: suffix,
    /** All that is known of it. */
    code: suffix,
  }
}

export const placesOf = ({ currency }: Amounts): number => toDecimal(minor(0), currency).split('.')[1]?.length ?? 0

const like = (words: string) => sql`gift_card.words like ${`%${literally(words.toLowerCase())}%`}`

export async function read<T>(_root: string, work: () => Promise<T>): Promise<T | Refusal<'INVALID_ARGUMENT'>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
    throw error
  }
}

// --- as the wire wants it -------------------------------------------------------------------------------------------------------
export function showCard(card: StoredCard, money: Amounts): IssuedGiftCard {
  const { id, suffix, initial, balance, currency, expiresAt, disabledAt, source, orderId, document, createdAt, updatedAt } = card
  return {
    id,
    code: maskOf(suffix),
    codeSuffix: suffix,
    initialValue: money.plain(minor(initial)),
    balance: money.plain(minor(balance)),
    currency,
    ...(expiresAt && { expirationDate: expiresAt.toISOString() }),
    createdDate: createdAt.toISOString(),
    updatedDate: updatedAt.toISOString(),
    ...(disabledAt && { disabledDate: disabledAt.toISOString() }),
    ...(document.notification && { notificationInfo: document.notification }),
    source,
    ...(orderId && { orderInfo: { orderId, ...(document.orderNumber && { orderNumber: document.orderNumber }) } }),
  }
}

/** What several calls about gift cards do. */
export function cardChanges({ commerce }: GiftCardDeps) {
  const moneyOf = async (db: Db, site: string, currency?: string): Promise<Amounts> => {
    const shop = await commerce(db, site)
    return amounts(currency ?? shop.currency, shop.locale)
  }

  const shown = async (db: Db, site: string, card: StoredCard) => ({ giftCard: showCard(card, await moneyOf(db, site, card.currency)) })

  async function cards(db: Db, site: string, query: CursorQuery, root: string, words?: string) {
    const { currency, locale } = await commerce(db, site)
    const money = amounts(currency, locale)
    return read(root, async () => {
      const keyset = readKeyset(query, { fields: cardFields(placesOf(money)), id: cardId, usual: newestFirst, root })
      const where = words ? sql`${keyset.where} and ${like(words)}` : keyset.where
      const { rows, metadata } = keyset.page(await pageOfCards(db, site, { ...keyset, where }))
      return { giftCards: rows.map((card) => showCard(card, amounts(card.currency, locale))), pagingMetadata: metadata }
    })
  }

  return { moneyOf, shown, cards }
}

export type CardChanges = ReturnType<typeof cardChanges>
