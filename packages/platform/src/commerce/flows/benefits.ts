import { minor, zero } from '@vitrine/pricing'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { ServiceCards } from '../gift-cards/elsewhere/cards.ts'
import { spoiltNow } from '../gift-cards/redeem.ts'
import { findCard, findHeld } from '../gift-cards/store.ts'
import { membershipsOf } from '../promotions/memberships.ts'
import { findUsable } from '../promotions/use.ts'
import type { FindBenefits } from '../selling/offers.ts'

/** What a checkout asks for where a buyer has a coupon or a gift card, or is a member. */
export const benefitsOf =
  (clock: Clock, cards: Pick<ServiceCards, 'balanceOf'>): FindBenefits =>
  async (db, site, { couponCode, giftCard, buyer, memberId }) => {
    const now = clock.now()
    const orderId = buyer.orderId ?? null
    const theirs = giftCard?.appId ? await cards.balanceOf(db, site, giftCard, buyer) : undefined
    const own = theirs === undefined ? giftCard : undefined
    const [coupon, card, held, memberships] = await Promise.all([
      couponCode === undefined ? undefined : findUsable({ db, site, now }, couponCode, buyer),
      own === undefined ? undefined : findCard(db, site, own.id),
      own === undefined || orderId === null ? 0 : findHeld(db, site, own.id, orderId),
      memberId === null ? [] : membershipsOf(db, site, memberId, orderId),
    ])
    return {
      ...(coupon && { coupon }),
      memberships,
      ...(theirs !== undefined && { balance: theirs }),
      ...(own && { balance: card && !spoiltNow(card, now) ? minor(card.balance + held) : zero }),
    }
  }
