import { type CartTesterDeps, cartTesterOperations } from '../../commerce/cart-tester/operations.ts'
import { cartTesting } from '../../commerce/flows/cart-testing.ts'
import { recentCarts } from '../../commerce/flows/recent-carts.ts'
import type { CodeKeys } from '../../commerce/gift-cards/code.ts'
import { giftCardOperations } from '../../commerce/gift-cards/operations.ts'
import { giftCardProductOperations } from '../../commerce/gift-cards/product-operations.ts'
import { membershipOperations } from '../../commerce/promotions/memberships.ts'
import { merchantPromotions } from '../../commerce/promotions/merchant-operations.ts'
import { promotionOperations } from '../../commerce/promotions/operations.ts'
import type { OpenTill } from '../../commerce/selling/pricing-context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { CommerceSettings } from '../../kernel/settings/sections.ts'

export interface OffersDeps extends Pick<CartTesterDeps, 'counterAt'> {
  readonly origin: string
  readonly openTill: OpenTill
  readonly commerce: (db: Db, site: string) => Promise<CommerceSettings>
  readonly cardKeys: CodeKeys
}

/** What makes things cheaper, or pays for them: promotions, memberships and gift cards, and carts to try them on. */
export function offersOperations({ origin, openTill, commerce, cardKeys, counterAt }: OffersDeps) {
  const currencyOf = async (db: Db, site: string) => (await commerce(db, site)).currency
  return {
    ...promotionOperations({ currencyOf }),
    ...merchantPromotions({ currencyOf, openTill, recentCarts }),
    ...membershipOperations({ currencyOf }),
    ...giftCardOperations({ keys: cardKeys, commerce }),
    ...giftCardProductOperations({ commerce }),
    ...cartTesterOperations(cartTesting({ origin, keys: cardKeys, counterAt })),
  }
}
