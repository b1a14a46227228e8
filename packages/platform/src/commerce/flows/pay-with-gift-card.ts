import { Refusal, refuse } from '../../kernel/refusal.ts'
import { type CodeKeys } from '../gift-cards/code.ts'
import { cardOf, redeem } from '../gift-cards/redeem.ts'
import type { BillingDeps } from '../payments/billing.ts'
import { insertPaymentNow } from '../payments/store.ts'
import { paymentOf } from './redemptions.ts'

/** Pays for an order that stands off a gift card, as the merchant's admin asks for it. */
export const payWithGiftCard =
  (keys: CodeKeys): BillingDeps['payWithGiftCard'] =>
  async (context, { orderId, code, amount, currency }) => {
    const { db, site } = context
    const card = await cardOf(db, site, keys, code)
    if (!card) return refuse('GIFT_CARD_NOT_FOUND')
    if (card.currency !== currency) return refuse('CURRENCY_NOT_SUPPORTED')
    const redeemed = await redeem(context, { cardId: card.id, amount, orderId })
    if (redeemed instanceof Refusal) return redeemed
    const payment = paymentOf(context, orderId, { id: card.id, suffix: card.suffix, amount, currency }, redeemed.transactionId)
    await insertPaymentNow(db, site, payment)
    return payment.id
  }
