import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiKey, createClient } from '@vitrine/client'
import { merchantProducts } from '@vitrine/client/back-office'
import type { ProductJob } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct } from '../src/products.ts'
import { codeAndFields } from '../src/refused.ts'

let shop: TestPlatform
const officeAt = (baseUrl: string, key: string) =>
  createClient({ baseUrl, auth: apiKey(key), modules: { merchantProducts } }).merchantProducts
let office: ReturnType<typeof officeAt>

before(async () => {
  shop = await startTestPlatform()
  office = officeAt(shop.url, shop.apiKey)
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

/** So many products whose name begins with a word of their own, and the filter that finds them. */
async function some(count: number, price = 1000) {
  const word = `batch${newId().slice(-8)}`
  for (let i = 0; i < count; i++)
    await addProduct(shop.platform, { site: shop.site, name: `${word} ${i}`, price, stock: 3 }, shop.clock.now())
  const filter = { name: { $startsWith: word } }
  const rows = async () => {
    const { products } = await office.listProducts({ query: { filter, cursorPaging: { limit: 100 } } })
    return products
  }
  return { filter, rows }
}

async function ended(job: ProductJob): Promise<ProductJob> {
  let now = job
  while (!now.endedDate) {
    await sleep(20)
    now = (await office.getProductJob({ jobId: job.id })).job
  }
  return now
}

describe('a change of many products', () => {
  test('says how many it is about, does the first of them at once and the rest by itself, and is undone', async () => {
    const { filter, rows } = await some(60)
    const { job } = await office.startProductJob({
      filter,
      change: { set: { ribbon: 'Sale' }, adjustPrice: { percentage: { rate: 10 } } },
    })
    assert.deepEqual([job.state, job.total, job.changed], ['RUNNING', 60, 50])
    const done = await ended(job)
    assert.deepEqual([done.state, done.changed, done.unchanged, done.refused], ['DONE', 60, 0, 0])
    assert.deepEqual([...new Set((await rows()).map(({ price, ribbon }) => `${price} ${ribbon}`))], ['11 Sale'])
    const { jobs } = await office.listProductJobs({})
    assert.deepEqual(jobs[0], done)

    const [first] = await rows()
    await office.saveProduct({ id: first!.id, product: { ribbon: 'Kept', priceData: { price: 12 } } })
    const undone = await ended((await office.undoProductJob({ jobId: job.id })).job)
    assert.deepEqual([undone.state, undone.undone], ['UNDONE', 59])
    const seen = (await rows()).map(({ id, price, ribbon }) => (id === first!.id ? `kept: ${price} ${ribbon}` : `${price} ${ribbon}`))
    assert.deepEqual([...new Set(seen)].sort(), ['10 undefined', 'kept: 12 Kept'])
    assert.deepEqual((await office.undoProductJob({ jobId: job.id })).job, undone)
  })

  test('leaves what it cannot change as it is, and says why', async () => {
    const [cheap, dear] = [await some(1, 300), await some(1, 3000)]
    const ids = [...(await cheap.rows()), ...(await dear.rows())].map(({ id }) => id)
    const { job } = await office.startProductJob({ productIds: ids, change: { adjustPrice: { amount: -5 } } })
    assert.deepEqual([job.state, job.changed, job.refused], ['DONE', 1, 1])
    assert.deepEqual(job.refusals, [{ id: ids[0], description: 'adjust.price comes to less than nothing' }])
    assert.deepEqual([(await cheap.rows())[0]!.price, (await dear.rows())[0]!.price], [3, 25])
    const again = await office.startProductJob({ productIds: ids, change: { set: { visible: true } } })
    assert.deepEqual([again.job.changed, again.job.unchanged], [0, 2])
  })

  test('is refused where it says no products, no change, two changes of the price, no collection of the shop or no filter', async () => {
    const { filter } = await some(1)
    const change = { set: { visible: false } }
    assert.deepEqual(await codeAndFields(office.startProductJob({ change })), ['INVALID_ARGUMENT', 'filter'])
    assert.deepEqual(await codeAndFields(office.startProductJob({ filter, change: {} })), ['INVALID_ARGUMENT', 'change'])
    assert.deepEqual(
      await codeAndFields(office.startProductJob({ filter, change: { adjustPrice: { amount: 1, percentage: { rate: 1 } } } })),
      ['INVALID_ARGUMENT', 'change.adjustPrice'],
    )
    assert.deepEqual(await codeAndFields(office.startProductJob({ filter, change: { set: { addTo: [newId()] } } })), [
      'INVALID_ARGUMENT',
      'change.set.addTo',
    ])
    assert.deepEqual(await codeAndFields(office.startProductJob({ filter: { colour: 'red' }, change })), [
      'INVALID_ARGUMENT',
      'query.filter.colour',
    ])
  })

  test('404 PRODUCT_JOB_NOT_FOUND; 409 PRODUCT_JOB_NOT_UNDONE after thirty days', async () => {
    assert.deepEqual(await codeAndFields(office.getProductJob({ jobId: newId() })), ['PRODUCT_JOB_NOT_FOUND'])
    assert.deepEqual(await codeAndFields(office.undoProductJob({ jobId: newId() })), ['PRODUCT_JOB_NOT_FOUND'])
    const { filter } = await some(1)
    const { job } = await office.startProductJob({ filter, change: { set: { visible: false } } })
    shop.clock.advance(30 * 24 * 3_600_000)
    assert.deepEqual(await codeAndFields(office.undoProductJob({ jobId: job.id })), ['PRODUCT_JOB_NOT_UNDONE'])
    assert.deepEqual((await office.listProductJobs({})).jobs, [])
  })
})
