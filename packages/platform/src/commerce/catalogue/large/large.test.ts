// In a large catalogue a page is found among few, or met on a walk: what it answers is what reading everything answers, or a refusal.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { minor } from '@vitrine/pricing'
import { connectedDatabase, openSite } from '@vitrine/testing/connected'
import fc from 'fast-check'
import { newId } from '../../../kernel/db/id.ts'
import type { Database } from '../../../kernel/db/pool.ts'
import { sql } from '../../../kernel/db/sql.ts'
import { readFilter, type SortBy, sortTerms, Unreadable } from '../../../kernel/query/filter.ts'
import { orderOf, readKeyset } from '../../../kernel/query/keyset.ts'
import { readFound } from '../document-cache.ts'
import { productFields, productId } from '../fields.ts'
import type { ProductDraft } from '../product.ts'
import { saveProducts } from '../save.ts'
import { addCollection, commerce, exampleProduct, now } from '../test/example.ts'
import { choiceIndex, searchFields } from '../v3/fields.ts'
import { findPageByCursor } from '../v3/find.ts'
import { findPageOfMany } from './page.ts'

let db: Database
let site: string
let collections: readonly string[]
const names = ['Quiet Mug', 'Tall Vase', 'Plain Mug', 'Deep Bowl', 'Évier', 'mug']
const glazes = ['Sage', 'Ink', 'Oat']

before(async () => {
  db = await connectedDatabase()
  site = await openSite(db)
  collections = [await addCollection(db, site, 'Cups'), await addCollection(db, site, 'Vases')]
  const drafts = Array.from({ length: 60 }, (_, n): ProductDraft => {
    const chosen = glazes.filter((_, i) => (n >> i) % 2 === 1)
    const price = minor(1000 + (n % 4) * 250)
    return exampleProduct({
      id: newId(),
      name: names[n % names.length]!,
      slug: `thing-${(n * 7) % 60}`,
      sku: n % 5 === 0 ? '' : `SKU-${n % 12}`,
      visible: n % 6 !== 5,
      price,
      numericId: 5000 + ((n * 11) % 60),
      createdAt: new Date(now.getTime() - (n % 9) * 3_600_000),
      collectionIds: collections.filter((_, i) => n % (i + 2) === 0),
      options: chosen.length > 0 ? [{ name: 'Glaze', kind: 'drop_down', choices: chosen.map((name) => ({ name })) }] : [],
      manageVariants: chosen.length > 0,
      variants: (chosen.length > 0 ? chosen : ['']).map((Glaze) => ({
        id: newId(),
        sku: '',
        choices: Glaze === '' ? {} : { Glaze },
        price,
      })),
    })
  })
  await db.transact((tx) => saveProducts(tx, site, commerce, drafts, now))
})
after(() => db?.close())

/** Catalogues this size are small: these bounds make them as hard to read as large ones. */
const bounds = fc.record({ few: fc.constantFrom(-1, 4, 15, 1000), reach: fc.constantFrom(3, 8, 25, 1000) })
const sorts = (fields: readonly string[]): fc.Arbitrary<readonly SortBy[]> =>
  fc.uniqueArray(fc.record({ fieldName: fc.constantFrom(...fields), order: fc.constantFrom('ASC' as const, 'DESC' as const) }), {
    selector: ({ fieldName }) => fieldName,
    maxLength: 3,
  })
const conditionOf = (category: (id: string) => object): fc.Arbitrary<object> =>
  fc.oneof(
    fc.constantFrom(...names).map((name) => ({ name })),
    fc.constantFrom('mug', 'a', 'q', 'zz').map((part) => ({ name: { $contains: part } })),
    fc.constantFrom('quiet', 'M', 't').map((start) => ({ name: { $startsWith: start } })),
    fc.nat(59).map((n) => ({ slug: { $in: [`thing-${n}`, `thing-${n + 1}`] } })),
    fc.nat(1).map((n) => category(collections[n] ?? '')),
    fc
      .constantFrom('2026-01-01T00:00:00.000Z', new Date(now.getTime() - 3 * 3_600_000).toISOString())
      .map((from) => ({ createdDate: { $gte: from } })),
    fc.integer({ min: 5000, max: 5060 }).map((numericId) => ({ numericId: { $lt: numericId } })),
  )
const filterOf = (category: (id: string) => object): fc.Arbitrary<Readonly<Record<string, unknown>>> => {
  const one = conditionOf(category)
  return fc.oneof(
    fc.constant({}),
    one.map((each) => ({ ...each })),
    fc.tuple(one, one).map(([a, b]) => ({ $and: [a, b] })),
    fc.tuple(one, one).map(([a, b]) => ({ $or: [a, b] })),
    fc.tuple(one, one).map(([a, b]) => ({ ...a, $not: b })),
  )
}

test('a page by offset is the page that reading all products gives, with the total where that is exact, or it is refused with a field', async () => {
  const fields = productFields(2)
  const page = fc.record({ limit: fc.integer({ min: 1, max: 12 }), offset: fc.nat(20) })
  const sort = sorts(['id', 'name', 'price', 'numericId', 'slug', 'productType', 'lastUpdated'])
  // Collections are drawn by their places: they are there only when this runs.
  const filter = filterOf((id) => ({ collectionIds: { $hasSome: [id] } }))
  let [answered, refused] = [0, 0]
  await fc.assert(
    fc.asyncProperty(filter, sort, page, fc.boolean(), bounds, async (asked, by, { limit, offset }, hidden, how) => {
      const condition = readFilter(asked, fields)
      const terms = sortTerms(by.length === 0 ? [{ fieldName: 'numericId', order: 'DESC' }] : by, fields, productId)
      const all = await db.query<{ id: string }>(sql`
        select product.id from product where site = ${site} ${hidden ? sql`` : sql`and visible`} and ${condition} order by ${orderOf(terms, false)}`)
      try {
        const found = await findPageOfMany(
          db,
          { site, hidden, filter: asked, fields, condition, terms, limit, offset, total: undefined },
          how,
        )
        assert.deepEqual(
          readFound(found.found).map(({ id }) => id),
          all.slice(offset, offset + limit).map(({ id }) => id),
        )
        if (how.few > 60 || how.reach > 60)
          assert.ok(found.total === all.length || found.total % 64 === 0 || found.total === offset + limit)
        answered++
      } catch (error) {
        assert.ok(error instanceof Unreadable, String(error))
        assert.match(error.violation.field, /^query\.(filter|sort|paging\.offset)$/)
        // What all of the products can be looked at for is answered.
        assert.ok(how.reach < 60, 'it is refused without need')
        refused++
      }
    }),
    { numRuns: 250 },
  )
  assert.ok(answered > 100 && refused > 10, `${answered} answered, ${refused} refused`)
})

describe('pages by cursor', () => {
  const options = {
    choices: choiceIndex(glazes.map((choice) => ({ name: 'Glaze', choice, kind: 'drop_down' as const, hex: null }))),
    places: 2,
  }
  const fields = searchFields({ ...options, rank: undefined })
  const large = 20_000

  test('hold, one after the other and back again, what reading all products gives, however little each of them looks at', async () => {
    const filter = filterOf((id) => ({ 'allCategoriesInfo.categories': { $matchItems: [{ id: { $in: [id] } }] } }))
    const sort = sorts([
      'id',
      'name',
      'numericId',
      'slug',
      'updatedDate',
      'actualPriceRange.minValue.amount',
      'compareAtPriceRange.minValue.amount',
    ])
    let [answered, refused, short] = [0, 0, 0]
    await fc.assert(
      fc.asyncProperty(filter, sort, fc.integer({ min: 2, max: 9 }), fc.boolean(), bounds, async (asked, by, limit, hidden, how) => {
        const pageAt = async (cursor: string | undefined) => {
          const query = {
            cursorPaging: { limit, ...(cursor !== undefined && { cursor }) },
            ...(cursor === undefined && { filter: asked, sort: [...by] }),
          }
          const keyset = readKeyset(query, { fields, id: productId, usual: [{ fieldName: 'numericId', order: 'DESC' }], root: 'search' })
          const { filter: meant, condition } = keyset
          return findPageByCursor(
            db,
            { site, hidden, products: large, fields, filter: meant, condition, words: undefined },
            keyset,
            'search',
            how,
          )
        }
        const terms = sortTerms(by.length === 0 ? [{ fieldName: 'numericId', order: 'DESC' }] : by, fields, productId)
        const all = await db.query<{ id: string }>(sql`
          select product.id from product where site = ${site} ${hidden ? sql`` : sql`and visible`} and ${readFilter(asked, fields)} order by ${orderOf(terms, false)}`)
        const ids = all.map(({ id }) => id)
        try {
          const forwards: string[] = []
          let pages = 0
          let page = await pageAt(undefined)
          for (;;) {
            forwards.push(...page.rows.map(({ id }) => id))
            assert.ok(++pages < 200, 'it gets no further')
            const { hasNext, cursors } = page.metadata
            if (page.rows.length < limit && hasNext) short++
            assert.equal(cursors.next !== undefined, hasNext)
            if (cursors.next === undefined) break
            page = await pageAt(cursors.next)
          }
          assert.deepEqual(forwards, ids)
          let backwards = page.rows.map(({ id }) => id)
          while (page.metadata.cursors.prev !== undefined) {
            page = await pageAt(page.metadata.cursors.prev)
            assert.ok(++pages < 400, 'it gets no further back')
            backwards = [...page.rows.map(({ id }) => id), ...backwards]
          }
          if (forwards.length > 0 && backwards.length > 0) assert.deepEqual(backwards, ids)
          answered++
        } catch (error) {
          assert.ok(error instanceof Unreadable, String(error))
          assert.equal(error.violation.field, 'search.sort')
          refused++
        }
      }),
      { numRuns: 200 },
    )
    assert.ok(answered > 80 && refused > 5 && short > 20, `${answered} answered, ${refused} refused, ${short} short pages`)
  })
})
