import { backInStockExamples } from './examples/back-in-stock.ts'
import { buyingExamples } from './examples/buying.ts'
import { catalogueExamples } from './examples/catalogue.ts'
import { deliveryAndTaxExamples } from './examples/delivery-and-tax.ts'
import { mediaExamples } from './examples/media.ts'
import { offersExamples } from './examples/offers.ts'
import { ordersExamples } from './examples/orders.ts'
import { pagesExamples } from './examples/pages.ts'
import { peopleExamples } from './examples/people.ts'
import { questionsExamples } from './examples/questions.ts'
import { recommendationExamples } from './examples/recommendations.ts'
import { reviewsExamples } from './examples/reviews.ts'
import { shopExamples } from './examples/shop.ts'
import type { Examples } from './examples/type.ts'
import { urlRedirectsExamples } from './examples/url-redirects.ts'
import { wishlistExamples } from './examples/wishlists.ts'

/** A believable input of each operation. */
export const examples: Examples = {
  ...backInStockExamples,
  ...wishlistExamples,
  ...buyingExamples,
  ...catalogueExamples,
  ...deliveryAndTaxExamples,
  ...mediaExamples,
  ...offersExamples,
  ...ordersExamples,
  ...pagesExamples,
  ...peopleExamples,
  ...questionsExamples,
  ...recommendationExamples,
  ...reviewsExamples,
  ...shopExamples,
  ...urlRedirectsExamples,
}
