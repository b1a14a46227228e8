import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectedDatabase, openSite } from '@vitrine/testing/connected'
import type { Database } from '../../kernel/db/pool.ts'
import { documentCache } from './document-cache.ts'
import { catalogueOperations } from './operations.ts'
import { isStillSo, stateOf } from './states.ts'
import { commerce, exampleMug, now, publicUrl, save, stockUp } from './test/example.ts'

let db: Database
let site: string
before(async () => {
  db = await connectedDatabase()
  site = await openSite(db)
})
after(() => db?.close())

const mug = exampleMug({ slug: 'mug', numericId: 2 })
const bowl = exampleMug({ name: 'Bowl', slug: 'bowl', numericId: 1 })
const documents = documentCache({ publicUrl, bytes: 8_000_000, commerce: async () => commerce })
const operations = catalogueOperations({ publicUrl, commerce: async () => commerce, documentCache: documents })

async function read(query: object): Promise<string | Buffer> {
  const handler = operations['GET /stores-reader/v1/products/query-platformized']
  assert.ok(typeof handler === 'function')
  const answer = await handler(
    { query },
    {
      db,
      site,
      caller: { kind: 'visitor', site, visitorId: 'somebody', clientId: 'tests' },
      merchant: false,
      now,
      requestId: 'test',
      from: { agent: '', address: '' },
    },
  )
  assert.ok('json' in answer)
  return answer.json
}

const page = () => Promise.all([read({ filter: { slug: 'mug' } }), read({ paging: { limit: 5 } })])

test('one look tells of several answers whether each would be the same', async () => {
  await save(db, site, mug, bowl)
  await stockUp(db, site, bowl, [3, 3, 3, 3])
  const state = stateOf(await page())
  assert.ok(state)
  assert.equal(await isStillSo(db, state), true)
  assert.deepEqual(stateOf(await page()), state)

  await stockUp(db, site, bowl, [3, 3, 2, 3])
  assert.equal(await isStillSo(db, state), false)
  await stockUp(db, site, bowl, [3, 3, 3, 3])
  assert.equal(await isStillSo(db, state), true)

  await save(db, site, exampleMug({ slug: 'third', numericId: 3 }))
  assert.equal(await isStillSo(db, state), false)
  const later = stateOf(await page())
  assert.ok(later)
  assert.equal(await isStillSo(db, later), true)
})

test('answers of different moments, and what is not of the catalogue, have no state together', async () => {
  const one = await read({ filter: { slug: 'mug' } })
  await stockUp(db, site, mug, [9, 9, 9, 9])
  assert.equal(stateOf([one, await read({ paging: { limit: 5 } })]), undefined)
  const two = await read({ filter: { slug: 'mug' } })
  await save(db, site, { ...bowl, name: 'Deep bowl' })
  assert.equal(stateOf([two, await read({ paging: { limit: 5 } })]), undefined)
  assert.equal(stateOf([await read({ filter: { slug: 'mug' } }), await read({ filter: { slug: 'gone' } })]), undefined)
  assert.equal(stateOf([Buffer.from('{}')]), undefined)
  assert.equal(stateOf([]), undefined)
})

test('no two questions are answered with the same bytes, though their answers read alike', async () => {
  const [all, dear] = [await read({ paging: { limit: 50 } }), await read({ paging: { limit: 50 }, filter: { slug: { $ne: 'nothing' } } })]
  assert.equal(all.toString(), dear.toString())
  assert.notEqual(all, dear)
})
