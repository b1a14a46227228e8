import type { GiftCardNotificationInfo, giftCards, Received } from '@vitrine/contract'
import { minor } from '@vitrine/pricing'
import type { Context } from '../../../kernel/db/context.ts'
import type { Handlers } from '../../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { violation } from '../../../kernel/violation.ts'
import { plainCode } from '../code.ts'
import { issue } from '../issue.ts'
import { spoiltNow } from '../redeem.ts'
import { disable, findTransactionByKey, insertTransaction, lockCard, mailNow, move } from '../store.ts'
import { type CardChanges, type GiftCardDeps, showCard, unitsOf } from './card-changes.ts'

type Choice = Received<'POST /gift-cards/v1/gift-cards'>['giftCard']

const mostOnACard = 1_000_000_000_00

function notificationOf({ notificationInfo }: Choice): GiftCardNotificationInfo | undefined {
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

/** Issuing cards, mailing them again, and changing what is on them. */
export function issuedOperations(
  { keys }: GiftCardDeps,
  { moneyOf, shown }: CardChanges,
): Handlers<
  Pick<
    typeof giftCards,
    | 'POST /gift-cards/v1/gift-cards'
    | 'POST /gift-cards/v1/gift-cards/{giftCardId}/disable'
    | 'POST /gift-cards/v1/gift-cards/{giftCardId}/send-email'
    | 'POST /gift-cards/v1/gift-cards/{giftCardId}/increase-balance'
    | 'POST /gift-cards/v1/gift-cards/{giftCardId}/decrease-balance'
  >
> {
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
    async 'POST /gift-cards/v1/gift-cards'({ giftCard, idempotencyKey }, scope) {
      const { db, site, now } = scope
      const money = await moneyOf(db, site)
      if (giftCard.currency !== money.currency) return refuse('CURRENCY_NOT_SUPPORTED')
      const initial = unitsOf(giftCard.initialValue.amount, money.currency, 'giftCard.initialValue.amount')
      if (initial instanceof Refusal) return initial
      if (initial > mostOnACard) return violation('giftCard.initialValue.amount', 'is more than a card holds', 'DECIMAL_LTE')
      const expiresAt = giftCard.expirationDate ? new Date(giftCard.expirationDate) : null
      if (expiresAt && expiresAt <= now) return violation('giftCard.expirationDate', 'has passed')
      if (giftCard.code && plainCode(giftCard.code).length < 8) return violation('giftCard.code', 'is shorter than 8 letters', 'MIN_LENGTH')
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
  }
}
