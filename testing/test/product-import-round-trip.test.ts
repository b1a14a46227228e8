import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { exports, merchantInventory, merchantProducts, stockLocations, subscriptionOptions } from '@vitrine/client/back-office'
import type { MerchantProduct, MerchantProductInput } from '@vitrine/contract'
import { readDrafts, saveChanged } from '@vitrine/platform/commerce/catalogue/edit/store'
import { findExtras } from '@vitrine/platform/commerce/catalogue/imports/extras'
import { sql } from '@vitrine/platform/kernel/db/sql'
import fc from 'fast-check'
import { importClient } from '../src/import-client.ts'
import { addPicture } from '../src/pictures.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addFile } from '../src/products.ts'
import { pdfFile } from '../src/sample-files.ts'
import { testSections } from '../src/shop.ts'

/** Law: a file that was exported here brings back the same catalogue, and changes nothing where it is there already. */
let shop: TestPlatform
const officeAt = (baseUrl: string, key: string) =>
  createClient({
    baseUrl,
    auth: apiKey(key),
    modules: { exports, merchantInventory, merchantProducts, stockLocations, subscriptionOptions },
  })
let office: ReturnType<typeof officeAt>
let desk: ReturnType<typeof importClient>
let pictures: readonly string[]
let collections: readonly string[]
/** Where stock is, beside the first location. */
let warehouse: string
let plans: readonly string[]
let film: string
let file: string

before(async () => {
  shop = await startTestPlatform()
  office = officeAt(shop.url, shop.apiKey)
  desk = importClient(shop)
  pictures = await Promise.all(Array.from({ length: 4 }, () => addPicture(shop)))
  const made = await Promise.all(
    ['Mugs', 'New; hot', 'Bowls, small'].map((name) => office.merchantProducts.createCollection({ collection: { name } })),
  )
  collections = made.map(({ collection }) => collection.id!)
  warehouse = (await office.stockLocations.createLocation({ location: { name: 'Halle 2: Nord; oben' } })).location.id
  const given = ['Monthly', 'Monthly', 'Saver; x (hidden)'].map((title) =>
    office.subscriptionOptions.createSubscriptionOption({
      subscriptionOption: { title, subscriptionSettings: { frequency: 'MONTH', interval: 1, autoRenewal: true } },
    }),
  )
  plans = (await Promise.all(given)).map(({ subscriptionOption }) => subscriptionOption.id)
  file = await addFile(shop, pdfFile(), 'print.pdf')
  film = 'throwing.mp4'
  await shop.platform.database.query(sql`
    insert into media (site, id, kind, mime, file_name, digest, bytes, width, height, alpha, focal_x, focal_y, created_at)
    values (${shop.site}, ${film}, 'VIDEO', 'video/mp4', 'Throwing.mp4', 'throwing', 1000, 640, 480, false, 0.5, 0.5, ${shop.clock.now()})`)
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined })
const money = fc.integer({ min: 1, max: 500_000 }).map((cents) => cents / 100)
/** With what CSV, lists in a cell and spreadsheets have a meaning for. Blanks around a text are nobody's wish, and go. */
const words = (most: number) =>
  fc
    .array(
      fc.constantFrom(
        'Morning',
        'mug',
        'Größe',
        '"quoted"',
        'a; b',
        'c\\d',
        '=1+1',
        '-3',
        "'s",
        '+49',
        '@home',
        'x,y',
        '日本',
        'two\nlines',
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((all) => all.join(' ').slice(0, most).trim())
const line = (most: number) => words(most).map((text) => text.replaceAll('\n', ' '))
const code = fc.stringMatching(/^[A-Z0-9]{4,12}$/)
const side = maybe(fc.integer({ min: 1, max: 900 }).map((tenths) => String(tenths / 10)))
const dimensions = fc
  .record({ length: side, width: side, height: side, unit: fc.constantFrom('CM' as const, 'IN' as const) })
  .filter(({ length, width, height }) => (length ?? width ?? height) !== undefined)
const quantity = fc.integer({ min: 1, max: 100_000 }).map((hundredths) => hundredths / 100)
const measure = fc
  .tuple(quantity, quantity, fc.constantFrom(['G', 'KG'] as const, ['ML', 'L'] as const, ['SQM', 'SQFT'] as const))
  .map(([totalQuantity, baseQuantity, [totalMeasurementUnit, baseMeasurementUnit]]) => ({
    totalQuantity,
    totalMeasurementUnit,
    baseQuantity,
    baseMeasurementUnit,
  }))
const tag = fc.record({
  type: fc.constantFrom('meta', 'link'),
  props: fc.record({ name: fc.constantFrom('robots', 'og:title'), content: words(40) }),
  children: fc.constant(''),
  custom: fc.boolean(),
  disabled: fc.boolean(),
})
const plain = { custom: false, disabled: false }
const seo = fc
  .record({ title: maybe(words(60)), description: maybe(words(200)), tags: fc.array(tag, { maxLength: 2 }), settings: maybe(fc.boolean()) })
  .filter(({ title, description, tags }) => (title ?? description ?? tags[0]) !== undefined)
  .map(({ title, description, tags, settings }) => ({
    tags: [
      ...(title === undefined ? [] : [{ ...plain, type: 'title', children: title }]),
      ...(description === undefined
        ? []
        : [{ ...plain, type: 'meta', props: { name: 'description', content: description }, children: '' }]),
      ...tags,
    ],
    ...(settings !== undefined && { settings: { preventAutoRedirect: settings, keywords: [{ term: 'mug', isMain: true }] } }),
  }))
const point = maybe(fc.record({ x: fc.constantFrom(0, 0.25, 0.5, 1), y: fc.constantFrom(0.1, 0.5, 0.75) }))
const stock = fc.oneof(
  fc.integer({ min: 0, max: 900 }).map((count) => ({ count })),
  fc.constant({ count: null }),
)
const variant = fc.record({
  price: maybe(money),
  cost: maybe(money),
  weight: maybe(quantity),
  barcode: maybe(code),
  mpn: maybe(code),
  totalQuantity: maybe(quantity),
  visible: maybe(fc.boolean()),
  stock,
})
const options = fc
  .record({
    colors: fc.uniqueArray(line(20), { minLength: 1, maxLength: 3 }),
    sizes: maybe(fc.uniqueArray(line(20), { minLength: 1, maxLength: 2 })),
    manageVariants: fc.boolean(),
    variants: fc.array(variant, { minLength: 6, maxLength: 6 }),
    /** Which option has pictures of its choices, and which of them have one. */
    shown: maybe(fc.record({ bySize: fc.boolean(), first: fc.boolean() })),
  })
  .map(({ sizes, ...rest }) => ({ ...rest, sizes: sizes ?? [] }))

const product = fc.record({
  name: line(60),
  visible: fc.boolean(),
  productType: fc.constantFrom('physical' as const, 'digital' as const),
  description: fc.constantFrom('', '<p>Warm; <strong>round</strong></p>', 'one\r\ntwo, "three"'),
  barcode: maybe(code),
  mpn: maybe(code),
  pricePerUnitData: maybe(measure),
  brand: maybe(line(40)),
  ribbon: maybe(line(20)),
  price: money,
  discount: maybe(fc.record({ type: fc.constantFrom('PERCENT' as const, 'AMOUNT' as const), value: fc.constantFrom(0.5, 1, 12.5) })),
  cost: maybe(money),
  weight: maybe(quantity),
  productDimensions: maybe(dimensions),
  packageDimensions: maybe(dimensions),
  media: fc.array(fc.record({ alt: maybe(line(50)), focalPoint: point }), { maxLength: 4 }),
  options: maybe(options),
  collections: fc.subarray([0, 1, 2]),
  sections: fc.array(fc.record({ title: line(40), description: fc.constantFrom('<p>By hand; dry</p>', 'Plain') }), { maxLength: 2 }),
  texts: fc.array(fc.record({ title: line(40), maxLength: fc.integer({ min: 1, max: 500 }), mandatory: fc.boolean() }), { maxLength: 2 }),
  seo: maybe(seo),
  stock,
  preorder: maybe(
    fc.record({
      enabled: fc.boolean(),
      limit: maybe(fc.integer({ min: 5, max: 50 })),
      message: maybe(words(60)),
      expectedDate: maybe(fc.constantFrom('2027-05-14', '2028-02-29')),
    }),
  ),
  /** How much of each variant is at the second location. */
  elsewhere: fc.integer({ min: 0, max: 9 }),
  owed: fc.integer({ min: 0, max: 5 }),
  subscriptions: fc.subarray([0, 1, 2]),
  hidden: fc.boolean(),
  soldOnce: fc.boolean(),
  file: fc.boolean(),
  filmAt: maybe(fc.nat(4)),
})
type Wanted = typeof product extends fc.Arbitrary<infer T> ? T : never

let made = 0

/** As its editor would save it, and then count it. */
async function create(wanted: Wanted): Promise<void> {
  const n = ++made
  const { colors = [], sizes = [], manageVariants = false, variants = [], shown } = wanted.options ?? {}
  const optionsOf = [
    ...(colors.length > 0
      ? [{ name: 'Colour', choices: colors.map((description, i) => ({ value: `#${String(i).repeat(6)}`, description })) }]
      : []),
    ...(sizes.length > 0 ? [{ name: 'Size; cut', choices: sizes.map((value) => ({ value })) }] : []),
  ]
  const combinations = colors.flatMap((color) =>
    sizes.length === 0 ? [{ Colour: color }] : sizes.map((size) => ({ Colour: color, 'Size; cut': size })),
  )
  const media = wanted.media.map(({ alt, focalPoint }, i) => ({ mediaId: pictures[i]!, alt, focalPoint }))
  const choices = shown?.bySize && sizes.length > 0 ? { option: 'Size; cut', of: sizes } : { option: 'Colour', of: colors }
  const input: MerchantProductInput = {
    name: wanted.name,
    visible: wanted.visible,
    productType: wanted.productType,
    description: wanted.description,
    sku: `P${n}`,
    ...(optionsOf.length === 0 && { barcode: wanted.barcode, mpn: wanted.mpn }),
    pricePerUnitData: wanted.pricePerUnitData,
    brand: wanted.brand,
    ribbon: wanted.ribbon,
    priceData: { price: wanted.price },
    ...(wanted.discount && wanted.discount.value < wanted.price && { discount: wanted.discount }),
    ...(wanted.cost !== undefined && { costAndProfitData: { itemCost: wanted.cost } }),
    weight: wanted.weight,
    productDimensions: wanted.productDimensions,
    packageDimensions: wanted.packageDimensions,
    media,
    productOptions: optionsOf,
    ...(optionsOf.length > 0 && { manageVariants }),
    ...(manageVariants && {
      variants: combinations.map((chosen, i) => {
        const { stock: _, ...own } = variants[i]!
        return { choices: chosen, sku: `P${n}-${i}`, ...own }
      }),
    }),
    ...(shown &&
      optionsOf.length > 0 &&
      media.length > 0 && {
        choiceMedia: choices.of.slice(0, shown.first ? 1 : undefined).map((choice, i) => ({
          option: choices.option,
          choice,
          mediaIds: media.map(({ mediaId }) => mediaId).filter((_id, j) => j % 2 === i % 2 || j === 0),
        })),
      }),
    collectionIds: wanted.collections.map((i) => collections[i]!),
    additionalInfoSections: wanted.sections,
    customTextFields: wanted.texts,
    seoData: wanted.seo,
  }
  const { product } = await office.merchantProducts.addProduct({ product: input })
  const counts = manageVariants
    ? product.variants.map(({ id }, i) => ({ productId: product.id, variantId: id, quantity: variants[i]!.stock.count }))
    : [{ productId: product.id, quantity: wanted.stock.count }]
  const { preorder, elsewhere, owed, subscriptions, hidden } = wanted
  const { id: productId } = product
  if (preorder) await office.merchantInventory.setPreorders({ productId, preorderInfo: preorder })
  const least = preorder?.enabled ? -owed : 0
  await office.merchantInventory.countStock({ counts: counts.map((one) => (one.quantity === 0 ? { ...one, quantity: least } : one)) })
  const placed = counts.filter(({ quantity }) => quantity !== null && quantity > 0)
  if (elsewhere > 0 && placed.length > 0)
    await office.merchantInventory.countStock({ counts: placed.map((one) => ({ ...one, quantity: elsewhere, locationId: warehouse })) })
  if (subscriptions.length > 0)
    await office.subscriptionOptions.assignSubscriptionOptionsToProduct({
      productId,
      assignedSubscriptionOptions: subscriptions.map((i) => ({ id: plans[i]!, hidden: hidden && i === 0 })),
    })
  if (wanted.soldOnce) await office.subscriptionOptions.allowOneTimePurchases({ productId, allowed: true })
  if (wanted.file || (wanted.filmAt !== undefined && media.length > 0)) await giveFiles(productId, wanted)
}

/** A file for its buyers, and a film among the pictures, which no editor gives a product. */
async function giveFiles(productId: string, wanted: Wanted): Promise<void> {
  const { platform, site, clock } = shop
  const commerce = { currency: testSections.commerce.currency, locale: testSections.commerce.locale }
  await platform.database.transact(async (db) => {
    const before = (await readDrafts(db, site, commerce.currency, [productId])).get(productId)!
    const media = [...before.media]
    const poster = media.find(({ kind }) => kind === 'image')
    if (wanted.filmAt !== undefined && poster)
      media.splice(wanted.filmAt, 0, {
        kind: 'video',
        id: film,
        width: 640,
        height: 480,
        poster: wanted.filmAt % 2 === 1 ? film : poster.id,
      })
    await saveChanged(db, site, commerce, [{ before, after: { ...before, media, ...(wanted.file && { fileId: file }) } }], clock.now())
  })
}

const all = async (): Promise<readonly MerchantProduct[]> => {
  const { products } = await office.merchantProducts.listProducts({ query: { cursorPaging: { limit: 100 } } })
  const whole = await Promise.all(products.map(({ id }) => office.merchantProducts.readProduct({ id })))
  return whole.map(({ product: one }) => one).toSorted((a, b) => (a.sku < b.sku ? -1 : 1))
}

const removeAll = async (): Promise<void> => {
  for (const { id } of await all()) await office.merchantProducts.deleteProduct({ id })
}

/** Everything that the merchant said, without what only names it. */
function said({ variants, ...product }: MerchantProduct) {
  const { id: _id, revision: _revision, createdDate: _created, updatedDate: _updated, ...rest } = product
  return { ...rest, variants: variants.map(({ id: _variant, ...one }) => one) }
}

/** What is stored of each product beside what its editor writes, in their order. */
async function besides() {
  const products = await all()
  const { platform, site } = shop
  const ids = products.map(({ id }) => id)
  const drafts = await readDrafts(platform.database, site, 'EUR', ids)
  const extras = await findExtras(platform.database, site, ids)
  const stock = await platform.database.query<{ id: string; sku: string; variant: string; quantity: number; at: number }>(sql`
    select product_id as id, sku, quantity, coalesce((elsewhere->>${warehouse})::bigint, 0) as at from stock
    where site = ${site} and product_id = any(${ids}::uuid[]) and tracked order by sku, quantity, at`)
  return products.map(({ id }) => {
    const { fileId, media } = drafts.get(id)!
    return {
      ...extras.get(id),
      fileId,
      films: media.map((item) => (item.kind === 'video' ? [item.id, item.poster, item.width, item.height] : item.id)),
      stock: stock.filter((row) => row.id === id).map(({ sku, quantity, at }) => [sku, quantity, at]),
    }
  })
}

async function exported(): Promise<string> {
  const { link } = await office.exports.exportProducts({ format: 'CSV' })
  const { pathname, search } = new URL(link)
  const { body } = await shop.platform.exports({ site: shop.site, method: 'GET', path: pathname + search })
  const chunks: Buffer[] = []
  if (body && !Buffer.isBuffer(body)) for await (const chunk of body) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

test('an export is the same catalogue: over itself it changes nothing, and into an empty shop it brings everything back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(product, { minLength: 1, maxLength: 4 }), async (wanted) => {
      for (const one of wanted) await create(one)
      const before = await all()
      const saved = await besides()
      const file = await exported()
      for (const emptyCells of ['KEEP', 'CLEAR'] as const) {
        const same = await desk.check(file, { emptyCells })
        const changes = (await desk.itemsOf(same.id)).flatMap((item) => [...item.changes, ...item.errors, ...item.guesses])
        assert.deepEqual(changes, [], emptyCells)
        assert.deepEqual([same.settings!.format, same.counts.unchanged], ['VITRINE', before.length])
      }
      await removeAll()
      const brought = await desk.bring(file)
      assert.deepEqual([brought.counts.new, brought.counts.done, brought.counts.failed], [before.length, before.length, 0])
      assert.deepEqual((await all()).map(said), before.map(said))
      assert.deepEqual(await besides(), saved)
      await removeAll()
    }),
    { numRuns: 12 },
  )
})
