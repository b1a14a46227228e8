import type { Kernel } from '../../kernel/kernel.ts'
import type { ShopFacts } from '../../shop/index.ts'
import type { Facts } from '../catalogue/facts.ts'
import { importJobs, productJobs } from '../catalogue/jobs-listed.ts'
import { usedInCatalogue, usesInCatalogue } from '../catalogue/media-uses.ts'
import { catalogueRevision } from '../catalogue/revision.ts'
import { findPinnedProducts, readWindow } from '../catalogue/window.ts'
import { begunInParts } from '../checkout/conversion.ts'
import type { CodeKeys } from '../gift-cards/code.ts'
import { cardOf } from '../gift-cards/redeem.ts'
import { countOrders } from '../orders/count.ts'
import { countWaiting, salesOf, soldInParts, topProducts } from '../orders/sales.ts'
import { expressCheckoutOf } from '../payments/methods.ts'
import type { Providers } from '../payments/provider.ts'
import { usedInReturns } from '../returns/store.ts'
import { reviewJobs } from '../reviews/bulk.ts'
import { usedInReviews } from '../reviews/store.ts'
import { inventoryIdOf } from '../selling/inventory-id.ts'
import { readDocument } from '../selling/written-product.ts'
import { lowStock } from './low-stock.ts'
import { shopPrices } from './shop-prices.ts'

const usedInCommerce: ShopFacts['files']['usedInCommerce'] = async (db, site, ids) =>
  (await Promise.all([usedInCatalogue(db, site, ids), usedInReviews(db, site, ids), usedInReturns(db, site, ids)])).flat()

export interface FactsForShopDeps {
  readonly kernel: Kernel
  readonly catalogue: Facts
  readonly cardKeys: CodeKeys
  readonly providers: Providers
}

/** What the dashboard, the audit log, the settings and the public shop ask of commerce. */
export const factsForShop = ({
  kernel: { readSettings },
  catalogue,
  cardKeys,
  providers,
}: FactsForShopDeps): Pick<ShopFacts, 'dashboard' | 'catalogue' | 'prices' | 'tables' | 'files' | 'jobSources'> & {
  readonly audited: Omit<ShopFacts['audited'], 'guestOf'>
} => ({
  dashboard: {
    soldInParts,
    begunInParts,
    topProducts,
    salesOf,
    countWaiting,
    countOrders,
    lowStockItems: lowStock(catalogue.sellables),
  },
  audited: {
    readProduct: readDocument,
    inventoryIdOf,
    giftCardOf: async ({ db, site }, code) => (await cardOf(db, site, cardKeys, code))?.id,
  },
  catalogue: {
    catalogueRevision,
    readWindow,
    findPinnedProducts: findPinnedProducts(catalogue),
    expressCheckoutOf: (settings) => expressCheckoutOf(providers, settings),
  },
  prices: shopPrices(readSettings),
  files: { usesInCatalogue, usedInCommerce },
  jobSources: [importJobs, productJobs, reviewJobs],
  tables: [{ table: 'order_activity' }],
})
