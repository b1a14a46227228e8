import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { files, merchantInventory, merchantProducts } from '@vitrine/client/back-office'
import { collections, products } from '@vitrine/client/modules'
import type { MerchantProductInput } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { addPicture } from '../src/pictures.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { codeAndFields } from '../src/refused.ts'

const shop = await startPlatformForFile()
const office = createClient({
  baseUrl: shop.url,
  auth: apiKey(shop.apiKey),
  modules: { merchantProducts, merchantInventory, products, collections, files },
})

const glaze = {
  name: 'Glaze',
  choices: [
    { value: '#9AA58F', description: 'Sage' },
    { value: '#2E3A4B', description: 'Ink' },
  ],
}

const add = async (product: Partial<MerchantProductInput> = {}) =>
  (await office.merchantProducts.addProduct({ product: { name: 'Mug', priceData: { price: 26 }, ...product } })).product

const save = async (id: string, product: MerchantProductInput, revision?: string) =>
  (await office.merchantProducts.saveProduct({ id, product, ...(revision !== undefined && { revision }) })).product

const list = async (filter: Record<string, unknown>, more: object = {}) =>
  (await office.merchantProducts.listProducts({ query: { filter, ...more } })).products

describe('a product in the editor', () => {
  test('that is sold by measure says the price of its base quantity to shoppers, each variant by what it contains', async () => {
    const made = await add({
      name: 'Morning Blend',
      priceData: { price: 14.5 },
      pricePerUnitData: { totalQuantity: 250, totalMeasurementUnit: 'G', baseQuantity: 1, baseMeasurementUnit: 'KG' },
      manageVariants: true,
      productOptions: [{ name: 'Size', choices: [{ value: 'Bag' }, { value: 'Tin' }] }],
      variants: [{ choices: { Size: 'Tin' }, totalQuantity: 1000, price: 50, barcode: '4006381333931' }],
    })
    assert.deepEqual(
      made.variants.map(({ totalQuantity, barcode }) => [totalQuantity, barcode]),
      [
        [undefined, undefined],
        [1000, '4006381333931'],
      ],
    )
    const { product } = await office.products.getProduct({ id: made.id })
    assert.equal(product.priceData?.pricePerUnit, 58)
    assert.deepEqual(
      product.variants.map(({ variant }) => [variant?.priceData?.formatted?.pricePerUnit, variant?.pricePerUnitData?.totalQuantity]),
      [
        ['€58.00', 250],
        ['€50.00', 1000],
      ],
    )
    assert.deepEqual(
      (await list({ words: '4006381333931' })).map(({ id }) => id),
      [made.id],
    )
    const scanned = async () =>
      (await office.merchantInventory.queryStock({ query: { filter: { barcode: '4006381333931' } } })).levels.map(
        ({ choices, barcode }) => [choices, barcode],
      )
    assert.deepEqual(await scanned(), [['Tin', '4006381333931']])
    const { product: copy } = await office.merchantProducts.duplicateProduct({ id: made.id })
    assert.equal((await scanned()).length, 1)
    assert.deepEqual(
      copy.variants.map(({ barcode }) => barcode),
      [undefined, undefined],
    )
    await save(made.id, { clear: ['pricePerUnitData'] })
    assert.equal((await office.products.getProduct({ id: made.id })).product.pricePerUnitData, undefined)
  })

  test('has its maker’s number, and each variant its own: read by shoppers, found, taken away, not copied', async () => {
    const plain = await add({ mpn: 'KILN-77' })
    assert.equal(plain.mpn, 'KILN-77')
    assert.equal((await office.products.getProduct({ id: plain.id })).product.variants[0]?.variant?.mpn, 'KILN-77')
    assert.deepEqual(
      (await list({ words: 'kiln-77' })).map(({ id }) => id),
      [plain.id],
    )
    assert.equal((await office.merchantProducts.duplicateProduct({ id: plain.id })).product.mpn, undefined)
    assert.equal((await save(plain.id, { mpn: '' })).mpn, undefined)

    const made = await add({ manageVariants: true, productOptions: [glaze], variants: [{ choices: { Glaze: 'Ink' }, mpn: 'KILN-78' }] })
    const numbers = (product: typeof made) => product.variants.map(({ choices, mpn }) => [choices['Glaze'], mpn])
    assert.deepEqual(numbers(made), [
      ['Sage', undefined],
      ['Ink', 'KILN-78'],
    ])
    const { product: copy } = await office.merchantProducts.duplicateProduct({ id: made.id })
    assert.deepEqual(
      copy.variants.map(({ mpn }) => mpn),
      [undefined, undefined],
    )
  })

  test('is written with media, variants, choices and collections in one go, and read back as it was written', async () => {
    const [sage, ink] = [await addPicture(shop), await addPicture(shop)]
    const { collection } = await office.merchantProducts.createCollection({ collection: { name: 'Tableware' } })
    const made = await add({
      name: 'Morning Mug',
      sku: 'MRW-MUG',
      priceData: { price: 30 },
      discount: { type: 'AMOUNT', value: 4 },
      costAndProfitData: { itemCost: 7.4 },
      manageVariants: true,
      productOptions: [glaze],
      media: [
        { mediaId: ink, alt: 'In ink', focalPoint: { x: 0.51, y: 0.52 } },
        { mediaId: sage, alt: 'In sage' },
      ],
      choiceMedia: [
        { option: 'Glaze', choice: 'Sage', mediaIds: [sage] },
        { option: 'Glaze', choice: 'Ink', mediaIds: [ink] },
      ],
      variants: [{ choices: { Glaze: 'Ink' }, price: 34, sku: 'MRW-MUG-INK', weight: 0.46, visible: false }],
      collectionIds: [collection.id!.toUpperCase()],
    })
    assert.deepEqual(
      [made.slug, made.price, made.fullPrice, made.discount, made.cost],
      ['morning-mug', 26, 30, { type: 'AMOUNT', value: 4 }, 7.4],
    )
    assert.deepEqual(
      made.media.map(({ mediaId, alt, focalPoint }) => [mediaId, alt, focalPoint]),
      [
        [ink, 'In ink', { x: 0.51, y: 0.52 }],
        [sage, 'In sage', { x: 0.5, y: 0.5 }],
      ],
    )
    assert.deepEqual(
      made.options[0]!.choices.map(({ name, value, mediaIds }) => [name, value, mediaIds]),
      [
        ['Sage', '#9AA58F', [sage]],
        ['Ink', '#2E3A4B', [ink]],
      ],
    )
    assert.deepEqual(
      made.variants.map(({ choices, sku, price, fullPrice, visible, weight }) => [
        choices['Glaze'],
        sku,
        price,
        fullPrice,
        visible,
        weight,
      ]),
      [
        ['Sage', '', 26, 30, true, undefined],
        ['Ink', 'MRW-MUG-INK', 30, 34, false, 0.46],
      ],
    )
    assert.deepEqual(made.variants[0]!.stock, { tracked: true, inStock: false, quantity: 0 })
    assert.deepEqual(made.collectionIds, [collection.id])
    assert.deepEqual((await office.merchantProducts.readProduct({ id: made.id })).product, made)
    const { product: seen } = await office.products.getProduct({ id: made.id })
    assert.deepEqual(
      seen.media!.items.map(({ id }) => id),
      [ink, sage],
    )
  })

  test('media are sorted, left out and added; a choice loses what the product lost; words are kept where none are sent', async () => {
    const [one, two, three] = [await addPicture(shop), await addPicture(shop), await addPicture(shop)]
    const made = await add({
      productOptions: [glaze],
      media: [{ mediaId: one, alt: 'One' }, { mediaId: two }],
      choiceMedia: [{ option: 'Glaze', choice: 'Sage', mediaIds: [one, two] }],
    })
    const after = await save(made.id, { media: [{ mediaId: three }, { mediaId: one }] })
    assert.deepEqual(
      after.media.map(({ mediaId, alt }) => [mediaId, alt]),
      [
        [three, ''],
        [one, 'One'],
      ],
    )
    assert.deepEqual(after.options[0]!.choices[0]!.mediaIds, [one])
    const none = await save(made.id, { choiceMedia: [] })
    assert.deepEqual(
      none.options[0]!.choices.map(({ mediaIds }) => mediaIds),
      [[], []],
    )
  })

  test('a change of what somebody else changed meanwhile is refused; without a revision it is not', async () => {
    const made = await add({ ribbon: 'New', brand: 'Morrow' })
    const theirs = await save(made.id, { name: 'Theirs' }, made.revision)
    assert.notEqual(theirs.revision, made.revision)
    assert.deepEqual(await codeAndFields(save(made.id, { name: 'Mine' }, made.revision)), ['STALE_REVISION'])
    const after = await save(made.id, { priceData: { price: 40 }, clear: ['ribbon'] })
    assert.deepEqual([after.name, after.price, after.ribbon, after.brand], ['Theirs', 40, undefined, 'Morrow'])
  })

  test('of two who save the same revision at once one is told', async () => {
    const made = await add()
    const saves = await Promise.all(
      ['A', 'B', 'C'].map((name) =>
        attempt(office.merchantProducts.saveProduct({ id: made.id, revision: made.revision, product: { name } })),
      ),
    )
    const refused = saves.flatMap(([refusal]) => (refusal ? [refusal.code] : []))
    assert.deepEqual(refused, ['STALE_REVISION', 'STALE_REVISION'])
  })

  test('says which part cannot be had, and nothing of the rest is written', async () => {
    const made = await add({ productOptions: [glaze] })
    const picture = await addPicture(shop)
    const refused = [
      await codeAndFields(save(made.id, { name: 'X', media: [{ mediaId: 'nothing.webp' }] })),
      await codeAndFields(save(made.id, { name: 'X', media: [{ mediaId: picture }, { mediaId: picture }] })),
      await codeAndFields(save(made.id, { name: 'X', collectionIds: [newId()] })),
      await codeAndFields(save(made.id, { name: 'X', choiceMedia: [{ option: 'Size', choice: 'L', mediaIds: [] }] })),
      await codeAndFields(save(made.id, { name: 'X', slug: 'Not A Slug' })),
      await codeAndFields(save(made.id, { name: 'X', manageVariants: true, variants: [{ choices: { Glaze: 'Red' }, price: 1 }] })),
      await codeAndFields(save(newId(), { name: 'X' })),
      await codeAndFields(office.merchantProducts.readProduct({ id: newId() })),
      await codeAndFields(office.merchantProducts.addProduct({ product: { name: 'X' } })),
    ]
    assert.deepEqual(refused, [
      ['INVALID_ARGUMENT', 'product.media[0].mediaId'],
      ['INVALID_ARGUMENT', 'media[1].mediaId'],
      ['INVALID_ARGUMENT', 'product.collectionIds[0]'],
      ['INVALID_ARGUMENT', 'media[0].option'],
      ['INVALID_ARGUMENT', 'product.slug'],
      ['INVALID_ARGUMENT', 'variants[0]'],
      ['PRODUCT_NOT_FOUND'],
      ['PRODUCT_NOT_FOUND'],
      ['INVALID_ARGUMENT', 'product.priceData.price'],
    ])
    assert.deepEqual((await office.merchantProducts.readProduct({ id: made.id })).product, made)
  })

  test('a slug is made free, asked for is refused where another product has it', async () => {
    const [one, two] = [await add({ name: 'Twin Bowl' }), await add({ name: 'Twin Bowl' })]
    assert.deepEqual([one.slug, two.slug], ['twin-bowl', 'twin-bowl-2'])
    assert.deepEqual(await codeAndFields(save(two.id, { slug: 'twin-bowl' })), ['PRODUCT_SLUG_TAKEN'])
    assert.deepEqual(await codeAndFields(add({ name: 'Third', slug: 'twin-bowl' })), ['PRODUCT_SLUG_TAKEN'])
  })

  test('a copy is hidden, has variants, an address and a stock of its own', async () => {
    const made = await add({ name: 'Original', manageVariants: true, productOptions: [glaze], ribbon: 'New' })
    await office.merchantInventory.countStock({
      counts: made.variants.map(({ id }) => ({ productId: made.id, variantId: id, quantity: 7 })),
    })
    const { product: copy } = await office.merchantProducts.duplicateProduct({ id: made.id })
    assert.deepEqual([copy.name, copy.slug, copy.visible, copy.ribbon], ['Original (copy)', 'original-copy', false, 'New'])
    assert.ok(copy.variants.every(({ id, stock }) => stock?.quantity === 0 && !made.variants.some((one) => one.id === id)))
    assert.deepEqual(await codeAndFields(office.merchantProducts.duplicateProduct({ id: newId() })), ['PRODUCT_NOT_FOUND'])
  })
})

describe("the merchant's list", () => {
  test('finds hidden ones, words and SKUs of variants, what is sold out and what has no picture', async () => {
    const mark = `zebra${newId().slice(-6)}`
    const shown = await add({
      name: `Bowl ${mark}`,
      manageVariants: true,
      productOptions: [glaze],
      media: [{ mediaId: await addPicture(shop) }],
    })
    await save(shown.id, { variants: [{ choices: { Glaze: 'Ink' }, sku: `QX${mark}` }] })
    const hidden = await add({
      name: `Plate ${mark}`,
      visible: false,
      sku: `P-${mark}`,
      priceData: { price: 12 },
      discount: { type: 'PERCENT', value: 50 },
    })
    const [sage] = shown.variants
    await office.merchantInventory.countStock({ counts: [{ productId: shown.id, variantId: sage!.id, quantity: 4 }] })

    const names = async (filter: Record<string, unknown>) => (await list(filter)).map(({ name }) => name.split(' ')[0]).sort()
    assert.deepEqual(await names({ words: mark }), ['Bowl', 'Plate'])
    assert.deepEqual(await names({ words: `qx${mark.slice(0, 8)}` }), ['Bowl'])
    assert.deepEqual(await names({ words: mark, visible: false }), ['Plate'])
    assert.deepEqual(await names({ words: mark, soldOut: { $gt: 0 }, visible: true }), ['Bowl'])
    assert.deepEqual(await names({ words: mark, hasMedia: false }), ['Plate'])
    const [bowl] = await list({ words: mark, visible: true })
    assert.deepEqual([bowl!.variants, bowl!.quantity, bowl!.soldOut, bowl!.image !== undefined], [2, 4, 1, true])
    const [plate] = await list({ id: hidden.id })
    assert.deepEqual([plate!.price, plate!.fullPrice, plate!.sku], [6, 12, `P-${mark}`])
    const { counts } = await office.merchantProducts.countProducts({
      filters: [{ words: mark }, { words: mark, visible: false }, { words: '!?', id: hidden.id }],
    })
    assert.deepEqual(counts, [2, 1, 1])
  })

  test('is read page by page in each order, and refuses what it cannot filter by', async () => {
    const mark = `page${newId().slice(-6)}`
    for (const [i, price] of [30, 10, 20].entries()) await add({ name: `${mark} ${i}`, priceData: { price } })
    const sorted = await list({ words: mark }, { sort: [{ fieldName: 'price', order: 'ASC' }] })
    assert.deepEqual(
      sorted.map(({ price }) => price),
      [10, 20, 30],
    )
    const first = await office.merchantProducts.listProducts({
      query: { filter: { words: mark }, sort: [{ fieldName: 'name', order: 'DESC' }], cursorPaging: { limit: 2 } },
    })
    const next = await office.merchantProducts.listProducts({
      query: { cursorPaging: { limit: 2, cursor: first.pagingMetadata.cursors.next! } },
    })
    assert.deepEqual(
      [...first.products, ...next.products].map(({ name }) => name),
      [`${mark} 2`, `${mark} 1`, `${mark} 0`],
    )
    assert.deepEqual(await codeAndFields(list({ wool: 1 })), ['INVALID_ARGUMENT', 'query.filter.wool'])
    assert.deepEqual(await codeAndFields(list({ words: 3 })), ['INVALID_ARGUMENT', 'query.filter.words'])
    assert.deepEqual(await codeAndFields(office.merchantProducts.countProducts({ filters: [{ price: 'x' }] })), [
      'INVALID_ARGUMENT',
      'filters[0].filter.price',
    ])
  })

  test('many products are changed, each in its own way; those that cannot are listed', async () => {
    const [one, two] = [await add({ name: 'One' }), await add({ name: 'Two' })]
    const { collection } = await office.merchantProducts.createCollection({ collection: { name: 'Sale' } })
    const { results, bulkActionMetadata } = await office.merchantProducts.bulkUpdateProducts({
      changes: [
        { id: one.id, product: { visible: false, priceData: { price: 11 } } },
        { id: newId(), product: { visible: false } },
        { id: two.id, product: { discount: { type: 'AMOUNT', value: 999 } } },
        { id: one.id, product: { ribbon: 'Sale', addTo: [collection.id!] } },
      ],
    })
    assert.deepEqual(
      results.map(({ itemMetadata }) => itemMetadata.error?.code ?? itemMetadata.success),
      [true, 'PRODUCT_NOT_FOUND', 'INVALID_ARGUMENT', true],
    )
    assert.deepEqual([bulkActionMetadata.totalSuccesses, bulkActionMetadata.totalFailures], [2, 2])
    const [changed] = await list({ id: one.id })
    assert.deepEqual([changed!.visible, changed!.price, changed!.ribbon, changed!.collectionIds], [false, 11, 'Sale', [collection.id]])
    await office.merchantProducts.bulkUpdateProducts({ changes: [{ id: one.id, product: { removeFrom: [collection.id!] } }] })
    assert.deepEqual((await list({ id: one.id }))[0]!.collectionIds, [])
    assert.deepEqual(
      await codeAndFields(office.merchantProducts.bulkUpdateProducts({ changes: [{ id: one.id, product: { addTo: [newId()] } }] })),
      ['INVALID_ARGUMENT', 'changes[0].product.addTo'],
    )
  })
})

describe('collections', () => {
  test('stand in the order that the merchant gives them, with a cover among the files of the shop', async () => {
    const { merchantProducts: stockItem } = office
    const made: string[] = []
    for (const name of ['First', 'Second', 'Third'])
      made.push((await stockItem.createCollection({ collection: { name: `${name} in order` } })).collection.id!)
    const [first, second, third] = made as [string, string, string]
    const order = async () => (await stockItem.listCollections({})).collections.map(({ id }) => id).filter((id) => made.includes(id))
    assert.deepEqual(await order(), made)
    await stockItem.sortCollections({ ids: [third, first.toUpperCase()] })
    const { collections: all } = await stockItem.listCollections({})
    assert.deepEqual(
      all.slice(0, 2).map(({ id }) => id),
      [third, first],
    )
    assert.deepEqual(await order(), [third, first, second])
    assert.deepEqual(await codeAndFields(stockItem.sortCollections({ ids: [newId()] })), ['COLLECTION_NOT_FOUND'])

    const picture = await addPicture(shop)
    const { collection } = await stockItem.setCollectionCover({ id: first, mediaId: picture, alt: 'Bowls' })
    assert.deepEqual([collection.mediaId, collection.image], [picture, `${shop.url}/media/${picture}`])
    const { collection: seen } = await office.collections.getCollection({ id: first })
    assert.equal(seen.media?.mainMedia?.image?.altText, 'Bowls')
    await stockItem.updateCollection({ collection: { id: first, description: 'For breakfast' } })
    assert.equal((await stockItem.listCollections({})).collections.find(({ id }) => id === first)!.mediaId, picture)
    assert.equal((await stockItem.setCollectionCover({ id: first, mediaId: null })).collection.image, undefined)
    assert.deepEqual(await codeAndFields(stockItem.setCollectionCover({ id: first, mediaId: 'nothing' })), ['INVALID_ARGUMENT', 'mediaId'])
    assert.deepEqual(await codeAndFields(stockItem.setCollectionCover({ id: newId(), mediaId: null })), ['COLLECTION_NOT_FOUND'])
  })
})

describe('variants of all products', () => {
  test('are found by SKU, stock and collection, with what of their product one knows them by', async () => {
    const mark = newId().slice(-8)
    const picture = await addPicture(shop)
    const made = await add({
      name: `Vase ${mark}`,
      manageVariants: true,
      productOptions: [glaze],
      media: [{ mediaId: picture, alt: 'A vase' }],
      variants: [{ choices: { Glaze: 'Sage' }, sku: `${mark}-S` }],
    })
    const plain = await add({ name: `Jug ${mark}`, sku: `${mark}-J`, visible: false })
    const [sage] = made.variants
    await office.merchantInventory.countStock({ counts: [{ productId: made.id, variantId: sage!.id, quantity: 4 }] })
    await office.merchantInventory.setPreorders({ productId: made.id, preorderInfo: { enabled: true, message: 'In May', limit: 5 } })
    const query = async (filter: Record<string, unknown>, more: object = {}) =>
      office.merchantProducts.queryStoreVariants({ query: { filter, ...more } })

    const { variants, metadata } = await query({ sku: { $startsWith: mark } }, { sort: [{ fieldName: 'sku', order: 'DESC' }] })
    assert.deepEqual(
      variants.map(({ variantName, sku, managedVariant, stock }) => [variantName, sku, managedVariant, stock]),
      [
        ['Sage', `${mark}-S`, true, { trackQuantity: true, quantity: 4, inStock: true }],
        [`Jug ${mark}`, `${mark}-J`, false, { trackQuantity: true, quantity: 0, inStock: false }],
      ],
    )
    assert.deepEqual(metadata, { count: 2, offset: 0, total: 2 })
    assert.deepEqual([variants[0]!.media?.image?.id, variants[0]!.media?.image?.altText], [picture, 'A vase'])
    assert.deepEqual(variants[0]!.preorderInfo, { enabled: true, message: 'In May', limit: 5 })
    const skus = async (filter: Record<string, unknown>) => (await query(filter)).variants.map(({ sku }) => sku)
    assert.deepEqual(await skus({ productId: made.id, 'stock.quantity': { $gt: 0 } }), [`${mark}-S`])
    assert.deepEqual(await skus({ productId: made.id, 'stock.inStock': false }), [''])
    assert.deepEqual(await skus({ id: `${plain.id}-00000000-0000-0000-0000-000000000000` }), [`${mark}-J`])
    assert.deepEqual((await query({ sku: { $startsWith: mark } }, { paging: { limit: 1, offset: 1 } })).metadata, {
      count: 1,
      offset: 1,
      total: 2,
    })

    const { variant } = await office.merchantProducts.getStoreVariant({ id: variants[0]!.id })
    assert.deepEqual(variant, variants[0])
    assert.deepEqual(await codeAndFields(office.merchantProducts.getStoreVariant({ id: `${newId()}-${sage!.id}` })), [
      'STORE_VARIANT_NOT_FOUND',
    ])
    assert.deepEqual(await codeAndFields(office.merchantProducts.getStoreVariant({ id: 'none' })), ['STORE_VARIANT_NOT_FOUND'])
    const long = { name: 'Long name', choices: [{ value: 'A' }] }
    const two = await add({ name: `Two ${mark}`, productOptions: [long, { name: 'Size', choices: [{ value: 'B' }] }] })
    const [ordered] = (await query({ productId: two.id })).variants
    assert.deepEqual([ordered!.variantName, Object.keys(ordered!.choices)], ['A, B', ['Long name', 'Size']])
    assert.deepEqual(await codeAndFields(query({ wool: 1 })), ['INVALID_ARGUMENT', 'query.filter.wool'])
  })
})
