import { minor, zero } from '@vitrine/pricing'
import type { Clock } from '../clock/clock.ts'
import { spoiltNow } from '../gift-cards/redeem.ts'
import { findCard } from '../gift-cards/store.ts'
import { findUsable } from '../promotions/use.ts'
import type { FindBenefits } from '../selling/offers.ts'

/** What the till asks for where a buyer has a coupon or a gift card. */
export const benefitsOf =
  (clock: Clock): FindBenefits =>
  async (db, site, { couponCode, giftCard, buyer }) => {
    const now = clock.now()
    const [coupon, card] = await Promise.all([
      couponCode === undefined ? undefined : findUsable({ db, site, now }, couponCode, buyer),
      giftCard === undefined ? undefined : findCard(db, site, giftCard.id),
    ])
    return {
      ...(coupon && { coupon }),
      ...(giftCard && { balance: card && !spoiltNow(card, now) ? minor(card.balance) : zero }),
    }
  }
