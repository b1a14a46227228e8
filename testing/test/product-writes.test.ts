import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { audit, merchantInventory, merchantProducts } from '@vitrine/client/back-office'
import { collections, products } from '@vitrine/client/modules'
import type { ProductInput } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { newBuyer, toCheckout } from '../src/buyer.ts'
import { addPicture } from '../src/pictures.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct } from '../src/products.ts'
import { startServerProcess } from '../src/server-process.ts'

let shop: TestPlatform
let office: ReturnType<typeof newOffice>
const newOffice = () =>
  createClient({
    baseUrl: shop.url,
    auth: apiKey(shop.apiKey),
    modules: { merchantProducts, merchantInventory, products, collections, audit },
  })
const { Sage, Ink } = { Sage: { value: '#9AA58F', description: 'Sage' }, Ink: { value: '#2E3A4B', description: 'Ink' } }
const glaze = { name: 'Glaze', choices: [Sage, Ink] }
const size = { name: 'Size', choices: [{ value: 'Regular' }, { value: 'Large' }] }

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const create = async (product: Partial<ProductInput> = {}) =>
  (await office.merchantProducts.createProduct({ product: { name: 'Mug', priceData: { price: 26 }, ...product } })).product
const update = async (id: string, product: Partial<ProductInput>) =>
  (await office.merchantProducts.updateProduct({ product: { ...product, id } })).product
const get = async (id: string) => (await office.products.getProduct({ id, includeMerchantSpecificData: true })).product
const violationsOf = async (call: Promise<unknown>) => {
  const [refused] = await attempt(call)
  const { fieldViolations = [] } = (refused?.data ?? {}) as { fieldViolations?: { field: string }[] }
  return [refused?.code, ...fieldViolations.map(({ field }) => field)]
}
const events = async (type: string) => {
  const rows = await shop.platform.database.query<{ payload: { productId?: string; collection_Id?: string } }>(
    sql`select payload from outbox where site = ${shop.site} and type = ${`com.wix.ecommerce.catalog.api.v1.${type}`} order by id`,
  )
  return rows.map(({ payload }) => payload.productId ?? payload.collection_Id)
}
/** What is stored beside what would be made anew from the draft: a change of nothing writes both from the same. */
const isSteady = async (id: string) => {
  const before = await get(id)
  const after = await update(id, {})
  const { lastUpdated: _, ...was } = before
  const { lastUpdated: __, ...is } = after
  assert.deepEqual(is, was)
}

describe('a product', () => {
  test('is created with all that is said, found by shoppers, and told', async () => {
    const made = await create({
      name: 'Crème Brûlée Bowl',
      description: '<p onclick="steal()">Warm.<script>steal()</script></p>',
      sku: 'BWL',
      brand: 'Morrow',
      ribbon: 'New',
      weight: 0.4,
      priceData: { price: 30 },
      discount: { type: 'PERCENT', value: 10 },
      costAndProfitData: { itemCost: 9 },
      productDimensions: { length: '12', width: '12', height: '6.5', unit: 'CM' },
      additionalInfoSections: [{ title: 'Care', description: '<p>Dishwasher.</p>' }],
      customTextFields: [{ title: 'Engraving', maxLength: 20, mandatory: false }],
      manageVariants: true,
      productOptions: [glaze, size],
      seoData: { tags: [{ type: 'title', children: 'A bowl', custom: false, disabled: false }] },
    })
    assert.equal(made.slug, 'creme-brulee-bowl')
    assert.equal(made.description, '<p>Warm.</p>')
    assert.deepEqual([made.priceData?.price, made.priceData?.discountedPrice, made.discount], [30, 27, { type: 'PERCENT', value: 10 }])
    assert.deepEqual(
      [made.costAndProfitData?.itemCost, made.costAndProfitData?.profit, made.costAndProfitData?.profitMargin, made.costRange],
      [9, 18, 0.6667, { minValue: 9, maxValue: 9 }],
    )
    assert.deepEqual(
      made.productOptions.map(({ name, optionType }) => [name, optionType]),
      [
        ['Glaze', 'color'],
        ['Size', 'drop_down'],
      ],
    )
    assert.equal(made.variants.length, 4)
    assert.deepEqual(made.variants[3]!.choices, { Glaze: 'Ink', Size: 'Large' })
    assert.deepEqual(made.productDimensions, { length: '12', width: '12', height: '6.5', unit: 'CM' })
    assert.equal(made.stock?.inStock, false)
    assert.ok((await events('ProductCreated')).includes(made.id))

    const visitor = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { products } })
    const found = (await visitor.products.queryProducts({ query: { filter: { slug: made.slug } } })).products[0]!
    assert.equal(found.id, made.id)
    assert.equal(found.costAndProfitData, undefined)
    await isSteady(made.id)
  })

  test('has a slug that nobody else has', async () => {
    const names = await Promise.all([create({ name: 'Same' }), create({ name: 'Same' }), create({ name: 'Same' })])
    assert.deepEqual(names.map(({ slug }) => slug).sort(), ['same', 'same-2', 'same-3'])
    assert.deepEqual(await violationsOf(create({ slug: 'same' })), ['PRODUCT_SLUG_TAKEN'])
    assert.deepEqual(await violationsOf(update(names[0].id, { slug: names[1].slug })), ['PRODUCT_SLUG_TAKEN'])
    assert.equal((await update(names[0].id, { slug: names[0].slug })).slug, names[0].slug)
  })

  test('is refused, with the field, where it breaks a rule, and nothing is changed', async () => {
    const { id } = await create({ productOptions: [glaze] })
    const before = await get(id)
    const twice = { ...glaze, choices: [Sage, Sage] }
    const ten = (name: string) => ({ name, choices: Array.from({ length: 11 }, (_, i) => ({ value: `${i}` })) })
    for (const [product, field] of [
      [{ priceData: { price: 1.005 } }, 'product.priceData.price'],
      [{ priceData: { price: -1 } }, 'product.priceData.price'],
      [{ name: '' }, 'product.name'],
      [{ slug: 'Not A Slug' }, 'product.slug'],
      [{ discount: { type: 'PERCENT' as const, value: 101 } }, 'product.discount.value'],
      [{ discount: { type: 'AMOUNT' as const, value: 27 } }, 'product.discount.value'],
      [{ productOptions: [glaze, glaze] }, 'product.productOptions[1].name'],
      [{ productOptions: [twice] }, 'product.productOptions[0].choices[1]'],
      [{ productOptions: [{ name: 'Glaze', choices: [{}] }] }, 'product.productOptions[0].choices[0].value'],
      [{ productOptions: [ten('A'), ten('B'), ten('C')] }, 'product.productOptions'],
      [{ productOptions: [], manageVariants: true }, 'product.manageVariants'],
    ] satisfies [Partial<ProductInput>, string][])
      assert.deepEqual(await violationsOf(update(id, product)), ['INVALID_ARGUMENT', field], JSON.stringify(product))
    assert.deepEqual(await get(id), before)
    assert.deepEqual(await violationsOf(office.merchantProducts.createProduct({ product: { name: 'Free?' } })), [
      'INVALID_ARGUMENT',
      'product.priceData.price',
    ])
    assert.deepEqual(await violationsOf(update(newId(), { name: 'Nobody' })), ['PRODUCT_NOT_FOUND'])
  })

  test('keeps what is not said; two changes at once both hold', async () => {
    const { id } = await create({ name: 'Both', sku: 'ONE', weight: 2 })
    await Promise.all([
      update(id, { name: 'Both of them' }),
      update(id, { brand: 'Morrow' }),
      update(id, { priceData: { price: 31 } }),
      update(id, { ribbon: 'Last ones' }),
    ])
    const { name, brand, ribbon, sku, weight, priceData } = await get(id)
    assert.deepEqual([name, brand, ribbon, sku, weight, priceData?.price], ['Both of them', 'Morrow', 'Last ones', 'ONE', 2, 31])
    assert.ok((await events('ProductChanged')).filter((one) => one === id).length === 4)
    await office.merchantProducts.removeBrand({ id })
    await office.merchantProducts.removeRibbon({ id })
    assert.deepEqual([(await get(id)).brand, (await get(id)).ribbon], ['', ''])
  })

  test('from before drafts were stored is changed without losing anything', async () => {
    const old = await addProduct(
      shop.platform,
      {
        site: shop.site,
        name: 'Old',
        price: 2600,
        percentOff: '12.5',
        colours: { Sage: 5, Ink: 3 },
        texts: [{ title: 'A', maxLength: 5, mandatory: true }],
      },
      shop.clock.now(),
    )
    await shop.platform.database.query(sql`update product set draft = null where site = ${shop.site} and id = ${old.id}`)
    const { lastUpdated: _, ...before } = await get(old.id)
    const { lastUpdated: __, ...after } = await update(old.id, { brand: 'Now' })
    assert.deepEqual(after, { ...before, brand: 'Now' })
    assert.deepEqual(
      after.variants.map(({ id, stock }) => [id, stock?.quantity]),
      [
        [old.variants['Sage'], 5],
        [old.variants['Ink'], 3],
      ],
    )
  })

  test('is deleted: nobody finds it, its collections count it no more, and it is told', async () => {
    const { collection } = await office.merchantProducts.createCollection({ collection: { name: 'To be smaller' } })
    const { id, slug } = await create({ name: 'Gone' })
    await office.merchantProducts.addProductsToCollection({ id: collection.id!, productIds: [id] })
    const count = async () => (await office.collections.getCollection({ id: collection.id! })).collection.numberOfProducts
    assert.equal(await count(), 1)
    await office.merchantProducts.deleteProduct({ id })
    assert.equal(await count(), 0)
    assert.deepEqual(await violationsOf(get(id)), ['PRODUCT_NOT_FOUND'])
    assert.deepEqual((await office.products.queryProducts({ query: { filter: { slug } } })).products, [])
    assert.deepEqual(await violationsOf(office.merchantProducts.deleteProduct({ id })), ['PRODUCT_NOT_FOUND'])
    assert.ok((await events('ProductDeleted')).includes(id))
  })

  test('that was deleted is ordered by nobody who had it in a cart', async () => {
    const mug = await addProduct(shop.platform, { site: shop.site, name: 'In a cart', price: 900, stock: 5 }, shop.clock.now())
    const buyer = newBuyer(shop)
    const checkoutId = await toCheckout(buyer, [{ product: mug, quantity: 2 }])
    await office.merchantProducts.deleteProduct({ id: mug.id })
    assert.equal((await buyer.currentCart.getCurrentCart({})).cart.lineItems.length, 1)
    const [refused] = await attempt(buyer.checkout.createOrder({ id: checkoutId }))
    assert.equal(refused?.code, 'FULL_OUT_OF_STOCK')
  })

  test('is found by the slugs it had, until another product has them or it is deleted', async () => {
    const { id } = await create({ name: 'First Name' })
    await update(id, { slug: 'second-name' })
    await update(id, { slug: 'third-name' })
    const lead = (slug: string) => office.products.findFormerSlug({ slug })
    for (const slug of ['first-name', 'second-name']) assert.deepEqual(await lead(slug), { slug: 'third-name', deleted: false })
    assert.deepEqual(await lead('nobody'), { deleted: false })
    const page = async (slug: string) => {
      const answer = await fetch(`${server.url}/products/${slug}?Glaze=Sage`, { redirect: 'manual' })
      return [answer.status, answer.headers.get('location')]
    }
    await using server = await startServerProcess({ databaseUrl: shop.databaseUrl })
    assert.deepEqual(await page('first-name'), [301, '/products/third-name?Glaze=Sage'])
    await create({ name: 'First Name' })
    assert.deepEqual(await lead('first-name'), { deleted: false })
    assert.equal((await page('first-name'))[0], 200)
    const gone = (await create({ name: 'Shown Last', brand: 'Halde' })).id
    const like = await create({ name: 'Like It', brand: 'Halde' })
    await office.merchantProducts.deleteProduct({ id: gone })
    assert.deepEqual(await lead('shown-last'), { deleted: true, was: { name: 'Shown Last', brand: 'Halde', collectionIds: [] } })
    const goneHtml = await (await fetch(`${server.url}/products/shown-last`)).text()
    assert.ok(goneHtml.includes('Shown Last is gone') && goneHtml.includes(`/products/${like.slug}`), 'the page shows what is like it')
    await update(id, { visible: false })
    assert.deepEqual(await lead('second-name'), { deleted: false })
    assert.equal((await page('second-name'))[0], 404)
    await office.merchantProducts.deleteProduct({ id })
    for (const slug of ['second-name', 'third-name']) {
      assert.deepEqual(await lead(slug), { deleted: true })
      assert.equal((await page(slug))[0], 410)
    }
  })

  test('is in the audit log with what was changed', async () => {
    const { id } = await create({ name: 'Watched' })
    await update(id, { priceData: { price: 28 } })
    const { entries } = await office.audit.queryAudit({ query: { filter: { entityIds: { $hasSome: [id] } }, cursorPaging: { limit: 10 } } })
    assert.deepEqual(
      entries.map(({ act }) => act),
      ['CHANGED', 'CREATED'],
    )
    const { entry } = await office.audit.getAuditEntry({ id: entries[0]!.id })
    assert.deepEqual(
      entry.changes.flatMap(({ fields }) => fields.map(({ path, before, after }) => [path, before, after])),
      [[['price'], 26, 28]],
    )
  })
})

describe('variants', () => {
  test('follow the product until they have something of their own, and again after a reset', async () => {
    const { id } = await create({ manageVariants: true, productOptions: [glaze, size], weight: 0.4 })
    const { variants } = await office.merchantProducts.updateProductVariants({
      id,
      variants: [
        { choices: { Size: 'Large' }, price: 30, weight: 0.6 },
        { choices: { Glaze: 'Ink', Size: 'Large' }, sku: 'INK-L', visible: false },
      ],
    })
    const brief = (all: typeof variants) =>
      all.map(({ variant }) => [
        variant?.priceData?.price,
        variant?.priceData?.discountedPrice,
        variant?.weight,
        variant?.sku,
        variant?.visible,
      ])
    assert.deepEqual(brief(variants), [
      [26, 26, 0.4, '', true],
      [30, 30, 0.6, '', true],
      [26, 26, 0.4, '', true],
      [30, 30, 0.6, 'INK-L', false],
    ])
    const cheaper = await update(id, { priceData: { price: 20 }, discount: { type: 'AMOUNT', value: 5 } })
    assert.deepEqual(brief(cheaper.variants), [
      [20, 15, 0.4, '', true],
      [30, 25, 0.6, '', true],
      [20, 15, 0.4, '', true],
      [30, 25, 0.6, 'INK-L', false],
    ])
    assert.deepEqual(cheaper.priceRange, { minValue: 15, maxValue: 25 })
    await isSteady(id)
    await office.merchantProducts.resetAllProductVariantData({ id })
    assert.deepEqual(
      brief((await get(id)).variants),
      Array.from({ length: 4 }, () => [20, 15, 0.4, '', true]),
    )
  })

  test('keep their id and stock where their choices stay', async () => {
    const made = await create({ manageVariants: true, productOptions: [glaze] })
    const ink = made.variants[1]!.id
    await office.merchantInventory.countStock({ counts: [{ productId: made.id, variantId: ink, quantity: 7 }] })
    const cream = { value: '#F4EEDC', description: 'Cream' }
    const after = await update(made.id, { productOptions: [{ ...glaze, choices: [cream, Ink] }] })
    assert.deepEqual(
      after.variants.map(({ choices, stock }) => [choices, stock?.quantity]),
      [
        [{ Glaze: 'Cream' }, 0],
        [{ Glaze: 'Ink' }, 7],
      ],
    )
    assert.equal(after.variants[1]!.id, ink)
    await office.merchantProducts.deleteProductOptions({ id: made.id })
    const { variants, manageVariants, productOptions } = await get(made.id)
    assert.deepEqual([variants.length, manageVariants, productOptions], [1, false, []])
  })

  test('are refused where they are none, or are not managed', async () => {
    const plain = await create({ productOptions: [glaze] })
    const managed = await create({ manageVariants: true, productOptions: [glaze] })
    const change = (id: string, variants: readonly object[]) =>
      violationsOf(office.merchantProducts.updateProductVariants({ id, variants: [...variants] }))
    assert.deepEqual(await change(plain.id, [{ choices: { Glaze: 'Ink' }, price: 1 }]), ['INVALID_ARGUMENT', 'id'])
    assert.deepEqual(await change(managed.id, [{ choices: { Glaze: 'Gold' }, price: 1 }]), ['INVALID_ARGUMENT', 'variants[0]'])
    assert.deepEqual(await change(managed.id, [{ price: 1 }]), ['INVALID_ARGUMENT', 'variants[0]'])
    assert.deepEqual(await change(managed.id, [{ variantIds: [managed.variants[0]!.id], price: 0.001 }]), [
      'INVALID_ARGUMENT',
      'variants[0].price',
    ])
  })

  test('are at most a thousand', async () => {
    const of = (name: string, count: number) => ({ name, choices: Array.from({ length: count }, (_, i) => ({ value: `${name}${i}` })) })
    const made = await create({ manageVariants: true, productOptions: [of('A', 10), of('B', 100)] })
    assert.equal(made.variants.length, 1000)
    assert.equal((await update(made.id, { priceData: { price: 9 } })).variants[999]?.variant?.priceData?.price, 9)
  })
})

describe('media', () => {
  test('are added once, shown by choices, and taken away again', async () => {
    const [one, two] = [await addPicture(shop), await addPicture(shop)]
    const { id } = await create({ manageVariants: true, productOptions: [glaze] })
    const add = (mediaIds: readonly string[]) =>
      office.merchantProducts.addProductMedia({ id, media: mediaIds.map((mediaId) => ({ mediaId })) })
    await add([one])
    await office.merchantProducts.addProductMedia({
      id,
      media: [{ mediaId: one }, { mediaId: two, choice: { option: 'Glaze', choice: 'Ink' } }],
    })
    const shown = await get(id)
    assert.deepEqual(
      shown.media?.items.map((item) => item.id),
      [one, two],
    )
    assert.equal(shown.media.mainMedia?.id, one)
    assert.deepEqual(
      shown.productOptions[0]!.choices?.[1]?.media?.items.map((item) => item.id),
      [two],
    )
    await office.merchantProducts.addProductMediaToChoices({ id, media: [{ option: 'Glaze', choice: 'Sage', mediaIds: [one] }] })
    await isSteady(id)
    await office.merchantProducts.removeProductMediaFromChoices({ id, media: [{ option: 'Glaze', choice: 'Ink' }] })
    assert.equal((await get(id)).productOptions[0]!.choices?.[1]?.media, undefined)
    await office.merchantProducts.removeProductMedia({ id, mediaIds: [one] })
    assert.deepEqual(
      (await get(id)).media?.items.map((item) => item.id),
      [two],
    )
    await office.merchantProducts.removeProductMedia({ id })
    assert.deepEqual((await get(id)).media?.items, [])
  })

  test('have to be among the files of the shop, and of the product', async () => {
    const { id } = await create({ productOptions: [glaze] })
    const other = await addPicture(shop)
    assert.deepEqual(await violationsOf(office.merchantProducts.addProductMedia({ id, media: [{ mediaId: 'nobody.webp' }] })), [
      'INVALID_ARGUMENT',
      'media[0].mediaId',
    ])
    const assign = (media: { option: string; choice: string; mediaIds: string[] }) =>
      violationsOf(office.merchantProducts.addProductMediaToChoices({ id, media: [media] }))
    assert.deepEqual(await assign({ option: 'Glaze', choice: 'Ink', mediaIds: [other] }), ['INVALID_ARGUMENT', 'media[0].mediaIds[0]'])
    assert.deepEqual(await assign({ option: 'Size', choice: 'Ink', mediaIds: [] }), ['INVALID_ARGUMENT', 'media[0].option'])
    assert.deepEqual(await assign({ option: 'Glaze', choice: 'Gold', mediaIds: [] }), ['INVALID_ARGUMENT', 'media[0].choice'])
  })
})

test('a product that is not there cannot be changed in any way', async () => {
  const id = newId()
  const choice = { option: 'Glaze', choice: 'Ink' }
  const write = office.merchantProducts
  for (const call of [
    () => write.updateProductVariants({ id, variants: [{ choices: { Glaze: 'Ink' }, price: 1 }] }),
    () => write.resetAllProductVariantData({ id }),
    () => write.deleteProductOptions({ id }),
    () => write.removeBrand({ id }),
    () => write.removeRibbon({ id }),
    () => write.addProductMedia({ id, media: [{ mediaId: 'a.webp' }] }),
    () => write.removeProductMedia({ id }),
    () => write.addProductMediaToChoices({ id, media: [{ ...choice, mediaIds: [] }] }),
    () => write.removeProductMediaFromChoices({ id, media: [choice] }),
  ])
    assert.deepEqual(await violationsOf(call()), ['PRODUCT_NOT_FOUND'])
})

describe('many products', () => {
  test('get a property, each with its result', async () => {
    const [one, two] = [await create(), await create({ discount: { type: 'AMOUNT', value: 20 } })]
    const nobody = newId()
    const { results, bulkActionMetadata } = await office.merchantProducts.bulkUpdateProductsProperty({
      ids: [one.id, nobody, two.id],
      set: { price: 15 },
    })
    assert.deepEqual(
      results.map(({ itemMetadata: { originalIndex, success, error } }) => [originalIndex, success, error?.code]),
      [
        [0, true, undefined],
        [1, false, 'PRODUCT_NOT_FOUND'],
        [2, false, 'INVALID_ARGUMENT'],
      ],
    )
    assert.deepEqual(bulkActionMetadata, { totalSuccesses: 1, totalFailures: 2, undetailedFailures: 0 })
    assert.deepEqual([(await get(one.id)).priceData?.price, (await get(two.id)).priceData?.price], [15, 26])
    assert.deepEqual(
      await violationsOf(office.merchantProducts.bulkUpdateProductsProperty({ ids: [one.id], set: { price: 1, brand: 'B' } })),
      ['INVALID_ARGUMENT', 'set'],
    )
  })
})

test('many products get dearer together, and none below nothing', async () => {
  const [one, two] = [await create(), await create({ priceData: { price: 3 } })]
  const adjust = (price: { amount?: number; percentage?: { rate: number } }, more = {}) =>
    office.merchantProducts.bulkAdjustProductProperty({ ids: [one.id, two.id, one.id], adjust: { price, ...more } })
  const { bulkActionMetadata } = await adjust({ amount: -5 })
  assert.deepEqual(bulkActionMetadata, { totalSuccesses: 2, totalFailures: 1, undetailedFailures: 0 })
  assert.deepEqual([(await get(one.id)).priceData?.price, (await get(two.id)).priceData?.price], [21, 3])
  await adjust({ percentage: { rate: 100 } })
  assert.deepEqual([(await get(one.id)).priceData?.price, (await get(two.id)).priceData?.price], [42, 6])
  assert.deepEqual(await violationsOf(adjust({ amount: 1 }, { cost: { amount: 1 } })), ['INVALID_ARGUMENT', 'adjust'])
})

describe('a collection', () => {
  test('is created, renamed, filled, emptied and deleted; its products stay', async () => {
    const { collection } = await office.merchantProducts.createCollection({ collection: { name: 'Für den Morgen', description: 'Early.' } })
    const id = collection.id!
    assert.deepEqual([collection.slug, collection.numberOfProducts, collection.visible], ['fur-den-morgen', 0, true])
    const products = [await create(), await create()].map((product) => product.id)
    await office.merchantProducts.addProductsToCollection({ id, productIds: products })
    await office.merchantProducts.addProductsToCollection({ id, productIds: products })
    const count = async () => (await office.collections.getCollection({ id })).collection.numberOfProducts
    assert.equal(await count(), 2)
    const renamed = await office.merchantProducts.updateCollection({ collection: { id, name: 'Mornings', slug: 'mornings' } })
    assert.deepEqual([renamed.collection.name, renamed.collection.slug, renamed.collection.description], ['Mornings', 'mornings', 'Early.'])
    await office.merchantProducts.removeProductsFromCollection({ id, productIds: [products[0]!] })
    assert.equal(await count(), 1)
    await office.merchantProducts.deleteCollection({ id })
    assert.deepEqual(await violationsOf(office.collections.getCollection({ id })), ['COLLECTION_NOT_FOUND'])
    assert.deepEqual((await get(products[1]!)).collectionIds.length, 1)
    assert.ok((await events('CollectionDeleted')).includes(id))
  })

  test('is refused where it breaks a rule', async () => {
    const { collection } = await office.merchantProducts.createCollection({ collection: { name: 'Taken' } })
    const { createCollection, updateCollection, deleteCollection, addProductsToCollection, removeProductsFromCollection } =
      office.merchantProducts
    assert.deepEqual(await violationsOf(createCollection({ collection: { name: 'Other', slug: 'taken' } })), ['COLLECTION_SLUG_TAKEN'])
    assert.deepEqual(await violationsOf(createCollection({ collection: {} })), ['INVALID_ARGUMENT', 'collection.name'])
    const { collection: other } = await createCollection({ collection: { name: 'Taken' } })
    assert.equal(other.slug, 'taken-2')
    assert.deepEqual(await violationsOf(updateCollection({ collection: { id: other.id!, slug: 'taken' } })), ['COLLECTION_SLUG_TAKEN'])
    const id = newId()
    assert.deepEqual(await violationsOf(updateCollection({ collection: { id, name: 'Nobody' } })), ['COLLECTION_NOT_FOUND'])
    assert.deepEqual(await violationsOf(deleteCollection({ id })), ['COLLECTION_NOT_FOUND'])
    assert.deepEqual(await violationsOf(addProductsToCollection({ id, productIds: [] })), ['COLLECTION_NOT_FOUND'])
    assert.deepEqual(await violationsOf(removeProductsFromCollection({ id, productIds: [] })), ['COLLECTION_NOT_FOUND'])
    assert.deepEqual(await violationsOf(addProductsToCollection({ id: collection.id!, productIds: [id] })), ['PRODUCT_NOT_FOUND'])
  })
})
