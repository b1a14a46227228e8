import { mediaPath } from '../../catalogue/address.ts'
import { productWriteOperations } from '../../catalogue/edit/operations.ts'
import type { Facts } from '../../catalogue/facts.ts'
import { productImportOperations } from '../../catalogue/imports/operations.ts'
import { productLabelOperations } from '../../catalogue/labels/operations.ts'
import { rowsOfProducts } from '../../catalogue/large/rows.ts'
import { catalogueOperations } from '../../catalogue/operations.ts'
import { planOperations } from '../../catalogue/plans/operations.ts'
import { previewOperations } from '../../catalogue/previews.ts'
import { catalogueRevision } from '../../catalogue/revision.ts'
import { searchOperations } from '../../catalogue/search.ts'
import { shelf } from '../../catalogue/shelf.ts'
import { categoryOperations } from '../../catalogue/v3/categories.ts'
import { customizationOperations } from '../../catalogue/v3/customizations.ts'
import { infoSectionOperations } from '../../catalogue/v3/info-sections.ts'
import { productV3Operations } from '../../catalogue/v3/operations.ts'
import { variantOperations } from '../../catalogue/v3/variants.ts'
import { findPieces, readWindow } from '../../catalogue/window.ts'
import { makeAgain } from '../../catalogue/written-anew.ts'
import type { Db } from '../../db/sql.ts'
import { deliveriesOf, kindOf } from '../../delivery/model.ts'
import { itemOperationsV3 } from '../../inventory/items-v3.ts'
import { locationOperations } from '../../inventory/location-operations.ts'
import { merchantInventoryOperations } from '../../inventory/merchant-operations.ts'
import { inventoryOperations } from '../../inventory/operations.ts'
import { transferOperations } from '../../inventory/transfer-operations.ts'
import { uploadOperations } from '../../media/uploads.ts'
import type { CommerceSettings, Sections } from '../../settings/sections.ts'
import { shopOperations } from '../../shop/operations.ts'
import { importFacts } from '../importing.ts'
import { keepByStock } from '../ordering.ts'
import type { Previewing } from '../previewing.ts'
import type { Uploading } from '../uploading.ts'

export interface GoodsDeps {
  readonly origin: string
  readonly catalogue: Facts
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly commerce: (db: Db, site: string) => Promise<CommerceSettings>
  readonly uploading: Uploading
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
