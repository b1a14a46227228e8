import { apiKey, createClient } from '@vitrine/client'
import { productImports } from '@vitrine/client/back-office'
import type { ProductImport, Route } from '@vitrine/contract'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'

/** The writes of product imports, each of an import of its own that is in the state which the write asks for. */
export function importWrites(shop: TestPlatform): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { productImports } })
  const file = Buffer.from('Handle,Title,Variant Price\nwritten,Written,9\n')
  const data = file.toString('base64')
  const begun = async () => (await office.productImports.createProductImport({ fileName: 'a.csv', bytes: file.length })).productImport
  const uploaded = async () =>
    (await office.productImports.uploadProductImportPart({ id: (await begun()).id, number: 0, data })).productImport
  const checked = async () => {
    const { id, settings } = await uploaded()
    const { productImport } = await office.productImports.checkProductImport({ id, settings: settings! })
    await shop.platform.jobs.settle()
    return productImport
  }
  const started = async () => (await office.productImports.startProductImport({ id: (await checked()).id })).productImport
  const done = async () => {
    const productImport = await started()
    await shop.platform.jobs.settle()
    return productImport
  }
  const ofImport = (ready: () => Promise<ProductImport>) => async () => ({ params: { id: (await ready()).id }, body: {} })
  return {
    'POST /vitrine/v1/product-imports': async () => ({ params: {}, body: { fileName: 'a.csv', bytes: file.length } }),
    'POST /vitrine/v1/product-imports/sample': async () => ({ params: {}, body: {} }),
    'PUT /vitrine/v1/product-imports/{id}/parts': async () => ({ params: { id: (await begun()).id }, body: { number: 0, data } }),
    'POST /vitrine/v1/product-imports/{id}/check': async () => {
      const { id, settings } = await uploaded()
      return { params: { id }, body: { settings } }
    },
    'PATCH /vitrine/v1/product-imports/{id}/rows': async () => ({
      params: { id: (await checked()).id },
      body: { rows: [{ row: 2, cells: [{ column: 1, text: 'Edited' }] }] },
    }),
    'POST /vitrine/v1/product-imports/{id}/start': ofImport(checked),
    'POST /vitrine/v1/product-imports/{id}/pause': ofImport(started),
    'POST /vitrine/v1/product-imports/{id}/cancel': ofImport(started),
    'POST /vitrine/v1/product-imports/{id}/undo': ofImport(done),
    'DELETE /vitrine/v1/product-imports/{id}': ofImport(uploaded),
  }
}
