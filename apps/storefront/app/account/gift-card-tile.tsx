import type { MembersGiftCard } from '@vitrine/contract'
import { Price } from '@vitrine/ui'
import { Link } from 'react-router'
import { Moment } from '../orders/moment.tsx'
import { to } from '../shop/shop.ts'

export interface GiftCardTileProps {
  of: MembersGiftCard
  /** The shop sells gift cards. */
  sold: boolean
}

/** What is on the gift card that somebody paid with last. */
export function GiftCardTile({ of: { codeSuffix, balance, currency, status, expirationDate }, sold }: GiftCardTileProps) {
  const isEmpty = Number(balance.amount) === 0
  return (
    <section aria-labelledby="gift-card">
      <h2 id="gift-card">Gift card</h2>
      <p className="tiles__v">
        <Price of={balance.amount} currency={currency} />
      </p>
      <p className="soft small">
        {status !== 'VALID' ? (
          <>
            The card ending {codeSuffix} {status === 'EXPIRED' ? 'has expired' : 'no longer pays'}.
          </>
        ) : isEmpty ? (
          <>The card ending {codeSuffix} is used up.</>
        ) : (
          <>
            On the card ending {codeSuffix}
            {expirationDate && (
              <>
                , until <Moment at={expirationDate} as="long" />
              </>
            )}
            .
          </>
        )}{' '}
        {sold && (status !== 'VALID' || isEmpty) && (
          <Link className="link" to={to.giftCard}>
            Add another<span className="sr"> gift card</span>
          </Link>
        )}
      </p>
    </section>
  )
}
