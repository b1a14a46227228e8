/** The published client reads catalogue v3 as it was published, and buys what it has read. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { setStock } from '@vitrine/platform/commerce/inventory/stock'
import { addPicture } from '../src/pictures.ts'
import { publishedCatalogue, storesApp, treeReference } from '../src/published-catalogue.ts'

const published = await publishedCatalogue()
after(() => published[Symbol.asyncDispose]())
const shop = published.shop
const merchant = published.merchant()
const shopper = published.shopper()
const made = await merchant.products.createProduct({
  name: 'Morning Mug',
  description: '<p>For the <b>first</b> coffee.</p><ul><li>Oak</li></ul>',
  productType: 'physical',
  priceData: { price: 26 },
  weight: 0.4,
  brand: 'Morrow',
  ribbon: 'New',
  costAndProfitData: { itemCost: 8 },
  manageVariants: true,
  additionalInfoSections: [{ title: 'Care', description: '<p>By hand.</p>' }],
  customTextFields: [{ title: 'Engraving', maxLength: 20, mandatory: false }],
  productOptions: [
    {
      name: 'Glaze',
      choices: [
        { value: '#9AA58F', description: 'Sage' },
        { value: '#2E3A4B', description: 'Ink' },
      ],
    },
  ],
})
const mug = made.product!._id!
await merchant.products.updateProductVariants(mug, [{ choices: { Glaze: 'Ink' }, price: 30, sku: 'INK' }])
const picture = await addPicture(shop)
await merchant.products.addProductMedia(mug, [{ mediaId: picture }])
await merchant.products.addProductMediaToChoices(mug, [{ option: 'Glaze', choice: 'Sage', mediaIds: [picture] }])
const plate = (
  await merchant.products.createProduct({
    name: 'Plate',
    productType: 'physical',
    priceData: { price: 12 },
    discount: { type: 'PERCENT', value: 50 },
    pricePerUnitData: { totalQuantity: 500, totalMeasurementUnit: 'G', baseQuantity: 100, baseMeasurementUnit: 'G' },
  })
).product!._id!
const hidden = (await merchant.products.createProduct({ name: 'Secret', productType: 'digital', priceData: { price: 5 }, visible: false }))
  .product!._id!
const cups = (await merchant.products.createCollection({ name: 'Cups', description: 'For hands' })).collection!._id!
await merchant.products.addProductsToCollection(cups, [mug])
const { variants } = await merchant.products.queryProductVariants(mug)
const ink = variants!.find(({ choices }) => choices?.['Glaze'] === 'Ink')!._id!
await shop.platform.database.transact((db) =>
  setStock(
    db,
    shop.site,
    [
      { productId: mug, variantId: ink, quantity: 3 },
      { productId: plate, variantId: '00000000-0000-0000-0000-000000000000', quantity: 5 },
    ],
    shop.clock.now(),
  ),
)

describe('a product', () => {
  test('is a skeleton, and has the parts that are asked for', async () => {
    const bare = await shopper.productsV3.getProduct(mug)
    assert.deepEqual(
      [bare.name, bare.plainDescription, bare.description, bare.currency, bare.url, bare.directCategoriesInfo, bare.media?.itemsInfo],
      ['Morning Mug', undefined, undefined, undefined, undefined, undefined, undefined],
    )
    assert.ok(bare._createdDate instanceof Date)
    assert.equal(bare.actualPriceRange?.maxValue?.amount, '30.00')
    assert.deepEqual(bare.inventory, {
      availabilityStatus: 'PARTIALLY_OUT_OF_STOCK',
      preorderStatus: 'DISABLED',
      preorderAvailability: 'NO_VARIANTS',
    })

    const { product } = await shopper.productsV3.getProductBySlug('morning-mug', {
      fields: [
        'URL',
        'CURRENCY',
        'DESCRIPTION',
        'PLAIN_DESCRIPTION',
        'INFO_SECTION',
        'INFO_SECTION_DESCRIPTION',
        'INFO_SECTION_PLAIN_DESCRIPTION',
        'MEDIA_ITEMS_INFO',
        'THUMBNAIL',
        'VARIANT_OPTION_CHOICE_NAMES',
        'BREADCRUMBS_INFO',
        'DIRECT_CATEGORIES_INFO',
        'ALL_CATEGORIES_INFO',
        'WEIGHT_MEASUREMENT_UNIT_INFO',
        'PRODUCT_CHOICES_MEDIA_REFERENCES',
      ],
    })
    assert.equal(product!._id, mug)
    assert.equal(product!.currency, 'EUR')
    assert.match(product!.actualPriceRange!.minValue!.formattedAmount!, /26/)
    assert.match(product!.plainDescription!, /<b>first<\/b>/)
    const [paragraph, list] = product!.description!.nodes!
    assert.deepEqual([paragraph!.type, list!.type], ['PARAGRAPH', 'BULLETED_LIST'])
    assert.equal(paragraph!.nodes!.map((node) => node.textData?.text).join(''), 'For the first coffee.')
    assert.equal(paragraph!.nodes![1]!.textData!.decorations![0]!.type, 'BOLD')
    assert.deepEqual(
      product!.infoSections!.map(({ title, plainDescription }) => [title, plainDescription]),
      [['Care', '<p>By hand.</p>']],
    )
    assert.match(product!.media!.main!.image as string, /^wix:image:\/\/v1\//)
    assert.equal(product!.media!.itemsInfo!.items!.length, 1)
    assert.ok(product!.media!.main!.thumbnail!.url)
    assert.deepEqual(
      product!.directCategoriesInfo!.categories!.map(({ _id }) => _id),
      [cups],
    )
    assert.equal(product!.allCategoriesInfo!.categories!.length, 2)
    assert.deepEqual(
      product!.breadcrumbsInfo!.breadcrumbs!.map(({ categorySlug }) => categorySlug),
      ['all-products', 'cups'],
    )
    assert.equal(product!.physicalProperties!.weightMeasurementUnitInfo!.weightMeasurementUnit, 'KG')
    const [option] = product!.options!
    assert.deepEqual([option!.name, option!.optionRenderType], ['Glaze', 'SWATCH_CHOICES'])
    assert.deepEqual(
      option!.choicesSettings!.choices!.map(({ name, colorCode, inStock, media }) => [name, colorCode, inStock, media?.items?.length]),
      [
        ['Sage', '#9AA58F', false, 1],
        ['Ink', '#2E3A4B', true, 0],
      ],
    )
    assert.deepEqual(
      product!.variantsInfo!.variants!.map(({ sku, price, choices, inventoryStatus }) => [
        sku,
        price?.actualPrice?.amount,
        choices?.[0]?.optionChoiceNames?.choiceName,
        inventoryStatus?.inStock,
      ]),
      [
        [undefined, '26.00', 'Sage', false],
        ['INK', '30.00', 'Ink', true],
      ],
    )
    assert.deepEqual([product!.modifiers![0]!.name, product!.modifiers![0]!.freeTextSettings!.maxCharCount], ['Engraving', 20])
    assert.deepEqual([product!.brand?.name, product!.ribbon?.name], ['Morrow', 'New'])
  })

  test('says what a measure of it costs', async () => {
    const read = await shopper.productsV3.getProduct(plate, { fields: ['CURRENCY'] })
    assert.deepEqual(read.physicalProperties?.pricePerUnit, { quantity: 100, measurementUnit: 'G' })
    const { settings, value, description } = read.variantsInfo!.variants![0]!.physicalProperties!.pricePerUnit!
    assert.deepEqual([settings, value], [{ quantity: 500, measurementUnit: 'G' }, '1.20'])
    assert.match(description!, /1\.20 \/ 100 g/)
  })

  test('shows costs to merchants alone, and what is hidden', async () => {
    const read = await merchant.productsV3.getProduct(mug, { fields: ['MERCHANT_DATA'] })
    assert.equal(read.costRange?.minValue?.amount, '8.00')
    assert.equal(read.variantsInfo!.variants![0]!.revenueDetails?.profit?.amount, '18.00')
    await assert.rejects(
      shopper.productsV3.getProduct(mug, { fields: ['MERCHANT_DATA'] }),
      /NO_PERMISSION_TO_READ_MERCHANT_DATA|right to read/,
    )
    await assert.rejects(shopper.productsV3.getProduct(hidden), /PRODUCT_NOT_FOUND|No such product/)
    assert.equal((await merchant.productsV3.getProduct(hidden)).name, 'Secret')
  })
})

describe('products', () => {
  test('are queried page by page, and counted', async () => {
    const first = await shopper.productsV3.queryProducts().descending('slug').limit(1).find()
    assert.deepEqual(
      first.items.map(({ name }) => name),
      ['Plate'],
    )
    assert.equal(first.hasNext(), true)
    const next = await first.next()
    assert.deepEqual([next.items.map(({ name }) => name), next.hasNext()], [['Morning Mug'], false])
    assert.deepEqual(next.items[0]!.variantsInfo, undefined)
    assert.equal(next.items[0]!.variantSummary!.variantCount, 2)
    const bySlug = await shopper.productsV3
      .queryProducts({ fields: ['CURRENCY'] })
      .eq('slug', 'plate')
      .find()
    assert.deepEqual(
      bySlug.items.map(({ compareAtPriceRange, actualPriceRange }) => [
        compareAtPriceRange?.minValue?.amount,
        actualPriceRange?.minValue?.amount,
      ]),
      [['12.00', '6.00']],
    )
    assert.equal((await shopper.productsV3.countProducts()).count, 2)
    assert.equal((await merchant.productsV3.countProducts({ returnNonVisibleProducts: true, filter: { productType: 'DIGITAL' } })).count, 1)
    await assert.rejects(
      shopper.productsV3.countProducts({ returnNonVisibleProducts: true }),
      /NO_PERMISSION_TO_INCLUDE_NOT_VISIBLE_PRODUCTS|not visible/,
    )
  })

  test('are searched as published shops search them: words, categories, choices, prices, stock, with counts', async () => {
    const { items: options } = await shopper.customizationsV3.queryCustomizations().find()
    const glaze = options.find(({ name }) => name === 'Glaze')!
    const sage = glaze.choicesSettings!.choices!.find(({ name }) => name === 'Sage')!._id!
    const found = await shopper.productsV3.searchProducts(
      {
        search: { expression: 'mornign mug' },
        filter: {
          visible: true,
          'allCategoriesInfo.categories': { $matchItems: [{ _id: { $in: [cups] } }] },
          'options.choicesSettings.choices.choiceId': { $hasSome: [sage] },
          'actualPriceRange.minValue.amount': { $gte: '20' },
          'actualPriceRange.maxValue.amount': { $lte: '30' },
          'inventory.availabilityStatus': { $in: ['PARTIALLY_OUT_OF_STOCK'] },
        },
        aggregations: [
          { name: 'minPrice', fieldPath: 'actualPriceRange.minValue.amount', type: 'SCALAR', scalar: { type: 'MIN' } },
          { name: 'maxPrice', fieldPath: 'actualPriceRange.maxValue.amount', type: 'SCALAR', scalar: { type: 'MAX' } },
          {
            name: 'choices',
            fieldPath: 'options.choicesSettings.choices.name',
            type: 'VALUE',
            value: { sortType: 'VALUE', sortDirection: 'ASC' },
          },
          { name: 'stock', fieldPath: 'inventory.availabilityStatus', type: 'VALUE', value: { limit: 10 } },
          {
            name: 'prices',
            fieldPath: 'actualPriceRange.minValue.amount',
            type: 'RANGE',
            range: { buckets: [{ to: 20 }, { from: 20, to: 30 }] },
          },
          { name: 'days', fieldPath: '_createdDate', type: 'DATE_HISTOGRAM', dateHistogram: { interval: 'YEAR' } },
          {
            name: 'both',
            type: 'NESTED',
            nested: {
              nestedAggregations: [
                { name: 'brand', fieldPath: 'brand.name', type: 'VALUE' },
                { name: 'choice', fieldPath: 'options.choicesSettings.choices.name', type: 'VALUE' },
              ],
            },
          },
        ],
      },
      { fields: ['CURRENCY'] },
    )
    assert.deepEqual(
      found.products!.map(({ name }) => name),
      ['Morning Mug'],
    )
    const counted = Object.fromEntries(found.aggregationData!.results!.map((result) => [result.name!, result]))
    assert.deepEqual([counted['minPrice']!.scalar!.value, counted['maxPrice']!.scalar!.value], [26, 30])
    assert.deepEqual(counted['choices']!.values!.results, [
      { value: 'Ink', count: 1 },
      { value: 'Sage', count: 1 },
    ])
    assert.deepEqual(counted['stock']!.values!.results, [{ value: 'PARTIALLY_OUT_OF_STOCK', count: 1 }])
    assert.deepEqual(
      counted['prices']!.ranges!.results!.map(({ count }) => count),
      [0, 1],
    )
    assert.equal(counted['days']!.dateHistogram!.results!.length, 1)
    assert.deepEqual(
      counted['both']!.nested!.results!.map(({ results }) => [results!['brand']!.value!.value, results!['choice']!.value!.value]),
      [
        ['Morrow', 'Ink'],
        ['Morrow', 'Sage'],
      ],
    )
    const cheap = await shopper.productsV3.searchProducts(
      { sort: [{ fieldName: 'actualPriceRange.minValue.amount', order: 'ASC' }], cursorPaging: { limit: 1 } },
      {},
    )
    assert.deepEqual([cheap.products![0]!.name, cheap.pagingMetadata!.hasNext], ['Plate', true])
    const rest = await shopper.productsV3.searchProducts({ cursorPaging: { limit: 1, cursor: cheap.pagingMetadata!.cursors!.next! } }, {})
    assert.deepEqual([rest.products![0]!.name, rest.pagingMetadata!.hasNext], ['Morning Mug', false])
    // The next page of a search goes by its cursor alone, which somebody may have made up.
    const words = await shopper.productsV3.searchProducts(
      { search: { expression: 'mug plate', mode: 'OR' }, cursorPaging: { limit: 1 } },
      {},
    )
    assert.equal(words.pagingMetadata!.hasNext, true)
    const { next } = words.pagingMetadata!.cursors!
    const second = await shopper.productsV3.searchProducts({ cursorPaging: { limit: 1, cursor: next! } }, {})
    assert.deepEqual([...words.products!, ...second.products!].map(({ name }) => name).sort(), ['Morning Mug', 'Plate'])
    for (const carried of ['no json', '{"expression":1}', '"x"']) {
      const place = { ...(JSON.parse(Buffer.from(next!, 'base64url').toString()) as object), carried }
      const cursor = Buffer.from(JSON.stringify(place)).toString('base64url')
      await assert.rejects(shopper.productsV3.searchProducts({ cursorPaging: { cursor } }, {}), /no cursor/)
    }
    await assert.rejects(shopper.productsV3.searchProducts({ filter: { nothing: 1 } as never }, {}), /INVALID_ARGUMENT|cannot be filtered/)
  })

  test('a sale is seen at once, also in an answer that was read before', async () => {
    const status = async () => (await shopper.productsV3.queryProducts().eq('slug', 'plate').find()).items[0]!.inventory!.availabilityStatus
    assert.equal(await status(), 'IN_STOCK')
    const stock = (quantity: number) =>
      shop.platform.database.transact((db) =>
        setStock(db, shop.site, [{ productId: plate, variantId: '00000000-0000-0000-0000-000000000000', quantity }], shop.clock.now()),
      )
    await stock(0)
    assert.equal(await status(), 'OUT_OF_STOCK')
    await stock(5)
    assert.equal(await status(), 'IN_STOCK')
  })
})

test('variants of a page of products are read at once', async () => {
  const found = await shopper.readOnlyVariantsV3
    .queryVariants({ fields: ['CURRENCY'] })
    .in('productData.productId', [mug, plate])
    .limit(100)
    .find()
  assert.equal(found.items.length, 3)
  const [ink] = found.items.filter(({ sku }) => sku === 'INK')
  assert.deepEqual(
    [
      ink!.price?.actualPrice?.amount,
      ink!.productData?.name,
      ink!.optionChoices![0]!.optionChoiceNames!.choiceName,
      ink!.inventoryStatus?.inStock,
    ],
    ['30.00', 'Morning Mug', 'Ink', true],
  )
  assert.equal(found.items.find(({ productData }) => productData?.productId === plate)!.variantId, plate)
  const searched = await shopper.readOnlyVariantsV3.searchVariants(
    { filter: { 'inventoryStatus.inStock': true }, sort: [{ fieldName: 'price.actualPrice.amount', order: 'DESC' }] },
    {},
  )
  assert.deepEqual(
    searched.variants!.map(({ price }) => price?.actualPrice?.amount),
    ['30.00', '6.00'],
  )
  const sage = found.items.find(({ optionChoices }) => optionChoices?.[0]?.optionChoiceNames?.choiceName === 'Sage')!
  const { choiceId } = sage.optionChoices![0]!.optionChoiceIds!
  const chosen = await shopper.readOnlyVariantsV3.searchVariants(
    { filter: { 'optionChoices.optionChoiceIds.choiceId': { $hasSome: [choiceId!] } } },
    {},
  )
  assert.deepEqual(
    chosen.variants!.map(({ variantId }) => variantId),
    [sage.variantId],
  )
})

test('categories are the shop’s collections', async () => {
  const all = await shopper.productsV3.getAllProductsCategory()
  assert.deepEqual(all.treeReference, treeReference)
  const found = await shopper.categories.queryCategories({ treeReference }).eq('visible', true).find()
  assert.deepEqual(
    found.items.map(({ slug, itemCounter }) => [slug, itemCounter]),
    [
      ['all-products', 2],
      ['cups', 1],
    ],
  )
  assert.equal(found.items[0]!._id, all.categoryId)
  const category = await shopper.categories.getCategory(cups, treeReference, { fields: ['DESCRIPTION'] })
  assert.deepEqual([category.name, category.description], ['Cups', 'For hands'])
  assert.equal((await shopper.categories.getCategoryBySlug('cups', treeReference)).category!._id, cups)
  await assert.rejects(shopper.categories.getCategory(mug, treeReference), /CATEGORY_NOT_FOUND|No such category/)
  const searched = await shopper.categories.searchCategories({ search: { expression: 'cup' } }, { treeReference })
  assert.deepEqual(
    searched.categories!.map(({ name }) => name),
    ['Cups'],
  )
  assert.equal((await shopper.categories.countCategories({ treeReference })).count, 2)
  await assert.rejects(
    shopper.categories.countCategories({ treeReference, returnNonVisibleCategories: true }),
    /NO_PERMISSION_TO_INCLUDE_NOT_VISIBLE_CATEGORIES|not visible/,
  )
  const items = await shopper.categories.listItemsInCategory(cups, treeReference)
  assert.deepEqual(items.items, [{ catalogItemId: mug, appId: storesApp }])
  assert.equal(
    (await shopper.categories.listItemsInCategory(all.categoryId!, treeReference, { cursorPaging: { limit: 1 } })).items!.length,
    1,
  )
  assert.deepEqual((await shopper.categories.getArrangedItems(cups, treeReference)).items, [])
  const item = { catalogItemId: mug, appId: storesApp }
  assert.deepEqual(await shopper.categories.listCategoriesForItem(item, { treeReference }), {
    directCategoryIds: [cups],
    allCategoryIds: [all.categoryId, cups],
  })
  // In the query of a GET the published client leaves lists of objects out; it sends them where it falls back to a POST.
  assert.deepEqual((await shopper.categories.listCategoriesForItems([item], { treeReference })).categoriesForItems, [])
  const path = 'https://www.wixapis.com/categories/v1/categories/list-categories-for-items'
  const posted = await shopper.fetchWithAuth(path, { method: 'POST', body: JSON.stringify({ items: [item], treeReference }) })
  assert.deepEqual(await posted.json(), {
    categoriesForItems: [{ item, directCategoryIds: [cups], indirectCategoryIds: [all.categoryId] }],
  })
  assert.deepEqual((await shopper.categories.listTrees()).trees, [treeReference])
})

test('options, brands and ribbons are read with how many products have them', async () => {
  const { items } = await shopper.customizationsV3
    .queryCustomizations({ fields: ['ASSIGNED_PRODUCTS_COUNT'] })
    .ascending('name')
    .find()
  assert.deepEqual(
    items.map(({ name, customizationType, assignedProductsCount }) => [name, customizationType, assignedProductsCount]),
    [
      ['Engraving', 'MODIFIER', undefined],
      ['Glaze', 'PRODUCT_OPTION', 1],
    ],
  )
  const glaze = await shopper.customizationsV3.getCustomization(items[1]!._id!)
  const product = await shopper.productsV3.getProduct(mug)
  assert.equal(glaze._id, product.options![0]!._id)
  assert.deepEqual(
    glaze.choicesSettings!.choices!.map(({ _id }) => _id),
    product.options![0]!.choicesSettings!.choices!.map(({ choiceId }) => choiceId),
  )
  assert.equal((await shopper.customizationsV3.countCustomizations()).count, 2)
  await assert.rejects(shopper.customizationsV3.getCustomization(mug), /CUSTOMIZATION_NOT_FOUND|such an option/)
  const { items: brands } = await shopper.brandsV3.queryBrands({ fields: ['ASSIGNED_PRODUCTS_COUNT'] }).find()
  assert.deepEqual(
    brands.map(({ _id, name, assignedProductsCount }) => [_id, name, assignedProductsCount]),
    [[product.brand!._id, 'Morrow', 1]],
  )
  assert.equal((await shopper.brandsV3.getBrand(brands[0]!._id!)).name, 'Morrow')
  assert.equal((await shopper.brandsV3.countBrands()).count, 1)
  await assert.rejects(shopper.brandsV3.getBrand(mug), /BRAND_NOT_FOUND|such a brand/)
  const { items: ribbons } = await shopper.ribbonsV3.queryRibbons().find()
  assert.deepEqual(
    ribbons.map(({ _id, name }) => [_id, name]),
    [[product.ribbon!._id, 'New']],
  )
  assert.equal((await shopper.ribbonsV3.getRibbon(ribbons[0]!._id!)).name, 'New')
  assert.equal((await shopper.ribbonsV3.countRibbons()).count, 1)
  await assert.rejects(shopper.ribbonsV3.getRibbon(mug), /RIBBON_NOT_FOUND|such a ribbon/)
})

test('what is asked for without the right to it, or is not there, is refused by its code', async () => {
  const refused = (code: string) => (error: { details?: { applicationError?: { code?: string } } }) =>
    error.details?.applicationError?.code === code
  const costs = refused('NO_PERMISSION_TO_READ_MERCHANT_DATA')
  const fields = ['MERCHANT_DATA' as const]
  await assert.rejects(shopper.productsV3.queryProducts({ fields }).find(), costs)
  await assert.rejects(shopper.productsV3.searchProducts({}, { fields }), costs)
  await assert.rejects(shopper.productsV3.getProduct(mug, { fields }), costs)
  await assert.rejects(shopper.productsV3.getProductBySlug('morning-mug', { fields }), costs)
  await assert.rejects(shopper.readOnlyVariantsV3.queryVariants({ fields }).find(), costs)
  await assert.rejects(shopper.readOnlyVariantsV3.searchVariants({}, { fields }), costs)
  await assert.rejects(shopper.productsV3.getProductBySlug('nothing'), refused('PRODUCT_NOT_FOUND'))
  await assert.rejects(shopper.productsV3.getProduct('no id'), refused('PRODUCT_NOT_FOUND'))
  const hiddenOnes = refused('NO_PERMISSION_TO_INCLUDE_NOT_VISIBLE_CATEGORIES')
  const all = { treeReference, returnNonVisibleCategories: true }
  await assert.rejects(shopper.categories.queryCategories(all).find(), hiddenOnes)
  await assert.rejects(shopper.categories.searchCategories({}, all), hiddenOnes)
  await assert.rejects(shopper.categories.countCategories(all), hiddenOnes)
  const missing = refused('CATEGORY_NOT_FOUND')
  await assert.rejects(shopper.categories.getCategory(mug, treeReference), missing)
  await assert.rejects(shopper.categories.getCategory(cups, { appNamespace: '@wix/bookings' }), missing)
  await assert.rejects(shopper.categories.getCategoryBySlug('nothing', treeReference), missing)
  await assert.rejects(shopper.categories.listItemsInCategory(mug, treeReference), missing)
  await assert.rejects(shopper.categories.getArrangedItems(mug, treeReference), missing)
})

test('which catalogue to work with is said, and what only the other one does is no fault', async () => {
  assert.equal((await shopper.catalogVersioning.getCatalogVersion()).catalogVersion, 'V1_CATALOG')
  const refused = (code: string) => (error: { details?: { applicationError?: { code?: string } } }) =>
    error.details?.applicationError?.code === code
  await assert.rejects(merchant.productsV3.bulkDeleteProducts([mug]), refused('ROUTE_NOT_FOUND'))
  await assert.rejects(merchant.productsV3.deleteProduct(mug), refused('METHOD_NOT_ALLOWED'))
})

test('what is read here goes into the cart: a variant by its id, and the only one by its product’s', async () => {
  const read = await shopper.productsV3.getProduct(mug)
  const ink = read.variantsInfo!.variants!.find(({ sku }) => sku === 'INK')!._id!
  const only = (await shopper.productsV3.getProduct(plate)).variantsInfo!.variants![0]!._id!
  const { cart } = await shopper.currentCart.addToCurrentCart({
    lineItems: [
      { quantity: 1, catalogReference: { appId: storesApp, catalogItemId: mug, options: { variantId: ink } } },
      { quantity: 2, catalogReference: { appId: storesApp, catalogItemId: plate, options: { variantId: only } } },
    ],
  })
  assert.deepEqual(
    cart!.lineItems!.map(({ productName, price, quantity }) => [productName?.original, price?.amount, quantity]),
    [
      ['Morning Mug', '30.00', 1],
      ['Plate', '6.00', 2],
    ],
  )
  const { checkoutId } = await shopper.currentCart.createCheckoutFromCurrentCart({ channelType: 'WEB' })
  assert.ok(checkoutId)
})
