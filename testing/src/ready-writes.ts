import type { Route } from '@vitrine/contract'
import { abandonedCheckoutWrites } from './abandoned-checkout-writes.ts'
import { backInStockWrites } from './back-in-stock-writes.ts'
import { cartWrites } from './cart-writes.ts'
import { chargeWrites } from './charge-writes.ts'
import { developerWrites } from './developer-writes.ts'
import { draftWrites } from './draft-writes.ts'
import { importWrites } from './import-writes.ts'
import { jobWrites } from './job-writes.ts'
import { locationWrites } from './location-writes.ts'
import { mediaWrites } from './media-writes.ts'
import { memberWrites } from './member-writes.ts'
import { newsletterWrites } from './newsletter-writes.ts'
import { offerWrites } from './offer-writes.ts'
import { orderWrites, type ReadyWrite } from './order-writes.ts'
import { pageWrites } from './page-writes.ts'
import type { TestPlatform } from './platform.ts'
import type { StockItems } from './populate.ts'
import { productWrites } from './product-writes.ts'
import { questionWrites } from './question-writes.ts'
import { recommendationWrites } from './recommendation-writes.ts'
import { returnWrites } from './return-writes.ts'
import { reviewWrites } from './review-writes.ts'
import { settingsWrites } from './settings-writes.ts'
import { signInWrites } from './sign-in-writes.ts'
import { staffWrites } from './staff-writes.ts'
import { stockWrites } from './stock-writes.ts'
import { urlRedirectWrites } from './url-redirect-writes.ts'
import { wishlistWrites } from './wishlist-writes.ts'

/** Every write that does not begin with what a customer has: each makes what it needs, and can then be done. */
export const readyWrites = (shop: TestPlatform, stockItems: StockItems): Partial<Record<Route, () => Promise<ReadyWrite>>> => ({
  ...offerWrites(shop, stockItems),
  ...cartWrites(shop, stockItems),
  ...abandonedCheckoutWrites(shop, stockItems),
  ...orderWrites(shop),
  ...draftWrites(shop),
  ...chargeWrites(shop, stockItems),
  ...memberWrites(shop),
  ...signInWrites(shop),
  ...developerWrites(shop),
  ...staffWrites(shop),
  ...stockWrites(shop),
  ...locationWrites(shop),
  ...importWrites(shop),
  ...jobWrites(shop),
  ...productWrites(shop),
  ...recommendationWrites(shop),
  ...returnWrites(shop),
  ...questionWrites(shop),
  ...reviewWrites(shop),
  ...backInStockWrites(shop),
  ...newsletterWrites(shop),
  ...wishlistWrites(shop),
  ...mediaWrites(shop),
  ...pageWrites(shop),
  ...urlRedirectWrites(shop),
  ...settingsWrites(shop),
})
