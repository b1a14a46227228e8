import type { Kernel } from '../kernel/kernel.ts'
import type { Selling } from './build-selling.ts'
import { wishlistDeps } from './flows/wishlists.ts'
import { wishlistCartOperations } from './wishlists/cart-operations.ts'
import { giftOperations } from './wishlists/gift-operations.ts'
import { itemOperations } from './wishlists/item-operations.ts'
import { listOperations } from './wishlists/list-operations.ts'
import { merchantWishlistOperations } from './wishlists/merchant-operations.ts'
import { wishlistOperations } from './wishlists/operations.ts'
import { shareOperations } from './wishlists/share-operations.ts'

/** What people would like to have, and what they saved for later. */
export function wishlistOperationsOf(kernel: Kernel, { catalogue, openPricing }: Selling) {
  const deps = wishlistDeps({ kernel, catalogue, openPricing })
  return {
    ...wishlistOperations(deps),
    ...listOperations(deps),
    ...itemOperations(deps),
    ...shareOperations(deps),
    ...giftOperations(),
    ...wishlistCartOperations(deps),
    ...merchantWishlistOperations(deps),
  }
}
