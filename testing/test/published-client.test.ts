import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { type Auth, apiKey, createClient, token } from '@vitrine/client'
import type { products as storeProducts } from '@wix/stores'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { type PublishedHosts, publishedApp, publishedHosts, publishedVisitor } from '../src/published-client.ts'
import { type Stocked, stockCatalogue } from '../src/stocked-catalogue.ts'

/** The stores app, whose catalogue ours stands in for. */
const storesApp = '215238eb-22a5-4c36-9e7b-e7c08025e04e'
/** On the list of allowed redirects of the test shop's app. */
const home = 'https://shop.example'
const nobody = '01999999-9999-7999-8999-999999999999'

type Query = storeProducts.ProductsQueryBuilder

let platform: TestPlatform
let stocked: Stocked
let hosts: PublishedHosts

before(async () => {
  platform = await startTestPlatform()
  stocked = await stockCatalogue(platform)
})
after(async () => {
  await platform?.[Symbol.asyncDispose]()
  assert.deepEqual(platform.faults, [])
})
beforeEach(() => {
  hosts = publishedHosts(platform.url)
})
afterEach(() => hosts[Symbol.dispose]())

const sorted = (texts: readonly string[]) => [...texts].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
const slugsOf = (those: readonly { readonly slug?: string | null }[]) => sorted(those.map(({ slug }) => slug ?? ''))

type Client = ReturnType<typeof publishedVisitor> | ReturnType<typeof publishedApp>
const visitor = () => publishedVisitor(platform.clientId)
const app = () => publishedApp(platform.apiKey, platform.site)

/** Both kinds of the published client. What is hidden is there for the merchant's own programs only. */
const callers: readonly {
  readonly who: string
  readonly client: () => Client
  readonly sees: () => Stocked['products']
  /** Our own client in the same name. */
  readonly own: (client: Client) => Auth
}[] = [
  {
    who: 'OAuth client',
    client: visitor,
    sees: () => stocked.products,
    own: (client) => token((client as ReturnType<typeof visitor>).auth.getTokens().accessToken.value),
  },
  {
    who: 'API-key client',
    client: app,
    sees: () => [...stocked.products, stocked.hidden],
    own: () => apiKey(platform.apiKey, { siteId: platform.site }),
  },
]

/** The error that the published client throws. */
interface PublishedError extends Error {
  readonly status: number
  readonly requestId: string
  readonly details: {
    readonly applicationError?: { readonly code: string; readonly description: string; readonly data: Record<string, unknown> }
    readonly validationError?: { readonly fieldViolations: readonly { readonly field: string; readonly violatedRule: string }[] }
    readonly requestId: string
  }
}

const errorOf = (promise: Promise<unknown>): Promise<PublishedError> =>
  promise.then(
    () => assert.fail('nothing was thrown'),
    (error: PublishedError) => error,
  )

const codeOf = async (promise: Promise<unknown>) => (await errorOf(promise)).details.applicationError?.code

const lineOf = (catalogItemId: string, quantity = 1, options?: object) => ({
  catalogReference: { appId: storesApp, catalogItemId, ...(options && { options }) },
  quantity,
})

const address = {
  country: 'DE',
  subdivision: 'DE-BE',
  city: 'Berlin',
  postalCode: '10997',
  addressLine1: 'Oberbaumstraße 7',
  addressLine2: 'Hinterhaus',
}
const contactDetails = { firstName: 'Ada', lastName: 'Lovelace', phone: '+49 30 1234' }

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
      hosts.takeSeen()
      const short = await products.queryProducts().in('_id', ids).ascending('slug').limit(100).find()
      const long = await products
        .queryProducts()
        .in('_id', [...ids, ...inlined])
        .ascending('slug')
        .limit(100)
        .find()
      const [get, post] = hosts.takeSeen().filter(({ path }) => path.startsWith('/stores-reader'))
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

describe('OAuth client: tokens', () => {
  test('the first call makes an anonymous visitor; calls go to the edge host, tokens to the other', async () => {
    const client = visitor()
    await client.products.queryProducts().limit(1).find()
    const [token, call] = hosts.takeSeen()
    assert.deepEqual(
      [token!.host, token!.path, JSON.parse(token!.body!)],
      ['www.wixapis.com', '/oauth2/token', { clientId: platform.clientId, grantType: 'anonymous' }],
    )
    assert.equal(call!.host, 'edge.wixapis.com')
    const { accessToken, refreshToken } = client.auth.getTokens()
    assert.match(accessToken.value, /^OauthNG\.JWS\./)
    assert.equal(call!.headers.get('authorization'), accessToken.value)
    assert.ok(accessToken.expiresAt > Date.now() / 1000 + 60)
    assert.equal(refreshToken.role, 'visitor')
    assert.equal(client.auth.loggedIn(), false)
  })

  test('an expired access token is renewed by the refresh token: the same visitor, the same cart', async () => {
    const client = visitor()
    await client.currentCart.addToCurrentCart({ lineItems: [lineOf(stocked.plain.id)] })
    const { accessToken, refreshToken } = client.auth.getTokens()
    client.auth.setTokens({ accessToken: { ...accessToken, expiresAt: 1 }, refreshToken })
    hosts.takeSeen()
    const cart = await client.currentCart.getCurrentCart()
    assert.equal(cart.lineItems!.length, 1)
    assert.equal(JSON.parse(hosts.takeSeen()[0]!.body!).grantType, 'refresh_token')
    assert.equal(client.auth.getTokens().refreshToken.value, refreshToken.value)
  })

  test('a refresh token that is none silently becomes a new visitor', async () => {
    const client = publishedVisitor(platform.clientId, {
      accessToken: { value: '', expiresAt: 0 },
      refreshToken: { value: 'JWS.forged', role: 'visitor' },
    })
    await client.products.queryProducts().limit(1).find()
    assert.deepEqual(
      hosts
        .takeSeen()
        .filter(({ path }) => path === '/oauth2/token')
        .map(({ body }) => JSON.parse(body!).grantType),
      ['refresh_token', 'anonymous'],
    )
    assert.notEqual(client.auth.getTokens().refreshToken.value, 'JWS.forged')
  })

  test('two parallel first calls are two visitors, as published: one of the two carts is found again', async () => {
    const client = visitor()
    await Promise.all([1, 2].map(() => client.currentCart.addToCurrentCart({ lineItems: [lineOf(stocked.plain.id)] })))
    const cart = await client.currentCart.getCurrentCart()
    assert.equal(cart.lineItems![0]!.quantity, 1)
  })

  test('a token that says nothing to us is refused with 401', async () => {
    const client = publishedVisitor(platform.clientId, {
      accessToken: { value: 'OauthNG.JWS.forged', expiresAt: 9_999_999_999 },
      refreshToken: { value: 'x', role: 'visitor' },
    })
    const error = await errorOf(client.currentCart.getCurrentCart())
    assert.equal(error.status, 401)
    assert.equal(error.details.applicationError?.code, 'INVALID_TOKEN')
  })

  test('an app that nobody registered gets no tokens', async () => {
    await assert.rejects(publishedVisitor(nobody).auth.generateVisitorTokens(), /Failed to fetch tokens from OAuth API/)
    await assert.rejects(publishedVisitor(nobody).products.queryProducts().find())
  })

  test('token-info says whom a token speaks for', async () => {
    const client = visitor()
    const { accessToken } = await client.auth.generateVisitorTokens()
    const ask = async (token: string) =>
      (
        await client.fetchWithAuth('https://www.wixapis.com/oauth2/token-info', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ token }),
        })
      ).json()
    const info = await ask(accessToken.value)
    assert.deepEqual([info.active, info.subjectType, info.clientId, typeof info.exp], [true, 'VISITOR', platform.clientId, 'string'])
    assert.deepEqual(await ask('OauthNG.JWS.forged'), { active: false })
  })
})

describe('API-key client: who it is', () => {
  test('the bare key and the site go with every call, to the plain host', async () => {
    await app().products.queryProducts().limit(1).find()
    const [call] = hosts.takeSeen()
    assert.deepEqual(
      [call!.host, call!.headers.get('authorization'), call!.headers.get('wix-site-id')],
      ['www.wixapis.com', platform.apiKey, platform.site],
    )
  })

  test('a key that nobody made is refused with 401', async () => {
    const error = await errorOf(publishedApp('IST.no-such-key', platform.site).products.queryProducts().find())
    assert.equal(error.status, 401)
  })
})

describe('errors, as the published client shows them', () => {
  test('a refusal is JSON text with message and details; code, data, status and request id are at hand', async () => {
    const error = await errorOf(visitor().currentCart.getCurrentCart())
    const told = JSON.parse(error.message)
    assert.equal(error.status, 404)
    assert.equal(error.details.applicationError?.code, 'OWNED_CART_NOT_FOUND')
    assert.equal(told.message, error.details.applicationError?.description, 'message and description are one sentence, not two')
    assert.deepEqual(told.details, error.details)
    assert.match(error.requestId, /^[0-9a-f-]{36}$/)
    assert.equal(error.details.requestId, error.requestId)
  })

  test('broken rules name the arguments of the published function', async () => {
    const error = await errorOf(visitor().currentCart.updateCurrentCartLineItemQuantity([{ _id: 'no-guid', quantity: 1 }]))
    assert.equal(error.status, 400)
    const [violation] = error.details.validationError!.fieldViolations
    assert.deepEqual([violation!.field, violation!.violatedRule], ['lineItems.0.id', 'FORMAT'])
    assert.match(JSON.parse(error.message).message, /^INVALID_ARGUMENT: "lineItems\.0\.id" /)
  })

  test('a broken path parameter is named as the published function calls it', async () => {
    const error = await errorOf(visitor().checkout.getCheckout('no-guid'))
    assert.equal(error.status, 400)
    assert.equal(error.details.validationError!.fieldViolations[0]!.field, '_id')
  })

  test('a call without the right to it: 403 PERMISSION_DENIED', async () => {
    const client = visitor()
    const { checkoutId } = await filledCheckout(client)
    const error = await errorOf(client.checkout.markCheckoutAsCompleted(checkoutId))
    assert.deepEqual([error.status, error.details.applicationError?.code], [403, 'PERMISSION_DENIED'])
  })
})

for (const { who, client, own } of callers) {
  describe(`${who}: current cart`, () => {
    afterEach(
      () =>
        client === app &&
        app()
          .currentCart.deleteCurrentCart()
          .catch(() => {}),
    )

    test('none yet: 404 OWNED_CART_NOT_FOUND', async () => {
      const error = await errorOf(client().currentCart.getCurrentCart())
      assert.deepEqual([error.status, error.details.applicationError?.code], [404, 'OWNED_CART_NOT_FOUND'])
    })

    test('what is added has everything a cart page shows', async () => {
      const { id, choice, name } = stocked.withOptions
      const { currentCart } = client()
      const { cart } = await currentCart.addToCurrentCart({ lineItems: [lineOf(id, 2, { options: choice })] })
      assert.ok(cart)
      assert.match(cart._id!, /^[0-9a-f-]{36}$/)
      assert.ok(cart._createdDate instanceof Date && cart._updatedDate instanceof Date)
      assert.equal(cart.currency, stocked.currency)
      assert.deepEqual(cart.appliedDiscounts, [])
      const [line] = cart.lineItems!
      assert.ok(line)
      assert.equal(line.quantity, 2)
      assert.equal(line.productName?.original, name)
      assert.equal(line.catalogReference?.catalogItemId, id)
      assert.equal(line.catalogReference?.appId, storesApp)
      assert.match(line.price!.amount!, /^\d+\.\d{2}$/)
      assert.match(line.price!.formattedAmount!, /\d/)
      assert.equal(line.price!.amount, line.price!.convertedAmount)
      assert.ok(line.fullPrice)
      assert.match(line.image!, /^wix:image:\/\/v1\/[^/]+\/[^/#]+#originWidth=\d+&originHeight=\d+$/)
      assert.doesNotMatch(line.image!, /undefined/)
      assert.match(line.url!, /^https?:\/\/.+\/products\//)
      assert.equal(line.availability?.status, 'AVAILABLE')
      assert.equal(line.itemType?.preset, 'PHYSICAL')
      assert.equal(line.physicalProperties?.shippable, true)
      assert.equal(typeof line.physicalProperties?.weight, 'number')
      assert.deepEqual(
        Object.fromEntries(
          line.descriptionLines!.map(({ name, plainText, colorInfo }) => [name?.original, (plainText ?? colorInfo)?.original]),
        ),
        choice,
      )
      assert.equal(line.paymentOption, 'FULL_PAYMENT_ONLINE')
      if (client === visitor) assert.match(cart.buyerInfo!.visitorId!, /^[0-9a-f-]{36}$/)
      assert.deepEqual(await currentCart.getCurrentCart().then(({ lineItems }) => lineItems), cart.lineItems)
    })

    test('every other call: quantities, update, estimate, coupon, remove, delete', async () => {
      const { currentCart } = client()
      await currentCart.addToCurrentCart({ lineItems: [lineOf(stocked.plain.id), lineOf(stocked.other.id, 3)] })
      const again = await currentCart.addToCurrentCart({ lineItems: [lineOf(stocked.plain.id, 2)] })
      assert.deepEqual(
        again.cart!.lineItems!.map(({ quantity }) => quantity),
        [3, 3],
      )
      const [plain, other] = again.cart!.lineItems!.map(({ _id }) => _id!)

      const fewer = await currentCart.updateCurrentCartLineItemQuantity([{ _id: other!, quantity: 1 }])
      assert.deepEqual(
        fewer.cart!.lineItems!.map(({ quantity }) => quantity),
        [3, 1],
      )

      const noted = await currentCart.updateCurrentCart({
        cartInfo: { buyerNote: 'Please ring twice', buyerInfo: { email: 'ada@example.com' }, contactInfo: { address, contactDetails } },
      })
      const cart = 'cart' in noted ? (noted as { cart: typeof noted }).cart : noted
      assert.equal(cart.buyerNote, 'Please ring twice')
      assert.equal(cart.buyerInfo?.email, 'ada@example.com')
      assert.equal(cart.contactInfo?.address?.addressLine1, address.addressLine1)
      assert.equal(cart.contactInfo?.address?.city, 'Berlin')
      assert.equal(cart.contactInfo?.contactDetails?.firstName, 'Ada')

      const estimate = await currentCart.estimateCurrentCartTotals({
        shippingAddress: address,
        calculateShipping: true,
        calculateTax: true,
      })
      assert.equal(estimate.calculatedLineItems!.length, 2)
      const [option] = estimate.shippingInfo!.carrierServiceOptions!.flatMap(({ shippingOptions }) => shippingOptions ?? [])
      assert.ok(option?.code && option.title && option.cost?.price)
      const { priceSummary } = estimate
      const cents = (price: { amount?: string } | undefined) => Math.round(Number(price?.amount) * 100)
      assert.equal(
        cents(priceSummary!.subtotal),
        again.cart!.lineItems!.reduce((sum, line, i) => sum + cents(line.price) * [3, 1][i]!, 0),
      )
      assert.ok(cents(priceSummary!.total) >= cents(priceSummary!.subtotal))
      const chosen = await currentCart.estimateCurrentCartTotals({
        shippingAddress: address,
        selectedShippingOption: { code: option.code },
      })
      assert.equal(chosen.shippingInfo!.selectedCarrierServiceOption!.code, option.code)
      assert.equal(cents(chosen.priceSummary!.shipping), cents(option.cost.price))

      await currentCart.removeCouponFromCurrentCart()
      const left = await currentCart.removeLineItemsFromCurrentCart([plain!])
      assert.deepEqual(
        left.cart!.lineItems!.map(({ _id }) => _id),
        [other],
      )
      assert.equal(await codeOf(currentCart.removeLineItemsFromCurrentCart([plain!])), 'LINE_ITEM_NOT_FOUND')
      await currentCart.deleteCurrentCart()
      assert.equal(await codeOf(currentCart.getCurrentCart()), 'OWNED_CART_NOT_FOUND')
    })

    test('an item that the catalogue does not have: 400 ITEM_NOT_FOUND_IN_CATALOG', async () => {
      const error = await errorOf(client().currentCart.addToCurrentCart({ lineItems: [lineOf(nobody)] }))
      assert.deepEqual([error.status, error.details.applicationError?.code], [400, 'ITEM_NOT_FOUND_IN_CATALOG'])
      assert.deepEqual(error.details.applicationError?.data, { catalogItemId: nobody })
    })
  })

  describe(`${who}: checkout and order`, () => {
    afterEach(
      () =>
        client === app &&
        app()
          .currentCart.deleteCurrentCart()
          .catch(() => {}),
    )

    test('from the cart: create, get, by cart, url, address, delivery, lines, order, and the order itself', async () => {
      const one = client()
      const { checkout, currentCart, orders } = one
      const { cart } = await currentCart.addToCurrentCart({ lineItems: [lineOf(stocked.plain.id, 2)] })
      const { checkoutId = '' } = await currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB' })
      assert.match(checkoutId, /^[0-9a-f-]{36}$/)

      const made = await checkout.getCheckout(checkoutId)
      assert.equal(made._id, checkoutId)
      assert.equal(made.cartId, cart!._id)
      assert.ok(made._createdDate instanceof Date)
      assert.equal(made.completed, false)
      assert.match(made.lineItems![0]!.media!, /^wix:image:\/\/v1\//)
      assert.equal((await checkout.getCheckoutByCartId(cart!._id!)).checkout?._id, checkoutId)
      assert.match((await checkout.getCheckoutUrl(checkoutId)).checkoutUrl!, /^https?:\/\//)

      const addressed = await checkout.updateCheckout(checkoutId, {
        buyerInfo: { email: 'ada@example.com' },
        shippingInfo: { shippingDestination: { address, contactDetails } },
        billingInfo: { address, contactDetails },
      })
      assert.equal(addressed.buyerInfo?.email, 'ada@example.com')
      assert.equal(addressed.shippingInfo?.shippingDestination?.address?.addressLine1, address.addressLine1)
      assert.equal(addressed.billingInfo?.address?.country, 'DE')
      const [option] = addressed.shippingInfo.carrierServiceOptions!.flatMap(({ shippingOptions }) => shippingOptions ?? [])
      assert.ok(option?.code)

      const delivered = await checkout.updateCheckout(checkoutId, { shippingInfo: { selectedCarrierServiceOption: { code: option.code } } })
      assert.equal(delivered.shippingInfo?.selectedCarrierServiceOption?.code, option.code)
      assert.equal(delivered.shippingInfo?.shippingDestination?.address?.city, 'Berlin', 'what is not sent stays')
      assert.equal(delivered.buyerInfo?.email, 'ada@example.com')

      const more = await checkout.addToCheckout(checkoutId, { lineItems: [lineOf(stocked.other.id)] })
      assert.equal(more.checkout!.lineItems!.length, 2)
      const [first, second] = more.checkout!.lineItems!.map(({ _id }) => _id!)
      const changed = await checkout.updateLineItemsQuantity(checkoutId, [{ _id: second!, quantity: 2 }])
      assert.equal(changed.checkout!.lineItems![1]!.quantity, 2)
      const fewer = await checkout.removeLineItems(checkoutId, [first!])
      assert.deepEqual(
        fewer.checkout!.lineItems!.map(({ _id }) => _id),
        [second],
      )
      for (const remove of [checkout.removeCoupon, checkout.removeGiftCard, checkout.removeOverrideCheckoutUrl]) {
        assert.equal((await remove(checkoutId)).checkout?._id, checkoutId)
      }

      const { orderId } = await checkout.createOrder(checkoutId)
      assert.match(orderId!, /^[0-9a-f-]{36}$/)
      const order = await orders.getOrder(orderId!)
      assert.equal(order._id, orderId)
      assert.equal(order.checkoutId, checkoutId)
      assert.ok(order._createdDate instanceof Date)
      assert.match(order.number!, /^\d+$/)
      assert.equal(order.buyerInfo?.email, 'ada@example.com')
      assert.equal(order.lineItems![0]!.quantity, 2)
      assert.match(order.lineItems![0]!.image!, /^wix:image:\/\/v1\//)
      assert.equal(order.priceSummary!.total!.amount, fewer.checkout!.priceSummary!.total!.amount)
      assert.equal(order.shippingInfo!.code, option.code)
      assert.equal(
        order.recipientInfo?.contactDetails?.firstName ?? order.shippingInfo?.logistics?.shippingDestination?.contactDetails?.firstName,
        'Ada',
      )
      assert.deepEqual([order.status, order.paymentStatus, order.fulfillmentStatus], ['INITIALIZED', 'NOT_PAID', 'NOT_FULFILLED'])
      assert.equal((await checkout.getCheckout(checkoutId)).completed, false, 'it waits for its payment')

      const { payments } = createClient({ baseUrl: platform.url, auth: own(one) })
      const card = { cardNumber: '4242 4242 4242 4242', expiryMonth: 12, expiryYear: 2099, securityCode: '123', holder: 'Ada Lovelace' }
      const paid = await payments.placeOrder({
        id: checkoutId,
        paymentToken: (await payments.createCardToken(card)).token,
        returnUrl: `${home}/thanks`,
        expectedTotal: order.priceSummary!.total!.amount!,
      })
      assert.deepEqual([paid.orderId, paid.status], [orderId, 'APPROVED'])
      const settled = await orders.getOrder(orderId!)
      assert.deepEqual([settled.status, settled.paymentStatus], ['APPROVED', 'PAID'])
      assert.ok(settled.activities!.some(({ type }) => type === 'ORDER_PLACED'))
      assert.ok(settled.activities!.some(({ type }) => type === 'ORDER_PAID'))
      assert.ok(settled.activities!.every(({ _createdDate }) => _createdDate instanceof Date))
      assert.equal((await checkout.getCheckout(checkoutId)).completed, true)
      assert.equal(await codeOf(checkout.addToCheckout(checkoutId, { lineItems: [lineOf(stocked.other.id)] })), 'CHECKOUT_IS_COMPLETE')
      assert.equal(await codeOf(checkout.createOrder(checkoutId)), 'CHECKOUT_ALREADY_PAID')
      assert.equal(await codeOf(currentCart.getCurrentCart()), 'OWNED_CART_NOT_FOUND', 'what was bought or taken out at the till is gone')
    })

    test('an order of nothing but gifts needs no payment and is complete at once', async () => {
      const { checkout, orders } = client()
      const { _id } = await checkout.createCheckout({
        channelType: 'WEB',
        lineItems: [lineOf(stocked.gratis.id)],
        checkoutInfo: { buyerInfo: { email: 'ada@example.com' }, billingInfo: { address, contactDetails } },
      })
      const { orderId } = await checkout.createOrder(_id!)
      const order = await orders.getOrder(orderId!)
      assert.equal(order.status, 'APPROVED')
      assert.equal(Number(order.priceSummary!.total!.amount), 0)
      assert.equal((await checkout.getCheckout(_id!)).completed, true)
    })

    test('directly, with an address from the start', async () => {
      const { checkout } = client()
      const made = await checkout.createCheckout({
        channelType: 'WEB',
        lineItems: [lineOf(stocked.plain.id)],
        checkoutInfo: { shippingInfo: { shippingDestination: { address, contactDetails } }, buyerInfo: { email: 'ada@example.com' } },
      })
      assert.equal(made.lineItems!.length, 1)
      assert.equal(made.shippingInfo?.shippingDestination?.address?.addressLine1, address.addressLine1)
      assert.equal(made.buyerInfo?.email, 'ada@example.com')
      assert.equal(made.channelType, 'WEB')
    })

    test('none such: 404 CHECKOUT_NOT_FOUND, 404 ORDER_NOT_FOUND', async () => {
      const { checkout, orders } = client()
      assert.equal(await codeOf(checkout.getCheckout(nobody)), 'CHECKOUT_NOT_FOUND')
      assert.equal(await codeOf(orders.getOrder(nobody)), 'ORDER_NOT_FOUND')
    })

    test('nothing in it: 400 EMPTY_CHECKOUT', async () => {
      assert.equal(await codeOf(client().checkout.createCheckout({ channelType: 'WEB' })), 'EMPTY_CHECKOUT')
    })
  })
}

describe('whose it is', () => {
  test('another visitor finds neither the checkout nor the order; a program with a key finds both', async () => {
    const buyer = visitor()
    const { checkoutId, orderId } = await boughtOrder(buyer)
    const other = visitor()
    assert.equal(await codeOf(other.checkout.getCheckout(checkoutId)), 'CHECKOUT_NOT_FOUND')
    assert.equal(await codeOf(other.orders.getOrder(orderId)), 'ORDER_NOT_FOUND')
    assert.equal((await app().checkout.getCheckout(checkoutId))._id, checkoutId)
    assert.equal((await app().orders.getOrder(orderId))._id, orderId)
  })

  test('a program marks a checkout as completed', async () => {
    const { checkoutId } = await filledCheckout(visitor())
    await app().checkout.markCheckoutAsCompleted(checkoutId)
    assert.equal((await app().checkout.getCheckout(checkoutId)).completed, true)
  })
})

describe('redirect session', () => {
  for (const { who, client } of callers) {
    test(`${who}: to the checkout, with callbacks that are on the app’s list`, async () => {
      const one = client()
      const { checkoutId } = await filledCheckout(one)
      const { redirectSession } = await one.redirects.createRedirectSession({
        ecomCheckout: { checkoutId },
        callbacks: { postFlowUrl: `${home}/`, thankYouPageUrl: `${home}/thanks`, cartPageUrl: `${home}/cart` },
      })
      assert.match(redirectSession!._id!, /^[0-9a-f-]{36}$/)
      assert.match(redirectSession!.fullUrl!, /^https?:\/\//)
      assert.ok(redirectSession!.fullUrl!.includes(checkoutId))
    })
  }

  test('a foreign callback: 400 REDIRECT_URI_NOT_ALLOWED', async () => {
    const client = visitor()
    const { checkoutId } = await filledCheckout(client)
    for (const url of ['https://evil.example/', 'javascript:alert(1)', '//evil.example']) {
      for (const name of ['postFlowUrl', 'thankYouPageUrl', 'cartPageUrl']) {
        const session = client.redirects.createRedirectSession({ ecomCheckout: { checkoutId }, callbacks: { [name]: url } })
        const error = await errorOf(session)
        assert.equal(error.details.applicationError?.code, 'REDIRECT_URI_NOT_ALLOWED', `${name}: ${url}`)
        assert.equal(error.status, 400)
      }
    }
  })

  test('no intent: 400 REDIRECT_INTENT_REQUIRED; a checkout of somebody else: 404', async () => {
    const { checkoutId } = await filledCheckout(visitor())
    assert.equal(await codeOf(visitor().redirects.createRedirectSession({})), 'REDIRECT_INTENT_REQUIRED')
    assert.equal(await codeOf(visitor().redirects.createRedirectSession({ ecomCheckout: { checkoutId } })), 'CHECKOUT_NOT_FOUND')
  })
})

/** A checkout with an address and a delivery. */
async function filledCheckout({ checkout }: Client) {
  const { _id } = await checkout.createCheckout({
    channelType: 'WEB',
    lineItems: [lineOf(stocked.plain.id)],
    checkoutInfo: {
      buyerInfo: { email: 'ada@example.com' },
      shippingInfo: { shippingDestination: { address, contactDetails } },
      billingInfo: { address, contactDetails },
    },
  })
  const checkoutId = _id!
  const { shippingInfo } = await checkout.getCheckout(checkoutId)
  const [option] = shippingInfo!.carrierServiceOptions!.flatMap(({ shippingOptions }) => shippingOptions ?? [])
  await checkout.updateCheckout(checkoutId, { shippingInfo: { selectedCarrierServiceOption: { code: option!.code! } } })
  return { checkoutId }
}

async function boughtOrder(client: Client) {
  const { checkoutId } = await filledCheckout(client)
  const { orderId } = await client.checkout.createOrder(checkoutId)
  return { checkoutId, orderId: orderId! }
}
