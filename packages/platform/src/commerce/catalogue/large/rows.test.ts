// What products have several of is read through the products in a large catalogue, and is the same as in a small one.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectedDatabase, openSite } from '@vitrine/testing/connected'
import type { Database } from '../../../kernel/db/pool.ts'
import { type Sql, sql } from '../../../kernel/db/sql.ts'
import type { Fields, SortBy } from '../../../kernel/query/filter.ts'
import { type Page, readKeyset } from '../../../kernel/query/keyset.ts'
import { addCollection, exampleMug, exampleProduct, save } from '../test/example.ts'
import { rowsOfProducts } from './rows.ts'

interface Row {
  readonly id: string
  readonly keys: readonly string[]
}

let db: Database
let site: string
let cups: string
const fields: Fields = {
  productId: { kind: 'id', column: sql`product.id`, sort: sql`product.id`, index: { kind: 'unique' } },
  name: {
    kind: 'text',
    column: sql`product.name`,
    folded: sql`product.name_key`,
    sort: sql`product.name_key`,
    index: { kind: 'ordered', byVisible: true },
  },
  collection: { kind: 'ids', column: sql`product.collection_ids`, index: { kind: 'words' } },
  sku: { kind: 'text', column: sql`stock.sku`, sort: sql`stock.sku` },
}
const itemId = sql`stock.item_id`

before(async () => {
  db = await connectedDatabase()
  site = await openSite(db)
  cups = await addCollection(db, site, 'Cups')
  for (let n = 0; n < 6; n++) {
    await save(db, site, exampleMug({ slug: `mug-${n}`, name: `Mug ${n % 2}`, collectionIds: n < 3 ? [cups] : [], visible: n !== 4 }))
    await save(db, site, exampleProduct({ slug: `bowl-${n}`, name: `Bowl ${n % 3}`, sku: `B-${n}` }))
  }
})
after(() => db?.close())

async function all(filter: object, sort: readonly SortBy[], hidden: boolean): Promise<string[]> {
  const found: string[] = []
  let cursor: string | undefined
  do {
    const query = {
      cursorPaging: { limit: 3, ...(cursor !== undefined && { cursor }) },
      ...(cursor === undefined && { filter: { ...filter }, sort: [...sort] }),
    }
    const keyset = readKeyset(query, { fields, id: itemId, usual: [{ fieldName: 'productId' }], root: 'query' })
    const rows = (products: Sql, isPart: boolean) =>
      sql`${products} ${
        isPart
          ? sql`cross join lateral (select stock.* from stock where stock.site = ${site} and stock.product_id = product.id offset 0) stock`
          : sql`join stock on stock.site = ${site} and stock.product_id = product.id`
      } where product.site = ${site} ${hidden ? sql`` : sql`and product.visible`}`
    const page: Page<Row> = await rowsOfProducts.page<Row>(
      db,
      { site, hidden, filter: keyset.filter, fields, keyset, root: 'query' },
      { rows, read: (from) => db.query<Row>(sql`select ${itemId} as id, ${keyset.keys} from ${from} and ${keyset.where} ${keyset.tail}`) },
    )
    found.push(...page.rows.map(({ id }) => id))
    cursor = page.metadata.cursors.next
    assert.ok(found.length < 100)
  } while (cursor !== undefined)
  return found
}

test('by product, by name and by what is looked up: the same rows in the same order, in a large catalogue and in a small one', async () => {
  const filters = [{}, { collection: { $hasSome: [cups] } }, { name: 'Mug 1' }, { sku: 'B-3' }, { name: { $startsWith: 'bowl' } }]
  const sorts: readonly (readonly SortBy[])[] = [
    [],
    [{ fieldName: 'name', order: 'DESC' }],
    [{ fieldName: 'name' }, { fieldName: 'sku', order: 'DESC' }],
  ]
  const [{ products }] = (await db.query<{ products: number }>(sql`select products from catalogue where site = ${site}`)) as [
    { products: number },
  ]
  for (const hidden of [false, true])
    for (const filter of filters)
      for (const sort of sorts) {
        const small = await all(filter, sort, hidden)
        assert.ok(small.length > 0)
        await db.query(sql`update catalogue set products = 20000 where site = ${site}`)
        assert.deepEqual(await all(filter, sort, hidden), small, JSON.stringify([filter, sort, hidden]))
        await db.query(sql`update catalogue set products = ${products} where site = ${site}`)
      }
})

test('an order that no index has is refused in a large catalogue, unless it is asked of few', async () => {
  await db.query(sql`update catalogue set products = 20000 where site = ${site}`)
  await assert.rejects(all({}, [{ fieldName: 'sku' }], false), /query\.sort/)
  assert.ok((await all({ name: 'Mug 1' }, [{ fieldName: 'sku' }], false)).length > 0)
})
