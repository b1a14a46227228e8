import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Route } from '@vitrine/contract'
import type { TestPlatform } from './platform.ts'
import { addProduct } from './products.ts'
import type { QueryLaw, Row } from './query-law.ts'

const names = ['Mug', 'mug', 'Café crème', 'CAFÉ', 'Ærø', 'Straße', 'İstanbul', 'Чашка', '猫 50 %', 'a_b', 'Zoë', "O'Neill", 'Łódź']
const nth = <T>(list: readonly T[], n: number): T => list[n % list.length]!

/** Fills a shop with products, stock, locations and transfers of every kind that their lists can be asked about. */
export async function fillWithGoods(shop: TestPlatform): Promise<void> {
  const { platform, site, clock } = shop
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const collections: string[] = []
  for (const name of ['Mugs', 'mugs', 'Été'])
    collections.push((await office.merchantProducts.createCollection({ collection: { name } })).collection.id!)
  await office.merchantProducts.saveCollection({ id: collections[1]!, collection: { visible: false } })
  const { location } = await office.stockLocations.createLocation({ location: { name: 'Élan' } })
  const { location: other } = await office.stockLocations.createLocation({ location: { name: 'élan 2' } })
  const goods: string[] = []
  for (let n = 0; n < 14; n++) {
    clock.advance(60_000)
    const { id } = await addProduct(
      platform,
      {
        site,
        name: `${nth(names, n)}${n < names.length ? '' : ' II'}`,
        price: 999 + (n % 5) * 250,
        stock: n % 5 === 4 ? null : n % 4,
        weight: 0.2 + (n % 3) / 10,
        ...(n % 3 === 1 && { colours: { Sage: n % 4, Ink: 0, ...(n % 2 && { Écru: 2 }) } }),
        ...(n % 4 === 2 && { percentOff: '20' }),
        ...(n % 6 === 5 && { hidden: true }),
      },
      clock.now(),
    )
    goods.push(id)
    await office.merchantProducts.saveProduct({
      id,
      product: {
        ...(n % 2 === 0 && { sku: `MV-${n % 7}/É`, collectionIds: collections.filter((_, i) => (n >> i) % 2 === 1) }),
        ...(n % 3 === 0 && { brand: nth(['Ærø', 'Morrow', 'ærø'], n / 3), ribbon: nth(['New', 'new', 'Été'], n / 3) }),
        additionalInfoSections: ['Care', 'Größe', 'care'].slice(0, n % 4).map((title) => ({ title, description: `<p>${title} ${n}</p>` })),
        ...(n % 5 === 2 && { customTextFields: [{ title: `Text ${n}`, maxLength: 20, mandatory: false }] }),
      },
    })
    if (n % 3 !== 1 && n % 5 !== 4)
      await office.merchantInventory.countStock({ counts: [{ productId: id, quantity: n % 3 }], locationId: location.id })
    if (n % 7 === 3)
      await office.merchantInventory.setPreorders({ productId: id, preorderInfo: { enabled: true, message: 'Soon', limit: 5 } })
  }
  for (const [n, productId] of [goods[0]!, goods[2]!, goods[6]!, goods[0]!].entries()) {
    clock.advance(60_000)
    const [from, to] = nth([[location, other] as const, [other, location] as const], n)
    await office.merchantInventory.countStock({ counts: [{ productId, quantity: 5 }], locationId: from.id })
    const { transfer } = await office.stockTransfers.createTransfer({
      transfer: {
        fromLocationId: from.id,
        toLocationId: to.id,
        lines: [{ productId, quantity: 1 + n }],
        ...(n % 2 === 0 && { expectedDate: '2026-12-01T00:00:00.000Z' }),
      },
    })
    if (n > 1) await office.stockTransfers.sendTransfer({ transferId: transfer.id, revision: transfer.revision })
  }
}

const textOf = (path: (row: Row) => unknown) => (row: Row) => (path(row) as string | undefined) ?? ''
const oneOf = ['$eq', '$in', '$ne', '$nin']
const tree = { treeReference: { appNamespace: '@wix/stores' } }
const category = {
  id: 'id',
  slug: 'text',
  name: 'name',
  visible: 'flag',
  createdDate: 'instant',
  updatedDate: 'instant',
  'treeReference.appNamespace': 'text',
  'treeReference.treeKey': 'text',
  'parentCategory.id': 'id',
  managingAppId: 'id',
  'parentCategory.index': 'number',
} as const
const named = { id: 'id', name: 'text', createdDate: 'instant', updatedDate: 'instant' } as const
const item = {
  id: 'id',
  productId: 'id',
  variantId: 'id',
  locationId: 'id',
  trackQuantity: 'flag',
  quantity: { kind: 'number', sorted: ({ quantity }: Row) => (quantity as number | undefined) ?? 0 },
  inStock: 'flag',
  'preorderInfo.enabled': 'flag',
  availabilityStatus: 'text',
  createdDate: 'instant',
  updatedDate: 'instant',
  'product.directCategoryIds': 'ids',
  'product.name': 'name',
  'product.variantSku': 'text',
} as const
type ProductRow = {
  readonly options?: readonly {
    readonly id: string
    readonly name: string
    readonly choicesSettings: { readonly choices: readonly Row[] }
  }[]
}
const choicesOf = (row: Row, part: string): string[] =>
  ((row as ProductRow).options ?? []).flatMap(({ choicesSettings }) => choicesSettings.choices.map((choice) => choice[part] as string))
const product = {
  id: 'id',
  slug: 'text',
  visible: 'flag',
  createdDate: 'instant',
  updatedDate: 'instant',
  'options.id': { kind: 'ids', of: (row: Row) => ((row as ProductRow).options ?? []).map(({ id }) => id) },
} as const
const byNumber = { numericId: 'the order in which products were made; no part of a product of catalogue v3' }

/** The lists of products, collections and stock, by the operations that query them. */
export const goodsLaws: { readonly [R in Route]?: QueryLaw } = {
  'GET /stores/v3/products/query': { rows: 'products', fields: product, otherwise: byNumber },
  'GET /stores/v3/products/search': {
    rows: 'products',
    counted: 'GET /stores/v3/products/count',
    countInput: { returnNonVisibleProducts: true },
    fields: {
      ...product,
      name: 'name',
      productType: 'text',
      'brand.id': 'id',
      'brand.name': { kind: 'text', of: textOf((row) => (row['brand'] as Row | undefined)?.['name']) },
      'ribbon.id': 'id',
      'ribbon.name': { kind: 'text', of: textOf((row) => (row['ribbon'] as Row | undefined)?.['name']) },
      'inventory.availabilityStatus': 'text',
      'inventory.preorderStatus': 'text',
      'actualPriceRange.minValue.amount': 'number',
      'actualPriceRange.maxValue.amount': 'number',
      'compareAtPriceRange.minValue.amount': 'number',
      'compareAtPriceRange.maxValue.amount': 'number',
      'physicalProperties.shippingWeightRange.minValue': 'number',
      'physicalProperties.shippingWeightRange.maxValue': 'number',
      'options.name': { kind: 'texts', of: (row) => ((row as ProductRow).options ?? []).map(({ name }) => name) },
      'options.choicesSettings.choices.choiceId': { kind: 'ids', of: (row) => choicesOf(row, 'choiceId') },
      'options.choicesSettings.choices.name': { kind: 'texts', of: (row) => choicesOf(row, 'name') },
    },
    otherwise: {
      ...byNumber,
      taxGroupId: 'published-client.products-v3.test.ts',
      'subscriptionDetails.allowOneTimePurchases': 'catalogue/v3/query.test.ts',
      'minVariantPriceInfo.sku': 'catalogue/v3/query.test.ts',
      'allCategoriesInfo.categories': 'catalogue/v3/query.test.ts',
      'directCategoriesInfo.categories': 'catalogue/v3/query.test.ts',
      'variantsInfo.variants': 'catalogue/v3/query.test.ts',
    },
  },
  'POST /stores/v3/products/query-variants': {
    rows: 'variants',
    idOf: ({ variantId }) => variantId as string,
    fields: { id: { kind: 'id', of: ({ variantId }) => variantId as string }, variantId: 'id', 'productData.productId': 'id' },
  },
  'POST /stores/v3/products/search-variants': {
    rows: 'variants',
    idOf: ({ variantId }) => variantId as string,
    fields: {
      id: { kind: 'id', of: ({ variantId }) => variantId as string },
      variantId: 'id',
      sku: { kind: 'text', of: textOf(({ sku }) => sku) },
      visible: 'flag',
      'inventoryStatus.inStock': 'flag',
      'price.actualPrice.amount': 'number',
      'price.compareAtPrice.amount': 'number',
      'productData.productId': 'id',
      'productData.name': 'name',
    },
    otherwise: {
      'optionChoices.optionChoiceIds.optionId': 'catalogue/v3/query.test.ts',
      'optionChoices.optionChoiceIds.choiceId': 'catalogue/v3/query.test.ts',
      'productData.slug': 'a part of the product, not of the variant',
      'productData.visible': 'a part of the product, not of the variant',
      'productData.productType': 'a part of the product, not of the variant',
      'productData.updatedDate': 'a part of the product, not of the variant',
      'productData.brand.id': 'a part of the product, not of the variant',
    },
  },
  'POST /categories/v1/categories/query': {
    rows: 'categories',
    input: tree,
    counted: 'POST /categories/v1/categories/count',
    countInput: { returnNonVisibleCategories: true },
    fields: category,
  },
  'POST /categories/v1/categories/search': { rows: 'categories', input: tree, fields: category },
  'GET /stores/v3/customizations/query': {
    rows: 'customizations',
    counted: 'POST /stores/v3/customizations/count',
    fields: { ...named, customizationType: 'text', customizationRenderType: 'text' },
  },
  'GET /stores/v3/brands/query': { rows: 'brands', counted: 'POST /stores/v3/brands/count', fields: named },
  'POST /stores/v3/ribbons/query': { rows: 'ribbons', counted: 'POST /stores/v3/ribbons/count', fields: named },
  'GET /stores/v3/info-sections/query': {
    rows: 'infoSections',
    counted: 'POST /stores/v3/info-sections/count',
    fields: { id: 'id', title: 'text', uniqueName: 'text', createdDate: 'instant', updatedDate: 'instant' },
    otherwise: { productId: 'the order where nobody says one' },
  },
  'POST /stores-reader/v1/variants/query': {
    rows: 'variants',
    fields: {
      id: 'text',
      variantId: 'id',
      productId: 'id',
      productName: 'name',
      sku: 'text',
      managedVariant: 'flag',
      collectionIds: 'ids',
      'stock.trackQuantity': 'flag',
      'stock.quantity': 'number',
      'stock.inStock': 'flag',
    },
  },
  'POST /stores-reader/v2/inventoryItems/query': {
    rows: 'inventoryItems',
    asText: true,
    fields: {
      id: 'text',
      productId: 'id',
      externalId: 'id',
      numericId: 'number',
      trackQuantity: 'flag',
      'preorderInfo.enabled': 'flag',
      lastUpdated: 'instant',
    },
  },
  'POST /vitrine/v1/inventory/query': {
    rows: 'levels',
    idOf: ({ productId, variantId }) => `${productId as string} ${variantId as string}`,
    fields: {
      productId: 'id',
      variantId: 'id',
      name: 'name',
      sku: 'text',
      visible: 'flag',
      tracked: 'flag',
      inStock: 'flag',
      quantity: { kind: 'number', sorted: ({ quantity }) => (quantity as number | undefined) ?? Number.MAX_SAFE_INTEGER },
      lastSoldDate: 'instant',
    },
    otherwise: { words: 'merchant-lists-large.test.ts', barcode: 'merchant-products.test.ts', incoming: 'stock-locations.test.ts' },
  },
  'GET /stores/v3/inventory-items/query': { rows: 'inventoryItems', fields: item },
  'GET /stores/v3/inventory-items/search': { rows: 'inventoryItems', counted: 'GET /stores/v3/inventory-items/count', fields: item },
  'POST /stores/v3/locations/query': {
    rows: 'storesLocations',
    fields: { id: 'id', wixLocationId: 'id', name: 'text', defaultLocation: 'flag' },
  },
  'POST /vitrine/v1/inventory/transfers/query': {
    rows: 'transfers',
    fields: {
      id: 'id',
      number: 'number',
      status: { kind: 'text', operators: oneOf },
      fromLocationId: 'id',
      toLocationId: 'id',
      createdDate: 'instant',
      expectedDate: 'instant',
    },
  },
}
