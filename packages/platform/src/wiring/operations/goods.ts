import { mediaPath } from '../../commerce/catalogue/address.ts'
import { shelf } from '../../commerce/catalogue/document-cache.ts'
import { productWriteOperations } from '../../commerce/catalogue/edit/operations.ts'
import type { Facts } from '../../commerce/catalogue/facts.ts'
import { productImportOperations } from '../../commerce/catalogue/imports/operations.ts'
import { productLabelOperations } from '../../commerce/catalogue/labels/operations.ts'
import { rowsOfProducts } from '../../commerce/catalogue/large/rows.ts'
import { catalogueOperations } from '../../commerce/catalogue/operations.ts'
import { planOperations } from '../../commerce/catalogue/plans/operations.ts'
import { previewOperations } from '../../commerce/catalogue/previews.ts'
import { catalogueRevision } from '../../commerce/catalogue/revision.ts'
import { makeAgain } from '../../commerce/catalogue/rewrite-document.ts'
import { searchOperations } from '../../commerce/catalogue/search.ts'
import { categoryOperations } from '../../commerce/catalogue/v3/categories.ts'
import { customizationOperations } from '../../commerce/catalogue/v3/customizations.ts'
import { infoSectionOperations } from '../../commerce/catalogue/v3/info-sections.ts'
import { productV3Operations } from '../../commerce/catalogue/v3/operations.ts'
import { variantOperations } from '../../commerce/catalogue/v3/variants.ts'
import { findPieces, readWindow } from '../../commerce/catalogue/window.ts'
import { deliveriesOf, kindOf } from '../../commerce/delivery/model.ts'
import { keepByStock } from '../../commerce/flows/place-order.ts'
import { importFacts } from '../../commerce/flows/product-imports.ts'
import type { Previewing } from '../../commerce/flows/product-previews.ts'
import { itemOperationsV3 } from '../../commerce/inventory/items-v3.ts'
import { locationOperations } from '../../commerce/inventory/location-operations.ts'
import { merchantInventoryOperations } from '../../commerce/inventory/merchant-operations.ts'
import { inventoryOperations } from '../../commerce/inventory/operations.ts'
import { transferOperations } from '../../commerce/inventory/transfer-operations.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { CommerceSettings, Sections } from '../../kernel/settings/sections.ts'
import type { UploadLinks } from '../../shop/media/upload-links.ts'
import { uploadOperations } from '../../shop/media/uploads.ts'
import { shopOperations } from '../../shop/settings/public-shop.ts'

export interface GoodsDeps {
  readonly origin: string
  readonly catalogue: Facts
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly commerce: (db: Db, site: string) => Promise<CommerceSettings>
  readonly uploading: UploadLinks
  readonly previews: Previewing
  /** Lets imports of products be carried out soon. */
  readonly pokeImports: () => void
  /** Lets changes of many products be carried out soon. */
  readonly pokeJobs: () => void
}

const megabyte = 1024 * 1024

/** The shop as shoppers look round in it. */
export function goodsOperations({ origin, catalogue, readSettings, commerce, uploading, previews, pokeImports, pokeJobs }: GoodsDeps) {
  const pictureAt = (id: string) => origin + mediaPath(id)
  const catalogueShelf = shelf({ publicUrl: origin, bytes: 256 * megabyte, commerce })
  return {
    ...catalogueOperations({ publicUrl: origin, commerce, shelf: catalogueShelf }),
    ...productV3Operations({ publicUrl: origin, commerce }),
    ...variantOperations({ publicUrl: origin, commerce }),
    ...categoryOperations({ publicUrl: origin }),
    ...customizationOperations(),
    ...infoSectionOperations,
    ...productWriteOperations({ publicUrl: origin, commerce, pokeJobs }),
    ...previewOperations({ publicUrl: origin, commerce, ...previews }),
    ...productLabelOperations({ commerce, pokeJobs }),
    ...productImportOperations({ poke: pokeImports, factsOf: importFacts({ commerce, origin }) }),
    ...uploadOperations({ origin, sign: uploading.sign }),
    ...planOperations({ currencyOf: async (db, site) => (await commerce(db, site)).currency }),
    ...searchOperations({ publicUrl: origin, commerce, shelf: catalogueShelf, facts: catalogue }),
    ...inventoryOperations({ makeAgain, keepByStock }),
    ...merchantInventoryOperations({ pictureAt, makeAgain, keepByStock }),
    ...transferOperations({ pictureAt, keepByStock }),
    ...itemOperationsV3(rowsOfProducts),
    ...locationOperations({
      pickupsOf: async (db, site) =>
        deliveriesOf((await readSettings(db, site)).shipping)
          .ways.filter((way) => kindOf(way) === 'pickup')
          .map(({ id, code }) => ({ id, code })),
    }),
    ...shopOperations({ publicUrl: origin, readSettings, catalogueRevision, readWindow, findPieces: findPieces(catalogue) }),
  }
}
