import type { Context } from '../../kernel/db/context.ts'
import { sql } from '../../kernel/db/sql.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { freeSlot, takeSlot } from '../delivery/slots.ts'
import { releaseRedemption, useRedemption } from '../gift-cards/elsewhere/store.ts'
import { giveBack, redeem } from '../gift-cards/redeem.ts'
import type { MembershipCharged, Perks, UsedCard } from '../orders/perks.ts'
import { booksOf } from '../payments/books.ts'
import { findActions, findPayments, insertPayment, manual, newPayment, type StoredPayment } from '../payments/store.ts'
import { releaseCharges, useCharges } from '../promotions/elsewhere/store.ts'
import { giveCreditsBack, takeCredits } from '../promotions/memberships.ts'
import { forgetRules, giveUseBack, noteRules } from '../promotions/store.ts'
import { takeCoupon } from '../promotions/use.ts'
import { byGiftCard } from './gift-card-payments.ts'

/** What orders ask of promotions, gift cards and times of delivery. A card pays by a payment like any other, which is approved at once. */
export const perks: Perks = {
  async take(context, orderId, { buyer, coupon, rules, giftCard, slot, memberships, charged }) {
    const { db, site } = context
    if (slot && !(await takeSlot(db, site, orderId, slot, slot.capacity)))
      return refuse('SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE')
    for (const { id, credits } of memberships) if (!(await takeCredits(context, id, orderId, credits))) return refuse('CHECKOUT_CHANGED')
    if (charged && charged.charges.length > 0) {
      const ids = charged.charges.map(({ id }) => id)
      if (!(await useCharges(context, orderId, ids))) return refuse('CHECKOUT_CHANGED')
      for (const charge of charged.charges) await insertPayment(db, site, byMembership(context, orderId, charge, charged.currency))
    }
    const refused = coupon && (await takeCoupon(context, coupon, orderId, buyer))
    if (refused) return refused
    if (giftCard?.appId) {
      const redemptionId = await useRedemption(context, { orderId, cardId: giftCard.id, amount: giftCard.amount })
      if (!redemptionId) return refuse('CHECKOUT_CHANGED')
      await insertPayment(db, site, paymentOf(context, orderId, giftCard, redemptionId))
    } else if (giftCard) {
      const redeemed = await redeem(context, { cardId: giftCard.id, amount: giftCard.amount, orderId })
      if (redeemed instanceof Refusal) return refuse('REDEEM_GIFT_CARD_ERROR', { reason: redeemed.code })
      await insertPayment(db, site, paymentOf(context, orderId, giftCard, redeemed.transactionId))
    }
    await noteRules(db, site, orderId, rules)
    return undefined
  },

  async giveBack(context, orderId) {
    const { db, site, now } = context
    await freeSlot(db, site, orderId)
    await giveCreditsBack(db, site, orderId)
    await giveUseBack(db, site, orderId)
    await forgetRules(db, site, orderId)
    const given = await releaseCharges(context, orderId)
    if (given.length > 0)
      await db.query(sql`
        update payment set status = 'VOIDED', revision = revision + 1, updated_at = ${now}
        where site = ${site} and order_id = ${orderId} and status = 'APPROVED' and document ->> 'membershipCharge' = any(${[...given]})`)
    // What was refunded before goes on by refunds.
    const voided = await db.query<{ transactionId: string }>(sql`
      update payment set status = 'VOIDED', revision = revision + 1, updated_at = ${now}
      where site = ${site} and order_id = ${orderId} and provider = ${byGiftCard} and status = 'APPROVED'
        and not exists (select from payment_action where payment_action.site = ${site} and payment_action.payment_id = payment.id and payment_action.kind = 'REFUND')
      returning provider_reference as "transactionId"`)
    if (voided.length === 0 && given.length === 0) return undefined
    for (const { transactionId } of voided) {
      await giveBack(context, transactionId)
      await releaseRedemption(context, transactionId)
    }
    return booksOf(await findPayments(db, site, orderId), await findActions(db, site, orderId))
  },
}

/** What a membership pays at the checkout is off the price already: its payment says which one, and with what transaction. */
const byMembership = (
  { now }: Context,
  orderId: string,
  { id: membershipCharge, membershipId: id, appId, name, lineItemId, transactionId }: MembershipCharged,
  currency: string,
): StoredPayment => {
  const membership = { id, lineItemId, appId, name, ...(transactionId && { transactionId }) }
  const document = { elsewhere: { membership }, membershipCharge, refundDisabled: true }
  return newPayment({ orderId, provider: manual, status: 'APPROVED', amount: 0, currency, document }, now)
}

/** The payment off a card, out of a redemption. */
export const paymentOf = (
  { now }: Context,
  orderId: string,
  { id: cardId, suffix, appId, amount, currency }: UsedCard,
  transactionId: string,
): StoredPayment =>
  newPayment(
    {
      orderId,
      provider: byGiftCard,
      status: 'APPROVED',
      amount,
      currency,
      providerReference: transactionId,
      document: { giftCard: { cardId, suffix, ...(appId && { appId }) } },
    },
    now,
  )
