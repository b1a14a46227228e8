import type { Db } from '../kernel/db/sql.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Selling } from './build-selling.ts'
import { cartTesterOperations } from './cart-tester/operations.ts'
import { cartTesting } from './flows/cart-testing.ts'
import { recentCarts } from './flows/recent-carts.ts'
import type { CodeKeys } from './gift-cards/code.ts'
import { giftCardOperations } from './gift-cards/operations.ts'
import { giftCardProductOperations } from './gift-cards/product-operations.ts'
import { membershipOperations } from './promotions/memberships.ts'
import { merchantPromotions } from './promotions/merchant-operations.ts'
import { promotionOperations } from './promotions/operations.ts'

/** What makes things cheaper, or pays for them: promotions, memberships and gift cards, and carts to try them on. */
export function offerOperationsOf({ origin, commerce }: Kernel, { openPricing, counterAt, giftCards }: Selling, cardKeys: CodeKeys) {
  const currencyOf = async (db: Db, site: string) => (await commerce(db, site)).currency
  return {
    ...promotionOperations({ currencyOf }),
    ...merchantPromotions({ currencyOf, openPricing, recentCarts }),
    ...membershipOperations({ currencyOf }),
    ...giftCardOperations({ keys: cardKeys, commerce, cards: giftCards.cards }),
    ...giftCardProductOperations({ commerce }),
    ...cartTesterOperations(cartTesting({ origin, keys: cardKeys, counterAt })),
  }
}
