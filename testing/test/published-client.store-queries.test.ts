import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { products as storeProducts } from '@wix/stores'
import { nobody, startPublishedCallers } from '../src/published-callers.ts'
import { codeOf, errorOf } from '../src/published-error.ts'

const { stocked, callers, takeSeen } = await startPublishedCallers()

type Query = storeProducts.ProductsQueryBuilder

const sorted = (texts: readonly string[]) => [...texts].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
const slugsOf = (those: readonly { readonly slug?: string | null }[]) => sorted(those.map(({ slug }) => slug ?? ''))

for (const { who, client, sees } of callers) {
  describe(`${who}: products`, () => {
    test('a query without a filter finds every visible product, with totals', async () => {
      const found = await client().products.queryProducts().limit(100).find()
      assert.deepEqual(slugsOf(found.items), slugsOf(sees()))
      assert.equal(found.totalCount, sees().length)
      assert.equal(found.hasNext(), false)
    })

    test('every operator of every field that may be filtered by', async () => {
      const { products } = client()
      const all = (await products.queryProducts().limit(100).find()).items
      const of = (read: (product: (typeof all)[number]) => string) => sorted(all.map(read))[Math.floor(all.length / 2)]!
      const name = of(({ name }) => name!)
      const price = [...all].sort((a, b) => a.priceData!.price! - b.priceData!.price!)[Math.floor(all.length / 2)]!.priceData!.price!
      const id = of(({ _id }) => _id!)
      const slug = of(({ slug }) => slug!)
      const sku = of(({ sku }) => sku!)
      const number = of(({ numericId }) => numericId!)
      const changed = [...all].sort((a, b) => +a.lastUpdated! - +b.lastUpdated!)[Math.floor(all.length / 2)]!.lastUpdated!
      const some = [slug, stocked.products.find((product) => product.slug !== slug)!.slug]
      const [first, second] = stocked.collections

      type Found = (typeof all)[number]
      const cases: [string, (query: Query) => Query, (product: Found) => boolean][] = [
        ['_id eq', (q) => q.eq('_id', id), (p) => p._id === id],
        ['_id ne', (q) => q.ne('_id', id), (p) => p._id !== id],
        ['_id in', (q) => q.in('_id', [id, nobody]), (p) => p._id === id],
        ['name eq', (q) => q.eq('name', name), (p) => p.name === name],
        ['name ne', (q) => q.ne('name', name), (p) => p.name !== name],
        ['name ge', (q) => q.ge('name', name), (p) => p.name! >= name],
        ['name gt', (q) => q.gt('name', name), (p) => p.name! > name],
        ['name le', (q) => q.le('name', name), (p) => p.name! <= name],
        ['name lt', (q) => q.lt('name', name), (p) => p.name! < name],
        [
          'name startsWith, whatever the case',
          (q) => q.startsWith('name', name.slice(0, 4).toUpperCase()),
          (p) => p.name!.startsWith(name.slice(0, 4)),
        ],
        ['slug eq', (q) => q.eq('slug', slug), (p) => p.slug === slug],
        ['slug in', (q) => q.in('slug', some), (p) => some.includes(p.slug!)],
        ['slug startsWith', (q) => q.startsWith('slug', slug.slice(0, 3)), (p) => p.slug!.startsWith(slug.slice(0, 3))],
        ['sku eq', (q) => q.eq('sku', sku), (p) => p.sku === sku],
        ['sku exists', (q) => q.exists('sku', true), () => true],
        ['description startsWith', (q) => q.startsWith('description', '<p>'), (p) => p.description!.startsWith('<p>')],
        ['productType eq', (q) => q.eq('productType', 'digital'), (p) => p.productType === 'digital'],
        ['productType ne', (q) => q.ne('productType', 'digital'), (p) => p.productType !== 'digital'],
        ['price eq', (q) => q.eq('priceData.price', price), (p) => p.priceData!.price === price],
        ['price ne', (q) => q.ne('priceData.price', price), (p) => p.priceData!.price !== price],
        ['price ge', (q) => q.ge('priceData.price', price), (p) => p.priceData!.price! >= price],
        ['price gt', (q) => q.gt('priceData.price', price), (p) => p.priceData!.price! > price],
        ['price le', (q) => q.le('priceData.price', price), (p) => p.priceData!.price! <= price],
        ['price lt', (q) => q.lt('priceData.price', price), (p) => p.priceData!.price! < price],
        ['price in', (q) => q.in('priceData.price', [price, 0.01]), (p) => p.priceData!.price === price],
        ['numericId gt', (q) => q.gt('numericId', number), (p) => BigInt(p.numericId!) > BigInt(number)],
        ['lastUpdated le a Date', (q) => q.le('lastUpdated', changed), (p) => p.lastUpdated! <= changed],
        ['_createdDate ge a Date', (q) => q.ge('_createdDate', new Date(0)), () => true],
        [
          'collectionIds hasSome',
          (q) => q.hasSome('collectionIds', [first!.id, second!.id]),
          (p) => p.collectionIds!.some((one) => one === first!.id || one === second!.id),
        ],
        [
          'collectionIds hasAll',
          (q) => q.hasAll('collectionIds', [first!.id, second!.id]),
          (p) => p.collectionIds!.includes(first!.id) && p.collectionIds!.includes(second!.id),
        ],
        [
          'two conditions',
          (q) => q.ge('priceData.price', price).hasSome('collectionIds', [first!.id]),
          (p) => p.priceData!.price! >= price && p.collectionIds!.includes(first!.id),
        ],
        [
          'three conditions on one field',
          (q) => q.ge('priceData.price', 1).le('priceData.price', price).ne('priceData.price', 9),
          (p) => p.priceData!.price! >= 1 && p.priceData!.price! <= price && p.priceData!.price !== 9,
        ],
        ['nothing fits', (q) => q.eq('slug', 'no-such-product'), () => false],
      ]
      for (const [what, ask, fits] of cases) {
        const found = await ask(products.queryProducts()).limit(100).find()
        const wanted = all.filter(fits)
        assert.deepEqual(slugsOf(found.items), slugsOf(wanted), what)
        assert.equal(found.totalCount, wanted.length, what)
      }
    })

    test('ascending and descending, by one field and by two', async () => {
      const { products } = client()
      const slugs = async (order: (query: Query) => Query) => (await order(products.queryProducts()).limit(100).find()).items
      for (const field of ['_id', 'name', 'slug', 'sku', 'lastUpdated'] as const) {
        const up = (await slugs((q) => q.ascending(field, '_id'))).map((p) => p[field]!.valueOf())
        assert.deepEqual(
          up,
          [...up].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)),
          field,
        )
        const down = (await slugs((q) => q.descending(field))).map((p) => p[field]!.valueOf())
        assert.deepEqual(down, [...up].reverse(), field)
      }
      for (const field of ['price', 'priceData.price'] as const) {
        const up = (await slugs((q) => q.ascending(field))).map((p) => p.priceData!.price!)
        assert.deepEqual(
          up,
          [...up].sort((a, b) => a - b),
        )
      }
      const byType = await slugs((q) => q.descending('productType').ascending('name'))
      const expected = [...byType].sort((a, b) =>
        a.productType === b.productType ? (a.name! < b.name! ? -1 : 1) : a.productType! > b.productType! ? -1 : 1,
      )
      assert.deepEqual(
        byType.map(({ slug }) => slug),
        expected.map(({ slug }) => slug),
      )
    })

    test('next and prev walk the pages; every product comes once', async () => {
      const first = await client().products.queryProducts().ascending('slug').limit(4).find()
      const pages = [first]
      for (let page = first; page.hasNext(); ) {
        page = await page.next()
        pages.push(page)
      }
      const total = sees().length
      assert.equal(pages.length, Math.ceil(total / 4))
      assert.deepEqual(
        pages.flatMap(({ items }) => items.map(({ slug }) => slug)),
        slugsOf(sees()),
      )
      assert.deepEqual(
        [first.totalCount, first.totalPages, first.currentPage, first.pageSize, first.length],
        [total, pages.length, 0, 4, 4],
      )
      const last = pages.at(-1)!
      assert.equal(first.hasPrev(), false)
      assert.equal(last.hasPrev(), true)
      const before = await last.prev()
      assert.deepEqual(
        before.items.map(({ slug }) => slug),
        pages.at(-2)!.items.map(({ slug }) => slug),
      )
      const skipped = await client().products.queryProducts().ascending('slug').skip(2).limit(2).find()
      assert.deepEqual(
        skipped.items.map(({ slug }) => slug),
        first.items.slice(2).map(({ slug }) => slug),
      )
    })

    test('a query of over 4000 characters goes as a POST, a shorter one as .r, and both find the same', async () => {
      const { products } = client()
      const ids = stocked.products.map(({ id }) => id)
      const inlined = Array.from({ length: 90 }, (_, i) => nobody.replace(/..$/, String(10 + i)))
      takeSeen()
      const short = await products.queryProducts().in('_id', ids).ascending('slug').limit(100).find()
      const long = await products
        .queryProducts()
        .in('_id', [...ids, ...inlined])
        .ascending('slug')
        .limit(100)
        .find()
      const [get, post] = takeSeen().filter(({ path }) => path.startsWith('/stores-reader'))
      assert.equal(get!.method, 'GET')
      assert.ok(get!.search.has('.r'))
      assert.equal(post!.method, 'POST')
      assert.equal(post!.path, get!.path)
      assert.deepEqual(slugsOf(long.items), slugsOf(short.items))
      assert.equal(long.totalCount, ids.length)
    })

    test('a product by its id has dates as Date, renamed ids, prices as numbers and its media', async () => {
      const { slug, id } = stocked.withOptions
      const { product } = await client().products.getProduct(id)
      assert.ok(product)
      assert.equal(product._id, id)
      assert.equal('id' in product, false)
      assert.equal(product.slug, slug)
      assert.ok(product.lastUpdated instanceof Date && !Number.isNaN(+product.lastUpdated))
      assert.ok(product._createdDate instanceof Date)
      assert.equal(typeof product.priceData?.price, 'number')
      assert.match(product.priceData!.formatted!.price!, /\d/)
      assert.equal(product.stock?.inStock, true)
      assert.equal(product.media!.items!.length, stocked.withOptions.pictures)
      assert.match(product.media!.mainMedia!.image!.url!, /^https?:\/\//)
      assert.deepEqual(
        product.productOptions!.map(({ name, optionType }) => [name, optionType]),
        stocked.withOptions.options,
      )
      assert.equal(product.variants!.length, stocked.withOptions.variants)
      for (const variant of product.variants!) assert.ok(variant._id && variant.choices && variant.stock)
    })

    test('no such product: 404 PRODUCT_NOT_FOUND', async () => {
      const error = await errorOf(client().products.getProduct(nobody))
      assert.equal(error.status, 404)
      assert.equal(error.details.applicationError?.code, 'PRODUCT_NOT_FOUND')
    })

    test('choices narrow down what is left to choose, and the variants', async () => {
      const { products } = client()
      const { id, choice } = stocked.withOptions
      const left = await products.getProductOptionsAvailability(id, choice)
      assert.equal(left.availableForPurchase, true)
      assert.ok(left.selectedVariant)
      const { variants } = await products.queryProductVariants(id, { choices: choice })
      assert.equal(variants!.length, 1)
      assert.deepEqual(variants![0]!.choices, choice)
    })
  })

  describe(`${who}: collections`, () => {
    test('query with filter, sort and paging', async () => {
      const { collections } = client()
      const all = await collections.queryCollections().ascending('name').find()
      assert.deepEqual(
        all.items.map(({ name }) => name).filter((name) => name !== 'All Products'),
        stocked.collections.map(({ name }) => name).sort(),
      )
      assert.equal(all.totalCount, all.items.length)
      const one = await collections.queryCollections().eq('name', stocked.collections[0]!.name).find()
      assert.deepEqual(
        one.items.map(({ _id }) => _id),
        [stocked.collections[0]!.id],
      )
      const paged = await collections.queryCollections().descending('name').limit(1).find()
      assert.equal(paged.items[0]!.name, all.items.at(-1)!.name)
      assert.equal(paged.hasNext(), true)
      assert.equal((await paged.next()).items[0]!.name, all.items.at(-2)!.name)
      const names = await collections.queryCollections().startsWith('name', stocked.collections[0]!.name.slice(0, 3).toLowerCase()).find()
      assert.ok(names.items.some(({ _id }) => _id === stocked.collections[0]!.id))
    })

    test('by id, by slug, and by slug under the older address', async () => {
      const { collections, products } = client()
      const { id, slug, name } = stocked.collections[0]!
      const byId = await collections.getCollection(id)
      assert.deepEqual([byId._id, byId.slug, byId.name], [id, slug, name])
      assert.equal((await collections.getCollectionBySlug(slug)).collection?._id, id)
      assert.equal((await products.getCollectionBySlug(slug)).collection?._id, id)
      assert.equal(byId.numberOfProducts, sees().filter(({ collections }) => collections.includes(id)).length)
    })

    test('none such: the number 404 as its code, which published shops compare it with', async () => {
      assert.equal(await codeOf(client().collections.getCollection(nobody)), 404)
      assert.equal(await codeOf(client().collections.getCollectionBySlug('no-such-collection')), 404)
    })
  })
}
