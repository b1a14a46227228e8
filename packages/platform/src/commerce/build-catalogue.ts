import type { Kernel } from '../kernel/kernel.ts'
import type { Previews } from '../kernel/previews.ts'
import { countWaiting } from './back-in-stock/store.ts'
import { mediaPath } from './catalogue/address.ts'
import { documentCache } from './catalogue/document-cache.ts'
import { productWriteOperations } from './catalogue/edit/operations.ts'
import type { Facts } from './catalogue/facts.ts'
import { productImportOperations } from './catalogue/imports/operations.ts'
import type { SampleProducts } from './catalogue/imports/samples.ts'
import { productLabelOperations } from './catalogue/labels/operations.ts'
import { rowsOfProducts } from './catalogue/large/rows.ts'
import { catalogueOperations } from './catalogue/operations.ts'
import { planOperations } from './catalogue/plans/operations.ts'
import { previewOperations } from './catalogue/previews.ts'
import { makeAgain } from './catalogue/rewrite-document.ts'
import { searchOperations } from './catalogue/search.ts'
import { categoryOperations } from './catalogue/v3/categories.ts'
import { customizationOperations } from './catalogue/v3/customizations.ts'
import { infoSectionOperations } from './catalogue/v3/info-sections.ts'
import { productV3Operations } from './catalogue/v3/operations.ts'
import { variantOperations } from './catalogue/v3/variants.ts'
import { deliveriesOf, kindOf } from './delivery/model.ts'
import { keepByStock } from './flows/place-order.ts'
import { importFacts } from './flows/product-imports.ts'
import { businessLocationOperations } from './inventory/business-locations.ts'
import { itemOperationsV3 } from './inventory/items-v3.ts'
import { locationOperations } from './inventory/location-operations.ts'
import { merchantInventoryOperations } from './inventory/merchant-operations.ts'
import { inventoryOperations } from './inventory/operations.ts'
import { transferOperations } from './inventory/transfer-operations.ts'

export interface CatalogueParts {
  readonly catalogue: Facts
  readonly previews: Previews
  /** Lets imports of products be carried out soon. */
  readonly pokeImports: () => void
  readonly samples: SampleProducts | undefined
  /** Lets changes of many products be carried out soon. */
  readonly pokeJobs: () => void
}

const megabyte = 1024 * 1024

/** Products, their categories, and how many there are of them. */
export function catalogueOperationsOf(
  { origin, readSettings, commerce }: Kernel,
  { catalogue, previews, pokeImports, samples, pokeJobs }: CatalogueParts,
) {
  const pictureAt = (id: string) => origin + mediaPath(id)
  const documents = documentCache({ publicUrl: origin, bytes: 256 * megabyte, commerce })
  return {
    ...catalogueOperations({ publicUrl: origin, commerce, documentCache: documents }),
    ...productV3Operations({ publicUrl: origin, commerce }),
    ...variantOperations({ publicUrl: origin, commerce }),
    ...categoryOperations({ publicUrl: origin }),
    ...customizationOperations(),
    ...infoSectionOperations,
    ...productWriteOperations({ publicUrl: origin, commerce, pokeJobs }),
    ...previewOperations({ publicUrl: origin, commerce, previews }),
    ...productLabelOperations({ commerce, pokeJobs }),
    ...productImportOperations({ poke: pokeImports, samples, factsOf: importFacts({ commerce, origin }) }),
    ...planOperations({ currencyOf: async (db, site) => (await commerce(db, site)).currency }),
    ...searchOperations({ publicUrl: origin, commerce, documentCache: documents, facts: catalogue }),
    ...inventoryOperations({ makeAgain, keepByStock }),
    ...merchantInventoryOperations({ countWaiting, pictureAt, products: rowsOfProducts, makeAgain, keepByStock }),
    ...transferOperations({ pictureAt, keepByStock }),
    ...itemOperationsV3(rowsOfProducts),
    ...businessLocationOperations({ commerce }),
    ...locationOperations({
      pickupsOf: async (db, site) =>
        deliveriesOf((await readSettings(db, site)).shipping)
          .ways.filter((way) => kindOf(way) === 'pickup')
          .map(({ id, code }) => ({ id, code })),
    }),
  }
}
