import type { giftCards } from '@vitrine/contract'
import { minor, toDecimal } from '@vitrine/pricing'
import type { HandlersAt } from '../../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { giftCardsApp } from '../../selling/apps.ts'
import { maskOf, suffixOf } from '../code.ts'
import { cardOf, redeem, statusOf, undo } from '../redeem.ts'
import { type GiftCardDeps, unitsOf } from './card-changes.ts'

const isOurs = (appId: string | null | undefined): boolean => !appId || appId.toLowerCase() === giftCardsApp

const isGuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** What is on a card, and taking from it. */
export const useOperations = ({ keys, cards, commerce }: GiftCardDeps): HandlersAt<typeof giftCards, '/ecom/v1/gift-cards'> => ({
  async 'POST /ecom/v1/gift-cards/{code}'({ code, appId }, { db, site, now }) {
    const theirs = appId && !isOurs(appId) ? await cards.lookUp(db, site, code, appId) : undefined
    if (theirs) {
      const { currency } = await commerce(db, site)
      const status = theirs.refused === 'GIFT_CARD_DISABLED' ? 'DISABLED' : theirs.refused ? 'EXPIRED' : 'VALID'
      const balance = { value: toDecimal(minor(theirs.balance), currency), currency }
      return { giftCard: { obfuscatedCode: maskOf(suffixOf(code)), balance, status, appId: theirs.service.id } }
    }
    const card = isOurs(appId) ? await cardOf(db, site, keys, code) : undefined
    if (!card) return refuse('GIFT_CARD_NOT_FOUND')
    return {
      giftCard: {
        obfuscatedCode: maskOf(card.suffix),
        balance: { value: toDecimal(minor(card.balance), card.currency), currency: card.currency },
        status: statusOf(card, now),
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
})
