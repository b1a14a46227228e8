import { exponentOf } from '@vitrine/pricing'
import type { Kernel } from '../../kernel/kernel.ts'
import { oneLineEach, type Source, sourceOf } from '../../shop/index.ts'
import { productCells, productPage, productTitles } from '../catalogue/csv/export.ts'
import { findLocations } from '../inventory/location-store.ts'
import { findUnitsByLocation } from '../inventory/units-by-location.ts'
import { orderColumns, orderPage } from '../orders/export.ts'
import { showOrder } from '../orders/show.ts'

/** Orders and products as they are exported. */
export const exportSources = ({
  origin,
  commerce,
}: Pick<Kernel, 'origin' | 'commerce'>): Readonly<Record<'orders' | 'products', Source>> => ({
  orders: sourceOf({
    ...oneLineEach(orderColumns),
    whole: ({ activities, ...order }) => showOrder(order, activities),
    read: async (db, site, query) => orderPage(db, site, query, exponentOf((await commerce(db, site)).currency)),
  }),
  products: sourceOf({
    titles: productTitles,
    lines: productCells,
    whole: ({ product }) => product,
    read: async (db, site, query) =>
      productPage(db, site, query, {
        commerce: await commerce(db, site),
        publicUrl: origin,
        unitsOf: findUnitsByLocation,
        locationsOf: findLocations,
      }),
  }),
})
