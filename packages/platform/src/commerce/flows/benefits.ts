import { minor, zero } from '@vitrine/pricing'
import type { Clock } from '../../kernel/clock/clock.ts'
import { spoiltNow } from '../gift-cards/redeem.ts'
import { findCard, findHeld } from '../gift-cards/store.ts'
import { membershipsOf } from '../promotions/memberships.ts'
import { findUsable } from '../promotions/use.ts'
import type { FindBenefits } from '../selling/offers.ts'

/** What the till asks for where a buyer has a coupon or a gift card, or is a member. */
export const benefitsOf =
  (clock: Clock): FindBenefits =>
  async (db, site, { couponCode, giftCard, buyer, memberId }) => {
    const now = clock.now()
    const orderId = buyer.orderId ?? null
    const [coupon, card, held, memberships] = await Promise.all([
      couponCode === undefined ? undefined : findUsable({ db, site, now }, couponCode, buyer),
      giftCard === undefined ? undefined : findCard(db, site, giftCard.id),
      giftCard === undefined || orderId === null ? 0 : findHeld(db, site, giftCard.id, orderId),
      memberId === null ? [] : membershipsOf(db, site, memberId, orderId),
    ])
    return {
      ...(coupon && { coupon }),
      memberships,
      ...(giftCard && { balance: card && !spoiltNow(card, now) ? minor(card.balance + held) : zero }),
    }
  }
