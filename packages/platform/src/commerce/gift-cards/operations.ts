import type { CursorQuery, GiftCardNotificationInfo, GiftCardTransaction, giftCards, IssuedGiftCard, Received } from '@vitrine/contract'
import { minor, parseDecimal, toDecimal } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { type Field, type Fields, readFilter, Unreadable } from '../../kernel/query/filter.ts'
import { readKeyset } from '../../kernel/query/keyset.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { type Amounts, amounts } from '../selling/amounts.ts'
import { giftCardsApp } from '../selling/apps.ts'
import { type CodeKeys, maskOf, plainCode } from './code.ts'
import { issue } from './issue.ts'
import { cardOf, redeem, spoiltNow, undo } from './redeem.ts'
import {
  countCards,
  disable,
  findCard,
  findTransactionByKey,
  insertTransaction,
  listByRecipient,
  lockCard,
  mailNow,
  move,
  pageOfCards,
  pageOfTransactions,
  type StoredCard,
  type StoredTransaction,
  sumUp,
} from './store.ts'

export interface GiftCardDeps {
  readonly keys: CodeKeys
  readonly commerce: (db: Db, site: string) => Promise<{ readonly currency: string; readonly locale: string }>
}

type Wish = Received<'POST /gift-cards/v1/gift-cards'>['giftCard']

export const giftCardOperations = ({ keys, commerce }: GiftCardDeps): Handlers<typeof giftCards> => {
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

  /** Money that goes onto a card or off it by a merchant's hand. */
  async function change(
    context: Context,
    sign: 1 | -1,
    { giftCardId, amount, note, idempotencyKey }: Received<'POST /gift-cards/v1/gift-cards/{giftCardId}/increase-balance'>,
  ) {
    const { db, site, now } = context
    const card = await lockCard(db, site, giftCardId)
    if (!card) return refuse('GIFT_CARD_NOT_FOUND')
    const money = await moneyOf(db, site, card.currency)
    const answer = (balance: number) => ({ balance: money.plain(minor(balance)), currency: card.currency })
    const before = idempotencyKey ? await findTransactionByKey(db, site, card.id, idempotencyKey) : undefined
    if (before) return answer(before.balance)
    const units = unitsOf(amount.amount, card.currency, 'amount.amount')
    if (units instanceof Refusal) return units
    const spoilt = spoiltNow(card, now)
    if (spoilt) return spoilt
    if (sign === 1 && card.balance + units > mostOnACard) return 'TOO_MUCH' as const
    const balance = await move(context, card.id, sign * units, false)
    if (balance === undefined) return 'TOO_LITTLE' as const
    await insertTransaction(context, {
      cardId: card.id,
      type: 'MANUAL',
      operation: sign === 1 ? 'ADD' : 'SUBTRACT',
      amount: units,
      balance,
      currency: card.currency,
      orderId: null,
      orderNumber: null,
      note: note ?? null,
      idempotencyKey: idempotencyKey ?? null,
    })
    return answer(balance)
  }

  return {
    async 'POST /ecom/v1/gift-cards/{code}'({ code, appId }, { db, site, now }) {
      const card = isOurs(appId) ? await cardOf(db, site, keys, code) : undefined
      if (!card) return refuse('GIFT_CARD_NOT_FOUND')
      return {
        giftCard: {
          obfuscatedCode: maskOf(card.suffix),
          balance: { value: toDecimal(minor(card.balance), card.currency), currency: card.currency },
          status: card.disabledAt ? ('DISABLED' as const) : spoiltNow(card, now) ? ('EXPIRED' as const) : ('VALID' as const),
          appId: giftCardsApp,
          externalId: card.id,
        },
      }
    },

    async 'POST /ecom/v1/gift-cards/redeem'({ code, amount, orderId, appId }, scope) {
      const { db, site } = scope
      const card = isOurs(appId) ? await cardOf(db, site, keys, code) : undefined
      if (!card) return refuse('GIFT_CARD_NOT_FOUND')
      if (amount.currency && amount.currency !== card.currency) return refuse('CURRENCY_NOT_SUPPORTED')
      const units = unitsOf(amount.value, card.currency, 'amount.value')
      if (units instanceof Refusal) return units
      const redeemed = await redeem(scope, { cardId: card.id, amount: units, orderId: orderId ?? null })
      return redeemed instanceof Refusal ? redeemed : { transactionId: redeemed.transactionId }
    },

    async 'POST /ecom/v1/gift-cards/void'({ transactionId, appId }, scope) {
      if (!isOurs(appId) || !isGuid(transactionId)) return refuse('TRANSACTION_NOT_FOUND')
      return (await undo(scope, transactionId)) ?? {}
    },

    async 'POST /gift-cards/v1/gift-cards'({ giftCard, idempotencyKey }, scope) {
      const { db, site, now } = scope
      const money = await moneyOf(db, site)
      if (giftCard.currency !== money.currency) return refuse('CURRENCY_NOT_SUPPORTED')
      const initial = unitsOf(giftCard.initialValue.amount, money.currency, 'giftCard.initialValue.amount')
      if (initial instanceof Refusal) return initial
      if (initial > mostOnACard) return broken('giftCard.initialValue.amount', 'is more than a card holds', 'DECIMAL_LTE')
      const expiresAt = giftCard.expirationDate ? new Date(giftCard.expirationDate) : null
      if (expiresAt && expiresAt <= now) return broken('giftCard.expirationDate', 'has passed', 'VALIDATION')
      if (giftCard.code && plainCode(giftCard.code).length < 8) return broken('giftCard.code', 'is shorter than 8 letters', 'MIN_LENGTH')
      const notification = notificationOf(giftCard)
      const issued = await issue(scope, keys, {
        ...(giftCard.code && { code: giftCard.code }),
        initial,
        currency: money.currency,
        expiresAt,
        source: giftCard.source,
        orderId: giftCard.orderInfo?.orderId ?? null,
        idempotencyKey: idempotencyKey ?? null,
        document: {
          ...(notification && { notification }),
          ...(giftCard.orderInfo?.orderNumber && { orderNumber: giftCard.orderInfo.orderNumber }),
        },
      })
      if (!issued) return refuse('GIFT_CARD_CODE_ALREADY_EXISTS')
      const card = showCard(issued.card, money)
      const toldOnce = issued.code !== undefined && !giftCard.code && !notification?.recipient?.email
      return { giftCard: toldOnce ? { ...card, code: issued.code } : card }
    },

    async 'GET /gift-cards/v1/gift-cards/{giftCardId}'({ giftCardId }, { db, site }) {
      const card = await findCard(db, site, giftCardId)
      return card ? shown(db, site, card) : refuse('GIFT_CARD_NOT_FOUND')
    },

    async 'GET /gift-cards/v1/gift-cards/query'({ query }, { db, site }) {
      return cards(db, site, query ?? {}, 'query')
    },

    async 'POST /gift-cards/v1/gift-cards/search'({ search }, { db, site }) {
      const { search: wanted, ...query } = search ?? {}
      return cards(db, site, query, 'search', wanted?.expression?.trim() || undefined)
    },

    async 'GET /gift-cards/v1/gift-cards'({ email }, { db, site }) {
      const { locale } = await commerce(db, site)
      return {
        giftCards: (await listByRecipient(db, site, email, mostListed)).map((card) => showCard(card, amounts(card.currency, locale))),
      }
    },

    async 'POST /gift-cards/v1/gift-cards/list-by-contact-details'({ searchField }, { db, site }) {
      const query = { cursorPaging: { limit: mostListed } }
      const found = await cards(db, site, query, '', searchField.trim() || undefined)
      return found instanceof Refusal ? found : { giftCards: found.giftCards }
    },

    async 'GET /vitrine/v1/gift-cards/summary'(_, { db, site, now }) {
      const { currency } = await commerce(db, site)
      const { owed, ...counts } = await sumUp(db, site, currency, now)
      return { currency, owed: toDecimal(minor(owed), currency), counts }
    },

    async 'POST /gift-cards/v1/gift-cards/count'({ filter }, { db, site }) {
      const money = await moneyOf(db, site)
      return read('', async () => ({ count: await countCards(db, site, readFilter(filter ?? {}, cardFields(placesOf(money)), 'count')) }))
    },

    async 'POST /gift-cards/v1/gift-cards/{giftCardId}/disable'({ giftCardId }, scope) {
      const { db, site, now } = scope
      const card = await lockCard(db, site, giftCardId)
      if (!card) return refuse('GIFT_CARD_NOT_FOUND')
      return spoiltNow(card, now) ?? shown(db, site, await disable(scope, card.id))
    },

    async 'POST /gift-cards/v1/gift-cards/{giftCardId}/send-email'({ giftCardId, recipientEmail }, scope) {
      const card = await lockCard(scope.db, scope.site, giftCardId)
      if (!card) return refuse('GIFT_CARD_NOT_FOUND')
      const spoilt = spoiltNow(card, scope.now)
      if (spoilt) return spoilt
      if (!recipientEmail && !card.document.notification?.recipient?.email) return refuse('GIFT_CARD_RECIPIENT_NOT_FOUND')
      return (await mailNow(scope, card.id, recipientEmail ?? null)) ? {} : refuse('GIFT_CARD_CODE_NOT_KEPT')
    },

    async 'POST /gift-cards/v1/gift-cards/{giftCardId}/increase-balance'(input, scope) {
      const changed = await change(scope, 1, input)
      return typeof changed === 'string' ? refuse('INVALID_GIFT_CARD_BALANCE') : changed
    },

    async 'POST /gift-cards/v1/gift-cards/{giftCardId}/decrease-balance'(input, scope) {
      const changed = await change(scope, -1, input)
      return typeof changed === 'string' ? refuse('INSUFFICIENT_FUNDS') : changed
    },

    async 'GET /gift-cards/v1/gift-cards/{giftCardId}/transactions/query'({ giftCardId, query }, { db, site }) {
      const card = await findCard(db, site, giftCardId)
      if (!card) return refuse('GIFT_CARD_NOT_FOUND')
      const money = await moneyOf(db, site, card.currency)
      return read('query', async () => {
        const keyset = readKeyset(query ?? {}, { fields: transactionFields, id: transactionId, usual: newestFirst, root: 'query' })
        const { rows, metadata } = keyset.page(await pageOfTransactions(db, site, card.id, keyset))
        return { transactions: rows.map((one) => showTransaction(one, money)), pagingMetadata: metadata }
      })
    },
  }
}

const mostListed = 100
const mostOnACard = 1_000_000_000_00
const isOurs = (appId: string | null | undefined): boolean => !appId || appId.toLowerCase() === giftCardsApp
const isGuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

const broken = (
  field: string,
  description: string,
  violatedRule: 'DECIMAL_GT' | 'DECIMAL_LTE' | 'DECIMAL_MAX_SCALE' | 'VALIDATION' | 'MIN_LENGTH',
) => refuse('INVALID_ARGUMENT', { fieldViolations: [{ field, description, violatedRule, data: {} }] })

/** An amount above nothing, to the last unit. */
function unitsOf(text: string, currency: string, field: string): number | Refusal<'INVALID_ARGUMENT'> {
  try {
    const units = parseDecimal(text, currency)
    return units > 0 ? units : broken(field, 'is not above zero', 'DECIMAL_GT')
  } catch {
    return broken(field, `has more decimals than ${currency}`, 'DECIMAL_MAX_SCALE')
  }
}

function notificationOf({ notificationInfo }: Wish): GiftCardNotificationInfo | undefined {
  if (!notificationInfo) return undefined
  const { recipient, sender, notificationDate, personalizedMessage } = notificationInfo
  const person = (one: typeof recipient) => ({ ...(one?.email && { email: one.email }), ...(one?.name && { name: one.name }) })
  return {
    ...(recipient && { recipient: person(recipient) }),
    ...(notificationDate && { notificationDate: new Date(notificationDate).toISOString() }),
    ...(personalizedMessage && { personalizedMessage }),
    ...(sender && { sender: person(sender) }),
  }
}

// --- queries --------------------------------------------------------------------------------------------------------------------

const newestFirst = [{ fieldName: 'createdDate', order: 'DESC' }] as const
const cardId = sql`gift_card.id`
const transactionId = sql`gift_card_transaction.id`
const column = {
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

function cardFields(places: number): Fields {
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

const transactionFields: Fields = {
  id: { kind: 'id', column: transactionId, sort: transactionId },
  createdDate: { kind: 'instant', column: column.transactionCreated, sort: column.transactionCreated },
  operationType: { kind: 'text', column: column.operation, sort: column.operation },
  type: { kind: 'text', column: column.type, sort: column.type },
}

const placesOf = ({ currency }: Amounts): number => toDecimal(minor(0), currency).split('.')[1]?.length ?? 0
const like = (words: string) => sql`gift_card.words like ${`%${words.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`

async function read<T>(_root: string, work: () => Promise<T>): Promise<T | Refusal<'INVALID_ARGUMENT'>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Unreadable) return refuse('INVALID_ARGUMENT', { fieldViolations: [error.violation] })
    throw error
  }
}

// --- as the wire wants it -------------------------------------------------------------------------------------------------------

function showCard(card: StoredCard, money: Amounts): IssuedGiftCard {
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

function showTransaction(transaction: StoredTransaction, money: Amounts): GiftCardTransaction {
  const { id, cardId: giftCardId, type, operation, amount, balance, orderId, orderNumber, createdAt } = transaction
  return {
    id,
    createdDate: createdAt.toISOString(),
    type,
    giftCardId,
    amount: money.plain(minor(amount)),
    updatedBalance: money.plain(minor(balance)),
    operationType: operation,
    ...(orderId && { orderInfo: { orderId, ...(orderNumber && { orderNumber }) } }),
  }
}
