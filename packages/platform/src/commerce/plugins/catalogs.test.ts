import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogOf } from './catalogs.ts'

const plugin = { id: 'p', appId: 'a', type: 'CATALOG', name: 'Workshops', baseUrl: 'https://workshops.example', active: true } as const
const reference = { appId: 'a', catalogItemId: 'wheel' }
const question = { site: 's', providerId: 'p', currency: 'EUR', language: 'en', weightUnit: 'KG', items: [{ reference, quantity: 2 }] }
const { signal } = new AbortController()

const data = { productName: { original: 'Wheel' }, price: '85.005', itemType: { preset: 'SERVICE' } }
const itemsOf = async (catalogItems: unknown, requests: unknown[] = []) => {
  const call = async (_plugin: unknown, _asked: unknown, request: object) => {
    requests.push(request)
    return { catalogItems }
  }
  return (await catalogOf(plugin, call).itemsOf(question, signal)).items
}

test('a thing is asked about in the published form and comes in units of the currency', async () => {
  const requests: unknown[] = []
  const [listed, ...more] = await itemsOf([{ catalogReference: { catalogItemId: 'wheel' }, data }], requests)
  assert.deepEqual(requests, [{ catalogReferences: [{ catalogReference: reference, quantity: 2 }], weightUnit: 'KG', currency: 'EUR' }])
  assert.deepEqual(
    [listed?.item.name, listed?.item.price, listed?.item.fullPrice, listed?.item.itemType, listed?.item.available, more],
    ['Wheel', 8501, 8501, 'SERVICE', null, []],
  )
  assert.deepEqual([listed?.item.productId, listed?.item.catalog], ['wheel', { appId: 'a', collectionIds: [] }])
})

test('what was not asked about is none, and no link or picture leads anywhere but to the web', async () => {
  assert.deepEqual(await itemsOf([{ catalogReference: { catalogItemId: 'other' }, data }]), [])
  const odd = { ...data, url: { url: 'javascript:alert(1)' }, media: { url: 'data:text/html,x' }, price: 12, quantityAvailable: 3.7 }
  const [listed] = await itemsOf([{ catalogReference: reference, data: odd }])
  assert.deepEqual([listed?.item.elsewhere, listed?.item.image, listed?.item.price, listed?.item.available], [{}, undefined, 1200, 3])
})

test('an answer without a name or a price is none', async () => {
  for (const nonsense of [undefined, {}, { ...data, price: '-1' }, { ...data, price: 'free' }, { ...data, productName: undefined }])
    await assert.rejects(itemsOf([{ catalogReference: reference, data: nonsense }]), { code: 'UNUSABLE_ANSWER' })
  await assert.rejects(itemsOf('none'), { code: 'UNUSABLE_ANSWER' })
})
