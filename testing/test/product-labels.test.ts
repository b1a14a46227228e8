import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { customizationsV3 } from '@vitrine/client/catalogue-v3'
import type { ProductJob } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct } from '../src/products.ts'

let shop: TestPlatform
const officeAt = (baseUrl: string, key: string) =>
  createClient({ baseUrl, auth: apiKey(key), modules: { ...backOffice, customizationsV3 } })
let api: ReturnType<typeof officeAt>
let office: (typeof api)['merchantProducts']

before(async () => {
  shop = await startTestPlatform()
  api = officeAt(shop.url, shop.apiKey)
  office = api.merchantProducts
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const codeOf = async (call: () => Promise<unknown>) => (await attempt(call()))[0]?.code

async function products(count: number, set: { brand?: string; ribbon?: string }): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++)
    ids.push((await addProduct(shop.platform, { site: shop.site, name: `Labelled ${newId().slice(-8)}`, price: 900 }, shop.clock.now())).id)
  for (let at = 0; at < ids.length; at += 100)
    await office.bulkUpdateProducts({ changes: ids.slice(at, at + 100).map((id) => ({ id, product: set })) })
  return ids
}

async function ended(job: ProductJob): Promise<ProductJob> {
  let now = job
  while (!now.endedDate) {
    await sleep(20)
    now = (await office.getProductJob({ jobId: job.id })).job
  }
  return now
}

const labelOf = async (kind: 'brand' | 'ribbon', name: string) =>
  (await office.listProductLabels({ kind, search: name })).labels.find((one) => one.name === name)

async function ruled(value: string, field: 'BRAND' | 'RIBBON' = 'BRAND', operator: 'IS' | 'CONTAINS' = 'IS') {
  const { collection } = await office.createCollection({ collection: { name: `By rule ${newId().slice(-8)}` } })
  await office.saveCollection({ id: collection.id!, collection: { rule: { match: 'ALL', conditions: [{ field, operator, value }] } } })
  const look = async () => {
    const found = (await office.listCollections({})).collections.find(({ id }) => id === collection.id)!
    return { asks: found.rule!.conditions.map((one) => one.value), has: found.products }
  }
  return { id: collection.id!, look }
}

describe('brands and ribbons', () => {
  test('are listed with their products, found by a part of the name, and sorted', async () => {
    await products(2, { brand: 'Ärmel & Söhne', ribbon: 'Handmade' })
    await products(1, { brand: 'Armel Small' })
    const found = await office.listProductLabels({ kind: 'brand', search: 'ARMEL', sort: 'PRODUCTS' })
    assert.deepEqual(
      [found.labels.map((one) => [one.name, one.products]), found.total],
      [
        [
          ['Ärmel & Söhne', 2],
          ['Armel Small', 1],
        ],
        2,
      ],
    )
    const second = await office.listProductLabels({ kind: 'brand', search: 'armel', limit: 1, offset: 1 })
    assert.deepEqual([second.labels.length, second.total], [1, 2])
    const inV3 = await api.customizationsV3.getBrand({ brandId: found.labels[0]!.id, fields: ['ASSIGNED_PRODUCTS_COUNT'] })
    assert.deepEqual([inV3.brand.name, inV3.brand.assignedProductsCount], ['Ärmel & Söhne', 2])
    assert.equal((await labelOf('ribbon', 'Handmade'))?.products, 2)
  })

  test('a brand is renamed: products, search, v3 and the rules that ask for it', async () => {
    const [id] = await products(3, { brand: 'Oldmark' })
    const rule = await ruled('oldmark')
    const part = await ruled('mark', 'BRAND')
    const label = (await labelOf('brand', 'Oldmark'))!
    const use = await office.getProductLabel({ kind: 'brand', id: label.id })
    assert.deepEqual(use.collections, [{ id: rule.id, name: use.collections[0]!.name, follows: true }])
    const { job } = await office.renameProductLabel({ kind: 'brand', id: label.id, name: ' Newmark ' })
    assert.deepEqual([job.state, job.total, job.changed], ['DONE', 3, 3])
    assert.equal((await office.readProduct({ id: id! })).product.brand, 'Newmark')
    assert.equal(await labelOf('brand', 'Oldmark'), undefined)
    const renamed = (await labelOf('brand', 'Newmark'))!
    assert.deepEqual([renamed.products, (await api.customizationsV3.getBrand({ brandId: renamed.id })).brand.name], [3, 'Newmark'])
    assert.deepEqual(await rule.look(), { asks: ['Newmark'], has: 3 })
    assert.deepEqual(await part.look(), { asks: ['mark'], has: 0 })
    const found = await office.listProducts({ query: { filter: { words: 'newmark' } } })
    assert.equal(found.products.length, 3)
    assert.equal(await codeOf(() => api.customizationsV3.getBrand({ brandId: label.id })), 'BRAND_NOT_FOUND')

    const undone = await ended((await office.undoProductJob({ jobId: job.id })).job)
    assert.equal(undone.undone, 3)
    assert.deepEqual(await rule.look(), { asks: ['oldmark'], has: 3 })
    assert.equal((await labelOf('brand', 'Oldmark'))?.products, 3)
  })

  test('rules stay as they are where that is asked for', async () => {
    await products(1, { brand: 'Staymark' })
    const rule = await ruled('Staymark')
    const { id } = (await labelOf('brand', 'Staymark'))!
    await office.renameProductLabel({ kind: 'brand', id, name: 'Gomark', changeRules: false })
    assert.deepEqual(await rule.look(), { asks: ['Staymark'], has: 0 })
  })

  test('many products are renamed in the background, and their collection holds all of them all the while', async () => {
    await products(60, { ribbon: 'Many sale' })
    const rule = await ruled('many sale', 'RIBBON')
    const label = (await labelOf('ribbon', 'Many sale'))!
    const { job } = await office.renameProductLabel({ kind: 'ribbon', id: label.id, name: 'Clearance' })
    assert.deepEqual([job.state, job.changed], ['RUNNING', 50])
    assert.deepEqual(await rule.look(), { asks: ['Clearance'], has: 60 })
    assert.equal((await ended(job)).changed, 60)
    assert.deepEqual(await rule.look(), { asks: ['Clearance'], has: 60 })
    assert.deepEqual([await labelOf('ribbon', 'Many sale'), (await labelOf('ribbon', 'Clearance'))?.products], [undefined, 60])
    const { ribbons } = await api.customizationsV3.queryRibbons({
      query: { filter: { name: 'Clearance' } },
      fields: ['ASSIGNED_PRODUCT_COUNT'],
    })
    assert.deepEqual(
      ribbons.map((one) => one.assignedProductCount),
      [60],
    )
  })

  test('one is merged into another, with the rules that ask for it', async () => {
    await products(2, { brand: 'Mergefrom' })
    await products(1, { brand: 'Mergeinto' })
    const rule = await ruled('Mergefrom')
    const [from, into] = [(await labelOf('brand', 'Mergefrom'))!, (await labelOf('brand', 'Mergeinto'))!]
    assert.equal(await codeOf(() => office.renameProductLabel({ kind: 'brand', id: from.id, name: 'Mergeinto' })), 'PRODUCT_LABEL_TAKEN')
    const { job } = await office.mergeProductLabels({ kind: 'brand', id: from.id, intoId: into.id })
    assert.deepEqual([job.state, job.changed], ['DONE', 2])
    assert.deepEqual([await labelOf('brand', 'Mergefrom'), (await labelOf('brand', 'Mergeinto'))?.products], [undefined, 3])
    assert.deepEqual(await rule.look(), { asks: ['Mergeinto'], has: 3 })
  })

  test('two spellings of a brand become one, and the rule that asks for either keeps its products', async () => {
    await products(1, { brand: 'TWOWAYS' })
    await products(1, { brand: 'Twoways' })
    const rule = await ruled('twoways')
    const [loud, plain] = [(await labelOf('brand', 'TWOWAYS'))!, (await labelOf('brand', 'Twoways'))!]
    const { collections } = await office.getProductLabel({ kind: 'brand', id: loud.id })
    assert.deepEqual(
      collections.map(({ follows }) => follows),
      [false],
    )
    await office.mergeProductLabels({ kind: 'brand', id: loud.id, intoId: plain.id })
    assert.deepEqual(await rule.look(), { asks: ['twoways'], has: 2 })
  })

  test('one is taken off all products, and put back', async () => {
    const [id] = await products(2, { ribbon: 'Takeoff' })
    const label = (await labelOf('ribbon', 'Takeoff'))!
    const { job } = await office.deleteProductLabel({ kind: 'ribbon', id: label.id })
    assert.deepEqual([job.state, job.changed], ['DONE', 2])
    assert.equal((await office.readProduct({ id: id! })).product.ribbon, undefined)
    assert.equal(await labelOf('ribbon', 'Takeoff'), undefined)
    await ended((await office.undoProductJob({ jobId: job.id })).job)
    assert.equal((await office.readProduct({ id: id! })).product.ribbon, 'Takeoff')
  })

  test('409 PRODUCT_LABEL_BUSY while another change of it is under way', async () => {
    const [, last] = await Promise.all([products(300, { brand: 'Busymark' }), products(1, { brand: 'Otherwise' })])
    const [label, other] = [(await labelOf('brand', 'Busymark'))!, (await labelOf('brand', 'Otherwise'))!]
    const { job } = await office.renameProductLabel({ kind: 'brand', id: label.id, name: 'Busy no more' })
    assert.deepEqual([job.state, job.total], ['RUNNING', 300])
    const { id } = label
    const refused = await Promise.all([
      codeOf(() => office.renameProductLabel({ kind: 'brand', id, name: 'Busy again' })),
      codeOf(() => office.mergeProductLabels({ kind: 'brand', id: other.id, intoId: id })),
      codeOf(() => office.deleteProductLabel({ kind: 'brand', id })),
    ])
    assert.deepEqual(refused, Array(3).fill('PRODUCT_LABEL_BUSY'))
    assert.equal((await ended(job)).changed, 300)
    assert.equal(await labelOf('brand', 'Busymark'), undefined)
    assert.equal((await office.readProduct({ id: last[0]! })).product.brand, 'Otherwise')
  })

  test('404 BRAND_NOT_FOUND and RIBBON_NOT_FOUND, 400 INVALID_ARGUMENT', async () => {
    const id = newId()
    assert.equal(await codeOf(() => office.getProductLabel({ kind: 'brand', id })), 'BRAND_NOT_FOUND')
    assert.equal(await codeOf(() => office.getProductLabel({ kind: 'ribbon', id })), 'RIBBON_NOT_FOUND')
    for (const [kind, code] of [
      ['brand', 'BRAND_NOT_FOUND'],
      ['ribbon', 'RIBBON_NOT_FOUND'],
    ] as const) {
      assert.equal(await codeOf(() => office.renameProductLabel({ kind, id, name: 'X' })), code)
      assert.equal(await codeOf(() => office.mergeProductLabels({ kind, id, intoId: id })), code)
      assert.equal(await codeOf(() => office.deleteProductLabel({ kind, id })), code)
    }
    await products(1, { ribbon: 'Refused' })
    const label = (await labelOf('ribbon', 'Refused'))!
    for (const name of [' ', 'Refused', 'x'.repeat(31)])
      assert.equal(await codeOf(() => office.renameProductLabel({ kind: 'ribbon', id: label.id, name })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(() => office.mergeProductLabels({ kind: 'ribbon', id: label.id, intoId: label.id })), 'INVALID_ARGUMENT')
  })
})
