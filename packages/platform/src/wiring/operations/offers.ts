import { type CartTesterDeps, cartTesterOperations } from '../../cart-tester/operations.ts'
import type { Db } from '../../db/sql.ts'
import type { CodeKeys } from '../../gift-cards/code.ts'
import { giftCardOperations } from '../../gift-cards/operations.ts'
import { giftCardProductOperations } from '../../gift-cards/product-operations.ts'
import { membershipOperations } from '../../promotions/memberships.ts'
import { merchantPromotions } from '../../promotions/merchant-operations.ts'
import { promotionOperations } from '../../promotions/operations.ts'
import type { OpenTill } from '../../selling/till.ts'
import type { CommerceSettings } from '../../settings/sections.ts'
import { cartTesting } from '../cart-testing.ts'
import { recentCarts } from '../recent-carts.ts'

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
