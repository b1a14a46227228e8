import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Route } from '@vitrine/contract'
import { saveCollection } from '@vitrine/platform/commerce/catalogue/save'
import { newId } from '@vitrine/platform/kernel/db/id'
import type { ReadyWrite } from './order-writes.ts'
import { addPicture } from './pictures.ts'
import type { TestPlatform } from './platform.ts'
import { addProduct } from './products.ts'

/** The writes of products and collections, each of one that nobody else changes. */
export function productWrites(shop: TestPlatform): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const add = async () =>
    (await addProduct(shop.platform, { site: shop.site, name: 'Written', price: 900, colours: { Sage: 5 } }, shop.clock.now())).id
  const ofProduct =
    (body: object = {}): (() => Promise<ReadyWrite>) =>
    async () => ({ params: { id: await add() }, body })
  const addCollection = async () => {
    const id = newId()
    const draft = { id, slug: `written-${id.slice(-6)}`, name: 'Written', description: '', visible: true, position: 0 }
    await shop.platform.database.transact((db) => saveCollection(db, shop.site, draft, shop.clock.now()))
    return id
  }
  const addBrand = async () => {
    const { merchantProducts } = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
    const brand = `Brand ${newId().slice(-8)}`
    await merchantProducts.saveProduct({ id: await add(), product: { brand } })
    return (await merchantProducts.listProductLabels({ kind: 'brand', search: brand })).labels[0]!.id
  }
  const choice = { option: 'Glaze', choice: 'Sage' }
  return {
    'POST /stores/v1/products': async () => ({ params: {}, body: { product: { name: 'Made', priceData: { price: 9 } } } }),
    'PATCH /stores/v1/products/{product.id}': async () => ({
      params: { 'product.id': await add() },
      body: { product: { name: 'Renamed' } },
    }),
    'DELETE /stores/v1/products/{id}': ofProduct(),
    'PATCH /stores/v1/products/{id}/variants': ofProduct({ variants: [{ choices: { Glaze: 'Sage' }, price: 11 }] }),
    'POST /stores/v1/products/{id}/variants/resetToDefault': ofProduct(),
    'DELETE /stores/v1/products/{id}/options': ofProduct(),
    'POST /stores/v1/products/{id}/remove-brand': ofProduct(),
    'POST /stores/v1/products/{id}/remove-ribbon': ofProduct(),
    'POST /stores/v1/products/{id}/media': async () => ({
      params: { id: await add() },
      body: { media: [{ mediaId: await addPicture(shop) }] },
    }),
    'POST /stores/v1/products/{id}/media/delete': ofProduct(),
    'PATCH /stores/v1/products/{id}/choices/media': ofProduct({ media: [{ ...choice, mediaIds: [] }] }),
    'POST /stores/v1/products/{id}/choices/media/delete': ofProduct({ media: [choice] }),
    'POST /stores/v1/bulk/products/update': async () => ({ params: {}, body: { ids: [await add()], set: { ribbon: 'New' } } }),
    'POST /stores/v1/bulk/products/adjust-properties': async () => ({
      params: {},
      body: { ids: [await add()], adjust: { price: { amount: 1 } } },
    }),
    'POST /vitrine/v1/products': async () => ({ params: {}, body: { product: { name: 'Made', priceData: { price: 9 } } } }),
    'PATCH /vitrine/v1/products/{id}': ofProduct({ product: { name: 'Renamed' } }),
    'POST /vitrine/v1/products/{id}/duplicate': ofProduct(),
    'POST /vitrine/v1/products/{id}/preview': ofProduct({ hours: 24 }),
    'POST /vitrine/v1/products/bulk-update': async () => ({
      params: {},
      body: { changes: [{ id: await add(), product: { visible: false } }] },
    }),
    'POST /vitrine/v1/products/jobs': async () => ({
      params: {},
      body: { productIds: [await add()], change: { set: { ribbon: 'New' } } },
    }),
    'POST /vitrine/v1/products/jobs/{jobId}/undo': async () => {
      const { merchantProducts } = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
      const { job } = await merchantProducts.startProductJob({ productIds: [await add()], change: { set: { ribbon: 'New' } } })
      return { params: { jobId: job.id }, body: {} }
    },
    'POST /vitrine/v1/products/labels/{kind}/{id}/rename': async () => ({
      params: { kind: 'brand', id: await addBrand() },
      body: { name: `Renamed ${newId().slice(-8)}` },
    }),
    'POST /vitrine/v1/products/labels/{kind}/{id}/merge': async () => ({
      params: { kind: 'brand', id: await addBrand() },
      body: { intoId: await addBrand() },
    }),
    'DELETE /vitrine/v1/products/labels/{kind}/{id}': async () => ({ params: { kind: 'brand', id: await addBrand() }, body: {} }),
    'PUT /vitrine/v1/collections/order': async () => ({ params: {}, body: { ids: [await addCollection()] } }),
    'PUT /vitrine/v1/collections/{id}/cover': async () => ({
      params: { id: await addCollection() },
      body: { mediaId: await addPicture(shop) },
    }),
    'PATCH /vitrine/v1/collections/{id}': async () => ({
      params: { id: await addCollection() },
      body: { collection: { name: 'Renamed', rule: { match: 'ALL', conditions: [{ field: 'PRICE', operator: 'AT_MOST', value: '40' }] } } },
    }),
    'PUT /vitrine/v1/collections/{id}/products/order': async () => {
      const [id, productId] = [await addCollection(), await add()]
      const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
      await office.merchantProducts.addProductsToCollection({ id, productIds: [productId] })
      return { params: { id }, body: { productIds: [productId] } }
    },
    'POST /stores/v1/collections': async () => ({ params: {}, body: { collection: { name: 'Made' } } }),
    'PATCH /stores/v1/collections/{collection.id}': async () => ({
      params: { 'collection.id': await addCollection() },
      body: { collection: { name: 'Renamed' } },
    }),
    'DELETE /stores/v1/collections/{id}': async () => ({ params: { id: await addCollection() }, body: {} }),
    'POST /stores/v1/collections/{id}/productIds': async () => ({
      params: { id: await addCollection() },
      body: { productIds: [await add()] },
    }),
    'POST /stores/v1/collections/{id}/productIds/delete': async () => ({ params: { id: await addCollection() }, body: { productIds: [] } }),
  }
}
