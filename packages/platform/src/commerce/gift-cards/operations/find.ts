import type { GiftCardTransaction, giftCards } from '@vitrine/contract'
import { minor, toDecimal } from '@vitrine/pricing'
import type { Handlers } from '../../../kernel/http/handlers.ts'
import { type Fields, readFilter } from '../../../kernel/query/filter.ts'
import { readKeyset } from '../../../kernel/query/keyset.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { type Amounts, amounts } from '../../selling/amounts.ts'
import { countCards, findCard, listByRecipient, pageOfTransactions, type StoredTransaction, sumUp } from '../store.ts'
import {
  type CardChanges,
  cardFields,
  column,
  type GiftCardDeps,
  newestFirst,
  placesOf,
  read,
  showCard,
  transactionId,
} from './card-changes.ts'

const mostListed = 100

const transactionFields: Fields = {
  id: { kind: 'id', column: transactionId, sort: transactionId },
  createdDate: { kind: 'instant', column: column.transactionCreated, sort: column.transactionCreated },
  operationType: { kind: 'text', column: column.operation, sort: column.operation },
  type: { kind: 'text', column: column.type, sort: column.type },
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

/** Finding cards and what happened on them. */
export const findOperations = (
  { commerce }: GiftCardDeps,
  { moneyOf, shown, cards }: CardChanges,
): Handlers<
  Pick<
    typeof giftCards,
    | 'GET /gift-cards/v1/gift-cards/{giftCardId}'
    | 'GET /gift-cards/v1/gift-cards/query'
    | 'POST /gift-cards/v1/gift-cards/search'
    | 'GET /gift-cards/v1/gift-cards'
    | 'POST /gift-cards/v1/gift-cards/list-by-contact-details'
    | 'GET /vitrine/v1/gift-cards/summary'
    | 'POST /gift-cards/v1/gift-cards/count'
    | 'GET /gift-cards/v1/gift-cards/{giftCardId}/transactions/query'
  >
> => ({
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
})
